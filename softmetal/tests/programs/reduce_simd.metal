#include <metal_stdlib>
#include <metal_simdgroup>
using namespace metal;

// Which reduction the kernel does is fixed when the pipeline is made.
constant int operation [[function_constant(0)]];
constant bool use_shuffle [[function_constant(1)]];
constant bool is_sum = operation == 0;
constant bool is_max = operation == 1;

static inline float combine(float a, float b) {
    if (is_sum) return a + b;
    if (is_max) return max(a, b);
    return min(a, b);
}

static inline float identity() { return is_sum ? 0.0f : (is_max ? -INFINITY : INFINITY); }

static float simd_combine(float value, ushort width) {
    if (use_shuffle) {
        for (ushort offset = width / 2; offset > 0; offset /= 2)
            value = combine(value, simd_shuffle_down(value, offset));
        return value;
    }
    if (is_sum) return simd_sum(value);
    return is_max ? simd_max(value) : simd_min(value);
}

kernel void reduce(const device float4 *input [[buffer(0)]],
                   device float *partials     [[buffer(1)]],
                   constant uint &quads       [[buffer(2)]],
                   threadgroup float *shared  [[threadgroup(0)]],
                   uint group   [[threadgroup_position_in_grid]],
                   uint groups  [[threadgroups_per_grid]],
                   uint thread_index [[thread_position_in_threadgroup]],
                   uint threads [[threads_per_threadgroup]],
                   ushort lane  [[thread_index_in_simdgroup]],
                   ushort simd  [[simdgroup_index_in_threadgroup]],
                   ushort simds [[simdgroups_per_threadgroup]],
                   ushort width [[threads_per_simdgroup]])
{
    float value = identity();
    for (uint i = group * threads + thread_index; i < quads; i += groups * threads) {
        const float4 v = input[i];
        value = combine(value, combine(combine(v.x, v.y), combine(v.z, v.w)));
    }
    value = simd_combine(value, width);
    if (lane == 0) shared[simd] = value;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (simd == 0) {
        value = lane < simds ? shared[lane] : identity();
        value = simd_combine(value, width);
        if (lane == 0) partials[group] = value;
    }
}
