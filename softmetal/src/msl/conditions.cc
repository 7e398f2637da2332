#include "conditions.h"

#include <algorithm>
#include <optional>

#include "expression.h"
#include "layout.h"
#include "values.h"

namespace sm::msl {
namespace {

constexpr unsigned kMaximumChain = 64;  // constants that are computed from one another

class Conditions {
public:
    Conditions(const Program &program, const ConstantValues &values) : program_(program), values_(values) {}

    bool hold(const Parameter &parameter) {
        parameter_ = &parameter;
        return parameter.condition.empty() || value_of(parameter.condition, 0) != 0;
    }

private:
    const Program &program_;
    const ConstantValues &values_;
    const Parameter *parameter_ = nullptr;
    std::map<std::string, intmax_t> known_;
    std::optional<Layouts> layouts_;

    [[noreturn]] void fail() const {
        throw CompileError(parameter_->where, "parameter '" + parameter_->name + "' depends on '" + parameter_->condition +
                                                  "', which is not computed from function constants of type bool or integer");
    }

    intmax_t value_of(const std::string &name, unsigned depth) {
        const auto found = known_.find(name);
        if (found != known_.end()) return found->second;
        return known_[name] = evaluate(expression_of(name, depth), parameter_->where);
    }

    // What a named constant stands for, without names.
    Tokens expression_of(const std::string &name, unsigned depth) {
        const auto constant = std::find_if(program_.constants.begin(), program_.constants.end(),
                                           [&name](const FunctionConstant &other) { return other.name == name; });
        if (constant != program_.constants.end()) {
            if (!integer_type(constant->type)) fail();
            const auto value = values_.find(name);
            return words_of(value == values_.end() ? "0" : value->second);
        }
        const auto definition = program_.definitions.find(name);
        if (depth == kMaximumChain) fail();
        return definition == program_.definitions.end() ? enumerator(name) : without_names(definition->second, depth + 1);
    }

    Tokens enumerator(const std::string &name) {
        if (!layouts_) layouts_.emplace(program_);
        const auto value = layouts_->value(words_of(name), {});
        if (!value) fail();
        return words_of(std::to_string(*value));
    }

    static Tokens words_of(const std::string &text) {
        Tokens words = lex(text);
        words.pop_back();
        return words;
    }

    // Past the "bool" of "bool(x)", the "static_cast<bool>" of "static_cast<bool>(x)", the "(bool)" of "(bool)x"; i where
    // no conversion to an integer stands.
    static size_t cast_end(const Tokens &words, size_t i) {
        const auto is = [&words](size_t k, const char *text) { return k < words.size() && words[k].is(text); };
        const auto integer = [&words](size_t k) { return k < words.size() && integer_type(words[k].text); };
        if (integer(i) && is(i + 1, "(")) return i + 1;
        if (is(i, "(") && integer(i + 1) && is(i + 2, ")")) return i + 3;
        if (is(i, "static_cast") && is(i + 1, "<") && integer(i + 2) && is(i + 3, ">")) return i + 4;
        return i;
    }

    Tokens without_names(const Tokens &definition, unsigned depth) {
        static const std::map<std::string, std::string> kOperators = {
            {"not", "!"},     {"and", "&&"},   {"or", "||"}, {"not_eq", "!="},
            {"bitand", "&"}, {"bitor", "|"}, {"xor", "^"}, {"compl", "~"}};
        Tokens words;
        for (size_t i = 0; i < definition.size(); ++i) {
            const Token &word = definition[i];
            const bool opens = i + 1 < definition.size() && definition[i + 1].is("(");
            const auto symbol = kOperators.find(word.text);
            Tokens value = {word};
            if (const size_t cast = cast_end(definition, i); cast > i) {
                // What becomes bool is 0 or 1; another integer stays as it is.
                const bool boolean = std::any_of(&word, &definition[cast - 1] + 1, [](const Token &type) { return type.is("bool"); });
                value = boolean ? words_of("! !") : Tokens();
                i = cast - 1;
            } else if (word.identifier() && i + 1 < definition.size() && definition[i + 1].is("::")) {
                ++i;  // a scope: constants have their names once
                continue;
            } else if (symbol != kOperators.end()) {
                value = words_of(symbol->second);
            } else if (word.is("is_function_constant_defined") && opens && i + 3 < definition.size()) {
                value = words_of(values_.count(definition[i + 2].text) != 0 ? "1" : "0");
                i += 3;
            } else if (word.identifier() && !word.is("true") && !word.is("false")) {
                value = words_of("(" + std::to_string(value_of(word.text, depth)) + ")");
            }
            words.insert(words.end(), value.begin(), value.end());
        }
        return words;
    }
};

}  // namespace

void check_indices(const Kernel &kernel, const std::vector<bool> &present) {
    std::map<std::pair<Parameter::Kind, unsigned>, const Parameter *> taken;
    for (size_t i = 0; i < present.size(); ++i) {
        const Parameter &parameter = kernel.parameters[i];
        if (!present[i] || parameter.kind == Parameter::Kind::Position) continue;
        const auto [other, fresh] = taken.emplace(std::make_pair(parameter.kind, parameter.index), &parameter);
        if (!fresh) {
            throw CompileError(parameter.where, "parameter '" + parameter.name + "' has index " + std::to_string(parameter.index) +
                                                    ", which parameter '" + other->second->name + "' has with these function constants");
        }
    }
}

std::vector<bool> present_parameters(const Program &program, const Kernel &kernel, const ConstantValues &values) {
    Conditions conditions(program, values);
    std::vector<bool> present;
    for (const Parameter &parameter : kernel.parameters) present.push_back(conditions.hold(parameter));
    return present;
}

}  // namespace sm::msl
