// Stage 3, first pass: marks the tokens whose meaning depends on their surroundings.
#ifndef SM_MSL_ROLES_H
#define SM_MSL_ROLES_H

#include <set>
#include <string>

#include "lexer.h"

namespace sm::msl {

// tokens: a program whose brackets balance.
void assign_roles(Tokens &tokens);

// Fields with names of swizzles of the class whose body tokens[open] opens, with those of its anonymous members.
std::set<std::string> swizzle_fields(const Tokens &tokens, size_t open);

}  // namespace sm::msl
#endif
