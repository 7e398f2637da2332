// The emulated real64, one exported function an operation, each over whole arrays of bits.
#include <metal_stdlib>
#include "real64/real64.h"

#define EXPORT extern "C" __attribute__((visibility("default"))) void

static real64 from(ulong bits) { return ml::real64_from_bits(bits); }

#define BINARY(NAME, RESULT)                                                              \
    EXPORT NAME(const ulong *x, const ulong *y, ulong *out, long n)                       \
    {                                                                                     \
        for (long i = 0; i < n; ++i) {                                                    \
            real64 a = from(x[i]);                                                        \
            real64 b = from(y[i]);                                                        \
            out[i] = RESULT;                                                              \
        }                                                                                 \
    }
BINARY(add, (a + b).bits)
BINARY(subtract, (a - b).bits)
BINARY(multiply, (a * b).bits)
BINARY(equal, a == b)
BINARY(unequal, a != b)
BINARY(less, a < b)
BINARY(less_equal, a <= b)
BINARY(greater, a > b)
BINARY(greater_equal, a >= b)

#define UNARY(NAME, RESULT)                                                               \
    EXPORT NAME(const ulong *x, ulong *out, ulong *overflowed, long n)                    \
    {                                                                                     \
        for (long i = 0; i < n; ++i) {                                                    \
            real64 a = from(x[i]);                                                        \
            bool overflow = false;                                                        \
            out[i] = ulong(RESULT);                                                       \
            overflowed[i] = overflow;                                                     \
        }                                                                                 \
    }
#define SOURCE(NAME, VALUE)                                                               \
    EXPORT NAME(const ulong *x, ulong *out, long n)                                       \
    {                                                                                     \
        for (long i = 0; i < n; ++i) {                                                    \
            out[i] = ml::convert(VALUE, real64()).bits;                                   \
        }                                                                                 \
    }
UNARY(negate, (-a).bits)
UNARY(absolute, ml::abs(a).bits)
UNARY(floor_, ml::floor(a).bits)
UNARY(ceil_, ml::ceil(a).bits)
UNARY(trunc_, ml::trunc(a).bits)
UNARY(round_even, ml::round_even(a).bits)
UNARY(sqrt_, ml::sqrt(a).bits)
UNARY(is_nan, ml::is_nan(a))
UNARY(is_finite, ml::is_finite(a))
UNARY(to_long, ml::to_long(a, overflow))
UNARY(to_ulong, ml::to_ulong(a, overflow))
UNARY(to_float, as_type<uint>(ml::convert(a, float())))
UNARY(to_half, as_type<ushort>(ml::convert(a, half())))
SOURCE(from_long, long(x[i]))
SOURCE(from_ulong, x[i])
SOURCE(from_int, int(x[i]))
SOURCE(from_uint, uint(x[i]))
SOURCE(from_short, short(x[i]))
SOURCE(from_ushort, ushort(x[i]))
SOURCE(from_char, static_cast<signed char>(x[i]))
SOURCE(from_uchar, uchar(x[i]))
SOURCE(from_float, as_type<float>(uint(x[i])))
SOURCE(from_half, as_type<half>(ushort(x[i])))
