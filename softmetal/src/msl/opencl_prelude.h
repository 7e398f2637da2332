// What stands before a program in the dialect: the parts of the library that it needs.
#ifndef SM_MSL_OPENCL_PRELUDE_H
#define SM_MSL_OPENCL_PRELUDE_H

#include <string>

#include "printer.h"

namespace sm::msl {

// only: the one kernel that is printed; nullptr: all are. Ends with a "#line" without its line's end.
std::string opencl_prelude(const Program &program, const Kernel *only, const PrintOptions &options);

}  // namespace sm::msl
#endif
