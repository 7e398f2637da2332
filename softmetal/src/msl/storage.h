// What Metal demands of variables and of what is pointed to: no static variables in functions and none that are atomic,
// and an address space in every pointer's and reference's type.
#ifndef SM_MSL_STORAGE_H
#define SM_MSL_STORAGE_H

#include "lexer.h"

namespace sm::msl {

// tokens: a program whose brackets balance, with roles and End. Throws CompileError.
void check_variables(const Tokens &tokens);

// The same of pointers and references to types that are known by name; those to a template's parameter or to "auto"
// may take their address space from an argument.
void check_address_spaces(const Tokens &tokens);

// The same of the declaration [begin, end): a variable of program scope is in address space constant.
void check_program_variable(const Tokens &tokens, size_t begin, size_t end);

}  // namespace sm::msl
#endif
