// Channel values of images.
#pragma once

#include "kernel_arguments.h"

constant uint channels [[function_constant(ML_CONSTANT_CHANNELS)]];

namespace ml {

// Whether element i of the window is a colour, not alpha. A window begins with a whole pixel.
inline bool is_color(uint i, uint color_count, uint color_limit)
{
    return i < color_limit && (channels == 1u || i % channels < color_count);
}

} // namespace ml
