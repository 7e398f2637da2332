#include "writer.h"

#include <cctype>

namespace sm::msl {
namespace {

constexpr unsigned kShortGap = 8;  // lines to pass with line ends rather than a #line directive

bool word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

}  // namespace

void Writer::go_to(Location where) {
    if (where.line == line_) return;
    if (line_ != 0 && where.line > line_ && where.line - line_ <= kShortGap) {
        text_.append(where.line - line_, '\n');
    } else {
        if (!text_.empty() && text_.back() != '\n') text_ += '\n';
        text_ += "#line " + std::to_string(where.line) + " \"" + kSourceName + "\"\n";
    }
    line_ = where.line;
    line_start_ = text_.size();
}

// Two tokens that must not run together.
bool Writer::glues(char next) const {
    if (text_.empty()) return false;
    const char last = text_.back();
    return (word(last) && word(next)) || (last == next && std::string("+-&|:<#").find(next) != std::string::npos) ||
           (last == '/' && (next == '*' || next == '/')) || (last == '.' && std::isdigit(static_cast<unsigned char>(next)));
}

void Writer::put(const Token &token, const std::string &text) {
    if (text.empty()) return;
    go_to(token.where);
    const size_t column = text_.size() - line_start_ + 1;
    if (column < token.where.column) {
        text_.append(token.where.column - column, ' ');
    } else if (token.space_before || glues(text[0])) {
        text_ += ' ';
    }
    columns_[token.where.line].emplace_back(text_.size() - line_start_ + 1, token.where.column);
    text_ += text;
}

void Writer::insert(const std::string &text) {
    if (!text.empty() && glues(text[0])) text_ += ' ';
    text_ += text;
}

void Writer::line(const std::string &text) {
    if (!text_.empty() && text_.back() != '\n') text_ += '\n';
    text_ += text;
    text_ += '\n';
    line_ = 0;
    line_start_ = text_.size();
}

}  // namespace sm::msl
