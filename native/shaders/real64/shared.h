// Operations of real64 on bits and comparisons, the same for both kinds of arithmetic.
#pragma once

namespace ml {

inline real64 real64_one() { return real64_from_bits(0x3ff0000000000000ul); }
inline real64 real64_nan_value() { return real64_from_bits(0x7ff8000000000000ul); }
inline real64 real64_infinity_value() { return real64_from_bits(0x7ff0000000000000ul); }

inline bool is_negative(real64 x) { return (real64_bits(x) >> 63) != 0ul; }

inline real64 copysign(real64 magnitude, real64 sign)
{
    return real64_from_bits((real64_bits(magnitude) & 0x7ffffffffffffffful) | (real64_bits(sign) & 0x8000000000000000ul));
}

// Bits as a signed integer that orders as the values do, -0 below +0.
inline long real64_total_order(real64 x)
{
    long bits = long(real64_bits(x));
    return bits ^ ((bits >> 63) & 0x7fffffffffffffffl);
}

inline real64 min(real64 a, real64 b)
{
    real64 smaller = real64_total_order(b) < real64_total_order(a) ? b : a;
    return is_nan(a) ? a : (is_nan(b) ? b : smaller);
}

inline real64 max(real64 a, real64 b)
{
    real64 larger = real64_total_order(a) < real64_total_order(b) ? b : a;
    return is_nan(a) ? a : (is_nan(b) ? b : larger);
}

inline bool is_integer(real64 x) { return is_finite(x) && trunc(x) == x; }

inline bool is_odd_integer(real64 x)
{
    real64 halved = x * real64_from_bits(0x3fe0000000000000ul);
    return is_integer(x) && trunc(halved) != halved;
}

// The e with 2^e <= |x| < 2^(e+1); of 0 -1075, of NaN and infinities 1024.
inline int exponent(real64 x)
{
    ulong magnitude = real64_bits(x) & 0x7ffffffffffffffful;
    int subnormal = -1011 - int(metal::clz(magnitude));
    return magnitude < 0x0010000000000000ul ? subnormal : int(magnitude >> 52) - 1023;
}

} // namespace ml
