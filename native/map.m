/* Functions of one element. */
#import <Foundation/Foundation.h>

#include <stdio.h>
#include <string.h>

#include "call.h"
#import "element_type.h"
#include "elements.h"
#include "metallink.h"
#import "status.h"
#import "stream.h"

/* The type that the kernel takes numbers of the array's type as. */
static ml_status operand_type(const ml_element *element, ml_type type, ml_type *taken)
{
    ml_kind kind = ml_type_kind(type);
    *taken = kind == ML_KIND_INTEGER && !element->integer ? ML_REAL64 : type;
    int known = kind == ML_KIND_COMPLEX ? element->complex : kind == ML_KIND_INTEGER ? element->integer || element->real : element->real;
    if (!known) {
        return ml_status_fail(ML_TYPE_ERROR, "argument array: %s is not defined for elements of type %s", element->name, ml_type_name(type));
    }
    return ML_OK;
}

ml_status ml_map_apply_result(const char *function, ml_precision precision, ml_view array, ml_view *result)
{
    (void)precision;
    const ml_element *element;
    ml_type taken;
    ML_TRY(ml_elements_find("map", function, &element));
    ML_TRY(operand_type(element, array.type, &taken));
    *result = array;
    result->data = NULL;
    result->type = taken;
    if (element->rule == ML_RESULT_MAGNITUDE) {
        result->type = ml_type_of_parts(taken);
    } else if (element->rule == ML_RESULT_INTEGER && array.list) {
        result->type = ML_INTEGER64;
    }
    return ML_OK;
}

static ml_stream_array stream_array(const ml_view *view)
{
    return (ml_stream_array){view->data, ml_type_size(view->type), ml_type_alignment(view->type), 0};
}

ml_status ml_map_apply(const char *function, ml_precision precision, ml_view array, ml_view *result)
{
    const ml_element *element;
    ml_type taken;
    const ml_device *device;
    ML_TRY(ml_elements_find("map", function, &element));
    ML_TRY(operand_type(element, array.type, &taken));
    ML_TRY(ml_device_current(&device));
    ml_computation computation = ml_type_computation(device, taken, precision);
    char source[64], kernel[64];
    snprintf(source, sizeof source, "map_%s", computation.name);
    snprintf(kernel, sizeof kernel, "map_%s", element->name);
    ml_stream_pass pass = {
        .kernel = {.source = source, .function = kernel},
        .operands = {stream_array(&array)},
        .operand_count = 1,
        .operand_slots = 1,
    };
    ml_kernel_set(&pass.kernel, ML_CONSTANT_OPERAND_TYPES, array.type);
    ml_kernel_set(&pass.kernel, ML_CONSTANT_RESULT_TYPE, result->type);
    ml_stream_job job = {
        .passes = &pass,
        .pass_count = 1,
        .count = array.count,
        .granule = 1,
        .run = 1,
        .result = stream_array(result),
        .counting = ML_STREAM_COUNTED,
    };
    int64_t *record = ml_call_record();
    record[ML_RECORD_PRECISION] = computation.precision;
    ML_TRY(ml_stream_run(device, &job));
    if (record[ML_RECORD_OVERFLOWS] != 0) {
        return ml_status_fail(ML_NUMERICAL_ERROR, "%lld values of %s do not fit %s, the first at position %lld",
                              (long long)record[ML_RECORD_OVERFLOWS], element->name, ml_type_name(result->type),
                              (long long)record[ML_RECORD_FIRST_OVERFLOW]);
    }
    return ML_OK;
}
