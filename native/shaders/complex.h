// Arithmetic of complex numbers. A number with an infinite part is infinite, whatever the other part is, and not NaN (C11, G.3).
#pragma once

#include "complex_elements.h"

namespace ml {

template <typename R> inline bool is_infinite(R x) { return !is_finite(x) & !is_nan(x); }

template <typename R> inline bool is_infinite(complex<R> z) { return is_infinite(z.re) | is_infinite(z.im); }
template <typename R> inline bool is_finite(complex<R> z) { return is_finite(z.re) & is_finite(z.im); }
template <typename R> inline bool is_nan(complex<R> z) { return (is_nan(z.re) | is_nan(z.im)) & !is_infinite(z); }

template <typename R> inline complex<R> add(complex<R> a, complex<R> b) { return make_complex<R>(a.re + b.re, a.im + b.im); }
template <typename R> inline complex<R> difference(complex<R> a, complex<R> b) { return make_complex<R>(a.re - b.re, a.im - b.im); }

// Where the parts are numbers; what it gets wrong of infinite factors is NaN in both parts.
template <typename R> inline complex<R> finite_product(complex<R> a, complex<R> b)
{
    return make_complex<R>(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

template <typename R> inline bool both_nan(complex<R> z) { return is_nan(z.re) & is_nan(z.im); }

// Of an infinite number the direction, with parts 1, -1 or 0; else z.
template <typename R> inline complex<R> direction(complex<R> z)
{
    complex<R> parts = make_complex<R>(is_infinite(z.re) ? sign(z.re) : R(), is_infinite(z.im) ? sign(z.im) : R());
    return is_infinite(z) ? parts : z;
}

template <typename R> inline complex<R> times_infinity(complex<R> z)
{
    R infinity = convert(1, R()) / R();
    return make_complex<R>(infinity * z.re, infinity * z.im);
}

template <typename R> inline R without_nan(R x) { return is_nan(x) ? R() : x; }

// A product whose parts are both NaN: infinite if a factor is and the other is not zero, even with a part that is NaN (C11, G.5.1).
template <typename R> inline complex<R> special_product(complex<R> a, complex<R> b, complex<R> otherwise)
{
    complex<R> u = direction(a);
    complex<R> v = direction(b);
    u = make_complex<R>(without_nan(u.re), without_nan(u.im));
    v = make_complex<R>(without_nan(v.re), without_nan(v.im));
    return is_infinite(a) | is_infinite(b) ? times_infinity(finite_product(u, v)) : otherwise;
}

template <typename R> inline complex<R> product(complex<R> a, complex<R> b)
{
    complex<R> z = finite_product(a, b);
    if (both_nan(z)) {
        return special_product(a, b, z);
    }
    return z;
}

// Powers of two that keep the squares of very large and very small numbers in range.
inline float large_limit(float) { return 1.152921504606846976e18f; }                 // 2^60
inline float small_limit(float) { return 8.88178419700125232e-16f; }                 // 2^-50, so that a flushed square is negligible
inline float scale_up(float) { return 1.26765060022822940e30f; }                     // 2^100
inline float scale_down(float) { return 7.88860905221011805e-31f; }                  // 2^-100
inline real64 large_limit(real64) { return real64_from_bits(0x5f30000000000000ul); } // 2^500
inline real64 small_limit(real64) { return real64_from_bits(0x20b0000000000000ul); } // 2^-500
inline real64 scale_up(real64) { return real64_from_bits(0x6570000000000000ul); }    // 2^600
inline real64 scale_down(real64) { return real64_from_bits(0x1a70000000000000ul); }  // 2^-600

// The larger magnitude of the parts.
template <typename R> inline R size_of(complex<R> z)
{
    R re_size = abs(z.re);
    R im_size = abs(z.im);
    return re_size < im_size ? im_size : re_size;
}

// Which way numbers of a size are scaled: -1 down, 1 up, 0 not at all.
template <typename R> inline int scaling_of(R size) { return int(size < small_limit(R())) - int(size > large_limit(R())); }

template <typename R> inline R scaling_factor(int way, R)
{
    return way < 0 ? scale_down(R()) : (way > 0 ? scale_up(R()) : convert(1, R()));
}

template <typename R> inline complex<R> operator*(complex<R> a, R b) { return make_complex<R>(a.re * b, a.im * b); }
template <typename R> inline complex<R> operator/(complex<R> a, R b) { return make_complex<R>(a.re / b, a.im / b); }

template <typename R> inline complex<R> quotient_of_scaled(complex<R> a, complex<R> b)
{
    return finite_product(a, make_complex<R>(b.re, -b.im)) / (b.re * b.re + b.im * b.im);
}

// A quotient whose parts are both NaN: infinite if only the dividend is infinite or only the divisor zero, zero if only the divisor is
// infinite (C11, G.5.1).
template <typename R> inline complex<R> special_quotient(complex<R> a, complex<R> b, complex<R> otherwise)
{
    complex<R> turned = make_complex<R>(direction(b).re, -direction(b).im);
    complex<R> part = finite_product(direction(a), turned);
    bool zero = (b.re == R()) & (b.im == R());
    if (zero) {
        return a / b.re;
    }
    if (is_infinite(a) & is_finite(b)) {
        return times_infinity(part);
    }
    return is_infinite(b) & is_finite(a) ? part * R() : otherwise;
}

// Of scaled numbers, so that no square leaves the range and the quotient is finite wherever the exact one is; of a number by itself 1.
template <typename R> inline complex<R> finite_quotient(complex<R> a, complex<R> b)
{
    int way_a = scaling_of(size_of(a));
    int way_b = scaling_of(size_of(b));
    complex<R> scaled = quotient_of_scaled(a * scaling_factor(way_a, R()), b * scaling_factor(way_b, R()));
    int back = way_b - way_a;
    int first = metal::clamp(back, -1, 1);
    return scaled * scaling_factor(first, R()) * scaling_factor(back - first, R());
}

template <typename R> inline complex<R> quotient(complex<R> a, complex<R> b)
{
    complex<R> z = finite_quotient(a, b);
    if (both_nan(z)) {
        return special_quotient(a, b, z);
    }
    return z;
}

// Sqrt[re^2 + im^2], scaled so that the squares stay in range; infinite if a part is, even beside NaN (C11, F.10.4.3).
template <typename R> inline R abs(complex<R> z)
{
    int way = scaling_of(size_of(z));
    complex<R> scaled = z * scaling_factor(way, R());
    R result = sqrt(scaled.re * scaled.re + scaled.im * scaled.im) * scaling_factor(-way, R());
    return is_infinite(z) ? convert(1, R()) / R() : result;
}

} // namespace ml
