// Elements that are real numbers, computed in R: float or real64.
#pragma once

#include "element_types.h"
#include "real32.h"
#include "real64/real64.h"

namespace ml {

template <typename T, typename R> inline R load_converted(device const void *data, ulong i)
{
    return convert(static_cast<device const T *>(data)[i], R());
}

template <typename R> inline R load_real64(device const void *data, ulong i)
{
    return convert(real64_from_bits(static_cast<device const ulong *>(data)[i]), R());
}

// Element i of an array of the given type, rounded to R.
template <typename R> inline R load(device const void *data, uint type, ulong i, R)
{
    switch (type) {
    case ML_INTEGER8: return load_converted<char, R>(data, i);
    case ML_UNSIGNED8: return load_converted<uchar, R>(data, i);
    case ML_INTEGER16: return load_converted<short, R>(data, i);
    case ML_UNSIGNED16: return load_converted<ushort, R>(data, i);
    case ML_INTEGER32: return load_converted<int, R>(data, i);
    case ML_UNSIGNED32: return load_converted<uint, R>(data, i);
    case ML_INTEGER64: return load_converted<long, R>(data, i);
    case ML_UNSIGNED64: return load_converted<ulong, R>(data, i);
    case ML_REAL16: return load_converted<half, R>(data, i);
    case ML_REAL32: return load_converted<float, R>(data, i);
    default: return load_real64<R>(data, i);
    }
}

// Whether element i is finite as it stands in memory: rounded to R it may be infinite.
inline bool real_stored_finite(device const void *data, uint type, ulong i)
{
    switch (type) {
    case ML_REAL16: return (static_cast<device const ushort *>(data)[i] & 0x7c00u) != 0x7c00u;
    case ML_REAL32: return (static_cast<device const uint *>(data)[i] & 0x7f800000u) != 0x7f800000u;
    case ML_REAL64: return (static_cast<device const ulong *>(data)[i] & 0x7ff0000000000000ul) != 0x7ff0000000000000ul;
    default: return true;
    }
}

template <typename R> inline bool stored_finite(device const void *data, uint type, ulong i, R)
{
    return real_stored_finite(data, type, i);
}

// x rounded to the type that it will be stored in; an integer type leaves it as it is.
template <typename R> inline R as_stored(R x, uint type)
{
    switch (type) {
    case ML_REAL16: return convert(convert(x, half()), R());
    case ML_REAL32: return convert(convert(x, float()), R());
    default: return x;
    }
}

// x must be as_stored. What a 64-bit integer cannot hold sets `overflow`.
template <typename R> inline void store(device void *data, uint type, ulong i, R x, thread bool &overflow)
{
    switch (type) {
    case ML_REAL16: static_cast<device half *>(data)[i] = convert(x, half()); break;
    case ML_REAL32: static_cast<device float *>(data)[i] = convert(x, float()); break;
    case ML_REAL64: static_cast<device ulong *>(data)[i] = real64_bits(convert(x, real64())); break;
    default: static_cast<device long *>(data)[i] = to_long(x, overflow);
    }
}

template <typename R> inline R add(R a, R b) { return a + b; }
template <typename R> inline R difference(R a, R b) { return a - b; }
template <typename R> inline R product(R a, R b) { return a * b; }
template <typename R> inline R quotient(R a, R b) { return a / b; }

// What integers need to know of a result, and other numbers do not.
template <typename R> inline int carry(R, R, R) { return 0; }
template <typename R> inline bool borrows(R, R, R) { return false; }
template <typename R> inline bool product_fits(R, R) { return true; }
template <typename R> inline ulong integer_magnitude(R) { return 0ul; }
template <typename R> inline bool is_negative_integer(R) { return false; }
template <typename R> inline bool integer_fits(ulong, bool, R) { return true; }

template <typename R> inline R sign(R x)
{
    if (is_nan(x)) {
        return x;
    }
    return convert(int(x > R()) - int(x < R()), R());
}

} // namespace ml
