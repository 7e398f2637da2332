#include "storage.h"

#include <vector>

namespace sm::msl {
namespace {

bool class_brace(const Tokens &tokens, size_t i) {
    if (tokens[i].role == Role::ClassBody || tokens[i].role == Role::StructBody) return true;
    return i > 0 && (tokens[i - 1].is("struct") || tokens[i - 1].is("class") || tokens[i - 1].is("union"));
}

// Whether the brace at i opens a function's body: its parameter list, and at most qualifiers, stand before it.
bool function_brace(const Tokens &tokens, size_t i) {
    while (i > 0 && (tokens[i - 1].is("const") || tokens[i - 1].is("noexcept") || tokens[i - 1].is("thread") ||
                     tokens[i - 1].is("device") || tokens[i - 1].is("constant") || tokens[i - 1].is("threadgroup"))) {
        --i;
    }
    return i > 0 && tokens[i - 1].is(")");
}

// "static constexpr int n = 3;" and "static constant float t[] = {...};" are constants, one for all threads.
bool declares_constant(const Tokens &tokens, size_t i) {
    for (; i < tokens.size() && !tokens[i].is("=") && !tokens[i].is(";") && !tokens[i].is("{"); ++i) {
        if (tokens[i].is("constexpr") || tokens[i].is("constant")) return true;
    }
    return false;
}

}  // namespace

void check_static_variables(const Tokens &tokens) {
    std::vector<bool> in_function = {false};  // of the braces that are open
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].is("{")) {
            in_function.push_back(!class_brace(tokens, i) && (in_function.back() || function_brace(tokens, i)));
        } else if (tokens[i].is("}")) {
            in_function.pop_back();
        } else if (tokens[i].is("static") && in_function.back()) {
            const bool leads = i > 0 && (tokens[i - 1].is("constexpr") || tokens[i - 1].is("constant"));
            if (leads || declares_constant(tokens, i)) continue;
            throw CompileError(tokens[i].where, "'static' variables are not allowed in functions: in Metal only 'constant' ones are");
        }
    }
}

}  // namespace sm::msl
