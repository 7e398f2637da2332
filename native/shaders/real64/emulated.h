// real64 in 64-bit integer arithmetic, for devices without doubles: round to nearest even, subnormals kept.
// The layout is IEEE 754-2019, 3.4: sign 1 bit, exponent 11 bits with bias 1023, fraction 52 bits.
#pragma once

struct real64 {
    ulong bits;
};

namespace ml {

constant ulong real64_sign = 0x8000000000000000ul;
constant ulong real64_magnitude = 0x7ffffffffffffffful;
constant ulong real64_infinity = 0x7ff0000000000000ul;
constant ulong real64_nan = 0x7ff8000000000000ul;
constant ulong real64_fraction = 0x000ffffffffffffful;
constant ulong real64_hidden = 0x0010000000000000ul;
constant ulong real64_one = 0x3ff0000000000000ul;
constant ulong real64_half = 0x3fe0000000000000ul;

inline real64 real64_from_bits(ulong bits)
{
    real64 x;
    x.bits = bits;
    return x;
}
inline ulong real64_bits(real64 x) { return x.bits; }

inline bool is_nan(real64 x) { return (x.bits & real64_magnitude) > real64_infinity; }
inline bool is_finite(real64 x) { return (x.bits & real64_magnitude) < real64_infinity; }

inline real64 abs(real64 x) { return real64_from_bits(x.bits & real64_magnitude); }

// A signed integer that orders as the values do, with -0 equal to +0; NaN lies outside the infinities.
inline long real64_order(real64 x)
{
    long magnitude = long(x.bits & real64_magnitude);
    return (x.bits & real64_sign) != 0 ? -magnitude : magnitude;
}

// x shifted right by any number of places, the lowest bit set if a one was lost.
inline ulong shift_right_sticky(ulong x, uint places)
{
    uint near = places & 63u;
    ulong lost = near == 0u ? 0ul : x << (64u - near);
    ulong shifted = (x >> near) | ulong(lost != 0ul);
    return places < 64u ? shifted : ulong(x != 0ul);
}

} // namespace ml

inline real64 operator-(real64 x) { return ml::real64_from_bits(x.bits ^ ml::real64_sign); }

inline real64 operator+(real64 a, real64 b)
{
    // The operand of larger magnitude comes first, so only the other one is shifted and a difference is never negative.
    bool swapped = (a.bits & ml::real64_magnitude) < (b.bits & ml::real64_magnitude);
    ulong large = swapped ? b.bits : a.bits;
    ulong small = swapped ? a.bits : b.bits;
    bool subtracted = ((large ^ small) & ml::real64_sign) != 0ul;
    ulong sign = large & ml::real64_sign;
    large &= ml::real64_magnitude;
    small &= ml::real64_magnitude;

    // Subnormals have exponent 1 without the hidden bit. Three bits below the fraction: guard, round, sticky.
    bool large_normal = large >= ml::real64_hidden;
    bool small_normal = small >= ml::real64_hidden;
    int large_exponent = large_normal ? int(large >> 52) : 1;
    int small_exponent = small_normal ? int(small >> 52) : 1;
    ulong large_fraction = ((large & ml::real64_fraction) | (large_normal ? ml::real64_hidden : 0ul)) << 3;
    ulong small_fraction = ((small & ml::real64_fraction) | (small_normal ? ml::real64_hidden : 0ul)) << 3;
    small_fraction = ml::shift_right_sticky(small_fraction, uint(large_exponent - small_exponent));
    ulong sum = subtracted ? large_fraction - small_fraction : large_fraction + small_fraction;

    // Leading bit to place 55, as far as the exponent allows; a carry goes one place right.
    int left = metal::min(int(metal::clz(sum)) - 8, large_exponent - 1);
    ulong normal = left < 0 ? (sum >> 1) | (sum & 1ul) : sum << uint(metal::max(left, 0));
    ulong result = (ulong(large_exponent - left - 1) << 52) + (normal >> 3);
    uint rest = uint(normal & 7ul);
    result += ulong(rest > 4u || (rest == 4u && (result & 1ul) != 0ul));
    result = metal::min(result, ml::real64_infinity) | sign;

    // x - x is +0; infinities and NaN.
    result = subtracted && sum == 0ul ? 0ul : result;
    bool special = large >= ml::real64_infinity;
    bool invalid = large > ml::real64_infinity || (subtracted && small == ml::real64_infinity);
    result = special ? (invalid ? ml::real64_nan : sign | ml::real64_infinity) : result;
    return ml::real64_from_bits(result);
}

