// MSL's types and functions in plain C++17, inside namespace sm; shared by all dialects. The platform layer before it
// has the scalar built-in functions at global scope and namespace sm_platform.
//
// Functions take vectors by value: a reference to one in a template would deduce an address space.

typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;

namespace metal {

// ---- type traits
template <typename T, T V> struct integral_constant { enum : T { value = V }; };
template <bool B> struct bool_constant { static constexpr bool value = B; };
typedef bool_constant<true> true_type;
typedef bool_constant<false> false_type;
template <bool B, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { typedef T type; };
template <bool B, typename T = void> using enable_if_t = typename enable_if<B, T>::type;
template <bool B, typename T, typename F> struct conditional { typedef T type; };
template <typename T, typename F> struct conditional<false, T, F> { typedef F type; };
template <bool B, typename T, typename F> using conditional_t = typename conditional<B, T, F>::type;
template <typename T, typename U> struct is_same : false_type {};
template <typename T> struct is_same<T, T> : true_type {};
template <typename T, typename U> constexpr bool is_same_v = is_same<T, U>::value;
template <typename T> struct remove_const { typedef T type; };
template <typename T> struct remove_const<const T> { typedef T type; };
template <typename T> struct remove_volatile { typedef T type; };
template <typename T> struct remove_volatile<volatile T> { typedef T type; };
template <typename T> struct remove_cv { typedef typename remove_volatile<typename remove_const<T>::type>::type type; };
template <typename T> struct remove_reference { typedef T type; };
template <typename T> struct remove_reference<T &> { typedef T type; };
template <typename T> struct remove_reference<T &&> { typedef T type; };
template <typename T> using remove_cv_t = typename remove_cv<T>::type;
template <typename T> using remove_const_t = typename remove_const<T>::type;
template <typename T> using remove_reference_t = typename remove_reference<T>::type;
template <typename T> struct __sm_integral : false_type {};
template <> struct __sm_integral<bool> : true_type {};
template <> struct __sm_integral<char> : true_type {};
template <> struct __sm_integral<signed char> : true_type {};
template <> struct __sm_integral<unsigned char> : true_type {};
template <> struct __sm_integral<short> : true_type {};
template <> struct __sm_integral<unsigned short> : true_type {};
template <> struct __sm_integral<int> : true_type {};
template <> struct __sm_integral<unsigned int> : true_type {};
template <> struct __sm_integral<long> : true_type {};
template <> struct __sm_integral<unsigned long> : true_type {};
template <typename T> struct __sm_floating : false_type {};
template <> struct __sm_floating<half> : true_type {};
template <> struct __sm_floating<float> : true_type {};
#ifdef SM_HAVE_DOUBLE
template <> struct __sm_floating<double> : true_type {};
#endif
template <typename T> struct is_integral : bool_constant<__sm_integral<remove_cv_t<T>>::value> {};
template <typename T> struct is_floating_point : bool_constant<__sm_floating<remove_cv_t<T>>::value> {};
template <typename T> struct is_arithmetic : bool_constant<is_integral<T>::value || is_floating_point<T>::value> {};
template <typename T, bool = is_integral<T>::value> struct is_signed : is_floating_point<T> {};
template <typename T> struct is_signed<T, true> : bool_constant<(T(-1) < T(0))> {};
template <typename T> struct is_unsigned : bool_constant<is_integral<T>::value && !is_signed<T>::value> {};
template <typename T> constexpr bool is_integral_v = is_integral<T>::value;
template <typename T> constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <typename T> constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <typename T> constexpr bool is_signed_v = is_signed<T>::value;
template <typename T> constexpr bool is_unsigned_v = is_unsigned<T>::value;
template <typename T> struct make_unsigned { typedef T type; };
template <> struct make_unsigned<char> { typedef unsigned char type; };
template <> struct make_unsigned<signed char> { typedef unsigned char type; };
template <> struct make_unsigned<short> { typedef unsigned short type; };
template <> struct make_unsigned<int> { typedef unsigned int type; };
template <> struct make_unsigned<long> { typedef unsigned long type; };
template <typename T> using make_unsigned_t = typename make_unsigned<T>::type;
template <typename T> struct make_signed { typedef T type; };
template <> struct make_signed<unsigned char> { typedef char type; };
template <> struct make_signed<unsigned short> { typedef short type; };
template <> struct make_signed<unsigned int> { typedef int type; };
template <> struct make_signed<unsigned long> { typedef long type; };
template <typename T> using make_signed_t = typename make_signed<T>::type;

// ---- vectors
template <typename T, int N> struct vec;
template <typename T, int N> struct packed_vec;

template <typename T> struct __sm_width { static constexpr int value = is_arithmetic<T>::value ? 1 : 100; };
template <typename T, int N> struct __sm_width<vec<T, N>> { static constexpr int value = N; };
template <typename T, int N> struct __sm_width<packed_vec<T, N>> { static constexpr int value = N; };
template <typename... A> struct __sm_total { static constexpr int value = 0; };
template <typename A, typename... R> struct __sm_total<A, R...> {
    static constexpr int value = __sm_width<A>::value + __sm_total<R...>::value;
};
// A scalar that a vector of T takes part with: no silent loss of a fraction.
template <typename T, typename U> constexpr bool __sm_joins = is_arithmetic<U>::value && (is_floating_point<T>::value || is_integral<U>::value);

template <int I, typename T> SM_FUNCTION constexpr enable_if_t<is_arithmetic<T>::value, T> __sm_get(T v) { return v; }
template <int I, typename T, int N> SM_FUNCTION constexpr T __sm_get(vec<T, N> v) {
    if constexpr (I == 0) return v.x;
    else if constexpr (I == 1) return v.y;
    else if constexpr (I == 2) return v.z;
    else return v.w;
}
template <int I, typename T, int N> SM_FUNCTION constexpr T __sm_get(packed_vec<T, N> v) { return v.elements[I]; }
template <typename T, int I, typename A, typename... R> SM_FUNCTION constexpr T __sm_pick(A a, R... r) {
    if constexpr (I < __sm_width<A>::value) return T(__sm_get<I>(a));
    else return __sm_pick<T, I - __sm_width<A>::value>(r...);
}

// A swizzle on the left of an assignment.
template <typename T, int N, int I, int J, int K = -1, int L = -1> struct __sm_swizzle {
    static constexpr int M = L >= 0 ? 4 : K >= 0 ? 3 : 2;
    typedef vec<T, M> value_type;
    T *e;
    SM_FUNCTION value_type get() const {
        if constexpr (M == 2) return value_type(e[I], e[J]);
        else if constexpr (M == 3) return value_type(e[I], e[J], e[K]);
        else return value_type(e[I], e[J], e[K], e[L]);
    }
    SM_FUNCTION value_type operator=(value_type v) const {
        static_assert(I != J && (M < 3 || (I != K && J != K)) && (M < 4 || (I != L && J != L && K != L)), "a swizzle that is assigned to names each component once");
        e[I] = v.x;
        e[J] = v.y;
        if constexpr (M > 2) e[K] = v.z;
        if constexpr (M > 3) e[L] = v.w;
        return v;
    }
    SM_FUNCTION value_type operator=(const __sm_swizzle &other) const { return *this = other.get(); }
    SM_FUNCTION value_type operator+=(value_type v) const { return *this = get() + v; }
    SM_FUNCTION value_type operator-=(value_type v) const { return *this = get() - v; }
    SM_FUNCTION value_type operator*=(value_type v) const { return *this = get() * v; }
    SM_FUNCTION value_type operator/=(value_type v) const { return *this = get() / v; }
    SM_FUNCTION value_type operator%=(value_type v) const { return *this = get() % v; }
    SM_FUNCTION value_type operator&=(value_type v) const { return *this = get() & v; }
    SM_FUNCTION value_type operator|=(value_type v) const { return *this = get() | v; }
    SM_FUNCTION value_type operator^=(value_type v) const { return *this = get() ^ v; }
};

// A swizzle as a data member: only for names that the program's own types declare as fields too, since there the
// front end cannot tell one from the other.
template <typename T, int N, int I, int J, int K = -1, int L = -1> struct __sm_swizzle_field {
    static constexpr int M = L >= 0 ? 4 : K >= 0 ? 3 : 2;
    typedef vec<T, M> value_type;
    T e[N];
    SM_FUNCTION value_type get() const {
        if constexpr (M == 2) return value_type(e[I], e[J]);
        else if constexpr (M == 3) return value_type(e[I], e[J], e[K]);
        else return value_type(e[I], e[J], e[K], e[L]);
    }
    SM_FUNCTION operator value_type() const { return get(); }
    SM_FUNCTION value_type operator=(value_type v) {
        e[I] = v.x;
        e[J] = v.y;
        if constexpr (M > 2) e[K] = v.z;
        if constexpr (M > 3) e[L] = v.w;
        return v;
    }
    SM_FUNCTION value_type operator+=(value_type v) { return *this = get() + v; }
    SM_FUNCTION value_type operator-=(value_type v) { return *this = get() - v; }
    SM_FUNCTION value_type operator*=(value_type v) { return *this = get() * v; }
    SM_FUNCTION value_type operator/=(value_type v) { return *this = get() / v; }
};

// The printer lists the swizzles that occur: SM_SWIZZLES_N expands these for a vector of N.
#define SM_SWIZZLE2(NAME, I, J)                                                                        \
    SM_FUNCTION constexpr vec<T, 2> NAME() const { return vec<T, 2>(elements[I], elements[J]); }       \
    SM_FUNCTION __sm_swizzle<T, width, I, J> __sm_##NAME() { return {elements}; }
#define SM_SWIZZLE3(NAME, I, J, K)                                                                     \
    SM_FUNCTION constexpr vec<T, 3> NAME() const { return vec<T, 3>(elements[I], elements[J], elements[K]); } \
    SM_FUNCTION __sm_swizzle<T, width, I, J, K> __sm_##NAME() { return {elements}; }
#define SM_SWIZZLE4(NAME, I, J, K, L)                                                                  \
    SM_FUNCTION constexpr vec<T, 4> NAME() const { return vec<T, 4>(elements[I], elements[J], elements[K], elements[L]); } \
    SM_FUNCTION __sm_swizzle<T, width, I, J, K, L> __sm_##NAME() { return {elements}; }
#define SM_FIELD2(NAME, I, J) __sm_swizzle_field<T, width, I, J> NAME;
#define SM_FIELD3(NAME, I, J, K) __sm_swizzle_field<T, width, I, J, K> NAME;
#define SM_FIELD4(NAME, I, J, K, L) __sm_swizzle_field<T, width, I, J, K, L> NAME;

#define SM_VEC_OPERATOR(N, OP)                                                                         \
    SM_FUNCTION vec &operator OP##=(vec o) { return *this = *this OP o; }
#define SM_VEC_COMMON(N)                                                                               \
    typedef T value_type;                                                                              \
    static constexpr int width = N;                                                                    \
    vec() = default;                                                                                   \
    SM_FUNCTION T &operator[](size_t i) { return elements[i]; }                                        \
    SM_FUNCTION constexpr T operator[](size_t i) const { return elements[i]; }                         \
    SM_VEC_OPERATOR(N, +) SM_VEC_OPERATOR(N, -) SM_VEC_OPERATOR(N, *) SM_VEC_OPERATOR(N, /)            \
    SM_VEC_OPERATOR(N, %) SM_VEC_OPERATOR(N, &) SM_VEC_OPERATOR(N, |) SM_VEC_OPERATOR(N, ^)            \
    SM_VEC_OPERATOR(N, <<) SM_VEC_OPERATOR(N, >>)                                                      \
    SM_FUNCTION vec &operator++() { return *this = *this + vec(T(1)); }                                \
    SM_FUNCTION vec &operator--() { return *this = *this - vec(T(1)); }                                \
    SM_FUNCTION vec operator++(int) { vec old = *this; *this = *this + vec(T(1)); return old; }        \
    SM_FUNCTION vec operator--(int) { vec old = *this; *this = *this - vec(T(1)); return old; }
#define SM_VEC_PARTS(N) template <typename... A, typename = enable_if_t<(sizeof...(A) > 1 && __sm_total<A...>::value == N)>>
#define SM_VEC_SPLAT template <typename U, typename = enable_if_t<is_arithmetic<U>::value>>

template <typename T> struct alignas(2 * sizeof(T)) vec<T, 2> {
    SM_VEC_COMMON(2)
    union {
        struct { T x, y; };
        struct { T r, g; };
        T elements[2];
        SM_SWIZZLE_FIELDS_2
    };
    SM_VEC_SPLAT SM_FUNCTION constexpr vec(U s) : x(T(s)), y(T(s)) {}
    template <typename U> SM_FUNCTION constexpr explicit vec(vec<U, 2> o) : x(T(o.x)), y(T(o.y)) {}
    template <typename U> SM_FUNCTION constexpr vec(packed_vec<U, 2> o) : x(T(o.elements[0])), y(T(o.elements[1])) {}
    SM_VEC_PARTS(2) SM_FUNCTION constexpr vec(A... a) : x(__sm_pick<T, 0>(a...)), y(__sm_pick<T, 1>(a...)) {}
    SM_SWIZZLES_2
};
template <typename T> struct alignas(4 * sizeof(T)) vec<T, 3> {
    SM_VEC_COMMON(3)
    union {
        struct { T x, y, z; };
        struct { T r, g, b; };
        T elements[3];
        SM_SWIZZLE_FIELDS_3
    };
    SM_VEC_SPLAT SM_FUNCTION constexpr vec(U s) : x(T(s)), y(T(s)), z(T(s)) {}
    template <typename U> SM_FUNCTION constexpr explicit vec(vec<U, 3> o) : x(T(o.x)), y(T(o.y)), z(T(o.z)) {}
    template <typename U> SM_FUNCTION constexpr vec(packed_vec<U, 3> o) : x(T(o.elements[0])), y(T(o.elements[1])), z(T(o.elements[2])) {}
    SM_VEC_PARTS(3) SM_FUNCTION constexpr vec(A... a) : x(__sm_pick<T, 0>(a...)), y(__sm_pick<T, 1>(a...)), z(__sm_pick<T, 2>(a...)) {}
    SM_SWIZZLES_3
};
template <typename T> struct alignas(4 * sizeof(T)) vec<T, 4> {
    SM_VEC_COMMON(4)
    union {
        struct { T x, y, z, w; };
        struct { T r, g, b, a; };
        T elements[4];
        SM_SWIZZLE_FIELDS_4
    };
    SM_VEC_SPLAT SM_FUNCTION constexpr vec(U s) : x(T(s)), y(T(s)), z(T(s)), w(T(s)) {}
    template <typename U> SM_FUNCTION constexpr explicit vec(vec<U, 4> o) : x(T(o.x)), y(T(o.y)), z(T(o.z)), w(T(o.w)) {}
    template <typename U> SM_FUNCTION constexpr vec(packed_vec<U, 4> o)
        : x(T(o.elements[0])), y(T(o.elements[1])), z(T(o.elements[2])), w(T(o.elements[3])) {}
    SM_VEC_PARTS(4) SM_FUNCTION constexpr vec(A... p)
        : x(__sm_pick<T, 0>(p...)), y(__sm_pick<T, 1>(p...)), z(__sm_pick<T, 2>(p...)), w(__sm_pick<T, 3>(p...)) {}
    SM_SWIZZLES_4
};

// Arithmetic on components of less than 32 bits is done in int, as everywhere in C++, and cut back.
#define SM_OPERATOR(OP, R)                                                                             \
    template <typename T, int N> SM_FUNCTION constexpr vec<R, N> operator OP(vec<T, N> p, vec<T, N> q) { \
        if constexpr (N == 2) return vec<R, 2>(R(p.x OP q.x), R(p.y OP q.y));                          \
        else if constexpr (N == 3) return vec<R, 3>(R(p.x OP q.x), R(p.y OP q.y), R(p.z OP q.z));      \
        else return vec<R, 4>(R(p.x OP q.x), R(p.y OP q.y), R(p.z OP q.z), R(p.w OP q.w));             \
    }                                                                                                  \
    template <typename T, int N, typename U, typename = enable_if_t<__sm_joins<T, U>>>                 \
    SM_FUNCTION constexpr vec<R, N> operator OP(vec<T, N> p, U q) { return p OP vec<T, N>(q); }        \
    template <typename T, int N, typename U, typename = enable_if_t<__sm_joins<T, U>>>                 \
    SM_FUNCTION constexpr vec<R, N> operator OP(U p, vec<T, N> q) { return vec<T, N>(p) OP q; }
SM_OPERATOR(+, T) SM_OPERATOR(-, T) SM_OPERATOR(*, T) SM_OPERATOR(/, T) SM_OPERATOR(%, T)
SM_OPERATOR(&, T) SM_OPERATOR(|, T) SM_OPERATOR(^, T) SM_OPERATOR(<<, T) SM_OPERATOR(>>, T)
SM_OPERATOR(<, bool) SM_OPERATOR(>, bool) SM_OPERATOR(<=, bool) SM_OPERATOR(>=, bool)
SM_OPERATOR(==, bool) SM_OPERATOR(!=, bool) SM_OPERATOR(&&, bool) SM_OPERATOR(||, bool)

template <typename T> struct __sm_is_field : false_type {};
template <typename T, int N, int I, int J, int K, int L> struct __sm_is_field<__sm_swizzle_field<T, N, I, J, K, L>> : true_type {};
template <typename T> SM_FUNCTION constexpr auto __sm_value(T v) {
    if constexpr (__sm_is_field<T>::value) return v.get();
    else return v;
}
#define SM_FIELD_OPERATOR(OP)                                                                          \
    template <typename A, typename B, typename = enable_if_t<__sm_is_field<A>::value || __sm_is_field<B>::value>> \
    SM_FUNCTION constexpr auto operator OP(A a, B b) { return __sm_value(a) OP __sm_value(b); }
SM_FIELD_OPERATOR(+) SM_FIELD_OPERATOR(-) SM_FIELD_OPERATOR(*) SM_FIELD_OPERATOR(/) SM_FIELD_OPERATOR(%) SM_FIELD_OPERATOR(&)
SM_FIELD_OPERATOR(|) SM_FIELD_OPERATOR(^) SM_FIELD_OPERATOR(<<) SM_FIELD_OPERATOR(>>) SM_FIELD_OPERATOR(<) SM_FIELD_OPERATOR(>)
SM_FIELD_OPERATOR(<=) SM_FIELD_OPERATOR(>=) SM_FIELD_OPERATOR(==) SM_FIELD_OPERATOR(!=) SM_FIELD_OPERATOR(&&) SM_FIELD_OPERATOR(||)
template <typename A, typename = enable_if_t<__sm_is_field<A>::value>> SM_FUNCTION constexpr auto operator-(A a) { return -a.get(); }

#define SM_MAP1(R, F)                                                                                  \
    if constexpr (N == 2) return vec<R, 2>(F(p.x), F(p.y));                                            \
    else if constexpr (N == 3) return vec<R, 3>(F(p.x), F(p.y), F(p.z));                               \
    else return vec<R, 4>(F(p.x), F(p.y), F(p.z), F(p.w));
#define SM_MAP2(R, F)                                                                                  \
    if constexpr (N == 2) return vec<R, 2>(F(p.x, q.x), F(p.y, q.y));                                  \
    else if constexpr (N == 3) return vec<R, 3>(F(p.x, q.x), F(p.y, q.y), F(p.z, q.z));                \
    else return vec<R, 4>(F(p.x, q.x), F(p.y, q.y), F(p.z, q.z), F(p.w, q.w));
#define SM_MAP3(R, F)                                                                                  \
    if constexpr (N == 2) return vec<R, 2>(F(p.x, q.x, r.x), F(p.y, q.y, r.y));                        \
    else if constexpr (N == 3) return vec<R, 3>(F(p.x, q.x, r.x), F(p.y, q.y, r.y), F(p.z, q.z, r.z)); \
    else return vec<R, 4>(F(p.x, q.x, r.x), F(p.y, q.y, r.y), F(p.z, q.z, r.z), F(p.w, q.w, r.w));

template <typename T, int N> SM_FUNCTION constexpr vec<T, N> operator-(vec<T, N> p) { SM_MAP1(T, -) }
template <typename T, int N> SM_FUNCTION constexpr vec<T, N> operator+(vec<T, N> p) { return p; }
template <typename T, int N> SM_FUNCTION constexpr vec<T, N> operator~(vec<T, N> p) { SM_MAP1(T, ~) }
template <typename T, int N> SM_FUNCTION constexpr vec<bool, N> operator!(vec<T, N> p) { SM_MAP1(bool, !) }

template <typename T, int N> struct packed_vec {
    T elements[N];
    packed_vec() = default;
    SM_FUNCTION constexpr packed_vec(vec<T, N> v) : elements{} { for (int i = 0; i < N; ++i) elements[i] = v[i]; }
    template <typename U, typename = enable_if_t<is_arithmetic<U>::value>> SM_FUNCTION constexpr packed_vec(U s) : packed_vec(vec<T, N>(s)) {}
    template <typename... A, typename = enable_if_t<(sizeof...(A) > 1 && __sm_total<A...>::value == N)>>
    SM_FUNCTION constexpr packed_vec(A... a) : packed_vec(vec<T, N>(a...)) {}
    SM_FUNCTION T &operator[](size_t i) { return elements[i]; }
    SM_FUNCTION constexpr T operator[](size_t i) const { return elements[i]; }
};

#define SM_VECTOR_TYPES(T)                                                                             \
    typedef vec<T, 2> T##2; typedef vec<T, 3> T##3; typedef vec<T, 4> T##4;                            \
    typedef packed_vec<T, 2> packed_##T##2; typedef packed_vec<T, 3> packed_##T##3; typedef packed_vec<T, 4> packed_##T##4;
SM_VECTOR_TYPES(bool) SM_VECTOR_TYPES(char) SM_VECTOR_TYPES(uchar) SM_VECTOR_TYPES(short) SM_VECTOR_TYPES(ushort)
SM_VECTOR_TYPES(int) SM_VECTOR_TYPES(uint) SM_VECTOR_TYPES(long) SM_VECTOR_TYPES(ulong) SM_VECTOR_TYPES(half) SM_VECTOR_TYPES(float)
#ifdef SM_HAVE_DOUBLE
SM_VECTOR_TYPES(double)
#endif

template <typename T, typename U> SM_FUNCTION T as_type(U u) {
    static_assert(sizeof(T) == sizeof(U), "as_type needs types of the same size");
    union { U from; T to; } both;
    both.from = u;
    return both.to;
}

// An operand of "?:". The dialect takes two values of a class from different address spaces, or a variable and a
// temporary, for different types; as copies they are the same. Everything else stays the variable that it is.
template <typename T> constexpr bool __sm_class = __is_class(remove_reference_t<T>) || __is_union(remove_reference_t<T>);
template <typename T, typename = enable_if_t<__sm_class<T>>> SM_FUNCTION constexpr T __sm_operand(T v) { return v; }
template <typename T, typename = enable_if_t<!__sm_class<T>>, typename = void> SM_FUNCTION constexpr T &__sm_operand(T &v) { return v; }
template <typename T, typename = enable_if_t<!__sm_class<T>>, typename = void, typename = void>
SM_FUNCTION constexpr T __sm_operand(T &&v) { return v; }

// ---- functions of floating-point numbers. Halves are computed in float and rounded once.
#ifdef SM_HAVE_DOUBLE
#define SM_DOUBLE(...) __VA_ARGS__
#else
#define SM_DOUBLE(...)
#endif
#define SM_FLOATING template <typename T, int N, typename = enable_if_t<is_floating_point<T>::value>>
#define SM_VECTOR1(NAME) SM_FLOATING SM_FUNCTION vec<T, N> NAME(vec<T, N> p) { SM_MAP1(T, NAME) }
#define SM_VECTOR2(NAME) SM_FLOATING SM_FUNCTION vec<T, N> NAME(vec<T, N> p, vec<T, N> q) { SM_MAP2(T, NAME) }
#define SM_VECTOR3(NAME) SM_FLOATING SM_FUNCTION vec<T, N> NAME(vec<T, N> p, vec<T, N> q, vec<T, N> r) { SM_MAP3(T, NAME) }
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
SM_FUNCTION1(acos, acos) SM_FUNCTION1(acosh, acosh) SM_FUNCTION1(asin, asin) SM_FUNCTION1(asinh, asinh)
SM_FUNCTION1(atan, atan) SM_FUNCTION1(atanh, atanh) SM_FUNCTION1(cos, cos) SM_FUNCTION1(cosh, cosh)
SM_FUNCTION1(cospi, cospi) SM_FUNCTION1(exp, exp) SM_FUNCTION1(exp2, exp2) SM_FUNCTION1(exp10, exp10)
SM_FUNCTION1(log, log) SM_FUNCTION1(log2, log2) SM_FUNCTION1(log10, log10) SM_FUNCTION1(rsqrt, rsqrt)
SM_FUNCTION1(sin, sin) SM_FUNCTION1(sinh, sinh) SM_FUNCTION1(sinpi, sinpi) SM_FUNCTION1(sqrt, sqrt)
SM_FUNCTION1(tan, tan) SM_FUNCTION1(tanh, tanh) SM_FUNCTION1(tanpi, tanpi)
SM_FUNCTION2(atan2, atan2) SM_FUNCTION2(pow, pow) SM_FUNCTION2(powr, powr)
SM_GENERIC2(divide, return T(x / y);)

SM_FUNCTION1(ceil, ceil) SM_FUNCTION1(fabs, fabs) SM_FUNCTION1(floor, floor) SM_FUNCTION1(rint, rint)
SM_FUNCTION1(round, round) SM_FUNCTION1(trunc, trunc) SM_FUNCTION1(abs, fabs) SM_FUNCTION1(sign, sign)
SM_FUNCTION2(fdim, fdim) SM_FUNCTION2(fmod, fmod) SM_FUNCTION2(fmax, fmax) SM_FUNCTION2(fmin, fmin)
SM_FUNCTION2(max, fmax) SM_FUNCTION2(min, fmin) SM_FUNCTION2(copysign, copysign)
SM_FUNCTION float nextafter(float x, float y) { return ::nextafter(x, y); }
SM_FUNCTION half nextafter(half x, half y) { return ::nextafter(x, y); }
SM_DOUBLE(SM_FUNCTION double nextafter(double x, double y) { return ::nextafter(x, y); })
SM_VECTOR2(nextafter)
SM_FUNCTION float fma(float x, float y, float z) { return ::fma(x, y, z); }
SM_FUNCTION half fma(half x, half y, half z) { return ::fma(x, y, z); }
SM_DOUBLE(SM_FUNCTION double fma(double x, double y, double z) { return ::fma(x, y, z); })
SM_VECTOR3(fma)
// Below 1 always: x - floor(x) of a tiny negative number would round to 1.
SM_FUNCTION float fract(float x) { return ::isinf(x) ? ::copysign(0.0f, x) : ::fmin(x - ::floor(x), 0x1.fffffep-1f); }
SM_FUNCTION half fract(half x) { float f = float(x) - ::floor(float(x)); half h = half(f); return ::isinf(x) ? half(0) : h < half(1) ? h : half(0x1.ffcp-1f); }
SM_DOUBLE(SM_FUNCTION double fract(double x) { return ::isinf(x) ? ::copysign(0.0, x) : ::fmin(x - ::floor(x), 0x1.fffffffffffffp-1); })
SM_VECTOR1(fract)

SM_GENERIC1(saturate, return fmin(fmax(x, T(0)), T(1));)
SM_GENERIC3(clamp, return fmin(fmax(x, y), z);)
SM_GENERIC3(mix, return T(x + (y - x) * z);)
SM_GENERIC2(step, return y < x ? T(0) : T(1);)
SM_GENERIC3(smoothstep, T t = saturate(T((z - x) / (y - x))); return T(t * t * (T(3) - T(2) * t));)
SM_GENERIC3(fmax3, return fmax(x, fmax(y, z));)
SM_GENERIC3(fmin3, return fmin(x, fmin(y, z));)
SM_GENERIC3(fmedian3, return fmax(fmin(x, y), fmin(fmax(x, y), z));)
SM_GENERIC3(max3, return fmax(x, fmax(y, z));)
SM_GENERIC3(min3, return fmin(x, fmin(y, z));)
SM_GENERIC3(median3, return fmax(fmin(x, y), fmin(fmax(x, y), z));)
SM_FLOATING SM_FUNCTION vec<T, N> clamp(vec<T, N> v, T lo, T hi) { return clamp(v, vec<T, N>(lo), vec<T, N>(hi)); }
SM_FLOATING SM_FUNCTION vec<T, N> mix(vec<T, N> p, vec<T, N> q, T t) { return mix(p, q, vec<T, N>(t)); }
SM_FLOATING SM_FUNCTION vec<T, N> max(vec<T, N> p, T q) { return max(p, vec<T, N>(q)); }
SM_FLOATING SM_FUNCTION vec<T, N> min(vec<T, N> p, T q) { return min(p, vec<T, N>(q)); }

#define SM_WITH_OUTPUT(T, C)                                                                           \
    SM_FUNCTION T frexp(T x, int &e) { int k; C m = ::frexp(C(x), &k); e = k; return T(m); }           \
    SM_FUNCTION T ldexp(T x, int k) { return T(::ldexp(C(x), k)); }                                    \
    SM_FUNCTION int ilogb(T x) { return ::ilogb(C(x)); }                                               \
    SM_FUNCTION T modf(T x, T &whole) { C i; C f = ::modf(C(x), &i); whole = T(i); return T(f); }      \
    SM_FUNCTION T sincos(T x, T &c) { c = cos(x); return sin(x); }
SM_WITH_OUTPUT(float, float) SM_WITH_OUTPUT(half, float) SM_DOUBLE(SM_WITH_OUTPUT(double, double))
SM_FLOATING SM_FUNCTION vec<T, N> ldexp(vec<T, N> p, vec<int, N> q) { SM_MAP2(T, ldexp) }
SM_FLOATING SM_FUNCTION vec<int, N> ilogb(vec<T, N> p) { SM_MAP1(int, ilogb) }
SM_FLOATING SM_FUNCTION vec<T, N> frexp(vec<T, N> p, vec<int, N> &e) {
    vec<T, N> m;
    for (int i = 0; i < N; ++i) { int k; m[i] = frexp(p.elements[i], k); e[i] = k; }
    return m;
}
SM_FLOATING SM_FUNCTION vec<T, N> modf(vec<T, N> p, vec<T, N> &whole) {
    vec<T, N> f;
    for (int i = 0; i < N; ++i) { T k; f[i] = modf(p.elements[i], k); whole[i] = k; }
    return f;
}
SM_FLOATING SM_FUNCTION vec<T, N> sincos(vec<T, N> p, vec<T, N> &c) { c = cos(p); return sin(p); }

#ifdef SM_USES_GEOMETRY
// ---- geometry
SM_FLOATING SM_FUNCTION T dot(vec<T, N> p, vec<T, N> q) {
    if constexpr (N == 2) return T(p.x * q.x + p.y * q.y);
    else if constexpr (N == 3) return T(p.x * q.x + p.y * q.y + p.z * q.z);
    else return T(p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w);
}
SM_FLOATING SM_FUNCTION T length_squared(vec<T, N> p) { return dot(p, p); }
SM_FLOATING SM_FUNCTION T length(vec<T, N> p) { return sqrt(dot(p, p)); }
SM_FLOATING SM_FUNCTION T distance_squared(vec<T, N> p, vec<T, N> q) { return length_squared(p - q); }
SM_FLOATING SM_FUNCTION T distance(vec<T, N> p, vec<T, N> q) { return length(p - q); }
SM_FLOATING SM_FUNCTION vec<T, N> normalize(vec<T, N> p) { return p * rsqrt(dot(p, p)); }
template <typename T, typename = enable_if_t<is_floating_point<T>::value>> SM_FUNCTION vec<T, 3> cross(vec<T, 3> p, vec<T, 3> q) {
    return vec<T, 3>(T(p.y * q.z - p.z * q.y), T(p.z * q.x - p.x * q.z), T(p.x * q.y - p.y * q.x));
}
SM_FLOATING SM_FUNCTION vec<T, N> reflect(vec<T, N> i, vec<T, N> n) { return i - n * T(T(2) * dot(n, i)); }
SM_FLOATING SM_FUNCTION vec<T, N> faceforward(vec<T, N> n, vec<T, N> i, vec<T, N> nref) { return dot(nref, i) < T(0) ? n : -n; }
SM_FLOATING SM_FUNCTION vec<T, N> refract(vec<T, N> i, vec<T, N> n, T eta) {
    T d = dot(n, i), k = T(T(1) - eta * eta * (T(1) - d * d));
    return k < T(0) ? vec<T, N>(T(0)) : i * eta - n * T(eta * d + sqrt(k));
}
#endif
}  // precise

