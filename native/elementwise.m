/* Arithmetic of whole arrays, element by element. */
#import <Foundation/Foundation.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#import "element_type.h"
#include "metallink.h"
#import "status.h"
#import "stream.h"

enum { CHAIN_BLOCK = 1 << 22 }; /* elements of a chain that are added in all passes before the next */

static const int64_t one = 1;

/* "{2, 3}" for messages; cut short where the text is full. */
static const char *shape_text(const ml_view *view, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "{");
    for (int64_t k = 0; k < view->rank && used < size; ++k) {
        used += (size_t)snprintf(text + used, size - used, "%s%lld", k == 0 ? "" : ", ", (long long)view->dimensions[k]);
    }
    if (used < size) {
        snprintf(text + used, size - used, "}");
    }
    return text;
}

static int same_shape(const ml_view *a, const ml_view *b)
{
    return a->rank == b->rank && memcmp(a->dimensions, b->dimensions, (size_t)a->rank * sizeof *a->dimensions) == 0;
}

static ml_status check_shapes(ml_integers broadcast, ml_views operands, ml_view *result)
{
    if (broadcast.count != operands.count) {
        return ml_status_fail(ML_DIMENSION_ERROR, "%zu broadcast flags for %zu operands", broadcast.count, operands.count);
    }
    const ml_view *shape = NULL;
    for (size_t k = 0; k < operands.count; ++k) {
        const ml_view *operand = &operands.items[k];
        if (broadcast.items[k] != 0 && operand->count != 1) {
            return ml_status_fail(ML_DIMENSION_ERROR, "operand %zu stands for a number but has %lld elements", k + 1,
                                  (long long)operand->count);
        }
        if (broadcast.items[k] != 0) {
            continue;
        }
        if (shape != NULL && !same_shape(shape, operand)) {
            char first[256], other[256];
            return ml_status_fail(shape->rank == operand->rank ? ML_DIMENSION_ERROR : ML_RANK_ERROR,
                                  "dimensions %s and %s differ", shape_text(shape, first, sizeof first),
                                  shape_text(operand, other, sizeof other));
        }
        shape = shape != NULL ? shape : operand;
    }
    result->rank = shape != NULL ? shape->rank : 1;
    result->dimensions = shape != NULL ? shape->dimensions : &one;
    result->count = shape != NULL ? shape->count : 1;
    return ML_OK;
}

static ml_status check_types(ml_views operands, ml_view *result)
{
    result->list = operands.items[0].list;
    result->type = operands.items[0].type;
    for (size_t k = 1; k < operands.count; ++k) {
        ML_TRY(ml_type_common(result->type, operands.items[k].type, &result->type));
    }
    return ML_OK;
}

ml_status ml_elementwise_add_result(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result)
{
    (void)precision;
    memset(result, 0, sizeof *result);
    ML_TRY(check_shapes(broadcast, operands, result));
    return check_types(operands, result);
}

typedef struct {
    const ml_device *device;
    const char *computation;
    ml_integers broadcast;
    ml_views operands;
    const ml_view *result;
} sum;

/* What a pass over a longer sum does with carries and exceptions. */
typedef struct {
    ml_stream_counting counting;
    int *flagged;
    int32_t *carried; /* of every element of the block; NULL: not kept */
} chain_pass;

static ml_stream_array stream_array(const ml_view *view, int broadcast, int64_t first)
{
    size_t size = ml_type_size(view->type);
    void *data = (char *)view->data + (broadcast ? 0 : (size_t)first * size);
    return (ml_stream_array){data, size, ml_type_alignment(view->type), broadcast};
}

/* One pass over elements `first` to `first + count` of the next operands, at most ML_MAX_OPERANDS; behind the first pass the sum so far is
 * one of them. Returns the number of operands done. */
