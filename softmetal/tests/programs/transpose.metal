#include <metal_stdlib>
using namespace metal;

#define TILE 32
#define ROWS 8

// Through threadgroup memory, so that both reads and writes run along rows; the odd pitch keeps banks apart.
template <class T>
kernel void transpose(const device T *in [[buffer(0)]], device T *out [[buffer(1)]],
                      constant uint2 &size [[buffer(2)]],
                      uint2 group [[threadgroup_position_in_grid]],
                      uint2 local [[thread_position_in_threadgroup]])
{
    threadgroup T tile[TILE][TILE + 1];
    uint2 from = group * TILE + local;
    for (uint row = 0; row < TILE; row += ROWS)
        if (from.x < size.x && from.y + row < size.y) tile[local.y + row][local.x] = in[(from.y + row) * size.x + from.x];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint2 to = group.yx * TILE + local;
    for (uint row = 0; row < TILE; row += ROWS)
        if (to.x < size.y && to.y + row < size.x) out[(to.y + row) * size.y + to.x] = tile[local.x][local.y + row];
}

template [[host_name("transpose_1")]] kernel void transpose<uchar>(const device uchar *, device uchar *, constant uint2 &, uint2, uint2);
template [[host_name("transpose_2")]] kernel void transpose<half>(const device half *, device half *, constant uint2 &, uint2, uint2);
template [[host_name("transpose_4")]] kernel void transpose<float>(const device float *, device float *, constant uint2 &, uint2, uint2);
template [[host_name("transpose_8")]] kernel void transpose<short4>(const device short4 *, device short4 *, constant uint2 &, uint2, uint2);
