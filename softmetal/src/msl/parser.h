// Stage 3: tokens to the neutral record. Finds kernels, their instantiations and function constants; leaves the rest
// of the program as code.
#ifndef SM_MSL_PARSER_H
#define SM_MSL_PARSER_H

#include "record.h"

namespace sm::msl {

// Throws CompileError unless the brackets of a program balance and are nested within reason.
void check_brackets(const Tokens &tokens);

// tokens: a program whose brackets balance, with End. Throws CompileError.
Program parse(Tokens tokens);

// Letters of one vector swizzle ("xy", "bgra"): two to four of xyzw or of rgba.
bool swizzle_letters(const std::string &name);

// The bracket that closes tokens[open], an opening one. The program's brackets are known to balance.
size_t closing(const Tokens &tokens, size_t open);

// The parenthesis that opens a function's parameter list in a declaration [begin, end); end if there is none.
size_t parameters_open(const Tokens &tokens, size_t begin, size_t end);

}  // namespace sm::msl
#endif
