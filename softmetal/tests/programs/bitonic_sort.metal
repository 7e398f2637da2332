#include <metal_stdlib>
using namespace metal;

// Keys are ordered by a functor, so that one kernel sorts up and another one down.
struct Ascending {
    template <typename T> static bool before(T a, T b) { return a < b; }
};
struct Descending {
    template <typename T> static bool before(T a, T b) { return b < a; }
};

struct Step {
    uint block;    // length of the bitonic sequences that this stage merges
    uint distance; // of the two elements that are compared
};

template <typename T, typename Order>
kernel void bitonic_step(device T *keys [[buffer(0)]], constant Step &step [[buffer(1)]],
                         uint i [[thread_position_in_grid]])
{
    const uint low = (i / step.distance) * step.distance * 2 + i % step.distance;
    const uint high = low + step.distance;
    const bool up = (low & step.block) == 0;
    const T a = keys[low], b = keys[high];
    if (Order::before(b, a) == up && a != b) {
        keys[low] = b;
        keys[high] = a;
    }
}

// All stages whose distance fits into a threadgroup's memory, in one dispatch.
template <typename T, typename Order>
kernel void bitonic_local(device T *keys [[buffer(0)]], constant Step &first [[buffer(1)]],
                          threadgroup T *tile [[threadgroup(0)]],
                          uint group [[threadgroup_position_in_grid]],
                          uint t [[thread_position_in_threadgroup]],
                          uint threads [[threads_per_threadgroup]])
{
    const uint base = group * threads * 2;
    tile[t] = keys[base + t];
    tile[t + threads] = keys[base + t + threads];
    for (uint block = first.block; block <= (first.distance == 0 ? threads * 2 : first.block); block *= 2) {
        for (uint distance = min(block / 2, threads); distance > 0; distance /= 2) {
            threadgroup_barrier(mem_flags::mem_threadgroup);
            const uint low = (t / distance) * distance * 2 + t % distance;
            const bool up = ((base + low) & block) == 0;
            if (Order::before(tile[low + distance], tile[low]) == up) {
                T swapped = tile[low];
                tile[low] = tile[low + distance];
                tile[low + distance] = swapped;
            }
        }
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    keys[base + t] = tile[t];
    keys[base + t + threads] = tile[t + threads];
}

#define SORT(T, NAME, ORDER)                                                                          \
    template [[host_name("step_" NAME)]] kernel void bitonic_step<T, ORDER>(device T *, constant Step &, uint); \
    template [[host_name("local_" NAME)]] kernel void bitonic_local<T, ORDER>(                        \
        device T *, constant Step &, threadgroup T *, uint, uint, uint);

SORT(float, "float_up", Ascending)
SORT(float, "float_down", Descending)
SORT(int, "int_up", Ascending)
SORT(ulong, "ulong_down", Descending)
