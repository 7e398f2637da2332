#include <algorithm>
#include <set>
#include <vector>

#include "library.h"
#include "parser.h"
#include "printer.h"
#include "roles.h"
#include "writer.h"

namespace sm::msl {
namespace {

// Words that mean the same in MSL and in the dialect. All other names of a program that are not the library's are taken
// out of the compiler's reach: it has names of its own, which a program must neither clash with nor see.
const std::set<std::string> kWords = {
    "alignas", "alignof", "and", "and_eq", "auto", "bitand", "bitor", "bool", "break", "case", "char", "class",
    "compl", "const", "const_cast", "constexpr", "continue", "decltype", "default", "delete", "do", "double", "else",
    "enum", "explicit", "extern", "false", "final", "float", "for", "friend", "half", "if", "inline", "int",
    "intptr_t", "long", "mutable", "namespace", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq",
    "private", "protected", "ptrdiff_t", "public", "reinterpret_cast", "return", "short", "signed", "size_t",
    "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this", "true", "typedef",
    "typename", "uchar", "uint", "uintptr_t", "ulong", "union", "unsigned", "ushort", "using", "void", "volatile",
    "while", "xor", "xor_eq"};

// Names with two underscores are the compiler's in MSL too, but for these.
const std::set<std::string> kDialectWords = {"__global", "__local", "__constant", "__private", "__generic", "__kernel",
                                             "__read_only", "__write_only", "__read_write"};

bool attribute_at(const Tokens &tokens, size_t i) {
    return tokens[i].is("__attribute__") || (tokens[i].is("[") && i + 1 < tokens.size() && tokens[i + 1].is("["));
}

const char *position_name(Position position) {
    switch (position) {
        case Position::ThreadInGrid: return "thread_in_grid";
        case Position::ThreadInThreadgroup: return "thread_in_threadgroup";
        case Position::ThreadgroupInGrid: return "threadgroup_in_grid";
        case Position::ThreadIndexInThreadgroup: return "thread_index_in_threadgroup";
        case Position::ThreadIndexInSimdgroup: return "thread_index_in_simdgroup";
        case Position::ThreadIndexInQuadgroup: return "thread_index_in_quadgroup";
        case Position::SimdgroupIndexInThreadgroup: return "simdgroup_index_in_threadgroup";
        case Position::QuadgroupIndexInThreadgroup: return "quadgroup_index_in_threadgroup";
        case Position::ThreadsPerGrid:
        case Position::GridSize: return "threads_per_grid";
        case Position::ThreadgroupsPerGrid: return "threadgroups_per_grid";
        case Position::ThreadsPerThreadgroup: return "threads_per_threadgroup";
        case Position::DispatchThreadsPerThreadgroup: return "dispatch_threads_per_threadgroup";
        case Position::ThreadsPerSimdgroup:
        case Position::ThreadExecutionWidth: return "threads_per_simdgroup";
        case Position::SimdgroupsPerThreadgroup: return "simdgroups_per_threadgroup";
        case Position::DispatchSimdgroupsPerThreadgroup: return "dispatch_simdgroups_per_threadgroup";
        case Position::QuadgroupsPerThreadgroup: return "quadgroups_per_threadgroup";
        case Position::DispatchQuadgroupsPerThreadgroup: return "dispatch_quadgroups_per_threadgroup";
        case Position::GridOrigin: return "grid_origin";
    }
    return "";
}

std::string swizzle_indices(const std::string &name) {
    std::string text;
    for (char letter : name) {
        const size_t plain = std::string("xyzw").find(letter);
        text += ", " + std::to_string(plain != std::string::npos ? plain : std::string("rgba").find(letter));
    }
    return text;
}

bool swizzles_vector_of(const std::string &name, unsigned width) {
    return std::all_of(name.begin(), name.end(), [width](char letter) {
        return std::string("xyzw").substr(0, width).find(letter) != std::string::npos ||
               std::string("rgba").substr(0, width).find(letter) != std::string::npos;
    });
}

std::string swizzle_macros(const Program &program) {
    std::string text;
    for (unsigned width = 2; width <= 4; ++width) {
        std::string methods = "#define SM_SWIZZLES_" + std::to_string(width);
        for (const std::string &name : program.swizzles) {
            if (!swizzles_vector_of(name, width)) continue;
            methods += " SM_SWIZZLE" + std::to_string(name.size()) + "(" + name + swizzle_indices(name) + ")";
            if (program.written_swizzles.count(name) != 0) methods += " SM_WRITTEN(" + name + swizzle_indices(name) + ")";
        }
        text += methods + "\n";
    }
    return text;
}

// "float4", "packed_half2": also in programs that write them without "metal::".
bool vector_type(const std::string &name) {
    static const std::set<std::string> kElements = {"bool", "char",  "uchar", "short", "ushort", "int",   "uint",
                                                    "long", "ulong", "half",  "float", "double", "bfloat"};
    if (name.size() < 2 || name.back() < '2' || name.back() > '4') return false;
    const size_t begin = name.rfind("packed_", 0) == 0 ? 7 : 0;
    return kElements.count(name.substr(begin, name.size() - begin - 1)) != 0;
}

// Types that a program declares, template parameters among them.
void add_declared_types(const Tokens &tokens, std::set<std::string> &names) {
    static const std::set<std::string> kBefore = {"struct", "class", "union", "using", "typename"};
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (kBefore.count(tokens[i].text) != 0 && tokens[i + 1].identifier()) names.insert(tokens[i + 1].text);
        if (!tokens[i].is("typedef")) continue;
        while (i + 1 < tokens.size() && !tokens[i + 1].is(";")) i = tokens[i].is("{") ? closing(tokens, i) : i + 1;
        if (tokens[i].identifier()) names.insert(tokens[i].text);
    }
}

class OpenClPrinter {
public:
    OpenClPrinter(const Program &program, const ConstantValues &values, const PrintOptions &options)
        : program_(program), values_(values), options_(options) {
        for (const Item &item : program.items) add_declared_types(item.code, declared_types_);
        for (const Kernel &kernel : program.kernels) {
            add_declared_types(kernel.body, declared_types_);
            for (const TemplateParameter &binding : kernel.bindings) declared_types_.insert(binding.name);
        }
    }

