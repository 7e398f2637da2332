#include <metal_stdlib>

struct SaxpyArguments {
    float alpha;
    uint count;
    int strideX;
    int strideY;
};

// y <- alpha x + y, with strides as BLAS has them; strides may be negative.
kernel void saxpy(constant SaxpyArguments &args [[buffer(0)]],
                  const device float *x [[buffer(1)]],
                  device float *y [[buffer(2)]],
                  uint gid [[thread_position_in_grid]],
                  uint grid [[threads_per_grid]])
{
    const int last = int(args.count) - 1;
    for (uint i = gid; i < args.count; i += grid) {   // grid-stride loop
        int ix = args.strideX >= 0 ? int(i) * args.strideX : (int(i) - last) * args.strideX;
        int iy = args.strideY >= 0 ? int(i) * args.strideY : (int(i) - last) * args.strideY;
        y[iy] = metal::fma(args.alpha, x[ix], y[iy]);
    }
}
