#include "attributes.h"

#include <limits>
#include <set>

#include "brackets.h"
#include "layout.h"
#include "positions.h"

namespace sm::msl {
namespace {

// Functions that kernels call may repeat them at their parameters, where they say nothing.
bool kernel_parameter_attribute(const std::string &name) {
    return name == "buffer" || name == "threadgroup" || position_named(name);
}

}  // namespace

bool attribute_at(const Tokens &tokens, size_t i) {
    return i + 1 < tokens.size() && tokens[i].is("[") && tokens[i + 1].is("[");
}

std::vector<Attribute> take_attributes(Tokens &list) {
    std::vector<Attribute> attributes;
    Tokens rest;
    for (size_t i = 0; i < list.size(); ++i) {
        if (!attribute_at(list, i)) {
            rest.push_back(list[i]);
            continue;
        }
        const size_t end = closing(list, i);
        for (const Tokens &part : split(Tokens(list.begin() + static_cast<std::ptrdiff_t>(i) + 2,
                                               list.begin() + static_cast<std::ptrdiff_t>(end) - 1))) {
            if (part.empty() || !part[0].identifier()) throw CompileError(list[i].where, "expected an attribute's name");
            Attribute attribute{part[0].text, {}, part[0].where};
            size_t k = 1;
            while (k + 1 < part.size() && part[k].is("::")) {
                attribute.name += "::" + part[k + 1].text;
                k += 2;
            }
            if (k < part.size() && part[k].is("(")) {
                attribute.arguments.assign(part.begin() + static_cast<std::ptrdiff_t>(k) + 1, part.end() - 1);
            }
            attributes.push_back(std::move(attribute));
        }
        i = end;
    }
    list = std::move(rest);
    return attributes;
}

void check_attributes(const Tokens &tokens, size_t begin, size_t end) {
    static const std::set<std::string> kHarmless = {"maybe_unused", "nodiscard", "fallthrough", "unused", "likely",
                                                    "unlikely", "deprecated", "always_inline", "noinline"};
    size_t parentheses = 0;
    for (size_t i = begin; i < end; ++i) {
        if (tokens[i].is("(")) ++parentheses;
        if (tokens[i].is(")")) --parentheses;
        if (!attribute_at(tokens, i)) continue;
        const size_t close = closing(tokens, i);
        Tokens list = slice(tokens, i, close + 1);
        i = close;
        for (const Attribute &attribute : take_attributes(list)) {
            if (kHarmless.count(attribute.name) != 0 || attribute.name.rfind("clang::", 0) == 0) continue;
            if (parentheses > 0 && kernel_parameter_attribute(attribute.name)) continue;
            throw CompileError(attribute.where, "attribute '" + attribute.name + "' is not supported here by softmetal");
        }
    }
}

unsigned attribute_value(const Program &program, const Attribute &attribute, const std::vector<TemplateParameter> &bindings) {
    const auto value = Layouts(program).value(attribute.arguments, bindings);
    if (!value || *value > std::numeric_limits<unsigned>::max()) {
        throw CompileError(attribute.where, "attribute '" + attribute.name + "' takes an integer constant");
    }
    return static_cast<unsigned>(*value);
}

}  // namespace sm::msl
