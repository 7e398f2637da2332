// Stage 3: tokens to the neutral record. Finds kernels, their instantiations and function constants; leaves the rest
// of the program as code.
#ifndef SM_MSL_PARSER_H
#define SM_MSL_PARSER_H

#include "record.h"

namespace sm::msl {

// tokens: a program whose brackets balance, with End. Throws CompileError.
Program parse(Tokens tokens);

}  // namespace sm::msl
#endif
