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
constant ulong real64_one_bits = 0x3ff0000000000000ul;
constant ulong real64_half_bits = 0x3fe0000000000000ul;

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
    return (x.bits & real64_sign) != 0ul ? -magnitude : magnitude;
}

// x shifted right by at most 63 places, the lowest bit set if a one was lost.
inline ulong shift_right_sticky(ulong x, uint places)
{
    ulong shifted = x >> places;
    return shifted | ulong((shifted << places) != x);
}

// The magnitude of a finite number as fraction 2^(exponent - 1023 - 62), the fraction with its leading bit in place 62 unless it is 0.
struct real64_parts {
    ulong fraction;
    int exponent;
};

inline real64_parts real64_unpack(ulong magnitude)
{
    bool normal = magnitude >= real64_hidden;
    int zeros = int(metal::clz(magnitude | 1ul)) - 1;
    real64_parts parts;
    parts.fraction = normal ? ((magnitude & real64_fraction) | real64_hidden) << 10 : magnitude << uint(zeros);
    parts.exponent = normal ? int(magnitude >> 52) : 11 - zeros;
    return parts;
}

// fraction 2^(exponent - 1023 - 62) rounded, for a fraction below 2^63 that has no leading zeros in place 62 unless the exponent is 1.
inline ulong real64_round_normal(ulong fraction, int exponent)
{
    ulong rounded = (fraction + 0x1fful + ((fraction >> 10) & 1ul)) >> 10;
    return metal::min((ulong(exponent - 1) << 52) + rounded, real64_infinity); // a carry runs into the exponent, as it should
}

// The same for a leading bit in place 62 and any exponent from -4000 to 4000.
inline ulong real64_round(ulong fraction, int exponent)
{
    fraction = shift_right_sticky(fraction, uint(metal::clamp(1 - exponent, 0, 63)));
    return real64_round_normal(fraction, metal::max(exponent, 1));
}

// x 2^n rounded once.
inline real64 scale(real64 x, int n)
{
    ulong magnitude = x.bits & real64_magnitude;
    real64_parts parts = real64_unpack(magnitude);
    int exponent = metal::min(parts.exponent + metal::clamp(n, -2200, 2200), 4000);
    ulong result = real64_round(parts.fraction, exponent);
    bool kept = magnitude == 0ul || magnitude >= real64_infinity;
    return real64_from_bits((kept ? magnitude : result) | (x.bits & real64_sign));
}

inline real64 scale_near_one(real64 x, int n) { return scale(x, n); }

} // namespace ml

inline real64 operator-(real64 x) { return ml::real64_from_bits(x.bits ^ ml::real64_sign); }

