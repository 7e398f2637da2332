// Elements that are complex numbers, parts computed in R: float or real64.
#pragma once

#include "real.h"

namespace ml {

// Also the layout in memory, the real part first.
template <typename R> struct complex {
    R re;
    R im;
};

template <typename R> inline complex<R> make_complex(R re, R im)
{
    complex<R> z;
    z.re = re;
    z.im = im;
    return z;
}

// Element i of an array of the given type, parts rounded to R; a real number gets the imaginary part 0.
template <typename R> inline complex<R> load(device const void *data, uint type, ulong i, complex<R>)
{
    switch (type) {
    case ML_COMPLEX_REAL16: {
        device const complex<half> *z = static_cast<device const complex<half> *>(data) + i;
        return make_complex<R>(convert(z->re, R()), convert(z->im, R()));
    }
    case ML_COMPLEX_REAL32: {
        device const complex<float> *z = static_cast<device const complex<float> *>(data) + i;
        return make_complex<R>(convert(z->re, R()), convert(z->im, R()));
    }
    case ML_COMPLEX_REAL64: {
        device const complex<ulong> *z = static_cast<device const complex<ulong> *>(data) + i;
        return make_complex<R>(convert(real64_from_bits(z->re), R()), convert(real64_from_bits(z->im), R()));
    }
    default: return make_complex<R>(load(data, type, i, R()), R());
    }
}

inline uint part_type(uint type)
{
    switch (type) {
    case ML_COMPLEX_REAL16: return ML_REAL16;
    case ML_COMPLEX_REAL32: return ML_REAL32;
    default: return ML_REAL64;
    }
}

template <typename R> inline bool stored_finite(device const void *data, uint type, ulong i, complex<R>)
{
    switch (type) {
    case ML_COMPLEX_REAL16:
    case ML_COMPLEX_REAL32:
    case ML_COMPLEX_REAL64:
        return real_stored_finite(data, part_type(type), 2ul * i) && real_stored_finite(data, part_type(type), 2ul * i + 1ul);
    default: return real_stored_finite(data, type, i);
    }
}

template <typename R> inline complex<R> as_stored(complex<R> z, uint type)
{
    return make_complex<R>(as_stored(z.re, part_type(type)), as_stored(z.im, part_type(type)));
}

template <typename R> inline void store(device void *data, uint type, ulong i, complex<R> z, thread bool &)
{
    switch (type) {
    case ML_COMPLEX_REAL16: {
        device complex<half> *out = static_cast<device complex<half> *>(data) + i;
        out->re = convert(z.re, half());
        out->im = convert(z.im, half());
        break;
    }
    case ML_COMPLEX_REAL32: {
        device complex<float> *out = static_cast<device complex<float> *>(data) + i;
        out->re = convert(z.re, float());
        out->im = convert(z.im, float());
        break;
    }
    default: {
        device complex<ulong> *out = static_cast<device complex<ulong> *>(data) + i;
        out->re = real64_bits(convert(z.re, real64()));
        out->im = real64_bits(convert(z.im, real64()));
    }
    }
}

template <typename R> inline bool is_nan(complex<R> z) { return is_nan(z.re) || is_nan(z.im); }
template <typename R> inline bool is_finite(complex<R> z) { return is_finite(z.re) && is_finite(z.im); }

template <typename R> inline complex<R> add(complex<R> a, complex<R> b)
{
    return make_complex<R>(a.re + b.re, a.im + b.im);
}

template <typename R> inline complex<R> difference(complex<R> a, complex<R> b)
{
    return make_complex<R>(a.re - b.re, a.im - b.im);
}

template <typename R> inline complex<R> product(complex<R> a, complex<R> b)
{
    return make_complex<R>(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

// After R. L. Smith, Algorithm 116: complex division, Communications of the ACM 5 (1962): by the ratio of the smaller part of b to the
// larger, so that no square overflows. A divisor that is zero divides both parts.
template <typename R> inline complex<R> quotient(complex<R> a, complex<R> b)
{
    R one = convert(1, R());
    R re_size = abs(b.re);
    R im_size = abs(b.im);
    bool re_larger = re_size >= im_size;
    R larger = re_larger ? b.re : b.im;
    R ratio = (re_larger ? b.im : b.re) / larger;
    R scale = one / (larger + (re_larger ? b.im : b.re) * ratio);
    R re = (re_larger ? a.re + a.im * ratio : a.re * ratio + a.im) * scale;
    R im = (re_larger ? a.im - a.re * ratio : a.im * ratio - a.re) * scale;
    bool zero = re_size == R() && im_size == R();
    return make_complex<R>(zero ? a.re / re_size : re, zero ? a.im / re_size : im);
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

// Sqrt[re^2 + im^2], scaled so that the squares stay in range; infinite if a part is, even beside NaN (C11, F.10.4.3).
template <typename R> inline R abs(complex<R> z)
{
    R x = abs(z.re);
    R y = abs(z.im);
    R larger = x < y ? y : x;
    bool huge = larger > large_limit(R());
    bool tiny = larger < small_limit(R());
    R scale = huge ? scale_down(R()) : (tiny ? scale_up(R()) : convert(1, R()));
    R back = huge ? scale_up(R()) : (tiny ? scale_down(R()) : convert(1, R()));
    x = x * scale;
    y = y * scale;
    R result = sqrt(x * x + y * y) * back;
    bool x_infinite = !is_finite(x) && !is_nan(x);
    bool y_infinite = !is_finite(y) && !is_nan(y);
    return x_infinite ? x : (y_infinite ? y : result);
}

} // namespace ml
