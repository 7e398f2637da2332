// Adds two arrays, element by element.
#include <metal_stdlib>
using namespace metal;

kernel void add_arrays(device const float *inA,
                       device const float *inB,
                       device float *result,
                       uint index [[thread_position_in_grid]])
{
    // The for-loop over the arrays is replaced by a grid of threads, each of which adds one pair.
    result[index] = inA[index] + inB[index];
}
