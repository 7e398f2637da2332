// What compiled functions are made of: numbers of four kinds (bool, long, R and ml::complex<R>, R being float or real64),
// operands, results, and what becomes of integers that do not fit and of loops that do not end.
#pragma once

#include "complex.h"
#include "counts.h"

namespace ml {

// A double must not be taken as a float because the header with the function of doubles is missing: what is missing does not compile.
struct missing;
template <typename T> missing sin(T);
template <typename T> missing cos(T);
template <typename T> missing tan(T);
template <typename T> missing asin(T);
template <typename T> missing acos(T);
template <typename T> missing atan(T);
template <typename T> missing sinh(T);
template <typename T> missing cosh(T);
template <typename T> missing tanh(T);
template <typename T> missing asinh(T);
template <typename T> missing acosh(T);
template <typename T> missing atanh(T);
template <typename T> missing exp(T);
template <typename T> missing log(T);
template <typename T> missing log2(T);
template <typename T> missing log10(T);
template <typename T> missing cbrt(T);
template <typename T> missing pow(T, T);
template <typename T> missing atan2(T, T);

// The course of one element.
struct state {
    device atomic_uint *counts;
    uint steps; // of all its loops
    bool stopped;
    bool overflow; // an integer did not fit 64 bits
};

inline state start(device atomic_uint *counts)
{
    state s;
    s.counts = counts;
    s.steps = 0u;
    s.stopped = false;
    s.overflow = false;
    return s;
}

inline void fault(thread state &s, uint reason)
{
    atomic_fetch_or_explicit(&s.counts[ML_COUNT_FAULTS], reason, memory_order_relaxed);
    s.stopped = true;
}

// Asked before every step of a loop, whether it must end: where one element takes too many steps, all elements stop soon, and those
// that have not begun do not.
inline bool stop(thread state &s)
{
    s.steps += 1u;
    if ((s.steps & 0xfffu) == 1u) {
        if (s.steps >= ML_MOST_STEPS) {
            fault(s, ML_FAULT_STEPS);
        }
        s.stopped = s.stopped | (atomic_load_explicit(&s.counts[ML_COUNT_FAULTS], memory_order_relaxed) != 0u);
    }
    return s.stopped;
}

// The place from 0 of part k (from 1, or from -1 backwards) of a list.
inline ulong part(long k, long length, thread state &s)
{
    bool known = (k >= 1l && k <= length) | (k <= -1l && k >= -length);
    if (!known) {
        fault(s, ML_FAULT_PART);
    }
    return known ? ulong(k > 0l ? k - 1l : k + length) : 0ul;
}

// A constant, given by the bits of the double.
template <typename R> inline R number(ulong bits, R) { return convert(real64_from_bits(bits), R()); }

// Steps of an iterator from a by d, at most to b.
inline long steps(long a, long b, long d, thread state &s)
{
    s.overflow = s.overflow | (d == 0l);
    if (d == 0l || (d > 0l ? b < a : a < b)) {
        return 0l;
    }
    ulong distance = d > 0l ? ulong(b) - ulong(a) : ulong(a) - ulong(b);
    ulong size = d > 0l ? ulong(d) : 0ul - ulong(d);
    return long(metal::min(distance / size, 0x7ffffffffffffffeul)) + 1l;
}

// Of reals; a last step that rounding has put beyond b counts.
template <typename R> inline long steps(R a, R b, R d, thread state &s)
{
    R n = (b - a) / d;
    long whole = to_long(floor(n + number(0x3e70000000000000ul, R())), s.overflow); // 2^-24
    return whole < 0l ? 0l : whole + 1l;
}

template <typename R> inline complex<R> as_complex(R x) { return make_complex<R>(x, R()); }

// Operands: element i of an array; `finite` becomes false where it is not.
template <typename T> inline long integer_operand(device const void *data, ulong i)
{
    return long(static_cast<device const T *>(data)[i]);
}

inline long unsigned64_operand(device const void *data, ulong i, thread state &s)
{
    long x = static_cast<device const long *>(data)[i];
    s.overflow = s.overflow | (x < 0l);
    return x;
}

template <typename R> inline R real16_operand(device const void *data, ulong i, thread bool &finite, R)
{
    half x = static_cast<device const half *>(data)[i];
    finite = finite & is_finite(convert(x, float()));
    return convert(x, R());
}

template <typename R> inline R real32_operand(device const void *data, ulong i, thread bool &finite, R)
{
    float x = static_cast<device const float *>(data)[i];
    finite = finite & is_finite(x);
    return convert(x, R());
}

template <typename R> inline R real64_operand(device const void *data, ulong i, thread bool &finite, R)
{
    real64 x = real64_from_bits(static_cast<device const ulong *>(data)[i]);
    finite = finite & is_finite(x);
    return convert(x, R());
}

// Of another kind than what is computed with: integers as reals, and all as complex numbers.
template <typename R> inline R real_operand(device const void *data, uint type, ulong i, thread bool &finite, R)
{
    finite = finite & real_stored_finite(data, type, i);
    return load(data, type, i, R());
}

template <typename R>
inline complex<R> complex_operand(device const void *data, uint type, ulong i, thread bool &finite, R)
{
    finite = finite & stored_finite(data, type, i, complex<R>());
    return load(data, type, i, complex<R>());
}

// Results: element `at` of an array. They return whether there is something to count.
template <typename T> inline bool give_integer(device void *data, ulong at, long x, thread state &s)
{
    static_cast<device T *>(data)[at] = T(x);
    s.overflow = s.overflow | (long(T(x)) != x);
    return false;
}

inline bool give_unsigned64(device void *data, ulong at, long x, thread state &s)
{
    static_cast<device long *>(data)[at] = x;
    s.overflow = s.overflow | (x < 0l);
    return false;
}

template <typename Y> inline bool given(Y y, ulong i, bool finite, thread exceptions &noted)
{
    note(noted, i, false, is_finite(y), is_nan(y), finite);
    return !is_finite(y);
}

template <typename R> inline bool give_real16(device void *data, ulong at, R y, ulong i, bool finite, thread exceptions &noted)
{
    half x = convert(y, half());
    static_cast<device half *>(data)[at] = x;
    return given(convert(x, float()), i, finite, noted);
}

template <typename R> inline bool give_real32(device void *data, ulong at, R y, ulong i, bool finite, thread exceptions &noted)
{
    float x = convert(y, float());
    static_cast<device float *>(data)[at] = x;
    return given(x, i, finite, noted);
}

template <typename R> inline bool give_real64(device void *data, ulong at, R y, ulong i, bool finite, thread exceptions &noted)
{
    real64 x = convert(y, real64());
    static_cast<device ulong *>(data)[at] = real64_bits(x);
    return given(x, i, finite, noted);
}

template <typename R>
inline bool give_complex(device void *data, uint type, ulong at, complex<R> y, ulong i, bool finite, thread exceptions &noted)
{
    bool overflow = false;
    y = as_stored(y, type);
    store(data, type, at, y, overflow);
    return given(y, i, finite, noted);
}

inline bool finish(ulong i, bool exceptional, thread state &s, thread exceptions &noted)
{
    note(noted, i, s.overflow, true, false, true);
    return exceptional | s.overflow;
}

} // namespace ml
