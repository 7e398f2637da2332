// Powers of real64 with real exponents.
#pragma once

#include "log_exp_pair.h"

namespace ml {

inline bool power_grows(real64 a, real64 y) { return (a > real64_one()) == (y > real64()); }

// a^y for 0 < a < Infinity and finite y.
inline real64 pow_of_positive(real64 a, real64 y)
{
    twofold<real64> product = log_pair(a) * y;
    // Beyond this the result is infinite or 0.
    real64 limit = real64_from_bits(0x4090000000000000ul); // 1024
    bool beyond = !(abs(product.hi) < limit);
    product.hi = beyond ? (power_grows(a, y) ? limit : -limit) : product.hi;
    product.lo = beyond ? real64() : product.lo;
    int exponent = 0;
    real64 power = rounded(exp_pair(product, exponent));
    return scale_near_one(power, exponent);
}

// a^y where a is 0 or infinite, or y is infinite.
inline real64 pow_at_ends(real64 a, real64 y)
{
    real64 result = power_grows(a, y) ? real64_infinity_value() : real64();
    return a == real64_one() ? a : result;
}

// Special values as in C11, F.10.4.4.
inline real64 pow(real64 x, real64 y)
{
    real64 a = abs(x);
    bool ends = (a == real64()) | !is_finite(a) | !is_finite(y);
    real64 result = ends ? pow_at_ends(a, y) : pow_of_positive(a, y);
    result = (is_negative(x) & is_odd_integer(y)) ? -result : result;
    bool not_real = (x < real64()) & is_finite(x) & is_finite(y) & !is_integer(y);
    result = (not_real | is_nan(x) | is_nan(y)) ? real64_nan_value() : result;
    return ((x == real64_one()) | (y == real64())) ? real64_one() : result;
}

} // namespace ml
