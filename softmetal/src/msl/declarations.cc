#include "declarations.h"

#include <set>

#include "brackets.h"

namespace sm::msl {

bool class_keyword(const Token &token) { return token.is("struct") || token.is("class") || token.is("union"); }

bool class_declaration(const Tokens &tokens, size_t i) {
    while (tokens[i].is("typedef") || tokens[i].is("static") || tokens[i].is("const") || tokens[i].is("constant") ||
           tokens[i].is("constexpr")) {
        ++i;
    }
    if (!class_keyword(tokens[i]) && !tokens[i].is("enum")) return false;
    for (; !tokens[i].is("{") && !tokens[i].is(";") && tokens[i].kind != TokenKind::End; ++i) {
        if (!tokens[i].is("(")) continue;
        const bool attribute = tokens[i - 1].is("alignas") || tokens[i - 1].is("__attribute__");
        if (!attribute) return false;  // a function that returns a struct
        i = closing(tokens, i);
    }
    return true;
}

size_t declaration_end(const Tokens &tokens, size_t i) {
    const size_t begin = i;
    bool parameters = false, assigned = false;
    const bool class_head = class_declaration(tokens, i);
    for (; tokens[i].kind != TokenKind::End; ++i) {
        if (tokens[i].is(";")) return i + 1;
        if (tokens[i].is("=") && (i == 0 || !tokens[i - 1].is("operator"))) assigned = true;
        if (tokens[i].is("}")) break;
        if (!opens(tokens[i])) continue;
        const bool braces = tokens[i].is("{");
        if (tokens[i].is("(") && !assigned) parameters = true;
        const bool function = braces && parameters && !assigned && !class_head;
        i = closing(tokens, i);
        if (function && !tokens[i + 1].is(",") && !tokens[i + 1].is("{")) return i + 1;
    }
    throw CompileError(tokens[begin].where, "expected ';' after this declaration");
}

size_t template_head(const Tokens &tokens, size_t i) {
    while (tokens[i].is("template") && tokens[i + 1].is("<")) i = closing_angle(tokens, i + 1) + 1;
    return i;
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

std::string declared_name(const Tokens &tokens, size_t begin, size_t end) {
    if (class_declaration(tokens, begin)) {
        for (size_t i = begin; i < end; ++i) {
            if ((class_keyword(tokens[i]) || tokens[i].is("enum")) && tokens[i + 1].identifier()) return tokens[i + 1].text;
        }
    }
    std::string last;
    for (size_t i = begin; i < end; ++i) {
        if (tokens[i].is("(") || tokens[i].is("=") || tokens[i].is("{") || tokens[i].is("[") || tokens[i].is(";")) {
            return last;
        }
        if (tokens[i].identifier()) last = tokens[i].text;
    }
    return last;
}

}  // namespace sm::msl
