// Hyperbolic functions of real64 and their inverses, from exponential functions and logarithms in two parts.
#pragma once

#include "logarithm.h"

namespace ml {

// exp(a) / 4 and exp(-a) / 4 for a from 0 to 710.6, where the hyperbolic functions are infinite.
inline void quarter_exponentials(real64 a, thread twofold<real64> &up, thread twofold<real64> &down)
{
    int n = 0;
    twofold<real64> power = exp_reduced(reduce_log_two(a, n));
    power = fast_two_sum(power.hi, power.lo);
    real64 inverse = real64_one() / power.hi;
    real64 inverse_lo = inverse * fma(-inverse, power.lo, fma(-inverse, power.hi, real64_one()));
    real64 unit = real64_from_bits(ulong(n + 1021) << 52);
    real64 inverse_unit = real64_from_bits(ulong(1021 - metal::min(n, 100)) << 52); // too small to matter from 2^-100 on
    up = make_twofold(power.hi * unit, power.lo * unit);
    down = make_twofold(inverse * inverse_unit, inverse_lo * inverse_unit);
}

inline real64 four_times(real64 x)
{
    real64 twice = x + x;
    return twice + twice;
}

inline real64 cosh(real64 x)
{
    twofold<real64> up;
    twofold<real64> down;
    quarter_exponentials(clamped(abs(x), real64(), real64_from_bits(0x408634cccccccccdul)), up, down); // 710.6
    twofold<real64> sum = fast_two_sum(up.hi, down.hi);
    real64 halved = sum.hi + (sum.lo + (up.lo + down.lo));
    return halved + halved;
}

// Near 0 a polynomial: there the exponentials would cancel.
inline real64 sinh(real64 x)
{
    real64 a = abs(x);
    real64 z = a * a;
    real64 small = fma(a * z, polynomial(sinh_rest, sinh_rest_length, z), a);
    twofold<real64> up;
    twofold<real64> down;
    quarter_exponentials(clamped(a, real64(), real64_from_bits(0x408634cccccccccdul)), up, down); // 710.6
    twofold<real64> sum = fast_two_sum(up.hi, -down.hi);
    real64 halved = sum.hi + (sum.lo + (up.lo - down.lo));
    return copysign(a < real64_from_bits(0x3fd62e42fefa39eful) ? small : halved + halved, x); // Log[2]/2
}

// (exp(2 a) - 1) / 2 over itself plus 1.
inline real64 tanh(real64 x)
{
    real64 a = clamped(abs(x), real64(), real64_from_bits(0x4036000000000000ul)); // 22, from where on it is 1
    twofold<real64> halved = expm1_half(a + a);
    real64 result = rounded(halved / (halved + real64_one()));
    result = a < real64_from_bits(0x3e30000000000000ul) ? a : result; // 2^-28
    return copysign(result, x);
}

// The square root of a positive number.
inline twofold<real64> sqrt_twofold(twofold<real64> x)
{
    real64 root = sqrt(x.hi);
    real64 rest = fma(-root, root, x.hi) + x.lo;
    return fast_two_sum(root, rest / (root + root));
}

// log(2 a), as log1p(t) is for t = 2 a so large that 1 does not matter; `large` says where it is to stand instead.
inline real64 log1p_or_twice(twofold<real64> t, real64 a, bool large)
{
    t = large ? make_twofold(a, real64()) : t;
    twofold<real64> result = log1p_twofold(t);
    real64 log_two_hi = real64_from_bits(0x3fe62e42fefa39eful);
    real64 log_two_lo = real64_from_bits(0x3c7abc9e3b39803ful);
    twofold<real64> shifted = fast_two_sum(result.hi, large ? log_two_hi : real64());
    return shifted.hi + (shifted.lo + (result.lo + (large ? log_two_lo : real64())));
}

// log(a + Sqrt[a^2 + 1]) = log1p(a + a^2 / (1 + Sqrt[a^2 + 1]))
inline real64 asinh(real64 x)
{
    real64 a = abs(x);
    bool large = a > real64_from_bits(0x43b0000000000000ul); // 2^60
    real64 b = large ? real64_one() : a;
    twofold<real64> square = two_product(b, b);
    twofold<real64> root = sqrt_twofold(square + real64_one());
    twofold<real64> t = square / (root + real64_one()) + b;
    real64 result = log1p_or_twice(t, a, large);
    result = a < real64_from_bits(0x3e30000000000000ul) ? a : result; // 2^-28
    return copysign(is_finite(x) ? result : a, x);
}

// log(x + Sqrt[x^2 - 1]) = log1p(d + Sqrt[2 d + d^2]) with d = x - 1
inline real64 acosh(real64 x)
{
    bool large = x > real64_from_bits(0x43b0000000000000ul); // 2^60
    real64 d = large ? real64_one() : x - real64_one();
    twofold<real64> root = sqrt_twofold(two_product(d, d) + (d + d));
    real64 result = log1p_or_twice(root + d, x, large);
    result = d == real64() ? d : result;
    result = x < real64_one() ? real64_nan_value() : result;
    return is_finite(x) ? result : x + real64_infinity_value();
}

// log1p(2 a / (1 - a)) / 2
inline real64 atanh(real64 x)
{
    real64 a = abs(x);
    twofold<real64> t = make_twofold(a + a, real64()) / two_sum(real64_one(), -a);
    real64 result = rounded(log1p_twofold(t)) * real64_from_bits(0x3fe0000000000000ul);
    result = a < real64_from_bits(0x3e30000000000000ul) ? a : result; // 2^-28
    result = a == real64_one() ? real64_infinity_value() : result;
    result = a <= real64_one() ? result : real64_nan_value();
    return copysign(result, x);
}

} // namespace ml
