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

// Values of an integer type T lie in words of 32 bits, the first in the lowest bits.
template <typename T> inline uint bits_of_values(T) { return 8u * uint(sizeof(T)); }

// One value in every place of a word.
template <typename T> inline uint in_every_place(uint value, T x)
{
    return bits_of_values(x) == 8u ? value * 0x01010101u : value * 0x00010001u;
}

// The bits of the colours in the word that begins with element i.
template <typename T> inline uint color_bits(uint i, uint color_limit, T x)
{
    if (channels == ML_CHANNELS_NO_ALPHA) {
        return 0xffffffffu;
    }
    uint bits = bits_of_values(x);
    uint value = 0xffffffffu >> (32u - bits);
    uint colors = 0u;
    for (uint k = 0u; k * bits < 32u; ++k) {
        colors |= is_color(i + k, color_limit) ? value << (k * bits) : 0u;
    }
    return colors;
}

} // namespace ml