inline real64 operator-(real64 a, real64 b) { return a + -b; }

inline real64 operator*(real64 a, real64 b)
{
    ulong sign = (a.bits ^ b.bits) & ml::real64_sign;
    ulong x = a.bits & ml::real64_magnitude;
    ulong y = b.bits & ml::real64_magnitude;
    bool invalid = x > ml::real64_infinity || y > ml::real64_infinity || (x == ml::real64_infinity && y == 0ul) ||
                   (y == ml::real64_infinity && x == 0ul);
    bool infinite = x == ml::real64_infinity || y == ml::real64_infinity;

    // Fractions with their leading bit in place 63, subnormals too: the product then has its own in place 127 or 126.
    int x_zeros = x < ml::real64_hidden ? int(metal::clz(x | 1ul)) : 11;
    int y_zeros = y < ml::real64_hidden ? int(metal::clz(y | 1ul)) : 11;
    int x_exponent = x < ml::real64_hidden ? 12 - x_zeros : int(x >> 52);
    int y_exponent = y < ml::real64_hidden ? 12 - y_zeros : int(y >> 52);
    ulong x_fraction = ((x & ml::real64_fraction) | (x < ml::real64_hidden ? 0ul : ml::real64_hidden)) << uint(x_zeros);
    ulong y_fraction = ((y & ml::real64_fraction) | (y < ml::real64_hidden ? 0ul : ml::real64_hidden)) << uint(y_zeros);
    ulong high = metal::mulhi(x_fraction, y_fraction) | ulong(x_fraction * y_fraction != 0ul);
    int exponent = x_exponent + y_exponent - 1022;
    int left = int(metal::clz(high | 1ul));
    high <<= uint(left & 1);
    exponent -= left & 1;

    // Of the 64 places 53 stay, fewer in a subnormal result.
    uint shift = 11u + uint(metal::clamp(1 - exponent, 0, 60));
    high = ml::shift_right_sticky(high, shift - 2u);
    ulong result = (ulong(metal::max(exponent, 1) - 1) << 52) + (high >> 2);
    uint rest = uint(high & 3ul);
    result += ulong(rest > 2u || (rest == 2u && (result & 1ul) != 0ul));
    result = exponent >= 0x7ff ? ml::real64_infinity : metal::min(result, ml::real64_infinity);
    result = x == 0ul || y == 0ul ? 0ul : result;
    result = infinite ? ml::real64_infinity : result;
    return ml::real64_from_bits(invalid ? ml::real64_nan : sign | result);
}

inline bool operator==(real64 a, real64 b)
{
    return ml::real64_order(a) == ml::real64_order(b) && !ml::is_nan(a);
}
inline bool operator!=(real64 a, real64 b) { return !(a == b); }
inline bool operator<(real64 a, real64 b)
{
    return ml::real64_order(a) < ml::real64_order(b) && !ml::is_nan(a) && !ml::is_nan(b);
}
inline bool operator<=(real64 a, real64 b)
{
    return ml::real64_order(a) <= ml::real64_order(b) && !ml::is_nan(a) && !ml::is_nan(b);
}
inline bool operator>(real64 a, real64 b) { return b < a; }
inline bool operator>=(real64 a, real64 b) { return b <= a; }

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
    ulong unit = (x.bits & real64_magnitude) != 0ul && away ? real64_one : 0ul;
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
    ulong unit = (x.bits & real64_magnitude) > real64_half ? real64_one : 0ul;
    ulong result = exponent < 0 ? (x.bits & real64_sign) | unit : inner;
    return real64_from_bits(exponent >= 52 ? real64_quiet(x).bits : result);
}

