#include "lexer.h"

#include <array>
#include <cctype>

namespace sm::msl {
namespace {

bool identifier_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }
bool identifier_part(char c) { return identifier_start(c) || std::isdigit(static_cast<unsigned char>(c)); }
bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Lexer {
public:
    explicit Lexer(std::string_view source) : source_(source) {
        static constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
        if (source.substr(0, kByteOrderMark.size()) == kByteOrderMark) at_ = kByteOrderMark.size();
    }

    Tokens run() {
        Tokens tokens;
        tokens.reserve(source_.size() / 4 + 1);  // as dense as sources are
        for (;;) {
            skip_blank();
            Token token;
            token.where = where_;
            token.starts_line = fresh_line_;
            token.space_before = space_;
            fresh_line_ = space_ = false;
            if (at_end()) {
                token.starts_line = true;
                tokens.push_back(token);
                return tokens;
            }
            read(token);
            tokens.push_back(std::move(token));
        }
    }

private:
    std::string_view source_;
    size_t at_ = 0;
    Location where_;
    bool fresh_line_ = true, space_ = false;

    // A backslash before a line's end joins two lines, everywhere.
    void join_lines() {
        while (at_ < source_.size() && source_[at_] == '\\') {
            size_t next = at_ + 1;
            if (next < source_.size() && source_[next] == '\r') ++next;
            if (next >= source_.size() || source_[next] != '\n') return;
            at_ = next + 1;
            ++where_.line;
            where_.column = 1;
        }
    }

    bool at_end() {
        join_lines();
        return at_ >= source_.size();
    }

    char peek() { return at_end() ? '\0' : source_[at_]; }

    char peek_second() {
        if (at_end()) return '\0';
        const size_t at = at_;
        const Location where = where_;
        ++at_;
        const char c = peek();
        at_ = at;
        where_ = where;
        return c;
    }

    char take() {
        const char c = peek();
        ++at_;
        if (c == '\n') {
            ++where_.line;
            where_.column = 1;
        } else {
            ++where_.column;
        }
        return c;
    }

    void skip_blank() {
        while (!at_end()) {
            const char c = peek();
            if (c == '\n') {
                fresh_line_ = true;
                take();
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
                take();
            } else if (c == '/' && peek_second() == '/') {
                while (!at_end() && peek() != '\n') take();
            } else if (c == '/' && peek_second() == '*') {
                skip_block_comment();
            } else {
                return;
            }
            space_ = true;
        }
    }

    void skip_block_comment() {
        const Location start = where_;
        take();
        take();
        while (!at_end()) {
            if (take() == '*' && peek() == '/') {
                take();
                return;
            }
        }
        throw CompileError(start, "unterminated /* comment");
    }

    void read(Token &token) {
        const char c = peek();
        if (identifier_start(c)) {
            token.kind = TokenKind::Identifier;
            while (!at_end() && identifier_part(peek())) token.text += take();
        } else if (digit(c) || (c == '.' && digit(peek_second()))) {
            read_number(token);
        } else if (c == '"' || c == '\'') {
            read_quoted(token);
        } else {
            read_punctuator(token);
        }
    }

    void read_number(Token &token) {
        token.kind = TokenKind::Number;
        while (!at_end()) {
            const char c = peek();
            const char last = token.text.empty() ? '\0' : token.text.back();
            const bool hexadecimal = token.text.size() > 1 && (token.text[1] == 'x' || token.text[1] == 'X');
            const bool exponent = hexadecimal ? (last == 'p' || last == 'P') : (last == 'e' || last == 'E');
            const bool sign = (c == '+' || c == '-') && exponent;
            const bool separator = c == '\'' && identifier_part(peek_second());
            if (!identifier_part(c) && c != '.' && !sign && !separator) return;
            take();
            if (!separator) token.text += c;
        }
    }

    void read_quoted(Token &token) {
        const char quote = peek();
        token.kind = quote == '"' ? TokenKind::String : TokenKind::Character;
        token.text += take();
        while (!at_end() && peek() != '\n') {
            const char c = take();
            token.text += c;
            if (c == '\\' && !at_end()) {
                token.text += take();
            } else if (c == quote) {
                return;
            }
        }
        throw CompileError(token.where, std::string("missing terminating ") + quote + " character");
    }

    void read_punctuator(Token &token) {
        // Longest first. ">>" stays two tokens: it closes two template lists as often as it shifts.
        static constexpr std::array<std::string_view, 22> kLong = {"...", "<<=", "->*", "##", "::", "->", "++", "--",
                                                                   "<<",  "<=",  ">=",  "==", "!=", "&&", "||", "+=",
                                                                   "-=",  "*=",  "/=",  "%=", "&=", "|="};
        token.kind = TokenKind::Punctuator;
        for (std::string_view candidate : kLong) {
            if (!starts_with(candidate)) continue;
            for (size_t i = 0; i < candidate.size(); ++i) token.text += take();
            return;
        }
        if (starts_with("^=")) {
            token.text += take();
            token.text += take();
            return;
        }
        static constexpr std::string_view kSingle = "{}[]()#;:?.,+-*/%^&|~!=<>";
        if (kSingle.find(peek()) == std::string_view::npos) {
            throw CompileError(where_, "unexpected character in source");
        }
        token.text += take();
    }

    bool starts_with(std::string_view text) {
        if (peek() != text[0]) return false;
        const size_t at = at_;
        const Location where = where_;
        bool same = true;
        for (char c : text) same = same && take() == c;
        at_ = at;
        where_ = where;
        return same;
    }
};

}  // namespace

Tokens lex(std::string_view source) { return Lexer(source).run(); }

std::string spell(const Token *begin, const Token *end) {
    std::string text;
    for (const Token *token = begin; token != end; ++token) {
        if (token != begin && token->space_before) text += ' ';
        text += token->text;
    }
    return text;
}

}  // namespace sm::msl
