// Sine, cosine and tangent of real64: reduced to |r| <= Pi/4, then polynomials in r^2 whose large terms are added last. After the
// kernels of fdlibm (Sun Microsystems, 1993) with the lower part of r carried along.
#pragma once

#include "../twofold.h"
#include "coefficients/elementary.h"
#include "polynomial.h"
#include "reduce_half_pi.h"

namespace ml {

// sin(r) as r and a correction that is to be added.
inline twofold<real64> sin_reduced(twofold<real64> r, real64 z, real64 half_z)
{
    real64 lo = fma(-r.lo, half_z, r.lo);
    return make_twofold(r.hi, fma(r.hi * z, polynomial(sin_rest, sin_rest_length, z), lo));
}

// cos(r) = 1 - r^2/2 + ..., likewise.
inline twofold<real64> cos_reduced(twofold<real64> r, real64 z, real64 half_z)
{
    real64 one = real64_from_bits(0x3ff0000000000000ul);
    real64 hi = one - half_z;
    real64 lo = (one - hi) - half_z;
    return make_twofold(hi, lo + fma(z * z, polynomial(cos_rest, cos_rest_length, z), -(r.hi * r.lo)));
}

// sin(x + quadrants Pi/2)
inline real64 sin_of(real64 x, uint quadrants)
{
    uint quadrant = 0u;
    twofold<real64> r = reduce_half_pi(x, quadrant);
    quadrant += quadrants;
    real64 z = r.hi * r.hi;
    real64 half_z = z * real64_from_bits(0x3fe0000000000000ul);
    real64 s = rounded(sin_reduced(r, z, half_z));
    real64 c = rounded(cos_reduced(r, z, half_z));
    ulong result = real64_bits((quadrant & 1u) != 0u ? c : s);
    return real64_from_bits(result ^ (ulong(quadrant & 2u) << 62));
}

inline real64 sin(real64 x)
{
    real64 result = sin_of(x, 0u);
    return (real64_bits(x) << 1) == 0ul ? x : result;
}
inline real64 cos(real64 x) { return sin_of(x, 1u); }

// sin(r) / cos(r), or -cos(r) / sin(r).
inline real64 tan(real64 x)
{
    uint quadrant = 0u;
    twofold<real64> r = reduce_half_pi(x, quadrant);
    real64 z = r.hi * r.hi;
    real64 half_z = z * real64_from_bits(0x3fe0000000000000ul);
    twofold<real64> s = sin_reduced(r, z, half_z);
    twofold<real64> c = cos_reduced(r, z, half_z);
    real64 lost = fma(r.hi, r.hi, -z); // in rounding r^2
    s.lo = fma(r.hi * lost, real64_from_bits(0xbfc5555555555555ul), s.lo);
    c.lo = fma(lost, real64_from_bits(0xbfe0000000000000ul), c.lo);
    bool inverted = (quadrant & 1u) != 0u;
    real64 top = inverted ? -c.hi : s.hi;
    real64 top_lo = inverted ? -c.lo : s.lo;
    real64 bottom = inverted ? s.hi : c.hi;
    real64 bottom_lo = inverted ? s.lo : c.lo;
    twofold<real64> numerator = fast_two_sum(top, top_lo);
    twofold<real64> denominator = fast_two_sum(bottom, bottom_lo);
    real64 result = rounded(numerator / denominator);
    return (real64_bits(x) << 1) == 0ul ? x : result;
}

} // namespace ml
