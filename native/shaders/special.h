// Special functions of float and real64, the same source for both: in float they are computed in float arithmetic alone.
#pragma once

#include "special/bessel_modified.h"
#include "special/bessel_oscillating.h"
#include "special/error_function.h"
#include "special/gamma.h"

namespace ml {

// Log[Gamma[x]] where it is real: NaN for negative x.
template <typename R> inline R log_gamma(R x) { return x < R() ? not_a_number<R>() : lgamma(x); }

// Sin[x]/x.
template <typename R> inline R sinc(R x)
{
    R quotient = is_finite(x) ? sin(x) / x : R();
    quotient = x == R() ? number<R>(1.0f) : quotient;
    return is_nan(x) ? x : quotient;
}

// (1 - Cos[x])/2.
template <typename R> inline R haversine(R x)
{
    R sine = sin(x * number<R>(0.5f));
    return sine * sine;
}

} // namespace ml
