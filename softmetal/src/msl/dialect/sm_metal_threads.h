// What threads of MSL do together: barriers, atomics, SIMD groups and quads; and where a thread stands in its grid.
namespace metal {

//@ mem_flags threadgroup_barrier simdgroup_barrier atomic_thread_fence : mem_none mem_device mem_threadgroup mem_texture mem_threadgroup_imageblock
enum class mem_flags : uint { mem_none = 0, mem_device = 1, mem_threadgroup = 2, mem_texture = 4, mem_threadgroup_imageblock = 8 };
SM_FUNCTION constexpr mem_flags operator|(mem_flags a, mem_flags b) { return mem_flags(uint(a) | uint(b)); }
SM_FUNCTION void threadgroup_barrier(mem_flags) { sm_platform::threadgroup_barrier(); }
//@ memory_order memory_order_relaxed atomic_thread_fence : memory_order_seq_cst
enum memory_order : int { memory_order_relaxed = 0, memory_order_seq_cst = 5 };
//@ thread_scope thread_scope_thread thread_scope_simdgroup thread_scope_threadgroup thread_scope_device atomic_thread_fence
enum thread_scope : int { thread_scope_thread, thread_scope_simdgroup, thread_scope_threadgroup, thread_scope_device };
//@ atomic_thread_fence
SM_FUNCTION void atomic_thread_fence(mem_flags, memory_order, thread_scope = thread_scope_device) { sm_platform::memory_fence(); }

// ---- atomics
//@ atomic
template <typename T> struct __sm_atomic_bits;
template <> struct __sm_atomic_bits<int> { typedef int type; };
template <> struct __sm_atomic_bits<uint> { typedef uint type; };
template <> struct __sm_atomic_bits<float> { typedef uint type; };
template <> struct __sm_atomic_bits<ulong> { typedef ulong type; };
// An atomic bool takes four bytes, as a device's smallest atomic does.
template <> struct __sm_atomic_bits<bool> { typedef uint type; };
template <typename T> using __sm_atomic_bits_t = typename __sm_atomic_bits<T>::type;
template <typename T> struct atomic { __sm_atomic_bits_t<T> __sm_bits; };
template <typename T> SM_FUNCTION __sm_atomic_bits_t<T> __sm_to_bits(T v) {
    if constexpr (is_same<T, float>::value) return as_type<uint>(v);
    else return v;
}
template <typename T> SM_FUNCTION T __sm_from_bits(__sm_atomic_bits_t<T> v) {
    if constexpr (is_same<T, float>::value) return as_type<float>(v);
    else return T(v);
}
template <typename T> struct __sm_same { typedef T type; };  // keeps a value's type out of deduction
template <typename T> using __sm_same_t = typename __sm_same<T>::type;
template <typename T> constexpr bool __sm_atomic_integer = is_same<T, int>::value || is_same<T, uint>::value;
template <typename T> constexpr bool __sm_atomic_value = __sm_atomic_integer<T> || is_same<T, bool>::value;
// Floats are atomic in device memory alone.
#define SM_ATOMIC(KINDS) template <typename T, typename = enable_if_t<KINDS<T>>> SM_FUNCTION
//@ atomic_int
typedef atomic<int> atomic_int;
//@ atomic_uint
typedef atomic<uint> atomic_uint;
//@ atomic_bool
typedef atomic<bool> atomic_bool;
//@ atomic_float
typedef atomic<float> atomic_float;
//@ atomic_ulong
typedef atomic<ulong> atomic_ulong;
//@ atomic_load_explicit
SM_ATOMIC(__sm_atomic_value) T atomic_load_explicit(const volatile atomic<T> *p, memory_order) { return __sm_from_bits<T>(sm_platform::atomic_load(&p->__sm_bits)); }
SM_FUNCTION float atomic_load_explicit(const volatile SM_DEVICE atomic<float> *p, memory_order) { return __sm_from_bits<float>(sm_platform::atomic_load(&p->__sm_bits)); }
//@ atomic_store_explicit
SM_ATOMIC(__sm_atomic_value) void atomic_store_explicit(volatile atomic<T> *p, __sm_same_t<T> v, memory_order) { sm_platform::atomic_store(&p->__sm_bits, __sm_to_bits<T>(v)); }
SM_FUNCTION void atomic_store_explicit(volatile SM_DEVICE atomic<float> *p, float v, memory_order) { sm_platform::atomic_store(&p->__sm_bits, __sm_to_bits<float>(v)); }
//@ atomic_exchange_explicit
SM_ATOMIC(__sm_atomic_value) T atomic_exchange_explicit(volatile atomic<T> *p, __sm_same_t<T> v, memory_order) { return __sm_from_bits<T>(sm_platform::atomic_exchange(&p->__sm_bits, __sm_to_bits<T>(v))); }
SM_FUNCTION float atomic_exchange_explicit(volatile SM_DEVICE atomic<float> *p, float v, memory_order) { return __sm_from_bits<float>(sm_platform::atomic_exchange(&p->__sm_bits, __sm_to_bits<float>(v))); }
//@ __sm_compare_exchange
template <typename T, typename B> SM_FUNCTION bool __sm_compare_exchange(volatile B *p, T *expected, T desired) {
    __sm_atomic_bits_t<T> bits = __sm_to_bits<T>(*expected);
    const bool done = sm_platform::atomic_compare_exchange(p, &bits, __sm_to_bits<T>(desired));
    if (!done) *expected = __sm_from_bits<T>(bits);
    return done;
}
//@ atomic_compare_exchange_weak_explicit
SM_ATOMIC(__sm_atomic_value) bool atomic_compare_exchange_weak_explicit(volatile atomic<T> *p, __sm_same_t<T> *expected, __sm_same_t<T> desired, memory_order, memory_order) {
    return __sm_compare_exchange<T>(&p->__sm_bits, expected, desired);
}
SM_FUNCTION bool atomic_compare_exchange_weak_explicit(volatile SM_DEVICE atomic<float> *p, float *expected, float desired, memory_order, memory_order) {
    return __sm_compare_exchange<float>(&p->__sm_bits, expected, desired);
}
//@ SM_ATOMIC_FETCH
#define SM_ATOMIC_FETCH(OP)                                                                            \
    SM_ATOMIC(__sm_atomic_integer) T atomic_fetch_##OP##_explicit(volatile atomic<T> *p, __sm_same_t<T> v, memory_order) { \
        return sm_platform::atomic_##OP(&p->__sm_bits, v);                                             \
    }
