// Functions of one element.
#pragma once

#include "counts.h"
#include "kernel_arguments.h"

constant uint operand_types [[function_constant(ML_CONSTANT_OPERAND_TYPES)]];
constant uint result_type [[function_constant(ML_CONSTANT_RESULT_TYPE)]];

namespace ml {

template <typename C> inline C map_operand(device const void *operand, ulong i)
{
    return load(operand, operand_types, i, C());
}

// Returns whether there is something to count.
template <typename C, typename Y>
inline bool map_result(device const void *operand, device void *result, ulong i, C, Y y, bool overflow, thread exceptions &noted)
{
    y = as_stored(y, result_type);
    store(result, result_type, i, y, overflow);
    note(noted, i, overflow, is_finite(y), is_nan(y), stored_finite(operand, operand_types, i, C()));
    return overflow | !is_finite(y);
}

} // namespace ml
