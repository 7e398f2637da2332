// Integers of compiled functions: 64 bits; what does not fit, and what is no integer, sets the state's `overflow`.
#pragma once

#include "generic.h"

namespace ml {

inline long add(long a, long b, thread state &s)
{
    long sum = long(ulong(a) + ulong(b));
    s.overflow = s.overflow | (((a ^ sum) & (b ^ sum)) < 0l);
    return sum;
}

inline long subtract(long a, long b, thread state &s)
{
    long difference = long(ulong(a) - ulong(b));
    s.overflow = s.overflow | (((a ^ b) & (a ^ difference)) < 0l);
    return difference;
}

inline long multiply(long a, long b, thread state &s)
{
    long low = long(ulong(a) * ulong(b));
    s.overflow = s.overflow | (metal::mulhi(a, b) != (low >> 63));
    return low;
}

inline long negate(long a, thread state &s) { return subtract(0l, a, s); }

inline long abs(long a, thread state &s) { return a < 0l ? negate(a, s) : a; }

inline ulong magnitude(long a) { return a < 0l ? 0ul - ulong(a) : ulong(a); }

inline long sign(long a) { return long(a > 0l) - long(a < 0l); }

// Floor[a/b].
inline long quotient(long a, long b, thread state &s)
{
    bool impossible = b == 0l;
    s.overflow = s.overflow | impossible | (b == -1l && a == -0x7fffffffffffffffl - 1l);
    if (impossible | (b == -1l)) {
        return long(0ul - ulong(a));
    }
    long q = a / b;
    return q - long(a % b != 0l && ((a ^ b) < 0l));
}

// With the sign of b.
inline long mod(long a, long b, thread state &s)
{
    s.overflow = s.overflow | (b == 0l);
    if (b == 0l || b == -1l) {
        return 0l;
    }
    long r = a % b;
    return r != 0l && ((r ^ b) < 0l) ? r + b : r;
}

inline long mod(long a, long b, long offset, thread state &s)
{
    return add(mod(subtract(a, offset, s), b, s), offset, s);
}

// Multiples of b next to a: below a/b, above it, and the nearest, half to even.
inline long floor_multiple(long a, long b, thread state &s) { return multiply(quotient(a, b, s), b, s); }
inline long ceiling_multiple(long a, long b, thread state &s) { return negate(floor_multiple(negate(a, s), b, s), s); }
inline long round_multiple(long a, long b, thread state &s)
{
    long q = quotient(a, b, s);
    ulong below = magnitude(long(ulong(a) - ulong(q) * ulong(b)));
    ulong above = magnitude(b) - below;
    return multiply(q + long(below > above || (below == above && (q & 1l) != 0l)), b, s);
}

inline long power(long a, long n, thread state &s)
{
    // 0^0 and negative exponents have no integer value, but for those of 1 and -1.
    if (n < 0l && (a == 1l || a == -1l)) {
        return (n & 1l) != 0l ? a : 1l;
    }
    s.overflow = s.overflow | (n < 0l) | (n == 0l && a == 0l);
    if (a == 0l || a == 1l) {
        return a;
    }
    if (a == -1l) {
        return (n & 1l) != 0l ? a : 1l;
    }
    // Beyond 64 steps any other base has overflowed.
    long result = 1l;
    for (long k = 0l; k < metal::min(n, 64l); ++k) {
        result = multiply(result, a, s);
    }
    return result;
}

inline long gcd(long a, long b, thread state &s)
{
    ulong x = magnitude(a);
    ulong y = magnitude(b);
    while (y != 0ul) {
        ulong r = x % y;
        x = y;
        y = r;
    }
    s.overflow = s.overflow | (long(x) < 0l);
    return long(x);
}

inline long lcm(long a, long b, thread state &s)
{
    return a == 0l || b == 0l ? 0l : abs(multiply(a / gcd(a, b, s), b, s), s);
}

inline long factorial(long n, thread state &s)
{
    s.overflow = s.overflow | (n < 0l) | (n > 20l);
    long result = 1l;
    for (long k = 2l; k <= metal::min(n, 20l); ++k) {
        result *= k;
    }
    return result;
}

inline long min(long a, long b) { return a < b ? a : b; }
inline long max(long a, long b) { return a < b ? b : a; }

// By any number of places, backwards too; a bit that is lost on the left overflows.
inline long bit_shift_left(long a, long n, thread state &s)
{
    if (n < 0l) {
        return a >> ulong(n < -63l ? 63l : -n);
    }
    long shifted = n > 63l ? 0l : long(ulong(a) << ulong(n));
    s.overflow = s.overflow | (n > 63l ? a != 0l : (shifted >> ulong(n)) != a);
    return shifted;
}

inline long bit_shift_right(long a, long n, thread state &s)
{
    return n < -64l ? bit_shift_left(a, 64l, s) : bit_shift_left(a, -n, s);
}

// Binary digits of a, of -1 - a where a is negative.
inline long bit_length(long a, thread state &)
{
    ulong rest = ulong(a < 0l ? ~a : a);
    long length = 0l;
    for (; rest != 0ul; rest >>= 1) {
        length += 1l;
    }
    return length;
}

} // namespace ml
