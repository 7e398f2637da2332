// IEEE-754 binary64 behind the name real64: the device's own double where it has one, else 64-bit integer arithmetic.
// Both give the same bits (any NaN counts as equal to any NaN).
#pragma once

#if defined(__HAVE_DOUBLE__) && !defined(ML_EMULATE_DOUBLE)
#define ML_NATIVE_DOUBLE 1
#include "native.h"
#else
#include "emulated.h"
#endif
