// a b + c with one rounding, in integer arithmetic.
#pragma once

namespace ml {

struct ulong_pair {
    ulong high;
    ulong low;
};

// x shifted right by any number of places, the lowest bit set if a one was lost.
inline ulong_pair shift_right_sticky(ulong_pair x, uint places)
{
    bool far = places >= 64u;
    uint near = places & 63u;
    ulong above = far ? 0ul : x.high;
    ulong below = far ? x.high : x.low;
    ulong lost = far ? x.low : 0ul;
    lost |= below & ((1ul << near) - 1ul);
    ulong_pair shifted;
    shifted.high = above >> near;
    shifted.low = (below >> near) | ((above << 1) << (63u - near)) | ulong(lost != 0ul);
    bool gone = places >= 128u;
    shifted.high = gone ? 0ul : shifted.high;
    shifted.low = gone ? ulong((x.high | x.low) != 0ul) : shifted.low;
    return shifted;
}

inline bool less(ulong_pair a, ulong_pair b) { return a.high < b.high || (a.high == b.high && a.low < b.low); }

inline ulong_pair add(ulong_pair a, ulong_pair b)
{
    ulong_pair sum;
    sum.low = a.low + b.low;
    sum.high = a.high + b.high + ulong(sum.low < a.low);
    return sum;
}

inline ulong_pair subtract(ulong_pair a, ulong_pair b)
{
    ulong_pair difference;
    difference.low = a.low - b.low;
    difference.high = a.high - b.high - ulong(a.low < b.low);
    return difference;
}

inline ulong_pair select(ulong_pair a, ulong_pair b, bool second)
{
    a.high = second ? b.high : a.high;
    a.low = second ? b.low : a.low;
    return a;
}

// The high 64 places of a sum shifted left so that its leading bit comes to place 62; the lowest bit stands for all the rest.
inline ulong leading_places(ulong_pair x, uint left)
{
    bool far = left >= 64u;
    uint near = left & 63u;
    ulong above = far ? x.low : x.high;
    ulong below = far ? 0ul : x.low;
    ulong places = (above << near) | ((below >> 1) >> (63u - near));
    return places | ulong((below << near) != 0ul);
}

// A call, as the operators are.
__attribute__((noinline)) inline real64 fma(real64 a, real64 b, real64 c)
{
    ulong x = a.bits & real64_magnitude;
    ulong y = b.bits & real64_magnitude;
    ulong z = c.bits & real64_magnitude;
    ulong product_sign = (a.bits ^ b.bits) & real64_sign;
    ulong sum_sign = c.bits & real64_sign;
    bool subtracted = product_sign != sum_sign;
    bool zero = x == 0ul || y == 0ul;
    bool infinite = x == real64_infinity || y == real64_infinity;
    bool invalid = x > real64_infinity || y > real64_infinity || z > real64_infinity || (zero && infinite) ||
                   (infinite && z == real64_infinity && subtracted);

    // The product exactly, leading bit in place 124 or 125 (place 125 has the exponent), and the summand likewise. Zero has the
    // least exponent, so that it is the one that is shifted.
    real64_parts p = real64_unpack(x);
    real64_parts q = real64_unpack(y);
    real64_parts r = real64_unpack(z);
    ulong_pair product;
    product.high = metal::mulhi(p.fraction, q.fraction);
    product.low = p.fraction * q.fraction;
    ulong_pair summand;
    summand.high = r.fraction >> 1;
    summand.low = 0ul;
    int product_exponent = zero ? -4000 : p.exponent + q.exponent - 1022;
    int summand_exponent = z == 0ul ? -4000 : r.exponent;
    int exponent = metal::max(product_exponent, summand_exponent);
    product = shift_right_sticky(product, uint(exponent - product_exponent));
    summand = shift_right_sticky(summand, uint(exponent - summand_exponent));

    bool swapped = less(product, summand);
    ulong_pair large = select(product, summand, swapped);
    ulong_pair small = select(summand, product, swapped);
    ulong_pair sum = select(add(large, small), subtract(large, small), subtracted);
    uint zeros = sum.high == 0ul ? 64u + uint(metal::clz(sum.low)) : uint(metal::clz(sum.high));
    uint left = metal::min(zeros, 127u) - 1u;
    ulong sign = swapped ? sum_sign : product_sign;
    ulong result = sign | real64_round(leading_places(sum, left), exponent + 1 - int(left));

    // An exact zero is +0 but for two zeros of negative sign.
    bool nothing = (sum.high | sum.low) == 0ul;
    result = nothing ? (subtracted ? 0ul : sum_sign) : result;
    result = infinite ? product_sign | real64_infinity : (z == real64_infinity ? c.bits : result);
    return real64_from_bits(invalid ? real64_nan : result);
}

} // namespace ml
