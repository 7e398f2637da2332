#include "expression.h"

#include <map>

namespace sm::msl {
namespace {

constexpr size_t kMaximumNesting = 200;

// By precedence climbing.
class Expression {
public:
    Expression(const Tokens &tokens, Location where) : tokens_(tokens), where_(where) {}

    intmax_t value() {
        const intmax_t result = conditional();
        if (at_ != tokens_.size()) fail("unexpected '" + tokens_[at_].text + "'");
        return result;
    }

private:
    const Tokens &tokens_;
    Location where_;
    size_t at_ = 0, depth_ = 0;

    [[noreturn]] void fail(const std::string &text) const { throw CompileError(where_, text); }

    // The lexer splits ">>" and ">=" may follow: an operator's text is up to two tokens.
    std::string operator_text() const {
        if (at_ >= tokens_.size()) return "";
        if (tokens_[at_].is(">") && at_ + 1 < tokens_.size() && tokens_[at_ + 1].is(">")) return ">>";
        return tokens_[at_].text;
    }

    bool accept(const char *text) {
        if (operator_text() != text) return false;
        at_ += std::string(text) == ">>" ? 2 : 1;
        return true;
    }

    intmax_t conditional() {
        if (++depth_ > kMaximumNesting) fail("expression is nested too deeply");
        const intmax_t result = choice();
        --depth_;
        return result;
    }

    intmax_t choice() {
        const intmax_t test = binary(0);
        if (!accept("?")) return test;
        const intmax_t first = conditional();
        if (!accept(":")) fail("expected ':'");
        const intmax_t second = conditional();
        return test ? first : second;
    }

    static int precedence(const std::string &text) {
        static const std::map<std::string, int> kPrecedence = {
            {"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},  {"==", 6}, {"!=", 6}, {"<", 7},  {">", 7},
            {"<=", 7}, {">=", 7}, {"<<", 8}, {">>", 8}, {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};
        const auto found = kPrecedence.find(text);
        return found == kPrecedence.end() ? 0 : found->second;
    }

    intmax_t binary(int level) {
        intmax_t left = unary();
        for (;;) {
            const std::string text = operator_text();
            const int strength = precedence(text);
            if (strength == 0 || strength <= level) return left;
            accept(text.c_str());
            left = apply(text, left, binary(strength));
        }
    }

    intmax_t apply(const std::string &text, intmax_t a, intmax_t b) const {
        const auto ua = static_cast<uintmax_t>(a), ub = static_cast<uintmax_t>(b);
        if ((text == "/" || text == "%") && b == 0) fail("division by zero");
        if (text == "/") return b == -1 ? static_cast<intmax_t>(0 - ua) : a / b;
        if (text == "%") return b == -1 ? 0 : a % b;
        if (text == "<<") return ub < 64 ? static_cast<intmax_t>(ua << ub) : 0;
        if (text == ">>") return ub < 64 ? a >> b : 0;
        if (text == "||") return a || b;
        if (text == "&&") return a && b;
        if (text == "|") return a | b;
        if (text == "^") return a ^ b;
        if (text == "&") return a & b;
        if (text == "==") return a == b;
        if (text == "!=") return a != b;
        if (text == "<") return a < b;
        if (text == ">") return a > b;
        if (text == "<=") return a <= b;
        if (text == ">=") return a >= b;
        if (text == "+") return static_cast<intmax_t>(ua + ub);
        if (text == "-") return static_cast<intmax_t>(ua - ub);
        return static_cast<intmax_t>(ua * ub);
    }

    intmax_t unary() {
        if (++depth_ > kMaximumNesting) fail("expression is nested too deeply");
        const intmax_t result = unary_operand();
        --depth_;
        return result;
    }

    intmax_t unary_operand() {
        if (accept("!")) return !unary();
        if (accept("~")) return ~unary();
        if (accept("+")) return unary();
        if (accept("-")) return static_cast<intmax_t>(0 - static_cast<uintmax_t>(unary()));
        if (accept("(")) {
            const intmax_t inner = conditional();
            if (!accept(")")) fail("expected ')'");
            return inner;
        }
        if (at_ >= tokens_.size()) fail("expected value");
        const Token &token = tokens_[at_++];
        if (token.kind == TokenKind::Number) return number(token);
        if (token.identifier()) return token.text == "true";
        fail("'" + token.text + "' is not an integer constant");
    }

    intmax_t number(const Token &token) const {
        std::string digits = token.text;
        while (!digits.empty() && std::string("uUlL").find(digits.back()) != std::string::npos) digits.pop_back();
        int base = 10;
        size_t skip = 0;
        if (digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) base = 16, skip = 2;
        else if (digits.size() > 2 && digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B')) base = 2, skip = 2;
        else if (digits.size() > 1 && digits[0] == '0') base = 8, skip = 1;
        uintmax_t value = 0;
        for (size_t i = skip; i < digits.size(); ++i) {
            const char c = digits[i];
            const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
                              : c >= 'A' && c <= 'F' ? c - 'A' + 10 : base;
            if (digit >= base) fail("'" + token.text + "' is not an integer constant");
            value = value * static_cast<uintmax_t>(base) + static_cast<uintmax_t>(digit);
        }
        return static_cast<intmax_t>(value);
    }
};

}  // namespace

intmax_t evaluate(const Tokens &tokens, Location where) { return Expression(tokens, where).value(); }

}  // namespace sm::msl
