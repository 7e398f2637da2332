// Swizzles of vectors: their names, and the functions of the library that stand for them.
#ifndef SM_MSL_SWIZZLES_H
#define SM_MSL_SWIZZLES_H

#include <string>

#include "record.h"

namespace sm::msl {

// Letters of one vector swizzle ("xy", "bgra"): two to four of xyzw or of rgba.
bool swizzle_letters(const std::string &name);

// Macros that define the swizzles that a program has for the vectors of each width.
std::string swizzle_macros(const Program &program);

}  // namespace sm::msl
#endif
