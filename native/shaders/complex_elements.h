// Complex numbers, parts computed in R: float or real64; as elements of arrays.
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
        // A vector: what the kernel computes from it fits a processor's vector unit too.
        float2 z = static_cast<device const float2 *>(data)[i];
        return make_complex<R>(convert(z.x, R()), convert(z.y, R()));
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
    case ML_COMPLEX_REAL32:
        static_cast<device float2 *>(data)[i] = float2(convert(z.re, float()), convert(z.im, float()));
        break;
    default: {
        device complex<ulong> *out = static_cast<device complex<ulong> *>(data) + i;
        out->re = real64_bits(convert(z.re, real64()));
        out->im = real64_bits(convert(z.im, real64()));
    }
    }
}

} // namespace ml
