#include "layout.h"

#include <algorithm>

#include "parser.h"
#include "values.h"

namespace sm::msl {
namespace {

constexpr size_t kLargest = size_t(1) << 40;  // beyond it a size is taken as unknown, so that nothing overflows

bool declares_no_member(const Token &first) {
    static const std::set<std::string> kWords = {"static", "using", "typedef", "friend", "template", "enum", "public", "constexpr"};
    return kWords.count(first.text) != 0;
}

size_t rounded_up(size_t value, size_t to) { return (value + to - 1) / to * to; }

}  // namespace

Layouts::Layouts(const Program &program) {
    for (const Item &item : program.items) learn(item.code);
}

size_t Layouts::size(const Tokens &type) const {
    const auto found = layout(type, 0, type.size());
    return found ? found->size : 0;
}

void Layouts::learn(const Tokens &code) {
    for (size_t i = 0; i + 3 < code.size(); ++i) {
        const bool is_union = code[i].is("union");
        if ((code[i].is("struct") || is_union) && code[i + 1].identifier() && code[i + 2].is("{")) {
            const auto found = aggregate(code, i + 2, is_union);
            if (found) types_[code[i + 1].text] = *found;
        } else if (code[i].is("using") && code[i + 1].identifier() && code[i + 2].is("=")) {
            size_t end = i + 3;
            while (end < code.size() && !code[end].is(";")) ++end;
            const auto found = layout(code, i + 3, end);
            if (found) types_[code[i + 1].text] = *found;
        } else if (code[i].identifier() && code[i + 1].is("=") && code[i + 2].kind == TokenKind::Number && code[i + 3].is(";")) {
            const auto value = number(code[i + 2]);
            if (value) numbers_[code[i].text] = *value;
        }
    }
}

std::optional<size_t> Layouts::number(const Token &token) const {
    if (token.identifier()) {
        const auto found = numbers_.find(token.text);
        return found == numbers_.end() ? std::nullopt : std::optional<size_t>(found->second);
    }
    size_t value = 0;
    for (size_t i = 0; i < token.text.size(); ++i) {
        const char c = token.text[i];
        if (i > 0 && (c == 'u' || c == 'U')) continue;
        if (c < '0' || c > '9' || value > kLargest) return std::nullopt;
        value = value * 10 + static_cast<size_t>(c - '0');
    }
    return token.kind == TokenKind::Number ? std::optional<size_t>(value) : std::nullopt;
}

std::optional<Layouts::Layout> Layouts::aggregate(const Tokens &code, size_t open, bool is_union) const {
    const size_t close = closing(code, open);
    Layout whole = {0, 1};
    size_t begin = open + 1;
    while (begin < close) {
        if (code[begin].is("public") && code[begin + 1].is(":")) {
            begin += 2;
            continue;
        }
        size_t end = begin;
        bool function = false;
        for (; end < close && !code[end].is(";"); ++end) {
            if (code[end].is("(")) function = true;
            if (!code[end].is("(") && !code[end].is("[") && !code[end].is("{")) continue;
            const bool body = code[end].is("{");
            end = closing(code, end);
            if (body && function) break;
        }
        const bool empty = end == begin;
        if (!empty && !function && !declares_no_member(code[begin]) && !members(code, begin, end, is_union, whole)) return std::nullopt;
        begin = end + 1;
    }
    if (whole.size == 0) return std::nullopt;
    whole.size = rounded_up(whole.size, whole.alignment);
    return whole;
}

bool Layouts::members(const Tokens &code, size_t begin, size_t end, bool is_union, Layout &whole) const {
    // The type ends before the first name that a comma, a bracket, "=" or the end follows.
    size_t name = begin;
    while (name < end && !(code[name].identifier() && (name + 1 == end || code[name + 1].is(",") || code[name + 1].is("[") ||
                                                       code[name + 1].is("=") || code[name + 1].is("{")))) {
        if (code[name].is("{") || code[name].is(":") || code[name].is("alignas")) return false;
        if (code[name].is("<")) return false;
        ++name;
    }
    if (name == begin || name == end) return false;
    const auto type = layout(code, begin, name);
    if (!type) return false;
    while (name < end) {
        if (!code[name].identifier()) return false;
        size_t count = 1, i = name + 1;
        for (; i < end && code[i].is("["); i = closing(code, i) + 1) {
            if (closing(code, i) != i + 2) return false;
            const auto extent = number(code[i + 1]);
            if (!extent || *extent == 0 || *extent > kLargest / count) return false;
            count *= *extent;
        }
        while (i < end && !code[i].is(",")) {  // a default value
            if (code[i].is(":")) return false;
            i = code[i].is("(") || code[i].is("{") || code[i].is("[") ? closing(code, i) + 1 : i + 1;
        }
        if (type->size > kLargest / count) return false;
        const size_t bytes = type->size * count;
        const size_t offset = is_union ? 0 : rounded_up(whole.size, type->alignment);
        whole.size = std::max(whole.size, offset + bytes);
        whole.alignment = std::max(whole.alignment, type->alignment);
        if (whole.size > kLargest) return false;
        name = i + 1;
    }
    return true;
}

std::optional<Layouts::Layout> Layouts::layout(const Tokens &code, size_t begin, size_t end) const {
    Tokens words;
    for (size_t i = begin; i < end; ++i) {
        if (code[i].is("*")) return Layout{8, 8};
        if (code[i].is("&")) return std::nullopt;
        if (!code[i].is("const") && !code[i].is("volatile") && !code[i].is("struct")) words.push_back(code[i]);
    }
    while (words.size() > 2 && words[words.size() - 2].is("::")) words.erase(words.begin(), words.end() - 1);
    const bool plain_unsigned = words.size() == 2 && words[0].is("unsigned");
    const std::string name = plain_unsigned ? "u" + words[1].text : words.size() == 1 ? words[0].text : "";
    const auto known = types_.find(name);
    if (known != types_.end()) return known->second;
    const size_t size = size_of_type(name);
    if (size == 0) return std::nullopt;
    return Layout{size, alignment_of_type(name)};
}

}  // namespace sm::msl
