// Positions and sizes in the grid: the attributes that name them, and the types that Metal takes for them.
#ifndef SM_MSL_POSITIONS_H
#define SM_MSL_POSITIONS_H

#include <optional>
#include <string>

#include "record.h"

namespace sm::msl {

// What an attribute's name stands for; nothing if it is no position's.
std::optional<Position> position_named(const std::string &attribute);

// Whether a position has to do with SIMD groups or quads.
bool simd_position(Position position);

// Throws CompileError where a parameter with a position attribute has a type that Metal refuses.
void check_positions(const Kernel &kernel);

}  // namespace sm::msl
#endif
