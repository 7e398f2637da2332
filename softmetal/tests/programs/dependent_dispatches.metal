#include <metal_stdlib>
using namespace metal;

// Steps of a linear congruential generator; every thread reads its right neighbour, so that a step that starts before
// the one before it has ended everywhere gives something else.
kernel void step(device const ulong *from, device ulong *to, constant uint &count,
                 uint i [[thread_position_in_grid]])
{
    const uint right = i + 1 == count ? 0 : i + 1;
    to[i] = (from[i] ^ rotate(from[right], 7ul)) * 6364136223846793005UL + 1442695040888963407UL;
}
