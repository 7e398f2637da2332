#include "kernel_parameters.h"

#include <map>

#include "attributes.h"
#include "brackets.h"
#include "positions.h"

namespace sm::msl {
namespace {

constexpr unsigned kMaximumBuffers = 31;

// Takes the brackets around the declarator and the extents off "constant T (&a)[4][2]".
Tokens take_extents(Tokens &words) {
    size_t close = words.size();
    while (close > 0 && !words[close - 1].is(")")) --close;
    const bool array = close > 4 && close < words.size() && words[close].is("[") && words[close - 4].is("(") &&
                       (words[close - 3].is("&") || words[close - 3].is("*")) && words[close - 2].identifier();
    if (!array) return {};
    const auto at = [&words](size_t i) { return words.begin() + static_cast<std::ptrdiff_t>(i); };
    const Tokens extents(at(close), words.end());
    words.erase(at(close - 1), words.end());
    words.erase(at(close - 4));
    return extents;
}

void parameter_attribute(const Program &program, Parameter &parameter, const Attribute &attribute, bool &explicit_index) {
    if (const auto position = position_named(attribute.name)) {
        parameter.kind = Parameter::Kind::Position;
        parameter.position = *position;
    } else if (attribute.name == "buffer" || attribute.name == "threadgroup") {
        if (attribute.name == "threadgroup") parameter.kind = Parameter::Kind::Threadgroup;
        parameter.index = attribute_value(program, attribute);
        explicit_index = true;
        if (parameter.index >= kMaximumBuffers) {
            throw CompileError(attribute.where, attribute.name + " index " + std::to_string(parameter.index) +
                                                    " of parameter '" + parameter.name + "' is above " +
                                                    std::to_string(kMaximumBuffers - 1));
        }
    } else if (attribute.name == "function_constant") {
        // Constants have their names once, whatever their namespaces.
        const Tokens &name = attribute.arguments;
        const bool scoped = name.size() > 1 && name[name.size() - 2].is("::");
        if (name.empty() || !name.back().identifier() || (name.size() > 1 && !scoped)) {
            throw CompileError(attribute.where, "function_constant of parameter '" + parameter.name + "' takes the name of a constant");
        }
        parameter.condition = name.back().text;
    } else if (attribute.name != "maybe_unused") {
        throw CompileError(attribute.where, "attribute '" + attribute.name + "' of parameter '" + parameter.name +
                                                "' is not supported by softmetal");
    }
}

void position_type(Parameter &parameter, Tokens &words) {
    for (Token &word : words) {
        if (word.is("const")) {
            parameter.read_only = true;
            continue;
        }
        if (!word.identifier() && !word.is("<") && !word.is(">") && !word.is(",") && !word.is("::") &&
            word.kind != TokenKind::Number) {
            throw CompileError(word.where, "parameter '" + parameter.name + "' must be a uint or ushort scalar or vector");
        }
        parameter.type.push_back(std::move(word));
    }
}

AddressSpace address_space(const Token &word) {
    if (word.is("device")) return AddressSpace::Device;
    if (word.is("constant")) return AddressSpace::Constant;
    if (word.is("threadgroup")) return AddressSpace::Threadgroup;
    return AddressSpace::None;
}

void memory_type(Parameter &parameter, Tokens &words) {
    while (!words.empty() && (words.back().is("const") || words.back().is("restrict") || words.back().is("__restrict") ||
                              words.back().is("__restrict__"))) {
        words.pop_back();  // of the pointer itself
    }
    const std::string what = "kernel parameter '" + parameter.name + "' ";
    if (words.empty() || (!words.back().is("*") && !words.back().is("&"))) {
        throw CompileError(parameter.where, what + "must be a pointer or a reference, or have a position attribute");
    }
    parameter.reference = words.back().is("&");
    words.pop_back();
    size_t angle = 0;
    for (Token &word : words) {
        if (word.is("<")) ++angle;
        if (word.is(">") && angle > 0) --angle;
        const AddressSpace space = address_space(word);
        if (space == AddressSpace::None || angle > 0) {
            if (word.is("const")) parameter.read_only = true;
            parameter.type.push_back(std::move(word));
        } else if (parameter.space != AddressSpace::None) {
            throw CompileError(parameter.where, what + "has two address spaces");
        } else {
            parameter.space = space;
        }
    }
    if (parameter.space == AddressSpace::None) {
        throw CompileError(parameter.where, what + "must be in address space device, constant or threadgroup");
    }
    if (parameter.type.empty()) throw CompileError(parameter.where, what + "has no type");
    if (parameter.space == AddressSpace::Threadgroup) parameter.kind = Parameter::Kind::Threadgroup;
    if (parameter.space == AddressSpace::Constant) parameter.read_only = true;
}

Parameter kernel_parameter(const Program &program, Tokens words, bool &explicit_index) {
    Parameter result;
    result.where = words[0].where;
    const auto attributes = take_attributes(words);
    result.extents = take_extents(words);
    while (!words.empty() && words.back().is("]")) {  // "device T a[]" is a pointer
        size_t open = words.size() - 1;
        while (open > 0 && !words[open].is("[")) --open;
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(open), words.end());
        Token star = words.back();
        star.kind = TokenKind::Punctuator;
        star.text = "*";
        words.insert(words.end() - 1, star);
    }
    if (words.size() < 2 || !words.back().identifier()) {
        throw CompileError(result.where, "expected a kernel parameter's type and name");
    }
    result.name = words.back().text;
    result.where = words.back().where;
    words.pop_back();
    for (const Attribute &attribute : attributes) parameter_attribute(program, result, attribute, explicit_index);
    if (result.kind == Parameter::Kind::Position) {
        if (!result.condition.empty()) {
            throw CompileError(result.where, "position '" + result.name + "' cannot depend on a function constant");
        }
        position_type(result, words);
    } else {
        memory_type(result, words);
    }
    return result;
}

// Parameters without an index take the lowest free ones in order.
void assign_indices(std::vector<Parameter> &parameters, const std::vector<bool> &indexed) {
    for (const Parameter::Kind kind : {Parameter::Kind::Buffer, Parameter::Kind::Threadgroup}) {
        std::map<unsigned, bool> taken;  // by index: whether its parameter depends on a function constant
        for (size_t i = 0; i < parameters.size(); ++i) {
            if (parameters[i].kind != kind || !indexed[i]) continue;
            // Of parameters that depend on function constants at most one may be there.
            const bool depends = !parameters[i].condition.empty();
            const auto [other, fresh] = taken.emplace(parameters[i].index, depends);
            if (!fresh && !(depends && other->second)) {
                throw CompileError(parameters[i].where, "parameter '" + parameters[i].name + "' has index " +
                                                            std::to_string(parameters[i].index) +
                                                            ", which another parameter has");
            }
        }
        unsigned next = 0;
        for (size_t i = 0; i < parameters.size(); ++i) {
            if (parameters[i].kind != kind || indexed[i]) continue;
            while (taken.count(next) != 0) ++next;
            taken.emplace(next, false);
            parameters[i].index = next;
            if (next >= kMaximumBuffers) throw CompileError(parameters[i].where, "more than 31 buffer parameters");
        }
    }
}

}  // namespace

std::vector<Parameter> kernel_parameters(const Program &program, const Tokens &list, const Kernel &kernel) {
    std::vector<Parameter> result;
    std::vector<bool> indexed;
    if (list.size() == 1 && list[0].is("void")) return result;
    for (const Tokens &part : split(list)) {
        if (part.empty()) throw CompileError(kernel.where, "expected a parameter of kernel '" + kernel.name + "'");
        bool explicit_index = false;
        result.push_back(kernel_parameter(program, part, explicit_index));
        indexed.push_back(explicit_index);
    }
    assign_indices(result, indexed);
    return result;
}

}  // namespace sm::msl
