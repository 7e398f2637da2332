#include <metal_stdlib>
using namespace metal;

// Sparse matrix times vector, CSR; a SIMD group works on each row.
template <typename Value, typename Index = uint>
struct Csr {
    const device Value *values;
    const device Index *columns;
    const device Index *starts;

    Value row_times(const device Value *x, uint row, uint lane) const {
        Value sum = 0;
        for (Index k = starts[row] + lane; k < starts[row + 1]; k += 32) sum = fma(values[k], x[columns[k]], sum);
        return sum;
    }
};

kernel void spmv(const device float *values [[buffer(0)]], const device uint *columns [[buffer(1)]],
                 const device uint *starts [[buffer(2)]], const device float *x [[buffer(3)]],
                 device float *y [[buffer(4)]], constant uint &rows [[buffer(5)]],
                 uint simd [[simdgroup_index_in_threadgroup]], uint simds [[simdgroups_per_threadgroup]],
                 uint group [[threadgroup_position_in_grid]], uint lane [[thread_index_in_simdgroup]])
{
    const uint row = group * simds + simd;
    if (row >= rows) return;
    const Csr<float> matrix{values, columns, starts};
    float sum = matrix.row_times(x, row, lane);
    for (ushort mask = 16; mask > 0; mask >>= 1) sum += simd_shuffle_xor(sum, mask);
    if (lane == 0) y[row] = sum;
}
