// Types of MSL in plain C++17, inside namespace sm; shared by all dialects. The platform layer before it has the
// scalar built-in functions at global scope and namespace sm_platform.
//
// "//@" lines cut a file of the library into parts. A program gets the parts marked "*", and those of which it, or a
// part that it gets, names one of the names that follow. Those after "+" need no namespace in a program, those after ":"
// are the part's members. All of them are names of Metal's: the front end takes a program's other names out of the
// compiler's reach.
//
// Functions take vectors by value: a reference to one in a template would deduce an address space.

//@ * + metal int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t
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
//@ integral_constant : value value_type type
template <typename T, T V> struct integral_constant {
    typedef T value_type;
    typedef integral_constant type;
    static constexpr T value = V;
    SM_FUNCTION constexpr operator T() const { return V; }
};
//@ * bool_constant true_type false_type enable_if enable_if_t conditional conditional_t is_same is_same_v
//@ * remove_const remove_volatile remove_cv remove_reference remove_cv_t remove_const_t remove_reference_t
template <bool B> struct bool_constant {
    typedef bool value_type;
    typedef bool_constant type;
    static constexpr bool value = B;
    SM_FUNCTION constexpr operator bool() const { return B; }
};
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
//@ remove_volatile_t
template <typename T> using remove_volatile_t = typename remove_volatile<T>::type;
//@ is_void is_void_v
template <typename T> struct is_void : is_same<remove_cv_t<T>, void> {};
template <typename T> constexpr bool is_void_v = is_void<T>::value;
//@ is_const is_const_v
template <typename T> struct is_const : bool_constant<!is_same<T, remove_const_t<T>>::value> {};
template <typename T> constexpr bool is_const_v = is_const<T>::value;
//@ is_enum is_enum_v
template <typename T> struct is_enum : bool_constant<__is_enum(T)> {};
template <typename T> constexpr bool is_enum_v = is_enum<T>::value;
//@ is_class is_class_v
template <typename T> struct is_class : bool_constant<__is_class(T)> {};
template <typename T> constexpr bool is_class_v = is_class<T>::value;
//@ is_union is_union_v
template <typename T> struct is_union : bool_constant<__is_union(T)> {};
template <typename T> constexpr bool is_union_v = is_union<T>::value;
//@ is_pointer is_pointer_v
template <typename T> struct is_pointer : bool_constant<__is_pointer(T)> {};
template <typename T> constexpr bool is_pointer_v = is_pointer<T>::value;
//@ is_reference is_reference_v
template <typename T> struct is_reference : bool_constant<__is_reference(T)> {};
template <typename T> constexpr bool is_reference_v = is_reference<T>::value;
//@ is_base_of is_base_of_v
template <typename B, typename D> struct is_base_of : bool_constant<__is_base_of(B, D)> {};
template <typename B, typename D> constexpr bool is_base_of_v = is_base_of<B, D>::value;
//@ is_convertible is_convertible_v
template <typename F, typename T> struct is_convertible : bool_constant<__is_convertible_to(F, T)> {};
template <typename F, typename T> constexpr bool is_convertible_v = is_convertible<F, T>::value;
//@ is_trivially_copyable is_trivially_copyable_v
template <typename T> struct is_trivially_copyable : bool_constant<__is_trivially_copyable(T)> {};
template <typename T> constexpr bool is_trivially_copyable_v = is_trivially_copyable<T>::value;
//@ declval
template <typename T> T declval();
//@ *
#ifdef SM_HAVE_DOUBLE
#define SM_DOUBLE(...) __VA_ARGS__
#else
#define SM_DOUBLE(...)
#endif
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
SM_DOUBLE(template <> struct __sm_floating<double> : true_type {};)
//@ * is_integral is_floating_point is_arithmetic is_signed is_unsigned
template <typename T> struct is_integral : bool_constant<__sm_integral<remove_cv_t<T>>::value> {};
template <typename T> struct is_floating_point : bool_constant<__sm_floating<remove_cv_t<T>>::value> {};
template <typename T> struct is_arithmetic : bool_constant<is_integral<T>::value || is_floating_point<T>::value> {};
template <typename T, bool = is_integral<T>::value> struct is_signed : is_floating_point<T> {};
template <typename T> struct is_signed<T, true> : bool_constant<(T(-1) < T(0))> {};
template <typename T> struct is_unsigned : bool_constant<is_integral<T>::value && !is_signed<T>::value> {};
//@ is_integral_v
template <typename T> constexpr bool is_integral_v = is_integral<T>::value;
//@ is_floating_point_v
template <typename T> constexpr bool is_floating_point_v = is_floating_point<T>::value;
//@ is_arithmetic_v
template <typename T> constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
//@ is_signed_v
template <typename T> constexpr bool is_signed_v = is_signed<T>::value;
//@ is_unsigned_v
template <typename T> constexpr bool is_unsigned_v = is_unsigned<T>::value;
//@ make_unsigned make_unsigned_t
template <typename T> struct make_unsigned { typedef T type; };
template <> struct make_unsigned<char> { typedef unsigned char type; };
template <> struct make_unsigned<signed char> { typedef unsigned char type; };
template <> struct make_unsigned<short> { typedef unsigned short type; };
template <> struct make_unsigned<int> { typedef unsigned int type; };
template <> struct make_unsigned<long> { typedef unsigned long type; };
template <typename T> using make_unsigned_t = typename make_unsigned<T>::type;
//@ make_signed make_signed_t
template <typename T> struct make_signed { typedef T type; };
template <> struct make_signed<unsigned char> { typedef char type; };
template <> struct make_signed<unsigned short> { typedef short type; };
template <> struct make_signed<unsigned int> { typedef int type; };
template <> struct make_signed<unsigned long> { typedef long type; };
template <typename T> using make_signed_t = typename make_signed<T>::type;
//@ is_scalar is_scalar_v
template <typename T> struct is_scalar : bool_constant<is_arithmetic<T>::value || __is_enum(T) || __is_pointer(T)> {};
template <typename T> constexpr bool is_scalar_v = is_scalar<T>::value;
//@ + bfloat
#define SM_USES_BFLOAT 1
// The upper half of a float. Arithmetic is done in float and rounded once.
struct bfloat {
    ushort __sm_bits;
    bfloat() = default;
    SM_FUNCTION constexpr bfloat(float v) : __sm_bits(__sm_round(v)) {}
    template <typename U, typename = enable_if_t<__sm_integral<U>::value>> SM_FUNCTION constexpr bfloat(U v) : __sm_bits(__sm_round(__sm_exact(v))) {}
    SM_FUNCTION constexpr explicit bfloat(half v) : bfloat(float(v)) {}
    SM_DOUBLE(SM_FUNCTION constexpr bfloat(double v) : bfloat(float(v)) {})
    SM_FUNCTION constexpr operator float() const { return __builtin_bit_cast(float, uint(__sm_bits) << 16); }
    static SM_FUNCTION constexpr bfloat __sm_from_bits(ushort bits) { bfloat v(0.0f); v.__sm_bits = bits; return v; }
    static SM_FUNCTION constexpr ushort __sm_round(float v) {
        const uint u = __builtin_bit_cast(uint, v);
        if ((u & 0x7fffffffu) > 0x7f800000u) return ushort((u >> 16) | 0x40);
        return ushort((u + 0x7fffu + ((u >> 16) & 1)) >> 16);
    }
    // A float that rounds as the integer does: its last bit stands for what was cut off.
    template <typename U> static SM_FUNCTION constexpr float __sm_exact(U v) {
        const bool negative = v < U(0);
        ulong magnitude = negative ? 0 - ulong(v) : ulong(v);
        float scale = 1;
        for (; magnitude >= 1ul << 24; magnitude = (magnitude >> 1) | (magnitude & 1)) scale *= 2;
        return (negative ? -1.0f : 1.0f) * float(magnitude) * scale;
    }
    SM_FUNCTION bfloat operator++(int) { bfloat old = *this; *this = bfloat(float(*this) + 1); return old; }
    SM_FUNCTION bfloat operator--(int) { bfloat old = *this; *this = bfloat(float(*this) - 1); return old; }
    SM_FUNCTION bfloat &operator++() { return *this = bfloat(float(*this) + 1); }
    SM_FUNCTION bfloat &operator--() { return *this = bfloat(float(*this) - 1); }
#define SM_BFLOAT_ASSIGN(OP) template <typename U> SM_FUNCTION bfloat &operator OP##=(U o) & { return *this = bfloat(float(*this) OP float(o)); }
    SM_BFLOAT_ASSIGN(+) SM_BFLOAT_ASSIGN(-) SM_BFLOAT_ASSIGN(*) SM_BFLOAT_ASSIGN(/)
};
}
using metal::bfloat;
namespace metal {
template <> struct __sm_floating<bfloat> : true_type {};
SM_FUNCTION constexpr bfloat operator-(bfloat v) { return bfloat::__sm_from_bits(v.__sm_bits ^ 0x8000); }
SM_FUNCTION constexpr bfloat operator+(bfloat v) { return v; }
// With a float the other operand is a float; with an integer it is a bfloat.
template <typename U> using __sm_bfloat_with = conditional_t<__sm_integral<U>::value, bfloat, U>;
#define SM_BFLOAT_OPERATOR(OP)                                                                         \
    SM_FUNCTION constexpr bfloat operator OP(bfloat a, bfloat b) { return bfloat(float(a) OP float(b)); } \
    template <typename U, typename = enable_if_t<is_arithmetic<U>::value && !is_same<U, half>::value>> \
    SM_FUNCTION constexpr __sm_bfloat_with<U> operator OP(bfloat a, U b) { return __sm_bfloat_with<U>(a) OP __sm_bfloat_with<U>(b); } \
    template <typename U, typename = enable_if_t<is_arithmetic<U>::value && !is_same<U, half>::value>> \
    SM_FUNCTION constexpr __sm_bfloat_with<U> operator OP(U a, bfloat b) { return __sm_bfloat_with<U>(a) OP __sm_bfloat_with<U>(b); }
SM_BFLOAT_OPERATOR(+) SM_BFLOAT_OPERATOR(-) SM_BFLOAT_OPERATOR(*) SM_BFLOAT_OPERATOR(/)
#define SM_BFLOAT_COMPARISON(OP)                                                                       \
    SM_FUNCTION constexpr bool operator OP(bfloat a, bfloat b) { return float(a) OP float(b); }        \
    template <typename U, typename = enable_if_t<is_arithmetic<U>::value>> SM_FUNCTION constexpr bool operator OP(bfloat a, U b) { return float(a) OP float(b); } \
    template <typename U, typename = enable_if_t<is_arithmetic<U>::value>> SM_FUNCTION constexpr bool operator OP(U a, bfloat b) { return float(a) OP float(b); }
SM_BFLOAT_COMPARISON(<) SM_BFLOAT_COMPARISON(>) SM_BFLOAT_COMPARISON(<=) SM_BFLOAT_COMPARISON(>=) SM_BFLOAT_COMPARISON(==) SM_BFLOAT_COMPARISON(!=)
//@ * vec packed_vec : x y z w r g b a
// ---- vectors
template <typename T, int N> struct vec;
template <typename T, int N> struct packed_vec;

// The vector that a value is, packed or not; void for all else.
template <typename A> struct __sm_shape { typedef void type; static constexpr int width = is_arithmetic<A>::value ? 1 : 100; };
template <typename T, int N> struct __sm_shape<vec<T, N>> { typedef vec<T, N> type; static constexpr int width = N; };
template <typename T, int N> struct __sm_shape<packed_vec<T, N>> { typedef vec<T, N> type; static constexpr int width = N; };
// What braces with fewer components leave: zeros.
struct __sm_rest {};
template <> struct __sm_shape<__sm_rest> { typedef void type; static constexpr int width = 1000; };
SM_FUNCTION constexpr bool __sm_complete(int total, int n) { return total == n || (total >= 1000 && total - 1000 <= n); }
template <typename A> using __sm_shape_t = typename __sm_shape<A>::type;
template <typename... A> constexpr int __sm_total = 0;
template <typename A, typename... R> constexpr int __sm_total<A, R...> = __sm_shape<A>::width + __sm_total<R...>;

// Whether a value takes part in arithmetic on the vector V: it is one, or a scalar that loses no fraction.
template <typename V, typename A> constexpr bool __sm_fits = is_same<__sm_shape_t<A>, V>::value ||
    (is_arithmetic<A>::value && (is_floating_point<typename V::value_type>::value || is_integral<A>::value));
template <typename A> constexpr bool __sm_fits<void, A> = false;
template <typename A, typename B> using __sm_first = conditional_t<is_same<__sm_shape_t<A>, void>::value, __sm_shape_t<B>, __sm_shape_t<A>>;
template <typename V, bool OK> using __sm_if = enable_if_t<OK, V>;
template <typename V> constexpr bool __sm_is_vector = true;
template <> constexpr bool __sm_is_vector<void> = false;
template <typename A> using __sm_vector1 = __sm_if<__sm_shape_t<A>, __sm_is_vector<__sm_shape_t<A>>>;
template <typename A, typename B, typename V = __sm_first<A, B>> using __sm_vector2 = __sm_if<V, __sm_fits<V, A> && __sm_fits<V, B>>;
template <typename A, typename B, typename C, typename V = __sm_first<__sm_first<A, B>, C>>
using __sm_vector3 = __sm_if<V, __sm_fits<V, A> && __sm_fits<V, B> && __sm_fits<V, C>>;
template <typename V> constexpr bool __sm_real = is_floating_point<typename V::value_type>::value;
template <typename V> constexpr bool __sm_whole = is_integral<typename V::value_type>::value;
template <typename R, typename V> struct __sm_of;
template <typename R, typename T, int N> struct __sm_of<R, vec<T, N>> { typedef vec<R, N> type; };
template <typename R, typename V> using __sm_like = typename __sm_of<R, V>::type;

template <int I, typename T> SM_FUNCTION constexpr enable_if_t<is_arithmetic<T>::value, T> __sm_get(T v) { return v; }
template <int I> SM_FUNCTION constexpr int __sm_get(__sm_rest) { return 0; }
template <int I, typename T, int N> SM_FUNCTION constexpr T __sm_get(vec<T, N> v) {
    if constexpr (I == 0) return v.x;
    else if constexpr (I == 1) return v.y;
    else if constexpr (I == 2) return v.z;
    else return v.w;
}
template <int I, typename T, int N> SM_FUNCTION constexpr T __sm_get(packed_vec<T, N> v) { return __sm_get<I>(vec<T, N>(v)); }
template <typename T, int I, typename A, typename... R> SM_FUNCTION constexpr T __sm_pick(A a, R... r) {
    if constexpr (I < __sm_shape<A>::width) return T(__sm_get<I>(a));
    else return __sm_pick<T, I - __sm_shape<A>::width>(r...);
}

// A swizzle in a place that is written.
template <typename T, int I, int J, int K = -1, int L = -1> struct __sm_swizzle {
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
#define SM_SWIZZLE_ASSIGN(OP) template <typename U> SM_FUNCTION value_type operator OP##=(U v) const { return *this = get() OP v; }
    SM_SWIZZLE_ASSIGN(+) SM_SWIZZLE_ASSIGN(-) SM_SWIZZLE_ASSIGN(*) SM_SWIZZLE_ASSIGN(/) SM_SWIZZLE_ASSIGN(%)
    SM_SWIZZLE_ASSIGN(&) SM_SWIZZLE_ASSIGN(|) SM_SWIZZLE_ASSIGN(^) SM_SWIZZLE_ASSIGN(<<) SM_SWIZZLE_ASSIGN(>>)
    SM_FUNCTION value_type operator++() const { return *this = get() + value_type(1); }
    SM_FUNCTION value_type operator--() const { return *this = get() - value_type(1); }
    SM_FUNCTION value_type operator++(int) const { value_type old = get(); *this = old + value_type(1); return old; }
    SM_FUNCTION value_type operator--(int) const { value_type old = get(); *this = old - value_type(1); return old; }
};

// The printer lists the swizzles that occur: SM_SWIZZLES_N expands these for a vector of N. Only what is in memory can
// be written.
#define SM_SWIZZLE2(NAME, I, J) SM_FUNCTION constexpr vec<T, 2> NAME() const { return vec<T, 2>(elements[I], elements[J]); }
#define SM_SWIZZLE3(NAME, I, J, K) SM_FUNCTION constexpr vec<T, 3> NAME() const { return vec<T, 3>(elements[I], elements[J], elements[K]); }
#define SM_SWIZZLE4(NAME, I, J, K, L) SM_FUNCTION constexpr vec<T, 4> NAME() const { return vec<T, 4>(elements[I], elements[J], elements[K], elements[L]); }
#define SM_WRITTEN(NAME, ...) SM_FUNCTION __sm_swizzle<T, __VA_ARGS__> __sm_##NAME() & { return {elements}; }

#define SM_VECTOR_ASSIGN(OP) template <typename U> SM_FUNCTION auto &operator OP##=(U o) & { return *this = *this OP o; }
#define SM_UNWRAP(...) __VA_ARGS__
// KIND: vec or packed_vec, OTHER the other one.
#define SM_VECTOR(KIND, OTHER, N, ALIGNMENT, XYZW, RGBA, SPLAT, CONVERTED, PARTS)                       \
    template <typename T> struct ALIGNMENT KIND<T, N> {                                                \
        typedef T value_type;                                                                          \
        static constexpr int width = N;                                                                \
        union {                                                                                        \
            struct { T SM_UNWRAP XYZW; };                                                              \
            struct { T SM_UNWRAP RGBA; };                                                              \
            T elements[N];                                                                             \
        };                                                                                             \
        KIND() = default;                                                                              \
        template <typename U, typename = enable_if_t<is_arithmetic<U>::value>> SM_FUNCTION constexpr KIND(U s) : SM_UNWRAP SPLAT {} \
        template <typename U> SM_FUNCTION constexpr explicit KIND(KIND<U, N> o) : SM_UNWRAP CONVERTED {} \
        template <typename U> SM_FUNCTION constexpr explicit KIND(OTHER<U, N> o) : SM_UNWRAP CONVERTED {} \
        SM_FUNCTION constexpr KIND(OTHER<T, N> o) : SM_UNWRAP CONVERTED {}                             \
        template <typename... A, typename = enable_if_t<(sizeof...(A) > 1 && __sm_complete(__sm_total<A...>, N))>> \
        SM_FUNCTION constexpr KIND(A... p) : SM_UNWRAP PARTS {}                                        \
        SM_FUNCTION T &operator[](size_t i) & { return elements[i]; }                                  \
        SM_FUNCTION constexpr T operator[](size_t i) const & { return elements[i]; }                   \
        SM_FUNCTION constexpr T operator[](size_t i) && { return elements[i]; }                        \
        SM_VECTOR_ASSIGN(+) SM_VECTOR_ASSIGN(-) SM_VECTOR_ASSIGN(*) SM_VECTOR_ASSIGN(/) SM_VECTOR_ASSIGN(%) \
        SM_VECTOR_ASSIGN(&) SM_VECTOR_ASSIGN(|) SM_VECTOR_ASSIGN(^) SM_VECTOR_ASSIGN(<<) SM_VECTOR_ASSIGN(>>) \
        SM_FUNCTION KIND &operator++() & { return *this = *this + vec<T, N>(T(1)); }                   \
        SM_FUNCTION KIND &operator--() & { return *this = *this - vec<T, N>(T(1)); }                   \
        SM_FUNCTION KIND operator++(int) & { KIND old = *this; *this = *this + vec<T, N>(T(1)); return old; } \
        SM_FUNCTION KIND operator--(int) & { KIND old = *this; *this = *this - vec<T, N>(T(1)); return old; } \
        SM_SWIZZLES_##N                                                                                \
    };
#define SM_VECTORS(KIND, OTHER, A2, A4)                                                                \
    SM_VECTOR(KIND, OTHER, 2, A2, (x, y), (r, g), (x(T(s)), y(T(s))), (x(T(o.x)), y(T(o.y))), (x(__sm_pick<T, 0>(p...)), y(__sm_pick<T, 1>(p...)))) \
    SM_VECTOR(KIND, OTHER, 3, A4, (x, y, z), (r, g, b), (x(T(s)), y(T(s)), z(T(s))), (x(T(o.x)), y(T(o.y)), z(T(o.z))), \
              (x(__sm_pick<T, 0>(p...)), y(__sm_pick<T, 1>(p...)), z(__sm_pick<T, 2>(p...))))          \
    SM_VECTOR(KIND, OTHER, 4, A4, (x, y, z, w), (r, g, b, a), (x(T(s)), y(T(s)), z(T(s)), w(T(s))),    \
              (x(T(o.x)), y(T(o.y)), z(T(o.z)), w(T(o.w))),                                            \
              (x(__sm_pick<T, 0>(p...)), y(__sm_pick<T, 1>(p...)), z(__sm_pick<T, 2>(p...)), w(__sm_pick<T, 3>(p...))))
SM_VECTORS(vec, packed_vec, alignas(2 * sizeof(T)), alignas(4 * sizeof(T)))
//@ packed_vec
SM_VECTORS(packed_vec, vec, , )
//@ *
#define SM_MAP1(R, F)                                                                                  \
    if constexpr (V::width == 2) return __sm_like<R, V>(R(F(p.x)), R(F(p.y)));                         \
    else if constexpr (V::width == 3) return __sm_like<R, V>(R(F(p.x)), R(F(p.y)), R(F(p.z)));         \
    else return __sm_like<R, V>(R(F(p.x)), R(F(p.y)), R(F(p.z)), R(F(p.w)));
#define SM_MAP2(R, F)                                                                                  \
    if constexpr (V::width == 2) return __sm_like<R, V>(R(F(p.x, q.x)), R(F(p.y, q.y)));               \
    else if constexpr (V::width == 3) return __sm_like<R, V>(R(F(p.x, q.x)), R(F(p.y, q.y)), R(F(p.z, q.z))); \
    else return __sm_like<R, V>(R(F(p.x, q.x)), R(F(p.y, q.y)), R(F(p.z, q.z)), R(F(p.w, q.w)));
#define SM_MAP3(R, F)                                                                                  \
    if constexpr (V::width == 2) return __sm_like<R, V>(R(F(p.x, q.x, s.x)), R(F(p.y, q.y, s.y)));     \
    else if constexpr (V::width == 3) return __sm_like<R, V>(R(F(p.x, q.x, s.x)), R(F(p.y, q.y, s.y)), R(F(p.z, q.z, s.z))); \
    else return __sm_like<R, V>(R(F(p.x, q.x, s.x)), R(F(p.y, q.y, s.y)), R(F(p.z, q.z, s.z)), R(F(p.w, q.w, s.w)));
#define SM_ELEMENT typename V::value_type

// Arithmetic on components of less than 32 bits is done in int, as everywhere in C++, and cut back.
#define SM_OPERATOR(OP, R)                                                                             \
    template <typename A, typename B, typename V = __sm_vector2<A, B>> SM_FUNCTION constexpr __sm_like<R, V> operator OP(A left, B right) { \
        const V p = V(left), q = V(right);                                                             \
        if constexpr (V::width == 2) return __sm_like<R, V>(R(p.x OP q.x), R(p.y OP q.y));             \
        else if constexpr (V::width == 3) return __sm_like<R, V>(R(p.x OP q.x), R(p.y OP q.y), R(p.z OP q.z)); \
        else return __sm_like<R, V>(R(p.x OP q.x), R(p.y OP q.y), R(p.z OP q.z), R(p.w OP q.w));       \
    }
SM_OPERATOR(+, SM_ELEMENT) SM_OPERATOR(-, SM_ELEMENT) SM_OPERATOR(*, SM_ELEMENT) SM_OPERATOR(/, SM_ELEMENT) SM_OPERATOR(%, SM_ELEMENT)
SM_OPERATOR(&, SM_ELEMENT) SM_OPERATOR(|, SM_ELEMENT) SM_OPERATOR(^, SM_ELEMENT) SM_OPERATOR(<<, SM_ELEMENT) SM_OPERATOR(>>, SM_ELEMENT)
SM_OPERATOR(<, bool) SM_OPERATOR(>, bool) SM_OPERATOR(<=, bool) SM_OPERATOR(>=, bool)
SM_OPERATOR(==, bool) SM_OPERATOR(!=, bool) SM_OPERATOR(&&, bool) SM_OPERATOR(||, bool)
#define SM_UNARY(OP, R) template <typename A, typename V = __sm_vector1<A>> SM_FUNCTION constexpr __sm_like<R, V> operator OP(A a) { const V p = V(a); SM_MAP1(R, OP) }
SM_UNARY(-, SM_ELEMENT) SM_UNARY(+, SM_ELEMENT) SM_UNARY(~, SM_ELEMENT) SM_UNARY(!, bool)

// Metal's types need no namespace.
#define SM_VECTOR_TYPES(T)                                                                             \
    typedef vec<T, 2> T##2; typedef vec<T, 3> T##3; typedef vec<T, 4> T##4;                            \
    }                                                                                                  \
    using metal::T##2; using metal::T##3; using metal::T##4;                                           \
    namespace metal {
#define SM_PACKED_TYPES(T)                                                                             \
    typedef packed_vec<T, 2> packed_##T##2; typedef packed_vec<T, 3> packed_##T##3; typedef packed_vec<T, 4> packed_##T##4; \
    }                                                                                                  \
    using metal::packed_##T##2; using metal::packed_##T##3; using metal::packed_##T##4;                \
    namespace metal {
//@ + bool2 bool3 bool4
SM_VECTOR_TYPES(bool)
//@ + int2 int3 int4
SM_VECTOR_TYPES(int)
//@ + uint2 uint3 uint4
SM_VECTOR_TYPES(uint)
//@ + float2 float3 float4
SM_VECTOR_TYPES(float)
//@ + ushort2 ushort3 ushort4
SM_VECTOR_TYPES(ushort)
//@ + char2 char3 char4
SM_VECTOR_TYPES(char)
//@ + uchar2 uchar3 uchar4
SM_VECTOR_TYPES(uchar)
//@ + short2 short3 short4
SM_VECTOR_TYPES(short)
//@ + long2 long3 long4
SM_VECTOR_TYPES(long)
//@ + ulong2 ulong3 ulong4
SM_VECTOR_TYPES(ulong)
//@ + half2 half3 half4
SM_VECTOR_TYPES(half)
//@ + bfloat2 bfloat3 bfloat4
SM_VECTOR_TYPES(bfloat)
//@ + double2 double3 double4
SM_VECTOR_TYPES(double)
//@ + packed_bool2 packed_bool3 packed_bool4
SM_PACKED_TYPES(bool)
//@ + packed_char2 packed_char3 packed_char4
SM_PACKED_TYPES(char)
//@ + packed_uchar2 packed_uchar3 packed_uchar4
SM_PACKED_TYPES(uchar)
//@ + packed_short2 packed_short3 packed_short4
SM_PACKED_TYPES(short)
//@ + packed_ushort2 packed_ushort3 packed_ushort4
SM_PACKED_TYPES(ushort)
//@ + packed_int2 packed_int3 packed_int4
SM_PACKED_TYPES(int)
//@ + packed_uint2 packed_uint3 packed_uint4
SM_PACKED_TYPES(uint)
//@ + packed_long2 packed_long3 packed_long4
SM_PACKED_TYPES(long)
//@ + packed_ulong2 packed_ulong3 packed_ulong4
SM_PACKED_TYPES(ulong)
//@ + packed_half2 packed_half3 packed_half4
SM_PACKED_TYPES(half)
//@ + packed_float2 packed_float3 packed_float4
SM_PACKED_TYPES(float)
//@ + packed_bfloat2 packed_bfloat3 packed_bfloat4
SM_PACKED_TYPES(bfloat)
//@ + packed_double2 packed_double3 packed_double4
SM_PACKED_TYPES(double)

//@ + as_type
template <typename T> constexpr bool __sm_boolean = is_same<T, bool>::value;
template <int N> constexpr bool __sm_boolean<vec<bool, N>> = true;
template <typename T, typename U> SM_FUNCTION constexpr T as_type(U u) {
    static_assert(sizeof(T) == sizeof(U), "as_type needs types of the same size");
    static_assert(!__sm_boolean<T> && !__sm_boolean<U>, "as_type cannot be used with bool");
    return __builtin_bit_cast(T, u);
}
}
using metal::as_type;
namespace metal {

//@ *
// An operand of "?:". The dialect takes two values of a class from different address spaces, or a variable and a
// temporary, for different types; as copies they are the same. Everything else stays the variable that it is.
template <typename T> constexpr bool __sm_class = __is_class(remove_reference_t<T>) || __is_union(remove_reference_t<T>);
template <typename T, typename = enable_if_t<__sm_class<T>>> SM_FUNCTION constexpr T __sm_operand(T v) { return v; }
template <typename T, typename = enable_if_t<!__sm_class<T>>, typename = void> SM_FUNCTION constexpr T &__sm_operand(T &v) { return v; }
template <typename T, typename = enable_if_t<!__sm_class<T>>, typename = void, typename = void>
SM_FUNCTION constexpr T __sm_operand(T &&v) { return v; }

}  // namespace metal
