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

/* What becomes of the exceptions that a kernel flags: results that are NaN, infinite, or too large for an integer. */
typedef enum {
    ML_STREAM_UNCOUNTED,     /* it flags none */
    ML_STREAM_FLAGGED,       /* *flagged is set */
    ML_STREAM_COUNTED,       /* a window that flags runs once more to be counted; the numbers are added to the call's record */
    ML_STREAM_COUNTED_AT_ONCE /* every window is counted in its only run: the result may be one of the operands */
} ml_stream_counting;

typedef struct {
    ml_kernel kernel;
    int64_t first;   /* place of the first element in the user's array, from 0: for records and texts */
    int64_t count;   /* of elements: the grid */
    int64_t granule; /* every window but the last is a multiple of it */
    ml_stream_array operands[ML_MAX_OPERANDS];
    unsigned operand_count;
    ml_stream_array result;
    ml_stream_array carried; /* read and written beside the result; data NULL: none */
    ml_stream_counting counting;
    int *flagged;
    /* Writes the kernel's parameters for the window that begins at an element, and returns their size; NULL for none. */
    size_t (*parameters)(const void *context, int64_t start, void *out);
    const void *context;
} ml_stream_job;

enum { ML_STREAM_PARAMETER_BYTES = 64 };

/* The result is written element by element: without a second run it may be one of the operands. Integer overflow is no failure here. */
ml_status ml_stream_run(const ml_device *device, const ml_stream_job *job);

#endif
