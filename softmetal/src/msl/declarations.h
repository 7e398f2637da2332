// Where declarations and their parts begin and end. Tokens: a program whose brackets balance, with End.
#ifndef SM_MSL_DECLARATIONS_H
#define SM_MSL_DECLARATIONS_H

#include <string>

#include "lexer.h"

namespace sm::msl {

// Whether a token is "struct", "class" or "union".
bool class_keyword(const Token &token);

// Whether the declaration at i is of a class or an enumeration, not of a function that returns one.
bool class_declaration(const Tokens &tokens, size_t i);

// One past the declaration that begins at i: past its ";", or past a function's body. Throws CompileError where it has no
// end.
size_t declaration_end(const Tokens &tokens, size_t i);

// Past the "template <...>"s of the declaration at i.
size_t template_head(const Tokens &tokens, size_t i);

// The parenthesis that opens a function's parameter list in a declaration [begin, end); end if there is none.
size_t parameters_open(const Tokens &tokens, size_t begin, size_t end);

// The name that a declaration [begin, end) without its template lists gives.
std::string declared_name(const Tokens &tokens, size_t begin, size_t end);

}  // namespace sm::msl
#endif
