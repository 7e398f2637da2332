// Elementary functions of compiled functions, of real numbers and, where generic_complex.h is there, of complex ones: what is made of
// the functions in functions.h.
#pragma once

#include "generic_real.h"

namespace ml {

template <typename R> inline R reciprocal(R x) { return convert(1, R()) / x; }

template <typename T> inline T sec(T x) { return reciprocal(cos(x)); }
template <typename T> inline T csc(T x) { return reciprocal(sin(x)); }
template <typename T> inline T cot(T x) { return cos(x) / sin(x); }
template <typename T> inline T sech(T x) { return reciprocal(cosh(x)); }
template <typename T> inline T csch(T x) { return reciprocal(sinh(x)); }
template <typename T> inline T coth(T x) { return reciprocal(tanh(x)); }
template <typename T> inline T acot(T x) { return atan(reciprocal(x)); }
template <typename T> inline T asec(T x) { return acos(reciprocal(x)); }
template <typename T> inline T acsc(T x) { return asin(reciprocal(x)); }
template <typename T> inline T acoth(T x) { return atanh(reciprocal(x)); }
template <typename T> inline T asech(T x) { return acosh(reciprocal(x)); }
template <typename T> inline T acsch(T x) { return asinh(reciprocal(x)); }

template <typename R> inline R inverse_haversine(R x)
{
    R half_angle = asin(sqrt(x));
    return half_angle + half_angle;
}

} // namespace ml
