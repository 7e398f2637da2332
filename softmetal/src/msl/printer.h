// Stage 4: the neutral record to one dialect, C++ for OpenCL.
#ifndef SM_MSL_PRINTER_H
#define SM_MSL_PRINTER_H

#include <string>

#include "conditions.h"
#include "record.h"
#include "writer.h"

namespace sm::msl {

struct PrintOptions {
    bool has_double = false, fast_math = false;
    bool fast_functions = false;  // a function without precise:: or fast:: is the fast one
};

// Name of a kernel's function in the dialect.
std::string symbol(const Program &program, const Kernel &kernel);

// only: the one kernel to print; nullptr prints all. columns: where the user's tokens went; may be nullptr.
std::string print_opencl(const Program &program, const Kernel *only, const ConstantValues &values, const PrintOptions &options,
                         Columns *columns = nullptr);

}  // namespace sm::msl
#endif
