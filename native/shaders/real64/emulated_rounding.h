// real64 to whole numbers, in integer arithmetic.
#pragma once

namespace ml {

inline real64 real64_quiet(real64 x) { return real64_from_bits(is_nan(x) ? real64_nan : x.bits); }

// Places of the fraction that lie below the binary point, for exponents from 0 to 51.
inline ulong real64_below_point(int exponent)
{
    return real64_fraction >> uint(metal::clamp(exponent, 0, 52));
}

inline int real64_exponent(real64 x) { return int((x.bits & real64_magnitude) >> 52) - 1023; }

inline real64 trunc(real64 x)
{
    int exponent = real64_exponent(x);
    ulong inner = x.bits & ~real64_below_point(exponent);
    ulong result = exponent < 0 ? x.bits & real64_sign : inner;
    return real64_from_bits(exponent >= 52 ? real64_quiet(x).bits : result);
}

// To the next integer away from zero where `away`, else toward zero.
inline real64 real64_directed(real64 x, bool away)
{
    int exponent = real64_exponent(x);
    ulong below = real64_below_point(exponent);
    ulong inner = (x.bits + (away ? below : 0ul)) & ~below; // a carry runs into the exponent, as it should
    ulong unit = (x.bits & real64_magnitude) != 0ul && away ? real64_one_bits : 0ul;
    ulong result = exponent < 0 ? (x.bits & real64_sign) | unit : inner;
    return real64_from_bits(exponent >= 52 ? real64_quiet(x).bits : result);
}

inline real64 floor(real64 x) { return real64_directed(x, (x.bits & real64_sign) != 0ul); }
inline real64 ceil(real64 x) { return real64_directed(x, (x.bits & real64_sign) == 0ul); }

inline real64 round_even(real64 x)
{
    int exponent = real64_exponent(x);
    ulong below = real64_below_point(exponent);
    ulong odd = (x.bits >> uint(metal::clamp(52 - exponent, 0, 52))) & 1ul;
    ulong inner = (x.bits + (below >> 1) + odd) & ~below;
    ulong unit = (x.bits & real64_magnitude) > real64_half_bits ? real64_one_bits : 0ul;
    ulong result = exponent < 0 ? (x.bits & real64_sign) | unit : inner;
    return real64_from_bits(exponent >= 52 ? real64_quiet(x).bits : result);
}

} // namespace ml
