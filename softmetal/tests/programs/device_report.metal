#include <metal_stdlib>
using namespace metal;

constant float3 weights [[function_constant(0)]];
constant int bias [[function_constant(3)]];
constant int extra [[function_constant(4)]];
constant int offset = is_function_constant_defined(extra) ? bias + extra : bias;

// Uses what the report asks about: function constants, static threadgroup memory, a buffer that is only read.
kernel void weigh(const device packed_float3 *vectors [[buffer(2)]], device int *results [[buffer(5)]],
                  uint i [[thread_position_in_grid]], uint t [[thread_index_in_threadgroup]])
{
    threadgroup float scratch[64];
    scratch[t] = dot(float3(vectors[i]), weights);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    results[i] = int(rint(scratch[t])) + offset;
}
