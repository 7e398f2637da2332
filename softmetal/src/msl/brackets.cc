#include "brackets.h"

namespace sm::msl {
namespace {

constexpr size_t kMaximumNesting = 256;  // brackets, as clang

const char *closer_of(const Token &token) {
    if (token.is("(")) return ")";
    if (token.is("[")) return "]";
    if (token.is("{")) return "}";
    return nullptr;
}

}  // namespace

bool opens(const Token &token) { return closer_of(token) != nullptr; }

bool closes(const Token &token) { return token.is(")") || token.is("]") || token.is("}"); }

void check_brackets(const Tokens &tokens) {
    std::vector<const Token *> open;
    for (const Token &token : tokens) {
        if (opens(token)) {
            open.push_back(&token);
            if (open.size() > kMaximumNesting) {
                throw CompileError(token.where, "brackets are nested deeper than " + std::to_string(kMaximumNesting));
            }
        } else if (closes(token)) {
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

size_t closing(const Tokens &tokens, size_t open) {
    size_t depth = 0;
    for (size_t i = open; i < tokens.size(); ++i) {
        if (opens(tokens[i])) ++depth;
        if (closes(tokens[i]) && --depth == 0) return i;
    }
    throw CompileError(tokens[open].where, "unbalanced '" + tokens[open].text + "'");
}

bool opens_list(const Tokens &tokens, size_t i) {
    return tokens[i].is("<") && (i == 0 || (!closes(tokens[i - 1]) && tokens[i - 1].kind != TokenKind::Number));
}

// Comparisons inside stand in parentheses, as the language demands for ">".
size_t closing_angle(const Tokens &tokens, size_t open) {
    size_t depth = 0;
    for (size_t i = open; i < tokens.size(); ++i) {
        if (opens_list(tokens, i)) ++depth;
        if (tokens[i].is(">") && --depth == 0) return i;
        if (opens(tokens[i])) i = closing(tokens, i);
        if (tokens[i].is(";")) break;
    }
    throw CompileError(tokens[open].where, "expected '>' to match this '<'");
}

Tokens slice(const Tokens &tokens, size_t begin, size_t end) {
    return Tokens(tokens.begin() + static_cast<std::ptrdiff_t>(begin), tokens.begin() + static_cast<std::ptrdiff_t>(end));
}

std::vector<Tokens> split(const Tokens &list) {
    std::vector<Tokens> parts(1);
    size_t angle = 0;
    for (size_t i = 0; i < list.size(); ++i) {
        if (opens(list[i])) {
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

}  // namespace sm::msl
