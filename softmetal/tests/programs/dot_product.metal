#include <metal_stdlib>
using namespace metal;

constant constexpr ushort kThreads = 256;

template <typename T, typename Accumulator>
[[kernel]] void dot_partial(device const T *a        [[buffer(0)]],
                            device const T *b        [[buffer(1)]],
                            device Accumulator *out  [[buffer(2)]],
                            constant uint &n         [[buffer(3)]],
                            uint gid                 [[thread_position_in_grid]],
                            uint total               [[threads_per_grid]],
                            ushort tid               [[thread_index_in_threadgroup]],
                            uint group               [[threadgroup_position_in_grid]])
{
    threadgroup Accumulator scratch[kThreads];
    Accumulator sum = Accumulator(0);
    for (uint i = gid; i < n; i += total)
        sum += Accumulator(a[i]) * Accumulator(b[i]);
    scratch[tid] = sum;
    threadgroup_barrier(mem_flags::mem_threadgroup);

    for (ushort stride = kThreads / 2; stride > 0; stride >>= 1) {
        if (tid < stride) scratch[tid] += scratch[tid + stride];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    if (tid == 0) out[group] = scratch[0];
}

#define INSTANTIATE(name, T, A)                                                                        \
    template [[host_name(name)]] [[kernel]] void dot_partial<T, A>(                                    \
        device const T *, device const T *, device A *, constant uint &, uint, uint, ushort, uint);

INSTANTIATE("dot_float", float, float)
INSTANTIATE("dot_half", half, float)
INSTANTIATE("dot_int", int, long)
INSTANTIATE("dot_uchar", uchar, uint)
