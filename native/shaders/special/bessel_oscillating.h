// Bessel functions of the first and second kind of orders 0 and 1. NIST Digital Library of Mathematical Functions: 10.8.1 (Y for
// small x), 10.18.4 (amplitude and phase). Up to 32 in powers of x less a zero, so that they are accurate beside it; from there
// on the phase has twice a double's digits.
#pragma once

#include "numbers.h"
#include "coefficients/bessel_oscillating.h"

namespace ml {

template <typename R, typename Table> inline R bessel_in_zone(Table rows, int length, int zone, R x)
{
    auto row = rows + zone * length;
    R d = (x - table_number(row, 0)) - table_number(row, 1);
    return polynomial(row + 2, length - 2, d);
}

// The integer part of x/Pi + shift, for small positive x.
template <typename R> inline int half_turns(R x, R shift)
{
    bool overflow = false;
    return int(to_long(fma(x, table_number(bessel_inverse_pi(R()), 0), shift), overflow));
}

// Sine or cosine for |a| < 0.8.
template <typename R> inline R sine_or_cosine(twofold<R> a, bool cosine)
{
    R square = a.hi * a.hi;
    R halved = number<R>(0.5f);
    R one = number<R>(1.0f);
    if (cosine) {
        twofold<R> first = fast_two_sum(one, -(halved * square));
        R rest = fma(square * square, polynomial(bessel_cosine(R()), bessel_cosine_length(R()), square), -(a.hi * a.lo));
        return first.hi + (first.lo + rest);
    }
    R low = fma(-halved * square, a.lo, a.lo);
    return a.hi + fma(a.hi * square, polynomial(bessel_sine(R()), bessel_sine_length(R()), square), low);
}

// Amplitude times the cosine of x - (2 order + 1) Pi/4 - turn Pi/2 + the rest of the phase, finite x >= 32.
template <typename R, typename Table>
inline R bessel_large(R x, Table phase_pairs, int pairs_length, Table phase, int phase_length, Table square, int square_length,
                      uint turn)
{
    R one = number<R>(1.0f);
    R inverse = one / x;
    twofold<R> inverse_pair = fast_two_sum(inverse, inverse * fma(-inverse, x, one));
    twofold<R> t = inverse_pair * inverse_pair;
    twofold<R> sum = table_pair(phase_pairs, pairs_length - 2) + t.hi * polynomial(phase, phase_length, t.hi);
    for (int k = pairs_length - 4; k >= 0; k -= 2) {
        sum = table_pair(phase_pairs, k) + sum * t;
    }
    uint quadrant = 0u;
    twofold<R> angle = reduce_half_pi_pair(x, quadrant) + sum * inverse_pair;
    // One of the two odd multiples of Pi/4 brings the angle near 0 again, and next to a zero of the function to 0.
    twofold<R> quarter = table_pair(bessel_quarter_pi(R()), 0);
    bool positive = angle.hi >= R();
    angle = angle + (positive ? -quarter : quarter);
    quadrant = quadrant - turn - uint(!positive);
    R value = sine_or_cosine(angle, (quadrant & 1u) == 0u);
    // Square and root: the fewest roundings. Of x 2^-60, so that no quotient is subnormal.
    R down = number<R>(8.67361738e-19f);
    value = value * (sqrt(polynomial(square, square_length, t.hi) / (x * down)) * number<R>(9.31322575e-10f));
    return ((quadrant + 1u) & 2u) != 0u ? -value : value;
}

// Of finite x >= 32: order 0 or 1, of the second kind one quarter turn more.
template <typename R> inline R bessel0_large(R x, uint second_kind)
{
    return bessel_large(x, bessel_phase0_pairs(R()), bessel_phase0_pairs_length(R()), bessel_phase0(R()), bessel_phase0_length(R()),
                        bessel_square0(R()), bessel_square0_length(R()), second_kind);
}
template <typename R> inline R bessel1_large(R x, uint second_kind)
{
    return bessel_large(x, bessel_phase1_pairs(R()), bessel_phase1_pairs_length(R()), bessel_phase1(R()), bessel_phase1_length(R()),
                        bessel_square1(R()), bessel_square1_length(R()), 1u + second_kind);
}

template <typename R> inline R bessel_j0(R x)
{
    R a = abs(x);
    if (a < number<R>(32.0f)) {
        int zone = half_turns(a, number<R>(0.75f)); // 3/4
        return bessel_in_zone(bessel_j0_zones(R()), bessel_j0_length(R()), zone, a);
    }
    if (!is_finite(a)) {
        return is_nan(x) ? x : R();
    }
    return bessel0_large(a, 0u);
}

template <typename R> inline R bessel_j1(R x)
{
    R a = abs(x);
    R result = R();
    if (a < number<R>(32.0f)) {
        int zone = half_turns(a, number<R>(0.25f)); // 1/4
        result = bessel_in_zone(bessel_j1_zones(R()), bessel_j1_length(R()), zone, a);
    } else if (is_finite(a)) {
        result = bessel1_large(a, 0u);
    }
    result = is_nan(x) ? x : result;
    return is_negative(x) ? -result : result;
}

// What both Y have at places where they are no finite numbers: NaN below 0, -Infinity at 0, 0 at infinity.
template <typename R> inline bool bessel_y_special(R x, thread R &result)
{
    if (is_nan(x) || x < R()) {
        result = not_a_number<R>();
        return true;
    }
    result = x == R() ? -infinity<R>() : R();
    return x == R() || !is_finite(x);
}

template <typename R> inline R bessel_y0(R x)
{
    R special = x;
    if (bessel_y_special<R>(x, special)) {
        return special;
    }
    if (x < number<R>(0.600000024f)) { // 0.6
        R rest = polynomial(bessel_y0_rest(R()), bessel_y0_rest_length(R()), x * x);
        return fma(table_number(bessel_two_over_pi(R()), 0) * log_pair(x).hi, bessel_j0(x), rest);
    }
    if (x < number<R>(32.0f)) {
        int zone = half_turns(x, number<R>(1.25f)); // 5/4: from 2 on
        zone = zone < 2 ? int(x >= number<R>(1.20000005f)) : zone; // 1.2
        return bessel_in_zone(bessel_y0_zones(R()), bessel_y0_length(R()), zone, x);
    }
    return bessel0_large(x, 1u);
}

template <typename R> inline R bessel_y1(R x)
{
    R special = x;
    if (bessel_y_special<R>(x, special)) {
        return special;
    }
    if (x < number<R>(0.699999988f)) { // 0.7
        R rest = x * polynomial(bessel_y1_rest(R()), bessel_y1_rest_length(R()), x * x);
        R factor = table_number(bessel_two_over_pi(R()), 0);
        return fma(factor * log_pair(x).hi, bessel_j1(x), rest) - factor / x;
    }
    if (x < number<R>(32.0f)) {
        int zone = half_turns(x, number<R>(0.75f)) + 1; // 3/4: from 3 on
        int early = int(x >= number<R>(1.39999998f)) + int(x >= number<R>(2.5999999f)); // 1.4, 2.6
        return bessel_in_zone(bessel_y1_zones(R()), bessel_y1_length(R()), zone < 3 ? early : zone, x);
    }
    return bessel1_large(x, 1u);
}

} // namespace ml
