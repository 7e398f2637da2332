// Sums of up to eight operands, element by element.
#pragma once

#include "counts.h"
#include "kernel_arguments.h"

constant uint operand_types [[function_constant(ML_CONSTANT_OPERAND_TYPES)]];
constant uint operand_count [[function_constant(ML_CONSTANT_OPERAND_COUNT)]];
constant uint broadcast [[function_constant(ML_CONSTANT_BROADCAST)]];
constant uint result_type [[function_constant(ML_CONSTANT_RESULT_TYPE)]];
constant uint chain [[function_constant(ML_CONSTANT_CHAIN)]];

namespace ml {

// A sum as it goes from left to right, every partial sum of reals rounded to the type of the result.
template <typename C> struct running_sum {
    C value;     // of integers modulo 2^bits
    int carries; // of integers: the sum lacks this many times 2^bits
    bool finite; // all operands so far
};

template <typename C>
inline C operand(thread running_sum<C> &sum, device const void *data, uint k, ulong i)
{
    uint type = (operand_types >> (4u * k)) & 15u;
    ulong at = (broadcast >> k & 1u) != 0u ? 0ul : i;
    sum.finite = sum.finite & stored_finite(data, type, at, C());
    return load(data, type, at, C());
}

// Where the chain goes on, the first operand is the sum so far, which is no operand of the whole.
template <typename C>
inline running_sum<C> first_sum(device const void *data, device const int *carried, ulong i)
{
    running_sum<C> sum;
    sum.carries = 0;
    sum.finite = true;
    sum.value = as_stored(operand(sum, data, 0u, i), result_type);
    if ((chain & ML_CHAIN_GOES_ON) != 0u) {
        int state = carried[i];
        sum.carries = state >> 1;
        sum.finite = (state & 1) == 0;
    }
    return sum;
}

template <typename C>
inline void add_operand(thread running_sum<C> &sum, device const void *data, uint k, ulong i)
{
    if (k < operand_count) {
        C x = operand(sum, data, k, i);
        C value = as_stored(add(sum.value, x), result_type);
        sum.carries += carry(sum.value, x, value);
        sum.value = value;
    }
}

// Returns whether there is something to count.
template <typename C>
inline bool add_elements(device const void *operand0, device const void *operand1, device const void *operand2,
                         device const void *operand3, device const void *operand4, device const void *operand5,
                         device const void *operand6, device const void *operand7, device void *result,
                         device int *carried, ulong i, thread exceptions &noted)
{
    running_sum<C> sum = first_sum<C>(operand0, carried, i);
    add_operand(sum, operand1, 1u, i);
    add_operand(sum, operand2, 2u, i);
    add_operand(sum, operand3, 3u, i);
    add_operand(sum, operand4, 4u, i);
    add_operand(sum, operand5, 5u, i);
    add_operand(sum, operand6, 6u, i);
    add_operand(sum, operand7, 7u, i);
    bool overflow = sum.carries != 0;
    store(result, result_type, i, sum.value, overflow);
    if ((chain & ML_CHAIN_IS_LEFT) != 0u) {
        carried[i] = 2 * sum.carries + int(!sum.finite);
    } else {
        note(noted, i, overflow, is_finite(sum.value), is_nan(sum.value), sum.finite);
    }
    return overflow | !is_finite(sum.value);
}

} // namespace ml
