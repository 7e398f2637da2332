// Threadgroup variables of a kernel's inner scopes. The dialect has them in the outermost scope only.
#ifndef SM_MSL_THREADGROUP_VARIABLES_H
#define SM_MSL_THREADGROUP_VARIABLES_H

#include <vector>

#include "lexer.h"

namespace sm::msl {

// Places in the declaration of one: of its name, and of its ";".
struct ThreadgroupVariable {
    size_t name = 0, end = 0;
};

// Whether a threadgroup variable's declaration begins at i.
bool declares_threadgroup_variable(const Tokens &tokens, size_t i);

// Where those of inner scopes are declared in the statement that begins at begin, in a body that ends at end.
std::vector<size_t> inner_threadgroup_variables(const Tokens &tokens, size_t begin, size_t end);

// The variable that the declaration at begin is of. Throws CompileError for several, and for one with a value.
ThreadgroupVariable threadgroup_variable(const Tokens &tokens, size_t begin);

}  // namespace sm::msl
#endif
