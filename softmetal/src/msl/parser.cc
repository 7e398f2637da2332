#include "parser.h"

#include <algorithm>
#include <map>

#include "attributes.h"
#include "brackets.h"
#include "constants.h"
#include "conversions.h"
#include "declarations.h"
#include "functions.h"
#include "kernel_definition.h"
#include "kernel_templates.h"
#include "literals.h"
#include "overloads.h"
#include "roles.h"
#include "storage.h"
#include "thread_templates.h"
#include "uses.h"

namespace sm::msl {
namespace {

class Parser {
public:
    explicit Parser(const Tokens &tokens) : tokens_(tokens), thread_templates_(tokens) {}

    Program run() {
        note_tokens();
        while (!at_end()) declaration();
        for (Kernel &kernel : program_.kernels) uses_.resolve(program_, kernel);
        find_required_constants(program_, tokens_);
        return std::move(program_);
    }

private:
    const Tokens &tokens_;
    size_t at_ = 0;
    std::vector<size_t> scopes_;  // open namespaces, by the index of their brace
    Program program_;
    KernelTemplates kernel_templates_;
    ThreadTemplates thread_templates_;
    Overloads overloads_;
    Uses uses_;
    std::map<std::string, Location> host_names_;

    bool at_end() const { return tokens_[at_].kind == TokenKind::End; }
    size_t scope() const { return scopes_.empty() ? 0 : scopes_.back(); }

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

    void declaration() {
        const Token &first = tokens_[at_];
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
        if (tokens_[at_].is("using")) {
            if (!tokens_[i].identifier() || !tokens_[i + 1].is("=")) return false;
            i += 2;
        } else if (!tokens_[at_].is("typedef")) {
            return false;
        }
        if (!tokens_[i].is("decltype") || !tokens_[i + 1].is("(") || !kernel_templates_.has(tokens_[i + 2].text)) return false;
        at_ = declaration_end(tokens_, at_);
        return true;
    }

    // "namespace a::b {", "extern "C" {"
    bool open_scope() {
        size_t i = at_;
        if (tokens_[i].is("inline") && tokens_[i + 1].is("namespace")) ++i;
        const bool linkage = tokens_[i].is("extern") && tokens_[i + 1].kind == TokenKind::String && tokens_[i + 2].is("{");
        if (!tokens_[i].is("namespace") && !linkage) return false;
        while (!tokens_[i].is("{") && !tokens_[i].is(";") && tokens_[i].kind != TokenKind::End) ++i;
        if (tokens_[i].kind == TokenKind::End) throw CompileError(tokens_[at_].where, "expected '{' after namespace");
        if (tokens_[i].is("{")) scopes_.push_back(i);
        // A linkage block adds nothing here; its braces stay, as those of a namespace that is always open.
        if (linkage) throw CompileError(tokens_[at_].where, "'extern \"C\"' is not supported by softmetal");
        code(at_, i + 1);
        at_ = i + 1;
        return true;
    }

    bool template_declaration() {
        if (!tokens_[at_].is("template")) return false;
        if (!tokens_[at_ + 1].is("<")) return instantiation();
        const size_t close = closing_angle(tokens_, at_ + 1);
        const size_t body = close + 1;
        const size_t end = declaration_end(tokens_, body);
        if (!defines_kernel(tokens_, body, end)) {
            plain_declaration();
            return true;
        }
        KernelTemplate result;
        result.parameters = template_parameters(slice(tokens_, at_ + 2, close), tokens_[at_].where);
        result.scope = scope();
        result.kernel = kernel_definition(program_, tokens_, body, end);
        kernel_templates_.define(std::move(result));
        at_ = end;
        return true;
    }

    void plain_declaration() {
        const size_t begin = at_;
        const size_t head = template_head(tokens_, at_);
        const size_t end = declaration_end(tokens_, head);
        at_ = end;
        if (defines_kernel(tokens_, head, end)) return kernel(kernel_definition(program_, tokens_, head, end));
        if (function_constant(program_, tokens_, begin, end)) return;
        note_definitions(program_, tokens_, begin, end);
        check_attributes(tokens_, begin, end);
        if (head == begin) check_program_variable(tokens_, begin, end);
        uses_.note(tokens_, head, end);
        if (class_declaration(tokens_, head)) {
            class_members(begin, head, end);
        } else if (!overloads_.repeated(scope(), tokens_, begin, end)) {
            function(begin, head, end);
        }
    }

    // Passes a function on, twice where a template deduces types with address space "thread".
    void function(size_t begin, size_t head, size_t end) {
        const std::vector<size_t> deduced = thread_templates_.deduced_spaces(begin, head, end);
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

    // Passes a class on without the member functions that others stand for.
    void class_members(size_t begin, size_t head, size_t end) {
        size_t open = head;
        while (open < end && !tokens_[open].is("{")) open = tokens_[open].is("(") ? closing(tokens_, open) + 1 : open + 1;
        const bool enumeration = std::any_of(&tokens_[head], &tokens_[open], [](const Token &word) { return word.is("enum"); });
        if (open >= end || enumeration) return code(begin, end);
        const size_t close = closing(tokens_, open);
        code(begin, open + 1);
        for (size_t i = open + 1; i < close;) {
            const bool label = tokens_[i + 1].is(":") && !tokens_[i + 2].is(":");
            const size_t next = label ? i + 2 : tokens_[i].is(";") ? i + 1 : declaration_end(tokens_, template_head(tokens_, i));
            if (!overloads_.repeated(open, tokens_, i, next)) member(i, next);
            i = next;
        }
        code(close, end);
    }

    void member(size_t begin, size_t end) {
        function(begin, template_head(tokens_, begin), end);
        if (!unspecified_constant(begin, end)) return;
        Token word = tokens_[begin];
        word.text = "constexpr";
        Tokens &out = program_.items.back().code;
        out.insert(out.end() - static_cast<std::ptrdiff_t>(end - begin), word);
    }

    // "static const constant float n = 1;" in a class, which only constexpr may give a value there in the dialect.
    bool unspecified_constant(size_t begin, size_t end) const {
        bool constant = false;
        for (size_t i = begin; i < end && !tokens_[i].is("="); ++i) {
            if (tokens_[i].is("constexpr") || tokens_[i].is("(") || tokens_[i].is("{") || tokens_[i].is(";")) return false;
            constant = constant || tokens_[i].is("constant");
        }
        return tokens_[begin].is("static") && constant;
    }

    bool instantiation() {
        const size_t begin = at_;
        const size_t end = declaration_end(tokens_, begin + 1);
        bool is_kernel = false;
        for (size_t i = begin; i < end; ++i) is_kernel = is_kernel || tokens_[i].is("kernel");
        at_ = end;
        if (is_kernel) kernel(kernel_templates_.instantiate(program_, explicit_instantiation(tokens_, begin, end), scope()));
        else code(begin, end);
        return true;
    }

    void kernel(Kernel kernel) {
        if (kernel.body.empty()) return;
        kernel.max_threads = thread_limit(program_, kernel);
        const auto [other, fresh] = host_names_.emplace(kernel.host_name, kernel.where);
        if (!fresh) {
            throw CompileError(kernel.where, "a kernel named '" + kernel.host_name + "' is already defined in line " +
                                                 std::to_string(other->second.line));
        }
        program_.items.push_back({Item::Kind::Kernel, {}, program_.kernels.size()});
        program_.kernels.push_back(std::move(kernel));
    }
};

}  // namespace

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
