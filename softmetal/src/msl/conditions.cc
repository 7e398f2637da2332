#include "conditions.h"

#include <algorithm>

#include "expression.h"
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
        if (definition == program_.definitions.end() || depth == kMaximumChain) fail();
        return without_names(definition->second, depth + 1);
    }

    static Tokens words_of(const std::string &text) {
        Tokens words = lex(text);
        words.pop_back();
        return words;
    }

    Tokens without_names(const Tokens &definition, unsigned depth) {
        Tokens words;
        for (size_t i = 0; i < definition.size(); ++i) {
            const Token &word = definition[i];
            const bool opens = i + 1 < definition.size() && definition[i + 1].is("(");
            Tokens value = {word};
            if (word.is("is_function_constant_defined") && opens && i + 3 < definition.size()) {
                value = words_of(values_.count(definition[i + 2].text) != 0 ? "1" : "0");
                i += 3;
            } else if (word.identifier() && opens && integer_type(word.text)) {
                continue;  // "bool(x)" is x
            } else if (word.identifier() && !word.is("true") && !word.is("false")) {
                value = words_of("(" + std::to_string(value_of(word.text, depth)) + ")");
            }
            words.insert(words.end(), value.begin(), value.end());
        }
        return words;
    }
};

}  // namespace

std::vector<bool> present_parameters(const Program &program, const Kernel &kernel, const ConstantValues &values) {
    Conditions conditions(program, values);
    std::vector<bool> present;
    for (const Parameter &parameter : kernel.parameters) present.push_back(conditions.hold(parameter));
    return present;
}

}  // namespace sm::msl
