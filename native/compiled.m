/* Functions that the package compiled to MSL. */
#import <Foundation/Foundation.h>

#include <string.h>

#include "call.h"
#import "element_type.h"
#include "metallink.h"
#import "status.h"
#import "stream.h"

/* The layout argument. */
enum { LAYOUT_TYPE, LAYOUT_LOOPS, LAYOUT_COMPUTED, LAYOUT_FIELDS };

enum { COMPUTED_EXACT, COMPUTED_SINGLE, COMPUTED_DOUBLE };

/* Elements of a call whose loops have no bound of their own: few at first, then as many as took less than the time. */
enum { FIRST_RUN = 1 << 12, RUN_NS = 100000000 };


/* Arguments. */

static ml_status check_layout(ml_integers layout)
{
    if (layout.count != LAYOUT_FIELDS) {
        return ml_status_fail(ML_DIMENSION_ERROR, "a layout of %zu numbers, %d expected", layout.count, LAYOUT_FIELDS);
    }
    int64_t type = layout.items[LAYOUT_TYPE];
    if (type < ML_INTEGER8 || type > ML_COMPLEX_REAL16) {
        return ml_status_fail(ML_TYPE_ERROR, "%lld is no type of elements", (long long)type);
    }
    int64_t computed = layout.items[LAYOUT_COMPUTED];
    if (computed < COMPUTED_EXACT || computed > COMPUTED_DOUBLE) {
        return ml_status_fail(ML_TYPE_ERROR, "%lld is no precision to compute in", (long long)computed);
    }
    return ML_OK;
}

static ml_status count_elements(ml_integers dimensions, int64_t *count)
{
    *count = 1;
    for (size_t k = 0; k < dimensions.count; ++k) {
        if (dimensions.items[k] < 0 || __builtin_mul_overflow(*count, dimensions.items[k], count)) {
            return ml_status_fail(ML_DIMENSION_ERROR, "dimension %zu of the result is %lld, which is too large or negative", k + 1,
                                  (long long)dimensions.items[k]);
        }
    }
    return ML_OK;
}

ml_status ml_compiled_apply_result(const char *source, ml_integers layout, ml_integers dimensions, ml_integers broadcast,
                                   ml_views operands, ml_view *result)
{
    (void)source;
    memset(result, 0, sizeof *result);
    ML_TRY(check_layout(layout));
    ML_TRY(count_elements(dimensions, &result->count));
    if (operands.count > ML_MAX_OPERANDS || broadcast.count != operands.count) {
        return ml_status_fail(ML_DIMENSION_ERROR, "%zu operands with %zu flags; at most %d are possible", operands.count, broadcast.count,
                              ML_MAX_OPERANDS);
    }
    result->list = operands.items[0].list;
    result->type = (ml_type)layout.items[LAYOUT_TYPE];
    if (result->list && result->type != ML_INTEGER64 && result->type != ML_REAL64 && result->type != ML_COMPLEX_REAL64) {
        return ml_status_fail(ML_TYPE_ERROR, "a list has no elements of type %s", ml_type_name(result->type));
    }
    result->rank = (int64_t)dimensions.count;
    result->dimensions = dimensions.items;
    return ML_OK;
}

/* Elements of the grid: those of an operand, or of a result that no operand gives its shape. */
static ml_status grid(ml_integers broadcast, ml_views operands, const ml_view *result, int64_t *count)
{
    *count = result->count;
    int found = 0;
    for (size_t k = 0; k < operands.count; ++k) {
        if (broadcast.items[k] != 0) {
            continue;
        }
        if (found && operands.items[k].count != *count) {
            return ml_status_fail(ML_DIMENSION_ERROR, "operand %zu has %lld elements, not %lld", k + 1, (long long)operands.items[k].count,
                                  (long long)*count);
        }
        *count = operands.items[k].count;
        found = 1;
    }
    if (*count == 0 ? result->count != 0 : result->count % *count != 0) {
        return ml_status_fail(ML_DIMENSION_ERROR, "%lld elements give no result of %lld", (long long)*count, (long long)result->count);
    }
    return ML_OK;
}

static ml_stream_array stream_array(const ml_view *view, int64_t size, int broadcast)
{
    size_t bytes = (size_t)size * ml_type_size(view->type);
    return (ml_stream_array){view->data, bytes, ml_type_alignment(view->type), broadcast};
}


/* Runs. */

