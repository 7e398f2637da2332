/* Compute pipelines, compiled from the embedded MSL on first use and kept for the life of the process. */
#ifndef ML_KERNELS_H
#define ML_KERNELS_H

#import "device.h"

#define ML_MAX_CONSTANTS 8

/* A kernel: the name of its source ("map_float"), of the function ("map_Sin"), and its function constants, all of type uint. */
typedef struct {
    const char *source;
    const char *msl; /* the text where the library does not carry it under the source's name */
    const char *function;
    struct {
        uint32_t index, value;
    } constants[ML_MAX_CONSTANTS];
    unsigned constant_count;
} ml_kernel;

void ml_kernel_set(ml_kernel *kernel, uint32_t index, uint32_t value);

/* The pipeline is not the caller's to release. */
ml_status ml_kernels_pipeline(const ml_device *device, const ml_kernel *kernel, id<MTLComputePipelineState> *pipeline);

#endif
