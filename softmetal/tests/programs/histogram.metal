#include <metal_stdlib>
#include <metal_atomic>
using namespace metal;

// 256 bins of bytes: each threadgroup counts into its own memory first, then adds its bins to everybody's.
kernel void histogram256(const device uchar *pixels [[buffer(0)]],
                         device atomic_uint *bins [[buffer(1)]],
                         constant uint &length [[buffer(2)]],
                         uint3 position [[thread_position_in_grid]],
                         uint3 total [[threads_per_grid]],
                         ushort3 local [[thread_position_in_threadgroup]],
                         ushort3 size [[threads_per_threadgroup]])
{
    threadgroup atomic_uint local_bins[256];
    for (ushort i = local.x; i < 256; i += size.x)
        atomic_store_explicit(&local_bins[i], 0, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);

    for (uint i = position.x; i < length; i += total.x)
        atomic_fetch_add_explicit(&local_bins[pixels[i]], 1, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);

    for (ushort i = local.x; i < 256; i += size.x) {
        uint count = atomic_load_explicit(&local_bins[i], memory_order_relaxed);
        if (count) atomic_fetch_add_explicit(bins + i, count, memory_order_relaxed);
    }
}

// Extremes of what was counted, by compare and exchange.
struct Extremes {
    atomic_int lowest;
    atomic_int highest;
    atomic_uint used;
};

kernel void extremes(const device uint *bins [[buffer(0)]], device Extremes &result [[buffer(1)]],
                     uint bin [[thread_position_in_grid]])
{
    if (bins[bin] == 0) return;
    atomic_fetch_min_explicit(&result.lowest, int(bin), memory_order_relaxed);
    int expected = atomic_load_explicit(&result.highest, memory_order_relaxed);
    while (expected < int(bin) &&
           !atomic_compare_exchange_weak_explicit(&result.highest, &expected, int(bin),
                                                  memory_order_relaxed, memory_order_relaxed)) {}
    atomic_fetch_or_explicit(&result.used, 1u << (bin / 8), memory_order_relaxed);
}
