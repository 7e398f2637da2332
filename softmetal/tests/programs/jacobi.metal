#include <metal_stdlib>
using namespace metal;

typedef struct {
    int width;
    int height;
} Grid;

// One sweep of Jacobi's method for Laplace's equation; the largest change is kept as the bits of a float, which
// order as integers while they are not negative.
kernel void jacobi_sweep(const device float *u [[buffer(0)]],
                         device float *next [[buffer(1)]],
                         const constant Grid *grid [[buffer(2)]],
                         device atomic_uint *largest [[buffer(3)]],
                         ushort2 p [[thread_position_in_grid]],
                         ushort lane [[thread_index_in_threadgroup]],
                         ushort2 local [[thread_position_in_threadgroup]])
{
    threadgroup atomic_uint group_largest;
    if (lane == 0) atomic_store_explicit(&group_largest, 0, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);

    const int w = grid->width, at = (int)p.y * w + (int)p.x;
    if (p.x > 0 && p.y > 0 && p.x < w - 1 && p.y < grid->height - 1) {
        const float value = 0.25f * ((u[at - 1] + u[at + 1]) + (u[at - w] + u[at + w]));
        next[at] = value;
        atomic_fetch_max_explicit(&group_largest, as_type<uint>(abs(value - u[at])), memory_order_relaxed);
    } else if (p.x < w && p.y < grid->height) {
        next[at] = u[at];
    }

    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (local.x == 0 && local.y == 0)
        atomic_fetch_max_explicit(largest, atomic_load_explicit(&group_largest, memory_order_relaxed),
                                  memory_order_relaxed);
}
