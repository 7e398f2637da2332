#pragma once
#import "SMCommandEncoder.h"

// One place of the buffer argument table: a buffer and offset, or bytes.
typedef struct {
    SMBuffer *buffer;
    NSUInteger offset;
    const void *bytes;
    NSUInteger length;  // of bytes
} sm_buffer_slot;

@interface SMComputeEncoder : SMCommandEncoder <MTLComputeCommandEncoder> {
    SMPipeline *_pipeline;
    sm_buffer_slot _buffers[SM_MAX_BUFFERS];
    NSUInteger _threadgroupLengths[SM_MAX_BUFFERS];
    MTLDispatchType _dispatchType;
}
- (instancetype)initWithBuffer:(SMCommandBuffer *)buffer dispatchType:(MTLDispatchType)type;
@end
