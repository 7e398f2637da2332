// Platform layer of the MSL library: C++ for OpenCL 2021. Everything that is spelt in OpenCL's words is here, at
// global scope; sm_metal_core.h, which follows inside namespace sm, names nothing of OpenCL.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF

// The hidden argument of every kernel; see sm_context in frontend.h.
struct sm_context {
    uint grid[4], base_group[4], group_size[4], group_count[4];
};

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

struct thread_in_grid { static SM_FUNCTION uint at(uint d, sm_context) { return narrow(get_global_id(d)); } };
struct thread_in_threadgroup { static SM_FUNCTION uint at(uint d, sm_context) { return narrow_local(get_local_id(d)); } };
struct threadgroup_in_grid { static SM_FUNCTION uint at(uint d, sm_context c) { return c.base_group[d] + narrow(get_group_id(d)); } };
struct threads_per_grid { static SM_FUNCTION uint at(uint d, sm_context c) { return c.grid[d]; } };
struct threadgroups_per_grid { static SM_FUNCTION uint at(uint d, sm_context c) { return c.group_count[d]; } };
struct threads_per_threadgroup { static SM_FUNCTION uint at(uint d, sm_context) { return (uint)get_local_size(d); } };
struct dispatch_threads_per_threadgroup { static SM_FUNCTION uint at(uint d, sm_context c) { return c.group_size[d]; } };
struct grid_origin { static SM_FUNCTION uint at(uint, sm_context) { return 0; } };
struct thread_index_in_threadgroup { static SM_FUNCTION uint at(uint, sm_context) { return narrow_local(get_local_linear_id()); } };
struct threads_per_simdgroup { static SM_FUNCTION uint at(uint, sm_context) { return 32; } };
#ifdef SM_USES_SIMD
struct thread_index_in_simdgroup { static SM_FUNCTION uint at(uint, sm_context) { return get_sub_group_local_id(); } };
struct simdgroup_index_in_threadgroup { static SM_FUNCTION uint at(uint, sm_context) { return get_sub_group_id(); } };
struct simdgroups_per_threadgroup { static SM_FUNCTION uint at(uint, sm_context) { return get_num_sub_groups(); } };
struct dispatch_simdgroups_per_threadgroup {
    static SM_FUNCTION uint at(uint, sm_context c) { return (c.group_size[0] * c.group_size[1] * c.group_size[2] + 31) / 32; }
};
struct thread_index_in_quadgroup { static SM_FUNCTION uint at(uint, sm_context) { return get_sub_group_local_id() & 3; } };
struct quadgroup_index_in_threadgroup {
    static SM_FUNCTION uint at(uint, sm_context) { return get_sub_group_id() * 8 + get_sub_group_local_id() / 4; }
};
struct quadgroups_per_threadgroup {
    static SM_FUNCTION uint at(uint, sm_context) { return (narrow_local(get_local_size(0) * get_local_size(1) * get_local_size(2)) + 3) / 4; }
};
struct dispatch_quadgroups_per_threadgroup {
    static SM_FUNCTION uint at(uint, sm_context c) { return (c.group_size[0] * c.group_size[1] * c.group_size[2] + 3) / 4; }
};
#endif

SM_FUNCTION void threadgroup_barrier() { work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
SM_FUNCTION void memory_fence() { atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, sequential, device); }

#ifdef SM_USES_ATOMICS
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
SM_ATOMIC_INTEGER(long, ::atomic_long)
SM_ATOMIC_INTEGER(ulong, ::atomic_ulong)
#endif

#ifdef SM_USES_SIMD
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
SM_FUNCTION bool all(bool v) { return sub_group_non_uniform_all(v) != 0; }
SM_FUNCTION bool any(bool v) { return sub_group_non_uniform_any(v) != 0; }
SM_FUNCTION bool elect() { return sub_group_elect() != 0; }
SM_FUNCTION uint ballot(bool v) { return sub_group_ballot(v).x; }
SM_FUNCTION uint first_lane() { return ::ctz(ballot(true)); }
#endif

}  // namespace sm_platform

// Macros of OpenCL's that are names of Metal's.
#undef memory_order_relaxed
#undef memory_order_acquire
#undef memory_order_release
#undef memory_order_acq_rel
#undef memory_order_seq_cst
#undef NAN
#undef INFINITY
