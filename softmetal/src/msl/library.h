// The text of the MSL library in the OpenCL dialect, cut into parts (see dialect/sm_metal_core.h).
#ifndef SM_MSL_LIBRARY_H
#define SM_MSL_LIBRARY_H

#include <set>
#include <string>

namespace sm::msl {

// Whether a name is one of the library's: a function, a type, or a member of one.
bool library_name(const std::string &name);

// Whether Metal has the name in its namespace only.
bool needs_namespace(const std::string &name);

// The parts that a program needs that names these.
std::string library_source(const std::set<std::string> &names);

}  // namespace sm::msl
#endif
