#include <algorithm>
#include <set>
#include <vector>

#include "attributes.h"
#include "brackets.h"
#include "literals.h"
#include "opencl_names.h"
#include "opencl_operands.h"
#include "opencl_prelude.h"
#include "printer.h"
#include "roles.h"
#include "threadgroup_variables.h"
#include "writer.h"

namespace sm::msl {
namespace {

class OpenClPrinter {
public:
    OpenClPrinter(const Program &program, const ConstantValues &values, const PrintOptions &options)
        : program_(program), values_(values), options_(options), types_(declared_types(program)), names_(options.has_double) {}

    std::string run(const Kernel *only, Columns *columns) {
        out_.line(opencl_prelude(program_, only, options_));
        out_.line("namespace sm {");
        // Metal contracts by default, even in its safe mode, and so does this: within an expression.
        out_.line("#pragma clang fp contract(on)");
        for (const Item &item : program_.items) {
            if (item.kind == Item::Kind::Code) code(item.code);
            if (item.kind == Item::Kind::FunctionConstant) constant(program_.constants[item.index]);
            if (item.kind != Item::Kind::Kernel) continue;
            const Kernel &kernel = program_.kernels[item.index];
            if (!only || only == &kernel) print(kernel);
        }
        out_.line("}");
        if (columns) *columns = out_.columns();
        return out_.take();
    }

private:
    const Program &program_;
    const ConstantValues &values_;
    PrintOptions options_;
    std::set<std::string> types_;
    OpenClNames names_;
    Writer out_;
    unsigned hoisted_ = 0;
    Location place_;  // of what is ours
    // Of the tokens being printed.
    Operands operands_;
    ShortLists short_lists_;

    void prepare(const Tokens &tokens) {
        operands_ = find_operands(tokens, types_);
        short_lists_ = find_short_lists(tokens);
    }

    void code(const Tokens &tokens) {
        prepare(tokens);
        for (size_t i = 0; i < tokens.size(); ++i) i = token(tokens, i);
    }

    // Prints tokens[i], and what follows where both belong together; the index of the last token printed.
    size_t token(const Tokens &tokens, size_t i) {
        const auto operand = operands_.find(i);
        if (operand == operands_.end()) return one_token(tokens, i);
        const size_t last = operand->second;
        out_.insert(" ::sm::metal::__sm_operand(");
        for (; i <= last; ++i) i = one_token(tokens, i);
        out_.insert(")");
        return last;
    }

    size_t one_token(const Tokens &tokens, size_t i) {
        const Token &current = tokens[i];
        const auto list = short_lists_.find(i);
        if (list != short_lists_.end()) out_.insert(list->second ? " ::sm::metal::__sm_rest()" : ", ::sm::metal::__sm_rest()");
        if (current.is("__attribute__") || attribute_at(tokens, i)) return verbatim(tokens, i);
        if (current.kind == TokenKind::Pragma) {
            pragma(current);
        } else if (current.kind == TokenKind::Number) {
            out_.put(current, opencl_literal(current, options_.has_double));
        } else if (current.is(".") || current.is("->")) {
            return member(tokens, i);
        } else if (current.is("::")) {
            global_scope(tokens, i);
        } else if (current.is("is_function_constant_defined")) {
            return constant_defined(tokens, i);
        } else if (current.identifier()) {
            out_.put(current, names_.spell(current));
        } else {
            out_.put(current);
            if (current.role == Role::ClassBody || current.role == Role::StructBody) accessors(tokens, i);
        }
        return i;
    }

    // Fields of the program's own with names of swizzles are read and written through functions of those names, as a
    // vector's components are: which of the two "a.xy" is only the compiler knows.
    void accessors(const Tokens &tokens, size_t brace) {
        const std::set<std::string> fields = swizzle_fields(tokens, brace);
        if (fields.empty()) return;
        if (tokens[brace].role == Role::ClassBody) out_.insert(" public:");
        for (const std::string &field : fields) {
            const std::string name = names_.spell(field);
            out_.insert(" auto &" + field + "() { return " + name + "; } auto &" + field + "() const { return " + name + "; }");
            out_.insert(" auto &__sm_" + field + "() { return " + name + "; }");
        }
        if (tokens[brace].role == Role::ClassBody) out_.insert(" private:");
    }

    // An attribute, as it is.
    size_t verbatim(const Tokens &tokens, size_t i) {
        size_t last = tokens[i].is("[") ? closing(tokens, i) : i;
        if (tokens[i].identifier() && i + 1 < tokens.size() && tokens[i + 1].is("(")) last = closing(tokens, i + 1);
        for (; i <= last; ++i) out_.put(tokens[i]);
        return last;
    }

    static bool metal_pragma(const Token &token) { return token.kind == TokenKind::Pragma && token.text.rfind("METAL", 0) == 0; }