    std::string run(const Kernel *only, Columns *columns) {
        prelude(only);
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
    Writer out_;
    unsigned hoisted_ = 0;
    std::set<std::string> declared_types_;

    void prelude(const Kernel *only) {
        const std::set<std::string> names = library_names(only);
        if (std::any_of(names.begin(), names.end(), double_name)) out_.line("#define SM_HAVE_DOUBLE 1");
        out_.line(options_.fast_math ? "#define SM_PRECISE_NAMESPACE namespace\n#define SM_FAST_NAMESPACE inline namespace"
                                     : "#define SM_PRECISE_NAMESPACE inline namespace\n#define SM_FAST_NAMESPACE namespace");
        out_.line(swizzle_macros(program_) + library_source(names) + "#line 1 \"softmetal\"");
    }

    static bool double_name(const std::string &name) { return name.rfind("double", 0) == 0 || name.rfind("packed_double", 0) == 0; }

    // Vectors of doubles are the library's in programs that ask for doubles only.
    bool library_word(const std::string &name) const { return library_name(name) && (options_.has_double || !double_name(name)); }

    // What a program names of the library, and what the kernels' arguments need of it.
    std::set<std::string> library_names(const Kernel *only) const {
        std::set<std::string> names;
        const auto collect = [&](const Tokens &tokens) {
            for (const Token &token : tokens) {
                if (token.identifier() && (library_word(token.text) || token.is("double"))) names.insert(token.text);
                if (double_literal(token)) names.insert("double");
                if (bfloat_literal(token)) names.insert("bfloat");
            }
        };
        for (const Item &item : program_.items) collect(item.code);
        for (const Kernel &kernel : program_.kernels) {
            if (only && only != &kernel) continue;
            collect(kernel.body);
            for (const Parameter &parameter : kernel.parameters) {
                collect(parameter.type);
                if (parameter.kind != Parameter::Kind::Position) continue;
                names.insert("__sm_positions");
                names.insert(position_name(parameter.position));
            }
            for (const TemplateParameter &binding : kernel.bindings) {
                collect(binding.type);
                collect(binding.value);
            }
        }
        for (const FunctionConstant &constant : program_.constants) names.insert(constant.type);
        return names;
    }

    void code(const Tokens &tokens) {
        find_operands(tokens);
        find_short_lists(tokens);
        for (size_t i = 0; i < tokens.size(); ++i) i = token(tokens, i);
    }

    // Operands of "?:" in the tokens being printed that may be variables or are temporaries: index of the first token, of
    // the last.
    std::map<size_t, size_t> operands_;

    void find_operands(const Tokens &tokens) {
        operands_.clear();
        std::vector<size_t> questions(1);  // "?" without its ":" yet, for each open bracket
        for (size_t i = 0; i < tokens.size(); ++i) {
            const Token &token = tokens[i];
            if (token.is("(") || token.is("[") || token.is("{")) {
                questions.push_back(0);
            } else if (token.is(")") || token.is("]") || token.is("}")) {
                if (questions.size() > 1) questions.pop_back();
            } else if (token.is("?")) {
                ++questions.back();
                operand(tokens, i + 1);
            } else if (token.is(":") && questions.back() > 0) {
                --questions.back();
                operand(tokens, i + 1);
            } else if (token.is(";")) {
                questions.back() = 0;
            }
        }
    }

    // Closing braces of "float4 v = {x, y}" and "float4 v[2] = {{x}, {y}}", which leave components zero: whether a comma stands before them.
    std::map<size_t, bool> short_lists_;

    void find_short_lists(const Tokens &tokens) {
        short_lists_.clear();
        for (size_t i = 0; i + 3 < tokens.size(); ++i) {
            if (!tokens[i].identifier() || !tokens[i + 1].identifier() || !vector_type(tokens[i].text)) continue;
            size_t open = i + 2, extents = 0;
            for (; tokens[open].is("["); ++extents) open = closing(tokens, open) + 1;
            if (tokens[open].is("=")) ++open;
            if (tokens[open].is("{")) note_short_lists(tokens, open, static_cast<size_t>(tokens[i].text.back() - '0'), extents);
        }
    }

    // The list at open is of a vector with that many components, or of an array of them with that many extents.
    void note_short_lists(const Tokens &tokens, size_t open, size_t width, size_t extents) {
        const size_t close = closing(tokens, open);
        if (extents == 0) {
            const size_t count = list_elements(tokens, open, close);
            if (count > 0 && count < width) short_lists_[close] = tokens[close - 1].is(",");
            return;
        }
        for (size_t i = open + 1; i < close; ++i) {
            if (tokens[i].is("{")) note_short_lists(tokens, i, width, extents - 1);
            if (tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{")) i = closing(tokens, i);
        }
    }

    static size_t list_elements(const Tokens &tokens, size_t open, size_t close) {
        size_t count = open + 1 < close && !tokens[close - 1].is(",") ? 1 : 0;
        for (size_t i = open + 1; i < close; ++i) {
            if (tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{")) i = closing(tokens, i);
            else if (tokens[i].is(",")) ++count;
        }
        return count;
    }

    void operand(const Tokens &tokens, size_t begin) {
        for (const size_t end : {variable_end(tokens, begin), constructor_end(tokens, begin)}) {
            if (end > begin && ends_operand(tokens, end)) operands_[begin] = end - 1;
        }
    }

    static bool ends_operand(const Tokens &tokens, size_t i) {
        static const std::set<std::string> kEnds = {":", ",", ";", ")", "]", "}"};
        return i >= tokens.size() || kEnds.count(tokens[i].text) != 0;
    }

    // Where "x", "*p", "a::b.c[i]->d" or "(x)" ends that begins at i; i where there is none.
    static size_t variable_end(const Tokens &tokens, size_t begin) {
        static const std::set<std::string> kValues = {"true", "false", "nullptr", "this"};
        size_t i = begin;
        while (i < tokens.size() && tokens[i].is("*")) ++i;
        if (i >= tokens.size()) return begin;
        if (tokens[i].is("(")) {
            const size_t close = closing(tokens, i);
            return variable_end(tokens, i + 1) == close && close > i + 1 ? close + 1 : begin;
        }
        if (!tokens[i].identifier() || kValues.count(tokens[i].text) != 0) return begin;
        for (++i; i < tokens.size();) {
            const bool member = tokens[i].is(".") || tokens[i].is("->") || tokens[i].is("::");
            if (tokens[i].is("[")) i = closing(tokens, i) + 1;
            else if (member && i + 1 < tokens.size() && tokens[i + 1].identifier()) i += 2;
            else break;
        }
        return i;
    }

    // The same for "float4(x, 1.0f)", "Pair{a, b}", "vec<T, 2>(x, y)": a temporary, which the dialect places in private
    // memory.
    size_t constructor_end(const Tokens &tokens, size_t begin) const {
        size_t i = begin;
        if (i >= tokens.size() || !tokens[i].identifier()) return begin;
        while (i + 2 < tokens.size() && tokens[i + 1].is("::") && tokens[i + 2].identifier()) i += 2;
        const std::string &name = tokens[i].text;
        const bool type = vector_type(name) || name == "vec" || declared_types_.count(name) != 0;
        if (++i < tokens.size() && tokens[i].is("<") && type) {
            while (i < tokens.size() && !tokens[i].is(">") && !tokens[i].is(";")) ++i;
            ++i;
        }
        if (i >= tokens.size() || !(tokens[i].is("{") || (tokens[i].is("(") && type))) return begin;
        return closing(tokens, i) + 1;
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
        if (attribute_at(tokens, i)) return verbatim(tokens, i);
        if (current.kind == TokenKind::Pragma) {
            pragma(current);
        } else if (current.kind == TokenKind::Number) {
            out_.put(current, number(current));
        } else if (current.is(".") || current.is("->")) {
            return member(tokens, i);
        } else if (current.is("::")) {
            global_scope(tokens, i);
        } else if (current.is("is_function_constant_defined")) {
            return constant_defined(tokens, i);
        } else if (current.identifier()) {
            out_.put(current, identifier(current));
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
            const std::string name = name_of(field);
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

    std::string identifier(const Token &token) const {
        if (token.is("device")) return "__global";
        // Memory of address space "constant" is global memory that is not written: what is copied or called there
        // then converts to the generic address space, as MSL has it and OpenCL's own constant does not.
        if (token.is("constant")) return "__global const";
        if (token.is("threadgroup")) return "__local";
        if (token.is("thread")) return thread_space(token.role);
        if (token.is("restrict")) return "__restrict";
        const auto replacement = replacements_.find(token.text);
        if (replacement != replacements_.end()) return replacement->second;
        const bool reserved = token.text.rfind("__", 0) == 0 && kDialectWords.count(token.text) == 0;
        if (reserved || kWords.count(token.text) != 0 || library_word(token.text)) return token.text;
        return "__sm_id_" + token.text;
    }

    // The generic space, also where nothing says so: "this" and every variable converts to it.
    static const char *thread_space(Role role) {
        return role == Role::Private ? "__private" : role == Role::Generic ? "__generic" : "";
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

    static bool floating_literal(const std::string &text) {
        const bool hexadecimal = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
        return text.find_first_of(hexadecimal ? "pP." : ".eE") != std::string::npos;
    }

    static bool bfloat_literal(const Token &token) {
        const size_t size = token.text.size();
        if (token.kind != TokenKind::Number || size < 3 || !floating_literal(token.text)) return false;
        const std::string suffix = token.text.substr(size - 2);
        return suffix == "bf" || suffix == "BF";
    }

    static bool double_literal(const Token &token) {
        if (token.kind != TokenKind::Number || !floating_literal(token.text)) return false;
        return token.text.back() == 'l' || token.text.back() == 'L';
    }

    // MSL has no double: a literal without a suffix is a float. With doubles, suffix L makes one.
    std::string number(const Token &token) const {
        std::string text = token.text;
        if (!floating_literal(text)) {
            // The dialect has no long long; Metal's long is as wide.
            const size_t twice = std::min(text.find("LL"), text.find("ll"));
            if (twice != std::string::npos) text.erase(twice, 1);
            return text;
        }
        if (double_literal(token)) {
            if (!options_.has_double) throw CompileError(token.where, "'double' is not supported in Metal");
            text.pop_back();
            return text;
        }
        if (bfloat_literal(token)) return "bfloat(" + text.substr(0, text.size() - 2) + "f)";
        const bool suffixed = std::string("fFhH").find(text.back()) != std::string::npos;
        return suffixed ? text : text + "f";
    }

    size_t member(const Tokens &tokens, size_t i) {
        out_.put(tokens[i]);
        if (i + 1 >= tokens.size() || !tokens[i + 1].identifier()) return i;
        const Token &name = tokens[i + 1];
        if (name.role != Role::SwizzleRead && name.role != Role::SwizzleWrite) {
            out_.put(name, identifier(name));
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
        out_.put(place, "constexpr __global const " + constant.type + " " + name_of(constant.name) + " = " + constant.type +
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
        replacements_.clear();
    }

    std::map<std::string, std::string> replacements_;  // of names in the kernel being printed

    void bind(const TemplateParameter &binding) {
        if (binding.replaced) {
            std::string text;
            for (const Token &word : binding.value) text += word.identifier() ? identifier(word) + " " : word.text;
            replacements_[binding.name] = text;
            return;
        }
        out_.insert(binding.is_type ? " using " + name_of(binding.name) + " = " : " constexpr ");
        if (!binding.is_type) {
            inline_code(binding.type);
            out_.insert(" " + name_of(binding.name) + " = ");
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
            if (here[i].kind == TokenKind::Number) out_.insert(" " + number(here[i]));
            else if (here[i].identifier()) out_.insert(" " + identifier(here[i]));
            else out_.insert(here[i].text);
        }
    }
    Location place_;

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
            out_.insert(" " + name_of(parameter.name) + " = __sm_positions<");
            inline_code(parameter.type);
            out_.insert(std::string(", sm_platform::") + position_name(parameter.position) + ">::of(__sm_context);");
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
        out_.insert(std::string(parameter.reference ? " &" : " *") + name_of(parameter.name) + " = " +
                    (parameter.reference ? "*" : "") + "(");
        type();
        out_.insert(present ? " *)__sm_" + std::to_string(i) + ";" : " *)0;");
    }

    std::string name_of(const std::string &name) const {
        Token token;
        token.kind = TokenKind::Identifier;
        token.text = name;
        return identifier(token);
    }

    // Threadgroup variables must stand in the kernel's outermost scope: one of an inner scope is declared before the
    // statement that it is in, and referred to from its place.
    void body(const Kernel &kernel, size_t first) {
        const Tokens &tokens = kernel.body;
        find_operands(tokens);
        find_short_lists(tokens);
        const size_t end = tokens.size() - 1;  // without the braces: they would be an inner scope
        size_t statement = first, depth = 0;
        for (size_t i = first; i < end; ++i) {
            if (depth == 0 && i == statement) hoist(tokens, i, end);
            if (tokens[i].is("{") || tokens[i].is("(") || tokens[i].is("[")) ++depth;
            if (tokens[i].is("}") || tokens[i].is(")") || tokens[i].is("]")) --depth;
            if (depth > 0 && tokens[i].is("threadgroup") && tokens[i].role == Role::Variable) {
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

    size_t statement_end(const Tokens &tokens, size_t i, size_t end) const {
        for (; i < end; ++i) {
            if (tokens[i].is(";")) return i;
            const bool braces = tokens[i].is("{");
            if (braces || tokens[i].is("(") || tokens[i].is("[")) i = closing(tokens, i);
            const bool continues = i + 1 < end && (tokens[i + 1].is("else") || tokens[i + 1].is("while") || tokens[i + 1].is(";"));
            if (braces && !continues) return i;
        }
        return end;
    }

    void hoist(const Tokens &tokens, size_t begin, size_t end) {
        const size_t last = statement_end(tokens, begin, end);
        size_t depth = 0;
        unsigned number = hoisted_;
        for (size_t i = begin; i < last; ++i) {
            if (tokens[i].is("{") || tokens[i].is("(")) ++depth;
            if (tokens[i].is("}") || tokens[i].is(")")) --depth;
            if (depth == 0 || !tokens[i].is("threadgroup") || tokens[i].role != Role::Variable) continue;
            declare(tokens, i, number++);
        }
    }

    // Index of the declared name.
    static size_t variable_name(const Tokens &tokens, size_t i) {
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

    void declare(const Tokens &tokens, size_t i, unsigned number) {
        const size_t name = variable_name(tokens, i);
        size_t stop = name;
        while (!tokens[stop].is(";")) ++stop;
        inline_code(Tokens(tokens.begin() + static_cast<std::ptrdiff_t>(i), tokens.begin() + static_cast<std::ptrdiff_t>(name)));
        out_.insert(" __sm_threadgroup_" + std::to_string(number));
        inline_code(Tokens(tokens.begin() + static_cast<std::ptrdiff_t>(name) + 1, tokens.begin() + static_cast<std::ptrdiff_t>(stop)));
        out_.insert("; ");
    }

    size_t refer(const Tokens &tokens, size_t i) {
        const size_t name = variable_name(tokens, i);
        out_.put(tokens[i], "auto &" + identifier(tokens[name]) + " = __sm_threadgroup_" + std::to_string(hoisted_++));
        size_t stop = name;
        while (!tokens[stop].is(";")) ++stop;
        out_.put(tokens[stop]);
        return stop;
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
