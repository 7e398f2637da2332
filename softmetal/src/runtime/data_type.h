// Names, sizes and alignments of MSL's scalar and vector types.
#pragma once
#import <Metal/Metal.h>

typedef struct {
    MTLDataType type;
    size_t size, alignment;
} sm_data_type;

// By name as spelt in MSL ("uint", "float4", "packed_float3"); size 0 where the name is none of them.
sm_data_type sm_data_type_named(const char *name);
sm_data_type sm_data_type_of(MTLDataType type);
