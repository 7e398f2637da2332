// real64 on a device with doubles.
#pragma once

typedef double real64;

namespace ml {

inline real64 real64_from_bits(ulong bits) { return as_type<double>(bits); }
inline ulong real64_bits(real64 x) { return as_type<ulong>(x); }

inline bool is_nan(real64 x) { return x != x; }
inline bool is_finite(real64 x) { return (real64_bits(x) & 0x7ff0000000000000ul) != 0x7ff0000000000000ul; }

// x 2^n rounded once, in at most three exact steps and one that rounds: a step down ends above the subnormals, or so far down that the
// next makes 0 of what it left.
inline real64 scale(real64 x, int n)
{
    int first = n < -1022 ? -969 : metal::min(n, 1023);
    int second = n - first < -1022 ? -969 : metal::min(n - first, 1023);
    int third = metal::clamp(n - first - second, -1022, 1023);
    x = x * real64_from_bits(ulong(first + 1023) << 52);
    x = x * real64_from_bits(ulong(second + 1023) << 52);
    return x * real64_from_bits(ulong(third + 1023) << 52);
}

// The same for |x| from 1/4 to 4 and |n| <= 2000.
inline real64 scale_near_one(real64 x, int n)
{
    int first = n >> 1;
    x = x * real64_from_bits(ulong(first + 1023) << 52);
    return x * real64_from_bits(ulong(n - first + 1023) << 52);
}

inline real64 abs(real64 x) { return metal::fabs(x); }
inline real64 trunc(real64 x) { return metal::trunc(x); }
inline real64 floor(real64 x) { return metal::floor(x); }
inline real64 ceil(real64 x) { return metal::ceil(x); }
inline real64 round_even(real64 x) { return metal::rint(x); }
inline real64 sqrt(real64 x) { return metal::sqrt(x); }
inline real64 fma(real64 a, real64 b, real64 c) { return metal::fma(a, b, c); }

// convert(x, T()): x rounded to nearest even in type T.
inline real64 convert(real64 x, real64) { return x; }
inline real64 convert(half x, real64) { return double(x); }
inline real64 convert(float x, real64) { return double(x); }
inline real64 convert(char x, real64) { return double(x); }
inline real64 convert(uchar x, real64) { return double(x); }
inline real64 convert(short x, real64) { return double(x); }
inline real64 convert(ushort x, real64) { return double(x); }
inline real64 convert(int x, real64) { return double(x); }
inline real64 convert(uint x, real64) { return double(x); }
inline real64 convert(long x, real64) { return double(x); }
inline real64 convert(ulong x, real64) { return double(x); }
inline float convert(real64 x, float) { return float(x); }
inline half convert(real64 x, half) { return half(x); }

// x toward zero; what no integer of the type can hold (NaN too) sets `overflow` and gives 0.
inline long to_long(real64 x, thread bool &overflow)
{
    bool fits = x >= -9223372036854775808.0 && x < 9223372036854775808.0;
    overflow = overflow || !fits;
    return fits ? long(x) : 0l;
}

inline ulong to_ulong(real64 x, thread bool &overflow)
{
    bool fits = x > -1.0 && x < 18446744073709551616.0;
    overflow = overflow || !fits;
    return fits ? ulong(x) : 0ul;
}

} // namespace ml
