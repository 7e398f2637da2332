#include "kernel_templates.h"

#include <algorithm>

#include "brackets.h"
#include "kernel_definition.h"
#include "kernel_parameters.h"

namespace sm::msl {
namespace {

// Of "typename T", "int N", "template <typename> class C", "float (*f)(float)"; 0 if there is none.
size_t template_parameter_name(const Tokens &part, size_t end) {
    if (end < 2) return 0;
    for (size_t i = 0; i + 4 < end; ++i) {
        const bool function = part[i].is("(") && part[i + 1].is("*") && part[i + 2].identifier() && part[i + 3].is(")") &&
                              part[i + 4].is("(");
        if (function) return i + 2;
    }
    return part[end - 1].identifier() ? end - 1 : 0;
}

TemplateParameter template_parameter(const Tokens &part, Location where) {
    size_t end = 0;
    while (end < part.size() && !part[end].is("=")) ++end;
    const size_t name = template_parameter_name(part, end);
    if (name == 0) throw CompileError(where, "a kernel template's parameter needs a name");
    TemplateParameter result;
    result.name = part[name].text;
    result.is_type = part[0].is("typename") || part[0].is("class");
    result.replaced = part[0].is("template") || name + 1 != end;
    const bool pack = std::any_of(part.begin(), part.end(), [](const Token &word) { return word.is("..."); });
    if (pack || (result.is_type && name != 1)) {
        throw CompileError(part[0].where, "template parameter '" + result.name + "': packs are not supported in kernels");
    }
    if (!result.is_type && !result.replaced) result.type.assign(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(name));
    if (end < part.size()) result.value.assign(part.begin() + static_cast<std::ptrdiff_t>(end) + 1, part.end());
    return result;
}

std::vector<TemplateParameter> bind(std::vector<TemplateParameter> parameters, const std::vector<Tokens> &arguments,
                                    const Kernel &kernel) {
    if (arguments.size() > parameters.size()) {
        throw CompileError(kernel.where, "kernel template '" + kernel.name + "' takes " +
                                             std::to_string(parameters.size()) + " arguments, got " +
                                             std::to_string(arguments.size()));
    }
    for (size_t i = 0; i < arguments.size(); ++i) parameters[i].value = arguments[i];
    for (const TemplateParameter &parameter : parameters) {
        if (parameter.value.empty()) {
            throw CompileError(kernel.where, "no argument for template parameter '" + parameter.name + "' of kernel '" +
                                                 kernel.name + "'");
        }
    }
    return parameters;
}

// Matches "T" or "Params<T, N>" with what stands in its place.
void deduce(const Tokens &wanted, const Tokens &given, std::vector<TemplateParameter> &result) {
    for (size_t i = 0, k = 0; i < wanted.size() && k < given.size(); ++i) {
        const auto parameter = std::find_if(result.begin(), result.end(), [&](const TemplateParameter &other) {
            return wanted[i].is(other.name);
        });
        if (parameter == result.end()) {
            if (!wanted[i].is(given[k++].text)) return;
            continue;
        }
        Tokens value;
        for (size_t angle = 0; k < given.size(); ++k) {
            const bool ends = angle == 0 && i + 1 < wanted.size() && given[k].is(wanted[i + 1].text);
            if (ends) break;
            if (given[k].is("<")) ++angle;
            if (given[k].is(">") && angle > 0) --angle;
            value.push_back(given[k]);
        }
        parameter->value = value;
    }
}

// The arguments of the list that opens at open.
std::vector<Tokens> template_arguments(const Tokens &words, size_t open) {
    return split(slice(words, open + 1, closing_angle(words, open)));
}

// The template's parameters with the arguments that the types of an instantiation's parameters give them.
std::vector<TemplateParameter> deduced(const KernelTemplate &source, const std::vector<Parameter> &given) {
    std::vector<TemplateParameter> result = source.parameters;
    const std::vector<Parameter> &wanted = source.kernel.parameters;
    for (size_t i = 0; i < wanted.size() && i < given.size(); ++i) deduce(wanted[i].type, given[i].type, result);
    return result;
}

}  // namespace

std::vector<TemplateParameter> template_parameters(const Tokens &list, Location where) {
    std::vector<TemplateParameter> result;
    for (const Tokens &part : split(list)) result.push_back(template_parameter(part, where));
    return result;
}

Instantiation explicit_instantiation(const Tokens &tokens, size_t begin, size_t end) {
    size_t open = begin + 1;  // the parameter list that may follow
    while (open + 1 < end && !tokens[open].is("(")) {
        const bool skipped = tokens[open].is("[") || (tokens[open].is("decltype") && tokens[open + 1].is("("));
        open = skipped ? closing(tokens, tokens[open].is("[") ? open : open + 1) + 1 : open + 1;
    }
    Instantiation result;
    result.words = slice(tokens, begin + 1, open);
    result.attributes = take_attributes(result.words);
    if (tokens[open].is("(")) result.parameters = slice(tokens, open + 1, closing(tokens, open));
    result.where = result.words.empty() ? tokens[end].where : result.words[0].where;
    return result;
}

void KernelTemplates::define(KernelTemplate source) {
    const std::string name = source.kernel.name;
    templates_[name] = std::move(source);
}

bool KernelTemplates::has(const std::string &name) const { return templates_.count(name) != 0; }

Kernel KernelTemplates::instantiate(const Program &program, const Instantiation &instantiation, size_t scope) const {
    const Tokens &words = instantiation.words;
    size_t name = 0;
    while (name < words.size() && !(words[name].identifier() && (name + 1 == words.size() || words[name + 1].is("<")))) ++name;
    if (name >= words.size()) {
        throw CompileError(instantiation.where, "expected 'name<arguments>' of a kernel template");
    }
    const auto found = templates_.find(words[name].text);
    if (found == templates_.end()) {
        throw CompileError(words[name].where, "no kernel template named '" + words[name].text + "'");
    }
    const KernelTemplate &source = found->second;
    if (source.scope != scope) {
        throw CompileError(words[name].where, "kernel template '" + words[name].text +
                                                  "' must be instantiated in its own namespace");
    }
    Kernel kernel = source.kernel;
    kernel.where = words[name].where;
    bool named = false;
    for (const Attribute &attribute : instantiation.attributes) {
        named = named || attribute.name == "host_name";
        kernel_attribute(kernel, attribute);
    }
    if (!named) throw CompileError(kernel.where, "an instantiated kernel needs [[host_name(\"...\")]]");
    const bool given = name + 1 < words.size();
    kernel.bindings = given ? bind(source.parameters, template_arguments(words, name + 1), kernel)
                            : bind(deduced(source, kernel_parameters(program, instantiation.parameters, kernel)), {}, kernel);
    return kernel;
}

}  // namespace sm::msl
