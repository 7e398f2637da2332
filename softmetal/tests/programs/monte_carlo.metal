#include <metal_stdlib>
using namespace metal;

// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw (2011).
struct Philox {
    uint4 counter;
    uint2 key;

    uint4 operator()() {
        uint4 c = counter;
        uint2 k = key;
        for (int round = 0; round < 10; ++round) {
            const uint hi0 = mulhi(0xD2511F53u, c.x), lo0 = 0xD2511F53u * c.x;
            const uint hi1 = mulhi(0xCD9E8D57u, c.z), lo1 = 0xCD9E8D57u * c.z;
            c = uint4(hi1 ^ c.y ^ k.x, lo1, hi0 ^ c.w ^ k.y, lo0);
            k += uint2(0x9E3779B9u, 0xBB67AE85u);
        }
        counter.x++;
        return c;
    }
};

struct Job { uint2 key; uint rounds; };

// Points of the unit square within the quarter circle, in whole numbers: every device counts the same.
kernel void count_hits(device atomic_uint &hits [[buffer(0)]], device uint4 *first [[buffer(1)]],
                       const constant Job &job [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    Philox random = {uint4(0, i, 0, 0), job.key};
    uint inside = 0;
    for (uint r = 0; r < job.rounds; r++) {
        const uint4 bits = random();
        if (r == 0) first[i] = bits;
        const ulong2 x = ulong2(bits.xz >> 1), y = ulong2(bits.yw >> 1);
        inside += (x.x * x.x + y.x * y.x) < (1ul << 62);
        inside += (x.y * x.y + y.y * y.y) < (1ul << 62);
    }
    inside = simd_sum(inside);
    if (simd_is_first()) atomic_fetch_add_explicit(&hits, inside, memory_order_relaxed);
}
