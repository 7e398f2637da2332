// Integer constant expressions: of #if lines, and of the extents of arrays.
#ifndef SM_MSL_EXPRESSION_H
#define SM_MSL_EXPRESSION_H

#include <cstdint>

#include "lexer.h"

namespace sm::msl {

// The value of a whole expression; names but "true" are 0. Throws CompileError at the place given.
intmax_t evaluate(const Tokens &tokens, Location where);

}  // namespace sm::msl
#endif