//@ SM_ATOMIC_SUM
#define SM_ATOMIC_SUM(NAME, OP)                                                                        \
    SM_ATOMIC_FETCH(NAME)                                                                              \
    SM_FUNCTION float atomic_fetch_##NAME##_explicit(volatile SM_DEVICE atomic<float> *p, float v, memory_order) { \
        float old = __sm_from_bits<float>(sm_platform::atomic_load(&p->__sm_bits));                    \
        while (!__sm_compare_exchange<float>(&p->__sm_bits, &old, old OP v)) {}                        \
        return old;                                                                                    \
    }
//@ atomic_fetch_min_explicit
SM_ATOMIC_FETCH(min)
//@ atomic_fetch_max_explicit
SM_ATOMIC_FETCH(max)
//@ atomic_fetch_and_explicit
SM_ATOMIC_FETCH(and)
//@ atomic_fetch_or_explicit
SM_ATOMIC_FETCH(or)
//@ atomic_fetch_xor_explicit
SM_ATOMIC_FETCH(xor)
//@ atomic_fetch_add_explicit
SM_ATOMIC_SUM(add, +)
//@ atomic_fetch_sub_explicit
SM_ATOMIC_SUM(sub, -)
//@ atomic_min_explicit
SM_FUNCTION void atomic_min_explicit(volatile SM_DEVICE atomic<ulong> *p, ulong v, memory_order) { sm_platform::atomic_min(&p->__sm_bits, v); }
//@ atomic_max_explicit
SM_FUNCTION void atomic_max_explicit(volatile SM_DEVICE atomic<ulong> *p, ulong v, memory_order) { sm_platform::atomic_max(&p->__sm_bits, v); }

