// MSL's matrices, packed numbers, arrays and limits.
namespace metal {

// ---- matrices: columns of vectors
//@ matrix : columns
template <typename T, int C, int R> struct matrix {
    typedef T value_type;
    vec<T, R> columns[C];
    matrix() = default;
    SM_FUNCTION constexpr explicit matrix(T diagonal) : columns{} {
        for (int c = 0; c < C; ++c) columns[c] = __sm_column(diagonal, c);
    }
    template <int N = C, typename = enable_if_t<N == 2>> SM_FUNCTION constexpr matrix(vec<T, R> p, vec<T, R> q) : columns{p, q} {}
    template <int N = C, typename = enable_if_t<N == 3>> SM_FUNCTION constexpr matrix(vec<T, R> p, vec<T, R> q, vec<T, R> s) : columns{p, q, s} {}
    template <int N = C, typename = enable_if_t<N == 4>> SM_FUNCTION constexpr matrix(vec<T, R> p, vec<T, R> q, vec<T, R> s, vec<T, R> t) : columns{p, q, s, t} {}
    template <typename... A, typename = enable_if_t<sizeof...(A) == C * R && (is_arithmetic<A>::value && ...)>, typename = void>
    SM_FUNCTION constexpr matrix(A... element) : columns{} {
        const T all[] = {T(element)...};
        for (int c = 0; c < C; ++c) columns[c] = __sm_column_of(all + c * R);
    }
    template <typename U> SM_FUNCTION constexpr explicit matrix(matrix<U, C, R> o) : columns{} {
        for (int c = 0; c < C; ++c) columns[c] = vec<T, R>(o.columns[c]);
    }
    static SM_FUNCTION constexpr vec<T, R> __sm_column(T d, int c) {
        if constexpr (R == 2) return vec<T, R>(c == 0 ? d : T(0), c == 1 ? d : T(0));
        else if constexpr (R == 3) return vec<T, R>(c == 0 ? d : T(0), c == 1 ? d : T(0), c == 2 ? d : T(0));
        else return vec<T, R>(c == 0 ? d : T(0), c == 1 ? d : T(0), c == 2 ? d : T(0), c == 3 ? d : T(0));
    }
    static SM_FUNCTION constexpr vec<T, R> __sm_column_of(const T *e) {
        if constexpr (R == 2) return vec<T, R>(e[0], e[1]);
        else if constexpr (R == 3) return vec<T, R>(e[0], e[1], e[2]);
        else return vec<T, R>(e[0], e[1], e[2], e[3]);
    }
    SM_FUNCTION vec<T, R> &operator[](size_t c) & { return columns[c]; }
    SM_FUNCTION constexpr vec<T, R> operator[](size_t c) const & { return columns[c]; }
    SM_FUNCTION constexpr vec<T, R> operator[](size_t c) && { return columns[c]; }
    template <typename U> SM_FUNCTION matrix &operator+=(U o) & { return *this = *this + o; }
    template <typename U> SM_FUNCTION matrix &operator-=(U o) & { return *this = *this - o; }
    template <typename U> SM_FUNCTION matrix &operator*=(U o) & { return *this = *this * o; }
};
#define SM_MATRIX_SUM(OP)                                                                              \
    template <typename T, int C, int R> SM_FUNCTION constexpr matrix<T, C, R> operator OP(matrix<T, C, R> a, matrix<T, C, R> b) { \
        for (int c = 0; c < C; ++c) a.columns[c] = a.columns[c] OP b.columns[c];                       \
        return a;                                                                                      \
    }
SM_MATRIX_SUM(+) SM_MATRIX_SUM(-)
template <typename T, int C, int R> SM_FUNCTION constexpr matrix<T, C, R> operator-(matrix<T, C, R> a) {
    for (int c = 0; c < C; ++c) a.columns[c] = -a.columns[c];
    return a;
}
template <typename T, int C, int R, typename U, typename = enable_if_t<is_arithmetic<U>::value>> SM_FUNCTION constexpr matrix<T, C, R> operator*(matrix<T, C, R> a, U s) {
    for (int c = 0; c < C; ++c) a.columns[c] = a.columns[c] * T(s);
    return a;
}
template <typename T, int C, int R, typename U, typename = enable_if_t<is_arithmetic<U>::value>> SM_FUNCTION constexpr matrix<T, C, R> operator*(U s, matrix<T, C, R> a) { return a * s; }
template <typename T, int C, int R> SM_FUNCTION constexpr vec<T, R> operator*(matrix<T, C, R> a, vec<T, C> v) {
    vec<T, R> sum = a.columns[0] * __sm_get<0>(v) + a.columns[1] * __sm_get<1>(v);
    if constexpr (C > 2) sum = sum + a.columns[2] * __sm_get<2>(v);
    if constexpr (C > 3) sum = sum + a.columns[3] * __sm_get<3>(v);
    return sum;
}
template <typename T, int R> SM_FUNCTION constexpr T __sm_dot(vec<T, R> p, vec<T, R> q) {
    T sum = T(p.x * q.x + p.y * q.y);
    if constexpr (R > 2) sum = T(sum + p.z * q.z);
    if constexpr (R > 3) sum = T(sum + p.w * q.w);
    return sum;
}
template <typename T, int C, int R> SM_FUNCTION constexpr vec<T, C> operator*(vec<T, R> v, matrix<T, C, R> a) {
    if constexpr (C == 2) return vec<T, C>(__sm_dot(v, a.columns[0]), __sm_dot(v, a.columns[1]));
    else if constexpr (C == 3) return vec<T, C>(__sm_dot(v, a.columns[0]), __sm_dot(v, a.columns[1]), __sm_dot(v, a.columns[2]));
    else return vec<T, C>(__sm_dot(v, a.columns[0]), __sm_dot(v, a.columns[1]), __sm_dot(v, a.columns[2]), __sm_dot(v, a.columns[3]));
}
template <typename T, int K, int C, int R> SM_FUNCTION constexpr matrix<T, C, R> operator*(matrix<T, K, R> a, matrix<T, C, K> b) {
    matrix<T, C, R> r(T(0));
    for (int c = 0; c < C; ++c) r.columns[c] = a * b.columns[c];
    return r;
}
template <typename T, int C, int R> SM_FUNCTION constexpr bool operator==(matrix<T, C, R> a, matrix<T, C, R> b) {
    for (int c = 0; c < C; ++c) for (int r = 0; r < R; ++r) if (!(a.columns[c][r] == b.columns[c][r])) return false;
    return true;
}
template <typename T, int C, int R> SM_FUNCTION constexpr bool operator!=(matrix<T, C, R> a, matrix<T, C, R> b) { return !(a == b); }
//@ transpose
template <typename T, int C, int R> SM_FUNCTION matrix<T, R, C> transpose(matrix<T, C, R> a) {
    matrix<T, R, C> t;
    for (int c = 0; c < C; ++c) for (int r = 0; r < R; ++r) t.columns[r][c] = a.columns[c][r];
    return t;
}
//@ determinant
template <typename T> SM_FUNCTION T determinant(matrix<T, 2, 2> m) { return T(m[0].x * m[1].y - m[1].x * m[0].y); }
template <typename T> SM_FUNCTION T determinant(matrix<T, 3, 3> m) {
    return T(m[0].x * (m[1].y * m[2].z - m[2].y * m[1].z) - m[1].x * (m[0].y * m[2].z - m[2].y * m[0].z) + m[2].x * (m[0].y * m[1].z - m[1].y * m[0].z));
}
template <typename T> SM_FUNCTION T determinant(matrix<T, 4, 4> m) {
    T sum = T(0);
    for (int c = 0; c < 4; ++c) {
        matrix<T, 3, 3> minor;
        for (int k = 0, to = 0; k < 4; ++k) if (k != c) minor.columns[to++] = vec<T, 3>(m.columns[k].y, m.columns[k].z, m.columns[k].w);
        const T term = T(m.columns[c].x * determinant(minor));
        sum = c & 1 ? T(sum - term) : T(sum + term);
    }
    return sum;
}
//@ SM_MATRIX_TYPE
#define SM_MATRIX_TYPE(T, SIZE, C, R)                                                                  \
    typedef matrix<T, C, R> T##SIZE;                                                                   \
    }                                                                                                  \
    using metal::T##SIZE;                                                                              \
    namespace metal {
//@ + float2x2
SM_MATRIX_TYPE(float, 2x2, 2, 2)
//@ + float2x3
SM_MATRIX_TYPE(float, 2x3, 2, 3)
//@ + float2x4
SM_MATRIX_TYPE(float, 2x4, 2, 4)
//@ + float3x2
SM_MATRIX_TYPE(float, 3x2, 3, 2)
//@ + float3x3
SM_MATRIX_TYPE(float, 3x3, 3, 3)
//@ + float3x4
SM_MATRIX_TYPE(float, 3x4, 3, 4)
//@ + float4x2
SM_MATRIX_TYPE(float, 4x2, 4, 2)
//@ + float4x3
SM_MATRIX_TYPE(float, 4x3, 4, 3)
//@ + float4x4
SM_MATRIX_TYPE(float, 4x4, 4, 4)
//@ + half2x2
SM_MATRIX_TYPE(half, 2x2, 2, 2)
//@ + half2x3
SM_MATRIX_TYPE(half, 2x3, 2, 3)
//@ + half2x4
SM_MATRIX_TYPE(half, 2x4, 2, 4)
//@ + half3x2
SM_MATRIX_TYPE(half, 3x2, 3, 2)
//@ + half3x3
SM_MATRIX_TYPE(half, 3x3, 3, 3)
//@ + half3x4
SM_MATRIX_TYPE(half, 3x4, 3, 4)
//@ + half4x2
SM_MATRIX_TYPE(half, 4x2, 4, 2)
//@ + half4x3
SM_MATRIX_TYPE(half, 4x3, 4, 3)
//@ + half4x4
SM_MATRIX_TYPE(half, 4x4, 4, 4)

// ---- normalized numbers: n bits stand for [0, 1], or for [-1, 1] with a sign. NaN packs to 0.
//@ __sm_pack_unorm4x8 __sm_pack_snorm4x8 __sm_pack_unorm2x16 __sm_pack_snorm2x16 __sm_unpack_unorm4x8 __sm_unpack_snorm4x8 __sm_unpack_unorm2x16 __sm_unpack_snorm2x16 __sm_unorm __sm_from_unorm
template <typename T> SM_FUNCTION uint __sm_unorm(T v, uint top) { return uint(::rint(::fmin(::fmax(float(v), 0.0f), 1.0f) * float(top))); }
template <typename T> SM_FUNCTION uint __sm_snorm(T v, int top) {
    const float f = float(v);
    return uint(int(::rint((f != f ? 0.0f : ::fmin(::fmax(f, -1.0f), 1.0f)) * float(top)))) & (2 * uint(top) + 1);
}
SM_FUNCTION float __sm_from_unorm(uint bits, uint top) { return float(bits & top) / float(top); }
// The lowest value is -1 as its neighbour is.
SM_FUNCTION float __sm_from_snorm(uint bits, int top) {
    const int sign = top + 1, value = int((bits & (2 * uint(top) + 1)) ^ uint(sign)) - sign;
    return ::fmax(float(value) / float(top), -1.0f);
}
template <typename V> SM_FUNCTION uint __sm_pack_unorm4x8(V v) { return __sm_unorm(v.x, 255) | __sm_unorm(v.y, 255) << 8 | __sm_unorm(v.z, 255) << 16 | __sm_unorm(v.w, 255) << 24; }
template <typename V> SM_FUNCTION uint __sm_pack_snorm4x8(V v) { return __sm_snorm(v.x, 127) | __sm_snorm(v.y, 127) << 8 | __sm_snorm(v.z, 127) << 16 | __sm_snorm(v.w, 127) << 24; }
template <typename V> SM_FUNCTION uint __sm_pack_unorm2x16(V v) { return __sm_unorm(v.x, 65535) | __sm_unorm(v.y, 65535) << 16; }
template <typename V> SM_FUNCTION uint __sm_pack_snorm2x16(V v) { return __sm_snorm(v.x, 32767) | __sm_snorm(v.y, 32767) << 16; }
template <typename T> SM_FUNCTION vec<T, 4> __sm_unpack_unorm4x8(uint u) { return vec<T, 4>(__sm_from_unorm(u, 255), __sm_from_unorm(u >> 8, 255), __sm_from_unorm(u >> 16, 255), __sm_from_unorm(u >> 24, 255)); }
template <typename T> SM_FUNCTION vec<T, 4> __sm_unpack_snorm4x8(uint u) { return vec<T, 4>(__sm_from_snorm(u, 127), __sm_from_snorm(u >> 8, 127), __sm_from_snorm(u >> 16, 127), __sm_from_snorm(u >> 24, 127)); }
template <typename T> SM_FUNCTION vec<T, 2> __sm_unpack_unorm2x16(uint u) { return vec<T, 2>(__sm_from_unorm(u, 65535), __sm_from_unorm(u >> 16, 65535)); }
template <typename T> SM_FUNCTION vec<T, 2> __sm_unpack_snorm2x16(uint u) { return vec<T, 2>(__sm_from_snorm(u, 32767), __sm_from_snorm(u >> 16, 32767)); }
//@ __sm_to_srgb __sm_from_srgb
// IEC 61966-2-1.
SM_FUNCTION float __sm_to_srgb(float v) {
    v = ::fmin(::fmax(v, 0.0f), 1.0f);
    return v < 0.0031308f ? 12.92f * v : 1.055f * ::powr(v, 1 / 2.4f) - 0.055f;
}
SM_FUNCTION float __sm_from_srgb(float v) { return v <= 0.04045f ? v / 12.92f : ::powr((v + 0.055f) / 1.055f, 2.4f); }
//@ pack_float_to_unorm4x8
SM_FUNCTION uint pack_float_to_unorm4x8(vec<float, 4> v) { return __sm_pack_unorm4x8(v); }
//@ unpack_unorm4x8_to_float
SM_FUNCTION vec<float, 4> unpack_unorm4x8_to_float(uint v) { return __sm_unpack_unorm4x8<float>(v); }
//@ pack_half_to_unorm4x8
SM_FUNCTION uint pack_half_to_unorm4x8(vec<half, 4> v) { return __sm_pack_unorm4x8(v); }
//@ unpack_unorm4x8_to_half
SM_FUNCTION vec<half, 4> unpack_unorm4x8_to_half(uint v) { return __sm_unpack_unorm4x8<half>(v); }
//@ pack_float_to_snorm4x8
SM_FUNCTION uint pack_float_to_snorm4x8(vec<float, 4> v) { return __sm_pack_snorm4x8(v); }
//@ unpack_snorm4x8_to_float
SM_FUNCTION vec<float, 4> unpack_snorm4x8_to_float(uint v) { return __sm_unpack_snorm4x8<float>(v); }
//@ pack_half_to_snorm4x8
SM_FUNCTION uint pack_half_to_snorm4x8(vec<half, 4> v) { return __sm_pack_snorm4x8(v); }
//@ unpack_snorm4x8_to_half
SM_FUNCTION vec<half, 4> unpack_snorm4x8_to_half(uint v) { return __sm_unpack_snorm4x8<half>(v); }
//@ pack_float_to_unorm2x16
SM_FUNCTION uint pack_float_to_unorm2x16(vec<float, 2> v) { return __sm_pack_unorm2x16(v); }
//@ unpack_unorm2x16_to_float
SM_FUNCTION vec<float, 2> unpack_unorm2x16_to_float(uint v) { return __sm_unpack_unorm2x16<float>(v); }
//@ pack_half_to_unorm2x16
SM_FUNCTION uint pack_half_to_unorm2x16(vec<half, 2> v) { return __sm_pack_unorm2x16(v); }
//@ unpack_unorm2x16_to_half
SM_FUNCTION vec<half, 2> unpack_unorm2x16_to_half(uint v) { return __sm_unpack_unorm2x16<half>(v); }
//@ pack_float_to_snorm2x16
SM_FUNCTION uint pack_float_to_snorm2x16(vec<float, 2> v) { return __sm_pack_snorm2x16(v); }
//@ unpack_snorm2x16_to_float
SM_FUNCTION vec<float, 2> unpack_snorm2x16_to_float(uint v) { return __sm_unpack_snorm2x16<float>(v); }
//@ pack_half_to_snorm2x16
SM_FUNCTION uint pack_half_to_snorm2x16(vec<half, 2> v) { return __sm_pack_snorm2x16(v); }
//@ unpack_snorm2x16_to_half
SM_FUNCTION vec<half, 2> unpack_snorm2x16_to_half(uint v) { return __sm_unpack_snorm2x16<half>(v); }
//@ pack_float_to_srgb_unorm4x8
SM_FUNCTION uint pack_float_to_srgb_unorm4x8(vec<float, 4> v) {
    return __sm_pack_unorm4x8(vec<float, 4>(__sm_to_srgb(float(v.x)), __sm_to_srgb(float(v.y)), __sm_to_srgb(float(v.z)), float(v.w)));
}
//@ unpack_unorm4x8_srgb_to_float
SM_FUNCTION vec<float, 4> unpack_unorm4x8_srgb_to_float(uint u) {
    const vec<float, 4> v = __sm_unpack_unorm4x8<float>(u);
    return vec<float, 4>(__sm_from_srgb(v.x), __sm_from_srgb(v.y), __sm_from_srgb(v.z), v.w);
}
//@ pack_float_to_unorm10a2
SM_FUNCTION uint pack_float_to_unorm10a2(vec<float, 4> v) { return __sm_unorm(v.x, 1023) | __sm_unorm(v.y, 1023) << 10 | __sm_unorm(v.z, 1023) << 20 | __sm_unorm(v.w, 3) << 30; }
//@ unpack_unorm10a2_to_float
SM_FUNCTION vec<float, 4> unpack_unorm10a2_to_float(uint u) { return vec<float, 4>(__sm_from_unorm(u, 1023), __sm_from_unorm(u >> 10, 1023), __sm_from_unorm(u >> 20, 1023), __sm_from_unorm(u >> 30, 3)); }
//@ pack_float_to_unorm565
SM_FUNCTION ushort pack_float_to_unorm565(vec<float, 3> v) { return ushort(__sm_unorm(v.x, 31) << 11 | __sm_unorm(v.y, 63) << 5 | __sm_unorm(v.z, 31)); }
//@ unpack_unorm565_to_float
SM_FUNCTION vec<float, 3> unpack_unorm565_to_float(ushort u) { return vec<float, 3>(__sm_from_unorm(u >> 11, 31), __sm_from_unorm(u >> 5, 63), __sm_from_unorm(u, 31)); }
//@ pack_half_to_srgb_unorm4x8
SM_FUNCTION uint pack_half_to_srgb_unorm4x8(vec<half, 4> v) {
    return __sm_pack_unorm4x8(vec<float, 4>(__sm_to_srgb(float(v.x)), __sm_to_srgb(float(v.y)), __sm_to_srgb(float(v.z)), float(v.w)));
}
//@ unpack_unorm4x8_srgb_to_half
SM_FUNCTION vec<half, 4> unpack_unorm4x8_srgb_to_half(uint u) {
    const vec<float, 4> v = __sm_unpack_unorm4x8<float>(u);
    return vec<half, 4>(__sm_from_srgb(v.x), __sm_from_srgb(v.y), __sm_from_srgb(v.z), v.w);
}
//@ pack_half_to_unorm10a2
SM_FUNCTION uint pack_half_to_unorm10a2(vec<half, 4> v) { return __sm_unorm(v.x, 1023) | __sm_unorm(v.y, 1023) << 10 | __sm_unorm(v.z, 1023) << 20 | __sm_unorm(v.w, 3) << 30; }
//@ unpack_unorm10a2_to_half
SM_FUNCTION vec<half, 4> unpack_unorm10a2_to_half(uint u) { return vec<half, 4>(__sm_from_unorm(u, 1023), __sm_from_unorm(u >> 10, 1023), __sm_from_unorm(u >> 20, 1023), __sm_from_unorm(u >> 30, 3)); }
//@ pack_half_to_unorm565
SM_FUNCTION ushort pack_half_to_unorm565(vec<half, 3> v) { return ushort(__sm_unorm(v.x, 31) << 11 | __sm_unorm(v.y, 63) << 5 | __sm_unorm(v.z, 31)); }
//@ unpack_unorm565_to_half
SM_FUNCTION vec<half, 3> unpack_unorm565_to_half(ushort u) { return vec<half, 3>(__sm_from_unorm(u >> 11, 31), __sm_from_unorm(u >> 5, 63), __sm_from_unorm(u, 31)); }

// ---- arrays
//@ array : size empty data
template <typename T, size_t N> struct array {
    typedef T value_type;
    T __sm_elements[N];
    SM_FUNCTION constexpr T &operator[](size_t i) { return __sm_elements[i]; }
    SM_FUNCTION constexpr const T &operator[](size_t i) const { return __sm_elements[i]; }
    SM_FUNCTION static constexpr size_t size() { return N; }
    SM_FUNCTION static constexpr bool empty() { return N == 0; }
    SM_FUNCTION constexpr T *data() { return __sm_elements; }
    SM_FUNCTION constexpr const T *data() const { return __sm_elements; }
};

// ---- limits
//@ numeric_limits : is_specialized is_signed is_integer is_exact has_infinity has_quiet_NaN has_signaling_NaN has_denorm is_iec559 is_bounded is_modulo digits digits10 max_digits10 radix min_exponent min_exponent10 max_exponent max_exponent10 min lowest max epsilon round_error denorm_min infinity quiet_NaN signaling_NaN
template <typename T> struct __sm_no_limits {
    static constexpr bool is_specialized = false, is_signed = false, is_integer = false, is_exact = false, is_iec559 = false, is_bounded = false, is_modulo = false;
    static constexpr bool has_infinity = false, has_quiet_NaN = false, has_signaling_NaN = false;
    static constexpr int digits = 0, digits10 = 0, max_digits10 = 0, radix = 0, min_exponent = 0, min_exponent10 = 0, max_exponent = 0, max_exponent10 = 0;
    SM_FUNCTION static constexpr T min() { return T(); }
    SM_FUNCTION static constexpr T lowest() { return T(); }
    SM_FUNCTION static constexpr T max() { return T(); }
    SM_FUNCTION static constexpr T epsilon() { return T(); }
    SM_FUNCTION static constexpr T round_error() { return T(); }
    SM_FUNCTION static constexpr T infinity() { return T(); }
    SM_FUNCTION static constexpr T quiet_NaN() { return T(); }
    SM_FUNCTION static constexpr T signaling_NaN() { return T(); }
    SM_FUNCTION static constexpr T denorm_min() { return T(); }
};
template <typename T> struct numeric_limits : __sm_no_limits<T> {};
template <typename T> struct numeric_limits<const T> : numeric_limits<T> {};
#define SM_INTEGER_LIMITS(T, LOW, HIGH, DIGITS, DECIMAL)                                               \
    template <> struct numeric_limits<T> : __sm_no_limits<T> {                                         \
        static constexpr bool is_specialized = true, is_signed = LOW != 0, is_integer = true, is_exact = true, is_bounded = true, is_modulo = LOW == 0; \
        static constexpr int digits = DIGITS, digits10 = DECIMAL, radix = 2;                           \
        SM_FUNCTION static constexpr T min() { return T(LOW); }                                        \
        SM_FUNCTION static constexpr T lowest() { return T(LOW); }                                     \
        SM_FUNCTION static constexpr T max() { return T(HIGH); }                                       \
    };
SM_INTEGER_LIMITS(bool, false, true, 1, 0)
SM_INTEGER_LIMITS(char, -128, 127, 7, 2)
SM_INTEGER_LIMITS(uchar, 0, 255, 8, 2)
SM_INTEGER_LIMITS(short, -32768, 32767, 15, 4)
SM_INTEGER_LIMITS(ushort, 0, 65535, 16, 4)
SM_INTEGER_LIMITS(int, -2147483647 - 1, 2147483647, 31, 9)
SM_INTEGER_LIMITS(uint, 0, 4294967295U, 32, 9)
SM_INTEGER_LIMITS(long, -9223372036854775807L - 1, 9223372036854775807L, 63, 18)
SM_INTEGER_LIMITS(ulong, 0, 18446744073709551615UL, 64, 19)
// B: the type's bits; SIGNALING: those of a signaling NaN.
#define SM_FLOAT_LIMITS(T, LEAST, MOST, EPSILON, TINY, DIGITS, D10, MAX10, LOW2, LOW10, HIGH2, HIGH10, B, SIGNALING) \
    template <> struct numeric_limits<T> : __sm_no_limits<T> {                                         \
        static constexpr bool is_specialized = true, is_signed = true, is_iec559 = true, is_bounded = true; \
        static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true;     \
        static constexpr int digits = DIGITS, digits10 = D10, max_digits10 = MAX10, radix = 2, min_exponent = LOW2, min_exponent10 = LOW10, max_exponent = HIGH2, max_exponent10 = HIGH10; \
        SM_FUNCTION static constexpr T min() { return T(LEAST); }                                      \
        SM_FUNCTION static constexpr T lowest() { return T(-MOST); }                                   \
        SM_FUNCTION static constexpr T max() { return T(MOST); }                                       \
        SM_FUNCTION static constexpr T epsilon() { return T(EPSILON); }                                \
        SM_FUNCTION static constexpr T round_error() { return T(0.5f); }                               \
        SM_FUNCTION static constexpr T denorm_min() { return T(TINY); }                                \
        SM_FUNCTION static constexpr T infinity() { return T(__builtin_inff()); }                      \
        SM_FUNCTION static constexpr T quiet_NaN() { return T(__builtin_nanf("")); }                   \
        SM_FUNCTION static constexpr T signaling_NaN() { return __builtin_bit_cast(T, B(SIGNALING)); } \
    };
SM_FLOAT_LIMITS(half, 0x1p-14f, 65504.0f, 0x1p-10f, 0x1p-24f, 11, 3, 5, -13, -4, 16, 4, ushort, 0x7d00)
SM_FLOAT_LIMITS(float, 0x1p-126f, 0x1.fffffep127f, 0x1p-23f, 0x1p-149f, 24, 6, 9, -125, -37, 128, 38, uint, 0x7fa00000)
SM_DOUBLE(SM_FLOAT_LIMITS(double, 0x1p-1022, 0x1.fffffffffffffp1023, 0x1p-52, 0x1p-1074, 53, 15, 17, -1021, -307, 1024, 308, ulong, 0x7ff4000000000000ul))
#ifdef SM_USES_BFLOAT
SM_FLOAT_LIMITS(bfloat, 0x1p-126f, 0x1.fep127f, 0x1p-7f, 0x1p-133f, 8, 2, 4, -125, -37, 128, 38, ushort, 0x7fa0)
#endif

//@ *
}  // namespace metal

