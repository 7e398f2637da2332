/* Arithmetic of whole arrays, element by element. */
#import <Foundation/Foundation.h>

#include <stdio.h>
#include <string.h>

#include "call.h"
#import "element_type.h"
#include "metallink.h"
#import "status.h"
#import "stream.h"

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

static ml_stream_array stream_array(const ml_view *view, int broadcast)
{
    return (ml_stream_array){view->data, ml_type_size(view->type), ml_type_alignment(view->type), broadcast};
}

/* One pass over memory: the sum of up to ML_MAX_OPERANDS arrays. */
static ml_status add_pass(const ml_device *device, const char *computation, const ml_view *operands, const int *broadcast,
                          unsigned count, const ml_view *result)
{
    char source[64];
    snprintf(source, sizeof source, "elementwise_%s", computation);
    ml_stream_job job = {
        .kernel = {.source = source, .function = "add"},
        .count = result->count,
        .granule = 1,
        .operand_count = count,
        .result = stream_array(result, 0),
        .counted = 1,
    };
    uint32_t types = 0, mask = 0;
    for (unsigned k = 0; k < count; ++k) {
        types |= (uint32_t)operands[k].type << 4 * k;
        mask |= (uint32_t)(broadcast[k] != 0) << k;
        job.operands[k] = stream_array(&operands[k], broadcast[k] != 0);
    }
    ml_kernel_set(&job.kernel, ML_CONSTANT_OPERAND_TYPES, types);
    ml_kernel_set(&job.kernel, ML_CONSTANT_OPERAND_COUNT, count);
    ml_kernel_set(&job.kernel, ML_CONSTANT_BROADCAST, mask);
    ml_kernel_set(&job.kernel, ML_CONSTANT_RESULT_TYPE, result->type);
    return ml_stream_run(device, &job);
}

/* A longer chain goes on from the partial sum in the result. Every partial sum is rounded to the result's type in one pass too, so
 * the number of passes does not show. */
static ml_status add_chain(const ml_device *device, const char *computation, ml_integers broadcast, ml_views operands,
                           const ml_view *result)
{
    for (size_t next = 0; next < operands.count;) {
        ml_view items[ML_MAX_OPERANDS];
        int flags[ML_MAX_OPERANDS];
        unsigned count = 0;
        if (next > 0) {
            items[count] = *result;
            flags[count++] = 0;
        }
        while (count < ML_MAX_OPERANDS && next < operands.count) {
            items[count] = operands.items[next];
            flags[count++] = broadcast.items[next++] != 0;
        }
        ml_call_record()[ML_RECORD_NONREAL] = 0; /* NaN stays NaN: the last pass sees them all */
        ML_TRY(add_pass(device, computation, items, flags, count, result));
    }
    return ML_OK;
}

ml_status ml_elementwise_add(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result)
{
    const ml_device *device;
    ML_TRY(ml_device_current(&device));
    ml_computation computation = ml_type_computation(device, result->type, precision, 1);
    int64_t *record = ml_call_record();
    record[ML_RECORD_PRECISION] = computation.precision;
    ML_TRY(add_chain(device, computation.name, broadcast, operands, result));
    if (record[ML_RECORD_OVERFLOWS] != 0) {
        return ml_status_fail(ML_NUMERICAL_ERROR, "%lld sums are too large for %s, the first at position %lld",
                              (long long)record[ML_RECORD_OVERFLOWS], ml_type_name(result->type),
                              (long long)record[ML_RECORD_FIRST_OVERFLOW]);
    }
    return ML_OK;
}
