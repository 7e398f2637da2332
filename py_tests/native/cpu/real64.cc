// real64, one exported function an operation, each over whole arrays of bits.
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
BINARY(add, ml::real64_bits(a + b))
BINARY(subtract, ml::real64_bits(a - b))
BINARY(multiply, ml::real64_bits(a * b))
BINARY(divide, ml::real64_bits(a / b))
BINARY(minimum, ml::real64_bits(ml::min(a, b)))
BINARY(maximum, ml::real64_bits(ml::max(a, b)))
BINARY(copysign_, ml::real64_bits(ml::copysign(a, b)))
BINARY(scale, ml::real64_bits(ml::scale(a, int(long(ml::real64_bits(b)) % 2300))))
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
            out[i] = ml::real64_bits(ml::convert(VALUE, real64()));                                      \
        }                                                                                 \
    }
UNARY(negate, ml::real64_bits(-a))
UNARY(absolute, ml::real64_bits(ml::abs(a)))
UNARY(floor_, ml::real64_bits(ml::floor(a)))
UNARY(ceil_, ml::real64_bits(ml::ceil(a)))
UNARY(trunc_, ml::real64_bits(ml::trunc(a)))
UNARY(round_even, ml::real64_bits(ml::round_even(a)))
UNARY(sqrt_, ml::real64_bits(ml::sqrt(a)))
UNARY(is_negative, ml::is_negative(a))
UNARY(exponent, long(ml::exponent(a)))
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

EXPORT fma_(const ulong *x, const ulong *y, const ulong *z, ulong *out, long n)
{
    for (long i = 0; i < n; ++i) {
        out[i] = ml::real64_bits(ml::fma(from(x[i]), from(y[i]), from(z[i])));
    }
}

// The processor's own, which NumPy does not have.
EXPORT processor_fma(const double *x, const double *y, const double *z, double *out, long n)
{
    for (long i = 0; i < n; ++i) {
        out[i] = std::fma(x[i], y[i], z[i]);
    }
}
