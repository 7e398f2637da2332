// Words before or within a declarator that are no part of a type's name.
#ifndef SM_MSL_QUALIFIERS_H
#define SM_MSL_QUALIFIERS_H

#include "lexer.h"

namespace sm::msl {

inline bool names_address_space(const Token &token) {
    return token.is("device") || token.is("constant") || token.is("threadgroup") || token.is("thread");
}

inline bool qualifier(const Token &token) {
    return token.is("const") || token.is("volatile") || token.is("restrict") || token.is("__restrict");
}

}  // namespace sm::msl
#endif
