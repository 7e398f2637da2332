// Literal numbers: their types by their suffixes, and their spelling in the dialect.
#ifndef SM_MSL_LITERALS_H
#define SM_MSL_LITERALS_H

#include <string>

#include "lexer.h"

namespace sm::msl {

// Whether a token is a number of type half.
bool half_literal(const Token &token);

// Whether a token is a number of type double.
bool double_literal(const Token &token);

// Whether a token is a number of type bfloat.
bool bfloat_literal(const Token &token);

// MSL has no double: a literal without a suffix is a float. With doubles, suffix L makes one. Throws CompileError for a
// double without them.
std::string opencl_literal(const Token &token, bool has_double);

}  // namespace sm::msl
#endif