    void pragma(const Token &token) {
        std::string words;
        for (char c : token.text) {
            if (c != ' ') words += c;
        }
        static const std::string kContract = "METALfpcontract(";
        if (words == kContract + "off)") return out_.line("#pragma clang fp contract(off)");
        if (words == kContract + "on)" || words == kContract + "fast)") return out_.line("#pragma clang fp contract(on)");
        if (words == "METALfpmath_mode(safe)" && !options_.fast_math) return;
        if (words.rfind("unroll", 0) == 0 || words.rfind("nounroll", 0) == 0 || words.rfind("clang", 0) == 0) {
            return out_.line("#pragma " + token.text);
        }
        throw CompileError(token.where, "#pragma " + token.text + " is not supported by softmetal");
    }

    size_t member(const Tokens &tokens, size_t i) {
        out_.put(tokens[i]);
        if (i + 1 >= tokens.size() || !tokens[i + 1].identifier()) return i;
        const Token &name = tokens[i + 1];
        if (name.role != Role::SwizzleRead && name.role != Role::SwizzleWrite) {
            out_.put(name, names_.spell(name));
        } else {
            out_.put(name, (name.role == Role::SwizzleWrite ? "__sm_" : "") + name.text + "()");
        }
        return i + 1;
    }

    // The program's global scope is namespace sm.
    void global_scope(const Tokens &tokens, size_t i) {
        static const std::set<std::string> kBefore = {"return", "else", "case", "const", "constexpr", "static", "inline",
                                                      "device", "constant", "thread", "threadgroup"};
        const bool qualified = i > 0 && ((tokens[i - 1].identifier() && kBefore.count(tokens[i - 1].text) == 0) ||
                                         tokens[i - 1].is(">"));
        out_.put(tokens[i], qualified ? "::" : "::sm::");
    }

    size_t constant_defined(const Tokens &tokens, size_t i) {
        const bool complete = i + 3 < tokens.size() && tokens[i + 1].is("(") && tokens[i + 2].identifier() && tokens[i + 3].is(")");
        if (!complete) throw CompileError(tokens[i].where, "is_function_constant_defined takes the name of a function constant");
        const std::string &name = tokens[i + 2].text;
        const bool known = std::any_of(program_.constants.begin(), program_.constants.end(),
                                       [&name](const FunctionConstant &constant) { return constant.name == name; });
        if (!known) throw CompileError(tokens[i + 2].where, "'" + name + "' is not a function constant");
        out_.put(tokens[i], values_.count(name) != 0 ? "true" : "false");
        return i + 3;
    }

    void constant(const FunctionConstant &constant) {
        Token place;
        place.where = {constant.where.line, 1};
        const auto value = values_.find(constant.name);
        out_.put(place, "constexpr __global const " + constant.type + " " + names_.spell(constant.name) + " = " + constant.type +
                            "(" + (value != values_.end() ? value->second : "0") + ");");
    }

    void print(const Kernel &kernel) {
        Token place;
        place.where = {kernel.parameters.empty() ? kernel.body[0].where.line : kernel.parameters[0].where.line, 1};
        out_.put(place, "namespace __sm_kernel_" + symbol(program_, kernel) + " {");
        for (const TemplateParameter &binding : kernel.bindings) bind(binding);
        if (kernel.uses_simd) out_.insert(" __attribute__((intel_reqd_sub_group_size(32)))");
        out_.insert(" __kernel void " + symbol(program_, kernel) + "(");
        const std::vector<bool> present = present_parameters(program_, kernel, values_);
        for (size_t i = 0; i < kernel.parameters.size(); ++i) {
            if (present[i]) argument(kernel.parameters[i], i);
        }
        out_.insert("sm_context __sm_context) {");
        size_t first = 1;  // pragmas of Metal's must stand at the head of the scope, before the prologue
        for (; metal_pragma(kernel.body[first]); ++first) pragma(kernel.body[first]);
        for (size_t i = 0; i < kernel.parameters.size(); ++i) prologue(kernel.parameters[i], i, present[i]);
        body(kernel, first);
        out_.insert("}");
        names_.restore();
    }

    void bind(const TemplateParameter &binding) {
        if (binding.replaced) {
            std::string text;
            for (const Token &word : binding.value) text += word.identifier() ? names_.spell(word) + " " : word.text;
            return names_.replace(binding.name, text);
        }
        out_.insert(binding.is_type ? " using " + names_.spell(binding.name) + " = " : " constexpr ");
        if (!binding.is_type) {
            inline_code(binding.type);
            out_.insert(" " + names_.spell(binding.name) + " = ");
        }
        inline_code(binding.value);
        out_.insert(";");
    }

