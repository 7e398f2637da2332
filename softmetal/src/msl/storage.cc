#include "storage.h"

#include <set>
#include <string>
#include <vector>

#include "brackets.h"
#include "declarations.h"
#include "qualifiers.h"
#include "values.h"

namespace sm::msl {
namespace {

bool class_brace(const Tokens &tokens, size_t i) {
    if (tokens[i].role == Role::ClassBody || tokens[i].role == Role::StructBody) return true;
    return i > 0 && (tokens[i - 1].is("struct") || tokens[i - 1].is("class") || tokens[i - 1].is("union"));
}

// Whether the brace at i opens a function's body: its parameter list, and at most qualifiers, stand before it.
bool function_brace(const Tokens &tokens, size_t i) {
    while (i > 0 && (tokens[i - 1].is("const") || tokens[i - 1].is("noexcept") || tokens[i - 1].is("thread") ||
                     tokens[i - 1].is("device") || tokens[i - 1].is("constant") || tokens[i - 1].is("threadgroup"))) {
        --i;
    }
    return i > 0 && tokens[i - 1].is(")");
}

// "static constexpr int n = 3;" and "static constant float t[] = {...};" are constants, one for all threads.
bool declares_constant(const Tokens &tokens, size_t i) {
    for (; i < tokens.size() && !tokens[i].is("=") && !tokens[i].is(";") && !tokens[i].is("{"); ++i) {
        if (tokens[i].is("constexpr") || tokens[i].is("constant")) return true;
    }
    return false;
}

bool indirection(const Token &token) { return token.is("*") || token.is("&") || token.is("&&"); }

bool library_type(const std::string &name) {
    static const std::set<std::string> kTypes = {"void", "unsigned", "signed", "size_t", "ptrdiff_t", "atomic_int",
                                                 "atomic_uint", "atomic_bool", "atomic_float", "atomic_ulong"};
    if (kTypes.count(name) != 0 || size_of_type(name) != 0) return true;
    const size_t x = name.size() > 3 ? name.size() - 2 : 0;  // "float4x3"
    return x != 0 && name[x] == 'x' && size_of_type(name.substr(0, x)) != 0 && size_of_type(name.substr(0, x - 1) + name[x + 1]) != 0;
}

// Names that the program gives to types alone: not to variables or template parameters as well.
std::set<std::string> program_types(const Tokens &tokens) {
    static const std::set<std::string> kNoTypes = {"struct", "class", "union", "enum", "typename", "using", "return", "namespace"};
    std::set<std::string> types, others;
    for (size_t i = 1; i + 1 < tokens.size(); ++i) {
        const Token &before = tokens[i - 1], &after = tokens[i + 1];
        if (!tokens[i].identifier()) continue;
        const bool parameter = i > 1 && (before.is("typename") || before.is("class")) && (tokens[i - 2].is("<") || tokens[i - 2].is(","));
        const bool declarator = after.is("=") || after.is(";") || after.is(",") || after.is("[") || after.is(")");
        const bool typed = (before.identifier() && kNoTypes.count(before.text) == 0 && !qualifier(before) && !names_address_space(before)) ||
                           before.is(">") || indirection(before);
        const bool alias = before.is("using") && after.is("=") && library_type(tokens[i + 2].text) && tokens[i + 3].is(";");
        if (parameter || (typed && declarator)) others.insert(tokens[i].text);
        else if (class_keyword(before) || alias) types.insert(tokens[i].text);
    }
    for (const std::string &name : others) types.erase(name);
    return types;
}

// Where the template list that closes at i opens; i if it is none.
size_t opening_angle(const Tokens &tokens, size_t i) {
    size_t depth = 0;
    for (size_t k = i;; --k) {
        if (tokens[k].is(">")) ++depth;
        if (tokens[k].is("<") && --depth == 0) return k;
        if (k == 0 || tokens[k].is(";") || tokens[k].is("{") || tokens[k].is("}") || tokens[k].is("&&") || tokens[k].is("||")) return i;
    }
}

// Where the type's name stands that ends at i; 0 if no known type ends there.
size_t type_name(const Tokens &tokens, size_t i, const std::set<std::string> &types) {
    static const std::set<std::string> kTemplates = {"vec", "packed_vec", "matrix", "array", "atomic"};
    const size_t open = tokens[i].is(">") ? opening_angle(tokens, i) : i;
    const bool list = open != i;
    const size_t name = list && open > 0 ? open - 1 : i;
    if (name == 0 || !tokens[name].identifier() || tokens[name - 1].is(".") || tokens[name - 1].is("->")) return 0;
    const bool known = types.count(tokens[name].text) != 0 || (list ? kTemplates.count(tokens[name].text) != 0 : library_type(tokens[name].text));
    return known ? name : 0;
}

// Whether an address space stands among the words before the type's name at i.
bool in_address_space(const Tokens &tokens, size_t i) {
    while (i-- > 0) {
        if (names_address_space(tokens[i])) return true;
        if (tokens[i].is("]")) {  // an attribute
            while (i > 0 && !tokens[i].is("[")) --i;
        } else if (!tokens[i].identifier() && !tokens[i].is("::")) {
            return false;
        }
    }
    return false;
}

// "atomic_int n;", "atomic<uint> n[2];" in no address space.
bool atomic_variable(const Tokens &tokens, size_t i) {
    if (tokens[i].text.rfind("atomic", 0) != 0 || in_address_space(tokens, i)) return false;
    size_t name = i + 1;
    if (tokens[i].is("atomic") && tokens[name].is("<")) {
        while (!tokens[name].is(">") && !tokens[name].is(";") && tokens[name].kind != TokenKind::End) ++name;
        ++name;
    } else if (!library_type(tokens[i].text)) {
        return false;
    }
    return name + 1 < tokens.size() && tokens[name].identifier() && (tokens[name + 1].is(";") || tokens[name + 1].is("[") || tokens[name + 1].is("="));
}

[[noreturn]] void refuse(const Token &token) {
    throw CompileError(token.where, std::string(token.is("*") ? "pointer" : "reference") +
                                        " type must have explicit address space qualifier");
}

}  // namespace

void check_address_spaces(const Tokens &tokens) {
    const std::set<std::string> types = program_types(tokens);
    for (size_t i = 1; i + 1 < tokens.size(); ++i) {
        if (!indirection(tokens[i])) continue;
        size_t end = i - 1;
        while (end > 0 && qualifier(tokens[end])) --end;
        const bool qualified = names_address_space(tokens[end]);
        const size_t name = qualified ? 0 : type_name(tokens, end, types);
        if (!qualified && name == 0) continue;
        if (!qualified && !in_address_space(tokens, name)) refuse(tokens[i]);
        size_t next = i + 1;  // a pointer or reference to the pointer
        while (next < tokens.size() && qualifier(tokens[next])) ++next;
        if (next < tokens.size() && indirection(tokens[next])) refuse(tokens[next]);
    }
}

void check_variables(const Tokens &tokens) {
    std::vector<bool> in_function = {false};  // of the braces that are open
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].is("{")) {
            in_function.push_back(!class_brace(tokens, i) && (in_function.back() || function_brace(tokens, i)));
        } else if (tokens[i].is("}")) {
            in_function.pop_back();
        } else if (in_function.back() && atomic_variable(tokens, i)) {
            throw CompileError(tokens[i].where, "atomic variables must be in address space device or threadgroup");
        } else if (tokens[i].is("static") && in_function.back()) {
            const bool leads = i > 0 && (tokens[i - 1].is("constexpr") || tokens[i - 1].is("constant"));
            if (leads || declares_constant(tokens, i)) continue;
            throw CompileError(tokens[i].where, "'static' variables are not allowed in functions: in Metal only 'constant' ones are");
        }
    }
}

void check_program_variable(const Tokens &tokens, size_t begin, size_t end) {
    static const std::set<std::string> kOther = {"typedef", "using", "static_assert", "friend", "extern", "_Static_assert"};
    if (kOther.count(tokens[begin].text) != 0 || class_declaration(tokens, begin)) return;
    std::string name;
    size_t words = 0;
    for (size_t i = begin; i < end; ++i) {
        const Token &word = tokens[i];
        if (word.is("constant") || word.is("operator")) return;
        const bool argument = word.is("alignas") || word.is("__attribute__") || word.is("decltype");
        if (argument && tokens[i + 1].is("(")) {
            i = closing(tokens, i + 1);
            ++words;
        } else if (word.is("<")) {
            i = closing_angle(tokens, i);
        } else if (word.is("[") && tokens[i + 1].is("[")) {
            i = closing(tokens, i);
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
    throw CompileError(tokens[begin].where, "variable '" + name + "' of program scope must be in address space constant");
}

}  // namespace sm::msl
