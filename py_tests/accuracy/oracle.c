/* Errors of computed values against the C library's functions of 113 bits: oracle_<name>(x, y, got, error, n, format). The values
 * are passed as doubles, floats too. Modified Bessel functions, which the C library lacks, are summed here. */
#include <math.h>
#include <stddef.h>

typedef __float128 real;

/* Declared here: clang hides them. */
#define UNARY(name) extern real name##f128(real);
UNARY(exp) UNARY(exp2) UNARY(exp10) UNARY(expm1) UNARY(log) UNARY(log1p) UNARY(log2) UNARY(log10) UNARY(cbrt) UNARY(sqrt)
UNARY(sin) UNARY(cos) UNARY(tan) UNARY(asin) UNARY(acos) UNARY(atan) UNARY(sinh) UNARY(cosh) UNARY(tanh) UNARY(asinh)
UNARY(acosh) UNARY(atanh) UNARY(erf) UNARY(erfc) UNARY(tgamma) UNARY(lgamma) UNARY(j0) UNARY(j1) UNARY(y0) UNARY(y1)
UNARY(fabs) UNARY(floor) UNARY(rint)
extern real powf128(real, real);
extern real atan2f128(real, real);
extern real fmodf128(real, real);
extern real ldexpf128(real, int);
extern int ilogbf128(real);

typedef struct {
    int digits;  /* of the significand */
    int minimum; /* exponent of the smallest normal number */
    int maximum; /* exponent of the largest number */
} format;
static const format formats[] = {{53, -1022, 1023}, {24, -126, 127}};

static int is_nan(real x) { return x != x; }
static int is_infinite(real x) { return !is_nan(x) && is_nan(x - x); }

/* |got - exact| in units in the last place of exact, which is that of the subnormal numbers below the normal ones. Infinity counts
 * as the number that would follow the largest; NaN, exact infinities and the sign of zero are right or infinitely wrong. */
static double error_units(real exact, double got, const format *f)
{
    if (is_nan(exact) || isnan(got)) {
        return is_nan(exact) && isnan(got) ? 0 : INFINITY;
    }
    if (exact == 0 || got == 0) {
        int negative = exact == 0 ? 1 / exact < 0 : exact < 0;
        if ((signbit(got) != 0) != negative) {
            return INFINITY;
        }
    }
    if (is_infinite(exact)) {
        return isinf(got) && (got > 0) == (exact > 0) ? 0 : INFINITY;
    }
    int exponent = exact == 0 ? f->minimum : ilogbf128(exact);
    exponent = exponent < f->minimum ? f->minimum : exponent > f->maximum ? f->maximum : exponent;
    real unit = ldexpf128(1, exponent - f->digits + 1);
    if (isinf(got)) {
        real next = ldexpf128(got > 0 ? 1 : -1, f->maximum + 1);
        int beyond = got > 0 ? exact >= next : exact <= next;
        return beyond ? 0 : (double)(fabsf128(next - exact) / unit);
    }
    return (double)(fabsf128((real)got - exact) / unit);
}

#define ORACLE(name, expression)                                                                                               \
    void oracle_##name(const double *xs, const double *ys, const double *got, double *error, long n, int kind)                 \
    {                                                                                                                          \
        for (long i = 0; i < n; ++i) {                                                                                         \
            real x = xs[i], y = ys == NULL ? 0 : ys[i];                                                                        \
            (void)y;                                                                                                           \
            error[i] = error_units(expression, got[i], &formats[kind]);                                                        \
        }                                                                                                                      \
    }

static const real pi = 3.141592653589793238462643383279502884197169Q;
static const real euler_gamma = 0.577215664901532860606512090082402431042159Q;
static const real nan_value = (real)NAN;

/* Abramowitz & Stegun 9.6.10 and 9.7.1. */
static real bessel_i(int order, real x)
{
    real a = fabsf128(x);
    real sum, term;
    if (a < 80) {
        real quarter = a * a / 4;
        sum = term = order == 0 ? 1 : a / 2;
        for (int k = 1; term > sum * 1e-37Q; ++k) {
            term *= quarter / ((real)k * (k + order));
            sum += term;
        }
    } else if (a > 11400) {
        sum = 1 / (real)0.0;
    } else {
        real mu = 4 * order * order;
        sum = term = 1;
        for (int k = 1; fabsf128(term) > 1e-37Q; ++k) {
            term *= -(mu - (real)(2 * k - 1) * (2 * k - 1)) / (8 * k * a);
            sum += term;
        }
        sum *= expf128(a) / sqrtf128(2 * pi * a);
    }
    return order == 1 && x < 0 ? -sum : x == 0 && order == 1 ? x : sum;
}

