// Modified Bessel functions of orders 0 and 1. NIST Digital Library of Mathematical Functions: 10.25.2 and 10.31.1 (small x),
// 10.40.1 and 10.40.2 (large x).
#pragma once

#include "numbers.h"
#include "coefficients/bessel_modified.h"

namespace ml {

// Exp[x] values/Sqrt[|x|] for |x| < 2000, values that of a row of zones in 1/|x|, see the tables.
template <typename R, typename Table> inline R bessel_scaled(Table rows, int length, int zone, R x)
{
    R a = abs(x);
    auto row = rows + zone * length;
    R inverse = number<R>(1.0f) / a;
    R value = polynomial(row + 1, length - 1, inverse - table_number(row, 0)) / sqrt(a);
    int exponent = 0;
    twofold<R> power = exp_pair(make_twofold<R>(x, R()), exponent);
    return scale(fma(power.hi, value, power.lo * value), exponent);
}

// Of x from `first` on, zones of doubling length: 0 to 3.
template <typename R> inline int bessel_zone(R x, R first)
{
    R ratio = x / first;
    return int(ratio >= number<R>(2.0f)) + int(ratio >= number<R>(4.0f)) + int(ratio >= number<R>(8.0f));
}

template <typename R> inline R bessel_i0_small(R x)
{
    R t = x * x * number<R>(0.25f);
    return fma(t, polynomial(bessel_i0_series(R()), bessel_i0_series_length(R()), t), number<R>(1.0f));
}

template <typename R> inline R bessel_i1_small(R x)
{
    R t = x * x * number<R>(0.25f);
    R halved = x * number<R>(0.5f);
    return fma(halved * t, polynomial(bessel_i1_series(R()), bessel_i1_series_length(R()), t), halved);
}

template <typename R> inline R bessel_i0(R x)
{
    R a = abs(x);
    if (a < number<R>(4.0f)) {
        return bessel_i0_small(a);
    }
    if (!(a < number<R>(768.0f))) {
        return is_nan(x) ? x : infinity<R>();
    }
    return bessel_scaled(bessel_i0_zones(R()), bessel_i0_length(R()), bessel_zone(a, number<R>(4.0f)), a);
}

template <typename R> inline R bessel_i1(R x)
{
    R a = abs(x);
    if (a < number<R>(4.0f)) {
        return bessel_i1_small(x);
    }
    if (!(a < number<R>(768.0f))) {
        return is_nan(x) ? x : copysign(infinity<R>(), x);
    }
    return copysign(bessel_scaled(bessel_i1_zones(R()), bessel_i1_length(R()), bessel_zone(a, number<R>(4.0f)), a), x);
}

// What both K have at places where they are no finite numbers: NaN below 0, infinite at 0, 0 from 768 on.
template <typename R> inline bool bessel_k_special(R x, thread R &result)
{
    if (is_nan(x) || x < R()) {
        result = not_a_number<R>();
        return true;
    }
    result = x == R() ? infinity<R>() : R();
    return x == R() || x > number<R>(768.0f);
}

template <typename R> inline R bessel_k0(R x)
{
    R special = x;
    if (bessel_k_special<R>(x, special)) {
        return special;
    }
    if (x < number<R>(1.0f)) {
        return fma(-log_pair(x).hi, bessel_i0_small(x), polynomial(bessel_k0_rest(R()), bessel_k0_rest_length(R()), x * x));
    }
    return bessel_scaled(bessel_k0_zones(R()), bessel_k0_length(R()), bessel_zone(x, number<R>(1.0f)), -x);
}

template <typename R> inline R bessel_k1(R x)
{
    R special = x;
    if (bessel_k_special<R>(x, special)) {
        return special;
    }
    if (x < number<R>(1.0f)) {
        R rest = x * polynomial(bessel_k1_rest(R()), bessel_k1_rest_length(R()), x * x);
        return number<R>(1.0f) / x + fma(log_pair(x).hi, bessel_i1_small(x), rest);
    }
    return bessel_scaled(bessel_k1_zones(R()), bessel_k1_length(R()), bessel_zone(x, number<R>(1.0f)), -x);
}

} // namespace ml
