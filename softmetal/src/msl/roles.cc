#include "roles.h"

#include <set>

#include "brackets.h"
#include "declarations.h"
#include "qualifiers.h"
#include "swizzles.h"

namespace sm::msl {
namespace {

// Whether the address space at i begins a variable's declaration, not a pointer's or reference's or a qualifier.
bool declares_variable(const Tokens &tokens, size_t i) {
    if (i > 0 && (tokens[i - 1].is("<") || tokens[i - 1].is(",") || tokens[i - 1].is("("))) return false;
    size_t words = 0, angle = 0;
    for (++i; i < tokens.size(); ++i) {
        if (tokens[i].is("<")) ++angle;
        if (tokens[i].is(">") && angle > 0) --angle;
        if (angle > 0) continue;
        if (tokens[i].is("[") && tokens[i + 1].is("[")) {  // an attribute
            i = closing(tokens, i);
            continue;
        }
        if (tokens[i].is("alignas") && tokens[i + 1].is("(")) {
            i = closing(tokens, i + 1);
            continue;
        }
        if (tokens[i].identifier()) ++words;
        if (names_address_space(tokens[i])) return false;
        if (tokens[i].is("*") || tokens[i].is("&") || tokens[i].is("(") || tokens[i].is(")")) return false;
        const bool ends = tokens[i].is(";") || tokens[i].is(",") || tokens[i].is("[") || tokens[i].is("=") || tokens[i].is("{");
        if (ends) return words >= 2;
    }
    return false;
}

bool assignment(const Token &token) {
    static const std::set<std::string> kAssignments = {"=",  "+=", "-=", "*=",  "/=",  "%=",
                                                       "&=", "|=", "^=", "<<=", "++", "--"};
    return token.kind == TokenKind::Punctuator && kAssignments.count(token.text) != 0;
}

// ">>=" arrives as three tokens.
bool assigned(const Tokens &tokens, size_t i) {
    if (i + 1 < tokens.size() && tokens[i].is(">") && tokens[i + 1].is(">=")) return true;
    return i < tokens.size() && assignment(tokens[i]);
}

bool member_access(const Token &token) { return token.is(".") || token.is("->"); }

bool swizzle(const Tokens &tokens, size_t i) {
    return i > 0 && i + 1 < tokens.size() && member_access(tokens[i - 1]) && tokens[i].identifier() &&
           swizzle_letters(tokens[i].text) && !tokens[i + 1].is("(");
}

// The last token of "++a.b[c]->xy", whose operator stands at i.
size_t prefix_operand_end(const Tokens &tokens, size_t i) {
    size_t last = i;
    for (++i; i + 1 < tokens.size(); ++i) {
        if (tokens[i].is("[") || tokens[i].is("(")) i = closing(tokens, i);
        else if (!tokens[i].identifier() && !member_access(tokens[i]) && !tokens[i].is("::")) break;
        last = i;
        if (tokens[i].identifier() && tokens[i + 1].identifier()) break;
    }
    return last;
}

// Index of the brace that opens the class whose keyword stands at i; i if there is none.
size_t class_body(const Tokens &tokens, size_t i) {
    for (size_t k = i + 1; k < tokens.size(); ++k) {
        if (tokens[k].is("{")) return k;
        if (tokens[k].is("(")) {
            if (!tokens[k - 1].is("alignas") && !tokens[k - 1].is("__attribute__")) return i;
            k = closing(tokens, k);
        } else if (tokens[k].is(";") || tokens[k].is(")") || tokens[k].is("=") || class_keyword(tokens[k]) ||
                   tokens[k].kind == TokenKind::End) {
            return i;
        }
    }
    return i;
}

bool names_field(const Tokens &tokens, size_t i) {
    const Token &before = tokens[i - 1], &after = tokens[i + 1];
    const bool typed = before.identifier() || before.is("*") || before.is("&") || before.is(">") || before.is(",") || before.is("]");
    return tokens[i].identifier() && swizzle_letters(tokens[i].text) && typed &&
           (after.is(";") || after.is(",") || after.is("=") || after.is("[") || after.is("{"));
}

}  // namespace

std::set<std::string> swizzle_fields(const Tokens &tokens, size_t open) {
    std::set<std::string> names;
    const size_t end = closing(tokens, open);
    for (size_t i = open + 1; i < end; ++i) {
        if (names_field(tokens, i)) names.insert(tokens[i].text);
        if (!tokens[i].is("{") && !tokens[i].is("(") && !tokens[i].is("[")) continue;
        const size_t inner = closing(tokens, i);
        const bool anonymous = tokens[i].is("{") && class_keyword(tokens[i - 1]) && inner + 1 < end && tokens[inner + 1].is(";");
        if (anonymous) names.merge(swizzle_fields(tokens, i));
        i = inner;
    }
    return names;
}

void assign_roles(Tokens &tokens) {
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (names_address_space(tokens[i])) tokens[i].role = declares_variable(tokens, i) ? Role::Variable : Role::Pointer;
        if (class_keyword(tokens[i]) && !tokens[i + 1].is("{")) {
            const size_t open = class_body(tokens, i);
            if (open > i) tokens[open].role = tokens[i].is("class") ? Role::ClassBody : Role::StructBody;
        }
        if (!swizzle(tokens, i) || tokens[i].role != Role::None) continue;
        tokens[i].role = assigned(tokens, i + 1) ? Role::SwizzleWrite : Role::SwizzleRead;
    }
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].is("++") && !tokens[i].is("--")) continue;
        const size_t last = prefix_operand_end(tokens, i);
        if (last > i && tokens[last].role == Role::SwizzleRead) tokens[last].role = Role::SwizzleWrite;
    }
}

}  // namespace sm::msl
