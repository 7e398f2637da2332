#include "constants.h"

#include <algorithm>

#include "attributes.h"
#include "brackets.h"
#include "values.h"

namespace sm::msl {
namespace {

constexpr unsigned kMaximumConstant = 65535;

bool starts_value(const Token &token) { return token.is("=") || token.is("(") || token.is("{"); }

// The comma outside of brackets in [i, end); end if there is none.
size_t comma(const Tokens &tokens, size_t i, size_t end) {
    for (; i < end && !tokens[i].is(","); ++i) {
        if (tokens[i].is("(") || tokens[i].is("{")) i = closing(tokens, i);
    }
    return i;
}

}  // namespace

bool function_constant(Program &program, const Tokens &tokens, size_t begin, size_t end) {
    if (!tokens[begin].is("constant")) return false;
    Tokens words = slice(tokens, begin, end - 1);
    const auto attributes = take_attributes(words);
    const auto found = std::find_if(attributes.begin(), attributes.end(), [](const Attribute &attribute) {
        return attribute.name == "function_constant";
    });
    if (found == attributes.end()) return false;
    if (words.size() < 3 || !words.back().identifier()) {
        throw CompileError(tokens[begin].where, "expected 'constant type name [[function_constant(index)]];'");
    }
    FunctionConstant constant;
    constant.name = words.back().text;
    constant.where = words.back().where;
    constant.index = attribute_value(program, *found);
    if (constant.index > kMaximumConstant) {
        throw CompileError(found->where, "function constant index " + std::to_string(constant.index) + " is above " +
                                             std::to_string(kMaximumConstant));
    }
    words.erase(std::remove_if(words.begin(), words.end(), [](const Token &word) { return word.is("const"); }), words.end());
    constant.type = spell(&words[1], &words.back());
    if (!constant_type(constant.type)) {
        throw CompileError(constant.where, "function constant '" + constant.name + "' of type '" + constant.type + "' must be of a scalar or vector type");
    }
    for (const FunctionConstant &other : program.constants) {
        if (other.index == constant.index || other.name == constant.name) {
            throw CompileError(constant.where, "function constant '" + constant.name + "' has the index or name of '" +
                                                   other.name + "'");
        }
    }
    program.items.push_back({Item::Kind::FunctionConstant, {}, program.constants.size()});
    program.constants.push_back(std::move(constant));
    return true;
}

void note_definitions(Program &program, const Tokens &tokens, size_t begin, size_t end) {
    size_t name = begin;
    for (bool found = false; name < end && !(found && starts_value(tokens[name + 1])); ++name) {
        if (tokens[name].is("{")) return;
        found = found || tokens[name].is("constant") || tokens[name].is("constexpr");
    }
    while (name + 1 < end && tokens[name].identifier() && starts_value(tokens[name + 1])) {
        const bool assigned = tokens[name + 1].is("=");
        const size_t stop = assigned ? comma(tokens, name + 2, end - 1) : closing(tokens, name + 1);
        program.definitions[tokens[name].text] = slice(tokens, name + 2, stop);
        name = stop + (assigned ? 1 : 2);
    }
}

void find_required_constants(Program &program, const Tokens &tokens) {
    for (size_t i = 0; i + 2 < tokens.size(); ++i) {
        if (!tokens[i].is("is_function_constant_defined") || !tokens[i + 1].is("(")) continue;
        for (FunctionConstant &constant : program.constants) {
            if (tokens[i + 2].is(constant.name)) constant.required = false;
        }
    }
}

}  // namespace sm::msl