// ---- the names of <simd/simd.h>
//@ + simd_char2 vector_char2 simd
typedef metal::vec<char, 2> simd_char2, vector_char2;
namespace simd { typedef simd_char2 char2; }
//@ + simd_char3 vector_char3 simd
typedef metal::vec<char, 3> simd_char3, vector_char3;
namespace simd { typedef simd_char3 char3; }
//@ + simd_char4 vector_char4 simd
typedef metal::vec<char, 4> simd_char4, vector_char4;
namespace simd { typedef simd_char4 char4; }
//@ + simd_uchar2 vector_uchar2 simd
typedef metal::vec<uchar, 2> simd_uchar2, vector_uchar2;
namespace simd { typedef simd_uchar2 uchar2; }
//@ + simd_uchar3 vector_uchar3 simd
typedef metal::vec<uchar, 3> simd_uchar3, vector_uchar3;
namespace simd { typedef simd_uchar3 uchar3; }
//@ + simd_uchar4 vector_uchar4 simd
typedef metal::vec<uchar, 4> simd_uchar4, vector_uchar4;
namespace simd { typedef simd_uchar4 uchar4; }
//@ + simd_short2 vector_short2 simd
typedef metal::vec<short, 2> simd_short2, vector_short2;
namespace simd { typedef simd_short2 short2; }
//@ + simd_short3 vector_short3 simd
typedef metal::vec<short, 3> simd_short3, vector_short3;
namespace simd { typedef simd_short3 short3; }
//@ + simd_short4 vector_short4 simd
typedef metal::vec<short, 4> simd_short4, vector_short4;
namespace simd { typedef simd_short4 short4; }
//@ + simd_ushort2 vector_ushort2 simd
typedef metal::vec<ushort, 2> simd_ushort2, vector_ushort2;
namespace simd { typedef simd_ushort2 ushort2; }
//@ + simd_ushort3 vector_ushort3 simd
typedef metal::vec<ushort, 3> simd_ushort3, vector_ushort3;
namespace simd { typedef simd_ushort3 ushort3; }
//@ + simd_ushort4 vector_ushort4 simd
typedef metal::vec<ushort, 4> simd_ushort4, vector_ushort4;
namespace simd { typedef simd_ushort4 ushort4; }
//@ + simd_int2 vector_int2 simd
typedef metal::vec<int, 2> simd_int2, vector_int2;
namespace simd { typedef simd_int2 int2; }
//@ + simd_int3 vector_int3 simd
typedef metal::vec<int, 3> simd_int3, vector_int3;
namespace simd { typedef simd_int3 int3; }
//@ + simd_int4 vector_int4 simd
typedef metal::vec<int, 4> simd_int4, vector_int4;
namespace simd { typedef simd_int4 int4; }
//@ + simd_uint2 vector_uint2 simd
typedef metal::vec<uint, 2> simd_uint2, vector_uint2;
namespace simd { typedef simd_uint2 uint2; }
//@ + simd_uint3 vector_uint3 simd
typedef metal::vec<uint, 3> simd_uint3, vector_uint3;
namespace simd { typedef simd_uint3 uint3; }
//@ + simd_uint4 vector_uint4 simd
typedef metal::vec<uint, 4> simd_uint4, vector_uint4;
namespace simd { typedef simd_uint4 uint4; }
//@ + simd_long2 vector_long2 simd
typedef metal::vec<long, 2> simd_long2, vector_long2;
namespace simd { typedef simd_long2 long2; }
//@ + simd_long3 vector_long3 simd
typedef metal::vec<long, 3> simd_long3, vector_long3;
namespace simd { typedef simd_long3 long3; }
//@ + simd_long4 vector_long4 simd
typedef metal::vec<long, 4> simd_long4, vector_long4;
namespace simd { typedef simd_long4 long4; }
//@ + simd_ulong2 vector_ulong2 simd
typedef metal::vec<ulong, 2> simd_ulong2, vector_ulong2;
namespace simd { typedef simd_ulong2 ulong2; }
//@ + simd_ulong3 vector_ulong3 simd
typedef metal::vec<ulong, 3> simd_ulong3, vector_ulong3;
namespace simd { typedef simd_ulong3 ulong3; }
//@ + simd_ulong4 vector_ulong4 simd
typedef metal::vec<ulong, 4> simd_ulong4, vector_ulong4;
namespace simd { typedef simd_ulong4 ulong4; }
//@ + simd_half2 vector_half2 simd
typedef metal::vec<half, 2> simd_half2, vector_half2;
namespace simd { typedef simd_half2 half2; }
//@ + simd_half3 vector_half3 simd
typedef metal::vec<half, 3> simd_half3, vector_half3;
namespace simd { typedef simd_half3 half3; }
//@ + simd_half4 vector_half4 simd
typedef metal::vec<half, 4> simd_half4, vector_half4;
namespace simd { typedef simd_half4 half4; }
//@ + simd_float2 vector_float2 simd
typedef metal::vec<float, 2> simd_float2, vector_float2;
namespace simd { typedef simd_float2 float2; }
//@ + simd_float3 vector_float3 simd
typedef metal::vec<float, 3> simd_float3, vector_float3;
namespace simd { typedef simd_float3 float3; }
//@ + simd_float4 vector_float4 simd
typedef metal::vec<float, 4> simd_float4, vector_float4;
namespace simd { typedef simd_float4 float4; }
//@ + simd_float2x2 matrix_float2x2 simd
typedef metal::matrix<float, 2, 2> simd_float2x2, matrix_float2x2;
namespace simd { typedef simd_float2x2 float2x2; }
//@ + simd_float2x3 matrix_float2x3 simd
typedef metal::matrix<float, 2, 3> simd_float2x3, matrix_float2x3;
namespace simd { typedef simd_float2x3 float2x3; }
//@ + simd_float2x4 matrix_float2x4 simd
typedef metal::matrix<float, 2, 4> simd_float2x4, matrix_float2x4;
namespace simd { typedef simd_float2x4 float2x4; }
//@ + simd_float3x2 matrix_float3x2 simd
typedef metal::matrix<float, 3, 2> simd_float3x2, matrix_float3x2;
namespace simd { typedef simd_float3x2 float3x2; }
//@ + simd_float3x3 matrix_float3x3 simd
typedef metal::matrix<float, 3, 3> simd_float3x3, matrix_float3x3;
namespace simd { typedef simd_float3x3 float3x3; }
//@ + simd_float3x4 matrix_float3x4 simd
typedef metal::matrix<float, 3, 4> simd_float3x4, matrix_float3x4;
namespace simd { typedef simd_float3x4 float3x4; }
//@ + simd_float4x2 matrix_float4x2 simd
typedef metal::matrix<float, 4, 2> simd_float4x2, matrix_float4x2;
namespace simd { typedef simd_float4x2 float4x2; }
//@ + simd_float4x3 matrix_float4x3 simd
typedef metal::matrix<float, 4, 3> simd_float4x3, matrix_float4x3;
namespace simd { typedef simd_float4x3 float4x3; }
//@ + simd_float4x4 matrix_float4x4 simd
typedef metal::matrix<float, 4, 4> simd_float4x4, matrix_float4x4;
namespace simd { typedef simd_float4x4 float4x4; }
//@ + simd_half2x2 matrix_half2x2 simd
typedef metal::matrix<half, 2, 2> simd_half2x2, matrix_half2x2;
namespace simd { typedef simd_half2x2 half2x2; }
//@ + simd_half2x3 matrix_half2x3 simd
typedef metal::matrix<half, 2, 3> simd_half2x3, matrix_half2x3;
namespace simd { typedef simd_half2x3 half2x3; }
//@ + simd_half2x4 matrix_half2x4 simd
typedef metal::matrix<half, 2, 4> simd_half2x4, matrix_half2x4;
namespace simd { typedef simd_half2x4 half2x4; }
//@ + simd_half3x2 matrix_half3x2 simd
typedef metal::matrix<half, 3, 2> simd_half3x2, matrix_half3x2;
namespace simd { typedef simd_half3x2 half3x2; }
//@ + simd_half3x3 matrix_half3x3 simd
typedef metal::matrix<half, 3, 3> simd_half3x3, matrix_half3x3;
namespace simd { typedef simd_half3x3 half3x3; }
//@ + simd_half3x4 matrix_half3x4 simd
typedef metal::matrix<half, 3, 4> simd_half3x4, matrix_half3x4;
namespace simd { typedef simd_half3x4 half3x4; }
//@ + simd_half4x2 matrix_half4x2 simd
typedef metal::matrix<half, 4, 2> simd_half4x2, matrix_half4x2;
namespace simd { typedef simd_half4x2 half4x2; }
//@ + simd_half4x3 matrix_half4x3 simd
typedef metal::matrix<half, 4, 3> simd_half4x3, matrix_half4x3;
namespace simd { typedef simd_half4x3 half4x3; }
//@ + simd_half4x4 matrix_half4x4 simd
typedef metal::matrix<half, 4, 4> simd_half4x4, matrix_half4x4;
namespace simd { typedef simd_half4x4 half4x4; }
//@ *
