// The square root in integer arithmetic.
#pragma once

namespace ml {

// Newton's iteration s + (m - s^2) / (2 s) with a constant 1 / s from float: 22 places, then 43, then 62; the remainder decides on
// the last of 54. A square root is never halfway between two doubles, so that place rounds.
inline real64 sqrt(real64 x)
{
    ulong magnitude = x.bits & real64_magnitude;
    real64_parts parts = real64_unpack(magnitude);
    int odd = (parts.exponent & 1) ^ 1;
    ulong m = parts.fraction << uint(odd); // m 2^-62 from 1 to 4
    float near = 1.0f / metal::precise::sqrt(float(uint(m >> 32)) * 9.31322575e-10f); // 2^-30
    uint reciprocal = uint(metal::min(near * 2147483648.0f, 2147483648.0f));
    reciprocal -= reciprocal >> 21; // never too large, so that the root stays below 2

    ulong root = ((m >> 32) * ulong(reciprocal)) << 2; // times 2^-63
    long rest = long(m - metal::mulhi(root, root));
    root += ulong(((rest >> 14) * long(reciprocal)) >> 17);
    rest = long(m - metal::mulhi(root, root));
    root += ulong((rest * long(reciprocal)) >> 31);

    // The remainder modulo 2^64: it is much smaller than that.
    ulong places = root >> 10;
    rest = long((m << 44) - places * places);
    places -= ulong(rest < 0l);
    places += ulong(rest > long(places << 1));
    ulong result = (ulong((parts.exponent - odd + 1023) / 2 - 1) << 52) + ((places + 1ul) >> 1);

    bool negative = (x.bits & real64_sign) != 0ul && magnitude != 0ul;
    result = magnitude == 0ul || magnitude == real64_infinity ? x.bits : result;
    return real64_from_bits(negative || magnitude > real64_infinity ? real64_nan : result);
}

} // namespace ml
