// Logarithms of real64: x = m 2^k with m from Sqrt[1/2] to Sqrt[2], f = m - 1, s = f / (2 + f), and
// log(1 + f) = 2 atanh(s) = f - f^2/2 + s (f^2/2 + s^2 p(s^2)). After fdlibm's log (Sun Microsystems, 1993), with two parts.
#pragma once

#include "exponential.h"

namespace ml {

// A positive number as fraction 2^exponent, the fraction from Sqrt[1/2] to Sqrt[2].
struct fraction_and_exponent {
    real64 fraction;
    int exponent;
};

inline fraction_and_exponent split_exponent(real64 x)
{
    bool subnormal = x < real64_from_bits(0x0010000000000000ul);
    ulong bits = real64_bits(subnormal ? x * real64_from_bits(0x4350000000000000ul) : x); // 2^54
    // Counted from Sqrt[1/2] the exponents change where they should.
    ulong above = bits + (0x3ff0000000000000ul - 0x3fe6a09e667f3bcdul);
    fraction_and_exponent parts;
    parts.exponent = int(above >> 52) - (subnormal ? 1023 + 54 : 1023);
    parts.fraction = real64_from_bits((above & 0x000ffffffffffffful) + 0x3fe6a09e667f3bcdul);
    return parts;
}

// log(1 + f.hi + f.lo) for 1 + f from Sqrt[1/2] to Sqrt[2]; the parts are not normalised.
inline twofold<real64> log_of_one_plus(twofold<real64> f)
{
    real64 s = f.hi / (f.hi + real64_from_bits(0x4000000000000000ul));
    real64 z = s * s;
    real64 halved = f.hi * real64_from_bits(0x3fe0000000000000ul);
    real64 half_square = halved * f.hi;
    real64 hi = fma(-halved, f.hi, f.hi);
    real64 lo = fma(-halved, f.hi, f.hi - hi);
    real64 slope = fma(s + s, s - real64_one(), real64_one()); // nearly 1 / (1 + f)
    lo = fma(s, fma(z, polynomial(log_rest, log_rest_length, z), half_square), lo);
    return make_twofold(hi, fma(f.lo, slope, lo));
}

// log((1 + f) 2^k)
inline twofold<real64> log_of_parts(twofold<real64> f, int exponent)
{
    twofold<real64> part = log_of_one_plus(f);
    real64 k = convert(exponent, real64());
    twofold<real64> sum = fast_two_sum(k * real64_from_bits(0x3fe62e42fefa3800ul), part.hi); // Log[2] to 42 places: exact
    return make_twofold(sum.hi, sum.lo + fma(k, real64_from_bits(0x3d2ef35793c76730ul), part.lo));
}

// What is to stand at 0, infinity, negative numbers and NaN.
inline real64 log_or_special(real64 result, real64 x)
{
    bool usual = (x > real64()) & (x < real64_infinity_value());
    real64 special = x == real64() ? -real64_infinity_value() : (x > real64() ? x : real64_nan_value());
    return usual ? result : special;
}

inline twofold<real64> fraction_less_one(fraction_and_exponent parts)
{
    return make_twofold(parts.fraction - real64_one(), real64());
}

inline real64 log(real64 x)
{
    fraction_and_exponent parts = split_exponent(x);
    return log_or_special(rounded(log_of_parts(fraction_less_one(parts), parts.exponent)), x);
}

// k + log(1 + f) / Log[2]: exact at powers of two.
inline real64 log2(real64 x)
{
    fraction_and_exponent parts = split_exponent(x);
    twofold<real64> part = log_of_one_plus(fraction_less_one(parts));
    part = fast_two_sum(part.hi, part.lo) * make_twofold(real64_from_bits(0x3ff71547652b82feul), real64_from_bits(0x3c7777d0ffda0d24ul));
    twofold<real64> sum = fast_two_sum(convert(parts.exponent, real64()), part.hi);
    return log_or_special(sum.hi + (sum.lo + part.lo), x);
}

// k Log10[2] + log(1 + f) / Log[10]
inline real64 log10(real64 x)
{
    fraction_and_exponent parts = split_exponent(x);
    twofold<real64> part = log_of_one_plus(fraction_less_one(parts));
    part = fast_two_sum(part.hi, part.lo) * make_twofold(real64_from_bits(0x3fdbcb7b1526e50eul), real64_from_bits(0x3c695355baaafad3ul));
    real64 k = convert(parts.exponent, real64());
    twofold<real64> sum = fast_two_sum(k * real64_from_bits(0x3fd34413509f7000ul), part.hi); // to 42 places: exact
    return log_or_special(sum.hi + (sum.lo + fma(k, real64_from_bits(0x3d43fde623e2566bul), part.lo)), x);
}

// log(1 + t) for finite t > -1.
inline twofold<real64> log1p_twofold(twofold<real64> t)
{
    twofold<real64> sum = two_sum(real64_one(), t.hi);
    sum = fast_two_sum(sum.hi, sum.lo + t.lo);
    fraction_and_exponent parts = split_exponent(sum.hi);
    real64 unit = real64_from_bits(ulong(metal::max(1023 - parts.exponent, 0)) << 52); // 2^-exponent, or 0 where lo is too small to matter
    twofold<real64> f = make_twofold(parts.fraction - real64_one(), sum.lo * unit);
    f.hi = parts.exponent == 0 ? t.hi : f.hi;
    f.lo = parts.exponent == 0 ? t.lo : f.lo;
    return log_of_parts(f, parts.exponent);
}

inline real64 log1p(real64 x)
{
    twofold<real64> result = log1p_twofold(make_twofold(x, real64()));
    real64 checked = log_or_special(rounded(result), x + real64_one());
    return abs(x) < real64_from_bits(0x3c90000000000000ul) ? x : checked; // 2^-54
}

} // namespace ml
