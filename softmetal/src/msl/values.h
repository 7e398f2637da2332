// Scalar and vector types by name: their sizes, and literals of them from a host's bytes.
#ifndef SM_MSL_VALUES_H
#define SM_MSL_VALUES_H

#include <cstddef>
#include <string>

namespace sm::msl {

// Bytes of an object of a scalar, vector or packed vector type; 0 for any other name. "const" may stand around it.
size_t size_of_type(const std::string &type);

size_t alignment_of_type(const std::string &type);

// What stands between the parentheses of type(...) for the value at bytes. Throws std::runtime_error for a type that a
// function constant cannot have.
std::string literal(const std::string &type, const void *bytes);

}  // namespace sm::msl
#endif
