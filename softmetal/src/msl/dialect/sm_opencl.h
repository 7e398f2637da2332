// Platform layer of the MSL library: C++ for OpenCL 2021. Everything that is spelt in OpenCL's words is here, at
// global scope; the library's other files, which follow inside namespace sm, name nothing of OpenCL. Parts as in
// sm_metal_core.h.
//@ *
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF

// The hidden argument of every kernel; see sm_context in frontend.h.
struct sm_context {
    uint grid[4], base_group[4], group_size[4], group_count[4];
};

#define SM_DEVICE __global
#define SM_FUNCTION inline __attribute__((always_inline))

namespace sm_platform {

constexpr __constant memory_order relaxed = (memory_order)memory_order_relaxed;
constexpr __constant memory_order sequential = (memory_order)memory_order_seq_cst;
constexpr __constant memory_scope device = (memory_scope)memory_scope_device;

// Metal's positions are 32 bits wide. The assumption lets the compiler see that truncating an id changes nothing;
// without it neighbouring threads' loads become gathers.
SM_FUNCTION uint narrow(size_t id) {
    __builtin_assume(id <= 0xffffffffUL);
    return (uint)id;
}
SM_FUNCTION uint narrow_local(size_t id) {
    __builtin_assume(id < 1024UL);
    return (uint)id;
}

// A threadgroup of several rows whose SIMD groups are cut across them is launched as one row (SM_FLAT), since the
// runtime cuts sub-groups row by row. The launch is a uniform region of the grid: all the whole threadgroups along a
// dimension, or the one that is left at its end.
#ifdef SM_FLAT
SM_FUNCTION bool at_end(uint d, sm_context c) { return c.base_group[d] == c.grid[d] / c.group_size[d]; }
SM_FUNCTION uint region_size(uint d, sm_context c) { return at_end(d, c) ? c.grid[d] % c.group_size[d] : c.group_size[d]; }
SM_FUNCTION uint region_groups(uint d, sm_context c) { return at_end(d, c) ? 1 : c.grid[d] / c.group_size[d]; }
SM_FUNCTION uint local_index() { return narrow_local(get_local_id(0)); }
SM_FUNCTION uint local_size(uint d, sm_context c) { return region_size(d, c); }
SM_FUNCTION uint local_id(uint d, sm_context c) {
    const uint x = region_size(0, c), y = region_size(1, c);
    return d == 0 ? local_index() % x : d == 1 ? local_index() / x % y : local_index() / x / y;
}
SM_FUNCTION uint group_id(uint d, sm_context c) {
    const size_t g = get_group_id(0), x = region_groups(0, c), y = region_groups(1, c);
    return c.base_group[d] + (uint)(d == 0 ? g % x : d == 1 ? g / x % y : g / x / y);
}
SM_FUNCTION uint global_id(uint d, sm_context c) { return group_id(d, c) * c.group_size[d] + local_id(d, c); }
#else
SM_FUNCTION uint local_index() { return narrow_local(get_local_linear_id()); }
SM_FUNCTION uint local_size(uint d, sm_context) { return uint(get_local_size(d)); }
SM_FUNCTION uint local_id(uint d, sm_context) { return narrow_local(get_local_id(d)); }
SM_FUNCTION uint group_id(uint d, sm_context c) { return c.base_group[d] + narrow(get_group_id(d)); }
SM_FUNCTION uint global_id(uint d, sm_context) { return narrow(get_global_id(d)); }
#endif

struct thread_in_grid { static SM_FUNCTION uint at(uint d, sm_context c) { return global_id(d, c); } };
struct thread_in_threadgroup { static SM_FUNCTION uint at(uint d, sm_context c) { return local_id(d, c); } };
struct threadgroup_in_grid { static SM_FUNCTION uint at(uint d, sm_context c) { return group_id(d, c); } };
struct threads_per_grid { static SM_FUNCTION uint at(uint d, sm_context c) { return c.grid[d]; } };
struct threadgroups_per_grid { static SM_FUNCTION uint at(uint d, sm_context c) { return c.group_count[d]; } };
struct threads_per_threadgroup { static SM_FUNCTION uint at(uint d, sm_context c) { return local_size(d, c); } };
struct dispatch_threads_per_threadgroup { static SM_FUNCTION uint at(uint d, sm_context c) { return c.group_size[d]; } };
struct grid_origin { static SM_FUNCTION uint at(uint, sm_context) { return 0; } };
struct thread_index_in_threadgroup { static SM_FUNCTION uint at(uint, sm_context) { return local_index(); } };
struct threads_per_simdgroup { static SM_FUNCTION uint at(uint, sm_context) { return 32; } };
SM_FUNCTION uint threads_of_group(sm_context c) { return local_size(0, c) * local_size(1, c) * local_size(2, c); }
SM_FUNCTION uint threads_dispatched(sm_context c) { return c.group_size[0] * c.group_size[1] * c.group_size[2]; }
//@ thread_index_in_simdgroup
struct thread_index_in_simdgroup { static SM_FUNCTION uint at(uint, sm_context) { return get_sub_group_local_id(); } };
//@ simdgroup_index_in_threadgroup
struct simdgroup_index_in_threadgroup { static SM_FUNCTION uint at(uint, sm_context) { return get_sub_group_id(); } };
//@ simdgroups_per_threadgroup
struct simdgroups_per_threadgroup { static SM_FUNCTION uint at(uint, sm_context) { return get_num_sub_groups(); } };
//@ dispatch_simdgroups_per_threadgroup
struct dispatch_simdgroups_per_threadgroup { static SM_FUNCTION uint at(uint, sm_context c) { return (threads_dispatched(c) + 31) / 32; } };
//@ thread_index_in_quadgroup
struct thread_index_in_quadgroup { static SM_FUNCTION uint at(uint, sm_context) { return get_sub_group_local_id() & 3; } };
//@ quadgroup_index_in_threadgroup
struct quadgroup_index_in_threadgroup {
    static SM_FUNCTION uint at(uint, sm_context) { return get_sub_group_id() * 8 + get_sub_group_local_id() / 4; }
};
//@ quadgroups_per_threadgroup
struct quadgroups_per_threadgroup { static SM_FUNCTION uint at(uint, sm_context c) { return (threads_of_group(c) + 3) / 4; } };
//@ dispatch_quadgroups_per_threadgroup
struct dispatch_quadgroups_per_threadgroup { static SM_FUNCTION uint at(uint, sm_context c) { return (threads_dispatched(c) + 3) / 4; } };

//@ threadgroup_barrier
SM_FUNCTION void threadgroup_barrier() { work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
//@ memory_fence
SM_FUNCTION void memory_fence() { atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, sequential, device); }

//@ atomic
// Atomics on memory of any address space.
#define SM_ATOMIC_TYPE(T, A)                                                                                             \
    SM_FUNCTION T atomic_load(const volatile T *p) { return atomic_load_explicit((volatile A *)p, relaxed, device); } \
    SM_FUNCTION void atomic_store(volatile T *p, T v) { atomic_store_explicit((volatile A *)p, v, relaxed, device); } \
    SM_FUNCTION T atomic_exchange(volatile T *p, T v) { return atomic_exchange_explicit((volatile A *)p, v, relaxed, device); } \
    SM_FUNCTION bool atomic_compare_exchange(volatile T *p, T *expected, T desired) {                                     \
        return atomic_compare_exchange_strong_explicit((volatile A *)p, expected, desired, relaxed, relaxed, device); \
    }
#define SM_ATOMIC_OPERATION(T, A, OP)                                                                                     \
    SM_FUNCTION T atomic_##OP(volatile T *p, T v) { return atomic_fetch_##OP##_explicit((volatile A *)p, v, relaxed, device); }
#define SM_ATOMIC_INTEGER(T, A)                                                                                           \
    SM_ATOMIC_TYPE(T, A)                                                                                                  \
    SM_ATOMIC_OPERATION(T, A, add) SM_ATOMIC_OPERATION(T, A, sub) SM_ATOMIC_OPERATION(T, A, min)                          \
    SM_ATOMIC_OPERATION(T, A, max) SM_ATOMIC_OPERATION(T, A, and) SM_ATOMIC_OPERATION(T, A, or)                           \
    SM_ATOMIC_OPERATION(T, A, xor)
SM_ATOMIC_INTEGER(int, ::atomic_int)
SM_ATOMIC_INTEGER(uint, ::atomic_uint)
SM_ATOMIC_OPERATION(ulong, ::atomic_ulong, min) SM_ATOMIC_OPERATION(ulong, ::atomic_ulong, max)

//@ lane lanes shuffle simdgroup_barrier SM_SIMD_REDUCE elect ballot lanes_all lanes_any first_lane
SM_FUNCTION uint lane() { return get_sub_group_local_id(); }
SM_FUNCTION uint lanes() { return get_sub_group_size(); }
SM_FUNCTION void simdgroup_barrier() { sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
template <typename T> SM_FUNCTION T shuffle(T v, uint l) { return sub_group_shuffle(v, l); }
template <typename T> SM_FUNCTION T reduce_add(T v) { return sub_group_non_uniform_reduce_add(v); }
template <typename T> SM_FUNCTION T reduce_mul(T v) { return sub_group_non_uniform_reduce_mul(v); }
template <typename T> SM_FUNCTION T reduce_min(T v) { return sub_group_non_uniform_reduce_min(v); }
template <typename T> SM_FUNCTION T reduce_max(T v) { return sub_group_non_uniform_reduce_max(v); }
template <typename T> SM_FUNCTION T reduce_and(T v) { return sub_group_non_uniform_reduce_and(v); }
template <typename T> SM_FUNCTION T reduce_or(T v) { return sub_group_non_uniform_reduce_or(v); }
template <typename T> SM_FUNCTION T reduce_xor(T v) { return sub_group_non_uniform_reduce_xor(v); }
template <typename T> SM_FUNCTION T inclusive_add(T v) { return sub_group_non_uniform_scan_inclusive_add(v); }
template <typename T> SM_FUNCTION T exclusive_add(T v) { return sub_group_non_uniform_scan_exclusive_add(v); }
template <typename T> SM_FUNCTION T inclusive_mul(T v) { return sub_group_non_uniform_scan_inclusive_mul(v); }
template <typename T> SM_FUNCTION T exclusive_mul(T v) { return sub_group_non_uniform_scan_exclusive_mul(v); }
SM_FUNCTION bool lanes_all(bool v) { return sub_group_non_uniform_all(v) != 0; }
SM_FUNCTION bool lanes_any(bool v) { return sub_group_non_uniform_any(v) != 0; }
SM_FUNCTION bool elect() { return sub_group_elect() != 0; }
SM_FUNCTION uint ballot(bool v) { return sub_group_ballot(v).x; }
SM_FUNCTION uint first_lane() { return ::ctz(ballot(true)); }

//@ *
}  // namespace sm_platform

// Macros of OpenCL's that are names of Metal's.
#undef memory_order_relaxed
#undef memory_order_acquire
#undef memory_order_release
#undef memory_order_acq_rel
#undef memory_order_seq_cst
#undef NAN
#undef INFINITY
