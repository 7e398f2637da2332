#include "frontend.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>

#include "brackets.h"
#include "build_log.h"
#include "conditions.h"
#include "layout.h"
#include "names.h"
#include "parser.h"
#include "predefined.h"
#include "preprocessor.h"
#include "printer.h"
#include "unsupported.h"
#include "values.h"

using namespace sm::msl;

struct sm_module {
    struct Argument {
        size_t parameter;  // in Kernel::parameters
        sm_arg record;
    };
    // A kernel with those of its arguments that are there.
    struct Specialisation {
        std::vector<sm_arg> arguments;
        sm_kernel record;
    };

    std::string source, warnings;
    PrintOptions options;
    Program program;
    Columns columns;
    std::string text;  // of all kernels, function constants at their defaults
    std::vector<std::vector<Argument>> arguments;  // of each kernel, all of them
    std::vector<std::vector<unsigned>> kernel_constants;
    std::vector<std::string> strings;  // what the records below point to
    std::vector<sm_kernel> kernels;
    std::vector<sm_constant> constants;
    mutable std::mutex lock;  // of what follows
    mutable std::map<std::pair<size_t, std::vector<bool>>, Specialisation> specialisations;  // by kernel and parameters
};

namespace {

char *copy(const std::string &text) {
    char *result = static_cast<char *>(std::malloc(text.size() + 1));
    if (result) std::memcpy(result, text.c_str(), text.size() + 1);
    return result;
}

// Runs body; an exception becomes *error and nullptr.
template <typename Body> auto guarded(char **error, Body body) -> decltype(body()) {
    try {
        return body();
    } catch (const std::bad_alloc &) {
        if (error) *error = copy("out of memory");
    } catch (const std::exception &exception) {
        if (error) *error = copy(exception.what());
    }
    return nullptr;
}

Definitions definitions(const sm_options &options) {
    Definitions result = predefined_macros(options.language_version, options.has_double != 0, options.fast_math != 0);
    for (size_t i = 0; i < options.macro_count; ++i) {
        result.emplace_back(options.macros[i].name, options.macros[i].value ? options.macros[i].value : "");
    }
    return result;
}

// The record of a kernel with the arguments that these values leave it.
const sm_kernel *specialised(const sm_module &module, size_t kernel, const ConstantValues &values) {
    const std::vector<bool> present = present_parameters(module.program, module.program.kernels[kernel], values);
    const std::lock_guard<std::mutex> guard(module.lock);
    const auto [entry, fresh] = module.specialisations.try_emplace({kernel, present});
    sm_module::Specialisation &result = entry->second;
    if (!fresh) return &result.record;
    for (const sm_module::Argument &argument : module.arguments[kernel]) {
        if (present[argument.parameter]) result.arguments.push_back(argument.record);
    }
    result.arguments.push_back({SM_ARG_CONTEXT, 0, "", "", SM_ACCESS_READ_ONLY, 0});
    result.record = module.kernels[kernel];
    result.record.args = result.arguments.data();
    result.record.arg_count = result.arguments.size();
    return &result.record;
}

class Records {
public:
    explicit Records(sm_module &module) : module_(module), layouts_(module.program) {}

    void fill() {
        size_t strings = 2 * module_.program.constants.size();
        for (const Kernel &kernel : module_.program.kernels) strings += 2 + 2 * kernel.parameters.size();
        module_.strings.reserve(strings + module_.program.kernels.size());
        module_.arguments.reserve(module_.program.kernels.size());
        module_.kernel_constants.reserve(module_.program.kernels.size());
        for (const Kernel &kernel : module_.program.kernels) add(kernel);
        for (size_t i = 0; i < module_.kernels.size(); ++i) module_.kernels[i] = *specialised(module_, i, {});
        for (const FunctionConstant &constant : module_.program.constants) {
            module_.constants.push_back({keep(constant.name), constant.index, keep(constant.type), constant.required});
        }
    }

private:
    sm_module &module_;
    Layouts layouts_;

    const char *keep(const std::string &text) {
        module_.strings.push_back(text);
        return module_.strings.back().c_str();
    }

    // A template parameter's name stands for its argument.
    static Tokens instantiated(const Tokens &type, const std::vector<TemplateParameter> &bindings) {
        Tokens result;
        for (const Token &word : type) {
            const auto found = std::find_if(bindings.begin(), bindings.end(),
                                            [&word](const TemplateParameter &binding) { return word.is(binding.name); });
            if (found == bindings.end()) {
                result.push_back(word);
                continue;
            }
            result.insert(result.end(), found->value.begin(), found->value.end());
            result[result.size() - found->value.size()].space_before = word.space_before;
        }
        return result;
    }

