// The parameters of a kernel: address spaces, types, attributes and indices.
#ifndef SM_MSL_KERNEL_PARAMETERS_H
#define SM_MSL_KERNEL_PARAMETERS_H

#include <vector>

#include "record.h"

namespace sm::msl {

// Those of a kernel's parameter list without its parentheses; all have an index. Throws CompileError for one that Metal
// refuses or softmetal does not support. The kernel gives its name and place.
std::vector<Parameter> kernel_parameters(const Program &program, const Tokens &list, const Kernel &kernel);

}  // namespace sm::msl
#endif
