// Functions of one element.
#pragma once

#include "counts.h"
#include "kernel_arguments.h"

constant uint operand_types [[function_constant(ML_CONSTANT_OPERAND_TYPES)]];
constant uint result_type [[function_constant(ML_CONSTANT_RESULT_TYPE)]];

namespace ml {

template <typename C> inline C map_operand(device const void *operand, uint i)
{
    return load(operand, operand_types, i, C());
}

template <typename C, typename Y>
inline void map_result(device void *result, device atomic_uint *counts, uint i, C x, Y y, bool overflow)
{
    y = as_stored(y, result_type);
    store(result, result_type, i, y, overflow);
    if (overflow | !is_finite(y)) {
        count_exception(counts, i, overflow, is_nan(y), is_finite(x));
    }
}

} // namespace ml
