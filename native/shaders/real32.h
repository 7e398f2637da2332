// Functions of float under the names that real64 has too. Metal's own where the precise variant is promised to 4 units in the
// last place (Metal Shading Language Specification, accuracy of single-precision functions without fast math); tan, tanh and
// atan, promised to 6, 5 and 5 units, are computed here.
#pragma once

namespace ml {

inline uint float_magnitude(float x) { return as_type<uint>(x) & 0x7fffffffu; }

// On bits: a comparison of floats may be assumed away by an optimiser that knows no NaN.
inline bool is_nan(float x) { return float_magnitude(x) > 0x7f800000u; }
inline bool is_finite(float x) { return float_magnitude(x) < 0x7f800000u; }

// The magnitude with the sign of another number, zeros' signs too.
inline float with_sign(float magnitude, float sign)
{
    return as_type<float>(as_type<uint>(magnitude) | (as_type<uint>(sign) & 0x80000000u));
}

inline bool is_negative(float x) { return as_type<uint>(x) >> 31 != 0u; }
inline float copysign(float magnitude, float sign) { return with_sign(as_type<float>(float_magnitude(magnitude)), sign); }

// NaN if a side is; -0 lies below +0.
inline float min(float a, float b)
{
    bool first = a < b || (a == b && is_negative(a)) || is_nan(a);
    return first ? a : b;
}
inline float max(float a, float b)
{
    bool first = b < a || (a == b && is_negative(b)) || is_nan(a);
    return first ? a : b;
}

// x 2^n rounded once, by factors that are normal numbers: a step down ends above the subnormals, or so far down that the next makes
// 0 of what it left.
inline float power_of_two(int n) { return as_type<float>(uint(n + 127) << 23); }
inline float scale(float x, int n)
{
    int first = n < -126 ? -101 : metal::min(n, 127);
    int second = n - first < -126 ? -101 : metal::min(n - first, 127);
    int third = metal::clamp(n - first - second, -126, 127);
    return x * power_of_two(first) * power_of_two(second) * power_of_two(third);
}

// e with 2^e <= |x| < 2^(e+1), subnormals too; of 0 -150, of NaN and infinities 128.
inline int exponent(float x)
{
    uint magnitude = float_magnitude(x);
    int subnormal = -118 - int(metal::clz(magnitude));
    return magnitude < 0x800000u ? subnormal : int(magnitude >> 23) - 127;
}

inline float fma(float a, float b, float c) { return metal::precise::fma(a, b, c); }
inline float trunc(float x) { return metal::precise::trunc(x); }
inline float abs(float x) { return metal::precise::fabs(x); }
inline float floor(float x) { return metal::precise::floor(x); }
inline float ceil(float x) { return metal::precise::ceil(x); }
inline float round_even(float x) { return metal::precise::rint(x); }
inline float sqrt(float x) { return metal::precise::sqrt(x); }
inline float sin(float x) { return metal::precise::sin(x); }
inline float cos(float x) { return metal::precise::cos(x); }
inline float asin(float x) { return metal::precise::asin(x); }
inline float acos(float x) { return metal::precise::acos(x); }
inline float sinh(float x) { return metal::precise::sinh(x); }
inline float cosh(float x) { return metal::precise::cosh(x); }
inline float exp(float x) { return metal::precise::exp(x); }
inline float log(float x) { return metal::precise::log(x); }
inline float log10(float x) { return metal::precise::log10(x); }

// The binary digits of 2/Pi behind 32 zeros.
constant uint two_over_pi[8] = {0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u,
                                0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu};

// |x - n Pi/2| for the nearest integer n, x finite, not negative and at least 2^-24: the result times 2^(-61 - zeros); n modulo 4 goes
// to `quadrant`. After M. Payne and R. Hanek, Radian reduction for trigonometric functions, SIGNUM Newsletter 18 (1983): of 2/Pi only the 96
// digits are used that matter modulo 4.
inline ulong reduce_half_pi_fixed(float x, thread uint &quadrant, thread uint &zeros, thread bool &negative)
{
    uint bits = as_type<uint>(x);
    ulong significand = ulong((bits & 0x7fffffu) | 0x800000u);
    uint start = (bits >> 23) - 120u; // the digit of weight 2 / ulp(x)
    uint word = start >> 5;
    uint shift = start & 31u;
    uint high = uint(((ulong(two_over_pi[word]) << 32 | two_over_pi[word + 1u]) << shift) >> 32);
    uint middle = uint(((ulong(two_over_pi[word + 1u]) << 32 | two_over_pi[word + 2u]) << shift) >> 32);
    uint low = uint(((ulong(two_over_pi[word + 2u]) << 32 | two_over_pi[word + 3u]) << shift) >> 32);

    // x 2/Pi modulo 4 with 62 binary places.
    ulong product = significand * ulong(low);
    product = significand * ulong(middle) + (product >> 32);
    ulong turns = ((significand * ulong(high) + (product >> 32)) << 32) | (product & 0xfffffffful);
    ulong rounded = turns + (1ul << 61);
    quadrant = uint(rounded >> 62);
    long rest = long(turns - (rounded & 0xc000000000000000ul));

    // The rest times Pi/2 (times 2^63 an integer), normalised first so that no digit is lost next to a multiple of Pi/2.
    negative = rest < 0l;
    ulong magnitude = ulong(negative ? -rest : rest);
    zeros = uint(metal::clz(magnitude | 1ul));
    return metal::mulhi(magnitude << zeros, 0xc90fdaa22168c234ul);
}

inline float reduce_half_pi(float x, thread uint &quadrant)
{
    uint zeros = 0u;
    bool negative = false;
    float angle = float(reduce_half_pi_fixed(x, quadrant, zeros, negative)) * as_type<float>((127u - 61u - zeros) << 23);
    return negative ? -angle : angle;
}

// Sine and cosine for |x| <= Pi/4; coefficients by interpolation at Chebyshev points of x^2.
inline float sin_near_zero(float x)
{
    float z = x * x;
    float p = metal::precise::fma(metal::precise::fma(-1.98400874e-4f, z, 8.33333191e-3f), z, -1.66666672e-1f);
    return metal::precise::fma(x * z, metal::precise::fma(2.7249896e-6f * z, z * z, p), x);
}

inline float cos_near_zero(float x)
{
    float z = x * x;
    float p = metal::precise::fma(metal::precise::fma(2.45479168e-5f, z, -1.38883025e-3f), z, 4.16666642e-2f);
    return metal::precise::fma(z * z, p, metal::precise::fma(-0.5f, z, 1.0f));
}

inline float tan(float x)
{
    float magnitude = metal::precise::fabs(x);
    if (magnitude < 2.44140625e-4f) { // the next term, x^3/3, is below half a unit
        return x;
    }
    if (!is_finite(x)) {
        return x - x;
    }
    uint quadrant = 0u;
    float angle = magnitude;
    if (magnitude > 0.785398185f) {
        angle = reduce_half_pi(magnitude, quadrant);
    }
    float sine = sin_near_zero(angle);
    float cosine = cos_near_zero(angle);
    float result = (quadrant & 1u) != 0u ? -cosine / sine : sine / cosine;
    return x < 0.0f ? -result : result;
}

// Polynomial in x^2 up to 1; beyond, Pi/2 - ArcTan[1/x] with Pi/2 in two parts.
inline float atan(float x)
{
    float magnitude = metal::precise::fabs(x);
    bool inverted = magnitude > 1.0f;
    float t = inverted ? 1.0f / magnitude : magnitude;
    float z = t * t;
    float p = metal::precise::fma(1.48869189e-3f, z, -9.14462935e-3f);
    p = metal::precise::fma(p, z, 2.63050012e-2f);
    p = metal::precise::fma(p, z, -4.89605144e-2f);
    p = metal::precise::fma(p, z, 7.03191459e-2f);
    p = metal::precise::fma(p, z, -8.9318268e-2f);
    p = metal::precise::fma(p, z, 1.10882618e-1f);
    p = metal::precise::fma(p, z, -1.42840043e-1f);
    p = metal::precise::fma(p, z, 1.99999496e-1f);
    p = metal::precise::fma(p, z, -3.33333343e-1f);
    float result = metal::precise::fma(t * z, p, t);
    result = inverted ? 1.57079637f - (result + 4.37113900e-8f) : result;
    return as_type<uint>(x) >> 31 != 0u ? -result : result;
}

// convert(x, T()): x in type T. From and to real64: real64.h.
inline float convert(float x, float) { return x; }
inline float convert(half x, float) { return float(x); }
inline float convert(char x, float) { return float(x); }
inline float convert(uchar x, float) { return float(x); }
inline float convert(short x, float) { return float(x); }
inline float convert(ushort x, float) { return float(x); }
inline float convert(int x, float) { return float(x); }
inline float convert(uint x, float) { return float(x); }
inline float convert(long x, float) { return float(x); }
inline float convert(ulong x, float) { return float(x); }
inline half convert(float x, half) { return half(x); }
inline half convert(half x, half) { return x; }

// x toward zero; what the type cannot hold (NaN too) sets `overflow` and gives 0.
inline long to_long(float x, thread bool &overflow)
{
    bool fits = float_magnitude(x) < 0x5f000000u || as_type<uint>(x) == 0xdf000000u; // |x| < 2^63, or -2^63
    overflow = overflow | !fits;
    return fits ? long(x) : 0l;
}

} // namespace ml