// ---- SIMD groups
//@ simdgroup_barrier
SM_FUNCTION void simdgroup_barrier(mem_flags) { sm_platform::simdgroup_barrier(); }
//@ SM_LANES
// Elements of SIMD-group functions have at most 32 bits and are no bool, as on Apple's GPUs.
template <typename T> constexpr bool __sm_lane_type = is_arithmetic<T>::value && sizeof(T) <= 4 && !is_same<T, bool>::value;
#define SM_LANES(CONDITION) template <typename T, typename = enable_if_t<__sm_lane_type<T> && (CONDITION)>> SM_FUNCTION
//@ SM_EACH_COMPONENT
#define SM_EACH_COMPONENT(CALL)                                                                        \
    vec<T, N> r;                                                                                       \
    for (int i = 0; i < N; ++i) r[i] = CALL;                                                           \
    return r;
//@ SM_SIMD_REDUCE
// A bfloat is reduced as a float.
template <typename T> SM_FUNCTION auto __sm_lane_value(T v) {
    if constexpr (__is_class(T)) return float(v);
    else return v;
}
#define SM_SIMD_REDUCE(NAME, PLATFORM, CONDITION)                                                      \
    SM_LANES(CONDITION) T NAME(T v) { return T(sm_platform::PLATFORM(__sm_lane_value(v))); } \
    template <typename T, int N> SM_FUNCTION vec<T, N> NAME(vec<T, N> v) { SM_EACH_COMPONENT(NAME(v.elements[i])) }
//@ SM_SHUFFLE
// FROM: the lane that a value comes from.
#define SM_SHUFFLE(NAME, FROM)                                                                         \
    SM_LANES(true) T NAME(T v, ushort n) { return __sm_from_lane(v, FROM); }                           \
    template <typename T, int N> SM_FUNCTION vec<T, N> NAME(vec<T, N> v, ushort n) { SM_EACH_COMPONENT(NAME(v.elements[i], n)) }
//@ SM_SHUFFLE_FILL
// INSIDE: whether the value comes from the group, lane FROM, else it is that of the filling lane FILL.
#define SM_SHUFFLE_FILL(NAME, SIZE, INSIDE, FROM, FILL)                                                \
    SM_LANES(true) T NAME(T v, T filling, ushort n, ushort width = SIZE) {                             \
        const uint lane = sm_platform::lane(), first = lane / width * width, l = lane - first;         \
        const T inside = __sm_from_lane(v, first + FROM), outside = __sm_from_lane(filling, first + FILL); \
        return INSIDE ? inside : outside;                                                              \
    }                                                                                                  \
    template <typename T, int N> SM_FUNCTION vec<T, N> NAME(vec<T, N> v, vec<T, N> filling, ushort n, ushort width = SIZE) { \
        SM_EACH_COMPONENT(NAME(v.elements[i], filling.elements[i], n, width))                          \
    }
