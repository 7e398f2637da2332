// Numbers kept as the unevaluated sum of two, |lo| at most half a unit in the last place of hi: twice the digits of R, which is
// float or real64. T. J. Dekker, A floating-point technique for extending the available precision, Numerische Mathematik 18
// (1971); error bounds in M. Joldes, J.-M. Muller, V. Popescu, Tight and rigorous error bounds for basic building blocks of
// double-word arithmetic, ACM TOMS 44 (2017). Exact only without contraction. An R is taken exactly.
#pragma once

namespace ml {

template <typename R> struct twofold {
    R hi;
    R lo;
};

template <typename R> inline twofold<R> make_twofold(R hi, R lo)
{
    twofold<R> sum;
    sum.hi = hi;
    sum.lo = lo;
    return sum;
}

// a + b exactly; the fast one where |a| >= |b| or a is zero.
template <typename R> inline twofold<R> two_sum(R a, R b)
{
    R sum = a + b;
    R part = sum - a;
    return make_twofold<R>(sum, (a - (sum - part)) + (b - part));
}
template <typename R> inline twofold<R> fast_two_sum(R a, R b)
{
    R sum = a + b;
    return make_twofold<R>(sum, b - (sum - a));
}

// a b exactly, unless the lower part is subnormal.
template <typename R> inline twofold<R> two_product(R a, R b)
{
    R product = a * b;
    return make_twofold<R>(product, fma(a, b, -product));
}

template <typename R> inline twofold<R> operator-(twofold<R> a) { return make_twofold<R>(-a.hi, -a.lo); }

template <typename R> inline twofold<R> operator+(twofold<R> a, R b)
{
    twofold<R> sum = two_sum(a.hi, b);
    return fast_two_sum(sum.hi, sum.lo + a.lo);
}

// Relative error at most 3 units of the doubled precision (AccurateDWPlusDW).
template <typename R> inline twofold<R> operator+(twofold<R> a, twofold<R> b)
{
    twofold<R> sum = two_sum(a.hi, b.hi);
    twofold<R> rest = two_sum(a.lo, b.lo);
    sum = fast_two_sum(sum.hi, sum.lo + rest.hi);
    return fast_two_sum(sum.hi, sum.lo + rest.lo);
}

template <typename R> inline twofold<R> operator*(twofold<R> a, R b)
{
    twofold<R> product = two_product(a.hi, b);
    return fast_two_sum(product.hi, fma(a.lo, b, product.lo));
}

template <typename R> inline twofold<R> operator*(twofold<R> a, twofold<R> b)
{
    twofold<R> product = two_product(a.hi, b.hi);
    R cross = fma(a.lo, b.hi, a.hi * b.lo);
    return fast_two_sum(product.hi, product.lo + cross);
}

template <typename R> inline twofold<R> operator/(twofold<R> a, twofold<R> b)
{
    R quotient = a.hi / b.hi;
    R rest = fma(-quotient, b.hi, a.hi) + fma(-quotient, b.lo, a.lo);
    return fast_two_sum(quotient, rest / b.hi);
}

template <typename R> inline R rounded(twofold<R> a) { return a.hi + a.lo; }

} // namespace ml
