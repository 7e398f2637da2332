#include <metal_stdlib>
using namespace metal;

#ifndef BLOCK
#define BLOCK 256
#endif
#define PER_THREAD 4

// Every threadgroup scans BLOCK * PER_THREAD elements and leaves their sum in sums.
kernel void scan_blocks(device const uint *in [[buffer(0)]], device uint *out [[buffer(1)]],
                        device uint *sums [[buffer(2)]], constant uint &n [[buffer(3)]],
                        uint group [[threadgroup_position_in_grid]], uint t [[thread_position_in_threadgroup]])
{
    threadgroup uint tile[2][BLOCK];
    const uint base = (group * BLOCK + t) * PER_THREAD;
    uint v[PER_THREAD], own = 0;
#pragma unroll
    for (uint k = 0; k < PER_THREAD; k++) {
        v[k] = base + k < n ? in[base + k] : 0u;
        own += v[k];
    }
    tile[0][t] = own;
    int from = 0;
    for (uint reach = 1; reach < BLOCK; reach <<= 1) {       // Hillis and Steele
        threadgroup_barrier(mem_flags::mem_threadgroup);
        tile[1 - from][t] = tile[from][t] + (t >= reach ? tile[from][t - reach] : 0u);
        from = 1 - from;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint before = tile[from][t] - own;
    for (uint k = 0; k < PER_THREAD; k++) {
        if (base + k < n) out[base + k] = before;
        before += v[k];
    }
    if (t == BLOCK - 1) sums[group] = before;
}

kernel void add_sums(device uint *out [[buffer(0)]], device const uint *sums [[buffer(1)]],
                     constant uint &n [[buffer(2)]],
                     uint group [[threadgroup_position_in_grid]], uint t [[thread_position_in_threadgroup]])
{
    const uint base = (group * BLOCK + t) * PER_THREAD;
    for (uint k = 0; k < PER_THREAD && base + k < n; k++) out[base + k] += sums[group];
}

// The same over SIMD groups, a block of 1024 threads with one element each.
kernel void scan_blocks_simd(device const uint *in [[buffer(0)]], device uint *out [[buffer(1)]],
                             device uint *sums [[buffer(2)]], constant uint &n [[buffer(3)]],
                             uint group [[threadgroup_position_in_grid]], uint t [[thread_position_in_threadgroup]],
                             uint lane [[thread_index_in_simdgroup]], uint simd [[simdgroup_index_in_threadgroup]])
{
    threadgroup uint totals[32];
    const uint i = group * 1024 + t;
    const uint value = i < n ? in[i] : 0;
    uint before = simd_prefix_exclusive_sum(value);
    if (lane == 31) totals[simd] = before + value;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (simd == 0) totals[lane] = simd_prefix_exclusive_sum(totals[lane]);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    before += totals[simd];
    if (i < n) out[i] = before;
    if (t == 1023) sums[group] = before + value;
}