/* Abramowitz & Stegun 9.6.13 and 9.6.11 for small x, 9.7.2 for large; between them the trapezoidal rule for 9.6.24, which converges
 * exponentially. */
static real bessel_k(int order, real x)
{
    if (is_nan(x) || x < 0) {
        return nan_value;
    }
    if (x == 0) {
        return 1 / (real)0.0;
    }
    if (x < 12) {
        real quarter = x * x / 4, log_half = logf128(x / 2) + euler_gamma;
        real term = order == 0 ? 1 : x / 2, harmonic = 0, sum = 0;
        for (int k = 0; k < 90; ++k) {
            /* order 0: H(k); order 1: (H(k) + H(k + 1))/2 */
            real weight = order == 0 ? harmonic : harmonic + 0.5Q / (k + 1);
            sum += term * (weight - log_half);
            harmonic += (real)1 / (k + 1);
            term *= quarter / ((real)(k + 1) * (k + 1 + order));
        }
        return order == 0 ? sum : 1 / x - sum;
    }
    if (x > 11400) {
        return 0;
    }
    if (x > 45) {
        real mu = 4 * order * order, sum = 1, term = 1;
        for (int k = 1; fabsf128(term) > 1e-37Q && k < 80; ++k) {
            term *= (mu - (real)(2 * k - 1) * (2 * k - 1)) / (8 * k * x);
            sum += term;
        }
        return sum * expf128(-x) * sqrtf128(pi / (2 * x));
    }
    real step = 0.0625Q, sum = 0.5Q;
    for (int k = 1;; ++k) {
        real half_sinh = sinhf128(k * step / 2);
        real height = 2 * half_sinh * half_sinh; /* cosh - 1 */
        real term = expf128(-x * height) * (order == 0 ? 1 : height + 1);
        sum += term;
        if (term < 1e-37Q) {
            return sum * step * expf128(-x);
        }
    }
}

static int is_integer(real x) { return x == floorf128(x); }

static real gamma_function(real x)
{
    return x < 0 && (is_integer(x) || is_infinite(x)) ? nan_value : tgammaf128(x);
}

static real gamma_sign(real x) { return x > 0 || fmodf128(floorf128(x), 2) == 0 ? 1 : -1; }

/* LogGamma[x] less its Stirling terms, x > 10^8. */
static real stirling_rest(real x) { return (1 / 12.0Q - (1 / 360.0Q - 1 / (1260 * x * x)) / (x * x)) / x; }

/* Log[Gamma[a]/Gamma[a + b]] for large a > b > 0, where the logarithms themselves would cancel. */
static real log_gamma_ratio(real a, real b)
{
    return (0.5Q - a) * log1pf128(b / a) - b * (logf128(a + b) - 1) + stirling_rest(a) - stirling_rest(a + b);
}

static real beta(real a, real b)
{
    if (is_nan(a) || is_nan(b)) {
        return nan_value;
    }
    real larger = a < b ? b : a, smaller = a < b ? a : b;
    if (smaller > 0 && larger > 1e8Q) {
        return is_infinite(larger) ? 0 : expf128(lgammaf128(smaller) + log_gamma_ratio(larger, smaller));
    }
    if (smaller == 0) {
        return is_infinite(larger) ? nan_value : 1 / smaller;
    }
    real s = a + b;
    if (fabsf128(a) < 800 && fabsf128(b) < 800) {
        int pole = (a < 0 && is_integer(a)) || (b < 0 && is_integer(b));
        return s <= 0 && is_integer(s) && !pole ? 0 : gamma_function(a) * gamma_function(b) / gamma_function(s);
    }
    return gamma_sign(a) * gamma_sign(b) * gamma_sign(s) * expf128(lgammaf128(a) + lgammaf128(b) - lgammaf128(s));
}

