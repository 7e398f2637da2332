#include <metal_stdlib>
using namespace metal;

// Least significant digit first, four bits a pass, stable: count, scan, scatter.
enum { RADIX_BITS = 4, RADIX = 1 << RADIX_BITS, THREADS = 256 };

struct Pass {
    uint count;
    ushort shift;
    ushort groups;
};

struct Pair {
    uint key;
    uint value;
};

// A float's bits in the order of its value.
static inline uint flip(float f) {
    uint bits = as_type<uint>(f);
    return bits ^ ((bits >> 31) ? 0xffffffffu : 0x80000000u);
}

kernel void make_pairs(const device float *keys [[buffer(0)]], device Pair *pairs [[buffer(1)]],
                       uint i [[thread_position_in_grid]])
{
    pairs[i] = Pair{flip(keys[i]), i};
}

static inline uint digit(uint key, constant Pass &pass) { return extract_bits(key, pass.shift, RADIX_BITS); }

kernel void count_digits(const device Pair *pairs [[buffer(0)]], device uint *counts [[buffer(1)]],
                         constant Pass &pass [[buffer(2)]],
                         uint i [[thread_position_in_grid]], uint t [[thread_position_in_threadgroup]],
                         uint group [[threadgroup_position_in_grid]])
{
    threadgroup atomic_uint bins[RADIX];
    if (t < RADIX) atomic_store_explicit(&bins[t], 0u, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (i < pass.count) atomic_fetch_add_explicit(&bins[digit(pairs[i].key, pass)], 1u, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    // Digit by digit, so that one scan over all gives every group's start.
    if (t < RADIX) counts[t * pass.groups + group] = atomic_load_explicit(&bins[t], memory_order_relaxed);
}

kernel void scan_counts(device uint *counts [[buffer(0)]], constant Pass &pass [[buffer(1)]],
                        uint t [[thread_index_in_threadgroup]])
{
    threadgroup uint sums[THREADS];
    const uint length = uint(pass.groups) * RADIX;
    const uint each = (length + THREADS - 1) / THREADS;
    const uint begin = min(t * each, length), end = min(begin + each, length);
    uint sum = 0;
    for (uint i = begin; i < end; ++i) sum += counts[i];
    sums[t] = sum;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint before = 0;
    for (uint i = 0; i < t; ++i) before += sums[i];
    for (uint i = begin; i < end; ++i) {
        const uint count = counts[i];
        counts[i] = before;
        before += count;
    }
}

kernel void scatter(const device Pair *from [[buffer(0)]], device Pair *to [[buffer(1)]],
                    const device uint *starts [[buffer(2)]], constant Pass &pass [[buffer(3)]],
                    uint i [[thread_position_in_grid]], uint t [[thread_position_in_threadgroup]],
                    uint group [[threadgroup_position_in_grid]],
                    uint lane [[thread_index_in_simdgroup]], uint simd [[simdgroup_index_in_threadgroup]])
{
    threadgroup uint counts[THREADS / 32][RADIX];
    const bool there = i < pass.count;
    const Pair pair = there ? from[i] : Pair{0u, 0u};
    const uint own = there ? digit(pair.key, pass) : uint(RADIX);
    // Which lanes have the same digit: one ballot for each bit.
    ulong same = ulong(simd_ballot(there));
    for (uint bit = 0; bit < RADIX_BITS; ++bit) {
        const ulong votes = ulong(simd_ballot((own >> bit) & 1u));
        same &= ((own >> bit) & 1u) ? votes : ~votes;
    }
    const uint rank = popcount(uint(same) & ((1u << lane) - 1u));
    for (uint d = lane; d < RADIX; d += 32) counts[simd][d] = 0;
    simdgroup_barrier(mem_flags::mem_threadgroup);
    if (there && rank == 0) counts[simd][own] = popcount(uint(same));
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (!there) return;
    uint place = starts[own * pass.groups + group] + rank;
    for (uint s = 0; s < simd; ++s) place += counts[s][own];
    to[place] = pair;
}

kernel void take_apart(const device Pair *pairs [[buffer(0)]], device uint *order [[buffer(1)]],
                       device float *keys [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const uint bits = pairs[i].key;
    keys[i] = as_type<float>(bits ^ ((bits >> 31) ? 0x80000000u : 0xffffffffu));
    order[i] = pairs[i].value;
}