    // The user's tokens in a line of ours.
    void inline_code(const Tokens &tokens) {
        Tokens here = tokens;
        for (Token &word : here) {
            word.where = place_;
            word.space_before = true;
        }
        for (size_t i = 0; i < here.size(); ++i) {
            if (here[i].kind == TokenKind::Number) out_.insert(" " + opencl_literal(here[i], options_.has_double));
            else if (here[i].identifier()) out_.insert(" " + names_.spell(here[i]));
            else out_.insert(here[i].text);
        }
    }

    void argument(const Parameter &parameter, size_t i) {
        if (parameter.kind == Parameter::Kind::Position) return;
        const char *space = parameter.kind == Parameter::Kind::Threadgroup ? "__local" : "__global";
        out_.insert(std::string(space) + (parameter.read_only ? " const" : "") + " void *__sm_" + std::to_string(i) + ", ");
    }

    // Declares what the user's names stand for; a parameter that is not there points nowhere.
    void prologue(const Parameter &parameter, size_t i, bool present) {
        if (parameter.kind == Parameter::Kind::Position) {
            out_.insert(parameter.read_only ? " const" : " ");
            inline_code(parameter.type);
            out_.insert(" " + names_.spell(parameter.name) + " = __sm_positions<");
            inline_code(parameter.type);
            out_.insert(std::string(", sm_platform::") + dialect_position(parameter.position) + ">::of(__sm_context);");
            return;
        }
        const std::string space = parameter.kind == Parameter::Kind::Threadgroup ? "__local" : "__global";
        const bool add_const = parameter.space == AddressSpace::Constant;
        // An array's type needs a name of its own: its extents would stand after the declarator.
        const std::string array = parameter.extents.empty() ? "" : " __sm_array_" + std::to_string(i);
        if (!array.empty()) {
            out_.insert(" typedef");
            inline_code(parameter.type);
            out_.insert(array);
            inline_code(parameter.extents);
            out_.insert(";");
        }
        const auto type = [&] {
            out_.insert(space + (add_const ? " const" : "") + array);
            if (array.empty()) inline_code(parameter.type);
        };
        out_.insert(" ");
        type();
        out_.insert(std::string(parameter.reference ? " &" : " *") + names_.spell(parameter.name) + " = " +
                    (parameter.reference ? "*" : "") + "(");
        type();
        out_.insert(present ? " *)__sm_" + std::to_string(i) + ";" : " *)0;");
    }

    // Threadgroup variables must stand in the kernel's outermost scope: one of an inner scope is declared before the
    // statement that it is in, and referred to from its place.
    void body(const Kernel &kernel, size_t first) {
        const Tokens &tokens = kernel.body;
        prepare(tokens);
        const size_t end = tokens.size() - 1;  // without the braces: they would be an inner scope
        size_t statement = first, depth = 0;
        for (size_t i = first; i < end; ++i) {
            if (depth == 0 && i == statement) hoist(tokens, i, end);
            if (opens(tokens[i])) ++depth;
            if (closes(tokens[i])) --depth;
            if (depth > 0 && declares_threadgroup_variable(tokens, i)) {
                i = refer(tokens, i);
                continue;
            }
            const size_t last = token(tokens, i);
            const bool ends = depth == 0 && (tokens[i].is(";") || tokens[i].is("}"));
            if (ends) statement = i + 1;
            i = last;
        }
        out_.put(tokens[end], "}");
    }

    void hoist(const Tokens &tokens, size_t begin, size_t end) {
        unsigned number = hoisted_;
        for (size_t i : inner_threadgroup_variables(tokens, begin, end)) declare(tokens, i, number++);
    }

    void declare(const Tokens &tokens, size_t i, unsigned number) {
        const ThreadgroupVariable variable = threadgroup_variable(tokens, i);
        inline_code(slice(tokens, i, variable.name));
        out_.insert(" __sm_threadgroup_" + std::to_string(number));
        inline_code(slice(tokens, variable.name + 1, variable.end));
        out_.insert("; ");
    }

    size_t refer(const Tokens &tokens, size_t i) {
        const ThreadgroupVariable variable = threadgroup_variable(tokens, i);
        out_.put(tokens[i], "auto &" + names_.spell(tokens[variable.name]) + " = __sm_threadgroup_" + std::to_string(hoisted_++));
        out_.put(tokens[variable.end]);
        return variable.end;
    }
};

}  // namespace

std::string symbol(const Program &program, const Kernel &kernel) {
    std::string text = "sm_";
    for (char c : kernel.host_name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        text += plain ? c : '_';
    }
    if (text == "sm_" + kernel.host_name) return text;
    // A host name with other characters: its place keeps it apart from all others.
    return text + "__" + std::to_string(&kernel - program.kernels.data());
}

std::string print_opencl(const Program &program, const Kernel *only, const ConstantValues &values, const PrintOptions &options,
                         Columns *columns) {
    return OpenClPrinter(program, values, options).run(only, columns);
}

}  // namespace sm::msl
