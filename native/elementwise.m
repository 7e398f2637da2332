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

/* How many operands the kernels of an operation declare; the widest ML_MAX_OPERANDS. */
enum { FEW_OPERANDS = 2, SEVERAL_OPERANDS = 8, TYPES_OF_A_CONSTANT = 8 };

typedef struct {
    const char *kernel; /* the name without the number of operands */
    const char *results; /* for messages */
    size_t operands;    /* exactly; 0: any number, from left to right */
    int real;           /* integers are computed as real numbers */
} operation;

static const operation plus = {"plus", "sums", 0, 0};
static const operation subtract = {"subtract", "differences", 2, 0};
static const operation times = {"times", "products", 0, 0};
static const operation divide = {"divide", "quotients", 2, 1};

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

static ml_status check_count(const operation *operation, ml_integers broadcast, ml_views operands)
{
    if (operation->operands != 0 && operands.count != operation->operands) {
        return ml_status_fail(ML_FUNCTION_ERROR, "%zu operands given, %zu expected", operands.count, operation->operands);
    }
    if (broadcast.count != operands.count) {
        return ml_status_fail(ML_DIMENSION_ERROR, "%zu broadcast flags for %zu operands", broadcast.count, operands.count);
    }
    return ML_OK;
}

static ml_status check_shapes(ml_integers broadcast, ml_views operands, ml_view *result)
{
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

/* Integers that are computed as real numbers are taken as N takes them, whatever their types. */
static int all_integers(ml_views operands)
{
    for (size_t k = 0; k < operands.count; ++k) {
        if (ml_type_kind(operands.items[k].type) != ML_KIND_INTEGER) {
            return 0;
        }
    }
    return 1;
}

static ml_status check_types(const operation *operation, ml_views operands, ml_view *result)
{
    result->list = operands.items[0].list;
    result->type = operands.items[0].type;
    if (operation->real && all_integers(operands)) {
        result->type = ML_REAL64;
        return ML_OK;
    }
    for (size_t k = 1; k < operands.count; ++k) {
        ML_TRY(ml_type_common(result->type, operands.items[k].type, &result->type));
    }
    return ML_OK;
}

static ml_status result_of(const operation *operation, ml_integers broadcast, ml_views operands, ml_view *result)
{
    memset(result, 0, sizeof *result);
    ML_TRY(check_count(operation, broadcast, operands));
    ML_TRY(check_shapes(broadcast, operands, result));
    return check_types(operation, operands, result);
}

typedef struct {
    const operation *operation;
    const ml_device *device;
    ml_integers broadcast;
    ml_views operands;
    const ml_view *result;
    char source[64], kernel[64];
    unsigned width; /* operands that the kernel declares */
} calculation;

static ml_stream_array stream_array(const ml_view *view, int broadcast)
{
    return (ml_stream_array){view->data, ml_type_size(view->type), ml_type_alignment(view->type), broadcast};
}

static void add_operand(ml_stream_pass *pass, ml_stream_array array, ml_type type, uint32_t *types, uint32_t *mask)
{
    unsigned k = pass->operand_count++;
    pass->operands[k] = array;
    types[k / TYPES_OF_A_CONSTANT] |= (uint32_t)type << 4 * (k % TYPES_OF_A_CONSTANT);
    *mask |= (uint32_t)(array.broadcast != 0) << k;
}

static void set_constants(const calculation *self, ml_stream_pass *pass, const uint32_t *types, uint32_t mask, uint32_t chain)
{
    static const uint32_t type_constants[] = {ML_CONSTANT_OPERAND_TYPES, ML_CONSTANT_OPERAND_TYPES_8, ML_CONSTANT_OPERAND_TYPES_16};
    for (unsigned k = 0; k < sizeof type_constants / sizeof type_constants[0]; ++k) {
        ml_kernel_set(&pass->kernel, type_constants[k], types[k]);
    }
    ml_kernel_set(&pass->kernel, ML_CONSTANT_OPERAND_COUNT, pass->operand_count);
    ml_kernel_set(&pass->kernel, ML_CONSTANT_BROADCAST, mask);
    ml_kernel_set(&pass->kernel, ML_CONSTANT_RESULT_TYPE, self->result->type);
    ml_kernel_set(&pass->kernel, ML_CONSTANT_CHAIN, chain);
}

/* A pass over the next operands, as many as the kernel takes; behind the first pass the result so far is one of them. Every step of reals
 * is rounded to the result's type within a pass too, so the number of passes does not show. Returns how many operands are done. */
static size_t make_pass(const calculation *self, size_t next, ml_stream_pass *pass)
{
    uint32_t types[ML_MAX_OPERANDS / TYPES_OF_A_CONSTANT] = {0}, mask = 0, chain = 0;
    pass->kernel.source = self->source;
    pass->kernel.function = self->kernel;
    pass->operand_slots = self->width;
    if (next > 0) {
        add_operand(pass, stream_array(self->result, 0), self->result->type, types, &mask);
        chain |= ML_CHAIN_GOES_ON;
    }
    for (; pass->operand_count < self->width && next < self->operands.count; ++next) {
        const ml_view *operand = &self->operands.items[next];
        add_operand(pass, stream_array(operand, self->broadcast.items[next] != 0), operand->type, types, &mask);
    }
    chain |= next < self->operands.count ? ML_CHAIN_IS_LEFT : 0;
    set_constants(self, pass, types, mask, chain);
    return next;
}

static size_t passes_for(size_t operands)
{
    size_t further = ML_MAX_OPERANDS - 1; /* one of the operands is the result so far */
    return operands <= ML_MAX_OPERANDS ? 1 : 1 + (operands - ML_MAX_OPERANDS + further - 1) / further;
}

static ml_status run_passes(const calculation *self, ml_stream_pass *passes, size_t count)
{
    size_t next = 0;
    for (size_t p = 0; p < count; ++p) {
        next = make_pass(self, next, &passes[p]);
    }
    return ml_stream_run(self->device, &(ml_stream_job){
                                           .passes = passes,
                                           .pass_count = count,
                                           .count = self->result->count,
                                           .granule = 1,
                                           .run = 1,
                                           .result = stream_array(self->result, 0),
                                           .carried = count > 1 ? sizeof(struct ml_carried) : 0,
                                           .counting = ML_STREAM_COUNTED,
                                       });
}

static ml_status run_chain(const calculation *self, size_t count)
{
    ml_stream_pass *passes = calloc(count, sizeof *passes);
    if (passes == NULL) {
        return ml_status_fail(ML_MEMORY_ERROR, "no memory for %zu passes", count);
    }
    ml_status status = ML_FUNCTION_ERROR;
    @try {
        status = run_passes(self, passes, count);
    } @finally {
        free(passes);
    }
    return status;
}

static ml_status calculate(const calculation *self)
{
    size_t count = passes_for(self->operands.count);
    if (count > 1) {
        return run_chain(self, count);
    }
    ml_stream_pass pass = {.operand_count = 0};
    return run_passes(self, &pass, 1);
}

static unsigned kernel_width(size_t operands)
{
    return operands <= FEW_OPERANDS ? FEW_OPERANDS : operands <= SEVERAL_OPERANDS ? SEVERAL_OPERANDS : ML_MAX_OPERANDS;
}

static void name_kernel(calculation *self)
{
    if (self->operands.count > ML_MAX_OPERANDS) {
        snprintf(self->kernel, sizeof self->kernel, "%s_chain", self->operation->kernel);
    } else {
        snprintf(self->kernel, sizeof self->kernel, "%s_%u", self->operation->kernel, self->width);
    }
}

static ml_status run(const operation *operation, ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result)
{
    calculation self = {operation, NULL, broadcast, operands, result, "", "", kernel_width(operands.count)};
    ML_TRY(ml_device_current(&self.device));
    ml_computation computation = ml_type_computation(self.device, result->type, precision);
    int64_t *record = ml_call_record();
    record[ML_RECORD_PRECISION] = computation.precision;
    snprintf(self.source, sizeof self.source, "elementwise_%s", computation.name);
    name_kernel(&self);
    ML_TRY(calculate(&self));
    if (record[ML_RECORD_OVERFLOWS] != 0) {
        return ml_status_fail(ML_NUMERICAL_ERROR, "%lld %s do not fit %s, the first at position %lld",
                              (long long)record[ML_RECORD_OVERFLOWS], operation->results, ml_type_name(result->type),
                              (long long)record[ML_RECORD_FIRST_OVERFLOW]);
    }
    return ML_OK;
}

ml_status ml_elementwise_plus_result(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result)
{
    (void)precision;
    return result_of(&plus, broadcast, operands, result);
}

ml_status ml_elementwise_plus(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result)
{
    return run(&plus, broadcast, precision, operands, result);
}

ml_status ml_elementwise_subtract_result(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result)
{
    (void)precision;
    return result_of(&subtract, broadcast, operands, result);
}

ml_status ml_elementwise_subtract(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result)
{
    return run(&subtract, broadcast, precision, operands, result);
}

ml_status ml_elementwise_times_result(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result)
{
    (void)precision;
    return result_of(&times, broadcast, operands, result);
}

ml_status ml_elementwise_times(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result)
{
    return run(&times, broadcast, precision, operands, result);
}

ml_status ml_elementwise_divide_result(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result)
{
    (void)precision;
    return result_of(&divide, broadcast, operands, result);
}

ml_status ml_elementwise_divide(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result)
{
    return run(&divide, broadcast, precision, operands, result);
}
