// Parameters of kernels that are there or not by the value of a function constant: [[function_constant(name)]].
#ifndef SM_MSL_CONDITIONS_H
#define SM_MSL_CONDITIONS_H

#include <map>
#include <vector>

#include "record.h"

namespace sm::msl {

// Literal of each function constant that has a value, by name.
using ConstantValues = std::map<std::string, std::string>;

// For each parameter of the kernel whether it is there with these values; function constants without one are zero and
// not defined. Throws CompileError where a condition is not computed from function constants that are bool or integers.
std::vector<bool> present_parameters(const Program &program, const Kernel &kernel, const ConstantValues &values);

// Throws CompileError where two of the parameters that are there have the same index.
void check_indices(const Kernel &kernel, const std::vector<bool> &present);

}  // namespace sm::msl
#endif
