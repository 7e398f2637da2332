#include <metal_stdlib>
using namespace metal;

typedef float2 cfloat;

inline cfloat cmul(cfloat a, cfloat b) { return cfloat(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

struct FFTParams {
    uint log2n;
    uint stage;   // butterflies of length 2^(stage + 1)
    int direction;
};

kernel void bit_reverse(device const cfloat *in  [[buffer(0)]],
                        device cfloat *out       [[buffer(1)]],
                        constant FFTParams &p    [[buffer(2)]],
                        uint i                   [[thread_position_in_grid]])
{
    out[p.log2n == 0 ? 0 : reverse_bits(i) >> (32 - p.log2n)] = in[i];
}

kernel void butterfly(device cfloat *data       [[buffer(0)]],
                      constant FFTParams &p     [[buffer(2)]],
                      uint i                    [[thread_position_in_grid]])
{
    const uint half_length = 1u << p.stage;
    const uint k = i & (half_length - 1);
    const uint top = ((i >> p.stage) << (p.stage + 1)) + k;
    float c, s = metal::precise::sincos(float(p.direction) * M_PI_F * float(k) / float(half_length), c);
    const cfloat a = data[top], b = cmul(data[top + half_length], cfloat(c, s));
    data[top] = a + b;
    data[top + half_length] = a - b;
}

kernel void scale(device cfloat *data [[buffer(0)]], constant float &factor [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    data[i] *= factor;
}
