/* Runs a kernel over arrays of any size: a one-dimensional grid cut into windows, a few of them in flight. */
#ifndef ML_STREAM_H
#define ML_STREAM_H

#import "kernels.h"
#include "metallink.h"
#include "shaders/kernel_arguments.h"

typedef struct {
    void *data;
    size_t size;      /* bytes of an element */
    size_t alignment; /* that the kernel needs */
    int broadcast;    /* one element for all of the grid */
} ml_stream_array;

typedef struct {
    ml_kernel kernel;
    int64_t count;   /* of elements: the grid */
    int64_t granule; /* every window but the last is a multiple of it */
    ml_stream_array operands[ML_MAX_OPERANDS];
    unsigned operand_count;
    ml_stream_array result;
    /* The kernel flags exceptions and, with ML_CONSTANT_COUNTING, counts them; they are added to the call's record. A window that
     * flags runs once more to be counted, or, where the result is one of the operands, is counted at once. */
    int counted;
    /* Writes the kernel's parameters for the window that begins at an element, and returns their size; NULL for none. */
    size_t (*parameters)(const void *context, int64_t start, void *out);
    const void *context;
} ml_stream_job;

enum { ML_STREAM_PARAMETER_BYTES = 64 };

/* The result is written element by element: it may be one of the operands. Integer overflow is no failure here. */
ml_status ml_stream_run(const ml_device *device, const ml_stream_job *job);

#endif
