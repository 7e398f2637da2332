#include <metal_stdlib>
using namespace metal;

// Conway's game on a torus. A threadgroup loads its tile with a border of one cell, then plays.
constant constexpr short TILE = 16;
constant constexpr short SIDE = TILE + 2;

enum class cell : uchar { dead = 0, alive = 1 };

inline cell next_state(cell now, int neighbours) {
    switch (neighbours) {
        case 2: return now;
        case 3: return cell::alive;
        default: return cell::dead;
    }
}

[[kernel, max_total_threads_per_threadgroup(256)]]
void life(device const cell *from [[buffer(0)]],
          device cell *to [[buffer(1)]],
          constant int2 &size [[buffer(2)]],
          ushort2 group [[threadgroup_position_in_grid]],
          ushort2 local [[thread_position_in_threadgroup]],
          ushort index [[thread_index_in_threadgroup]])
{
    threadgroup cell tile[SIDE][SIDE];
    for (ushort k = index; k < SIDE * SIDE; k += TILE * TILE) {
        const int2 offset = int2(k % SIDE, k / SIDE) - 1;
        int2 at = int2(group) * TILE + offset;
        at = (at + size * 2) % size;
        tile[k / SIDE][k % SIDE] = from[at.y * size.x + at.x];
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    const int2 me = int2(group) * TILE + int2(local);
    if (me.x >= size.x || me.y >= size.y) return;
    int neighbours = 0;
    for (short dy = -1; dy <= 1; ++dy)
        for (short dx = -1; dx <= 1; ++dx)
            if (dx != 0 || dy != 0) neighbours += static_cast<int>(tile[local.y + 1 + dy][local.x + 1 + dx]);
    to[me.y * size.x + me.x] = next_state(tile[local.y + 1][local.x + 1], neighbours);
}
