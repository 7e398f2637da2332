// Text of a dialect whose lines and, where nothing was inserted, columns are the user's own.
#ifndef SM_MSL_WRITER_H
#define SM_MSL_WRITER_H

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lexer.h"

namespace sm::msl {

// By the user's line: columns in the dialect, and the user's own.
using Columns = std::map<unsigned, std::vector<std::pair<size_t, size_t>>>;

class Writer {
public:
    // A token of the user's, at its own place.
    void put(const Token &token) { put(token, token.text); }
    void put(const Token &token, const std::string &text);
    // Text of ours, in the current line.
    void insert(const std::string &text);
    // A line of ours, at the line's start.
    void line(const std::string &text);
    std::string take() { return std::move(text_); }
    const Columns &columns() const { return columns_; }

private:
    std::string text_;
    unsigned line_ = 0;  // the user's line being written; 0: none
    size_t line_start_ = 0;
    Columns columns_;

    void go_to(Location where);
    bool glues(char next) const;
};

}  // namespace sm::msl
#endif