// Metal's specification allows fast sin and cos 2^-13, fast exp, log and rsqrt a few units in the last place. The
// runtime's native functions are coarser than that (1.5e-4, 1e-4 relative), so the precise ones serve here too.
SM_FAST_NAMESPACE fast {
SM_FUNCTION float divide(float x, float y) { return ::native_divide(x, y); }
SM_FUNCTION half divide(half x, half y) { return half(::native_divide(float(x), float(y))); }
SM_VECTOR2(divide)
SM_DOUBLE(SM_FUNCTION double divide(double x, double y) { return x / y; })
#define SM_SAME(NAME) using precise::NAME;
SM_SAME(acos) SM_SAME(acosh) SM_SAME(asin) SM_SAME(asinh) SM_SAME(atan) SM_SAME(atanh) SM_SAME(atan2) SM_SAME(cosh) SM_SAME(cospi)
SM_SAME(sinh) SM_SAME(sinpi) SM_SAME(tanh) SM_SAME(tanpi) SM_SAME(pow) SM_SAME(powr)
SM_SAME(exp) SM_SAME(exp2) SM_SAME(exp10) SM_SAME(log) SM_SAME(log2) SM_SAME(log10) SM_SAME(rsqrt)
SM_SAME(sqrt) SM_SAME(sin) SM_SAME(cos) SM_SAME(tan) SM_SAME(ceil) SM_SAME(fabs) SM_SAME(floor) SM_SAME(rint)
SM_SAME(round) SM_SAME(trunc) SM_SAME(abs) SM_SAME(sign) SM_SAME(fdim) SM_SAME(fmod) SM_SAME(fmax) SM_SAME(fmin) SM_SAME(max)
SM_SAME(min) SM_SAME(copysign) SM_SAME(nextafter) SM_SAME(fma) SM_SAME(fract) SM_SAME(saturate) SM_SAME(clamp) SM_SAME(mix)
SM_SAME(step) SM_SAME(smoothstep) SM_SAME(fmax3) SM_SAME(fmin3) SM_SAME(fmedian3) SM_SAME(max3) SM_SAME(min3) SM_SAME(median3)
SM_SAME(frexp) SM_SAME(ldexp) SM_SAME(ilogb) SM_SAME(modf) SM_SAME(sincos)
#ifdef SM_USES_GEOMETRY
SM_SAME(dot) SM_SAME(length_squared) SM_SAME(length)
SM_SAME(distance_squared) SM_SAME(distance) SM_SAME(normalize) SM_SAME(cross) SM_SAME(reflect) SM_SAME(faceforward) SM_SAME(refract)
#endif
}  // fast

