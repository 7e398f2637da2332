// real64 to and from the other types of numbers, in integer arithmetic.
#pragma once

namespace ml {

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
