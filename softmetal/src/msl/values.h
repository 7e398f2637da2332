// Scalar and vector types by name: their sizes, and literals of them from a host's bytes.
#ifndef SM_MSL_VALUES_H
#define SM_MSL_VALUES_H

#include <cstddef>
#include <string>

namespace sm::msl {

// Whether a function constant can be of the type: a scalar or a vector that is not packed.
bool constant_type(const std::string &type);

// Whether a type is bool or an integer, no vector.
bool integer_type(const std::string &type);

// Bytes of an object of a scalar, vector or packed vector type; 0 for any other name. "const" may stand around it.
size_t size_of_type(const std::string &type);

size_t alignment_of_type(const std::string &type);

// What stands between the parentheses of type(...) for the value at bytes; of a type that a function constant can have.
std::string literal(const std::string &type, const void *bytes);

}  // namespace sm::msl
#endif
