#include "parser.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>

#include "conversions.h"
#include "functions.h"
#include "layout.h"
#include "overloads.h"
#include "positions.h"
#include "roles.h"
#include "storage.h"
#include "values.h"

namespace sm::msl {
namespace {

constexpr size_t kMaximumNesting = 256;  // brackets, as clang
constexpr unsigned kMaximumBuffers = 31;
constexpr unsigned kMaximumConstant = 65535;
constexpr unsigned kMaximumThreads = 1024;  // a threadgroup

const std::map<std::string, Position> kPositions = {
    {"thread_position_in_grid", Position::ThreadInGrid},
    {"thread_position_in_threadgroup", Position::ThreadInThreadgroup},
    {"threadgroup_position_in_grid", Position::ThreadgroupInGrid},
    {"thread_index_in_threadgroup", Position::ThreadIndexInThreadgroup},
    {"thread_index_in_simdgroup", Position::ThreadIndexInSimdgroup},
    {"thread_index_in_quadgroup", Position::ThreadIndexInQuadgroup},
    {"simdgroup_index_in_threadgroup", Position::SimdgroupIndexInThreadgroup},
    {"quadgroup_index_in_threadgroup", Position::QuadgroupIndexInThreadgroup},
    {"threads_per_grid", Position::ThreadsPerGrid},
    {"threadgroups_per_grid", Position::ThreadgroupsPerGrid},
    {"threads_per_threadgroup", Position::ThreadsPerThreadgroup},
    {"dispatch_threads_per_threadgroup", Position::DispatchThreadsPerThreadgroup},
    {"threads_per_simdgroup", Position::ThreadsPerSimdgroup},
    {"thread_execution_width", Position::ThreadExecutionWidth},
    {"simdgroups_per_threadgroup", Position::SimdgroupsPerThreadgroup},
    {"dispatch_simdgroups_per_threadgroup", Position::DispatchSimdgroupsPerThreadgroup},
    {"quadgroups_per_threadgroup", Position::QuadgroupsPerThreadgroup},
    {"dispatch_quadgroups_per_threadgroup", Position::DispatchQuadgroupsPerThreadgroup},
    {"grid_origin", Position::GridOrigin},
    {"grid_size", Position::GridSize},
};

bool simd_position(Position position) {
    switch (position) {
        case Position::ThreadIndexInSimdgroup:
        case Position::ThreadIndexInQuadgroup:
        case Position::SimdgroupIndexInThreadgroup:
        case Position::QuadgroupIndexInThreadgroup:
        case Position::ThreadsPerSimdgroup:
        case Position::ThreadExecutionWidth:
        case Position::SimdgroupsPerThreadgroup:
        case Position::DispatchSimdgroupsPerThreadgroup:
        case Position::QuadgroupsPerThreadgroup:
        case Position::DispatchQuadgroupsPerThreadgroup:
            return true;
        default:
            return false;
    }
}

const char *closer_of(const Token &token) {
    if (token.is("(")) return ")";
    if (token.is("[")) return "]";
    if (token.is("{")) return "}";
    return nullptr;
}

bool closer(const Token &token) { return token.is(")") || token.is("]") || token.is("}"); }

struct Attribute {
    std::string name;
    Tokens arguments;
    Location where;
};

class Parser {
public:
    explicit Parser(const Tokens &tokens) : tokens_(tokens) {}

    Program run() {
        note_tokens();
        note_specialisations();
        while (!at_end()) declaration();
        for (Kernel &kernel : program_.kernels) resolve_uses(kernel);
        find_required_constants();
        return std::move(program_);
    }

private:
    struct KernelTemplate {
        std::vector<TemplateParameter> parameters;
        Kernel kernel;
        size_t scope = 0;
    };

    // Identifiers that a program-scope declaration mentions, to find what a kernel reaches.
    using Mentions = std::set<std::string>;

    const Tokens &tokens_;
    size_t at_ = 0;
    std::vector<size_t> scopes_;  // open namespaces, by the index of their brace
    Program program_;
    std::map<std::string, KernelTemplate> templates_;
    Overloads overloads_;
    std::map<std::string, Mentions> mentions_;
    std::map<std::string, Location> host_names_;
    std::set<std::string> specialised_, deduced_;  // function templates: with specialisations, those passed on twice

    const Token &token(size_t i) const { return tokens_[std::min(i, tokens_.size() - 1)]; }
    bool at_end() const { return token(at_).kind == TokenKind::End; }
    size_t scope() const { return scopes_.empty() ? 0 : scopes_.back(); }
    Tokens slice(size_t begin, size_t end) const {
        return Tokens(tokens_.begin() + static_cast<std::ptrdiff_t>(begin), tokens_.begin() + static_cast<std::ptrdiff_t>(end));
    }

    void code(size_t begin, size_t end) {
        if (program_.items.empty() || program_.items.back().kind != Item::Kind::Code) program_.items.emplace_back();
        Tokens &out = program_.items.back().code;
        out.insert(out.end(), tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
                   tokens_.begin() + static_cast<std::ptrdiff_t>(end));
    }

