// What MSL has and this front end does not: each is refused by its name and line.
#ifndef SM_MSL_UNSUPPORTED_H
#define SM_MSL_UNSUPPORTED_H

#include "lexer.h"

namespace sm::msl {

void refuse_unsupported(const Tokens &tokens, bool has_double);

}  // namespace sm::msl
#endif
