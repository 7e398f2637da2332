#include "literals.h"

#include <algorithm>

namespace sm::msl {
namespace {

bool floating_literal(const std::string &text) {
    const bool hexadecimal = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
    return text.find_first_of(hexadecimal ? "pP." : ".eE") != std::string::npos;
}

}  // namespace

bool half_literal(const Token &token) {
    return token.kind == TokenKind::Number && (token.text.back() == 'h' || token.text.back() == 'H');
}

bool double_literal(const Token &token) {
    if (token.kind != TokenKind::Number || !floating_literal(token.text)) return false;
    return token.text.back() == 'l' || token.text.back() == 'L';
}

bool bfloat_literal(const Token &token) {
    const size_t size = token.text.size();
    if (token.kind != TokenKind::Number || size < 3 || !floating_literal(token.text)) return false;
    const std::string suffix = token.text.substr(size - 2);
    return suffix == "bf" || suffix == "BF";
}

std::string opencl_literal(const Token &token, bool has_double) {
    std::string text = token.text;
    if (!floating_literal(text)) {
        // The dialect has no long long; Metal's long is as wide.
        const size_t twice = std::min(text.find("LL"), text.find("ll"));
        if (twice != std::string::npos) text.erase(twice, 1);
        return text;
    }
    if (double_literal(token)) {
        if (!has_double) throw CompileError(token.where, "'double' is not supported in Metal");
        text.pop_back();
        return text;
    }
    if (bfloat_literal(token)) return "bfloat(" + text.substr(0, text.size() - 2) + "f)";
    const bool suffixed = std::string("fFhH").find(text.back()) != std::string::npos;
    return suffixed ? text : text + "f";
}

}  // namespace sm::msl
