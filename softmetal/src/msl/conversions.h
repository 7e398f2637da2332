// Pointers and references to a thread's own memory that are made from others. The dialect has one generic address space for
// both, so that its compiler does not see them.
#ifndef SM_MSL_CONVERSIONS_H
#define SM_MSL_CONVERSIONS_H

#include "lexer.h"

namespace sm::msl {

// tokens: a program whose brackets balance, with roles and End. Throws CompileError where a variable, a cast or an argument
// of address space thread is given a name that the function declares in another one.
void check_conversions(const Tokens &tokens);

}  // namespace sm::msl
#endif
