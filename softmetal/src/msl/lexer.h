// Stage 1: characters to tokens.
#ifndef SM_MSL_LEXER_H
#define SM_MSL_LEXER_H

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostic.h"

namespace sm::msl {

enum class TokenKind {
    Identifier,
    Number,
    String,
    Character,
    Punctuator,
    Pragma,  // made by the preprocessor: text is the pragma's line without "#pragma"
    End
};

// Names of the macros that produced a token and must not expand in it again; nullptr is the empty set.
struct HideSet;

// What a token stands for where its text alone does not say.
enum class Role : unsigned char {
    None,
    Variable,     // an address space: of a variable that is declared
    Pointer,      // an address space: of what is pointed to or referred to
    Private,      // the same of "thread", where it must be the thread's own memory, not a part of the generic space
    Generic,      // and where it must be the generic space
    SwizzleRead,  // the name of several components of a vector
    SwizzleWrite,
    ClassBody,  // the brace that opens one
    StructBody
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::string text;
    Location where;
    bool starts_line = false;   // first token of its line
    bool space_before = false;  // separated from the token before
    Role role = Role::None;
    std::shared_ptr<const HideSet> hidden;

    bool is(std::string_view spelling) const {
        return text == spelling && kind != TokenKind::String && kind != TokenKind::Pragma;
    }
    bool identifier() const { return kind == TokenKind::Identifier; }
};

using Tokens = std::vector<Token>;

// Ends with one End token. Throws CompileError on a character or literal that no token can start or end with.
Tokens lex(std::string_view source);

// Text of tokens with single spaces where the source had any.
std::string spell(const Token *begin, const Token *end);

}  // namespace sm::msl
#endif
