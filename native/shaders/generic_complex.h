// Complex numbers of compiled functions. Branch cuts lie and are continuous as the language documents: a zero has no sign here.
#pragma once

#include "generic_elementary.h"
#include "twofold.h"

namespace ml {

template <typename R> inline R real_part(complex<R> z) { return z.re; }
template <typename R> inline R imaginary_part(complex<R> z) { return z.im; }
template <typename R> inline complex<R> conjugate(complex<R> z) { return make_complex<R>(z.re, -z.im); }

template <typename R> inline complex<R> operator+(complex<R> a, complex<R> b) { return add(a, b); }
template <typename R> inline complex<R> operator-(complex<R> a, complex<R> b) { return difference(a, b); }
template <typename R> inline complex<R> operator-(complex<R> a) { return make_complex<R>(-a.re, -a.im); }
template <typename R> inline complex<R> operator*(complex<R> a, complex<R> b) { return product(a, b); }
template <typename R> inline complex<R> operator/(complex<R> a, complex<R> b) { return quotient(a, b); }

template <typename R> inline bool equal(complex<R> a, complex<R> b) { return equal(a.re, b.re) && equal(a.im, b.im); }
template <typename R> inline bool same(complex<R> a, complex<R> b) { return same(a.re, b.re) && same(a.im, b.im); }

template <typename R> inline complex<R> reciprocal(complex<R> z) { return as_complex(convert(1, R())) / z; }

// Part by part.
template <typename R> inline complex<R> floor(complex<R> z) { return make_complex<R>(floor(z.re), floor(z.im)); }
template <typename R> inline complex<R> ceil(complex<R> z) { return make_complex<R>(ceil(z.re), ceil(z.im)); }
template <typename R> inline complex<R> round_even(complex<R> z) { return make_complex<R>(round_even(z.re), round_even(z.im)); }
template <typename R> inline complex<R> trunc(complex<R> z) { return make_complex<R>(trunc(z.re), trunc(z.im)); }
template <typename R> inline complex<R> fractional_part(complex<R> z)
{
    return make_complex<R>(fractional_part(z.re), fractional_part(z.im));
}

template <typename R> inline complex<R> sign(complex<R> z)
{
    R size = abs(z);
    return size == R() ? z : z / size;
}

template <typename R> inline complex<R> times_i(complex<R> z) { return make_complex<R>(-z.im, z.re); }
template <typename R> inline complex<R> over_i(complex<R> z) { return make_complex<R>(z.im, -z.re); }

template <typename R> inline R arg(complex<R> z) { return z.re == R() && z.im == R() ? R() : angle(z.re, z.im); }

// The largest power of e that is used, and its exponent: beyond it exp is a product of two.
inline float exp_limit(float) { return 80.0f; }
inline float exp_of_limit(float) { return 5.54062238439350983e34f; }
inline real64 exp_limit(real64) { return real64_from_bits(0x4085e00000000000ul); } // 700
inline real64 exp_of_limit(real64) { return real64_from_bits(0x7f0d945df4f8ec8eul); }

// Exp[x] factor, which may be finite where Exp[x] is not.
template <typename R> inline R exp_times(R x, R factor)
{
    bool large = x > exp_limit(R());
    R power = exp(large ? x - exp_limit(R()) : x) * factor;
    return large ? power * exp_of_limit(R()) : power;
}

template <typename R> inline complex<R> exp(complex<R> z)
{
    return make_complex<R>(exp_times(z.re, cos(z.im)), z.im == R() ? R() : exp_times(z.re, sin(z.im)));
}

// Log[Abs[z]]. Near the unit circle from re^2 + im^2 - 1 in two parts; far from it from a scaled absolute value.
template <typename R> inline R log_abs(complex<R> z)
{
    R one = convert(1, R());
    R x = abs(z.re);
    R y = abs(z.im);
    R larger = x < y ? y : x;
    R smaller = x < y ? x : y;
    if (larger > number(0x3fe0000000000000ul, R()) && larger < number(0x4000000000000000ul, R())) { // 1/2, 2
        twofold<R> rest = (two_product(larger, larger) + -one) + two_product(smaller, smaller);
        return log1p(rounded(rest)) * number(0x3fe0000000000000ul, R());
    }
    int way = scaling_of(larger);
    R shift = way == 0 ? R() : log(scaling_factor(-way, R()));
    return log(abs(z * scaling_factor(way, R()))) + shift;
}

template <typename R> inline complex<R> log(complex<R> z) { return make_complex<R>(log_abs(z), arg(z)); }
template <typename R> inline complex<R> log2(complex<R> z) { return log(z) / number(0x3fe62e42fefa39eful, R()); }
template <typename R> inline complex<R> log10(complex<R> z) { return log(z) / number(0x40026bb1bbb55516ul, R()); }

// The part of larger magnitude comes from a sum of equal signs, the other one by division.
template <typename R> inline complex<R> sqrt(complex<R> z)
{
    R size = abs(z);
    if (size == R()) {
        return make_complex<R>(R(), R());
    }
    R half_one = number(0x3fe0000000000000ul, R());
    bool right = z.re >= R();
    R large = sqrt((size + abs(z.re)) * half_one);
    R small = z.im / (large + large);
    bool below = z.im < R();
    R other = below ? -small : small;
    return right ? make_complex<R>(large, small) : make_complex<R>(other, below ? -large : large);
}

// By repeated squaring.
template <typename R> inline complex<R> power(complex<R> z, long n)
{
    complex<R> result = as_complex(convert(1, R()));
    ulong rest = ulong(n < 0l ? 0ul - ulong(n) : ulong(n));
    complex<R> factor = z;
    while (rest != 0ul) {
        result = (rest & 1ul) != 0ul ? result * factor : result;
        factor = factor * factor;
        rest >>= 1;
    }
    return n < 0l ? as_complex(convert(1, R())) / result : result;
}

template <typename R> inline complex<R> power(complex<R> z, complex<R> w)
{
    if (z.re == R() && z.im == R()) {
        return w.re > R() ? z : as_complex(R() / R());
    }
    return exp(w * log(z));
}

template <typename R> inline R cosh_times(R x, R factor)
{
    R half_factor = factor * number(0x3fe0000000000000ul, R());
    return abs(x) > exp_limit(R()) ? exp_times(abs(x), half_factor) : cosh(x) * factor;
}

template <typename R> inline R sinh_times(R x, R factor)
{
    R half_factor = factor * number(0x3fe0000000000000ul, R());
    return abs(x) > exp_limit(R()) ? exp_times(abs(x), x < R() ? -half_factor : half_factor) : sinh(x) * factor;
}

template <typename R> inline complex<R> sinh(complex<R> z)
{
    return make_complex<R>(sinh_times(z.re, cos(z.im)), z.im == R() ? R() : cosh_times(z.re, sin(z.im)));
}

template <typename R> inline complex<R> cosh(complex<R> z)
{
    return make_complex<R>(cosh_times(z.re, cos(z.im)), z.im == R() || z.re == R() ? R() : sinh_times(z.re, sin(z.im)));
}

// Beyond 22 the real part is 1 to the last place, and the squares below would overflow.
template <typename R> inline complex<R> tanh(complex<R> z)
{
    R one = convert(1, R());
    if (abs(z.re) > convert(22, R())) {
        R tiny = exp(-abs(z.re));
        R s = sin(z.im) * cos(z.im);
        return make_complex<R>(z.re < R() ? -one : one, convert(4, R()) * s * tiny * tiny);
    }
    R t = sinh(z.re);
    R c = cos(z.im);
    R scale = t * t + c * c;
    return make_complex<R>(t * cosh(z.re) / scale, sin(z.im) * c / scale);
}

template <typename R> inline complex<R> sin(complex<R> z) { return over_i(sinh(times_i(z))); }
template <typename R> inline complex<R> cos(complex<R> z) { return cosh(times_i(z)); }
template <typename R> inline complex<R> tan(complex<R> z) { return over_i(tanh(times_i(z))); }

// W. Kahan, Branch cuts for complex elementary functions, in The State of the Art in Numerical Analysis (1987).
template <typename R> inline complex<R> asin(complex<R> z)
{
    complex<R> one = as_complex(convert(1, R()));
    complex<R> a = sqrt(one - z);
    complex<R> b = sqrt(one + z);
    return make_complex<R>(angle(a.re * b.re - a.im * b.im, z.re), asinh(a.re * b.im - a.im * b.re));
}

template <typename R> inline complex<R> acos(complex<R> z)
{
    complex<R> one = as_complex(convert(1, R()));
    complex<R> a = sqrt(one - z);
    complex<R> b = sqrt(one + z);
    R half_angle = angle(b.re, a.re);
    return make_complex<R>(half_angle + half_angle, asinh(b.re * a.im - b.im * a.re));
}

template <typename R> inline complex<R> acosh(complex<R> z)
{
    complex<R> one = as_complex(convert(1, R()));
    complex<R> a = sqrt(z - one);
    complex<R> b = sqrt(z + one);
    R half_angle = angle(b.re, a.im);
    return make_complex<R>(asinh(a.re * b.re + a.im * b.im), half_angle + half_angle);
}

// 1/2 (Log[1 + z] - Log[1 - z]): the real part is odd, from Log[1 + 4 x/((1 - x)^2 + y^2)]/4 with x not negative.
template <typename R> inline complex<R> atanh(complex<R> z)
{
    R one = convert(1, R());
    R x = abs(z.re);
    R y = abs(z.im);
    R apart = one - x;
    // Where the squares overflow, x/(x^2 + y^2) by two divisions.
    bool huge = x > large_limit(R()) || y > large_limit(R());
    R size = huge ? abs(make_complex<R>(x, y)) : one;
    R re = huge ? x / size / size : log1p(convert(4, R()) * x / (apart * apart + y * y)) / convert(4, R());
    R im = (angle(one + z.re, z.im) - angle(one - z.re, -z.im)) / convert(2, R());
    return make_complex<R>(z.re < R() ? -re : re, im);
}

template <typename R> inline complex<R> asinh(complex<R> z) { return over_i(asin(times_i(z))); }
template <typename R> inline complex<R> atan(complex<R> z) { return over_i(atanh(times_i(z))); }

// The angle of the point {x, y}: -I Log[(x + I y)/Sqrt[x^2 + y^2]].
template <typename R> inline complex<R> angle(complex<R> x, complex<R> y)
{
    return over_i(log((x + times_i(y)) / sqrt(x * x + y * y)));
}

template <typename R> inline complex<R> sinc(complex<R> z)
{
    return z.re == R() && z.im == R() ? as_complex(convert(1, R())) : sin(z) / z;
}

template <typename R> inline complex<R> haversine(complex<R> z)
{
    complex<R> s = sin(z / convert(2, R()));
    return s * s;
}

} // namespace ml
