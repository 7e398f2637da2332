#include "opencl_prelude.h"

#include <algorithm>
#include <set>

#include "library.h"
#include "literals.h"
#include "opencl_names.h"
#include "swizzles.h"

namespace sm::msl {
namespace {

// What a program names of the library, and what the kernels' arguments need of it.
std::set<std::string> library_names(const Program &program, const Kernel *only, bool has_double) {
    std::set<std::string> names;
    const auto collect = [&](const Tokens &tokens) {
        for (const Token &token : tokens) {
            if (token.identifier() && (library_word(token.text, has_double) || token.is("double"))) names.insert(token.text);
            if (double_literal(token)) names.insert("double");
            if (bfloat_literal(token)) names.insert("bfloat");
        }
    };
    for (const Item &item : program.items) collect(item.code);
    for (const Kernel &kernel : program.kernels) {
        if (only && only != &kernel) continue;
        collect(kernel.body);
        for (const Parameter &parameter : kernel.parameters) {
            collect(parameter.type);
            if (parameter.kind != Parameter::Kind::Position) continue;
            names.insert("__sm_positions");
            names.insert(dialect_position(parameter.position));
        }
        for (const TemplateParameter &binding : kernel.bindings) {
            collect(binding.type);
            collect(binding.value);
        }
    }
    for (const FunctionConstant &constant : program.constants) names.insert(constant.type);
    return names;
}

}  // namespace

std::string opencl_prelude(const Program &program, const Kernel *only, const PrintOptions &options) {
    const std::set<std::string> names = library_names(program, only, options.has_double);
    const bool doubles = std::any_of(names.begin(), names.end(), double_name);
    return std::string(doubles ? "#define SM_HAVE_DOUBLE 1\n" : "") +
           (options.fast_functions ? "#define SM_PRECISE_NAMESPACE namespace\n#define SM_FAST_NAMESPACE inline namespace\n"
                                   : "#define SM_PRECISE_NAMESPACE inline namespace\n#define SM_FAST_NAMESPACE namespace\n") +
           swizzle_macros(program) + library_source(names) + "#line 1 \"softmetal\"";
}

}  // namespace sm::msl