//@ __sm_from_lane
// A lane beyond the group keeps its own value: Metal leaves it undefined, and a defined value is easier to debug.
template <typename T> SM_FUNCTION T __sm_from_lane(T v, uint lane) {
    const uint from = lane < sm_platform::lanes() ? lane : sm_platform::lane();
    if constexpr (__is_class(T)) return as_type<T>(sm_platform::shuffle(as_type<ushort>(v), from));
    else return sm_platform::shuffle(v, from);
}
//@ simd_sum
SM_SIMD_REDUCE(simd_sum, reduce_add, true)
//@ simd_product
SM_SIMD_REDUCE(simd_product, reduce_mul, true)
//@ simd_min
SM_SIMD_REDUCE(simd_min, reduce_min, true)
//@ simd_max
SM_SIMD_REDUCE(simd_max, reduce_max, true)
//@ simd_and
SM_SIMD_REDUCE(simd_and, reduce_and, is_integral<T>::value)
//@ simd_or
SM_SIMD_REDUCE(simd_or, reduce_or, is_integral<T>::value)
//@ simd_xor
SM_SIMD_REDUCE(simd_xor, reduce_xor, is_integral<T>::value)
//@ simd_prefix_inclusive_sum
SM_SIMD_REDUCE(simd_prefix_inclusive_sum, inclusive_add, true)
//@ simd_prefix_exclusive_sum
SM_SIMD_REDUCE(simd_prefix_exclusive_sum, exclusive_add, true)
//@ simd_prefix_inclusive_product
SM_SIMD_REDUCE(simd_prefix_inclusive_product, inclusive_mul, true)
//@ simd_prefix_exclusive_product
SM_SIMD_REDUCE(simd_prefix_exclusive_product, exclusive_mul, true)
//@ simd_shuffle
SM_SHUFFLE(simd_shuffle, n)
//@ simd_broadcast
SM_SHUFFLE(simd_broadcast, n)
//@ simd_broadcast_first
SM_LANES(true) T simd_broadcast_first(T v) { return __sm_from_lane(v, sm_platform::first_lane()); }
template <typename T, int N> SM_FUNCTION vec<T, N> simd_broadcast_first(vec<T, N> v) { SM_EACH_COMPONENT(simd_broadcast_first(v.elements[i])) }
//@ simd_shuffle_xor
SM_SHUFFLE(simd_shuffle_xor, sm_platform::lane() ^ n)
//@ simd_shuffle_down
SM_SHUFFLE(simd_shuffle_down, sm_platform::lane() + n)
//@ simd_shuffle_up
SM_SHUFFLE(simd_shuffle_up, sm_platform::lane() - n)
//@ simd_shuffle_rotate_down
SM_SHUFFLE(simd_shuffle_rotate_down, (sm_platform::lane() + n) % sm_platform::lanes())
//@ simd_shuffle_rotate_up
SM_SHUFFLE(simd_shuffle_rotate_up, (sm_platform::lane() + sm_platform::lanes() - n % sm_platform::lanes()) % sm_platform::lanes())
//@ simd_shuffle_and_fill_down
SM_SHUFFLE_FILL(simd_shuffle_and_fill_down, 32, l + n < width, l + n, l + n - width)
//@ simd_shuffle_and_fill_up
SM_SHUFFLE_FILL(simd_shuffle_and_fill_up, 32, l >= n, l - n, l - n + width)
//@ simd_all
SM_FUNCTION bool simd_all(bool v) { return sm_platform::lanes_all(v); }
//@ simd_any
SM_FUNCTION bool simd_any(bool v) { return sm_platform::lanes_any(v); }
//@ simd_is_first
SM_FUNCTION bool simd_is_first() { return sm_platform::elect(); }
//@ simd_is_helper_thread
SM_FUNCTION bool simd_is_helper_thread() { return false; }
//@ simd_vote : all any vote_t
struct simd_vote {
    typedef ulong vote_t;
    vote_t __sm_votes;
    SM_FUNCTION explicit constexpr simd_vote(vote_t v = 0) : __sm_votes(v) {}
    SM_FUNCTION explicit constexpr operator vote_t() const { return __sm_votes; }
    SM_FUNCTION bool all() const { return __sm_votes == ulong(sm_platform::ballot(true)); }
    SM_FUNCTION bool any() const { return __sm_votes != 0; }
};
//@ simd_ballot
SM_FUNCTION simd_vote simd_ballot(bool v) { return simd_vote(sm_platform::ballot(v)); }
//@ simd_active_threads_mask
SM_FUNCTION simd_vote simd_active_threads_mask() { return simd_vote(sm_platform::ballot(true)); }

