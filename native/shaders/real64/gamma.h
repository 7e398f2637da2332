// The gamma function and what is made of it. NIST Digital Library of Mathematical Functions: 5.5.1 (recurrence), 5.5.3
// (reflection), 5.11.1 (Stirling's series), 5.12.1 (beta function).
#pragma once

#include "log_exp_pair.h"
#include "coefficients/gamma.h"

namespace ml {

// A positive number as value 2^exponent.
struct real64_scaled {
    twofold<real64> value;
    int exponent;
};

inline real64_scaled make_scaled(twofold<real64> value, int exponent)
{
    real64_scaled x;
    x.value = value;
    x.exponent = exponent;
    return x;
}

inline real64 rounded(real64_scaled x) { return scale(rounded(x.value), x.exponent); }

// Log[x] of a number in two parts.
inline twofold<real64> log_pair(twofold<real64> x) { return log_pair(x.hi) + x.lo / x.hi; }

inline twofold<real64> log_pair(real64_scaled x)
{
    real64 k = convert(x.exponent, real64());
    twofold<real64> log_power = two_sum(k * table_number(log_two, 0), k * table_number(log_two, 1));
    return log_pair(x.value) + log_power;
}

// Gamma[1 + y] for 0 <= y <= 1.
inline twofold<real64> gamma_from_one(real64 y)
{
    real64 quarters = round_even(y * real64_from_bits(0x4010000000000000ul));
    real64 d = y - quarters * real64_from_bits(0x3fd0000000000000ul);
    bool overflow = false;
    int zone = int(to_long(quarters, overflow));
    constant const ulong *row = gamma_zones + zone * gamma_length;
    real64 rest = polynomial(row + 3, gamma_length - 3, d);
    twofold<real64> first = make_twofold(table_number(row, 0), table_number(gamma_zones_low, 3 * zone));
    twofold<real64> second = make_twofold(table_number(row, 1), table_number(gamma_zones_low, 3 * zone + 1));
    twofold<real64> third = make_twofold(table_number(row, 2), table_number(gamma_zones_low, 3 * zone + 2));
    return first + (second + (third + rest * d) * d) * d;
}

// x Gamma[x] for 0 <= x < 1, Gamma[x] for 1 <= x < 12.
inline twofold<real64> gamma_small(real64 x)
{
    real64 one = real64_from_bits(0x3ff0000000000000ul);
    twofold<real64> product = make_twofold(one, real64());
    real64 y = x;
    if (!(x < one)) {
        y = x - one;
        while (!(y < one)) {
            product = product * y;
            y = y - one; // exact
        }
    }
    return product * gamma_from_one(y);
}

// LogGamma[x] for 12 <= x < 3 10^305.
inline twofold<real64> lgamma_large(real64 x)
{
    twofold<real64> log_x = log_pair(x);
    real64 inverse = real64_from_bits(0x3ff0000000000000ul) / x;
    real64 correction = inverse * polynomial(stirling, stirling_length, inverse * inverse);
    twofold<real64> smaller = table_pair(half_log_two_pi, 0) + correction + log_x * real64_from_bits(0xbfe0000000000000ul);
    return (log_x + real64_from_bits(0xbff0000000000000ul)) * x + smaller;
}

// Of finite x >= 0 below 200: x Gamma[x] if x < 1, else Gamma[x].
inline real64_scaled gamma_scaled(real64 x)
{
    if (x < real64_from_bits(0x4028000000000000ul)) { // 12
        return make_scaled(gamma_small(x), 0);
    }
    int exponent = 0;
    twofold<real64> value = exp_pair(lgamma_large(x), exponent);
    return make_scaled(value, exponent);
}

// |Sin[Pi x]| for finite x.
inline twofold<real64> sine_pi_magnitude(real64 x)
{
    real64 f = abs(x - round_even(x));
    twofold<real64> square = two_product(f, f);
    real64 rest = square.hi * polynomial(sine_pi, sine_pi_length, square.hi);
    twofold<real64> sum = table_pair(sine_pi_pairs, 2) + square * (table_pair(sine_pi_pairs, 4) + rest);
    return (table_pair(sine_pi_pairs, 0) + square * sum) * f;
}

// |Gamma[-a]| for finite 0 < a < 200 that is no integer: Pi/(a Sin[Pi a] Gamma[a]).
inline real64_scaled gamma_reflected(real64 a)
{
    real64_scaled at_a = gamma_scaled(a);
    twofold<real64> divisor = sine_pi_magnitude(a) * at_a.value;
    divisor = a < real64_from_bits(0x3ff0000000000000ul) ? divisor : divisor * a;
    return make_scaled(table_pair(pi_parts, 0) / divisor, -at_a.exponent);
}

// Infinite at the zeros, with their sign; NaN at the negative integers and -Infinity (C11, F.9.5.4).
inline real64 gamma(real64 x)
{
    real64 a = abs(x);
    real64 one = real64_from_bits(0x3ff0000000000000ul);
    bool negative = is_negative(x);
    if (is_nan(x) || (negative && a >= one && floor(a) == a)) {
        return real64_from_bits(0x7ff8000000000000ul);
    }
    if (a < real64_from_bits(0x3c30000000000000ul)) { // 2^-60: 1/x to the last place
        return one / x;
    }
    if (a > real64_from_bits(0x4068000000000000ul)) { // 192: infinite, or below the least number
        real64 sign = is_odd_integer(floor(a)) ? one : -one;
        return negative ? copysign(real64(), sign) : real64_from_bits(0x7ff0000000000000ul);
    }
    if (negative) {
        real64 magnitude = rounded(gamma_reflected(a));
        return is_odd_integer(floor(a)) ? magnitude : -magnitude;
    }
    real64_scaled result = gamma_scaled(a);
    if (a < one) {
        result.value = result.value / make_twofold(a, real64());
    }
    return rounded(result);
}

// Gamma[x + 1].
inline real64 factorial(real64 x)
{
    real64 a = abs(x);
    real64 one = real64_from_bits(0x3ff0000000000000ul);
    bool negative = is_negative(x);
    if (is_nan(x) || (negative && a >= one && floor(a) == a)) {
        return real64_from_bits(0x7ff8000000000000ul);
    }
    if (a < real64_from_bits(0x3c30000000000000ul)) {
        return one;
    }
    if (a > real64_from_bits(0x4068000000000000ul)) {
        real64 sign = is_odd_integer(floor(a)) ? -one : one;
        return negative ? copysign(real64(), sign) : real64_from_bits(0x7ff0000000000000ul);
    }
    real64_scaled result = negative ? gamma_reflected(a) : gamma_scaled(a);
    if (negative || a >= one) {
        result.value = result.value * a;
    }
    real64 magnitude = rounded(result);
    return negative && is_odd_integer(floor(a)) ? -magnitude : magnitude;
}

// LogGamma[x] where a zero in (-18, -2) is so near that the poles beside it are 8 times as far; `near` is set there.
inline real64 lgamma_near_zero(real64 x, thread bool &near)
{
    bool overflow = false;
    real64 a = abs(x);
    long n = to_long(floor(a), overflow);
    near = is_negative(x) && n >= 2l && n <= 17l;
    if (!near) {
        return x;
    }
    real64 part = a - floor(a);
    int second = int(part > real64_from_bits(0x3fe3333333333333ul)); // 0.6
    constant const ulong *row = lgamma_zeros + (2 * int(n - 2l) + second) * lgamma_zero_length;
    real64 d = ((x - table_number(row, 0)) - table_number(row, 1)) * table_number(row, 2);
    near = abs(d) <= real64_from_bits(0x3fc0000000000000ul); // 1/8
    return d * polynomial(row + 3, lgamma_zero_length - 3, d);
}

// LogGamma[-a] for a > 0 that is no integer, of the absolute value.
inline twofold<real64> lgamma_reflected(real64 a)
{
    if (a < real64_from_bits(0x4028000000000000ul)) { // 12
        return log_pair(gamma_reflected(a));
    }
    return log_pair(table_pair(pi_parts, 0) / (sine_pi_magnitude(a) * a)) + -lgamma_large(a);
}

// Log[Abs[Gamma[x]]]; infinite at the poles.
inline real64 lgamma(real64 x)
{
    real64 a = abs(x);
    real64 one = real64_from_bits(0x3ff0000000000000ul);
    real64 two = real64_from_bits(0x4000000000000000ul);
    real64 quarter = real64_from_bits(0x3fd0000000000000ul);
    if (is_nan(x)) {
        return x;
    }
    if (a > table_number(lgamma_largest, 0) || (is_negative(x) && floor(a) == a) || a == real64()) {
        return real64_from_bits(0x7ff0000000000000ul);
    }
    if (a < real64_from_bits(0x3c30000000000000ul)) { // 2^-60
        return -rounded(log_pair(a));
    }
    if (is_negative(x)) {
        bool near = false;
        real64 result = lgamma_near_zero(x, near);
        return near ? result : rounded(lgamma_reflected(a));
    }
    if (abs(x - one) <= quarter) {
        return (x - one) * polynomial(lgamma_near_one, lgamma_near_one_length, x - one) + real64(); // +0 at 1
    }
    if (abs(x - two) <= quarter) {
        return (x - two) * polynomial(lgamma_near_two, lgamma_near_two_length, x - two) + real64();
    }
    if (x < real64_from_bits(0x4028000000000000ul)) { // 12
        twofold<real64> result = log_pair(gamma_small(x));
        return rounded(x < one ? result + -log_pair(x) : result);
    }
    return rounded(lgamma_large(x));
}

// The sign of Gamma[x], 1 or -1; of its poles that of the side of larger x.
inline real64 gamma_sign(real64 x)
{
    real64 one = real64_from_bits(0x3ff0000000000000ul);
    return is_negative(x) && is_odd_integer(floor(x)) ? -one : one;
}

// Log[Gamma[a]/Gamma[a + b]] for a >= 80, 0 < b <= a. Stirling's series, its large terms subtracted by hand.
inline twofold<real64> log_gamma_ratio(real64 a, real64 b)
{
    real64 one = real64_from_bits(0x3ff0000000000000ul);
    real64 halved = real64_from_bits(0x3fe0000000000000ul);
    twofold<real64> sum = two_sum(a, b);
    twofold<real64> log_sum = log_pair(sum);
    real64 inverse_a = one / a;
    real64 inverse_sum = one / sum.hi;
    real64 series = inverse_a * polynomial(stirling, stirling_length, inverse_a * inverse_a) -
                    inverse_sum * polynomial(stirling, stirling_length, inverse_sum * inverse_sum);
    real64 e = b * inverse_a;
    if (e < real64_from_bits(0x3f50000000000000ul)) { // 2^-10: b - (a - 1/2) Log[1 + e] as a series in e
        real64 rest = e * polynomial(log_ratio_series, 6, e);
        return log_sum * -b + fma(b, rest, halved * (e - e * rest)) + series;
    }
    twofold<real64> log_quotient = log_pair(sum / make_twofold(a, real64()));
    return log_quotient * (halved - a) + (log_sum + -one) * -b + series;
}

inline real64 beta_large(real64 a, real64 b)
{
    if (b > real64_from_bits(0x409f400000000000ul)) { // 2000: below 4^-2000
        return real64();
    }
    real64 one = real64_from_bits(0x3ff0000000000000ul);
    bool small = b < real64_from_bits(0x4028000000000000ul); // 12
    twofold<real64> logarithm = log_gamma_ratio(a, b);
    twofold<real64> factor = make_twofold(one, real64());
    if (small) {
        factor = gamma_small(b);
        factor = b < one ? factor / make_twofold(b, real64()) : factor;
    } else {
        logarithm = logarithm + lgamma_large(b);
    }
    if (logarithm.hi < real64_from_bits(0xc09f400000000000ul)) { // -2000
        return real64();
    }
    int exponent = 0;
    twofold<real64> power = exp_pair(logarithm, exponent);
    return scale(rounded(power * factor), exponent);
}

// Gamma[a] Gamma[b] / Gamma[a + b] for positive a and b below 90. A sum that is no double is corrected to first order, with
// PolyGamma[0, s] taken as Log[s + 1/2] - 1/s.
inline real64 beta_small(real64 a, real64 b)
{
    real64 one = real64_from_bits(0x3ff0000000000000ul);
    twofold<real64> sum = two_sum(a, b);
    real64_scaled at_a = gamma_scaled(a);
    real64_scaled at_b = gamma_scaled(b);
    real64_scaled at_sum = gamma_scaled(sum.hi);
    twofold<real64> dividend = at_a.value * at_b.value;
    dividend = sum.hi < one ? dividend * sum.hi : dividend;
    twofold<real64> divisor = at_sum.value;
    divisor = a < one ? divisor * a : divisor;
    divisor = b < one ? divisor * b : divisor;
    twofold<real64> quotient = dividend / divisor;
    real64 halved = real64_from_bits(0x3fe0000000000000ul);
    real64 slope = log_pair(sum.hi + halved).hi - one / sum.hi;
    quotient = quotient + -(quotient.hi * (sum.lo * slope));
    return scale(rounded(quotient), at_a.exponent + at_b.exponent - at_sum.exponent);
}

// Of b < 0 <= a or both below 0: by the logarithms, whose size costs as many digits. NaN at the poles, but for a zero's infinity; 0 at
// those of Gamma[a + b].
inline real64 beta_reflected(real64 a, real64 b)
{
    real64 sum = a + b;
    if (floor(b) == b || (a < real64() && floor(a) == a)) {
        return real64_from_bits(0x7ff8000000000000ul);
    }
    if (a == real64()) {
        return real64_from_bits(0x3ff0000000000000ul) / a;
    }
    if (sum <= real64() && floor(sum) == sum) {
        return real64();
    }
    int exponent = 0;
    real64 sign = gamma_sign(a) * gamma_sign(b) * gamma_sign(sum);
    twofold<real64> logarithm = two_sum(lgamma(a), lgamma(b)) + -lgamma(sum);
    if (!(abs(logarithm.hi) < real64_from_bits(0x4093880000000000ul))) { // 1250
        return copysign(logarithm.hi > real64() ? real64_from_bits(0x7ff0000000000000ul) : real64(), sign);
    }
    return scale(sign * rounded(exp_pair(logarithm, exponent)), exponent);
}

inline real64 beta(real64 x, real64 y)
{
    real64 one = real64_from_bits(0x3ff0000000000000ul);
    real64 a = x < y ? y : x;
    real64 b = x < y ? x : y;
    if (is_nan(x) || is_nan(y)) {
        return real64_from_bits(0x7ff8000000000000ul);
    }
    if (b < real64()) {
        return beta_reflected(a, b);
    }
    if (!is_finite(a)) {
        return b == real64() ? real64_from_bits(0x7ff8000000000000ul) : real64();
    }
    if (b < real64_from_bits(0x3b90000000000000ul)) { // 2^-70
        return one / b + (a < one ? one / a : real64());
    }
    return a < real64_from_bits(0x4056800000000000ul) ? beta_small(a, b) : beta_large(a, b); // 90
}

} // namespace ml
