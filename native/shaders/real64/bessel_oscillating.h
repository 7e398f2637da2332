// Bessel functions of the first and second kind of orders 0 and 1. NIST Digital Library of Mathematical Functions: 10.8.1 (Y for
// small x), 10.18.4 (amplitude and phase). Up to 32 in powers of x less a zero, so that they are accurate beside it; from there
// on the phase has twice a double's digits.
#pragma once

#include "log_exp_pair.h"
#include "reduce_half_pi.h"
#include "coefficients/bessel_oscillating.h"

namespace ml {

inline real64 bessel_in_zone(constant const ulong *rows, int length, int zone, real64 x)
{
    constant const ulong *row = rows + zone * length;
    real64 d = (x - table_number(row, 0)) - table_number(row, 1);
    return polynomial(row + 2, length - 2, d);
}

// The integer part of x/Pi + shift, for small positive x.
inline int half_turns(real64 x, real64 shift)
{
    bool overflow = false;
    return int(to_long(fma(x, table_number(bessel_inverse_pi, 0), shift), overflow));
}

// Sine or cosine for |a| < 0.8.
inline real64 sine_or_cosine(twofold<real64> a, bool cosine)
{
    real64 square = a.hi * a.hi;
    real64 halved = real64_from_bits(0x3fe0000000000000ul);
    real64 one = real64_from_bits(0x3ff0000000000000ul);
    if (cosine) {
        twofold<real64> first = fast_two_sum(one, -(halved * square));
        real64 rest = fma(square * square, polynomial(bessel_cosine, bessel_cosine_length, square), -(a.hi * a.lo));
        return first.hi + (first.lo + rest);
    }
    real64 low = fma(-halved * square, a.lo, a.lo);
    return a.hi + fma(a.hi * square, polynomial(bessel_sine, bessel_sine_length, square), low);
}

// Amplitude times the cosine of x - (2 order + 1) Pi/4 - turn Pi/2 + the rest of the phase, finite x >= 32.
inline real64 bessel_large(real64 x, constant const ulong *phase_pairs, constant const ulong *phase, int phase_length,
                           constant const ulong *square, int square_length, uint turn)
{
    real64 one = real64_from_bits(0x3ff0000000000000ul);
    real64 inverse = one / x;
    twofold<real64> inverse_pair = fast_two_sum(inverse, inverse * fma(-inverse, x, one));
    twofold<real64> t = inverse_pair * inverse_pair;
    twofold<real64> sum = table_pair(phase_pairs, 10) + t.hi * polynomial(phase, phase_length, t.hi);
    for (int k = 8; k >= 0; k -= 2) {
        sum = table_pair(phase_pairs, k) + sum * t;
    }
    uint quadrant = 0u;
    twofold<real64> angle = reduce_half_pi(x, quadrant) + sum * inverse_pair;
    // One of the two odd multiples of Pi/4 brings the angle near 0 again, and next to a zero of the function to 0.
    twofold<real64> quarter = table_pair(bessel_quarter_pi, 0);
    bool positive = angle.hi >= real64();
    angle = angle + (positive ? -quarter : quarter);
    quadrant = quadrant - turn - uint(!positive);
    real64 value = sine_or_cosine(angle, (quadrant & 1u) == 0u);
    // Square and root: the fewest roundings. Of x 2^-60, so that no quotient is subnormal.
    real64 down = real64_from_bits(0x3c30000000000000ul);
    value = value * (sqrt(polynomial(square, square_length, t.hi) / (x * down)) * real64_from_bits(0x3e10000000000000ul));
    return ((quadrant + 1u) & 2u) != 0u ? -value : value;
}

// Of finite x >= 32: order 0 or 1, of the second kind one quarter turn more.
inline real64 bessel0_large(real64 x, uint second_kind)
{
    return bessel_large(x, bessel_phase0_pairs, bessel_phase0, bessel_phase0_length, bessel_square0, bessel_square0_length,
                        second_kind);
}
inline real64 bessel1_large(real64 x, uint second_kind)
{
    return bessel_large(x, bessel_phase1_pairs, bessel_phase1, bessel_phase1_length, bessel_square1, bessel_square1_length,
                        1u + second_kind);
}

inline real64 bessel_j0(real64 x)
{
    real64 a = abs(x);
    if (a < real64_from_bits(0x4040000000000000ul)) { // 32
        int zone = half_turns(a, real64_from_bits(0x3fe8000000000000ul)); // 3/4
        return bessel_in_zone(bessel_j0_zones, bessel_j0_length, zone, a);
    }
    if (!is_finite(a)) {
        return is_nan(x) ? x : real64();
    }
    return bessel0_large(a, 0u);
}

inline real64 bessel_j1(real64 x)
{
    real64 a = abs(x);
    real64 result = real64();
    if (a < real64_from_bits(0x4040000000000000ul)) {
        int zone = half_turns(a, real64_from_bits(0x3fd0000000000000ul)); // 1/4
        result = bessel_in_zone(bessel_j1_zones, bessel_j1_length, zone, a);
    } else if (is_finite(a)) {
        result = bessel1_large(a, 0u);
    }
    result = is_nan(x) ? x : result;
    return is_negative(x) ? -result : result;
}

// What both Y have at places where they are no finite numbers: NaN below 0, -Infinity at 0, 0 at infinity.
inline bool bessel_y_special(real64 x, thread real64 &result)
{
    if (is_nan(x) || x < real64()) {
        result = real64_from_bits(0x7ff8000000000000ul);
        return true;
    }
    result = x == real64() ? real64_from_bits(0xfff0000000000000ul) : real64();
    return x == real64() || !is_finite(x);
}

inline real64 bessel_y0(real64 x)
{
    real64 special = x;
    if (bessel_y_special(x, special)) {
        return special;
    }
    if (x < real64_from_bits(0x3fe3333333333333ul)) { // 0.6
        real64 rest = polynomial(bessel_y0_rest, bessel_y0_rest_length, x * x);
        return fma(table_number(bessel_two_over_pi, 0) * log_pair(x).hi, bessel_j0(x), rest);
    }
    if (x < real64_from_bits(0x4040000000000000ul)) {
        int zone = half_turns(x, real64_from_bits(0x3ff4000000000000ul)); // 5/4: from 2 on
        zone = zone < 2 ? int(x >= real64_from_bits(0x3ff3333333333333ul)) : zone; // 1.2
        return bessel_in_zone(bessel_y0_zones, bessel_y0_length, zone, x);
    }
    return bessel0_large(x, 1u);
}

inline real64 bessel_y1(real64 x)
{
    real64 special = x;
    if (bessel_y_special(x, special)) {
        return special;
    }
    if (x < real64_from_bits(0x3fe6666666666666ul)) { // 0.7
        real64 rest = x * polynomial(bessel_y1_rest, bessel_y1_rest_length, x * x);
        real64 factor = table_number(bessel_two_over_pi, 0);
        return fma(factor * log_pair(x).hi, bessel_j1(x), rest) - factor / x;
    }
    if (x < real64_from_bits(0x4040000000000000ul)) {
        int zone = half_turns(x, real64_from_bits(0x3fe8000000000000ul)) + 1; // 3/4: from 3 on
        int early = int(x >= real64_from_bits(0x3ff6666666666666ul)) + int(x >= real64_from_bits(0x4004cccccccccccdul)); // 1.4, 2.6
        return bessel_in_zone(bessel_y1_zones, bessel_y1_length, zone < 3 ? early : zone, x);
    }
    return bessel1_large(x, 1u);
}

} // namespace ml
