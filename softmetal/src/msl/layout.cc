#include "layout.h"

#include <algorithm>

#include "brackets.h"
#include "expression.h"
#include "values.h"

namespace sm::msl {
namespace {

constexpr size_t kLargest = size_t(1) << 40;  // beyond it a size is taken as unknown, so that nothing overflows

bool declares_no_member(const Token &first) {
    static const std::set<std::string> kWords = {"static", "using", "typedef", "friend", "template", "enum", "public", "constexpr"};
    return kWords.count(first.text) != 0;
}

// Where the template list that begins at i closes.
size_t angle_end(const Tokens &code, size_t i, size_t end) {
    for (size_t depth = 0; i < end; ++i) {
        if (code[i].is("<")) ++depth;
        if (code[i].is(">") && --depth == 0) return i;
    }
    return end;
}

size_t rounded_up(size_t value, size_t to) { return (value + to - 1) / to * to; }

}  // namespace

Layouts::Layouts(const Program &program) {
    for (const Item &item : program.items) learn(item.code);
}

size_t Layouts::size(const Tokens &type, const Tokens &extents) const {
    const auto found = layout(type, 0, type.size());
    size_t i = 0;
    const auto count = elements(extents, i, extents.size());
    return found && count && found->size <= kLargest / *count ? found->size * *count : 0;
}

std::optional<size_t> Layouts::value(const Tokens &expression, const std::vector<TemplateParameter> &bindings) const {
    Layouts inside = *this;
    for (const TemplateParameter &binding : bindings) inside.bind(binding);
    return inside.number(expression, 0, expression.size());
}

std::optional<size_t> Layouts::elements(const Tokens &code, size_t &i, size_t end) const {
    size_t count = 1;
    for (; i < end && code[i].is("["); i = closing(code, i) + 1) {
        const auto extent = number(code, i + 1, closing(code, i));
        if (!extent || *extent == 0 || *extent > kLargest / count) return std::nullopt;
        count *= *extent;
    }
    return count;
}

size_t Layouts::threadgroup_bytes(const Kernel &kernel) const {
    Layouts inside = *this;
    for (const TemplateParameter &binding : kernel.bindings) inside.bind(binding);
    inside.learn(kernel.body);
    Layout whole = {0, 1};
    for (size_t i = 0; i < kernel.body.size(); ++i) {
        if (!kernel.body[i].is("threadgroup") || kernel.body[i].role != Role::Variable) continue;
        size_t end = i;
        while (end + 1 < kernel.body.size() && !kernel.body[end].is(";")) ++end;
        if (!inside.members(kernel.body, i + 1, end, false, whole)) return 0;
    }
    return whole.size;
}

void Layouts::bind(const TemplateParameter &binding) {
    if (binding.replaced) return;
    if (binding.is_type) {
        const auto found = layout(binding.value, 0, binding.value.size());
        types_.erase(binding.name);
        if (found) types_[binding.name] = *found;
        return;
    }
    const auto value = number(binding.value, 0, binding.value.size());
    numbers_.erase(binding.name);
    if (value) numbers_[binding.name] = *value;
}

void Layouts::learn(const Tokens &code) {
    bool constant = false;  // in a declaration of one
    for (size_t i = 0; i + 3 < code.size(); ++i) {
        const bool is_union = code[i].is("union");
        if (code[i].is(";") || code[i].is("{") || code[i].is("}")) constant = false;
        if (code[i].is("constexpr") || code[i].is("constant") || code[i].is("const")) constant = true;
        if (code[i].is("enum")) {
            size_t open = i;
            while (open < code.size() && !code[open].is("{") && !code[open].is(";")) ++open;
            if (open < code.size() && code[open].is("{")) learn_enumerators(code, open);
        } else if ((code[i].is("struct") || is_union) && code[i + 1].identifier() && code[i + 2].is("{")) {
            const auto found = aggregate(code, i + 2, is_union);
            if (found) types_[code[i + 1].text] = *found;
        } else if (code[i].is("using") && code[i + 1].identifier() && code[i + 2].is("=")) {
            size_t end = i + 3;
            while (end < code.size() && !code[end].is(";")) ++end;
            const auto found = layout(code, i + 3, end);
            if (found) types_[code[i + 1].text] = *found;
        } else if (constant && code[i].identifier() && code[i + 1].is("=")) {
            size_t end = i + 2;
            while (end < code.size() && !code[end].is(";") && !code[end].is(",") && !code[end].is("{") && !code[end].is("}")) ++end;
            const auto value = number(code, i + 2, end);
            numbers_.erase(code[i].text);
            if (value) numbers_[code[i].text] = *value;
        }
    }
}

void Layouts::learn_enumerators(const Tokens &code, size_t open) {
    const size_t close = closing(code, open);
    std::optional<size_t> next = 0;
    for (size_t i = open + 1; i < close;) {
        size_t end = i;
        while (end < close && !code[end].is(",")) end = code[end].is("(") ? closing(code, end) + 1 : end + 1;
        if (i + 1 < end && code[i + 1].is("=")) next = number(code, i + 2, end);
        if (next && i < end) numbers_[code[i].text] = (*next)++;
        i = end + 1;
    }
}

// A constant expression of literals, named constants, sizeof and conversions.
std::optional<size_t> Layouts::number(const Tokens &code, size_t begin, size_t end) const {
    Tokens words;
    for (size_t i = begin; i < end; ++i) {
        Token word = code[i];
        const bool opens = i + 1 < end && code[i + 1].is("(");
        if (word.is("sizeof") && opens) {
            const size_t close = closing(code, i + 1);
            const auto found = layout(code, i + 2, close);
            if (!found) return std::nullopt;
            word.kind = TokenKind::Number;
            word.text = std::to_string(found->size);
            i = close;
        } else if (word.identifier() && i + 1 < end && code[i + 1].is("::")) {
            ++i;  // a scope
            continue;
        } else if (word.is("(") && i + 2 < end && code[i + 2].is(")") && size_of_type(code[i + 1].text) != 0) {
            i += 2;  // a cast
            continue;
        } else if (word.identifier() && opens && size_of_type(word.text) != 0) {
            continue;
        } else if (word.identifier() && !word.is("true") && !word.is("false")) {
            const auto found = numbers_.find(word.text);
            if (found == numbers_.end()) return std::nullopt;
            word.kind = TokenKind::Number;
            word.text = std::to_string(found->second);
        }
        words.push_back(std::move(word));
    }
    try {
        const intmax_t value = evaluate(words, {});
        return value < 0 || static_cast<size_t>(value) > kLargest ? std::nullopt : std::optional<size_t>(static_cast<size_t>(value));
    } catch (const CompileError &) {
        return std::nullopt;
    }
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
        while (name < end && code[name].is("<")) name = angle_end(code, name, end);
        ++name;
    }
    if (name == begin || name == end) return false;
    const auto type = layout(code, begin, name);
    if (!type) return false;
    while (name < end) {
        if (!code[name].identifier()) return false;
        size_t i = name + 1;
        const auto count = elements(code, i, end);
        if (!count) return false;
        while (i < end && !code[i].is(",")) {  // a default value
            if (code[i].is(":")) return false;
            i = code[i].is("(") || code[i].is("{") || code[i].is("[") ? closing(code, i) + 1 : i + 1;
        }
        if (type->size > kLargest / *count) return false;
        const size_t bytes = type->size * *count;
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
    while (words.size() > 2 && words[1].is("::")) words.erase(words.begin(), words.begin() + 2);
    if (words.size() > 3 && words[1].is("<")) return templated(words);
    const bool plain_unsigned = words.size() == 2 && words[0].is("unsigned");
    const std::string name = plain_unsigned ? "u" + words[1].text : words.size() == 1 ? words[0].text : "";
    const auto known = types_.find(name);
    if (known != types_.end()) return known->second;
    const size_t size = size_of_type(name);
    if (size != 0) return Layout{size, alignment_of_type(name)};
    const size_t x = name.size() > 3 ? name.size() - 2 : 0;  // "float4x3": four columns of float3
    if (x == 0 || name[x] != 'x' || name[x - 1] < '2' || name[x - 1] > '4') return std::nullopt;
    const std::string column = name.substr(0, x - 1) + name[x + 1];
    const size_t bytes = size_of_type(column);
    if (bytes == 0) return std::nullopt;
    return Layout{bytes * static_cast<size_t>(name[x - 1] - '0'), alignment_of_type(column)};
}

// "array<T, N>", "vec<T, N>", "packed_vec<T, N>", "atomic<T>"
std::optional<Layouts::Layout> Layouts::templated(const Tokens &words) const {
    const size_t end = angle_end(words, 1, words.size());
    if (end + 1 != words.size()) return std::nullopt;
    size_t comma = end;
    for (size_t i = 2; i < end; ++i) {
        if (words[i].is("<")) i = angle_end(words, i, end);
        else if (words[i].is(",")) comma = i;
    }
    const auto element = layout(words, 2, comma);
    if (!element) return std::nullopt;
    if (words[0].is("atomic")) return Layout{std::max<size_t>(element->size, 4), std::max<size_t>(element->size, 4)};
    const auto count = comma < end ? number(words, comma + 1, end) : std::nullopt;
    if (!count || *count == 0 || element->size > kLargest / *count) return std::nullopt;
    const size_t bytes = element->size * *count;
    if (words[0].is("array") || words[0].is("packed_vec")) return Layout{bytes, element->alignment};
    if (!words[0].is("vec")) return std::nullopt;
    const size_t whole = *count == 3 ? element->size * 4 : bytes;
    return Layout{whole, whole};
}

}  // namespace sm::msl
