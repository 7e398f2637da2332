/* Runs kernels over arrays of any size: a one-dimensional grid cut into windows, a few of them in flight. */
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

/* What becomes of the exceptions that a kernel flags: results that are NaN, infinite, or too large for an integer. */
typedef enum {
    ML_STREAM_UNCOUNTED, /* it flags none, and has no constant ML_CONSTANT_COUNTING */
    ML_STREAM_COUNTED    /* a window that flags runs once more to be counted; the numbers are added to the call's record */
} ml_stream_counting;

/* A kernel and what it reads. An operand may be the result: what the passes before have written. */
typedef struct {
    ml_kernel kernel;
    ml_stream_array operands[ML_MAX_OPERANDS];
    unsigned operand_count;
    unsigned operand_slots; /* operands that the kernel declares; those that it does not read need a buffer too */
} ml_stream_pass;

typedef struct {
    const ml_stream_pass *passes; /* every window goes through them, one after the other */
    size_t pass_count;
    int64_t first;   /* place of the first element in the user's array, from 0: for records and texts */
    int64_t count;   /* of elements: the grid */
    int64_t granule; /* every window begins at a multiple of it; itself a multiple of run */
    int64_t run;     /* elements of a thread where exceptions are not counted; a last thread with fewer may touch memory behind them */
    ml_stream_array result;
    size_t carried; /* bytes for every element of a window that the passes hand on; 0: none */
    ml_stream_counting counting;
    int loops;      /* kernels have loops without a bound of their own, which end where ML_COUNT_FAULTS is set */
    /* Writes the kernels' parameters for the window that begins at an element, and returns their size; NULL for none. */
    size_t (*parameters)(const void *context, int64_t start, void *out);
    const void *context;
} ml_stream_job;

enum { ML_STREAM_PARAMETER_BYTES = 64 };

/* Integer overflow is no failure here. The first pass must not read the result. */
ml_status ml_stream_run(const ml_device *device, const ml_stream_job *job);

#endif
