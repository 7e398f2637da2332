// Functions that MSL tells apart by "device const" and "constant" alone. To the dialect both are global memory that is
// not written, so one of the two stands for both: their bodies must be the same.
#ifndef SM_MSL_OVERLOADS_H
#define SM_MSL_OVERLOADS_H

#include <map>
#include <string>

#include "lexer.h"

namespace sm::msl {

class Overloads {
public:
    // Notes the function declared by tokens [begin, end) in a scope; true if one there already stands for it. Throws
    // CompileError where the bodies differ.
    bool repeated(size_t scope, const Tokens &tokens, size_t begin, size_t end);

private:
    struct Function {
        std::string spelling, body;
        Location where;
    };
    std::map<std::string, Function> functions_;  // by scope and signature in the dialect
};

}  // namespace sm::msl
#endif
