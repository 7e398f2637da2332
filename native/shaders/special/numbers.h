// What the special functions need of both types of real numbers, R: float or real64.
#pragma once

#include "../functions.h"
#include "../real64/log_exp_pair.h"
#include "../real64/reduce_half_pi.h"

namespace ml {

template <typename R> inline R number(float x) { return convert(x, R()); }
template <typename R> inline R infinity() { return convert(INFINITY, R()); }
template <typename R> inline R not_a_number() { return convert(NAN, R()); }

// So small that its products with logarithms of any numbers vanish beside 1.
inline float negligible(float) { return 9.09494702e-13f; }                      // 2^-40
inline real64 negligible(real64) { return real64_from_bits(0x3b90000000000000ul); } // 2^-70

inline bool is_odd_integer(float x)
{
    float halved = 0.5f * x;
    return floor(x) == x && floor(halved) != halved;
}

// Log[2] times k, with doubled precision.
inline twofold<float> log_of_power(float k) { return two_sum(k * float_log_two[0], k * float_log_two[1]); }
inline twofold<real64> log_of_power(real64 k)
{
    return two_sum(k * table_number(log_two, 0), k * table_number(log_two, 1));
}

// x - n Pi/2, finite x >= 1, with doubled precision; n modulo 4 goes to `quadrant`.
inline twofold<real64> reduce_half_pi_pair(real64 x, thread uint &quadrant) { return reduce_half_pi(x, quadrant); }
inline twofold<float> reduce_half_pi_pair(float x, thread uint &quadrant)
{
    bool negative = false;
    uint zeros = 0u;
    ulong angle = reduce_half_pi_fixed(x, quadrant, zeros, negative);
    ulong high = angle & 0xffffff0000000000ul;
    float unit = power_of_two(-61 - int(zeros));
    twofold<float> pair = fast_two_sum(float(high) * unit, float(angle - high) * unit);
    return negative ? -pair : pair;
}

} // namespace ml