// Square root, one binary place a step (the schoolbook method on integers); the last of the 54 places rounds. A square root is
// never halfway between two doubles.
inline real64 sqrt(real64 x)
{
    ulong magnitude = x.bits & real64_magnitude;
    bool special = magnitude == 0ul || magnitude >= real64_infinity || (x.bits & real64_sign) != 0ul;
    if (special) {
        bool invalid = magnitude > real64_infinity || (magnitude != 0ul && (x.bits & real64_sign) != 0ul);
        return real64_from_bits(invalid ? real64_nan : x.bits);
    }
    int shift = magnitude < real64_hidden ? int(metal::clz(magnitude)) - 11 : 0;
    int exponent = (magnitude < real64_hidden ? 1 - shift : int(magnitude >> 52)) - 1023;
    ulong fraction = shift > 0 ? magnitude << uint(shift) : (magnitude & real64_fraction) | real64_hidden;
    ulong rest = fraction << ((exponent & 1) != 0 ? 2u : 1u);
    int half_exponent = (exponent - (exponent & 1)) / 2;
    ulong root = 0ul;
    ulong twice_root = 0ul;
    for (ulong place = 1ul << 53; place != 0ul; place >>= 1) {
        ulong trial = twice_root + place;
        bool fits = trial <= rest;
        rest -= fits ? trial : 0ul;
        twice_root += fits ? place << 1 : 0ul;
        root += fits ? place : 0ul;
        rest <<= 1;
    }
    return real64_from_bits((ulong(half_exponent + 1022) << 52) + (root >> 1) + (root & 1ul));
}

// A binary floating-point number of fewer places, given as bits, made wider: exact.
inline real64 real64_widen(uint bits, uint fraction_places, uint exponent_places)
{
    uint top = (1u << exponent_places) - 1u;
    uint fraction = bits & ((1u << fraction_places) - 1u);
    uint exponent = (bits >> fraction_places) & top;
    ulong sign = ulong(bits >> (fraction_places + exponent_places)) << 63;
    int bias = int(top >> 1);
    // A subnormal is normalised by its leading zeros.
    uint shift = exponent == 0u ? uint(metal::clz(fraction)) - (31u - fraction_places) : 0u;
    uint normal = exponent == 0u ? (fraction << (shift & 31u)) & ((1u << fraction_places) - 1u) : fraction;
    int place = exponent == 0u ? 1 - int(shift) : int(exponent);
    ulong magnitude = (ulong(place - bias + 1023) << 52) | (ulong(normal) << (52u - fraction_places));
    magnitude = exponent == 0u && fraction == 0u ? 0ul : magnitude;
    magnitude = exponent == top ? (fraction == 0u ? real64_infinity : real64_nan) : magnitude;
    return real64_from_bits(sign | magnitude);
}

// The bits of x rounded to nearest even in a narrower binary format.
inline uint real64_narrow(real64 x, uint fraction_places, uint exponent_places)
{
    uint top = (1u << exponent_places) - 1u;
    uint infinity = top << fraction_places;
    uint sign = uint(x.bits >> 63) << (fraction_places + exponent_places);
    ulong magnitude = x.bits & real64_magnitude;
    int exponent = int(magnitude >> 52) - 1023 + int(top >> 1);
    uint shift = 52u - fraction_places;
    shift += exponent < 1 ? uint(metal::min(1 - exponent, 60)) : 0u; // a subnormal of the narrow format
    shift = metal::min(shift, 63u);
    ulong fraction = (magnitude & real64_fraction) | (magnitude >= real64_hidden ? real64_hidden : 0ul);
    ulong kept = fraction >> shift;
    ulong rest = fraction & ((1ul << shift) - 1ul);
    ulong tie = 1ul << (shift - 1u);
    kept += ulong(rest > tie || (rest == tie && (kept & 1ul) != 0ul));
    uint result = (uint(metal::max(exponent, 1) - 1) << fraction_places) + uint(kept);
    result = exponent >= int(top) ? infinity : metal::min(result, infinity);
    result = magnitude > real64_infinity ? infinity | (1u << (fraction_places - 1u)) : result;
    return sign | result;
}