// ---- relations
#define SM_RELATION1(NAME)                                                                             \
    SM_FUNCTION bool NAME(float x) { return ::NAME(x) != 0; }                                          \
    SM_FUNCTION bool NAME(half x) { return ::NAME(x) != 0; }                                           \
    SM_DOUBLE(SM_FUNCTION bool NAME(double x) { return ::NAME(x) != 0; })                              \
    SM_FLOATING SM_FUNCTION vec<bool, N> NAME(vec<T, N> p) { SM_MAP1(bool, NAME) }
#define SM_RELATION2(NAME)                                                                             \
    SM_FUNCTION bool NAME(float x, float y) { return ::NAME(x, y) != 0; }                              \
    SM_FUNCTION bool NAME(half x, half y) { return ::NAME(x, y) != 0; }                                \
    SM_DOUBLE(SM_FUNCTION bool NAME(double x, double y) { return ::NAME(x, y) != 0; })                 \
    SM_FLOATING SM_FUNCTION vec<bool, N> NAME(vec<T, N> p, vec<T, N> q) { SM_MAP2(bool, NAME) }
SM_RELATION1(isfinite) SM_RELATION1(isinf) SM_RELATION1(isnan) SM_RELATION1(isnormal) SM_RELATION1(signbit)
SM_RELATION2(isordered) SM_RELATION2(isunordered)
template <int N> SM_FUNCTION bool any(vec<bool, N> v) {
    if constexpr (N == 2) return v.x || v.y;
    else if constexpr (N == 3) return v.x || v.y || v.z;
    else return v.x || v.y || v.z || v.w;
}
template <int N> SM_FUNCTION bool all(vec<bool, N> v) {
    if constexpr (N == 2) return v.x && v.y;
    else if constexpr (N == 3) return v.x && v.y && v.z;
    else return v.x && v.y && v.z && v.w;
}
SM_FUNCTION bool any(bool v) { return v; }
SM_FUNCTION bool all(bool v) { return v; }
#define SM_SELECT(T) SM_FUNCTION T select(T x, T y, bool c) { return c ? y : x; }
SM_SELECT(bool) SM_SELECT(half) SM_SELECT(float) SM_DOUBLE(SM_SELECT(double))