    void note_tokens() {
        for (const Token &token : tokens_) {
            if (token.role == Role::SwizzleRead || token.role == Role::SwizzleWrite) program_.swizzles.insert(token.text);
            if (token.role == Role::SwizzleWrite) program_.written_swizzles.insert(token.text);
            if (half_literal(token)) program_.half_literals = true;
        }
    }

    static bool half_literal(const Token &token) {
        return token.kind == TokenKind::Number && (token.text.back() == 'h' || token.text.back() == 'H');
    }

    static bool class_keyword(const Token &token) { return token.is("struct") || token.is("class") || token.is("union"); }

    void declaration() {
        const Token &first = token(at_);
        if (first.kind == TokenKind::Pragma || first.is(";")) {
            code(at_, at_ + 1);
            ++at_;
        } else if (first.is("}")) {
            scopes_.pop_back();
            code(at_, at_ + 1);
            ++at_;
        } else if (!open_scope() && !template_declaration() && !kernel_type()) {
            plain_declaration();
        }
    }

    // "typedef decltype(f<float>) f_t;", "using f_t = decltype(f<float>);": a name for a kernel template's type, which
    // only instantiations mention. The template itself is not passed on.
    bool kernel_type() {
        size_t i = at_ + 1;
        if (token(at_).is("using")) {
            if (!token(i).identifier() || !token(i + 1).is("=")) return false;
            i += 2;
        } else if (!token(at_).is("typedef")) {
            return false;
        }
        if (!token(i).is("decltype") || !token(i + 1).is("(") || templates_.count(token(i + 2).text) == 0) return false;
        at_ = declaration_end(at_);
        return true;
    }

    // "namespace a::b {", "extern "C" {"
    bool open_scope() {
        size_t i = at_;
        if (token(i).is("inline") && token(i + 1).is("namespace")) ++i;
        const bool linkage = token(i).is("extern") && token(i + 1).kind == TokenKind::String && token(i + 2).is("{");
        if (!token(i).is("namespace") && !linkage) return false;
        while (!token(i).is("{") && !token(i).is(";") && token(i).kind != TokenKind::End) ++i;
        if (token(i).kind == TokenKind::End) throw CompileError(token(at_).where, "expected '{' after namespace");
        if (token(i).is("{")) scopes_.push_back(i);
        // A linkage block adds nothing here; its braces stay, as those of a namespace that is always open.
        if (linkage) throw CompileError(token(at_).where, "'extern \"C\"' is not supported by softmetal");
        code(at_, i + 1);
        at_ = i + 1;
        return true;
    }

    bool template_declaration() {
        if (!token(at_).is("template")) return false;
        if (!token(at_ + 1).is("<")) return explicit_instantiation();
        size_t begin = at_;
        const size_t close = closing_angle(at_ + 1);
        const size_t body = close + 1;
        const size_t end = declaration_end(body);
        if (!kernel_head(body, end)) {
            plain_declaration();
            return true;
        }
        KernelTemplate result;
        result.parameters = template_parameters(slice(begin + 2, close));
        result.scope = scope();
        result.kernel = kernel_definition(body, end);
        templates_[result.kernel.name] = std::move(result);
        at_ = end;
        return true;
    }

    // Whether "<" opens a template list: it compares what is no name.
    static bool opens_list(const Tokens &tokens, size_t i) {
        return tokens[i].is("<") && (i == 0 || (!closer(tokens[i - 1]) && tokens[i - 1].kind != TokenKind::Number));
    }

    // Where "<" of a template list closes. Comparisons inside stand in parentheses, as the language demands for ">".
    size_t closing_angle(size_t open) const {
        size_t depth = 0;
        for (size_t i = open; token(i).kind != TokenKind::End; ++i) {
            if (opens_list(tokens_, i)) ++depth;
            if (token(i).is(">") && --depth == 0) return i;
            if (closer_of(token(i))) i = closing(tokens_, i);
            if (token(i).is(";")) break;
        }
        throw CompileError(token(open).where, "expected '>' to match this '<'");
    }

    std::vector<Tokens> split(const Tokens &list) const {
        std::vector<Tokens> parts(1);
        size_t angle = 0;
        for (size_t i = 0; i < list.size(); ++i) {
            if (closer_of(list[i])) {
                const size_t end = closing(list, i);
                parts.back().insert(parts.back().end(), list.begin() + static_cast<std::ptrdiff_t>(i),
                                    list.begin() + static_cast<std::ptrdiff_t>(end) + 1);
                i = end;
                continue;
            }
            if (opens_list(list, i)) ++angle;
            if (list[i].is(">") && angle > 0) --angle;
            if (list[i].is(",") && angle == 0) {
                parts.emplace_back();
            } else {
                parts.back().push_back(list[i]);
            }
        }
        if (parts.size() == 1 && parts[0].empty()) parts.clear();
        return parts;
    }