namespace ml {

// Sums, products and quotients, inlined: the operators are calls.
inline real64 add(real64 a, real64 b)
{
    // The operand of larger magnitude comes first, so only the other one is shifted and a difference is never negative.
    bool swapped = (a.bits & real64_magnitude) < (b.bits & real64_magnitude);
    ulong large = swapped ? b.bits : a.bits;
    ulong small = swapped ? a.bits : b.bits;
    bool subtracted = ((large ^ small) & real64_sign) != 0ul;
    ulong sign = large & real64_sign;
    large &= real64_magnitude;
    small &= real64_magnitude;

    // Subnormals have exponent 1 without the hidden bit. Leading bit in place 61, one place for a carry above.
    bool large_normal = large >= real64_hidden;
    bool small_normal = small >= real64_hidden;
    int large_exponent = large_normal ? int(large >> 52) : 1;
    int small_exponent = small_normal ? int(small >> 52) : 1;
    ulong large_fraction = ((large & real64_fraction) | (large_normal ? real64_hidden : 0ul)) << 9;
    ulong small_fraction = ((small & real64_fraction) | (small_normal ? real64_hidden : 0ul)) << 9;
    small_fraction = shift_right_sticky(small_fraction, uint(metal::min(large_exponent - small_exponent, 63)));
    ulong sum = subtracted ? large_fraction - small_fraction : large_fraction + small_fraction;

    // Leading bit to place 62, as far as the exponent allows.
    int left = metal::min(int(metal::clz(sum)) - 1, large_exponent);
    ulong result = real64_round_normal(sum << uint(left), large_exponent + 1 - left) | sign;

    // x - x is +0; infinities and NaN.
    result = subtracted && sum == 0ul ? 0ul : result;
    bool special = large >= real64_infinity;
    bool invalid = large > real64_infinity || (subtracted && small == real64_infinity);
    result = special ? (invalid ? real64_nan : sign | real64_infinity) : result;
    return real64_from_bits(result);
}

inline real64 product(real64 a, real64 b)
{
    ulong sign = (a.bits ^ b.bits) & real64_sign;
    ulong x = a.bits & real64_magnitude;
    ulong y = b.bits & real64_magnitude;
    bool zero = x == 0ul || y == 0ul;
    bool infinite = x == real64_infinity || y == real64_infinity;
    bool invalid = x > real64_infinity || y > real64_infinity || (zero && infinite);

    // Of the product's 126 places the upper 64 are kept, its leading bit in place 61 or 62 of them.
    real64_parts p = real64_unpack(x);
    real64_parts q = real64_unpack(y);
    ulong x_fraction = p.fraction << 1;
    ulong high = metal::mulhi(x_fraction, q.fraction) | ulong(x_fraction * q.fraction != 0ul);
    uint left = uint((high >> 62) ^ 1ul);
    ulong result = real64_round(high << left, p.exponent + q.exponent - 1022 - int(left));
    result = zero ? 0ul : result;
    result = infinite ? real64_infinity : result;
    return real64_from_bits(invalid ? real64_nan : sign | result);
}

inline real64 quotient(real64 a, real64 b)
{
    ulong sign = (a.bits ^ b.bits) & real64_sign;
    ulong x = a.bits & real64_magnitude;
    ulong y = b.bits & real64_magnitude;
    bool zero = x == 0ul || y == real64_infinity;
    bool infinite = x == real64_infinity || y == 0ul;
    bool invalid = x > real64_infinity || y > real64_infinity || (zero && infinite);

    // Fractions from 2^52 to 2^53. The reciprocal of the divisor's, 31 places, is never too large: at most 2^-20 below, even if
    // float division and conversion are off by a few units in the last place.
    real64_parts p = real64_unpack(x);
    real64_parts q = real64_unpack(y);
    ulong rest = p.fraction >> 10;
    ulong divisor = q.fraction >> 10;
    float near = 4611686018427387904.0f / float(uint(divisor >> 21)); // 2^62
    uint reciprocal = uint(metal::min(near, 2147483648.0f));
    reciprocal -= reciprocal >> 21;

    // Three digits of 19 places each, the school's way. A digit is too small by less than 2, so the next may need 20 places.
    ulong quotient = 0ul;
    for (int k = 0; k < 3; ++k) {
        ulong digit = ((rest >> 24) * ulong(reciprocal)) >> 40;
        rest = (rest << 19) - digit * divisor;
        quotient = (quotient << 19) + digit;
    }
    bool one_more = rest >= divisor;
    rest -= one_more ? divisor : 0ul;
    quotient += ulong(one_more);

    // Leading bit in place 56 or 57.
    quotient = (quotient << 5) | ulong(rest != 0ul);
    uint left = uint((quotient >> 62) ^ 1ul);
    ulong result = real64_round(quotient << left, p.exponent - q.exponent + 1023 - int(left));
    result = zero ? 0ul : result;
    result = infinite ? real64_infinity : result;
    return real64_from_bits(invalid ? real64_nan : sign | result);
}

} // namespace ml

// Calls, because functions of doubles have hundreds of them: inlined, they take compilers many seconds.
__attribute__((noinline)) inline real64 operator+(real64 a, real64 b) { return ml::add(a, b); }
__attribute__((noinline)) inline real64 operator*(real64 a, real64 b) { return ml::product(a, b); }
__attribute__((noinline)) inline real64 operator/(real64 a, real64 b) { return ml::quotient(a, b); }
inline real64 operator-(real64 a, real64 b) { return a + -b; }
namespace ml {
inline real64 difference(real64 a, real64 b) { return add(a, -b); }
} // namespace ml

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

#include "emulated_fma.h"
#include "emulated_sqrt.h"
#include "emulated_rounding.h"
#include "emulated_conversion.h"
