// Error function and its complement.
#pragma once

#include "numbers.h"
#include "coefficients/error_function.h"

namespace ml {

// |x| < 1/2.
template <typename R> inline R erf_near_zero(R x) { return fma(x, polynomial(erf_small(R()), erf_small_length(R()), x * x), x); }

template <typename R> inline R erf(R x)
{
    R a = abs(x);
    if (a < number<R>(0.5f)) {
        return erf_near_zero(x);
    }
    R result = number<R>(1.0f); // to the last place from 5.93 on
    if (a < number<R>(6.0f)) {
        R doubled = floor(a + a);
        bool overflow = false;
        int zone = int(to_long(doubled, overflow)) - 1;
        R d = fma(doubled, number<R>(-0.5f), a) - number<R>(0.25f);
        result = polynomial(erf_zones(R()) + zone * erf_length(R()), erf_length(R()), d);
    }
    return copysign(is_nan(x) ? x : result, x);
}

template <typename R> inline R erfc(R x)
{
    R one = number<R>(1.0f);
    if (!(x >= number<R>(0.5f))) {
        return one - erf(x);
    }
    if (x > number<R>(28.0f)) {
        return R();
    }
    R four = number<R>(4.0f);
    R scaled = polynomial(erfc_scaled(R()), erfc_scaled_length(R()), (x - four) / (x + four)) / (x + x + one);
    int exponent = 0;
    twofold<R> power = exp_pair(-two_product(x, x), exponent);
    return scale(fma(power.hi, scaled, power.lo * scaled), exponent);
}

} // namespace ml
