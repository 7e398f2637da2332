// Inverse trigonometric functions of real64: arguments brought near 0 by the identities of sums and halves, then a polynomial.
#pragma once

#include "exponential.h"

namespace ml {

// k Pi/4 for k from 0 to 4.
inline twofold<real64> quarters_of_pi(int k)
{
    return make_twofold(real64_from_bits(0x3fe921fb54442d18ul), real64_from_bits(0x3c81a62633145c07ul)) * convert(k, real64());
}

// asin(s) = s + correction with s = |x|, or where |x| > 1/2 (`halved`), s = Sqrt[(1 - |x|)/2]: asin(|x|) = Pi/2 - 2 asin(s).
struct asin_parts {
    real64 s;
    real64 correction;
    bool halved;
};

inline asin_parts asin_reduced(real64 x)
{
    real64 a = abs(x);
    asin_parts parts;
    parts.halved = a > real64_from_bits(0x3fe0000000000000ul);
    real64 z = parts.halved ? fma(a, real64_from_bits(0xbfe0000000000000ul), real64_from_bits(0x3fe0000000000000ul)) : a * a;
    real64 root = sqrt(z);
    real64 root_lo = fma(-root, root, z) / (root + root);
    parts.s = parts.halved ? root : a;
    real64 s_lo = (parts.halved & (root > real64())) ? root_lo : real64();
    parts.correction = fma(parts.s * z, polynomial(asin_rest, asin_rest_length, z), s_lo);
    return parts;
}

// base + sign (hi + lo)
inline real64 from_base(twofold<real64> base, real64 hi, real64 lo, bool subtracted)
{
    twofold<real64> sum = fast_two_sum(base.hi, subtracted ? -hi : hi);
    return sum.hi + (sum.lo + (base.lo + (subtracted ? -lo : lo)));
}

inline real64 asin(real64 x)
{
    asin_parts parts = asin_reduced(x);
    real64 large = from_base(quarters_of_pi(2), parts.s + parts.s, parts.correction + parts.correction, true);
    return copysign(parts.halved ? large : parts.s + parts.correction, x);
}

inline real64 acos(real64 x)
{
    asin_parts parts = asin_reduced(x);
    real64 s = parts.halved ? parts.s + parts.s : parts.s;
    real64 correction = parts.halved ? parts.correction + parts.correction : parts.correction;
    int base = parts.halved ? (is_negative(x) ? 4 : 0) : 2;
    return from_base(quarters_of_pi(base), s, correction, parts.halved == is_negative(x));
}

// atan(top / bottom) for a quotient of magnitude at most Sqrt[2] - 1, as a value and a correction.
inline twofold<real64> atan_of_quotient(twofold<real64> top, twofold<real64> bottom)
{
    real64 t = top.hi / bottom.hi;
    real64 rest = fma(-t, bottom.hi, top.hi) + fma(-t, bottom.lo, top.lo);
    real64 t_lo = rest / bottom.hi;
    real64 z = t * t;
    return make_twofold(t, fma(t * z, polynomial(atan_rest, atan_rest_length, z), fma(-t_lo, z, t_lo)));
}

// atan(a) = k Pi/4 + atan((a cos - sin) / (cos + a sin)) with k = 0, 1, 2
inline real64 atan(real64 x)
{
    real64 a = abs(x);
    a = a > real64_from_bits(0x43b0000000000000ul) ? real64_from_bits(0x43b0000000000000ul) : a; // 2^60, from where on it is Pi/2
    bool middle = a > real64_from_bits(0x3fda827999fcef32ul);                                   // Sqrt[2] - 1
    bool far = a > real64_from_bits(0x4003504f333f9de6ul);                                      // Sqrt[2] + 1
    real64 one = real64_one();
    twofold<real64> top = two_sum(far ? real64() : a, far ? -one : (middle ? -one : real64()));
    twofold<real64> bottom = two_sum(a, one);
    bottom.hi = far ? a : (middle ? bottom.hi : one);
    bottom.lo = (far | !middle) ? real64() : bottom.lo;
    twofold<real64> part = atan_of_quotient(top, bottom);
    return copysign(from_base(quarters_of_pi(far ? 2 : (middle ? 1 : 0)), part.hi, part.lo, false), x);
}

// The angle of the point (x, y), from -Pi to Pi.
inline real64 atan2(real64 y, real64 x)
{
    real64 a = abs(x);
    real64 b = abs(y);
    bool swapped = b > a;
    real64 large = swapped ? b : a;
    real64 small = swapped ? a : b;
    bool left = is_negative(x);

    // Scaled so that the larger one is from 1 to 2; infinities and zeros become what has the same angle.
    bool both_infinite = (small == large) & !is_finite(large) & !is_nan(large);
    bool degenerate = (large == real64()) | !is_finite(large);
    int power = -exponent(large);
    real64 n = degenerate ? (both_infinite ? real64_one() : real64()) : scale(small, power);
    real64 d = degenerate ? real64_one() : scale(large, power);

    bool middle = n > d * real64_from_bits(0x3fda827999fcef32ul); // Sqrt[2] - 1
    twofold<real64> top = two_sum(n, middle ? -d : real64());
    twofold<real64> bottom = two_sum(d, middle ? n : real64());
    twofold<real64> part = atan_of_quotient(top, bottom);
    int quarters = middle ? 1 : 0;
    quarters = swapped ? 2 - quarters : quarters;
    quarters = left ? 4 - quarters : quarters;
    real64 result = from_base(quarters_of_pi(quarters), part.hi, part.lo, swapped != left);

    // A small angle is the quotient itself, which may be subnormal.
    bool tiny = !left & !swapped & !degenerate & (n < real64_from_bits(0x3e10000000000000ul)); // 2^-30
    result = tiny ? b / a : result;
    result = (is_nan(x) | is_nan(y)) ? real64_nan_value() : result;
    return copysign(result, y);
}

} // namespace ml
