// The gamma function and what is made of it. NIST Digital Library of Mathematical Functions: 5.5.1 (recurrence), 5.5.3
// (reflection), 5.11.1 (Stirling's series), 5.12.1 (beta function).
#pragma once

#include "numbers.h"
#include "coefficients/gamma.h"

namespace ml {

// A positive number as value 2^exponent.
template <typename R> struct scaled_number {
    twofold<R> value;
    int exponent;
};

template <typename R> inline scaled_number<R> make_scaled(twofold<R> value, int exponent)
{
    scaled_number<R> x;
    x.value = value;
    x.exponent = exponent;
    return x;
}

template <typename R> inline R rounded(scaled_number<R> x) { return scale(rounded(x.value), x.exponent); }

template <typename R> inline twofold<R> log_pair(scaled_number<R> x)
{
    R k = convert(x.exponent, R());
    return log_pair(x.value) + log_of_power(k);
}

// Gamma[1 + y] for 0 <= y <= 1.
template <typename R> inline twofold<R> gamma_from_one(R y)
{
    R quarters = round_even(y * number<R>(4.0f));
    R d = y - quarters * number<R>(0.25f);
    bool overflow = false;
    int zone = int(to_long(quarters, overflow));
    auto row = gamma_zones(R()) + zone * gamma_length(R());
    R rest = polynomial(row + 3, gamma_length(R()) - 3, d);
    twofold<R> first = make_twofold<R>(table_number(row, 0), table_number(gamma_zones_low(R()), 3 * zone));
    twofold<R> second = make_twofold<R>(table_number(row, 1), table_number(gamma_zones_low(R()), 3 * zone + 1));
    twofold<R> third = make_twofold<R>(table_number(row, 2), table_number(gamma_zones_low(R()), 3 * zone + 2));
    return first + (second + (third + rest * d) * d) * d;
}

// x Gamma[x] for 0 <= x < 1, Gamma[x] for 1 <= x < 12.
template <typename R> inline twofold<R> gamma_small(R x)
{
    R one = number<R>(1.0f);
    twofold<R> product = make_twofold<R>(one, R());
    R y = x;
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
template <typename R> inline twofold<R> lgamma_large(R x)
{
    twofold<R> log_x = log_pair(x);
    R inverse = number<R>(1.0f) / x;
    R correction = inverse * polynomial(stirling(R()), stirling_length(R()), inverse * inverse);
    twofold<R> smaller = table_pair(half_log_two_pi(R()), 0) + correction + log_x * number<R>(-0.5f);
    return (log_x + number<R>(-1.0f)) * x + smaller;
}

// Of finite x >= 0 below 200: x Gamma[x] if x < 1, else Gamma[x].
template <typename R> inline scaled_number<R> gamma_scaled(R x)
{
    if (x < number<R>(12.0f)) {
        return make_scaled<R>(gamma_small(x), 0);
    }
    int exponent = 0;
    twofold<R> value = exp_pair(lgamma_large(x), exponent);
    return make_scaled<R>(value, exponent);
}

// |Sin[Pi x]| for finite x.
template <typename R> inline twofold<R> sine_pi_magnitude(R x)
{
    R f = abs(x - round_even(x));
    twofold<R> square = two_product(f, f);
    R rest = square.hi * polynomial(sine_pi(R()), sine_pi_length(R()), square.hi);
    twofold<R> sum = table_pair(sine_pi_pairs(R()), 2) + square * (table_pair(sine_pi_pairs(R()), 4) + rest);
    return (table_pair(sine_pi_pairs(R()), 0) + square * sum) * f;
}

// |Gamma[-a]| for finite 0 < a < 200 that is no integer: Pi/(a Sin[Pi a] Gamma[a]).
template <typename R> inline scaled_number<R> gamma_reflected(R a)
{
    scaled_number<R> at_a = gamma_scaled(a);
    twofold<R> divisor = sine_pi_magnitude(a) * at_a.value;
    divisor = a < number<R>(1.0f) ? divisor : divisor * a;
    return make_scaled<R>(table_pair(pi_parts(R()), 0) / divisor, -at_a.exponent);
}

// Infinite at the zeros, with their sign; NaN at the negative integers and -Infinity (C11, F.9.5.4).
template <typename R> inline R gamma(R x)
{
    R a = abs(x);
    R one = number<R>(1.0f);
    bool negative = is_negative(x);
    if (is_nan(x) || (negative && a >= one && floor(a) == a)) {
        return not_a_number<R>();
    }
    if (a < number<R>(8.67361738e-19f)) { // 2^-60: 1/x to the last place
        return one / x;
    }
    if (a > number<R>(192.0f)) { // 192: infinite, or below the least number
        R sign = is_odd_integer(floor(a)) ? one : -one;
        return negative ? copysign(R(), sign) : infinity<R>();
    }
    if (negative) {
        R magnitude = rounded(gamma_reflected(a));
        return is_odd_integer(floor(a)) ? magnitude : -magnitude;
    }
    scaled_number<R> result = gamma_scaled(a);
    if (a < one) {
        result.value = result.value / make_twofold<R>(a, R());
    }
    return rounded(result);
}

// Gamma[x + 1].
template <typename R> inline R factorial(R x)
{
    R a = abs(x);
    R one = number<R>(1.0f);
    bool negative = is_negative(x);
    if (is_nan(x) || (negative && a >= one && floor(a) == a)) {
        return not_a_number<R>();
    }
    if (a < number<R>(8.67361738e-19f)) {
        return one;
    }
    if (a > number<R>(192.0f)) {
        R sign = is_odd_integer(floor(a)) ? -one : one;
        return negative ? copysign(R(), sign) : infinity<R>();
    }
    scaled_number<R> result = negative ? gamma_reflected(a) : gamma_scaled(a);
    if (negative || a >= one) {
        result.value = result.value * a;
    }
    R magnitude = rounded(result);
    return negative && is_odd_integer(floor(a)) ? -magnitude : magnitude;
}

// LogGamma[x] where a zero in (-18, -2) is so near that the poles beside it are 8 times as far; `near` is set there.
template <typename R> inline R lgamma_near_zero(R x, thread bool &near)
{
    bool overflow = false;
    R a = abs(x);
    long n = to_long(floor(a), overflow);
    near = is_negative(x) && n >= 2l && n <= 17l;
    if (!near) {
        return x;
    }
    R part = a - floor(a);
    int second = int(part > number<R>(0.600000024f)); // 0.6
    auto row = lgamma_zeros(R()) + (2 * int(n - 2l) + second) * lgamma_zero_length(R());
    R d = ((x - table_number(row, 0)) - table_number(row, 1)) * table_number(row, 2);
    near = abs(d) <= number<R>(0.125f); // 1/8
    return d * polynomial(row + 3, lgamma_zero_length(R()) - 3, d);
}

// LogGamma[-a] for a > 0 that is no integer, of the absolute value.
template <typename R> inline twofold<R> lgamma_reflected(R a)
{
    if (a < number<R>(12.0f)) {
        return log_pair(gamma_reflected(a));
    }
    return log_pair(table_pair(pi_parts(R()), 0) / (sine_pi_magnitude(a) * a)) + -lgamma_large(a);
}

// Log[Abs[Gamma[x]]]; infinite at the poles.
template <typename R> inline R lgamma(R x)
{
    R a = abs(x);
    R one = number<R>(1.0f);
    R two = number<R>(2.0f);
    R quarter = number<R>(0.25f);
    if (is_nan(x)) {
        return x;
    }
    if (a > table_number(lgamma_largest(R()), 0) || (is_negative(x) && floor(a) == a) || a == R()) {
        return infinity<R>();
    }
    if (a < number<R>(8.67361738e-19f)) { // 2^-60
        return -rounded(log_pair(a));
    }
    if (is_negative(x)) {
        bool near = false;
        R result = lgamma_near_zero(x, near);
        return near ? result : rounded(lgamma_reflected(a));
    }
    if (abs(x - one) <= quarter) {
        return (x - one) * polynomial(lgamma_near_one(R()), lgamma_near_one_length(R()), x - one) + R(); // +0 at 1
    }
    if (abs(x - two) <= quarter) {
        return (x - two) * polynomial(lgamma_near_two(R()), lgamma_near_two_length(R()), x - two) + R();
    }
    if (x < number<R>(12.0f)) {
        twofold<R> result = log_pair(gamma_small(x));
        return rounded(x < one ? result + -log_pair(x) : result);
    }
    return rounded(lgamma_large(x));
}

// The sign of Gamma[x], 1 or -1; of its poles that of the side of larger x.
template <typename R> inline R gamma_sign(R x)
{
    R one = number<R>(1.0f);
    return is_negative(x) && is_odd_integer(floor(x)) ? -one : one;
}

// Log[Gamma[a]/Gamma[a + b]] for a >= 80, 0 < b <= a. Stirling's series, its large terms subtracted by hand.
template <typename R> inline twofold<R> log_gamma_ratio(R a, R b)
{
    R one = number<R>(1.0f);
    R halved = number<R>(0.5f);
    twofold<R> sum = two_sum(a, b);
    twofold<R> log_sum = log_pair(sum);
    R inverse_a = one / a;
    R inverse_sum = one / sum.hi;
    R series = inverse_a * polynomial(stirling(R()), stirling_length(R()), inverse_a * inverse_a) -
                    inverse_sum * polynomial(stirling(R()), stirling_length(R()), inverse_sum * inverse_sum);
    R e = b * inverse_a;
    if (e < number<R>(0.0009765625f)) { // 2^-10: b - (a - 1/2) Log[1 + e] as a series in e
        R rest = e * polynomial(log_ratio_series(R()), 6, e);
        return log_sum * -b + fma(b, rest, halved * (e - e * rest)) + series;
    }
    twofold<R> log_quotient = log_pair(sum / make_twofold<R>(a, R()));
    return log_quotient * (halved - a) + (log_sum + -one) * -b + series;
}

template <typename R> inline R beta_large(R a, R b)
{
    if (b > number<R>(2000.0f)) { // 2000: below 4^-2000
        return R();
    }
    R one = number<R>(1.0f);
    bool small = b < number<R>(12.0f);
    twofold<R> logarithm = log_gamma_ratio(a, b);
    twofold<R> factor = make_twofold<R>(one, R());
    if (small) {
        factor = gamma_small(b);
        factor = b < one ? factor / make_twofold<R>(b, R()) : factor;
    } else {
        logarithm = logarithm + lgamma_large(b);
    }
    if (logarithm.hi < number<R>(-2000.0f)) { // -2000
        return R();
    }
    int exponent = 0;
    twofold<R> power = exp_pair(logarithm, exponent);
    return scale(rounded(power * factor), exponent);
}

// Gamma[a] Gamma[b] / Gamma[a + b] for positive a and b below 90. A sum that is no double is corrected to first order, with
// PolyGamma[0, s] taken as Log[s + 1/2] - 1/s.
template <typename R> inline R beta_small(R a, R b)
{
    R one = number<R>(1.0f);
    twofold<R> sum = two_sum(a, b);
    scaled_number<R> at_a = gamma_scaled(a);
    scaled_number<R> at_b = gamma_scaled(b);
    scaled_number<R> at_sum = gamma_scaled(sum.hi);
    twofold<R> dividend = at_a.value * at_b.value;
    dividend = sum.hi < one ? dividend * sum.hi : dividend;
    twofold<R> divisor = at_sum.value;
    divisor = a < one ? divisor * a : divisor;
    divisor = b < one ? divisor * b : divisor;
    twofold<R> quotient = dividend / divisor;
    R halved = number<R>(0.5f);
    R slope = log_pair(sum.hi + halved).hi - one / sum.hi;
    quotient = quotient + -(quotient.hi * (sum.lo * slope));
    return scale(rounded(quotient), at_a.exponent + at_b.exponent - at_sum.exponent);
}

// Of b < 0 <= a or both below 0: by the logarithms, whose size costs as many digits. NaN at the poles, but for a zero's infinity; 0 at
// those of Gamma[a + b].
template <typename R> inline R beta_reflected(R a, R b)
{
    R sum = a + b;
    if (floor(b) == b || (a < R() && floor(a) == a)) {
        return not_a_number<R>();
    }
    if (a == R()) {
        return number<R>(1.0f) / a;
    }
    if (sum <= R() && floor(sum) == sum) {
        return R();
    }
    int exponent = 0;
    R sign = gamma_sign(a) * gamma_sign(b) * gamma_sign(sum);
    twofold<R> logarithm = two_sum(lgamma(a), lgamma(b)) + -lgamma(sum);
    if (!(abs(logarithm.hi) < number<R>(1250.0f))) {
        return copysign(logarithm.hi > R() ? infinity<R>() : R(), sign);
    }
    return scale(sign * rounded(exp_pair(logarithm, exponent)), exponent);
}

template <typename R> inline R beta(R x, R y)
{
    R one = number<R>(1.0f);
    R a = x < y ? y : x;
    R b = x < y ? x : y;
    if (is_nan(x) || is_nan(y)) {
        return not_a_number<R>();
    }
    if (b < R()) {
        return beta_reflected(a, b);
    }
    if (!is_finite(a)) {
        return b == R() ? not_a_number<R>() : R();
    }
    if (b < negligible(R())) {
        return one / b + (a < one ? one / a : R());
    }
    return a < number<R>(90.0f) ? beta_small(a, b) : beta_large(a, b);
}

} // namespace ml
