// MSL's functions of floating-point numbers. Halves are computed in float and rounded once; the argument's type is
// that of the result.
namespace metal {

//@ *
#define SM_VECTOR1(NAME) template <typename A, typename V = __sm_vector1<A>, typename = enable_if_t<__sm_real<V>>> SM_FUNCTION V NAME(A a) { const V p = V(a); SM_MAP1(SM_ELEMENT, NAME) }
#define SM_VECTOR2(NAME) template <typename A, typename B, typename V = __sm_vector2<A, B>, typename = enable_if_t<__sm_real<V>>> SM_FUNCTION V NAME(A a, B b) { const V p = V(a), q = V(b); SM_MAP2(SM_ELEMENT, NAME) }
#define SM_VECTOR3(NAME) template <typename A, typename B, typename C, typename V = __sm_vector3<A, B, C>, typename = enable_if_t<__sm_real<V>>> SM_FUNCTION V NAME(A a, B b, C c) { const V p = V(a), q = V(b), s = V(c); SM_MAP3(SM_ELEMENT, NAME) }
#define SM_FUNCTION1(NAME, BUILTIN)                                                                    \
    SM_FUNCTION float NAME(float x) { return ::BUILTIN(x); }                                           \
    SM_FUNCTION half NAME(half x) { return half(::BUILTIN(float(x))); }                                \
    SM_DOUBLE(SM_FUNCTION double NAME(double x) { return ::BUILTIN(x); })                              \
    SM_VECTOR1(NAME)
#define SM_FUNCTION2(NAME, BUILTIN)                                                                    \
    SM_FUNCTION float NAME(float x, float y) { return ::BUILTIN(x, y); }                               \
    SM_FUNCTION half NAME(half x, half y) { return half(::BUILTIN(float(x), float(y))); }              \
    SM_DOUBLE(SM_FUNCTION double NAME(double x, double y) { return ::BUILTIN(x, y); })                 \
    SM_VECTOR2(NAME)
#define SM_GENERIC1(NAME, ...)                                                                         \
    SM_FUNCTION float NAME(float x) { typedef float T; __VA_ARGS__ }                                   \
    SM_FUNCTION half NAME(half x) { typedef half T; __VA_ARGS__ }                                      \
    SM_DOUBLE(SM_FUNCTION double NAME(double x) { typedef double T; __VA_ARGS__ })                     \
    SM_VECTOR1(NAME)
#define SM_GENERIC2(NAME, ...)                                                                         \
    SM_FUNCTION float NAME(float x, float y) { typedef float T; __VA_ARGS__ }                          \
    SM_FUNCTION half NAME(half x, half y) { typedef half T; __VA_ARGS__ }                              \
    SM_DOUBLE(SM_FUNCTION double NAME(double x, double y) { typedef double T; __VA_ARGS__ })           \
    SM_VECTOR2(NAME)
#define SM_GENERIC3(NAME, ...)                                                                         \
    SM_FUNCTION float NAME(float x, float y, float z) { typedef float T; __VA_ARGS__ }                 \
    SM_FUNCTION half NAME(half x, half y, half z) { typedef half T; __VA_ARGS__ }                      \
    SM_DOUBLE(SM_FUNCTION double NAME(double x, double y, double z) { typedef double T; __VA_ARGS__ }) \
    SM_VECTOR3(NAME)

SM_PRECISE_NAMESPACE precise {
//@ acos
SM_FUNCTION1(acos, acos)
//@ acosh
SM_FUNCTION1(acosh, acosh)
//@ asin
SM_FUNCTION1(asin, asin)
//@ asinh
SM_FUNCTION1(asinh, asinh)
//@ atan
SM_FUNCTION1(atan, atan)
//@ atanh
SM_FUNCTION1(atanh, atanh)
//@ cos
SM_FUNCTION1(cos, cos)
//@ cosh
SM_FUNCTION1(cosh, cosh)
//@ cospi
SM_FUNCTION1(cospi, cospi)
//@ exp
SM_FUNCTION1(exp, exp)
//@ exp2
SM_FUNCTION1(exp2, exp2)
//@ exp10
SM_FUNCTION1(exp10, exp10)
//@ log
SM_FUNCTION1(log, log)
//@ log2
SM_FUNCTION1(log2, log2)
//@ log10
SM_FUNCTION1(log10, log10)
//@ rsqrt
SM_FUNCTION1(rsqrt, rsqrt)
//@ sin
SM_FUNCTION1(sin, sin)
//@ sinh
SM_FUNCTION1(sinh, sinh)
//@ sinpi
SM_FUNCTION1(sinpi, sinpi)
//@ sqrt
SM_FUNCTION1(sqrt, sqrt)
//@ tan
SM_FUNCTION1(tan, tan)
//@ tanh
SM_FUNCTION1(tanh, tanh)
//@ tanpi
SM_FUNCTION1(tanpi, tanpi)
//@ atan2
SM_FUNCTION2(atan2, atan2)
//@ pow
SM_FUNCTION2(pow, pow)
//@ powr
SM_FUNCTION2(powr, powr)
//@ divide
SM_GENERIC2(divide, return T(x / y);)
//@ ceil
SM_FUNCTION1(ceil, ceil)
//@ fabs
SM_FUNCTION1(fabs, fabs)
//@ floor
SM_FUNCTION1(floor, floor)
//@ rint
SM_FUNCTION1(rint, rint)
//@ round
SM_FUNCTION1(round, round)
//@ trunc
SM_FUNCTION1(trunc, trunc)
//@ abs
SM_FUNCTION1(abs, fabs)
//@ sign
SM_FUNCTION1(sign, sign)
//@ fdim
SM_FUNCTION2(fdim, fdim)
//@ fmod
SM_FUNCTION2(fmod, fmod)
//@ fmax
SM_FUNCTION2(fmax, fmax)
//@ fmin
SM_FUNCTION2(fmin, fmin)
//@ max
SM_FUNCTION2(max, fmax)
//@ min
SM_FUNCTION2(min, fmin)
//@ copysign
SM_FUNCTION2(copysign, copysign)
//@ nextafter
SM_FUNCTION float nextafter(float x, float y) { return ::nextafter(x, y); }
SM_FUNCTION half nextafter(half x, half y) { return ::nextafter(x, y); }
SM_DOUBLE(SM_FUNCTION double nextafter(double x, double y) { return ::nextafter(x, y); })
SM_VECTOR2(nextafter)
//@ fma
SM_FUNCTION float fma(float x, float y, float z) { return ::fma(x, y, z); }
SM_FUNCTION half fma(half x, half y, half z) { return ::fma(x, y, z); }
SM_DOUBLE(SM_FUNCTION double fma(double x, double y, double z) { return ::fma(x, y, z); })
SM_VECTOR3(fma)
//@ fract
// Below 1 always: x - floor(x) of a tiny negative number would round to 1.
SM_FUNCTION float fract(float x) { return ::isinf(x) ? ::copysign(0.0f, x) : ::fmin(x - ::floor(x), 0x1.fffffep-1f); }
SM_FUNCTION half fract(half x) { float f = float(x) - ::floor(float(x)); half h = half(f); return ::isinf(x) ? half(0) : h < half(1) ? h : half(0x1.ffcp-1f); }
SM_DOUBLE(SM_FUNCTION double fract(double x) { return ::isinf(x) ? ::copysign(0.0, x) : ::fmin(x - ::floor(x), 0x1.fffffffffffffp-1); })
SM_VECTOR1(fract)
//@ saturate
SM_GENERIC1(saturate, return T(::fmin(::fmax(x, T(0)), T(1)));)
//@ clamp
SM_GENERIC3(clamp, return T(::fmin(::fmax(x, y), z));)
//@ mix
SM_GENERIC3(mix, return T(x + (y - x) * z);)
//@ step
SM_GENERIC2(step, return y < x ? T(0) : T(1);)
//@ smoothstep
SM_GENERIC3(smoothstep, T t = T(::fmin(::fmax(T((z - x) / (y - x)), T(0)), T(1))); return T(t * t * (T(3) - T(2) * t));)
//@ fmax3
SM_GENERIC3(fmax3, return T(::fmax(x, ::fmax(y, z)));)
//@ fmin3
SM_GENERIC3(fmin3, return T(::fmin(x, ::fmin(y, z)));)
//@ fmedian3
SM_GENERIC3(fmedian3, return T(::fmax(::fmin(x, y), ::fmin(::fmax(x, y), z)));)
//@ max3
SM_GENERIC3(max3, return T(::fmax(x, ::fmax(y, z)));)
//@ min3
SM_GENERIC3(min3, return T(::fmin(x, ::fmin(y, z)));)
//@ median3
SM_GENERIC3(median3, return T(::fmax(::fmin(x, y), ::fmin(::fmax(x, y), z)));)
//@ frexp
#define SM_FREXP(T, C) SM_FUNCTION T frexp(T x, int &e) { int k; C m = ::frexp(C(x), &k); e = k; return T(m); }
SM_FREXP(float, float) SM_FREXP(half, float) SM_DOUBLE(SM_FREXP(double, double))
template <typename T, int N> SM_FUNCTION vec<T, N> frexp(vec<T, N> p, vec<int, N> &e) {
    vec<T, N> m;
    for (int i = 0; i < N; ++i) { int k; m[i] = frexp(p.elements[i], k); e[i] = k; }
    return m;
}
//@ ldexp
#define SM_LDEXP(T, C) SM_FUNCTION T ldexp(T x, int k) { return T(::ldexp(C(x), k)); }
SM_LDEXP(float, float) SM_LDEXP(half, float) SM_DOUBLE(SM_LDEXP(double, double))
template <typename T, int N> SM_FUNCTION vec<T, N> ldexp(vec<T, N> p, vec<int, N> k) {
    vec<T, N> r;
    for (int i = 0; i < N; ++i) r[i] = ldexp(p.elements[i], k.elements[i]);
    return r;
}
//@ ilogb
#define SM_ILOGB(T, C) SM_FUNCTION int ilogb(T x) { return ::ilogb(C(x)); }
SM_ILOGB(float, float) SM_ILOGB(half, float) SM_DOUBLE(SM_ILOGB(double, double))
template <typename A, typename V = __sm_vector1<A>> SM_FUNCTION __sm_like<int, V> ilogb(A a) { const V p = V(a); SM_MAP1(int, ilogb) }
//@ modf
#define SM_MODF(T, C) SM_FUNCTION T modf(T x, T &whole) { C i; C f = ::modf(C(x), &i); whole = T(i); return T(f); }
SM_MODF(float, float) SM_MODF(half, float) SM_DOUBLE(SM_MODF(double, double))
template <typename T, int N> SM_FUNCTION vec<T, N> modf(vec<T, N> p, vec<T, N> &whole) {
    vec<T, N> f;
    for (int i = 0; i < N; ++i) { T k; f[i] = modf(p.elements[i], k); whole[i] = k; }
    return f;
}
//@ sincos
SM_FUNCTION float sincos(float x, float &c) { c = cos(x); return sin(x); }
SM_FUNCTION half sincos(half x, half &c) { c = cos(x); return sin(x); }
SM_DOUBLE(SM_FUNCTION double sincos(double x, double &c) { c = cos(x); return sin(x); })
template <typename T, int N> SM_FUNCTION vec<T, N> sincos(vec<T, N> p, vec<T, N> &c) { c = cos(p); return sin(p); }

// ---- geometry
//@ *
#define SM_GEOMETRY1 template <typename A, typename V = __sm_vector1<A>, typename = enable_if_t<__sm_real<V>>> SM_FUNCTION
#define SM_GEOMETRY2 template <typename A, typename B, typename V = __sm_vector2<A, B>, typename = enable_if_t<__sm_real<V>>> SM_FUNCTION
//@ dot
SM_GEOMETRY2 SM_ELEMENT dot(A a, B b) {
    const V p = V(a), q = V(b);
    if constexpr (V::width == 2) return SM_ELEMENT(p.x * q.x + p.y * q.y);
    else if constexpr (V::width == 3) return SM_ELEMENT(p.x * q.x + p.y * q.y + p.z * q.z);
    else return SM_ELEMENT(p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w);
}
//@ length_squared
SM_GEOMETRY1 SM_ELEMENT length_squared(A a) { return dot(a, a); }
//@ length
SM_GEOMETRY1 SM_ELEMENT length(A a) { return sqrt(dot(a, a)); }
//@ distance_squared
SM_GEOMETRY2 SM_ELEMENT distance_squared(A a, B b) { return length_squared(V(a) - V(b)); }
//@ distance
SM_GEOMETRY2 SM_ELEMENT distance(A a, B b) { return length(V(a) - V(b)); }
//@ normalize
SM_GEOMETRY1 V normalize(A a) { return V(a) * rsqrt(dot(a, a)); }
//@ cross
SM_GEOMETRY2 enable_if_t<V::width == 3, V> cross(A a, B b) {
    const V p = V(a), q = V(b);
    return V(SM_ELEMENT(p.y * q.z - p.z * q.y), SM_ELEMENT(p.z * q.x - p.x * q.z), SM_ELEMENT(p.x * q.y - p.y * q.x));
}
//@ reflect
SM_GEOMETRY2 V reflect(A i, B n) { return V(i) - V(n) * SM_ELEMENT(SM_ELEMENT(2) * dot(V(n), V(i))); }
//@ faceforward
template <typename A, typename B, typename C, typename V = __sm_vector3<A, B, C>, typename = enable_if_t<__sm_real<V>>>
SM_FUNCTION V faceforward(A n, B i, C nref) { return dot(V(nref), V(i)) < SM_ELEMENT(0) ? V(n) : -V(n); }
//@ refract
template <typename A, typename B, typename C, typename V = __sm_vector2<A, B>, typename = enable_if_t<__sm_real<V>>>
SM_FUNCTION V refract(A incident, B normal, C ratio) {
    typedef SM_ELEMENT T;
    const V i = V(incident), n = V(normal);
    const T eta = T(ratio), d = dot(n, i), k = T(T(1) - eta * eta * (T(1) - d * d));
    return k < T(0) ? V(T(0)) : i * eta - n * T(eta * d + sqrt(k));
}
//@ * precise fast
}  // precise

// Metal's specification allows fast sin and cos 2^-13, fast exp, log and rsqrt a few units in the last place. The
// runtime's native functions are coarser than that (1.5e-4, 1e-4 relative), so the precise ones serve here too.
SM_FAST_NAMESPACE fast {
//@ divide
SM_FUNCTION float divide(float x, float y) { return ::native_divide(x, y); }
SM_FUNCTION half divide(half x, half y) { return half(::native_divide(float(x), float(y))); }
SM_DOUBLE(SM_FUNCTION double divide(double x, double y) { return x / y; })
SM_VECTOR2(divide)
//@ sin
using precise::sin;
//@ cos
using precise::cos;
//@ tan
using precise::tan;
//@ exp
using precise::exp;
//@ exp2
using precise::exp2;
//@ exp10
using precise::exp10;
//@ log
using precise::log;
//@ log2
using precise::log2;
//@ log10
using precise::log10;
//@ rsqrt
using precise::rsqrt;
//@ sqrt
using precise::sqrt;
//@ powr
using precise::powr;
//@ acos
using precise::acos;
//@ acosh
using precise::acosh;
//@ asin
using precise::asin;
//@ asinh
using precise::asinh;
//@ atan
using precise::atan;
//@ atanh
using precise::atanh;
//@ atan2
using precise::atan2;
//@ cosh
using precise::cosh;
//@ cospi
using precise::cospi;
//@ sinh
using precise::sinh;
//@ sinpi
using precise::sinpi;
//@ tanh
using precise::tanh;
//@ tanpi
using precise::tanpi;
//@ pow
using precise::pow;
//@ ceil
using precise::ceil;
//@ fabs
using precise::fabs;
//@ floor
using precise::floor;
//@ rint
using precise::rint;
//@ round
using precise::round;
//@ trunc
using precise::trunc;
//@ abs
using precise::abs;
//@ sign
using precise::sign;
//@ fdim
using precise::fdim;
//@ fmod
using precise::fmod;
//@ fmax
using precise::fmax;
//@ fmin
using precise::fmin;
//@ max
using precise::max;
//@ min
using precise::min;
//@ copysign
using precise::copysign;
//@ nextafter
using precise::nextafter;
//@ fma
using precise::fma;
//@ fract
using precise::fract;
//@ saturate
using precise::saturate;
//@ clamp
using precise::clamp;
//@ mix
using precise::mix;
//@ step
using precise::step;
//@ smoothstep
using precise::smoothstep;
//@ fmax3
using precise::fmax3;
//@ fmin3
using precise::fmin3;
//@ fmedian3
using precise::fmedian3;
//@ max3
using precise::max3;
//@ min3
using precise::min3;
//@ median3
using precise::median3;
//@ frexp
using precise::frexp;
//@ ldexp
using precise::ldexp;
//@ ilogb
using precise::ilogb;
//@ modf
using precise::modf;
//@ sincos
using precise::sincos;
//@ dot
using precise::dot;
//@ length_squared
using precise::length_squared;
//@ length
using precise::length;
//@ distance_squared
using precise::distance_squared;
//@ distance
using precise::distance;
//@ normalize
using precise::normalize;
//@ cross
using precise::cross;
//@ reflect
using precise::reflect;
//@ faceforward
using precise::faceforward;
//@ refract
using precise::refract;
//@ *
}  // fast

// ---- relations
#define SM_RELATION1(NAME)                                                                             \
    SM_FUNCTION bool NAME(float x) { return ::NAME(x) != 0; }                                          \
    SM_FUNCTION bool NAME(half x) { return ::NAME(x) != 0; }                                           \
    SM_DOUBLE(SM_FUNCTION bool NAME(double x) { return ::NAME(x) != 0; })                              \
    template <typename A, typename V = __sm_vector1<A>, typename = enable_if_t<__sm_real<V>>> SM_FUNCTION __sm_like<bool, V> NAME(A a) { const V p = V(a); SM_MAP1(bool, NAME) }
#define SM_RELATION2(NAME)                                                                             \
    SM_FUNCTION bool NAME(float x, float y) { return ::NAME(x, y) != 0; }                              \
    SM_FUNCTION bool NAME(half x, half y) { return ::NAME(x, y) != 0; }                                \
    SM_DOUBLE(SM_FUNCTION bool NAME(double x, double y) { return ::NAME(x, y) != 0; })                 \
    template <typename A, typename B, typename V = __sm_vector2<A, B>, typename = enable_if_t<__sm_real<V>>> SM_FUNCTION __sm_like<bool, V> NAME(A a, B b) { const V p = V(a), q = V(b); SM_MAP2(bool, NAME) }
//@ isfinite
SM_RELATION1(isfinite)
//@ isinf
SM_RELATION1(isinf)
//@ isnan
SM_RELATION1(isnan)
//@ isnormal
SM_RELATION1(isnormal)
//@ signbit
SM_RELATION1(signbit)
//@ isordered
SM_RELATION2(isordered)
//@ isunordered
SM_RELATION2(isunordered)
//@ any
template <int N> SM_FUNCTION bool any(vec<bool, N> v) {
    if constexpr (N == 2) return v.x || v.y;
    else if constexpr (N == 3) return v.x || v.y || v.z;
    else return v.x || v.y || v.z || v.w;
}
SM_FUNCTION bool any(bool v) { return v; }
//@ all
template <int N> SM_FUNCTION bool all(vec<bool, N> v) {
    if constexpr (N == 2) return v.x && v.y;
    else if constexpr (N == 3) return v.x && v.y && v.z;
    else return v.x && v.y && v.z && v.w;
}
SM_FUNCTION bool all(bool v) { return v; }
//@ select
#define SM_SELECT(T) SM_FUNCTION T select(T x, T y, bool c) { return c ? y : x; }
SM_SELECT(bool) SM_SELECT(half) SM_SELECT(float) SM_DOUBLE(SM_SELECT(double)) SM_SELECT(char) SM_SELECT(uchar) SM_SELECT(short)
SM_SELECT(ushort) SM_SELECT(int) SM_SELECT(uint) SM_SELECT(long) SM_SELECT(ulong)
template <typename A, typename B, typename V = __sm_vector2<A, B>> SM_FUNCTION V select(A a, B b, __sm_like<bool, V> s) { const V p = V(a), q = V(b); SM_MAP3(SM_ELEMENT, select) }

//@ *
}  // namespace metal