// ---- quads: four neighbouring lanes
//@ __sm_quad_active __sm_quad_first __sm_quad_votes
SM_FUNCTION uint __sm_quad_first() { return sm_platform::lane() & ~3u; }
SM_FUNCTION uint __sm_quad_votes(bool v) { return (sm_platform::ballot(v) >> __sm_quad_first()) & 15; }
SM_FUNCTION uint __sm_quad_active() { return __sm_quad_votes(true); }
//@ SM_QUAD_REDUCE
#define SM_QUAD_REDUCE(NAME, JOIN, EMPTY, BEFORE, CONDITION)                                           \
    SM_LANES(CONDITION) T NAME(T v) { return __sm_quad_reduce(v, EMPTY, BEFORE, JOIN()); }             \
    template <typename T, int N> SM_FUNCTION vec<T, N> NAME(vec<T, N> v) { SM_EACH_COMPONENT(NAME(v.elements[i])) }
//@ __sm_quad_reduce __sm_quad_lane
// Over the lanes of the quad that take part: all of them, or those before this one (and this one). Empty is the value
// of no lane.
template <typename T, typename Join> SM_FUNCTION T __sm_quad_reduce(T v, T empty, uint before, Join join) {
    const uint active = __sm_quad_active(), first = __sm_quad_first();
    T r = empty;
    bool started = false;
    for (uint k = 0; k < 4; ++k) {
        const T w = __sm_from_lane(v, first + k);
        if (k >= before || !(active >> k & 1)) continue;
        r = started ? join(r, w) : w;
        started = true;
    }
    return r;
}
SM_FUNCTION uint __sm_quad_lane() { return sm_platform::lane() - __sm_quad_first(); }
struct __sm_plus { template <typename T> SM_FUNCTION T operator()(T a, T b) const { return T(a + b); } };
struct __sm_times { template <typename T> SM_FUNCTION T operator()(T a, T b) const { return T(a * b); } };
struct __sm_lesser { template <typename T> SM_FUNCTION T operator()(T a, T b) const { return b < a || a != a ? b : a; } };
struct __sm_greater { template <typename T> SM_FUNCTION T operator()(T a, T b) const { return a < b || a != a ? b : a; } };
struct __sm_both { template <typename T> SM_FUNCTION T operator()(T a, T b) const { return T(a & b); } };
struct __sm_either { template <typename T> SM_FUNCTION T operator()(T a, T b) const { return T(a | b); } };
struct __sm_differ { template <typename T> SM_FUNCTION T operator()(T a, T b) const { return T(a ^ b); } };
//@ quad_sum
SM_QUAD_REDUCE(quad_sum, __sm_plus, v, 4, true)
//@ quad_product
SM_QUAD_REDUCE(quad_product, __sm_times, v, 4, true)
//@ quad_min
SM_QUAD_REDUCE(quad_min, __sm_lesser, v, 4, true)
//@ quad_max
SM_QUAD_REDUCE(quad_max, __sm_greater, v, 4, true)
//@ quad_and
SM_QUAD_REDUCE(quad_and, __sm_both, v, 4, is_integral<T>::value)
//@ quad_or
SM_QUAD_REDUCE(quad_or, __sm_either, v, 4, is_integral<T>::value)
//@ quad_xor
SM_QUAD_REDUCE(quad_xor, __sm_differ, v, 4, is_integral<T>::value)
//@ quad_prefix_inclusive_sum
SM_QUAD_REDUCE(quad_prefix_inclusive_sum, __sm_plus, v, __sm_quad_lane() + 1, true)
//@ quad_prefix_exclusive_sum
SM_QUAD_REDUCE(quad_prefix_exclusive_sum, __sm_plus, T(0), __sm_quad_lane(), true)
//@ quad_prefix_inclusive_product
SM_QUAD_REDUCE(quad_prefix_inclusive_product, __sm_times, v, __sm_quad_lane() + 1, true)
//@ quad_prefix_exclusive_product
SM_QUAD_REDUCE(quad_prefix_exclusive_product, __sm_times, T(1), __sm_quad_lane(), true)
//@ quad_shuffle
SM_SHUFFLE(quad_shuffle, __sm_quad_first() + n % 4)
//@ quad_broadcast
SM_SHUFFLE(quad_broadcast, __sm_quad_first() + n % 4)
//@ quad_shuffle_xor
SM_SHUFFLE(quad_shuffle_xor, sm_platform::lane() ^ (n & 3))
//@ quad_shuffle_down
SM_SHUFFLE(quad_shuffle_down, __sm_quad_lane() + n < 4 ? sm_platform::lane() + n : sm_platform::lane())
//@ quad_shuffle_up
SM_SHUFFLE(quad_shuffle_up, __sm_quad_lane() >= n ? sm_platform::lane() - n : sm_platform::lane())
//@ quad_shuffle_rotate_down
SM_SHUFFLE(quad_shuffle_rotate_down, __sm_quad_first() + (__sm_quad_lane() + n) % 4)
//@ quad_shuffle_rotate_up
SM_SHUFFLE(quad_shuffle_rotate_up, __sm_quad_first() + (__sm_quad_lane() + 4 - n % 4) % 4)
//@ quad_shuffle_and_fill_down
SM_SHUFFLE_FILL(quad_shuffle_and_fill_down, 4, l + n < width, l + n, l + n - width)
//@ quad_shuffle_and_fill_up
SM_SHUFFLE_FILL(quad_shuffle_and_fill_up, 4, l >= n, l - n, l - n + width)
//@ quad_broadcast_first
SM_LANES(true) T quad_broadcast_first(T v) { return __sm_from_lane(v, __sm_quad_first() + ctz(__sm_quad_active())); }
template <typename T, int N> SM_FUNCTION vec<T, N> quad_broadcast_first(vec<T, N> v) { SM_EACH_COMPONENT(quad_broadcast_first(v.elements[i])) }
//@ quad_all
SM_FUNCTION bool quad_all(bool v) { return __sm_quad_votes(v) == __sm_quad_active(); }
//@ quad_any
SM_FUNCTION bool quad_any(bool v) { return __sm_quad_votes(v) != 0; }
//@ quad_is_first
SM_FUNCTION bool quad_is_first() { return (__sm_quad_active() & ((1u << __sm_quad_lane()) - 1)) == 0; }
//@ quad_is_helper_thread
SM_FUNCTION bool quad_is_helper_thread() { return false; }
//@ quad_vote : all any vote_t
struct quad_vote {
    typedef uint vote_t;
    vote_t __sm_votes;
    SM_FUNCTION explicit constexpr quad_vote(vote_t v = 0) : __sm_votes(v) {}
    SM_FUNCTION explicit constexpr operator vote_t() const { return __sm_votes; }
    SM_FUNCTION bool all() const { return __sm_votes == __sm_quad_active(); }
    SM_FUNCTION bool any() const { return __sm_votes != 0; }
};
//@ quad_ballot
SM_FUNCTION quad_vote quad_ballot(bool v) { return quad_vote(__sm_quad_votes(v)); }
//@ quad_active_threads_mask
SM_FUNCTION quad_vote quad_active_threads_mask() { return quad_vote(__sm_quad_active()); }

//@ *
}  // namespace metal

// ---- a kernel's positions
//@ __sm_positions
template <typename T, typename P> struct __sm_positions {
    static SM_FUNCTION T of(sm_context c) { return T(P::at(0, c)); }
};
template <typename T, typename P> struct __sm_positions<metal::vec<T, 2>, P> {
    static SM_FUNCTION metal::vec<T, 2> of(sm_context c) { return metal::vec<T, 2>(P::at(0, c), P::at(1, c)); }
};
template <typename T, typename P> struct __sm_positions<metal::vec<T, 3>, P> {
    static SM_FUNCTION metal::vec<T, 3> of(sm_context c) { return metal::vec<T, 3>(P::at(0, c), P::at(1, c), P::at(2, c)); }
};
