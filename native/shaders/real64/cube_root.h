// The cube root of real64.
#pragma once

#include "logarithm.h"

namespace ml {

// x = m 8^k; w = m^(-1/3) by Newton's iteration w + w (1 - m w^3) / 3 from a polynomial, then m w^2 with one more step that sees
// the remainder m - y^3 exactly.
inline real64 cbrt(real64 x)
{
    real64 a = abs(x);
    int e = exponent(a);
    int third = int((uint(e + 1200) * 21846u) >> 16) - 400; // floor(e / 3)
    int rest = e - 3 * third;
    real64 m = scale(a, -e);
    real64 w = polynomial(cbrt_start, cbrt_start_length, m);
    // Times 2^(-rest/3).
    w = w * real64_from_bits(rest == 0 ? 0x3ff0000000000000ul : (rest == 1 ? 0x3fe965fea53d6e3dul : 0x3fe428a2f98d728bul));
    m = m * real64_from_bits(ulong(1023 + rest) << 52);
    real64 one_third = real64_from_bits(0x3fd5555555555555ul);
    for (int k = 0; k < 3; ++k) {
        real64 cube = w * w * w;
        w = fma(w * one_third, fma(-m, cube, real64_one()), w);
    }
    real64 y = m * (w * w);
    twofold<real64> square = two_product(y, y);
    real64 remainder = fma(-square.hi, y, m) - square.lo * y;
    y = fma(remainder, w * w * one_third, y);
    real64 result = copysign(scale_near_one(y, third), x);
    return ((a == real64()) | !is_finite(x)) ? x : result;
}

} // namespace ml
