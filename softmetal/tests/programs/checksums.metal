#include <metal_stdlib>
using namespace metal;

// CRC-32 (IEEE 802.3) and Adler-32 of many messages at once, a message for each thread.
constant uint nibbles[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

typedef struct __attribute__((packed)) {
    uint offset;
    ushort length;
} Message;

struct Sums {
    uint crc, adler;
    bool operator==(thread const Sums &other) const { return crc == other.crc && adler == other.adler; }
};

static void feed(thread uint &crc, uchar byte) {
    crc ^= byte;
    crc = nibbles[crc & 15] ^ (crc >> 4);
    crc = nibbles[crc & 15] ^ (crc >> 4);
}

kernel void checksums(device const uchar *data [[buffer(0)]], device const Message *messages [[buffer(1)]],
                      device Sums *sums [[buffer(2)]], device const Sums *expected [[buffer(3)]],
                      device atomic_int *differing [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    const Message message = messages[i];
    Sums result = {~0u, 1};
    uint a = 1, b = 0;
    device const uchar *end = data + message.offset + message.length;
    for (device const uchar *p = data + message.offset; p != end; ++p) {
        feed(result.crc, *p);
        a = (a + *p) % 65521u;
        b = (b + a) % 65521u;
    }
    result.crc = ~result.crc;
    result.adler = b << 16 | a;
    sums[i] = result;
    const Sums right = expected[i];
    if (!(result == right)) atomic_fetch_add_explicit(differing, 1, memory_order_relaxed);
}
