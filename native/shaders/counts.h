// Counting the rare results. The common path has no atomic operation.
#pragma once

#include "kernel_arguments.h"

namespace ml {

inline void count(device atomic_uint *counts, uint which)
{
    atomic_fetch_add_explicit(&counts[which], 1u, memory_order_relaxed);
}

// Called for element i only where its result overflowed or is not finite.
inline void count_exception(device atomic_uint *counts, uint i, bool overflow, bool nan, bool operands_finite)
{
    if (overflow) {
        count(counts, ML_COUNT_OVERFLOW);
        atomic_fetch_min_explicit(&counts[ML_COUNT_FIRST], i, memory_order_relaxed);
    } else if (nan) {
        count(counts, ML_COUNT_NONREAL);
    } else if (operands_finite) {
        count(counts, ML_COUNT_INFINITE);
    }
}

} // namespace ml