inline real64 real64_from_integer(ulong magnitude, bool negative)
{
    uint zeros = uint(metal::clz(magnitude | 1ul));
    ulong normal = magnitude << zeros;
    ulong result = (ulong(1023 + 62 - int(zeros)) << 52) + (normal >> 11);
    ulong rest = normal & 0x7fful;
    result += ulong(rest > 0x400ul || (rest == 0x400ul && (result & 1ul) != 0ul));
    result = magnitude == 0ul ? 0ul : result;
    return real64_from_bits(result | (negative ? real64_sign : 0ul));
}

// convert(x, T()): x rounded to nearest even in type T.
inline real64 convert(real64 x, real64) { return x; }
inline real64 convert(ulong x, real64) { return real64_from_integer(x, false); }
inline real64 convert(long x, real64) { return real64_from_integer(x < 0 ? 0ul - ulong(x) : ulong(x), x < 0); }
inline real64 convert(char x, real64) { return convert(long(x), real64()); }
inline real64 convert(uchar x, real64) { return convert(ulong(x), real64()); }
inline real64 convert(short x, real64) { return convert(long(x), real64()); }
inline real64 convert(ushort x, real64) { return convert(ulong(x), real64()); }
inline real64 convert(int x, real64) { return convert(long(x), real64()); }
inline real64 convert(uint x, real64) { return convert(ulong(x), real64()); }
inline real64 convert(float x, real64) { return real64_widen(as_type<uint>(x), 23u, 8u); }
inline real64 convert(half x, real64) { return real64_widen(uint(as_type<ushort>(x)), 10u, 5u); }
inline float convert(real64 x, float) { return as_type<float>(real64_narrow(x, 23u, 8u)); }
inline half convert(real64 x, half) { return as_type<half>(ushort(real64_narrow(x, 10u, 5u))); }

// The magnitude of x toward zero, below 2^64; a larger one (NaN too) sets `overflow`.
inline ulong real64_integer_magnitude(real64 x, thread bool &overflow)
{
    int exponent = real64_exponent(x);
    ulong fraction = (x.bits & real64_fraction) | real64_hidden;
    ulong result = exponent < 52 ? fraction >> uint(metal::clamp(52 - exponent, 0, 63))
                                 : fraction << uint(metal::clamp(exponent - 52, 0, 11));
    overflow = overflow || exponent > 63;
    return exponent < 0 ? 0ul : result;
}

// x toward zero; what no integer of the type can hold (NaN too) sets `overflow` and gives 0.
inline long to_long(real64 x, thread bool &overflow)
{
    bool outside = false;
    bool negative = (x.bits & real64_sign) != 0ul;
    ulong magnitude = real64_integer_magnitude(x, outside);
    outside = outside || magnitude > (negative ? real64_sign : real64_magnitude);
    overflow = overflow || outside;
    return outside ? 0l : long(negative ? 0ul - magnitude : magnitude);
}

inline ulong to_ulong(real64 x, thread bool &overflow)
{
    bool outside = false;
    ulong magnitude = real64_integer_magnitude(x, outside);
    outside = outside || ((x.bits & real64_sign) != 0ul && magnitude != 0ul);
    overflow = overflow || outside;
    return outside ? 0ul : magnitude;
}

} // namespace ml
