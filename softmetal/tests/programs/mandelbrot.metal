#include <metal_stdlib>
using namespace metal;
#pragma METAL fp contract(off)

namespace fractal {
struct View {
    float2 center;
    float scale;
    uint max_iterations;
    uint2 size;
};

// How often z -> z^2 + c stays within the circle of radius 2.
inline uint escape_time(float2 c, uint limit) {
    float2 z = float2(0.0f);
    uint n = 0;
    while (n < limit && dot(z, z) <= 4.0f) {
        z = float2(z.x * z.x - z.y * z.y, 2.0f * z.x * z.y) + c;
        ++n;
    }
    return n;
}

inline uchar4 colour(uint n, uint limit) {
    if (n == limit) return uchar4(0, 0, 0, 255);
    return uchar4(uchar(n & 0xff), uchar((n * 7) & 0xff), uchar3(n * 13).z, 255);
}
} // namespace fractal

kernel void mandelbrot(device uchar4 *image [[buffer(0)]],
                       device ushort *times [[buffer(1)]],
                       constant fractal::View &view [[buffer(2)]],
                       ushort2 pixel [[thread_position_in_grid]])
{
    if (any(uint2(pixel) >= view.size)) return;
    const float2 c = view.center + (float2(pixel) - 0.5f * float2(view.size)) * view.scale;
    const uint n = fractal::escape_time(c, view.max_iterations);
    const uint index = pixel.y * view.size.x + pixel.x;
    times[index] = ushort(n);
    image[index] = fractal::colour(n, view.max_iterations);
}
