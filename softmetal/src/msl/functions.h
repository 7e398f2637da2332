// The program's functions as far as their names tell: what is defined once, by which the checks of calls go.
#ifndef SM_MSL_FUNCTIONS_H
#define SM_MSL_FUNCTIONS_H

#include <string>
#include <vector>

#include "lexer.h"

namespace sm::msl {

struct Function {
    std::string name;
    size_t parameters = 0;       // the parenthesis that opens them
    size_t body = 0;             // the brace that opens it
    bool called_by_name = true;  // no template, and no other function of the name, also not in Metal's library
};

// Functions of namespaces, members of classes left out. tokens: a program whose brackets balance, with End.
std::vector<Function> functions_of(const Tokens &tokens);

// Whether a call of a function stands at the name at i, as far as the tokens around it tell.
bool call(const Tokens &tokens, size_t i);

// Throws CompileError for a function that calls itself, also through others: Metal has that in kernels, devices here do not.
void check_recursion(const Tokens &tokens);

}  // namespace sm::msl
#endif
