// What compiled functions are made of: numbers of four kinds (bool, long, R and ml::complex<R>, R being float or real64),
// operands, results, and what becomes of integers that do not fit and of loops that do not end.
#pragma once

#include "complex.h"
#include "counts.h"

namespace ml {

// A double must not be taken as a float because the header with the function of doubles is missing: that does not compile.
template <typename T> T sin(T) = delete;
template <typename T> T cos(T) = delete;
template <typename T> T tan(T) = delete;
template <typename T> T asin(T) = delete;
template <typename T> T acos(T) = delete;
template <typename T> T atan(T) = delete;
template <typename T> T sinh(T) = delete;
template <typename T> T cosh(T) = delete;
template <typename T> T tanh(T) = delete;
template <typename T> T asinh(T) = delete;
template <typename T> T acosh(T) = delete;
template <typename T> T atanh(T) = delete;
template <typename T> T exp(T) = delete;
template <typename T> T log(T) = delete;
template <typename T> T log2(T) = delete;
template <typename T> T log10(T) = delete;
template <typename T> T cbrt(T) = delete;
template <typename T> T pow(T, T) = delete;
template <typename T> T atan2(T, T) = delete;

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

// Asked before every step of a loop, whether it must end: where one element takes too many steps, all elements stop soon.
inline bool stop(thread state &s)
{
    s.steps += 1u;
    if ((s.steps & 0xfffu) == 0u) {
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
inline long integer_operand(device const void *data, uint type, ulong i, thread state &s)
{
    switch (type) {
    case ML_INTEGER8: return long(static_cast<device const char *>(data)[i]);
    case ML_UNSIGNED8: return long(static_cast<device const uchar *>(data)[i]);
    case ML_INTEGER16: return long(static_cast<device const short *>(data)[i]);
    case ML_UNSIGNED16: return long(static_cast<device const ushort *>(data)[i]);
    case ML_INTEGER32: return long(static_cast<device const int *>(data)[i]);
    case ML_UNSIGNED32: return long(static_cast<device const uint *>(data)[i]);
    default: {
        long x = static_cast<device const long *>(data)[i];
        s.overflow = s.overflow | (type == ML_UNSIGNED64 && x < 0l);
        return x;
    }
    }
}

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
template <typename T> inline bool narrowed(device void *data, ulong at, long x)
{
    static_cast<device T *>(data)[at] = T(x);
    return long(T(x)) != x;
}

inline bool give(device void *data, uint type, ulong at, long x, ulong, bool, thread state &s, thread exceptions &)
{
    bool lost = false;
    switch (type) {
    case ML_INTEGER8: lost = narrowed<char>(data, at, x); break;
    case ML_UNSIGNED8: lost = narrowed<uchar>(data, at, x); break;
    case ML_INTEGER16: lost = narrowed<short>(data, at, x); break;
    case ML_UNSIGNED16: lost = narrowed<ushort>(data, at, x); break;
    case ML_INTEGER32: lost = narrowed<int>(data, at, x); break;
    case ML_UNSIGNED32: lost = narrowed<uint>(data, at, x); break;
    default:
        static_cast<device long *>(data)[at] = x;
        lost = type == ML_UNSIGNED64 && x < 0l;
    }
    s.overflow = s.overflow | lost;
    return false;
}

template <typename Y>
inline bool give(device void *data, uint type, ulong at, Y y, ulong i, bool finite, thread state &, thread exceptions &noted)
{
    bool overflow = false;
    y = as_stored(y, type);
    store(data, type, at, y, overflow);
    note(noted, i, false, is_finite(y), is_nan(y), finite);
    return !is_finite(y);
}

inline bool finish(ulong i, bool exceptional, thread state &s, thread exceptions &noted)
{
    note(noted, i, s.overflow, true, false, true);
    return exceptional | s.overflow;
}

} // namespace ml
