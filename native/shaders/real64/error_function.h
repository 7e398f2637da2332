// Error function and its complement.
#pragma once

#include "log_exp_pair.h"
#include "coefficients/error_function.h"

namespace ml {

// |x| < 1/2.
inline real64 erf_near_zero(real64 x) { return fma(x, polynomial(erf_small, erf_small_length, x * x), x); }

inline real64 erf(real64 x)
{
    real64 a = abs(x);
    if (a < real64_from_bits(0x3fe0000000000000ul)) {
        return erf_near_zero(x);
    }
    real64 result = real64_from_bits(0x3ff0000000000000ul); // to the last place from 5.93 on
    if (a < real64_from_bits(0x4018000000000000ul)) { // 6
        real64 doubled = floor(a + a);
        bool overflow = false;
        int zone = int(to_long(doubled, overflow)) - 1;
        real64 d = fma(doubled, real64_from_bits(0xbfe0000000000000ul), a) - real64_from_bits(0x3fd0000000000000ul);
        result = polynomial(erf_zones + zone * erf_length, erf_length, d);
    }
    return copysign(is_nan(x) ? x : result, x);
}

inline real64 erfc(real64 x)
{
    real64 one = real64_from_bits(0x3ff0000000000000ul);
    if (!(x >= real64_from_bits(0x3fe0000000000000ul))) {
        return one - erf(x);
    }
    if (x > real64_from_bits(0x403c000000000000ul)) { // 28
        return real64();
    }
    real64 four = real64_from_bits(0x4010000000000000ul);
    real64 scaled = polynomial(erfc_scaled, erfc_scaled_length, (x - four) / (x + four)) / (x + x + one);
    int exponent = 0;
    twofold<real64> power = exp_pair(-two_product(x, x), exponent);
    return scale(fma(power.hi, scaled, power.lo * scaled), exponent);
}

} // namespace ml
