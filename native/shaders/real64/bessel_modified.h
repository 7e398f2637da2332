// Modified Bessel functions of orders 0 and 1. NIST Digital Library of Mathematical Functions: 10.25.2 and 10.31.1 (small x),
// 10.40.1 and 10.40.2 (large x).
#pragma once

#include "log_exp_pair.h"
#include "coefficients/bessel_modified.h"

namespace ml {

// Exp[x] values/Sqrt[|x|] for |x| < 2000, values that of a row of zones in 1/|x|, see the tables.
inline real64 bessel_scaled(constant const ulong *rows, int length, int zone, real64 x)
{
    real64 a = abs(x);
    constant const ulong *row = rows + zone * length;
    real64 inverse = real64_from_bits(0x3ff0000000000000ul) / a;
    real64 value = polynomial(row + 1, length - 1, inverse - table_number(row, 0)) / sqrt(a);
    int exponent = 0;
    twofold<real64> power = exp_pair(make_twofold(x, real64()), exponent);
    return scale(fma(power.hi, value, power.lo * value), exponent);
}

// Of x from `first` on, zones of doubling length: 0 to 3.
inline int bessel_zone(real64 x, real64 first)
{
    real64 ratio = x / first;
    return int(ratio >= real64_from_bits(0x4000000000000000ul)) + int(ratio >= real64_from_bits(0x4010000000000000ul)) +
           int(ratio >= real64_from_bits(0x4020000000000000ul));
}

inline real64 bessel_i0_small(real64 x)
{
    real64 t = x * x * real64_from_bits(0x3fd0000000000000ul);
    return fma(t, polynomial(bessel_i0_series, bessel_i0_series_length, t), real64_from_bits(0x3ff0000000000000ul));
}

inline real64 bessel_i1_small(real64 x)
{
    real64 t = x * x * real64_from_bits(0x3fd0000000000000ul);
    real64 halved = x * real64_from_bits(0x3fe0000000000000ul);
    return fma(halved * t, polynomial(bessel_i1_series, bessel_i1_series_length, t), halved);
}

inline real64 bessel_i0(real64 x)
{
    real64 a = abs(x);
    if (a < real64_from_bits(0x4010000000000000ul)) { // 4
        return bessel_i0_small(a);
    }
    if (!(a < real64_from_bits(0x4088000000000000ul))) { // 768
        return is_nan(x) ? x : real64_from_bits(0x7ff0000000000000ul);
    }
    return bessel_scaled(bessel_i0_zones, bessel_i0_length, bessel_zone(a, real64_from_bits(0x4010000000000000ul)), a);
}

inline real64 bessel_i1(real64 x)
{
    real64 a = abs(x);
    if (a < real64_from_bits(0x4010000000000000ul)) {
        return bessel_i1_small(x);
    }
    if (!(a < real64_from_bits(0x4088000000000000ul))) {
        return is_nan(x) ? x : copysign(real64_from_bits(0x7ff0000000000000ul), x);
    }
    return copysign(bessel_scaled(bessel_i1_zones, bessel_i1_length, bessel_zone(a, real64_from_bits(0x4010000000000000ul)), a), x);
}

// What both K have at places where they are no finite numbers: NaN below 0, infinite at 0, 0 from 768 on.
inline bool bessel_k_special(real64 x, thread real64 &result)
{
    if (is_nan(x) || x < real64()) {
        result = real64_from_bits(0x7ff8000000000000ul);
        return true;
    }
    result = x == real64() ? real64_from_bits(0x7ff0000000000000ul) : real64();
    return x == real64() || x > real64_from_bits(0x4088000000000000ul);
}

inline real64 bessel_k0(real64 x)
{
    real64 special = x;
    if (bessel_k_special(x, special)) {
        return special;
    }
    if (x < real64_from_bits(0x3ff0000000000000ul)) {
        return fma(-log_pair(x).hi, bessel_i0_small(x), polynomial(bessel_k0_rest, bessel_k0_rest_length, x * x));
    }
    return bessel_scaled(bessel_k0_zones, bessel_k0_length, bessel_zone(x, real64_from_bits(0x3ff0000000000000ul)), -x);
}

inline real64 bessel_k1(real64 x)
{
    real64 special = x;
    if (bessel_k_special(x, special)) {
        return special;
    }
    if (x < real64_from_bits(0x3ff0000000000000ul)) {
        real64 rest = x * polynomial(bessel_k1_rest, bessel_k1_rest_length, x * x);
        return real64_from_bits(0x3ff0000000000000ul) / x + fma(log_pair(x).hi, bessel_i1_small(x), rest);
    }
    return bessel_scaled(bessel_k1_zones, bessel_k1_length, bessel_zone(x, real64_from_bits(0x3ff0000000000000ul)), -x);
}

} // namespace ml
