#include <metal_stdlib>
using namespace metal;

constant ushort TILE [[function_constant(0)]];
constant bool transpose_b [[function_constant(1)]];
constant float scale [[function_constant(2)]];
constant bool has_scale = is_function_constant_defined(scale);
constant bool b_is_transposed = is_function_constant_defined(transpose_b) ? transpose_b : false;

struct Shape { uint rows, columns, inner; };

// C = A B, or A B^T; row-major; a tile of C for each threadgroup.
kernel void matmul(device const float *A [[buffer(0)]],
                   device const float *B [[buffer(1)]],
                   device float *C [[buffer(2)]],
                   constant Shape &shape [[buffer(3)]],
                   threadgroup float *tileA [[threadgroup(0)]],
                   threadgroup float *tileB [[threadgroup(1)]],
                   uint2 gid [[thread_position_in_grid]],
                   ushort2 tid [[thread_position_in_threadgroup]])
{
    float sum = 0;
    const uint tiles = (shape.inner + TILE - 1) / TILE;
    for (uint t = 0; t < tiles; t++) {
        const uint k_a = t * TILE + tid.x, k_b = t * TILE + tid.y;
        const bool in_a = gid.y < shape.rows && k_a < shape.inner;
        const bool in_b = gid.x < shape.columns && k_b < shape.inner;
        tileA[tid.y * TILE + tid.x] = in_a ? A[gid.y * shape.inner + k_a] : 0.0;
        tileB[tid.y * TILE + tid.x] = !in_b ? 0.0f : b_is_transposed ? B[gid.x * shape.inner + k_b]
                                                                      : B[k_b * shape.columns + gid.x];
        threadgroup_barrier(mem_flags::mem_threadgroup);
        for (ushort k = 0; k < TILE; k++)
            sum += tileA[tid.y * TILE + k] * tileB[k * TILE + tid.x];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    if (gid.y < shape.rows && gid.x < shape.columns)
        C[gid.y * shape.columns + gid.x] = has_scale ? scale * sum : sum;
}
