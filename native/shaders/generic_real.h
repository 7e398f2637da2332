// Real numbers of compiled functions: what the language has beyond the functions of real32.h and real64.h.
#pragma once

#include "generic.h"

namespace ml {

// Of doubles as Equal takes them: alike if they differ in the last seven binary digits at most. Floats are rounded doubles, and
// equal only to themselves.
inline bool equal(float a, float b) { return a == b; }
inline bool equal(real64 a, real64 b)
{
    real64 larger = abs(a) < abs(b) ? abs(b) : abs(a);
    return a == b || (is_finite(larger) && abs(a - b) < larger * real64_from_bits(0x3d20000000000000ul)); // 2^-45
}

// As SameQ: the last binary digit does not count.
inline bool same(float a, float b) { return a == b; }
inline bool same(real64 a, real64 b)
{
    long difference = long(real64_bits(a)) - long(real64_bits(b));
    return a == b || (difference >= -1l && difference <= 1l && !is_nan(a) && !is_nan(b));
}

template <typename R> inline long floor_integer(R x, thread state &s) { return to_long(floor(x), s.overflow); }
template <typename R> inline long ceiling_integer(R x, thread state &s) { return to_long(ceil(x), s.overflow); }
template <typename R> inline long round_integer(R x, thread state &s) { return to_long(round_even(x), s.overflow); }
template <typename R> inline long integer_part(R x, thread state &s) { return to_long(x, s.overflow); }

template <typename R> inline long sign_integer(R x, thread state &s)
{
    s.overflow = s.overflow | is_nan(x);
    return long(x > R()) - long(x < R());
}

template <typename R> inline R fractional_part(R x)
{
    R whole = x < R() ? ceil(x) : floor(x);
    return is_finite(x) ? x - whole : x - x;
}

// NaN where one is.
template <typename R> inline R least(R a, R b) { return is_nan(a) ? a : is_nan(b) ? b : b < a ? b : a; }
template <typename R> inline R greatest(R a, R b) { return is_nan(a) ? a : is_nan(b) ? b : a < b ? b : a; }

// Floor[a/b] in real arithmetic: the quotient may have been rounded up to an integer, which the exact rest tells.
template <typename R> inline R floor_quotient(R a, R b)
{
    R q = floor(a / b);
    R rest = fma(-q, b, a);
    bool high = b < R() ? rest > R() : rest < R();
    return high ? q - convert(1, R()) : q;
}

template <typename R> inline long quotient(R a, R b, thread state &s) { return to_long(floor_quotient(a, b), s.overflow); }

// With the sign of b.
template <typename R> inline R mod(R a, R b)
{
    R rest = fma(-floor_quotient(a, b), b, a);
    return rest == b ? R() : rest;
}

template <typename R> inline R mod(R a, R b, R offset) { return mod(a - offset, b) + offset; }

// ArcTan[x, y], the angle of the point {x, y}; a zero has no sign in the language.
template <typename R> inline R angle(R x, R y)
{
    R zero = R();
    if (x == zero && y == zero) {
        return zero / zero;
    }
    return atan2(y == zero ? zero : y, x == zero ? zero : x);
}

// 0^0 and what is not a number have no value, which C's pow gives one.
template <typename R> inline R power(R x, R y)
{
    bool undetermined = (x == R() && y == R()) || is_nan(x) || is_nan(y);
    return undetermined ? R() / R() : pow(x, y);
}

} // namespace ml
