// MSL's functions of integers.
namespace metal {

//@ *
#define SM_INTEGERS(F) F(char) F(uchar) F(short) F(ushort) F(int) F(uint) F(long) F(ulong)
#define SM_INTEGER_VECTOR1(NAME) template <typename A, typename V = __sm_vector1<A>, typename = enable_if_t<__sm_whole<V>>, typename = void> SM_FUNCTION V NAME(A a) { const V p = V(a); SM_MAP1(SM_ELEMENT, NAME) }
#define SM_INTEGER_VECTOR2(NAME) template <typename A, typename B, typename V = __sm_vector2<A, B>, typename = enable_if_t<__sm_whole<V>>, typename = void> SM_FUNCTION V NAME(A a, B b) { const V p = V(a), q = V(b); SM_MAP2(SM_ELEMENT, NAME) }
#define SM_INTEGER_VECTOR3(NAME) template <typename A, typename B, typename C, typename V = __sm_vector3<A, B, C>, typename = enable_if_t<__sm_whole<V>>, typename = void> SM_FUNCTION V NAME(A a, B b, C c) { const V p = V(a), q = V(b), s = V(c); SM_MAP3(SM_ELEMENT, NAME) }
//@ max
#define SM_MAX(T) SM_FUNCTION constexpr T max(T x, T y) { return x < y ? y : x; }
SM_INTEGERS(SM_MAX) SM_INTEGER_VECTOR2(max)
//@ min
#define SM_MIN(T) SM_FUNCTION constexpr T min(T x, T y) { return y < x ? y : x; }
SM_INTEGERS(SM_MIN) SM_INTEGER_VECTOR2(min)
//@ clamp
#define SM_CLAMP(T) SM_FUNCTION constexpr T clamp(T x, T low, T high) { return (x < low ? low : x) < high ? (x < low ? low : x) : high; }
SM_INTEGERS(SM_CLAMP) SM_INTEGER_VECTOR3(clamp)
//@ max3
#define SM_MAX3(T) SM_FUNCTION constexpr T max3(T x, T y, T z) { return max(x, max(y, z)); }
SM_INTEGERS(SM_MAX3) SM_INTEGER_VECTOR3(max3)
//@ min3
#define SM_MIN3(T) SM_FUNCTION constexpr T min3(T x, T y, T z) { return min(x, min(y, z)); }
SM_INTEGERS(SM_MIN3) SM_INTEGER_VECTOR3(min3)
//@ median3
#define SM_MEDIAN3(T) SM_FUNCTION constexpr T median3(T x, T y, T z) { return max(min(x, y), min(max(x, y), z)); }
SM_INTEGERS(SM_MEDIAN3) SM_INTEGER_VECTOR3(median3)
//@ abs
#define SM_ABS(T) SM_FUNCTION constexpr T abs(T x) { return x < T(0) ? T(-make_unsigned_t<T>(x)) : x; }
SM_INTEGERS(SM_ABS) SM_INTEGER_VECTOR1(abs)
//@ absdiff
#define SM_ABSDIFF(T)                                                                                  \
    SM_FUNCTION constexpr make_unsigned_t<T> absdiff(T x, T y) {                                       \
        typedef make_unsigned_t<T> U;                                                                  \
        return x < y ? U(U(y) - U(x)) : U(U(x) - U(y));                                                \
    }
SM_INTEGERS(SM_ABSDIFF)
template <typename A, typename B, typename V = __sm_vector2<A, B>> SM_FUNCTION __sm_like<make_unsigned_t<SM_ELEMENT>, V> absdiff(A a, B b) {
    const V p = V(a), q = V(b);
    SM_MAP2(make_unsigned_t<SM_ELEMENT>, absdiff)
}
//@ addsat
#define SM_ADDSAT(T) SM_FUNCTION T addsat(T x, T y) { return ::add_sat(x, y); }
SM_INTEGERS(SM_ADDSAT) SM_INTEGER_VECTOR2(addsat)
//@ subsat
#define SM_SUBSAT(T) SM_FUNCTION T subsat(T x, T y) { return ::sub_sat(x, y); }
SM_INTEGERS(SM_SUBSAT) SM_INTEGER_VECTOR2(subsat)
//@ hadd
#define SM_HADD(T) SM_FUNCTION T hadd(T x, T y) { return ::hadd(x, y); }
SM_INTEGERS(SM_HADD) SM_INTEGER_VECTOR2(hadd)
//@ rhadd
#define SM_RHADD(T) SM_FUNCTION T rhadd(T x, T y) { return ::rhadd(x, y); }
SM_INTEGERS(SM_RHADD) SM_INTEGER_VECTOR2(rhadd)
//@ mulhi
#define SM_MULHI(T) SM_FUNCTION T mulhi(T x, T y) { return ::mul_hi(x, y); }
SM_INTEGERS(SM_MULHI) SM_INTEGER_VECTOR2(mulhi)
//@ madhi
#define SM_MADHI(T) SM_FUNCTION T madhi(T x, T y, T z) { return T(make_unsigned_t<T>(::mul_hi(x, y)) + make_unsigned_t<T>(z)); }
SM_INTEGERS(SM_MADHI) SM_INTEGER_VECTOR3(madhi)
//@ madsat
// x * y + z in twice the width, as a high and a low half. The runtime's own mad_sat is wrong at the ends.
template <typename T> SM_FUNCTION T __sm_madsat(T x, T y, T z) {
    typedef make_unsigned_t<T> U;
    const U product = U(U(x) * U(y)), low = U(product + U(z));
    const T high = T(U(::mul_hi(x, y)) + U(low < product) - U(z < T(0)));
    const U top = U(U(~U(0)) >> 1);
    if constexpr (is_signed<T>::value) return high == T(T(low) < T(0) ? -1 : 0) ? T(low) : high < T(0) ? T(U(~top)) : T(top);
    else return high == T(0) ? low : T(~U(0));
}
#define SM_MADSAT(T) SM_FUNCTION T madsat(T x, T y, T z) { return __sm_madsat(x, y, z); }
SM_INTEGERS(SM_MADSAT) SM_INTEGER_VECTOR3(madsat)
//@ rotate
#define SM_ROTATE(T) SM_FUNCTION T rotate(T x, T y) { return ::rotate(x, y); }
SM_INTEGERS(SM_ROTATE) SM_INTEGER_VECTOR2(rotate)
//@ clz
#define SM_CLZ(T) SM_FUNCTION T clz(T x) { return ::clz(x); }
SM_INTEGERS(SM_CLZ) SM_INTEGER_VECTOR1(clz)
//@ ctz
#define SM_CTZ(T) SM_FUNCTION T ctz(T x) { return ::ctz(x); }
SM_INTEGERS(SM_CTZ) SM_INTEGER_VECTOR1(ctz)
//@ popcount
#define SM_POPCOUNT(T) SM_FUNCTION T popcount(T x) { return ::popcount(x); }
SM_INTEGERS(SM_POPCOUNT) SM_INTEGER_VECTOR1(popcount)
//@ reverse_bits
template <typename T> SM_FUNCTION T __sm_reverse_bits(T x) {
    typedef make_unsigned_t<T> U;
    U u = U(x), r = 0;
    for (uint i = 0; i < 8 * sizeof(T); ++i) { r = U((r << 1) | (u & 1)); u = U(u >> 1); }
    return T(r);
}
#define SM_REVERSE_BITS(T) SM_FUNCTION T reverse_bits(T x) { return __sm_reverse_bits(x); }
SM_INTEGERS(SM_REVERSE_BITS) SM_INTEGER_VECTOR1(reverse_bits)
//@ extract_bits
template <typename T> SM_FUNCTION T __sm_extract_bits(T x, uint offset, uint bits) {
    const uint w = 8 * sizeof(T);
    if (bits == 0) return T(0);
    return T(T(make_unsigned_t<T>(x) << (w - bits - offset)) >> (w - bits));
}
#define SM_EXTRACT_BITS(T) SM_FUNCTION T extract_bits(T x, uint offset, uint bits) { return __sm_extract_bits(x, offset, bits); }
SM_INTEGERS(SM_EXTRACT_BITS)
template <typename A, typename V = __sm_vector1<A>> SM_FUNCTION V extract_bits(A a, uint offset, uint bits) {
    V r = V(a);
    for (int i = 0; i < V::width; ++i) r[i] = __sm_extract_bits(r.elements[i], offset, bits);
    return r;
}
//@ insert_bits
template <typename T> SM_FUNCTION T __sm_insert_bits(T base, T insert, uint offset, uint bits) {
    typedef make_unsigned_t<T> U;
    if (bits == 0) return base;
    const U ones = U(U(~U(0)) >> (8 * sizeof(T) - bits)), mask = U(ones << offset);
    return T((U(base) & U(~mask)) | (U(U(insert) << offset) & mask));
}
#define SM_INSERT_BITS(T) SM_FUNCTION T insert_bits(T base, T insert, uint offset, uint bits) { return __sm_insert_bits(base, insert, offset, bits); }
SM_INTEGERS(SM_INSERT_BITS)
template <typename A, typename B, typename V = __sm_vector2<A, B>> SM_FUNCTION V insert_bits(A base, B insert, uint offset, uint bits) {
    V r = V(base), q = V(insert);
    for (int i = 0; i < V::width; ++i) r[i] = __sm_insert_bits(r.elements[i], q.elements[i], offset, bits);
    return r;
}
//@ mul24
SM_FUNCTION int mul24(int x, int y) { return ::mul24(x, y); }
SM_FUNCTION uint mul24(uint x, uint y) { return ::mul24(x, y); }
SM_INTEGER_VECTOR2(mul24)
//@ mad24
SM_FUNCTION int mad24(int x, int y, int z) { return ::mad24(x, y, z); }
SM_FUNCTION uint mad24(uint x, uint y, uint z) { return ::mad24(x, y, z); }
SM_INTEGER_VECTOR3(mad24)

//@ *
}  // namespace metal
