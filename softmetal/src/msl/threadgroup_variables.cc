#include "threadgroup_variables.h"

#include "brackets.h"

namespace sm::msl {
namespace {

size_t statement_end(const Tokens &tokens, size_t i, size_t end) {
    for (; i < end; ++i) {
        if (tokens[i].is(";")) return i;
        const bool braces = tokens[i].is("{");
        if (opens(tokens[i])) i = closing(tokens, i);
        const bool continues = i + 1 < end && (tokens[i + 1].is("else") || tokens[i + 1].is("while") || tokens[i + 1].is(";"));
        if (braces && !continues) return i;
    }
    return end;
}

// Index of the name that the declaration at i gives.
size_t variable_name(const Tokens &tokens, size_t i) {
    size_t name = i, angle = 0;
    bool dimensions = false;
    for (; !tokens[i].is(";"); ++i) {
        if (tokens[i].is("<")) ++angle;
        if (tokens[i].is(">") && angle > 0) --angle;
        if (angle == 0 && (tokens[i].is(",") || tokens[i].is("="))) {
            throw CompileError(tokens[i].where, "in an inner scope, declare one threadgroup variable a statement, without a value");
        }
        if (tokens[i].is("[")) {
            dimensions = true;
            i = closing(tokens, i);
        } else if (tokens[i].identifier() && angle == 0 && !dimensions) {
            name = i;
        }
    }
    return name;
}

}  // namespace

bool declares_threadgroup_variable(const Tokens &tokens, size_t i) {
    return tokens[i].is("threadgroup") && tokens[i].role == Role::Variable;
}

std::vector<size_t> inner_threadgroup_variables(const Tokens &tokens, size_t begin, size_t end) {
    const size_t last = statement_end(tokens, begin, end);
    std::vector<size_t> found;
    size_t depth = 0;
    for (size_t i = begin; i < last; ++i) {
        if (tokens[i].is("{") || tokens[i].is("(")) ++depth;
        if (tokens[i].is("}") || tokens[i].is(")")) --depth;
        if (depth > 0 && declares_threadgroup_variable(tokens, i)) found.push_back(i);
    }
    return found;
}

ThreadgroupVariable threadgroup_variable(const Tokens &tokens, size_t begin) {
    ThreadgroupVariable result;
    result.name = variable_name(tokens, begin);
    result.end = result.name;
    while (!tokens[result.end].is(";")) ++result.end;
    return result;
}

}  // namespace sm::msl
