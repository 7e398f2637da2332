// Stage 3, check of a kernel's parameters: the types that Metal takes for positions and sizes in the grid.
#ifndef SM_MSL_POSITIONS_H
#define SM_MSL_POSITIONS_H

#include "record.h"

namespace sm::msl {

// Throws CompileError where a parameter with a position attribute has a type that Metal refuses.
void check_positions(const Kernel &kernel);

}  // namespace sm::msl
#endif
