// Elements that are integers: exact, with overflow noticed.
#pragma once

#include "element_types.h"

#define ML_INTEGERS 1 // integers have no quotient

namespace ml {

template <typename T, typename C> inline C load_integer(device const void *data, ulong i)
{
    return C(static_cast<device const T *>(data)[i]);
}

// Element i of an array of the given type in the type C, which holds all of its values.
template <typename C> inline C load(device const void *data, uint type, ulong i, C)
{
    switch (type) {
    case ML_INTEGER8: return load_integer<char, C>(data, i);
    case ML_UNSIGNED8: return load_integer<uchar, C>(data, i);
    case ML_INTEGER16: return load_integer<short, C>(data, i);
    case ML_UNSIGNED16: return load_integer<ushort, C>(data, i);
    case ML_INTEGER32: return load_integer<int, C>(data, i);
    case ML_UNSIGNED32: return load_integer<uint, C>(data, i);
    case ML_INTEGER64: return load_integer<long, C>(data, i);
    default: return load_integer<ulong, C>(data, i);
    }
}

template <typename C> inline bool stored_finite(device const void *, uint, ulong, C) { return true; }

template <typename C> inline void store(device void *data, uint, ulong i, C x, thread bool &)
{
    static_cast<device C *>(data)[i] = x;
}

template <typename C> inline C as_stored(C x, uint) { return x; }
template <typename C> inline bool is_nan(C) { return false; }
template <typename C> inline bool is_finite(C) { return true; }

// Modulo 2^bits.
template <typename C> inline C add(C a, C b) { return C(ulong(a) + ulong(b)); }

// The true sum of a and b is `sum` and this many times 2^bits. It wrapped if it has another sign than both operands; without a sign,
// if it is below an operand.
template <typename C> inline int carry(C a, C b, C sum)
{
    bool is_signed = C(-1) < C(0);
    bool wrapped = is_signed ? C((a ^ sum) & (b ^ sum)) < C(0) : sum < a;
    return wrapped ? (a < C(0) ? -1 : 1) : 0;
}

// Modulo 2^bits.
template <typename C> inline C difference(C a, C b) { return C(ulong(a) - ulong(b)); }

// Whether a - b, which is `difference` modulo 2^bits, does not fit.
template <typename C> inline bool borrows(C a, C b, C difference)
{
    bool is_signed = C(-1) < C(0);
    return is_signed ? C((a ^ b) & (a ^ difference)) < C(0) : a < b;
}

// Modulo 2^bits.
template <typename C> inline C product(C a, C b) { return C(ulong(a) * ulong(b)); }

template <typename C> inline bool product_fits(C a, C b)
{
    long wide = long(a) * long(b);
    return wide == long(C(wide));
}
inline bool product_fits(uint a, uint b) { return (ulong(a) * ulong(b)) >> 32 == 0ul; }
// Of 64 bits: false also for products within 2^-20 of the limit, which the counting run then tells. The float product, less than 2^-22 off,
// costs a fraction of the high half of the exact one.
inline bool product_fits(ulong a, ulong b) { return float(a) * float(b) < 18446726481523507200.0f; } // 2^64 - 2^44
inline bool product_fits(long a, long b) { return metal::fabs(float(a) * float(b)) < 9223363240761753600.0f; } // 2^63 - 2^43

template <typename C> inline bool is_negative_integer(C x) { return x < C(0); }
template <typename C> inline ulong integer_magnitude(C x) { return x < C(0) ? 0ul - ulong(x) : ulong(x); }

// Whether a type holds the integer of this magnitude and sign.
template <typename C> inline bool integer_fits(ulong magnitude, bool negative, C)
{
    bool is_signed = C(-1) < C(0);
    uint bits = uint(8u * sizeof(C)) - uint(is_signed);
    ulong most = (1ul << (bits - 1u)) + ((1ul << (bits - 1u)) - 1ul);
    ulong limit = negative ? (is_signed ? most + 1ul : 0ul) : most;
    return magnitude <= limit;
}

template <typename C> inline C magnitude(C x, thread bool &overflow)
{
    C opposite = C(0ul - ulong(x));
    bool negative = x < C(0);
    overflow = overflow | (negative & (opposite == x));
    return negative ? opposite : x;
}

template <typename C> inline C sign(C x) { return C(C(x > C(0)) - C(x < C(0))); }

} // namespace ml
