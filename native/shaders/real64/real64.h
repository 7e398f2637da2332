// IEEE-754 binary64 behind the name real64: the device's own double where it has one, else 64-bit integer arithmetic.
// Both give the same bits (any NaN counts as equal to any NaN), round to nearest even and keep subnormals.
//
// The names, all but the operators in namespace ml. Where float has the function too (real32.h), it has the same name, so
// templates over the real type R call ml::name(x).
//   constants     real64_from_bits(ulong); back: real64_bits(x); R() is +0
//   operators     + - * / and unary -; == != < <= > >= (false where a side is NaN, but for !=)
//   arithmetic    fma(a, b, c) sqrt(x) min(a, b) max(a, b) (NaN if a side is; -0 below +0) abs(x) copysign(magnitude, sign)
//   tests         is_nan(x) is_finite(x) is_negative(x) (the sign bit)
//   to integers   floor(x) ceil(x) trunc(x) round_even(x)
//   powers of 2   scale(x, n): x 2^n rounded once, for any int n; exponent(x): the int e with 2^e <= |x| < 2^(e+1), subnormals too;
//                 of 0 -1075, of NaN and infinities 1024
//   conversions   convert(x, T()): x rounded to nearest even in type T; between real64 and float, half, and from every integer
//                 type to real64. to_long(x, overflow) to_ulong(x, overflow): toward zero; `overflow` is set (and the result is
//                 0) where the type cannot hold it
//   elementary    elementary.h, a file a family: exp exp2 exp10 expm1 log log1p log2 log10 pow(x, y) cbrt, sin cos tan,
//                 asin acos atan atan2(y, x), sinh cosh tanh asinh acosh atanh
#pragma once

#if defined(__HAVE_DOUBLE__) && !defined(ML_EMULATE_DOUBLE)
#define ML_NATIVE_DOUBLE 1
#include "native.h"
#else
#include "emulated.h"
#endif
#include "shared.h"
