// Special functions of doubles.
#pragma once

#include "bessel_modified.h"
#include "bessel_oscillating.h"
#include "elementary.h"
#include "error_function.h"
#include "gamma.h"

namespace ml {

// Log[Gamma[x]] where it is real: NaN for negative x.
inline real64 log_gamma(real64 x) { return x < real64() ? real64_from_bits(0x7ff8000000000000ul) : lgamma(x); }

// Sin[x]/x.
inline real64 sinc(real64 x)
{
    real64 quotient = is_finite(x) ? sin(x) / x : real64();
    quotient = x == real64() ? real64_from_bits(0x3ff0000000000000ul) : quotient;
    return is_nan(x) ? x : quotient;
}

// (1 - Cos[x])/2.
inline real64 haversine(real64 x)
{
    real64 sine = sin(x * real64_from_bits(0x3fe0000000000000ul));
    return sine * sine;
}

} // namespace ml
