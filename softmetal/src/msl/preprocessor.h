// Stage 2: directives and macros. What comes out has none left, so that kernels made by macros are kernels.
#ifndef SM_MSL_PREPROCESSOR_H
#define SM_MSL_PREPROCESSOR_H

#include <string>
#include <utility>
#include <vector>

#include "lexer.h"

namespace sm::msl {

// Name and replacement text, defined before the source's first line.
using Definitions = std::vector<std::pair<std::string, std::string>>;

struct Preprocessed {
    Tokens tokens;  // ends with End
    bool includes_library = false;  // one of Metal's headers was included
    std::string warnings;           // of #warning, a line each
};

// Tokens of an expanded macro carry the place of its use. "#pragma" lines become Pragma tokens.
Preprocessed preprocess(const Tokens &source, const Definitions &definitions);

}  // namespace sm::msl
#endif
