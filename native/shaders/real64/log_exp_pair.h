// Logarithm and exponential function with more digits than a double has, for what is built on them.
// Table and polynomial after P. T. P. Tang, Table-driven implementation of the logarithm function in IEEE floating-point
// arithmetic, ACM TOMS 16 (1990), and of the exponential function, ACM TOMS 15 (1989).
#pragma once

#include "../twofold.h"
#include "polynomial.h"
#include "coefficients/log_exp.h"

namespace ml {

// Log[x] for finite x > 0, relative error below 2^-68.
inline twofold<real64> log_pair(real64 x)
{
    ulong bits = real64_bits(x);
    int exponent = 0;
    if (bits < 0x0010000000000000ul) { // subnormal
        bits = real64_bits(x * real64_from_bits(0x4350000000000000ul)); // 2^54
        exponent = -54;
    }
    // x = m 2^exponent with m in [181/256, 181/128).
    ulong above = bits - 0x3fe6a00000000000ul;
    exponent += int(long(above) >> 52);
    int interval = int(above >> 45) & 127;
    real64 m = real64_from_bits(bits - (above & 0xfff0000000000000ul));

    real64 r = fma(m, table_number(log_intervals, 3 * interval), real64_from_bits(0xbff0000000000000ul)); // exact
    real64 tail = r * polynomial(log_tail, log_tail_length, r);
    twofold<real64> inner = fast_two_sum(table_number(one_third, 0), table_number(one_third, 1) + tail);
    twofold<real64> rest = two_product(r, r) * (inner * r + real64_from_bits(0xbfe0000000000000ul)); // Log[1 + r] - r

    real64 k = convert(exponent, real64());
    twofold<real64> base = two_sum(k * table_number(log_two, 0), table_number(log_intervals, 3 * interval + 1));
    base.lo = base.lo + fma(k, table_number(log_two, 1), table_number(log_intervals, 3 * interval + 2));
    return base + (rest + r);
}

// Log[x] of a number in two parts.
inline twofold<real64> log_pair(twofold<real64> x) { return log_pair(x.hi) + x.lo / x.hi; }

// Exp[a] for |a| < 2000 is the result times 2^exponent, relative error below 2^-66; the result lies in [0.99, 2.01].
inline twofold<real64> exp_pair(twofold<real64> a, thread int &exponent)
{
    // The nearest integer k to a 128/Log[2] is in the last places of the number shifted by 3/2 2^52.
    real64 shift = real64_from_bits(0x4338000000000000ul);
    real64 shifted = fma(a.hi, table_number(exp_step, 3), shift);
    real64 k = shifted - shift;
    int n = int(uint(real64_bits(shifted)));
    real64 high = fma(-k, table_number(exp_step, 0), a.hi); // exact
    twofold<real64> r = two_sum(high, fma(-k, table_number(exp_step, 1), a.lo));
    twofold<real64> less_one = fast_two_sum(r.hi, fma(r.hi * r.hi, polynomial(exp_tail, exp_tail_length, r.hi), r.lo));

    twofold<real64> power = table_pair(exp_intervals, 2 * (n & 127));
    exponent = n >> 7;
    return power + power * less_one;
}

} // namespace ml
