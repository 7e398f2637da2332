// Arithmetic of up to 24 operands, element by element, from left to right.
#pragma once

#include "counts.h"
#include "kernel_arguments.h"

constant uint operand_types [[function_constant(ML_CONSTANT_OPERAND_TYPES)]];
constant uint operand_types_8 [[function_constant(ML_CONSTANT_OPERAND_TYPES_8)]];
constant uint operand_types_16 [[function_constant(ML_CONSTANT_OPERAND_TYPES_16)]];
constant uint operand_count [[function_constant(ML_CONSTANT_OPERAND_COUNT)]];
constant uint broadcast [[function_constant(ML_CONSTANT_BROADCAST)]];
constant uint result_type [[function_constant(ML_CONSTANT_RESULT_TYPE)]];
constant uint chain [[function_constant(ML_CONSTANT_CHAIN)]];

namespace ml {

// A result as it grows from left to right, every step of reals rounded to the type of the result. Whether integers fit shows only in
// the whole: what leaves the type may come back. So a step notes what may not fit, and where exceptions are counted the operation
// keeps the true value.
template <typename C> struct running {
    C value;         // of integers modulo 2^bits
    bool wrapped;    // a step of integers left the type
    bool finite;     // all operands so far
    int carries;     // sums of integers: the value lacks this many times 2^bits
    ulong magnitude; // products of integers
    bool negative;
    bool lost;       // the magnitude is 2^64 or more
};

inline uint operand_type(uint k)
{
    uint types = k < 8u ? operand_types : (k < 16u ? operand_types_8 : operand_types_16);
    return (types >> (4u * (k & 7u))) & 15u;
}

template <typename C>
inline C operand(thread running<C> &so_far, device const void *data, uint k, ulong i)
{
    uint type = operand_type(k);
    ulong at = (broadcast >> k & 1u) != 0u ? 0ul : i;
    so_far.finite = so_far.finite & stored_finite(data, type, at, C());
    return load(data, type, at, C());
}

template <typename C> inline running<C> begin(device const void *data, ulong i)
{
    running<C> result;
    result.wrapped = false;
    result.finite = true;
    result.carries = 0;
    result.value = as_stored(operand(result, data, 0u, i), result_type);
    result.magnitude = integer_magnitude(result.value);
    result.negative = is_negative_integer(result.value);
    result.lost = false;
    return result;
}

// Where the chain goes on, the first operand is the result so far, which is no operand of the whole.
template <typename C> inline void go_on(thread running<C> &result, device const ml_carried *carried, ulong i)
{
    if ((chain & ML_CHAIN_GOES_ON) != 0u) {
        ml_carried before = carried[i];
        result.carries = before.carries;
        result.magnitude = before.magnitude;
        result.negative = (before.state & ML_CARRIED_NEGATIVE) != 0u;
        result.lost = (before.state & ML_CARRIED_LOST) != 0u;
        result.finite = (before.state & ML_CARRIED_NOT_FINITE) == 0u;
    }
}

template <typename C> inline void leave(thread const running<C> &result, device ml_carried *carried, ulong i)
{
    ml_carried after;
    after.carries = result.carries;
    after.magnitude = result.magnitude;
    after.state = (result.negative ? ML_CARRIED_NEGATIVE : 0u) | (result.lost ? ML_CARRIED_LOST : 0u) |
                  (result.finite ? 0u : ML_CARRIED_NOT_FINITE);
    carried[i] = after;
}

struct adding {
    template <typename C> static inline void step(thread running<C> &result, C x)
    {
        C value = as_stored(add(result.value, x), result_type);
        int carries = carry(result.value, x, value);
        result.carries += carries;
        result.wrapped = result.wrapped | (carries != 0);
        result.value = value;
    }
    template <typename C> static inline bool overflowed(thread const running<C> &result) { return result.carries != 0; }
};

struct subtracting {
    template <typename C> static inline void step(thread running<C> &result, C x)
    {
        C value = as_stored(difference(result.value, x), result_type);
        result.wrapped = borrows(result.value, x, value);
        result.value = value;
    }
    template <typename C> static inline bool overflowed(thread const running<C> &result) { return result.wrapped; }
};

// What is quick may give NaN for rare values: then the element is flagged, and the run that counts gets it right.
template <typename C> inline C finite_product(C a, C b) { return product(a, b); }

struct multiplying {
    template <typename C> static inline void step(thread running<C> &result, C x)
    {
        C unrounded = counting != 0u ? product(result.value, x) : finite_product(result.value, x);
        C value = as_stored(unrounded, result_type);
        result.wrapped = result.wrapped | !product_fits(result.value, x);
        result.value = value;
        if (counting != 0u) {
            ulong factor = integer_magnitude(x);
            result.lost = factor != 0ul && (result.lost || metal::mulhi(result.magnitude, factor) != 0ul);
            result.magnitude = result.magnitude * factor;
            result.negative = result.negative != is_negative_integer(x);
        }
    }
    template <typename C> static inline bool overflowed(thread const running<C> &result)
    {
        return result.lost || !integer_fits(result.magnitude, result.negative, result.value);
    }
};

#if !defined(ML_INTEGERS)
template <typename C> inline C finite_quotient(C a, C b) { return quotient(a, b); }

struct dividing {
    template <typename C> static inline void step(thread running<C> &result, C x)
    {
        C unrounded = counting != 0u ? quotient(result.value, x) : finite_quotient(result.value, x);
        result.value = as_stored(unrounded, result_type);
    }
    template <typename C> static inline bool overflowed(thread const running<C> &) { return false; }
};
#endif

template <typename Operation, typename C>
inline void step(thread running<C> &result, device const void *data, uint k, ulong i)
{
    if (k < operand_count) {
        Operation::step(result, operand(result, data, k, i));
    }
}

// Stores the result of element i. Returns whether there may be something to count.
template <typename Operation, typename C>
inline bool end(thread const running<C> &so_far, device void *result, ulong i, thread exceptions &noted)
{
    bool ignored = false;
    store(result, result_type, i, so_far.value, ignored);
    if (counting != 0u && (chain & ML_CHAIN_IS_LEFT) == 0u) {
        note(noted, i, Operation::overflowed(so_far), is_finite(so_far.value), is_nan(so_far.value), so_far.finite);
    }
    return so_far.wrapped | !is_finite(so_far.value);
}

} // namespace ml
