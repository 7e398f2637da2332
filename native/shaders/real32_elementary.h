// Elementary functions of float in float arithmetic alone, where Metal has none or promises less than 4 units in the last place.
// They stand on a logarithm and an exponential function with more digits than a float has.
#pragma once

#include "real32.h"
#include "twofold.h"
#include "real32_coefficients.h"

namespace ml {

// Horner's rule: the sum of table[k] x^k for k < length.
inline float polynomial(constant const float *table, int length, float x)
{
    float sum = table[length - 1];
    for (int k = length - 2; k >= 0; --k) {
        sum = fma(sum, x, table[k]);
    }
    return sum;
}

inline float table_number(constant const float *table, int k) { return table[k]; }
inline twofold<float> table_pair(constant const float *table, int k) { return make_twofold(table[k], table[k + 1]); }

// Log[x] for finite x > 0, relative error below 2^-36: with s = (m - 1)/(m + 1), Log[m] is 2 s + 2/3 s^3 + ...
inline twofold<float> log_pair(float x)
{
    uint bits = as_type<uint>(x);
    int power = 0;
    if (bits < 0x800000u) { // subnormal: its integer is exact whether or not the device keeps subnormals
        bits = as_type<uint>(float(bits));
        power = -149;
    }
    uint above = bits - 0x3f3504f3u; // Sqrt[1/2]
    power += int(above) >> 23;
    float f = as_type<float>(bits - (above & 0xff800000u)) - 1.0f; // exact
    twofold<float> divisor = two_sum(2.0f, f);
    float quotient = f / divisor.hi;
    float rest = fma(-quotient, divisor.lo, fma(-quotient, divisor.hi, f));
    twofold<float> s = fast_two_sum(quotient, rest / divisor.hi);
    twofold<float> square = s * s;
    twofold<float> tail = fast_two_sum(float_log_first[0], float_log_first[1] +
                                                               square.hi * polynomial(float_log_tail, float_log_tail_length, square.hi));
    float k = float(power);
    twofold<float> base = two_sum(k * float_log_two[0], k * float_log_two[1]);
    return base + (make_twofold(2.0f * s.hi, 2.0f * s.lo) + s * square * tail);
}

inline twofold<float> log_pair(twofold<float> x) { return log_pair(x.hi) + x.lo / x.hi; }

// Exp[a] for |a| < 1000 is the result times 2^exponent, relative error below 2^-27; the result lies in [0.7, 1.42].
inline twofold<float> exp_pair(twofold<float> a, thread int &exponent)
{
    float k = metal::precise::rint(a.hi * float_log_two[2]);
    exponent = int(k);
    float high = fma(-k, float_log_two[0], a.hi); // exact
    twofold<float> r = two_sum(high, fma(-k, float_log_two[1], a.lo));
    twofold<float> sum = fast_two_sum(1.0f, r.hi);
    return fast_two_sum(sum.hi, sum.lo + fma(r.hi * r.hi, polynomial(float_exp_tail, float_exp_tail_length, r.hi), r.lo));
}

// Exp[a] as a float, of any a.
inline float exp_rounded(twofold<float> a)
{
    int exponent = 0;
    bool usual = metal::precise::fabs(a.hi) < 1000.0f;
    twofold<float> limited = make_twofold(a.hi < 0.0f ? -1000.0f : 1000.0f, 0.0f);
    float result = scale(rounded(exp_pair(usual ? a : limited, exponent)), exponent);
    return is_nan(a.hi) ? a.hi : result;
}

// Polynomial in x^2 below 0.625, else 1 - 2/(e^2x + 1), which is 1 to the last place from 9.02 on.
inline float tanh(float x)
{
    float magnitude = abs(x);
    float result = magnitude > 9.02f ? 1.0f : 1.0f - 2.0f / (exp_rounded(make_twofold(2.0f * magnitude, 0.0f)) + 1.0f);
    if (magnitude < 0.625f) {
        float z = x * x;
        float p = fma(2.29180953e-3f, z, -8.34311917e-3f);
        p = fma(p, z, 2.17686668e-2f);
        p = fma(p, z, -5.39592281e-2f);
        p = fma(p, z, 1.33333027e-1f);
        p = fma(p, z, -3.33333343e-1f);
        result = fma(magnitude * z, p, magnitude);
    }
    result = is_nan(x) ? magnitude : result;
    return with_sign(result, x);
}

inline float exp2(float x)
{
    float limited = metal::clamp(x, -1000.0f, 1000.0f);
    float k = metal::precise::rint(limited);
    int exponent = 0;
    twofold<float> value = exp_pair(table_pair(float_log_two_pair, 0) * (limited - k), exponent);
    return is_nan(x) ? x : scale(rounded(value), exponent + int(k));
}

inline float exp10(float x)
{
    float limited = metal::clamp(x, -400.0f, 400.0f);
    return is_nan(x) ? x : exp_rounded(table_pair(float_log_ten, 0) * limited);
}

inline float expm1(float x)
{
    float limited = metal::clamp(x, -100.0f, 100.0f);
    int exponent = 0;
    float square = limited * limited;
    float near_zero = fma(square, polynomial(float_exp_tail, float_exp_tail_length, limited), limited);
    twofold<float> power = exp_pair(make_twofold(limited, 0.0f), exponent);
    // One less in the scale of the power, which may lie beyond the largest float; below 2^-30 one is all there is.
    float one = power_of_two(metal::clamp(-exponent, -126, 40));
    twofold<float> less = two_sum(power.hi, -one);
    float result = scale(less.hi + (less.lo + power.lo), metal::max(exponent, -40));
    result = metal::precise::fabs(limited) < 0.34f ? near_zero : result;
    return is_nan(x) || x == 0.0f ? x : result;
}

// Of x in [0, infinity) what Log has at its ends: NaN below, -Infinity at 0.
inline float log_special(float x, float result)
{
    result = x == 0.0f ? -INFINITY : result;
    result = float_magnitude(x) == 0x7f800000u ? x : result;
    return is_nan(x) || x < 0.0f ? NAN : result;
}

inline float log2(float x)
{
    return log_special(x, rounded(log_pair(is_finite(x) && x > 0.0f ? x : 1.0f) * table_pair(float_inverse_log_two, 0)));
}

inline float log1p(float x)
{
    twofold<float> sum = two_sum(1.0f, x);
    bool usual = is_finite(x) && sum.hi > 0.0f;
    float result = rounded(log_pair(usual ? sum : make_twofold(1.0f, 0.0f)));
    result = log_special(1.0f + x, result);
    return float_magnitude(x) < 0x33000000u ? x : result; // 2^-25
}

inline float cbrt(float x)
{
    uint bits = float_magnitude(x);
    int power = 0;
    if (bits < 0x800000u) {
        bits = as_type<uint>(float(bits));
        power = -149;
    }
    // x = m 2^(3 third) with m in [1, 8).
    int exponent = int(bits >> 23) - 127 + power;
    int third = (exponent + 300) / 3 - 100;
    float m = as_type<float>((bits & 0x7fffffu) | (uint(exponent - 3 * third + 127) << 23));
    // Close within 2^-5 by a third of the exponent (after W. Kahan), then twice Halley's step and once Newton's, its cube exact.
    float t = as_type<float>(as_type<uint>(m) / 3u + 0x2a5119f2u);
    float cube = t * t * t;
    t = t * (cube + 2.0f * m) / (2.0f * cube + m);
    cube = t * t * t;
    t = t * (cube + 2.0f * m) / (2.0f * cube + m);
    twofold<float> square = two_product(t, t);
    twofold<float> exact = square * t;
    t = t - ((exact.hi - m) + exact.lo) / (3.0f * square.hi);
    float result = with_sign(t * power_of_two(third), x);
    return bits == 0u || !is_finite(x) ? x : result;
}

inline float asinh(float x)
{
    float a = metal::precise::fabs(x);
    bool large = a > 4096.0f;
    float square = a * a;
    float near = log1p(a + square / (1.0f + metal::precise::sqrt(square + 1.0f)));
    float far = rounded(log_pair(large && is_finite(a) ? a : 1.0f) + table_pair(float_log_two_pair, 0));
    return is_finite(x) ? with_sign(large ? far : near, x) : x;
}

inline float acosh(float x)
{
    float above = x - 1.0f;
    bool large = x > 4096.0f;
    float near = log1p(above + metal::precise::sqrt(2.0f * above + above * above));
    float far = rounded(log_pair(large && is_finite(x) ? x : 1.0f) + table_pair(float_log_two_pair, 0));
    return is_finite(x) ? (x < 1.0f ? NAN : large ? far : near) : log_special(x, x);
}

inline float atanh(float x)
{
    float a = metal::precise::fabs(x);
    float result = 0.5f * log1p(2.0f * a / (1.0f - a));
    result = float_magnitude(x) < 0x39000000u ? a : result; // 2^-13: x^3/3 is below half a unit
    return a > 1.0f || is_nan(x) ? NAN : with_sign(result, x);
}

// The angle of the point (x, y); signed zeros and infinities as C has them (C11, F.9.1.4).
inline float atan2(float y, float x)
{
    float a = metal::precise::fabs(x);
    float b = metal::precise::fabs(y);
    bool steep = b > a;
    float larger = steep ? b : a;
    float smaller = steep ? a : b;
    bool equal = larger == smaller; // also both infinite
    float ratio = equal ? (larger == 0.0f ? 0.0f : 1.0f) : smaller / larger;
    float angle = atan(ratio);
    twofold<float> half_pi = make_twofold(1.57079637f, -4.37113883e-8f);
    angle = steep ? half_pi.hi - (angle - half_pi.lo) : angle;
    angle = is_negative(x) ? 2.0f * half_pi.hi - (angle - 2.0f * half_pi.lo) : angle;
    return is_nan(x) || is_nan(y) ? NAN : with_sign(angle, y);
}

// As C has it (C11, F.9.4.4).
inline float pow(float x, float y)
{
    float a = metal::precise::fabs(x);
    bool whole = metal::precise::trunc(y) == y;
    float halved = 0.5f * y;
    bool odd = whole && metal::precise::trunc(halved) != halved;
    bool usual = is_finite(x) && a > 0.0f;
    // Beyond 2^16 only powers of the nearest 1 are in range, beyond 2^40 none.
    float limited = metal::clamp(y, -1.1e12f, 1.1e12f);
    twofold<float> logarithm = log_pair(usual ? a : 1.0f) * limited;
    float magnitude = exp_rounded(logarithm);
    // Zeros and infinities; those of y where |x| is not 1.
    bool large = usual ? a > 1.0f : a != 0.0f;
    bool grows = large != (y < 0.0f);
    magnitude = usual ? magnitude : (grows ? INFINITY : 0.0f);
    magnitude = a == 1.0f || y == 0.0f ? 1.0f : magnitude;
    bool negative = is_negative(x) && odd;
    float result = negative ? -magnitude : magnitude;
    result = x < 0.0f && usual && !whole ? NAN : result;
    result = is_nan(x) || is_nan(y) ? NAN : result;
    return x == 1.0f || y == 0.0f ? 1.0f : result;
}

} // namespace ml
