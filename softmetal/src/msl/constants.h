// Constants of program scope: function constants, and the values of the others.
#ifndef SM_MSL_CONSTANTS_H
#define SM_MSL_CONSTANTS_H

#include "record.h"

namespace sm::msl {

// Adds the function constant that the declaration [begin, end) is to the program; false if it is none. Throws
// CompileError for one that Metal refuses.
bool function_constant(Program &program, const Tokens &tokens, size_t begin, size_t end);

// Notes the values that the declaration [begin, end) gives: "constant bool both = a && b, neither(!a && !b), one{a};".
void note_definitions(Program &program, const Tokens &tokens, size_t begin, size_t end);

// A function constant that is asked about with is_function_constant_defined may stay without a value.
void find_required_constants(Program &program, const Tokens &tokens);

}  // namespace sm::msl
#endif
