// x - n Pi/2 for the nearest integer n, of any finite x.
#pragma once

#include "../twofold.h"

namespace ml {

// The binary digits of 2/Pi behind 64 zeros.
constant ulong real64_two_over_pi[21] = {
    0x0000000000000000ul, 0xa2f9836e4e441529ul, 0xfc2757d1f534ddc0ul, 0xdb6295993c439041ul, 0xfe5163abdebbc561ul,
    0xb7246e3a424dd2e0ul, 0x06492eea09d1921cul, 0xfe1deb1cb129a73eul, 0xe88235f52ebb4484ul, 0xe99c7026b45f7e41ul,
    0x3991d639835339f4ul, 0x9c845f8bbdf9283bul, 0x1ff897ffde05980ful, 0xef2f118b5a0a6d1ful, 0x6d367ecf27cb09b7ul,
    0x4f463f669e5fea2dul, 0x7527bac7ebe5f17bul, 0x3d0739f78a5292eaul, 0x6bfb5fb11f8d5d08ul, 0x56033046fc7b6babul,
    0xf0cfbc209af4361dul,
};

// Two words next to each other, shifted left by less than 64 places; the upper one.
inline ulong funnel_left(ulong high, ulong low, uint places) { return (high << places) | ((low >> 1) >> (63u - places)); }

// For |x| >= 2^27. After M. Payne and R. Hanek, Radian reduction for trigonometric functions, SIGNUM Newsletter 18 (1983): of 2/Pi
// only the 192 digits are used that matter modulo 4. No double is closer than 2^-62 to a multiple of Pi/2, so that more than
// 100 significant places are right.
inline twofold<real64> reduce_half_pi_huge(real64 x, thread uint &quadrant)
{
    ulong bits = real64_bits(x);
    ulong significand = (bits & 0x000ffffffffffffful) | 0x0010000000000000ul;
    uint start = uint((bits >> 52) & 0x7fful) - 1013u; // the digit of weight 2 / ulp(x)
    uint word = metal::min(start >> 6, 17u);
    uint shift = start & 63u;
    ulong high = funnel_left(real64_two_over_pi[word], real64_two_over_pi[word + 1u], shift);
    ulong middle = funnel_left(real64_two_over_pi[word + 1u], real64_two_over_pi[word + 2u], shift);
    ulong low = funnel_left(real64_two_over_pi[word + 2u], real64_two_over_pi[word + 3u], shift);

    // x 2/Pi modulo 4 with 190 binary places.
    ulong third = significand * low;
    ulong carried = metal::mulhi(significand, low);
    ulong second = significand * middle + carried;
    carried = metal::mulhi(significand, middle) + ulong(second < carried);
    ulong first = significand * high + carried;
    ulong rounded = first + 0x2000000000000000ul;
    quadrant = uint(rounded >> 62);
    first -= rounded & 0xc000000000000000ul;

    // The rest's magnitude, normalised, times Pi/2.
    ulong flip = 0ul - (first >> 63);
    first ^= flip;
    uint zeros = metal::min(uint(metal::clz(first)), 63u);
    ulong upper = funnel_left(first, second ^ flip, zeros);
    ulong lower = funnel_left(second ^ flip, third ^ flip, zeros);
    ulong product = metal::mulhi(upper, 0xc90fdaa22168c234ul);
    ulong below = upper * 0xc90fdaa22168c234ul;
    ulong cross = metal::mulhi(upper, 0xc4c6628b80dc1cd1ul);
    below += cross;
    product += ulong(below < cross);
    cross = metal::mulhi(lower, 0xc90fdaa22168c234ul);
    below += cross;
    product += ulong(below < cross);

    // 53 places, and the next 64.
    ulong sign = (bits ^ flip) & 0x8000000000000000ul;
    real64 unit = real64_from_bits((ulong(1023u - 50u - zeros) << 52) | sign);
    real64 next_unit = real64_from_bits((ulong(1023u - 114u - zeros) << 52) | sign);
    real64 hi = convert(product >> 11, real64()) * unit;
    real64 lo = convert((product << 53) | (below >> 11), real64()) * next_unit;
    quadrant = (bits >> 63) != 0ul ? 0u - quadrant : quadrant;
    return fast_two_sum(hi, lo);
}

// For |x| < 2^27: n Pi/2 in three parts of 33, 53 and 53 places, the products with n exact but for the last. After W. J. Cody and
// W. Waite, Software Manual for the Elementary Functions (1980). Of the result lo may exceed half a unit of hi, next to a zero.
inline twofold<real64> reduce_half_pi_near(real64 x, thread uint &quadrant)
{
    real64 whole = real64_from_bits(0x4338000000000000ul); // 1.5 2^52: the sum is rounded to an integer
    real64 shifted = fma(x, real64_from_bits(0x3fe45f306dc9c883ul), whole);
    real64 n = shifted - whole;
    quadrant = uint(real64_bits(shifted));
    real64 rest = fma(-n, real64_from_bits(0x3ff921fb54400000ul), x);
    real64 part = n * real64_from_bits(0x3dd0b4611a626331ul);
    real64 part_lo = fma(n, real64_from_bits(0x3dd0b4611a626331ul), -part);
    real64 hi = rest - part;
    real64 lo = ((rest - hi) - part) - part_lo;
    return make_twofold(hi, fma(-n, real64_from_bits(0x3a71701b839a2520ul), lo));
}

// |x - n Pi/2| is at most a little over Pi/4; n modulo 4 goes to the lowest bits of `quadrant`. Of NaN and infinities NaN.
inline twofold<real64> reduce_half_pi(real64 x, thread uint &quadrant)
{
    twofold<real64> rest = reduce_half_pi_near(x, quadrant);
    // A loop though it goes once at most: what makes vectors of threads jumps over a loop that no thread enters, but computes both
    // sides of a branch.
    real64 large = x;
    real64 limit = real64_from_bits(0x41a0000000000000ul); // 2^27
    bool huge = (abs(x) >= limit) & is_finite(x);
    while (huge) {
        rest = reduce_half_pi_huge(large, quadrant);
        large = rest.hi;
        huge = abs(large) > limit;
    }
    return rest;
}

} // namespace ml
