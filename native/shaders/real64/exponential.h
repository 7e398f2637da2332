// Exponential functions of real64: x = n Log[2] + r with |r| <= Log[2]/2, then 1 + r + r^2 p(r) with the large terms added last.
#pragma once

#include "../twofold.h"
#include "coefficients/elementary.h"
#include "polynomial.h"

namespace ml {

// NaN stays.
inline real64 clamped(real64 x, real64 low, real64 high)
{
    x = x < low ? low : x;
    return x > high ? high : x;
}

// x as an integer; the sum with 1.5 2^52 is rounded to one and has it in its lowest bits.
struct nearest_integer {
    real64 value;
    int n;
};

// To x factor.
inline nearest_integer nearest(real64 x, real64 factor)
{
    real64 whole = real64_from_bits(0x4338000000000000ul);
    real64 shifted = fma(x, factor, whole);
    nearest_integer result;
    result.value = shifted - whole;
    result.n = int(uint(real64_bits(shifted)));
    return result;
}

// x = n Log[2] + rest.
inline twofold<real64> reduce_log_two(real64 x, thread int &n)
{
    nearest_integer k = nearest(x, real64_from_bits(0x3ff71547652b82feul));
    n = k.n;
    real64 high = fma(-k.value, real64_from_bits(0x3fe62e42fefa3800ul), x); // Log[2] to 42 places: exact
    real64 low = real64_from_bits(0x3d2ef35793c76730ul);
    real64 rest = fma(-k.value, low, high);
    return make_twofold(rest, fma(-k.value, low, high - rest));
}

// exp(r) - 1 - r.hi, accurate to a double.
inline real64 exp_correction(twofold<real64> r)
{
    return fma(r.hi * r.hi, polynomial(exp_rest, exp_rest_length, r.hi), fma(r.lo, r.hi, r.lo));
}

// exp(r) from Sqrt[1/2] to Sqrt[2].
inline twofold<real64> exp_reduced(twofold<real64> r)
{
    twofold<real64> sum = fast_two_sum(real64_one(), r.hi);
    return make_twofold(sum.hi, sum.lo + exp_correction(r));
}

inline real64 exp(real64 x)
{
    // Beyond these it is infinite or 0.
    real64 near = clamped(x, real64_from_bits(0xc087500000000000ul), real64_from_bits(0x4086300000000000ul)); // -746, 710
    int n = 0;
    twofold<real64> r = reduce_log_two(near, n);
    return scale_near_one(rounded(exp_reduced(r)), n);
}

inline real64 exp2(real64 x)
{
    real64 near = clamped(x, real64_from_bits(0xc090d00000000000ul), real64_from_bits(0x4090040000000000ul)); // -1076, 1025
    nearest_integer k = nearest(near, real64_one());
    twofold<real64> log_two = make_twofold(real64_from_bits(0x3fe62e42fefa39eful), real64_from_bits(0x3c7abc9e3b39803ful));
    return scale_near_one(rounded(exp_reduced(log_two * (near - k.value))), k.n);
}

inline real64 exp10(real64 x)
{
    real64 near = clamped(x, real64_from_bits(0xc074400000000000ul), real64_from_bits(0x4073500000000000ul)); // -324, 309
    nearest_integer k = nearest(near, real64_from_bits(0x400a934f0979a371ul));
    real64 rest = fma(-k.value, real64_from_bits(0x3fd34413509f7000ul), near); // Log10[2] to 42 places: exact
    twofold<real64> log_ten = make_twofold(real64_from_bits(0x40026bb1bbb55516ul), real64_from_bits(0xbcaf48ad494ea3e9ul));
    twofold<real64> r = log_ten * rest;
    r.lo = fma(-k.value, real64_from_bits(0x3d570432eeba8c21ul), r.lo); // what Log10[2] lacks, times Log[10]
    return scale_near_one(rounded(exp_reduced(fast_two_sum(r.hi, r.lo))), k.n);
}

// (exp(x) - 1) / 2, for x from -60 to 710.
inline twofold<real64> expm1_half(real64 x)
{
    int n = 0;
    twofold<real64> r = reduce_log_two(x, n);
    twofold<real64> power = exp_reduced(r);
    real64 unit = real64_from_bits(ulong(n + 1022) << 52); // 2^(n-1)
    twofold<real64> sum = two_sum(unit * power.hi, real64_from_bits(0xbfe0000000000000ul));
    return fast_two_sum(sum.hi, fma(unit, power.lo, sum.lo));
}

inline real64 expm1(real64 x)
{
    real64 near = clamped(x, real64_from_bits(0xc04e000000000000ul), real64_from_bits(0x4086300000000000ul)); // -60, 710
    twofold<real64> halved = expm1_half(near);
    real64 result = halved.hi + halved.hi; // it is rounded already
    return abs(x) < real64_from_bits(0x3c90000000000000ul) ? x : result; // 2^-54
}

} // namespace ml