static ml_status add_pass(const sum *self, int64_t first, int64_t count, const chain_pass *pass, size_t *next)
{
    char source[64];
    snprintf(source, sizeof source, "elementwise_%s", self->computation);
    ml_stream_job job = {
        .kernel = {.source = source, .function = "add"},
        .first = first,
        .count = count,
        .granule = 1,
        .result = stream_array(self->result, 0, first),
        .counting = pass->counting,
        .flagged = pass->flagged,
    };
    uint32_t types = 0, mask = 0, chain = 0;
    unsigned k = 0;
    if (*next > 0) {
        types = self->result->type;
        job.operands[k++] = job.result;
        chain |= ML_CHAIN_GOES_ON;
    }
    for (; k < ML_MAX_OPERANDS && *next < self->operands.count; ++k, ++*next) {
        const ml_view *operand = &self->operands.items[*next];
        int broadcast = self->broadcast.items[*next] != 0;
        types |= (uint32_t)operand->type << 4 * k;
        mask |= (uint32_t)broadcast << k;
        job.operands[k] = stream_array(operand, broadcast, first);
    }
    job.operand_count = k;
    if (*next < self->operands.count) {
        chain |= ML_CHAIN_IS_LEFT;
    }
    if (pass->carried != NULL) {
        job.carried = (ml_stream_array){pass->carried, sizeof *pass->carried, sizeof *pass->carried, 0};
    }
    ml_kernel_set(&job.kernel, ML_CONSTANT_OPERAND_TYPES, types);
    ml_kernel_set(&job.kernel, ML_CONSTANT_OPERAND_COUNT, job.operand_count);
    ml_kernel_set(&job.kernel, ML_CONSTANT_BROADCAST, mask);
    ml_kernel_set(&job.kernel, ML_CONSTANT_RESULT_TYPE, self->result->type);
    ml_kernel_set(&job.kernel, ML_CONSTANT_CHAIN, pass->carried != NULL ? chain : 0);
    return ml_stream_run(self->device, &job);
}

/* All passes over a block. Every partial sum of reals is rounded to the result's type in one pass too, so the number of passes does not
 * show. */
static ml_status add_passes(const sum *self, int64_t first, int64_t count, const chain_pass *pass)
{
    for (size_t next = 0; next < self->operands.count;) {
        ML_TRY(add_pass(self, first, count, pass, &next));
    }
    return ML_OK;
}

/* A block of a chain. What is exceptional shows only in the whole sum: integers that overflowed may come back, an infinite sum may become
 * NaN. So where a pass flags, the block is added once more, and its carries go from pass to pass. */
static ml_status add_block(const sum *self, int64_t first, int64_t count)
{
    int flagged = 0;
    ML_TRY(add_passes(self, first, count, &(chain_pass){.counting = ML_STREAM_FLAGGED, .flagged = &flagged}));
    if (!flagged) {
        return ML_OK;
    }
    int32_t *carried = calloc((size_t)count, sizeof *carried);
    if (carried == NULL) {
        return ml_status_fail(ML_MEMORY_ERROR, "no memory for the carries of %lld sums", (long long)count);
    }
    ml_status status = ML_FUNCTION_ERROR;
    @try {
        status = add_passes(self, first, count, &(chain_pass){.counting = ML_STREAM_COUNTED_AT_ONCE, .carried = carried});
    } @finally {
        free(carried);
    }
    return status;
}

/* A chain goes block by block, so that the memory for carries has a bound. */
static ml_status add_chain(const sum *self)
{
    int64_t total = self->result->count;
    for (int64_t first = 0; first < total; first += CHAIN_BLOCK) {
        int64_t left = total - first;
        ML_TRY(add_block(self, first, left < CHAIN_BLOCK ? left : CHAIN_BLOCK));
    }
    return ML_OK;
}

static ml_status add_all(const sum *self)
{
    if (self->operands.count > ML_MAX_OPERANDS) {
        return add_chain(self);
    }
    return add_passes(self, 0, self->result->count, &(chain_pass){.counting = ML_STREAM_COUNTED});
}

ml_status ml_elementwise_add(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result)
{
    const ml_device *device;
    ML_TRY(ml_device_current(&device));
    ml_computation computation = ml_type_computation(device, result->type, precision, 1);
    int64_t *record = ml_call_record();
    record[ML_RECORD_PRECISION] = computation.precision;
    ML_TRY(add_all(&(sum){device, computation.name, broadcast, operands, result}));
    if (record[ML_RECORD_OVERFLOWS] != 0) {
        return ml_status_fail(ML_NUMERICAL_ERROR, "%lld sums do not fit %s, the first at position %lld",
                              (long long)record[ML_RECORD_OVERFLOWS], ml_type_name(result->type),
                              (long long)record[ML_RECORD_FIRST_OVERFLOW]);
    }
    return ML_OK;
}