// ---- integers
#define SM_INTEGRAL template <typename T, int N, typename = enable_if_t<is_integral<T>::value>>
#define SM_INTEGER(T)                                                                                  \
    SM_SELECT(T)                                                                                       \
    SM_FUNCTION constexpr T max(T x, T y) { return x < y ? y : x; }                                    \
    SM_FUNCTION constexpr T min(T x, T y) { return y < x ? y : x; }                                    \
    SM_FUNCTION constexpr T clamp(T x, T lo, T hi) { return min(max(x, lo), hi); }                     \
    SM_FUNCTION constexpr T max3(T x, T y, T z) { return max(x, max(y, z)); }                          \
    SM_FUNCTION constexpr T min3(T x, T y, T z) { return min(x, min(y, z)); }                          \
    SM_FUNCTION constexpr T median3(T x, T y, T z) { return max(min(x, y), min(max(x, y), z)); }       \
    SM_FUNCTION constexpr T abs(T x) { return x < T(0) ? T(-make_unsigned_t<T>(x)) : x; }

SM_INTEGER(char) SM_INTEGER(uchar) SM_INTEGER(short) SM_INTEGER(ushort) SM_INTEGER(int) SM_INTEGER(uint) SM_INTEGER(long) SM_INTEGER(ulong)
template <typename T, int N> SM_FUNCTION vec<T, N> select(vec<T, N> p, vec<T, N> q, vec<bool, N> r) { SM_MAP3(T, select) }
template <typename T, int N> SM_FUNCTION vec<T, N> select(vec<T, N> p, vec<T, N> q, bool r) { return r ? q : p; }
#define SM_INTEGER_VECTOR1(NAME) SM_INTEGRAL SM_FUNCTION vec<T, N> NAME(vec<T, N> p) { SM_MAP1(T, NAME) }
#define SM_INTEGER_VECTOR2(NAME) SM_INTEGRAL SM_FUNCTION vec<T, N> NAME(vec<T, N> p, vec<T, N> q) { SM_MAP2(T, NAME) }
#define SM_INTEGER_VECTOR3(NAME) SM_INTEGRAL SM_FUNCTION vec<T, N> NAME(vec<T, N> p, vec<T, N> q, vec<T, N> r) { SM_MAP3(T, NAME) }
SM_INTEGER_VECTOR1(abs) SM_INTEGER_VECTOR2(max) SM_INTEGER_VECTOR2(min) SM_INTEGER_VECTOR3(clamp)
SM_INTEGER_VECTOR3(max3) SM_INTEGER_VECTOR3(min3) SM_INTEGER_VECTOR3(median3)
SM_INTEGRAL SM_FUNCTION vec<T, N> clamp(vec<T, N> v, T lo, T hi) { return clamp(v, vec<T, N>(lo), vec<T, N>(hi)); }
SM_INTEGRAL SM_FUNCTION vec<T, N> max(vec<T, N> p, T q) { return max(p, vec<T, N>(q)); }
SM_INTEGRAL SM_FUNCTION vec<T, N> min(vec<T, N> p, T q) { return min(p, vec<T, N>(q)); }

