// Whether a program may use the library's names as it does.
#ifndef SM_MSL_NAMES_H
#define SM_MSL_NAMES_H

#include "lexer.h"

namespace sm::msl {

// Throws CompileError, as Metal's compiler has it, for namespace metal without a header of Metal's, and for a name of
// that namespace without "metal::" in a program that has no "using".
void check_library_names(const Tokens &tokens, bool includes_library);

}  // namespace sm::msl
#endif
