// Brackets in lists of tokens, and the lists that stand between them.
#ifndef SM_MSL_BRACKETS_H
#define SM_MSL_BRACKETS_H

#include <vector>

#include "lexer.h"

namespace sm::msl {

// Whether a token is "(", "[" or "{".
bool opens(const Token &token);

// Whether a token is ")", "]" or "}".
bool closes(const Token &token);

// Throws CompileError unless the brackets of a program balance and are nested within reason.
void check_brackets(const Tokens &tokens);

// The bracket that closes tokens[open], an opening one. The program's brackets are known to balance.
size_t closing(const Tokens &tokens, size_t open);

// Whether "<" at i opens a template list: it compares what is no name.
bool opens_list(const Tokens &tokens, size_t i);

// The ">" that closes the template list that tokens[open] opens. Throws CompileError where there is none.
size_t closing_angle(const Tokens &tokens, size_t open);

// Tokens [begin, end).
Tokens slice(const Tokens &tokens, size_t begin, size_t end);

// The parts of a list between its commas, those within brackets and template lists left alone.
std::vector<Tokens> split(const Tokens &list);

}  // namespace sm::msl
#endif
