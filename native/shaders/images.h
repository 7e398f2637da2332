// Channel values of images.
#pragma once

#include "kernel_arguments.h"

constant uint element_type [[function_constant(ML_CONSTANT_OPERAND_TYPES)]];
constant uint channels [[function_constant(ML_CONSTANT_CHANNELS)]];

namespace ml {

// Whether element i of the window is a colour, not alpha. Where its place in the pixel tells, a window begins with a whole pixel.
inline bool is_color(uint i, uint color_limit)
{
    switch (channels) {
    case ML_CHANNELS_NO_ALPHA: return true;
    case ML_CHANNELS_PLANAR: return i < color_limit;
    default: return i % channels != channels - 1u;
    }
}

} // namespace ml
