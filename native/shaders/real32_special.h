// Special functions of float, by those of real64.
#pragma once

#include "real32.h"
#include "real64/real64.h"
#include "real64/special.h"

namespace ml {

#define ML_BY_REAL64(NAME) \
    inline float NAME(float x) { return convert(NAME(convert(x, real64())), float()); }
ML_BY_REAL64(erf)
ML_BY_REAL64(erfc)
ML_BY_REAL64(gamma)
ML_BY_REAL64(lgamma)
ML_BY_REAL64(log_gamma)
ML_BY_REAL64(factorial)
ML_BY_REAL64(bessel_j0)
ML_BY_REAL64(bessel_j1)
ML_BY_REAL64(bessel_y0)
ML_BY_REAL64(bessel_y1)
ML_BY_REAL64(bessel_i0)
ML_BY_REAL64(bessel_i1)
ML_BY_REAL64(bessel_k0)
ML_BY_REAL64(bessel_k1)
#undef ML_BY_REAL64

inline float beta(float x, float y) { return convert(beta(convert(x, real64()), convert(y, real64())), float()); }

// Sin[x]/x.
inline float sinc(float x)
{
    float quotient = is_finite(x) ? sin(x) / x : 0.0f;
    quotient = x == 0.0f ? 1.0f : quotient;
    return is_nan(x) ? x : quotient;
}

// (1 - Cos[x])/2.
inline float haversine(float x)
{
    float sine = sin(0.5f * x);
    return sine * sine;
}

} // namespace ml