#ifdef SM_USES_INTEGER_FUNCTIONS
// x * y + z in twice the width, as a high and a low half. The runtime's own mad_sat is wrong at the ends.
template <typename T> SM_FUNCTION T __sm_madsat(T x, T y, T z) {
    typedef make_unsigned_t<T> U;
    const U product = U(U(x) * U(y)), low = U(product + U(z));
    const T high = T(U(::mul_hi(x, y)) + U(low < product) - U(z < T(0)));
    const U top = U(U(~U(0)) >> 1);
    if constexpr (is_signed<T>::value) return high == T(T(low) < T(0) ? -1 : 0) ? T(low) : high < T(0) ? T(U(~top)) : T(top);
    else return high == T(0) ? low : T(~U(0));
}
#define SM_INTEGER_FUNCTIONS(T)                                                                        \
    SM_FUNCTION constexpr make_unsigned_t<T> absdiff(T x, T y) { return x < y ? make_unsigned_t<T>(make_unsigned_t<T>(y) - make_unsigned_t<T>(x)) : make_unsigned_t<T>(make_unsigned_t<T>(x) - make_unsigned_t<T>(y)); } \
    SM_FUNCTION T addsat(T x, T y) { return ::add_sat(x, y); }                                         \
    SM_FUNCTION T subsat(T x, T y) { return ::sub_sat(x, y); }                                         \
    SM_FUNCTION T hadd(T x, T y) { return ::hadd(x, y); }                                              \
    SM_FUNCTION T rhadd(T x, T y) { return ::rhadd(x, y); }                                            \
    SM_FUNCTION T mulhi(T x, T y) { return ::mul_hi(x, y); }                                           \
    SM_FUNCTION T madhi(T x, T y, T z) { return T(make_unsigned_t<T>(::mul_hi(x, y)) + make_unsigned_t<T>(z)); } \
    SM_FUNCTION T madsat(T x, T y, T z) { return __sm_madsat(x, y, z); }                               \
    SM_FUNCTION T rotate(T x, T y) { return ::rotate(x, y); }                                          \
    SM_FUNCTION T clz(T x) { return ::clz(x); }                                                        \
    SM_FUNCTION T ctz(T x) { return ::ctz(x); }                                                        \
    SM_FUNCTION T popcount(T x) { return ::popcount(x); }                                              \
    SM_FUNCTION T reverse_bits(T x) {                                                                  \
        make_unsigned_t<T> u = make_unsigned_t<T>(x), r = 0;                                           \
        for (uint i = 0; i < 8 * sizeof(T); ++i) { r = make_unsigned_t<T>((r << 1) | (u & 1)); u = make_unsigned_t<T>(u >> 1); } \
        return T(r);                                                                                   \
    }                                                                                                  \
    SM_FUNCTION T extract_bits(T x, uint offset, uint bits) {                                          \
        const uint w = 8 * sizeof(T);                                                                  \
        if (bits == 0) return T(0);                                                                    \
        return T(T(make_unsigned_t<T>(x) << (w - bits - offset)) >> (w - bits));                       \
    }                                                                                                  \
    SM_FUNCTION T insert_bits(T base, T insert, uint offset, uint bits) {                              \
        if (bits == 0) return base;                                                                    \
        const make_unsigned_t<T> ones = make_unsigned_t<T>(~make_unsigned_t<T>(0)) >> (8 * sizeof(T) - bits); \
        const make_unsigned_t<T> mask = make_unsigned_t<T>(ones << offset);                            \
        return T((make_unsigned_t<T>(base) & ~mask) | ((make_unsigned_t<T>(insert) << offset) & mask)); \
    }