    void add(const Kernel &kernel) {
        std::vector<sm_module::Argument> arguments;
        for (size_t i = 0; i < kernel.parameters.size(); ++i) {
            const Parameter &parameter = kernel.parameters[i];
            if (parameter.kind == Parameter::Kind::Position) continue;
            const Tokens words = instantiated(parameter.type, kernel.bindings);
            const std::string type = spell(words.data(), words.data() + words.size());
            const Tokens extents = instantiated(parameter.extents, kernel.bindings);
            arguments.push_back({i, {parameter.kind == Parameter::Kind::Threadgroup ? SM_ARG_THREADGROUP : SM_ARG_BUFFER,
                                     parameter.index, keep(parameter.name), keep(type),
                                     parameter.read_only ? SM_ACCESS_READ_ONLY : SM_ACCESS_READ_WRITE,
                                     parameter.reference ? layouts_.size(words, extents) : 0}});
        }
        module_.arguments.push_back(std::move(arguments));
        module_.kernel_constants.emplace_back(kernel.constants.begin(), kernel.constants.end());
        module_.kernels.push_back({keep(kernel.host_name), keep(symbol(module_.program, kernel)), nullptr, 0, kernel.max_threads, kernel.uses_simd,
                                   kernel.uses_barrier, layouts_.threadgroup_bytes(kernel),
                                   module_.kernel_constants.back().data(), module_.kernel_constants.back().size()});
    }
};

size_t find_kernel(const Program &program, const char *name) {
    for (size_t i = 0; i < program.kernels.size(); ++i) {
        if (program.kernels[i].host_name == name) return i;
    }
    throw std::runtime_error(std::string("no kernel named '") + name + "'");
}

const FunctionConstant &find_constant(const Program &program, const sm_constant_value &value) {
    for (const FunctionConstant &constant : program.constants) {
        if (value.name ? constant.name == value.name : constant.index == value.index) return constant;
    }
    throw std::runtime_error("no function constant " + (value.name ? "named '" + std::string(value.name) + "'"
                                                                   : "with index " + std::to_string(value.index)));
}

ConstantValues literals_of(const Program &program, const sm_constant_value *values, size_t count) {
    ConstantValues literals;
    for (size_t i = 0; i < count; ++i) {
        const FunctionConstant &constant = find_constant(program, values[i]);
        literals[constant.name] = literal(constant.type, values[i].value);
    }
    return literals;
}

}  // namespace

sm_module *sm_module_new(const char *msl, const sm_options *options, char **error) {
    if (error) *error = nullptr;
    return guarded(error, [&]() -> sm_module * {
        const sm_options none = {};
        const sm_options &given = options ? *options : none;
        auto module = std::make_unique<sm_module>();
        module->source = msl;
        const Tokens tokens = lex(module->source);
        // Metal has no double: only a program that asks for it has it.
        const bool asks_for_double = std::any_of(tokens.begin(), tokens.end(), [](const Token &token) { return token.is("__HAVE_DOUBLE__"); });
        module->options = {given.has_double != 0 && asks_for_double, given.fast_math != 0,
                           given.fast_functions != 0};
        Preprocessed text = preprocess(tokens, definitions(given));
        module->warnings = text.warnings;
        check_brackets(text.tokens);
        refuse_unsupported(text.tokens, {module->options.has_double, language_version(given.language_version)});
        check_library_names(text.tokens, text.includes_library);
        module->program = parse(std::move(text.tokens));
        // Printing finds what is left to refuse: pragmas and literals.
        module->text = print_opencl(module->program, nullptr, {}, module->options, &module->columns);
        Records(*module).fill();
        return module.release();
    });
}

void sm_module_free(sm_module *module) { delete module; }

const char *sm_module_warnings(const sm_module *module) { return module->warnings.c_str(); }

size_t sm_module_kernels(const sm_module *module, const sm_kernel **kernels) {
    *kernels = module->kernels.data();
    return module->kernels.size();
}

size_t sm_module_constants(const sm_module *module, const sm_constant **constants) {
    *constants = module->constants.data();
    return module->constants.size();
}

const sm_kernel *sm_module_specialised(const sm_module *module, const char *kernel, const sm_constant_value *values,
                                       size_t count, char **error) {
    if (error) *error = nullptr;
    return guarded(error, [&]() -> const sm_kernel * {
        const Program &program = module->program;
        const ConstantValues literals = literals_of(program, values, count);
        const size_t found = find_kernel(program, kernel);
        check_indices(program.kernels[found], present_parameters(program, program.kernels[found], literals));
        return specialised(*module, found, literals);
    });
}

char *sm_module_source(const sm_module *module, const char *kernel, const sm_constant_value *values, size_t count, char **error) {
    if (error) *error = nullptr;
    return guarded(error, [&]() -> char * {
        if (!kernel && count == 0) return copy(module->text);
        const Program &program = module->program;
        const Kernel *only = kernel ? &program.kernels[find_kernel(program, kernel)] : nullptr;
        return copy(print_opencl(program, only, literals_of(program, values, count), module->options));
    });
}

char *sm_module_map_log(const sm_module *module, const char *build_log) {
    char *error = nullptr;
    char *mapped = guarded(&error, [&] { return copy(map_build_log(module->source, module->columns, build_log)); });
    return mapped ? mapped : error;
}

const char *sm_layout_options(sm_threadgroup_layout layout) { return layout == SM_LAYOUT_FLAT ? "-DSM_FLAT=1" : ""; }

const char *sm_dialect_options(const sm_options *options) {
    if (options && options->fast_math) return "-cl-std=CLC++2021 -w -cl-mad-enable -cl-no-signed-zeros";
    return "-cl-std=CLC++2021 -w -cl-fp32-correctly-rounded-divide-sqrt";
}
