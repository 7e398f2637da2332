// Expressions that the dialect reads otherwise than MSL: operands of "?:", which must agree in address space, and lists of
// fewer components than a vector has.
#ifndef SM_MSL_OPENCL_OPERANDS_H
#define SM_MSL_OPENCL_OPERANDS_H

#include <map>
#include <set>
#include <string>

#include "record.h"

namespace sm::msl {

// By the index of an operand's first token: of its last.
using Operands = std::map<size_t, size_t>;

// By the index of a list's closing brace: whether a comma stands before it.
using ShortLists = std::map<size_t, bool>;

// Types that a program declares, template parameters among them.
std::set<std::string> declared_types(const Program &program);

// Operands of "?:" that may be variables or are temporaries; types: those that the program declares.
Operands find_operands(const Tokens &tokens, const std::set<std::string> &types);

// Lists of "float4 v = {x, y}" and "float4 v[2] = {{x}, {y}}" that leave components zero.
ShortLists find_short_lists(const Tokens &tokens);

}  // namespace sm::msl
#endif
