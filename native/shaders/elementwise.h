// Sums of up to eight operands, element by element.
#pragma once

#include "counts.h"
#include "kernel_arguments.h"

constant uint operand_types [[function_constant(ML_CONSTANT_OPERAND_TYPES)]];
constant uint operand_count [[function_constant(ML_CONSTANT_OPERAND_COUNT)]];
constant uint broadcast [[function_constant(ML_CONSTANT_BROADCAST)]];
constant uint result_type [[function_constant(ML_CONSTANT_RESULT_TYPE)]];

namespace ml {

template <typename C> inline C operand(device const void *data, uint k, ulong i)
{
    uint type = (operand_types >> (4u * k)) & 15u;
    return load(data, type, (broadcast >> k & 1u) != 0u ? 0ul : i, C());
}

// A sum as it goes from left to right, every partial sum rounded to the type of the result.
template <typename C> struct running_sum {
    C value;
    bool finite; // all operands so far
    bool overflow;
};

template <typename C>
inline void add_operand(thread running_sum<C> &sum, device const void *data, uint k, ulong i)
{
    if (k < operand_count) {
        C x = operand<C>(data, k, i);
        sum.finite = sum.finite & is_finite(x);
        sum.value = as_stored(add(sum.value, x, sum.overflow), result_type);
    }
}

// Returns whether there is something to count.
template <typename C>
inline bool add_elements(device const void *operand0, device const void *operand1, device const void *operand2,
                         device const void *operand3, device const void *operand4, device const void *operand5,
                         device const void *operand6, device const void *operand7, device void *result,
                         ulong i, thread exceptions &noted)
{
    running_sum<C> sum;
    C first = operand<C>(operand0, 0u, i);
    sum.value = as_stored(first, result_type);
    sum.finite = is_finite(first);
    sum.overflow = false;
    add_operand(sum, operand1, 1u, i);
    add_operand(sum, operand2, 2u, i);
    add_operand(sum, operand3, 3u, i);
    add_operand(sum, operand4, 4u, i);
    add_operand(sum, operand5, 5u, i);
    add_operand(sum, operand6, 6u, i);
    add_operand(sum, operand7, 7u, i);
    store(result, result_type, i, sum.value, sum.overflow);
    note(noted, i, sum.overflow, is_finite(sum.value), is_nan(sum.value), sum.finite);
    return sum.overflow | !is_finite(sum.value);
}

} // namespace ml
