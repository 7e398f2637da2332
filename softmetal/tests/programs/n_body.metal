#include <metal_stdlib>
using namespace metal;

struct Parameters {
    float timestep;
    float softening;
    uint bodies;
};

static float3 acceleration(float4 other, float3 position, float softeningSquared) {
    float3 r = other.xyz - position;
    float inv = rsqrt(length_squared(r) + softeningSquared);
    return other.w * (inv * inv * inv) * r;
}

// Position in xyz, mass in w. Every threadgroup stages the bodies in tiles through its memory.
kernel void integrate(device const float4 *oldPositions [[buffer(0)]],
                      device float4 *newPositions [[buffer(1)]],
                      device packed_float3 *velocities [[buffer(2)]],
                      constant Parameters &p [[buffer(3)]],
                      threadgroup float4 *tile [[threadgroup(0)]],
                      uint body [[thread_position_in_grid]],
                      uint local [[thread_position_in_threadgroup]],
                      uint tileSize [[threads_per_threadgroup]])
{
    const float4 me = body < p.bodies ? oldPositions[body] : float4(0);
    float3 total = 0;
    for (uint start = 0; start < p.bodies; start += tileSize) {
        const uint from = start + local;
        tile[local] = from < p.bodies ? oldPositions[from] : float4(0.f, 0.f, 0.f, 0.f);
        threadgroup_barrier(mem_flags::mem_threadgroup);
        for (uint i = 0; i < tileSize; ++i)
            total += acceleration(tile[i], me.xyz, p.softening * p.softening);
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    if (body >= p.bodies) return;
    float3 velocity = float3(velocities[body]) + total * p.timestep;
    velocities[body] = velocity;
    newPositions[body] = float4(me.xyz + velocity * p.timestep, me.w);
}
