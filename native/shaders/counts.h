// Counting the rare results. The common path has no atomic operation: it only sets a flag, which every thread may do at the same
// time with the same value; the host then runs the window again to count, first in registers over the elements of a thread.
#pragma once

#include "kernel_arguments.h"

constant uint counting [[function_constant(ML_CONSTANT_COUNTING)]];

namespace ml {

struct exceptions {
    uint nonreal;
    uint infinite;
    uint overflows;
    uint first; // lowest element that overflowed
};

inline exceptions no_exceptions()
{
    exceptions none;
    none.nonreal = 0u;
    none.infinite = 0u;
    none.overflows = 0u;
    none.first = 0xffffffffu;
    return none;
}

inline void note(thread exceptions &noted, ulong i, bool overflow, bool finite, bool nan, bool operands_finite)
{
    noted.overflows += uint(overflow);
    noted.first = overflow ? metal::min(noted.first, uint(i)) : noted.first;
    noted.nonreal += uint(nan & !overflow);
    noted.infinite += uint(!(finite | nan | overflow) & operands_finite);
}

inline void report(device atomic_uint *counts, exceptions noted)
{
    if ((noted.nonreal | noted.infinite | noted.overflows) == 0u) {
        return;
    }
    atomic_fetch_add_explicit(&counts[ML_COUNT_NONREAL], noted.nonreal, memory_order_relaxed);
    atomic_fetch_add_explicit(&counts[ML_COUNT_INFINITE], noted.infinite, memory_order_relaxed);
    atomic_fetch_add_explicit(&counts[ML_COUNT_OVERFLOW], noted.overflows, memory_order_relaxed);
    atomic_fetch_min_explicit(&counts[ML_COUNT_FIRST], noted.first, memory_order_relaxed);
}

} // namespace ml
