// What Metal has and no dialect here supports, and what Metal itself refuses: by name, with the place.
#ifndef SM_MSL_UNSUPPORTED_H
#define SM_MSL_UNSUPPORTED_H

#include "lexer.h"

namespace sm::msl {

struct Language {
    bool has_double;
    int version;  // major << 16 | minor
};

// tokens: a program whose brackets balance. Throws CompileError.
void refuse_unsupported(const Tokens &tokens, Language language);

}  // namespace sm::msl
#endif