ORACLE(exp, expf128(x))
ORACLE(exp2, exp2f128(x))
ORACLE(exp10, exp10f128(x))
ORACLE(expm1, expm1f128(x))
ORACLE(log, logf128(x))
ORACLE(log1p, log1pf128(x))
ORACLE(log2, log2f128(x))
ORACLE(log10, log10f128(x))
ORACLE(cbrt, cbrtf128(x))
ORACLE(sqrt, sqrtf128(x))
ORACLE(pow, powf128(x, y))
ORACLE(sin, sinf128(x))
ORACLE(cos, cosf128(x))
ORACLE(tan, tanf128(x))
ORACLE(asin, asinf128(x))
ORACLE(acos, acosf128(x))
ORACLE(atan, atanf128(x))
ORACLE(atan2, atan2f128(x, y))
ORACLE(sinh, sinhf128(x))
ORACLE(cosh, coshf128(x))
ORACLE(tanh, tanhf128(x))
ORACLE(asinh, asinhf128(x))
ORACLE(acosh, acoshf128(x))
ORACLE(atanh, atanhf128(x))
ORACLE(erf, erff128(x))
ORACLE(erfc, erfcf128(x))
ORACLE(gamma, gamma_function(x))
ORACLE(factorial, x < 0 && is_integer(x) ? nan_value : tgammaf128(x + 1))
ORACLE(lgamma, lgammaf128(x))
ORACLE(beta, beta(x, y))
ORACLE(bessel_j0, j0f128(fabsf128(x)))
ORACLE(bessel_j1, x < 0 ? -j1f128(-x) : j1f128(x))
ORACLE(bessel_y0, x < 0 ? nan_value : y0f128(x))
ORACLE(bessel_y1, x < 0 ? nan_value : y1f128(x))
ORACLE(bessel_i0, bessel_i(0, x))
ORACLE(bessel_i1, bessel_i(1, x))
ORACLE(bessel_k0, bessel_k(0, x))
ORACLE(bessel_k1, bessel_k(1, x))
ORACLE(sinc, x == 0 ? 1 : is_infinite(x) ? 0 : sinf128(x) / x)
ORACLE(haversine, sinf128(x / 2) * sinf128(x / 2))

/* Every float of one sign-and-exponent block against the C library's doubles, whose own errors are far below a unit of float:
 * float_<name>(first, got, n, worst): the largest error of got[i], the function at the float with the bits first + i. */
#define FLOATS(name, expression)                                                                                               \
    double float_##name(unsigned first, const float *got, long n, unsigned *worst)                                             \
    {                                                                                                                          \
        double largest = -1;                                                                                                   \
        for (long i = 0; i < n; ++i) {                                                                                         \
            union { unsigned bits; float value; } argument = {first + (unsigned)i};                                            \
            double x = argument.value;                                                                                         \
            double units = float_units(expression, got[i]);                                                                    \
            if (units > largest) {                                                                                             \
                largest = units;                                                                                               \
                *worst = argument.bits;                                                                                        \
            }                                                                                                                  \
        }                                                                                                                      \
        return largest;                                                                                                        \
    }

/* error_units in doubles. */
static double float_units(double exact, float got)
{
    if (isnan(exact) || isnan(got)) {
        return isnan(exact) && isnan(got) ? 0 : INFINITY;
    }
    if ((exact == 0 || got == 0) && signbit(exact) != signbit(got)) {
        return INFINITY;
    }
    if (isinf(exact) || isinf(got)) {
        double limit = ldexp(1, 128);
        double bounded = isinf(got) && fabs(exact) < limit ? fabs(exact) : limit;
        return isinf(got) && (got > 0) == (exact > 0) ? (limit - bounded) / ldexp(1, 104) : INFINITY;
    }
    int exponent = exact == 0 ? -126 : ilogb(exact);
    exponent = exponent < -126 ? -126 : exponent > 127 ? 127 : exponent;
    return ldexp(fabs((double)got - exact), 23 - exponent);
}

FLOATS(tan, tan(x))
FLOATS(atan, atan(x))
FLOATS(tanh, tanh(x))
FLOATS(asinh, asinh(x))
FLOATS(acosh, acosh(x))
FLOATS(atanh, atanh(x))
FLOATS(exp2, exp2(x))
FLOATS(exp10, pow(10, x))
FLOATS(expm1, expm1(x))
FLOATS(log2, log2(x))
FLOATS(log1p, log1p(x))
FLOATS(cbrt, cbrt(x))
FLOATS(erf, erf(x))
FLOATS(erfc, erfc(x))