SM_INTEGER_FUNCTIONS(char) SM_INTEGER_FUNCTIONS(uchar) SM_INTEGER_FUNCTIONS(short) SM_INTEGER_FUNCTIONS(ushort)
SM_INTEGER_FUNCTIONS(int) SM_INTEGER_FUNCTIONS(uint) SM_INTEGER_FUNCTIONS(long) SM_INTEGER_FUNCTIONS(ulong)
SM_FUNCTION int mul24(int x, int y) { return ::mul24(x, y); }
SM_FUNCTION uint mul24(uint x, uint y) { return ::mul24(x, y); }
SM_FUNCTION int mad24(int x, int y, int z) { return ::mad24(x, y, z); }
SM_FUNCTION uint mad24(uint x, uint y, uint z) { return ::mad24(x, y, z); }
SM_INTEGER_VECTOR1(clz) SM_INTEGER_VECTOR1(ctz) SM_INTEGER_VECTOR1(popcount) SM_INTEGER_VECTOR1(reverse_bits)
SM_INTEGER_VECTOR2(addsat) SM_INTEGER_VECTOR2(subsat) SM_INTEGER_VECTOR2(hadd) SM_INTEGER_VECTOR2(rhadd)
SM_INTEGER_VECTOR2(mulhi) SM_INTEGER_VECTOR2(rotate) SM_INTEGER_VECTOR2(mul24)
SM_INTEGER_VECTOR3(madhi) SM_INTEGER_VECTOR3(madsat) SM_INTEGER_VECTOR3(mad24)
SM_INTEGRAL SM_FUNCTION vec<make_unsigned_t<T>, N> absdiff(vec<T, N> p, vec<T, N> q) { SM_MAP2(make_unsigned_t<T>, absdiff) }
SM_INTEGRAL SM_FUNCTION vec<T, N> extract_bits(vec<T, N> v, uint offset, uint bits) {
    vec<T, N> result;
    for (int i = 0; i < N; ++i) result[i] = extract_bits(v.elements[i], offset, bits);
    return result;
}
SM_INTEGRAL SM_FUNCTION vec<T, N> insert_bits(vec<T, N> base, vec<T, N> insert, uint offset, uint bits) {
    vec<T, N> result;
    for (int i = 0; i < N; ++i) result[i] = insert_bits(base.elements[i], insert.elements[i], offset, bits);
    return result;
}
#endif

