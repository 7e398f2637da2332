// The names of Metal's standard library that the headers of native/shaders use, for the host's compiler: so they run as native
// code over many points. Included before everything else; define __HAVE_DOUBLE__ for the variant with native doubles.
#pragma once
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>

#define device
#define constant const
#define thread
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef _Float16 half;

namespace metal {
inline uint clz(uint x) { return x == 0 ? 32 : uint(__builtin_clz(x)); }
inline ulong clz(ulong x) { return x == 0 ? 64 : ulong(__builtin_clzl(x)); }
inline uint ctz(uint x) { return x == 0 ? 32 : uint(__builtin_ctz(x)); }
inline ulong ctz(ulong x) { return x == 0 ? 64 : ulong(__builtin_ctzl(x)); }
inline ulong mulhi(ulong x, ulong y) { return ulong((static_cast<unsigned __int128>(x) * y) >> 64); }
inline uint mulhi(uint x, uint y) { return uint((ulong(x) * y) >> 32); }
template <typename T> T min(T a, T b) { return b < a ? b : a; }
template <typename T> T max(T a, T b) { return a < b ? b : a; }
template <typename T> T clamp(T x, T low, T high) { return min(max(x, low), high); }
template <typename T> T select(T no, T yes, bool condition) { return condition ? yes : no; }

namespace precise {
using std::acos;
using std::asin;
using std::atan;
using std::atan2;
using std::ceil;
using std::copysign;
using std::cos;
using std::cosh;
using std::exp;
using std::exp2;
using std::fabs;
using std::floor;
using std::fma;
using std::fmax;
using std::fmin;
using std::ldexp;
using std::log;
using std::log10;
using std::log2;
using std::pow;
using std::rint;
using std::sin;
using std::sinh;
using std::sqrt;
using std::tan;
using std::tanh;
using std::trunc;
} // namespace precise
using namespace precise;
} // namespace metal

template <typename To, typename From> inline To as_type(From from)
{
    static_assert(sizeof(To) == sizeof(From), "as_type keeps the size");
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}