static size_t window_parameters(const void *context, int64_t start, void *out)
{
    const ml_stream_job *job = context;
    uint64_t first = (uint64_t)(job->first + start);
    struct ml_compiled_window window = {.first_low = (uint32_t)first, .first_high = (uint32_t)(first >> 32)};
    memcpy(out, &window, sizeof window);
    return sizeof window;
}

/* A part of the job, with the arrays moved on. */
static ml_status run_part(const ml_device *device, const ml_stream_job *whole, int64_t first, int64_t count)
{
    ml_stream_pass pass = whole->passes[0];
    ml_stream_job part = *whole;
    part.passes = &pass;
    part.first = first;
    part.count = count;
    part.context = &part;
    part.result.data = (char *)whole->result.data + (size_t)first * whole->result.size;
    for (unsigned k = 0; k < pass.operand_count; ++k) {
        const ml_stream_array *operand = &whole->passes[0].operands[k];
        pass.operands[k].data = (char *)operand->data + (operand->broadcast ? 0 : (size_t)first * operand->size);
    }
    return ml_stream_run(device, &part);
}

/* Where an element may take any time, so few at once that the system does not take the GPU for stuck. A part is hardly ever more than one
 * window, so an abort is looked for between the parts, and within one by its loops. */
static ml_status run_in_steps(const ml_device *device, const ml_stream_job *job)
{
    int64_t size = FIRST_RUN;
    for (int64_t first = 0; first < job->count;) {
        if (first > 0) {
            ML_TRY(ml_call_check_abort());
        }
        int64_t left = job->count - first;
        int64_t count = size < left ? size : left;
        int64_t started = ml_call_clock_ns();
        ML_TRY(run_part(device, job, first, count));
        first += count;
        int64_t taken = ml_call_clock_ns() - started;
        size = taken < RUN_NS / 2 ? 2 * size : taken > RUN_NS && size > FIRST_RUN ? size / 2 : size;
    }
    return ML_OK;
}

static int recorded_precision(const ml_device *device, int64_t computed)
{
    if (computed == COMPUTED_DOUBLE) {
        return device->native_double ? ML_COMPUTED_NATIVE_DOUBLE : ML_COMPUTED_EMULATED_DOUBLE;
    }
    return computed == COMPUTED_SINGLE ? ML_COMPUTED_SINGLE : ML_COMPUTED_EXACT;
}

static ml_status check_overflow(const ml_view *result)
{
    const int64_t *record = ml_call_record();
    if (record[ML_RECORD_OVERFLOWS] == 0) {
        return ML_OK;
    }
    return ml_status_fail(ML_NUMERICAL_ERROR, "%lld results do not fit %s, or integers on the way do not fit 64 bits, the first at position %lld",
                          (long long)record[ML_RECORD_OVERFLOWS], ml_type_name(result->type),
                          (long long)record[ML_RECORD_FIRST_OVERFLOW]);
}

ml_status ml_compiled_apply(const char *source, ml_integers layout, ml_integers dimensions, ml_integers broadcast, ml_views operands,
                            ml_view *result)
{
    (void)dimensions;
    const ml_device *device;
    int64_t count;
    ML_TRY(ml_device_current(&device));
    ML_TRY(grid(broadcast, operands, result, &count));
    ml_stream_pass pass = {
        .kernel = {.source = "compiled", .msl = source, .function = "compiled"},
        .operand_count = (unsigned)operands.count,
        .operand_slots = (unsigned)operands.count,
    };
    ml_stream_job job = {
        .passes = &pass,
        .pass_count = 1,
        .count = count,
        .granule = 1,
        .run = 1,
        .result = stream_array(result, count == 0 ? 1 : result->count / count, 0),
        .counting = ML_STREAM_COUNTED,
        .loops = layout.items[LAYOUT_LOOPS] != 0,
        .parameters = window_parameters,
    };
    for (size_t k = 0; k < operands.count; ++k) {
        int whole = broadcast.items[k] != 0;
        pass.operands[k] = stream_array(&operands.items[k], whole ? operands.items[k].count : 1, whole);
    }
    ml_call_record()[ML_RECORD_PRECISION] = recorded_precision(device, layout.items[LAYOUT_COMPUTED]);
    job.context = &job;
    ML_TRY(job.loops ? run_in_steps(device, &job) : ml_stream_run(device, &job));
    return check_overflow(result);
}