// ---- synchronisation and atomics
enum class mem_flags : int { mem_none = 0, mem_device = 1, mem_threadgroup = 2, mem_texture = 4, mem_threadgroup_imageblock = 8 };
SM_FUNCTION constexpr mem_flags operator|(mem_flags a, mem_flags b) { return mem_flags(int(a) | int(b)); }
enum memory_order : int { memory_order_relaxed = 0, memory_order_seq_cst = 5 };
enum thread_scope : int { thread_scope_thread, thread_scope_simdgroup, thread_scope_threadgroup, thread_scope_device };
SM_FUNCTION void threadgroup_barrier(mem_flags) { sm_platform::threadgroup_barrier(); }
SM_FUNCTION void atomic_thread_fence(mem_flags, memory_order, thread_scope = thread_scope_device) { sm_platform::memory_fence(); }

#ifdef SM_USES_ATOMICS
template <typename T> struct __sm_atomic_bits { typedef T type; };
template <> struct __sm_atomic_bits<float> { typedef uint type; };
template <> struct __sm_atomic_bits<bool> { typedef uint type; };
// An atomic bool takes four bytes, as a device's smallest atomic does.
template <typename T> struct atomic { typename __sm_atomic_bits<T>::type bits; };
typedef atomic<int> atomic_int;
typedef atomic<uint> atomic_uint;
typedef atomic<bool> atomic_bool;
typedef atomic<float> atomic_float;
typedef atomic<ulong> atomic_ulong;
typedef atomic<long> atomic_long;

template <typename T> SM_FUNCTION typename __sm_atomic_bits<T>::type __sm_to_bits(T v) {
    if constexpr (is_same<T, float>::value) return as_type<uint>(v);
    else return v;
}
template <typename T> SM_FUNCTION T __sm_from_bits(typename __sm_atomic_bits<T>::type v) {
    if constexpr (is_same<T, float>::value) return as_type<float>(v);
    else return T(v);
}
template <typename T> struct __sm_same { typedef T type; };  // keeps a value's type out of deduction
template <typename T> using __sm_same_t = typename __sm_same<T>::type;

template <typename T> SM_FUNCTION T atomic_load_explicit(const volatile atomic<T> *p, memory_order) { return __sm_from_bits<T>(sm_platform::atomic_load(&p->bits)); }
template <typename T> SM_FUNCTION void atomic_store_explicit(volatile atomic<T> *p, __sm_same_t<T> v, memory_order) { sm_platform::atomic_store(&p->bits, __sm_to_bits<T>(v)); }
template <typename T> SM_FUNCTION T atomic_exchange_explicit(volatile atomic<T> *p, __sm_same_t<T> v, memory_order) { return __sm_from_bits<T>(sm_platform::atomic_exchange(&p->bits, __sm_to_bits<T>(v))); }
template <typename T> SM_FUNCTION bool atomic_compare_exchange_weak_explicit(volatile atomic<T> *p, __sm_same_t<T> *expected, __sm_same_t<T> desired, memory_order, memory_order) {
    typename __sm_atomic_bits<T>::type bits = __sm_to_bits<T>(*expected);
    const bool done = sm_platform::atomic_compare_exchange(&p->bits, &bits, __sm_to_bits<T>(desired));
    if (!done) *expected = __sm_from_bits<T>(bits);
    return done;
}
#define SM_ATOMIC_FETCH(OP)                                                                            \
    template <typename T> SM_FUNCTION T atomic_fetch_##OP##_explicit(volatile atomic<T> *p, __sm_same_t<T> v, memory_order) { \
        return sm_platform::atomic_##OP(&p->bits, v);                                                  \
    }
SM_ATOMIC_FETCH(min) SM_ATOMIC_FETCH(max) SM_ATOMIC_FETCH(and) SM_ATOMIC_FETCH(or) SM_ATOMIC_FETCH(xor)
#define SM_ATOMIC_SUM(NAME, OP)                                                                        \
    template <typename T> SM_FUNCTION T atomic_fetch_##NAME##_explicit(volatile atomic<T> *p, __sm_same_t<T> v, memory_order order) { \
        if constexpr (is_same<T, float>::value) {                                                      \
            float old = atomic_load_explicit(p, order);                                                \
            while (!atomic_compare_exchange_weak_explicit(p, &old, old OP v, order, order)) {}         \
            return old;                                                                                \
        } else {                                                                                       \
            return sm_platform::atomic_##NAME(&p->bits, v);                                            \
        }                                                                                              \
    }
SM_ATOMIC_SUM(add, +) SM_ATOMIC_SUM(sub, -)
template <typename T> SM_FUNCTION void atomic_min_explicit(volatile atomic<T> *p, __sm_same_t<T> v, memory_order) { sm_platform::atomic_min(&p->bits, v); }
template <typename T> SM_FUNCTION void atomic_max_explicit(volatile atomic<T> *p, __sm_same_t<T> v, memory_order) { sm_platform::atomic_max(&p->bits, v); }
#endif

// ---- SIMD groups
#ifdef SM_USES_SIMD
SM_FUNCTION void simdgroup_barrier(mem_flags) { sm_platform::simdgroup_barrier(); }
#define SM_SIMD1(NAME, PLATFORM)                                                                       \
    template <typename T, typename = enable_if_t<is_arithmetic<T>::value>> SM_FUNCTION T NAME(T v) { return sm_platform::PLATFORM(v); } \
    template <typename T, int N> SM_FUNCTION vec<T, N> NAME(vec<T, N> p) { SM_MAP1(T, NAME) }
