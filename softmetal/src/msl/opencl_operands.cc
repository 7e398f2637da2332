#include "opencl_operands.h"

#include <vector>

#include "brackets.h"

namespace sm::msl {
namespace {

// "float4", "packed_half2": also in programs that write them without "metal::".
bool vector_type(const std::string &name) {
    static const std::set<std::string> kElements = {"bool", "char",  "uchar", "short", "ushort", "int",   "uint",
                                                    "long", "ulong", "half",  "float", "double", "bfloat"};
    if (name.size() < 2 || name.back() < '2' || name.back() > '4') return false;
    const size_t begin = name.rfind("packed_", 0) == 0 ? 7 : 0;
    return kElements.count(name.substr(begin, name.size() - begin - 1)) != 0;
}

// Types that a program declares, template parameters among them.
void add_declared_types(const Tokens &tokens, std::set<std::string> &names) {
    static const std::set<std::string> kBefore = {"struct", "class", "union", "using", "typename"};
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (kBefore.count(tokens[i].text) != 0 && tokens[i + 1].identifier()) names.insert(tokens[i + 1].text);
        if (!tokens[i].is("typedef")) continue;
        while (i + 1 < tokens.size() && !tokens[i + 1].is(";")) i = tokens[i].is("{") ? closing(tokens, i) : i + 1;
        if (tokens[i].identifier()) names.insert(tokens[i].text);
    }
}

bool ends_operand(const Tokens &tokens, size_t i) {
    static const std::set<std::string> kEnds = {":", ",", ";", ")", "]", "}"};
    return i >= tokens.size() || kEnds.count(tokens[i].text) != 0;
}

// Where "x", "*p", "a::b.c[i]->d" or "(x)" ends that begins at i; i where there is none.
size_t variable_end(const Tokens &tokens, size_t begin) {
    static const std::set<std::string> kValues = {"true", "false", "nullptr", "this"};
    size_t i = begin;
    while (i < tokens.size() && tokens[i].is("*")) ++i;
    if (i >= tokens.size()) return begin;
    if (tokens[i].is("(")) {
        const size_t close = closing(tokens, i);
        return variable_end(tokens, i + 1) == close && close > i + 1 ? close + 1 : begin;
    }
    if (!tokens[i].identifier() || kValues.count(tokens[i].text) != 0) return begin;
    for (++i; i < tokens.size();) {
        const bool member = tokens[i].is(".") || tokens[i].is("->") || tokens[i].is("::");
        if (tokens[i].is("[")) i = closing(tokens, i) + 1;
        else if (member && i + 1 < tokens.size() && tokens[i + 1].identifier()) i += 2;
        else break;
    }
    return i;
}

// The same for "float4(x, 1.0f)", "Pair{a, b}", "vec<T, 2>(x, y)": a temporary, which the dialect places in private
// memory.
size_t constructor_end(const Tokens &tokens, size_t begin, const std::set<std::string> &types) {
    size_t i = begin;
    if (i >= tokens.size() || !tokens[i].identifier()) return begin;
    while (i + 2 < tokens.size() && tokens[i + 1].is("::") && tokens[i + 2].identifier()) i += 2;
    const std::string &name = tokens[i].text;
    const bool type = vector_type(name) || name == "vec" || types.count(name) != 0;
    if (++i < tokens.size() && tokens[i].is("<") && type) {
        while (i < tokens.size() && !tokens[i].is(">") && !tokens[i].is(";")) ++i;
        ++i;
    }
    if (i >= tokens.size() || !(tokens[i].is("{") || (tokens[i].is("(") && type))) return begin;
    return closing(tokens, i) + 1;
}

void operand(const Tokens &tokens, size_t begin, const std::set<std::string> &types, Operands &operands) {
    for (const size_t end : {variable_end(tokens, begin), constructor_end(tokens, begin, types)}) {
        if (end > begin && ends_operand(tokens, end)) operands[begin] = end - 1;
    }
}

size_t list_elements(const Tokens &tokens, size_t open, size_t close) {
    size_t count = open + 1 < close && !tokens[close - 1].is(",") ? 1 : 0;
    for (size_t i = open + 1; i < close; ++i) {
        if (opens(tokens[i])) i = closing(tokens, i);
        else if (tokens[i].is(",")) ++count;
    }
    return count;
}

// The list at open is of a vector with that many components, or of an array of them with that many extents.
void note_short_lists(const Tokens &tokens, size_t open, size_t width, size_t extents, ShortLists &lists) {
    const size_t close = closing(tokens, open);
    if (extents == 0) {
        const size_t count = list_elements(tokens, open, close);
        if (count > 0 && count < width) lists[close] = tokens[close - 1].is(",");
        return;
    }
    for (size_t i = open + 1; i < close; ++i) {
        if (tokens[i].is("{")) note_short_lists(tokens, i, width, extents - 1, lists);
        if (opens(tokens[i])) i = closing(tokens, i);
    }
}

}  // namespace

std::set<std::string> declared_types(const Program &program) {
    std::set<std::string> names;
    for (const Item &item : program.items) add_declared_types(item.code, names);
    for (const Kernel &kernel : program.kernels) {
        add_declared_types(kernel.body, names);
        for (const TemplateParameter &binding : kernel.bindings) names.insert(binding.name);
    }
    return names;
}

Operands find_operands(const Tokens &tokens, const std::set<std::string> &types) {
    Operands operands;
    std::vector<size_t> questions(1);  // "?" without its ":" yet, for each open bracket
    for (size_t i = 0; i < tokens.size(); ++i) {
        const Token &token = tokens[i];
        if (opens(token)) {
            questions.push_back(0);
        } else if (closes(token)) {
            if (questions.size() > 1) questions.pop_back();
        } else if (token.is("?")) {
            ++questions.back();
            operand(tokens, i + 1, types, operands);
        } else if (token.is(":") && questions.back() > 0) {
            --questions.back();
            operand(tokens, i + 1, types, operands);
        } else if (token.is(";")) {
            questions.back() = 0;
        }
    }
    return operands;
}

ShortLists find_short_lists(const Tokens &tokens) {
    ShortLists lists;
    for (size_t i = 0; i + 3 < tokens.size(); ++i) {
        if (!tokens[i].identifier() || !tokens[i + 1].identifier() || !vector_type(tokens[i].text)) continue;
        size_t open = i + 2, extents = 0;
        for (; tokens[open].is("["); ++extents) open = closing(tokens, open) + 1;
        if (tokens[open].is("=")) ++open;
        if (tokens[open].is("{")) note_short_lists(tokens, open, static_cast<size_t>(tokens[i].text.back() - '0'), extents, lists);
    }
    return lists;
}

}  // namespace sm::msl
