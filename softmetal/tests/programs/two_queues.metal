#include <metal_stdlib>
using namespace metal;

// Writes i^2 (modulo a prime) slowly enough for another queue to overtake it.
kernel void produce(device uint *out [[buffer(0)]], constant uint &rounds [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    uint x = i;
    for (uint r = 0; r < rounds; r++) x = (x * x + r) % 65521u;
    out[i] = x;
}

kernel void consume(device const uint *in [[buffer(0)]], device uint *out [[buffer(1)]],
                    uint i [[thread_position_in_grid]], uint n [[threads_per_grid]])
{
    out[i] = in[n - 1 - i] + 1u;
}
