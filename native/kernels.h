/* Compute pipelines, compiled from MSL on first use and kept for the life of the process. */
#ifndef ML_KERNELS_H
#define ML_KERNELS_H

#import "device.h"

#define ML_MAX_CONSTANTS 12

/* A kernel: its source, embedded in the library under a name ("map_float") or given as a text that includes the library's headers;
 * the name of the function ("map_Sin"); and its function constants, all of type uint. */
typedef struct {
    const char *source;
    const char *msl; /* the text where the library does not carry it under the source's name, else NULL */
    const char *function;
    struct {
        uint32_t index, value;
    } constants[ML_MAX_CONSTANTS];
    unsigned constant_count;
} ml_kernel;

void ml_kernel_set(ml_kernel *kernel, uint32_t index, uint32_t value);

typedef struct {
    id<MTLComputePipelineState> state;
    NSUInteger most_threads; /* of a threadgroup */
    uint64_t element_ps;     /* picoseconds that an element took in earlier windows, 0 not known yet; atomic */
} ml_pipeline;

/* The pipeline is not the caller's to release. */
ml_status ml_kernels_pipeline(const ml_device *device, const ml_kernel *kernel, ml_pipeline **pipeline);

#endif