SM_SIMD1(simd_sum, reduce_add) SM_SIMD1(simd_product, reduce_mul) SM_SIMD1(simd_min, reduce_min) SM_SIMD1(simd_max, reduce_max)
SM_SIMD1(simd_and, reduce_and) SM_SIMD1(simd_or, reduce_or) SM_SIMD1(simd_xor, reduce_xor)
SM_SIMD1(simd_prefix_inclusive_sum, inclusive_add) SM_SIMD1(simd_prefix_exclusive_sum, exclusive_add)
SM_SIMD1(simd_prefix_inclusive_product, inclusive_mul) SM_SIMD1(simd_prefix_exclusive_product, exclusive_mul)
// A lane beyond the group keeps its own value: Metal leaves it undefined, and a defined value is easier to debug.
template <typename T, typename = enable_if_t<is_arithmetic<T>::value>> SM_FUNCTION T __sm_from_lane(T v, uint lane) {
    return sm_platform::shuffle(v, lane < sm_platform::lanes() ? lane : sm_platform::lane());
}
template <typename T, int N> SM_FUNCTION vec<T, N> __sm_from_lane(vec<T, N> v, uint lane) {
    if constexpr (N == 2) return vec<T, 2>(__sm_from_lane(v.x, lane), __sm_from_lane(v.y, lane));
    else if constexpr (N == 3) return vec<T, 3>(__sm_from_lane(v.x, lane), __sm_from_lane(v.y, lane), __sm_from_lane(v.z, lane));
    else return vec<T, 4>(__sm_from_lane(v.x, lane), __sm_from_lane(v.y, lane), __sm_from_lane(v.z, lane), __sm_from_lane(v.w, lane));
}
template <typename T> SM_FUNCTION T simd_shuffle(T v, ushort lane) { return __sm_from_lane(v, lane); }
template <typename T> SM_FUNCTION T simd_broadcast(T v, ushort lane) { return __sm_from_lane(v, lane); }
template <typename T> SM_FUNCTION T simd_broadcast_first(T v) { return __sm_from_lane(v, sm_platform::first_lane()); }
template <typename T> SM_FUNCTION T simd_shuffle_xor(T v, ushort mask) { return __sm_from_lane(v, sm_platform::lane() ^ mask); }
template <typename T> SM_FUNCTION T simd_shuffle_down(T v, ushort delta) { return __sm_from_lane(v, sm_platform::lane() + delta); }
template <typename T> SM_FUNCTION T simd_shuffle_up(T v, ushort delta) { return __sm_from_lane(v, sm_platform::lane() - delta); }
template <typename T> SM_FUNCTION T simd_shuffle_rotate_down(T v, ushort delta) { return __sm_from_lane(v, (sm_platform::lane() + delta) % sm_platform::lanes()); }
template <typename T> SM_FUNCTION T simd_shuffle_rotate_up(T v, ushort delta) { return __sm_from_lane(v, (sm_platform::lane() + sm_platform::lanes() - delta % sm_platform::lanes()) % sm_platform::lanes()); }
SM_FUNCTION bool simd_all(bool v) { return sm_platform::all(v); }
SM_FUNCTION bool simd_any(bool v) { return sm_platform::any(v); }
SM_FUNCTION bool simd_is_first() { return sm_platform::elect(); }
struct simd_vote {
    typedef ulong vote_t;
    vote_t votes;
    simd_vote() = default;
    SM_FUNCTION explicit constexpr simd_vote(vote_t v) : votes(v) {}
    SM_FUNCTION explicit constexpr operator vote_t() const { return votes; }
    SM_FUNCTION bool all() const { return votes == ulong(sm_platform::ballot(true)); }
    SM_FUNCTION bool any() const { return votes != 0; }
};
SM_FUNCTION simd_vote simd_ballot(bool v) { return simd_vote(sm_platform::ballot(v)); }
SM_FUNCTION simd_vote simd_active_threads_mask() { return simd_vote(sm_platform::ballot(true)); }
#endif

// ---- limits and arrays
#ifdef SM_USES_LIMITS
template <typename T> struct numeric_limits;
#define SM_INTEGER_LIMITS(T, LOW, HIGH, DIGITS)                                                        \
    template <> struct numeric_limits<T> {                                                             \
        static constexpr bool is_specialized = true, is_signed = LOW != 0, is_integer = true, is_exact = true, has_infinity = false, has_quiet_NaN = false; \
        static constexpr int digits = DIGITS, radix = 2;                                               \
        SM_FUNCTION static constexpr T min() { return LOW; }                                           \
        SM_FUNCTION static constexpr T lowest() { return LOW; }                                        \
        SM_FUNCTION static constexpr T max() { return HIGH; }                                          \
    };
SM_INTEGER_LIMITS(bool, false, true, 1)
SM_INTEGER_LIMITS(char, -128, 127, 7)
SM_INTEGER_LIMITS(uchar, 0, 255, 8)
SM_INTEGER_LIMITS(short, -32768, 32767, 15)
SM_INTEGER_LIMITS(ushort, 0, 65535, 16)
SM_INTEGER_LIMITS(int, -2147483647 - 1, 2147483647, 31)
SM_INTEGER_LIMITS(uint, 0, 4294967295U, 32)
SM_INTEGER_LIMITS(long, -9223372036854775807L - 1, 9223372036854775807L, 63)
SM_INTEGER_LIMITS(ulong, 0, 18446744073709551615UL, 64)
#define SM_FLOAT_LIMITS(T, LEAST, MOST, EPSILON, TINY, DIGITS)                                         \
    template <> struct numeric_limits<T> {                                                             \
        static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false, has_infinity = true, has_quiet_NaN = true; \
        static constexpr int digits = DIGITS, radix = 2;                                               \
        SM_FUNCTION static constexpr T min() { return T(LEAST); }                                      \
        SM_FUNCTION static constexpr T lowest() { return T(-MOST); }                                   \
        SM_FUNCTION static constexpr T max() { return T(MOST); }                                       \
        SM_FUNCTION static constexpr T epsilon() { return T(EPSILON); }                                \
        SM_FUNCTION static constexpr T denorm_min() { return T(TINY); }                                \
        SM_FUNCTION static constexpr T infinity() { return T(__builtin_inff()); }                      \
        SM_FUNCTION static constexpr T quiet_NaN() { return T(__builtin_nanf("")); }                   \
    };
SM_FLOAT_LIMITS(half, 0x1p-14f, 65504.0f, 0x1p-10f, 0x1p-24f, 11)
SM_FLOAT_LIMITS(float, 0x1p-126f, 0x1.fffffep127f, 0x1p-23f, 0x1p-149f, 24)
#ifdef SM_HAVE_DOUBLE
SM_FLOAT_LIMITS(double, 0x1p-1022, 0x1.fffffffffffffp1023, 0x1p-52, 0x1p-1074, 53)
#endif
#endif

template <typename T, size_t N> struct array {
    T __elements[N];
    SM_FUNCTION constexpr T &operator[](size_t i) { return __elements[i]; }
    SM_FUNCTION constexpr const T &operator[](size_t i) const { return __elements[i]; }
    SM_FUNCTION static constexpr size_t size() { return N; }
    SM_FUNCTION static constexpr bool empty() { return N == 0; }
    SM_FUNCTION constexpr T *data() { return __elements; }
    SM_FUNCTION constexpr const T *data() const { return __elements; }
};

}  // namespace metal

// Metal's types need no namespace.
#define SM_GLOBAL_TYPES(T)                                                                             \
    using metal::T##2; using metal::T##3; using metal::T##4;                                           \
    using metal::packed_##T##2; using metal::packed_##T##3; using metal::packed_##T##4;
SM_GLOBAL_TYPES(bool) SM_GLOBAL_TYPES(char) SM_GLOBAL_TYPES(uchar) SM_GLOBAL_TYPES(short) SM_GLOBAL_TYPES(ushort) SM_GLOBAL_TYPES(int)
SM_GLOBAL_TYPES(uint) SM_GLOBAL_TYPES(long) SM_GLOBAL_TYPES(ulong) SM_GLOBAL_TYPES(half) SM_GLOBAL_TYPES(float)
#ifdef SM_HAVE_DOUBLE
SM_GLOBAL_TYPES(double)
#endif
using metal::as_type;

// ---- a kernel's positions
template <typename T, typename P> struct __sm_positions {
    static SM_FUNCTION T of(sm_context c) { return T(P::at(0, c)); }
};
template <typename T, typename P> struct __sm_positions<metal::vec<T, 2>, P> {
    static SM_FUNCTION metal::vec<T, 2> of(sm_context c) { return metal::vec<T, 2>(P::at(0, c), P::at(1, c)); }
};
template <typename T, typename P> struct __sm_positions<metal::vec<T, 3>, P> {
    static SM_FUNCTION metal::vec<T, 3> of(sm_context c) { return metal::vec<T, 3>(P::at(0, c), P::at(1, c), P::at(2, c)); }
};