    std::vector<TemplateParameter> template_parameters(const Tokens &list) const {
        std::vector<TemplateParameter> result;
        for (const Tokens &part : split(list)) result.push_back(template_parameter(part));
        return result;
    }

    TemplateParameter template_parameter(const Tokens &part) const {
        size_t end = 0;
        while (end < part.size() && !part[end].is("=")) ++end;
        const size_t name = template_parameter_name(part, end);
        if (name == 0) throw CompileError(token(at_).where, "a kernel template's parameter needs a name");
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

    // Of "typename T", "int N", "template <typename> class C", "float (*f)(float)"; 0 if there is none.
    static size_t template_parameter_name(const Tokens &part, size_t end) {
        if (end < 2) return 0;
        for (size_t i = 0; i + 4 < end; ++i) {
            const bool function = part[i].is("(") && part[i + 1].is("*") && part[i + 2].identifier() && part[i + 3].is(")") &&
                                  part[i + 4].is("(");
            if (function) return i + 2;
        }
        return part[end - 1].identifier() ? end - 1 : 0;
    }

    // One past the declaration that begins at i: past its ";", or past a function's body.
    size_t declaration_end(size_t i) const {
        const size_t begin = i;
        bool parameters = false, assigned = false;
        const bool class_head = class_declaration(i);
        for (; token(i).kind != TokenKind::End; ++i) {
            if (token(i).is(";")) return i + 1;
            if (token(i).is("=") && !token(i - 1).is("operator")) assigned = true;
            if (token(i).is("}")) break;
            if (!closer_of(token(i))) continue;
            const bool braces = token(i).is("{");
            if (token(i).is("(") && !assigned) parameters = true;
            const bool function = braces && parameters && !assigned && !class_head;
            i = closing(tokens_, i);
            if (function && !token(i + 1).is(",") && !token(i + 1).is("{")) return i + 1;
        }
        throw CompileError(token(begin).where, "expected ';' after this declaration");
    }

    bool class_declaration(size_t i) const {
        while (token(i).is("typedef") || token(i).is("static") || token(i).is("const") || token(i).is("constant") ||
               token(i).is("constexpr")) {
            ++i;
        }
        if (!class_keyword(token(i)) && !token(i).is("enum")) return false;
        for (; !token(i).is("{") && !token(i).is(";") && token(i).kind != TokenKind::End; ++i) {
            if (!token(i).is("(")) continue;
            const bool attribute = token(i - 1).is("alignas") || token(i - 1).is("__attribute__");
            if (!attribute) return false;  // a function that returns a struct
            i = closing(tokens_, i);
        }
        return true;
    }

    static bool attribute_at(const Tokens &tokens, size_t i) {
        return i + 1 < tokens.size() && tokens[i].is("[") && tokens[i + 1].is("[");
    }

    // Takes the [[...]] lists out of a declaration.
    std::vector<Attribute> take_attributes(Tokens &list) const {
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

    bool kernel_head(size_t begin, size_t end) const {
        const size_t open = parameters_open(tokens_, begin, end);
        for (size_t i = begin; i < open; ++i) {
            if (token(i).is("kernel")) return true;
        }
        return false;
    }

    void plain_declaration() {
        const size_t begin = at_;
        const size_t head = template_head(at_);
        const size_t end = declaration_end(head);
        at_ = end;
        if (kernel_head(head, end)) return kernel(kernel_definition(head, end));
        if (function_constant(begin, end)) return;
        note_definitions(begin, end);
        check_attributes(begin, end);
        if (head == begin) check_variable(begin, end);
        note_mentions(head, end);
        if (class_declaration(head)) {
            class_members(begin, head, end);
        } else if (!overloads_.repeated(scope(), tokens_, begin, end)) {
            function(begin, head, end);
        }
    }

    // A function template that takes "thread T &" or "thread T *" is passed on twice, for the thread's own memory and for
    // the generic space: from "T &" alone the dialect would deduce an address space with T.
    void function(size_t begin, size_t head, size_t end) {
        const std::vector<size_t> deduced = deduced_thread_spaces(begin, head, end);
        code(begin, end);
        if (deduced.empty()) return;
        Tokens &out = program_.items.back().code;
        const auto mark = [&](Role role) {
            for (size_t i : deduced) out[out.size() - (end - i)].role = role;
        };
        mark(Role::Private);
        code(begin, end);
        mark(Role::Generic);
    }

    // The "thread"s of its parameters that are deduced with a parameter of the template. A specialisation must match its
    // template, so that there all of them count.
    std::vector<size_t> deduced_thread_spaces(size_t begin, size_t head, size_t end) {
        const size_t open = parameters_open(tokens_, head, end);
        if (head == begin || open == end) return {};
        const size_t close = closing(tokens_, open);
        std::vector<size_t> all, deduced;
        for (size_t i = open; i < close; ++i) {
            if (!token(i).is("thread")) continue;
            all.push_back(i);
            if (deduces(begin, head, i)) deduced.push_back(i);
        }
        const bool specialised = specialised_.count(token(open - 1).text) != 0;
        if (!deduced.empty() && specialised) deduced_.insert(token(open - 1).text);
        const bool specialisation = token(begin + 2).is(">");
        if (specialisation) return deduced_.count(specialised_name(head, open)) != 0 ? all : deduced;
        return specialised && !deduced.empty() ? all : deduced;
    }

    // Whether "thread" at i stands in "thread T &", "thread const T *", "thread T (&" with T of the template list.
    bool deduces(size_t begin, size_t head, size_t i) const {
        size_t type = i + 1;
        while (token(type).is("const")) ++type;
        size_t after = type + 1;
        while (token(after).is("const") || token(after).is("(")) ++after;
        if (!token(after).is("&") && !token(after).is("*")) return false;
        for (size_t k = begin; k + 1 < head; ++k) {
            if ((token(k).is("typename") || token(k).is("class")) && token(k + 1).is(token(type).text)) return true;
        }
        return false;
    }

    // The name before the template arguments, or before the parameters, of a specialisation.
    std::string specialised_name(size_t head, size_t open) const {
        for (size_t i = head; i < open; ++i) {
            if (specialised_.count(token(i).text) != 0 && (token(i + 1).is("<") || i + 1 == open)) return token(i).text;
        }
        return "";
    }

    // Function templates that have specialisations.
    void note_specialisations() {
        for (size_t i = 0; i + 2 < tokens_.size(); ++i) {
            if (!token(i).is("template") || !token(i + 1).is("<") || !token(i + 2).is(">")) continue;
            for (size_t k = i + 3; token(k).kind != TokenKind::End && !token(k).is("(") && !token(k).is("{") && !token(k).is(";"); ++k) {
                if (token(k).identifier() && (token(k + 1).is("<") || token(k + 1).is("("))) specialised_.insert(token(k).text);
            }
        }
    }

    // A variable of program scope is in address space constant.
    void check_variable(size_t begin, size_t end) const {
        static const std::set<std::string> kOther = {"typedef", "using", "static_assert", "friend", "extern", "_Static_assert"};
        if (kOther.count(token(begin).text) != 0 || class_declaration(begin)) return;
        std::string name;
        size_t words = 0;
        for (size_t i = begin; i < end; ++i) {
            const Token &word = token(i);
            if (word.is("constant") || word.is("operator")) return;
            const bool argument = word.is("alignas") || word.is("__attribute__") || word.is("decltype");
            if (argument && token(i + 1).is("(")) {
                i = closing(tokens_, i + 1);
                ++words;
            } else if (word.is("<")) {
                i = closing_angle(i);
            } else if (word.is("[") && token(i + 1).is("[")) {
                i = closing(tokens_, i);
            } else if (word.is("=") || word.is(";") || word.is("[") || word.is("{") || word.is(",")) {
                break;
            } else if (word.is("(") || word.kind == TokenKind::End) {
                return;
            } else if (word.identifier()) {
                name = word.text;
                ++words;
            }
        }
        if (words < 2) return;
        throw CompileError(token(begin).where, "variable '" + name + "' of program scope must be in address space constant");
    }

    // Passes a class on without the member functions that others stand for.
    void class_members(size_t begin, size_t head, size_t end) {
        size_t open = head;
        while (open < end && !token(open).is("{")) open = token(open).is("(") ? closing(tokens_, open) + 1 : open + 1;
        const bool enumeration = std::any_of(&token(head), &token(open), [](const Token &word) { return word.is("enum"); });
        if (open >= end || enumeration) return code(begin, end);
        const size_t close = closing(tokens_, open);
        code(begin, open + 1);
        for (size_t i = open + 1; i < close;) {
            const bool label = token(i + 1).is(":") && !token(i + 2).is(":");
            const size_t next = label ? i + 2 : token(i).is(";") ? i + 1 : member_end(i);
            if (!overloads_.repeated(open, tokens_, i, next)) member(i, next);
            i = next;
        }
        code(close, end);
    }

    void member(size_t begin, size_t end) {
        function(begin, template_head(begin), end);
        if (!unspecified_constant(begin, end)) return;
        Token word = token(begin);
        word.text = "constexpr";
        Tokens &out = program_.items.back().code;
        out.insert(out.end() - static_cast<std::ptrdiff_t>(end - begin), word);
    }

    // "static const constant float n = 1;" in a class, which only constexpr may give a value there in the dialect.
    bool unspecified_constant(size_t begin, size_t end) const {
        bool constant = false;
        for (size_t i = begin; i < end && !token(i).is("="); ++i) {
            if (token(i).is("constexpr") || token(i).is("(") || token(i).is("{") || token(i).is(";")) return false;
            constant = constant || token(i).is("constant");
        }
        return token(begin).is("static") && constant;
    }

    // Past the "template <...>"s of a declaration.
    size_t template_head(size_t i) const {
        while (token(i).is("template") && token(i + 1).is("<")) i = closing_angle(i + 1) + 1;
        return i;
    }

    size_t member_end(size_t i) const {
        return declaration_end(template_head(i));
    }

    // Functions that kernels call may repeat them at their parameters, where they say nothing.
    static bool kernel_parameter_attribute(const std::string &name) {
        return name == "buffer" || name == "threadgroup" || kPositions.count(name) != 0;
    }

    // Attributes in code that is passed on must mean the same, or nothing, in C++.
    void check_attributes(size_t begin, size_t end) const {
        static const std::set<std::string> kHarmless = {"maybe_unused", "nodiscard", "fallthrough", "unused", "likely",
                                                        "unlikely", "deprecated", "always_inline", "noinline"};
        size_t parentheses = 0;
        for (size_t i = begin; i < end; ++i) {
            if (token(i).is("(")) ++parentheses;
            if (token(i).is(")")) --parentheses;
            if (!attribute_at(tokens_, i)) continue;
            const size_t close = closing(tokens_, i);
            Tokens list = slice(i, close + 1);
            i = close;
            for (const Attribute &attribute : take_attributes(list)) {
                if (kHarmless.count(attribute.name) != 0 || attribute.name.rfind("clang::", 0) == 0) continue;
                if (parentheses > 0 && kernel_parameter_attribute(attribute.name)) continue;
                throw CompileError(attribute.where, "attribute '" + attribute.name + "' is not supported here by softmetal");
            }
        }
    }

    void note_mentions(size_t begin, size_t end) {
        Mentions all;
        for (size_t i = begin; i < end; ++i) {
            if (token(i).identifier()) all.insert(token(i).text);
        }
        const std::string name = declared_name(begin, end);
        mentions_[name].insert(all.begin(), all.end());
    }

    std::string declared_name(size_t begin, size_t end) const {
        if (class_declaration(begin)) {
            for (size_t i = begin; i < end; ++i) {
                if ((class_keyword(token(i)) || token(i).is("enum")) && token(i + 1).identifier()) return token(i + 1).text;
            }
        }
        std::string last;
        for (size_t i = begin; i < end; ++i) {
            if (token(i).is("(") || token(i).is("=") || token(i).is("{") || token(i).is("[") || token(i).is(";")) {
                return last;
            }
            if (token(i).identifier()) last = token(i).text;
        }
        return last;
    }

    bool function_constant(size_t begin, size_t end) {
        if (!token(begin).is("constant")) return false;
        Tokens words = slice(begin, end - 1);
        const auto attributes = take_attributes(words);
        const auto found = std::find_if(attributes.begin(), attributes.end(), [](const Attribute &attribute) {
            return attribute.name == "function_constant";
        });
        if (found == attributes.end()) return false;
        if (words.size() < 3 || !words.back().identifier()) {
            throw CompileError(token(begin).where, "expected 'constant type name [[function_constant(index)]];'");
        }
        FunctionConstant constant;
        constant.name = words.back().text;
        constant.where = words.back().where;
        constant.index = number(*found);
        if (constant.index > kMaximumConstant) {
            throw CompileError(found->where, "function constant index " + std::to_string(constant.index) + " is above " +
                                                 std::to_string(kMaximumConstant));
        }
        words.erase(std::remove_if(words.begin(), words.end(), [](const Token &word) { return word.is("const"); }), words.end());
        constant.type = spell(&words[1], &words.back());
        if (!constant_type(constant.type)) {
            throw CompileError(constant.where, "function constant '" + constant.name + "' of type '" + constant.type + "' must be of a scalar or vector type");
        }
        for (const FunctionConstant &other : program_.constants) {
            if (other.index == constant.index || other.name == constant.name) {
                throw CompileError(constant.where, "function constant '" + constant.name + "' has the index or name of '" +
                                                       other.name + "'");
            }
        }
        program_.items.push_back({Item::Kind::FunctionConstant, {}, program_.constants.size()});
        program_.constants.push_back(std::move(constant));
        return true;
    }

    // "constant bool both = a && b, neither(!a && !b), one{a};"
    void note_definitions(size_t begin, size_t end) {
        const auto constant = [this](size_t i) { return token(i).is("constant") || token(i).is("constexpr"); };
        size_t name = begin;
        for (bool found = false; name < end && !(found && starts_value(name + 1)); ++name) {
            if (token(name).is("{")) return;
            found = found || constant(name);
        }
        while (name + 1 < end && token(name).identifier() && starts_value(name + 1)) {
            const bool assigned = token(name + 1).is("=");
            const size_t stop = assigned ? comma(name + 2, end - 1) : closing(tokens_, name + 1);
            program_.definitions[token(name).text] = slice(name + 2, stop);
            name = stop + (assigned ? 1 : 2);
        }
    }

    bool starts_value(size_t i) const { return token(i).is("=") || token(i).is("(") || token(i).is("{"); }

    // The comma outside of brackets in [i, end); end if there is none.
    size_t comma(size_t i, size_t end) const {
        for (; i < end && !token(i).is(","); ++i) {
            if (starts_value(i) && !token(i).is("=")) i = closing(tokens_, i);
        }
        return i;
    }

    // Of a constant expression: of literals, enumerators and constants.
    unsigned number(const Attribute &attribute) const { return number(attribute.arguments, attribute.name, attribute.where, {}); }

    unsigned number(const Tokens &words, const std::string &attribute, Location where,
                    const std::vector<TemplateParameter> &bindings) const {
        const auto value = Layouts(program_).value(words, bindings);
        if (!value || *value > std::numeric_limits<unsigned>::max()) {
            throw CompileError(where, "attribute '" + attribute + "' takes an integer constant");
        }
        return static_cast<unsigned>(*value);
    }

    Kernel kernel_definition(size_t begin, size_t end) const {
        const size_t open = parameters_open(tokens_, begin, end);
        if (open == end) throw CompileError(token(begin).where, "expected a parameter list after 'kernel'");
        Kernel kernel;
        Tokens head = slice(begin, open);
        const auto attributes = take_attributes(head);
        if (head.empty() || !head.back().identifier()) throw CompileError(token(open).where, "expected the kernel's name");
        kernel.name = kernel.host_name = head.back().text;
        kernel.where = head.back().where;
        check_kernel_head(head);
        for (const Attribute &attribute : attributes) kernel_attribute(kernel, attribute);
        const size_t close = closing(tokens_, open);
        kernel.parameters = parameters(slice(open + 1, close), kernel);
        check_positions(kernel);
        if (!token(close + 1).is("{")) {
            if (token(close + 1).is(";")) return kernel;  // declared only: no body
            throw CompileError(token(close + 1).where, "expected the body of kernel '" + kernel.name + "'");
        }
        kernel.body = slice(close + 1, end);
        check_attributes(close + 1, end);
        return kernel;
    }

    static void check_kernel_head(const Tokens &head) {
        bool returns_void = false;
        for (size_t i = 0; i + 1 < head.size(); ++i) {
            if (head[i].is("void")) {
                returns_void = true;
            } else if (!head[i].is("kernel") && !head[i].is("static") && !head[i].is("inline")) {
                throw CompileError(head[i].where, "kernel '" + head.back().text + "' must return void, found '" + head[i].text + "'");
            }
        }
        if (!returns_void) throw CompileError(head.back().where, "kernel '" + head.back().text + "' must return void");
    }

    static void kernel_attribute(Kernel &kernel, const Attribute &attribute) {
        if (attribute.name == "kernel") return;
        if (attribute.name == "max_total_threads_per_threadgroup") {
            kernel.thread_limit = attribute.arguments;
            if (kernel.thread_limit.empty()) throw CompileError(attribute.where, "max_total_threads_per_threadgroup takes a number");
        } else if (attribute.name == "host_name") {
            kernel.host_name = host_name(attribute);
        } else {
            throw CompileError(attribute.where, "kernel attribute '" + attribute.name + "' is not supported by softmetal");
        }
    }

    static std::string host_name(const Attribute &attribute) {
        std::string name;
        for (const Token &word : attribute.arguments) {
            if (word.kind != TokenKind::String) throw CompileError(attribute.where, "host_name takes a string");
            name += word.text.substr(1, word.text.size() - 2);
        }
        if (name.empty()) throw CompileError(attribute.where, "host_name takes a string that is not empty");
        return name;
    }

    std::vector<Parameter> parameters(const Tokens &list, const Kernel &kernel) const {
        std::vector<Parameter> result;
        std::vector<bool> indexed;
        if (list.size() == 1 && list[0].is("void")) return result;
        for (const Tokens &part : split(list)) {
            if (part.empty()) throw CompileError(kernel.where, "expected a parameter of kernel '" + kernel.name + "'");
            bool explicit_index = false;
            result.push_back(parameter(part, explicit_index));
            indexed.push_back(explicit_index);
        }
        assign_indices(result, indexed);
        return result;
    }

    Parameter parameter(Tokens words, bool &explicit_index) const {
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
        for (const Attribute &attribute : attributes) parameter_attribute(result, attribute, explicit_index);
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

    // Takes the brackets around the declarator and the extents off "constant T (&a)[4][2]".
    static Tokens take_extents(Tokens &words) {
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

    void parameter_attribute(Parameter &parameter, const Attribute &attribute, bool &explicit_index) const {
        const auto position = kPositions.find(attribute.name);
        if (position != kPositions.end()) {
            parameter.kind = Parameter::Kind::Position;
            parameter.position = position->second;
        } else if (attribute.name == "buffer" || attribute.name == "threadgroup") {
            if (attribute.name == "threadgroup") parameter.kind = Parameter::Kind::Threadgroup;
            parameter.index = number(attribute);
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

    static void position_type(Parameter &parameter, Tokens &words) {
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

    static AddressSpace address_space(const Token &word) {
        if (word.is("device")) return AddressSpace::Device;
        if (word.is("constant")) return AddressSpace::Constant;
        if (word.is("threadgroup")) return AddressSpace::Threadgroup;
        return AddressSpace::None;
    }

    static void memory_type(Parameter &parameter, Tokens &words) {
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

    // Parameters without an index take the lowest free ones in order.
    static void assign_indices(std::vector<Parameter> &parameters, const std::vector<bool> &indexed) {
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

    // "template [[host_name("f_float")]] [[kernel]] void f<float>(...);" or "... decltype(f<float>) f<float>;"
    bool explicit_instantiation() {
        const size_t begin = at_;
        const size_t end = declaration_end(begin + 1);
        bool is_kernel = false;
        for (size_t i = begin; i < end; ++i) is_kernel = is_kernel || token(i).is("kernel");
        at_ = end;
        if (!is_kernel) {
            code(begin, end);
            return true;
        }
        size_t open = begin + 1;  // the parameter list that may follow
        while (open + 1 < end && !token(open).is("(")) {
            const bool skipped = token(open).is("[") || (token(open).is("decltype") && token(open + 1).is("("));
            open = skipped ? closing(tokens_, token(open).is("[") ? open : open + 1) + 1 : open + 1;
        }
        Tokens words = slice(begin + 1, open);
        const auto attributes = take_attributes(words);
        const Tokens list = token(open).is("(") ? slice(open + 1, closing(tokens_, open)) : Tokens();
        kernel(instantiate(words, list, attributes));
        return true;
    }

    Kernel instantiate(const Tokens &words, const Tokens &list, const std::vector<Attribute> &attributes) {
        size_t name = 0;
        while (name < words.size() && !(words[name].identifier() && (name + 1 == words.size() || words[name + 1].is("<")))) ++name;
        if (name >= words.size()) {
            throw CompileError(words.empty() ? token(at_).where : words[0].where, "expected 'name<arguments>' of a kernel template");
        }
        const auto found = templates_.find(words[name].text);
        if (found == templates_.end()) {
            throw CompileError(words[name].where, "no kernel template named '" + words[name].text + "'");
        }
        KernelTemplate &source = found->second;
        if (source.scope != scope()) {
            throw CompileError(words[name].where, "kernel template '" + words[name].text +
                                                      "' must be instantiated in its own namespace");
        }
        Kernel kernel = source.kernel;
        kernel.where = words[name].where;
        bool named = false;
        for (const Attribute &attribute : attributes) {
            named = named || attribute.name == "host_name";
            kernel_attribute(kernel, attribute);
        }
        if (!named) throw CompileError(kernel.where, "an instantiated kernel needs [[host_name(\"...\")]]");
        const bool given = name + 1 < words.size();
        kernel.bindings = given ? bind(source.parameters, template_arguments(words, name + 1), kernel)
                                : bind(deduced(source, parameters(list, kernel)), {}, kernel);
        return kernel;
    }

    // The template's parameters with the arguments that the types of an instantiation's parameters give them.
    static std::vector<TemplateParameter> deduced(const KernelTemplate &source, const std::vector<Parameter> &given) {
        std::vector<TemplateParameter> result = source.parameters;
        const std::vector<Parameter> &wanted = source.kernel.parameters;
        for (size_t i = 0; i < wanted.size() && i < given.size(); ++i) deduce(wanted[i].type, given[i].type, result);
        return result;
    }

    // Matches "T" or "Params<T, N>" with what stands in its place.
    static void deduce(const Tokens &wanted, const Tokens &given, std::vector<TemplateParameter> &result) {
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

    std::vector<Tokens> template_arguments(const Tokens &words, size_t open) const {
        size_t depth = 0;
        for (size_t i = open; i < words.size(); ++i) {
            if (opens_list(words, i)) ++depth;
            if (words[i].is(">") && --depth == 0) {
                return split(Tokens(words.begin() + static_cast<std::ptrdiff_t>(open) + 1,
                                    words.begin() + static_cast<std::ptrdiff_t>(i)));
            }
            if (closer_of(words[i])) i = closing(words, i);
        }
        throw CompileError(words[open].where, "expected '>' to match this '<'");
    }

    static std::vector<TemplateParameter> bind(std::vector<TemplateParameter> parameters, const std::vector<Tokens> &arguments,
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

    unsigned thread_limit(const Kernel &kernel) const {
        const Tokens &words = kernel.thread_limit;
        if (words.empty()) return 0;
        const unsigned value = number(words, "max_total_threads_per_threadgroup", words[0].where, kernel.bindings);
        if (value > 0 && value <= kMaximumThreads) return value;
        throw CompileError(words[0].where, "max_total_threads_per_threadgroup of " + std::to_string(value) +
                                               " is not between 1 and " + std::to_string(kMaximumThreads));
    }

    void kernel(Kernel kernel) {
        if (kernel.body.empty()) return;
        kernel.max_threads = thread_limit(kernel);
        const auto [other, fresh] = host_names_.emplace(kernel.host_name, kernel.where);
        if (!fresh) {
            throw CompileError(kernel.where, "a kernel named '" + kernel.host_name + "' is already defined in line " +
                                                 std::to_string(other->second.line));
        }
        program_.items.push_back({Item::Kind::Kernel, {}, program_.kernels.size()});
        program_.kernels.push_back(std::move(kernel));
    }

    // What a kernel reaches through the functions and types that it names.
    void resolve_uses(Kernel &kernel) const {
        for (const Parameter &parameter : kernel.parameters) {
            if (parameter.kind == Parameter::Kind::Position && simd_position(parameter.position)) kernel.uses_simd = true;
        }
        Mentions reached;
        std::deque<std::string> pending;
        const auto visit = [&](const std::string &name) {
            if (reached.insert(name).second) pending.push_back(name);
        };
        for (const Parameter &parameter : kernel.parameters) {
            if (!parameter.condition.empty()) visit(parameter.condition);
        }
        for (const Token &word : kernel.body) {
            if (word.identifier()) visit(word.text);
        }
        for (const TemplateParameter &binding : kernel.bindings) {
            for (const Token &word : binding.value) {
                if (word.identifier()) visit(word.text);
            }
        }
        while (!pending.empty()) {
            const auto found = mentions_.find(pending.front());
            pending.pop_front();
            if (found == mentions_.end()) continue;
            for (const std::string &name : found->second) visit(name);
        }
        for (size_t i = 0; i < program_.constants.size(); ++i) {
            if (reached.count(program_.constants[i].name) != 0) kernel.constants.push_back(i);
        }
        for (const std::string &name : reached) {
            if ((name.rfind("simd_", 0) == 0 && !simd_type(name)) || name.rfind("quad_", 0) == 0) kernel.uses_simd = true;
            if (name == "simdgroup_barrier") kernel.uses_simd = true;
            if (name == "threadgroup_barrier" || name == "simdgroup_barrier") kernel.uses_barrier = true;
        }
    }

    // "simd_float3", "simd_half2x4": a vector or matrix of <simd/simd.h>.
    static bool simd_type(const std::string &name) {
        const char last = name.back();
        return last >= '2' && last <= '4' && name.find('_', 5) == std::string::npos;
    }

    // A constant that is always asked about with is_function_constant_defined may stay without a value.
    void find_required_constants() {
        for (size_t i = 0; i + 2 < tokens_.size(); ++i) {
            if (!token(i).is("is_function_constant_defined") || !token(i + 1).is("(")) continue;
            for (FunctionConstant &constant : program_.constants) {
                if (token(i + 2).is(constant.name)) constant.required = false;
            }
        }
    }
};

}  // namespace

void check_brackets(const Tokens &tokens) {
    std::vector<const Token *> open;
    for (const Token &token : tokens) {
        if (closer_of(token)) {
            open.push_back(&token);
            if (open.size() > kMaximumNesting) {
                throw CompileError(token.where, "brackets are nested deeper than " + std::to_string(kMaximumNesting));
            }
        } else if (closer(token)) {
            if (open.empty()) throw CompileError(token.where, "extraneous closing '" + token.text + "'");
            const char *wanted = closer_of(*open.back());
            if (!token.is(wanted)) {
                throw CompileError(token.where, std::string("expected '") + wanted + "' to match '" + open.back()->text +
                                                    "' of line " + std::to_string(open.back()->where.line));
            }
            open.pop_back();
        }
    }
    if (open.empty()) return;
    throw CompileError(open.back()->where, std::string("expected '") + closer_of(*open.back()) + "' to match this '" +
                                               open.back()->text + "' before the end of the source");
}

bool swizzle_letters(const std::string &name) {
    return name.size() >= 2 && name.size() <= 4 &&
           (name.find_first_not_of("xyzw") == std::string::npos || name.find_first_not_of("rgba") == std::string::npos);
}

size_t parameters_open(const Tokens &tokens, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
        if (tokens[i].is("{") || tokens[i].is("=") || tokens[i].is(";")) return end;
        if (tokens[i].is("[")) i = closing(tokens, i);
        if (!tokens[i].is("(")) continue;
        static const std::set<std::string> kOthers = {"operator", "__attribute__", "decltype", "alignas"};
        if (i == begin || kOthers.count(tokens[i - 1].text) == 0) return i;
        i = closing(tokens, i);
    }
    return end;
}

size_t closing(const Tokens &tokens, size_t open) {
    size_t depth = 0;
    for (size_t i = open; i < tokens.size(); ++i) {
        if (closer_of(tokens[i])) ++depth;
        if (closer(tokens[i]) && --depth == 0) return i;
    }
    throw CompileError(tokens[open].where, "unbalanced '" + tokens[open].text + "'");
}

Program parse(Tokens tokens) {
    assign_roles(tokens);
    Program program = Parser(tokens).run();
    check_variables(tokens);
    check_address_spaces(tokens);
    check_recursion(tokens);
    check_conversions(tokens);
    return program;
}

}  // namespace sm::msl
