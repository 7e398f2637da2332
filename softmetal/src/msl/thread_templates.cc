#include "thread_templates.h"

#include "brackets.h"
#include "declarations.h"

namespace sm::msl {
namespace {

// Whether "thread" at i stands in "thread T &", "thread const T *", "thread T (&" with T of the template list.
bool deduces(const Tokens &tokens, size_t begin, size_t head, size_t i) {
    size_t type = i + 1;
    while (tokens[type].is("const")) ++type;
    size_t after = type + 1;
    while (tokens[after].is("const") || tokens[after].is("(")) ++after;
    if (!tokens[after].is("&") && !tokens[after].is("*")) return false;
    for (size_t k = begin; k + 1 < head; ++k) {
        if ((tokens[k].is("typename") || tokens[k].is("class")) && tokens[k + 1].is(tokens[type].text)) return true;
    }
    return false;
}

}  // namespace

ThreadTemplates::ThreadTemplates(const Tokens &tokens) : tokens_(tokens) {
    for (size_t i = 0; i + 2 < tokens.size(); ++i) {
        if (!tokens[i].is("template") || !tokens[i + 1].is("<") || !tokens[i + 2].is(">")) continue;
        for (size_t k = i + 3; tokens[k].kind != TokenKind::End && !tokens[k].is("(") && !tokens[k].is("{") && !tokens[k].is(";"); ++k) {
            if (tokens[k].identifier() && (tokens[k + 1].is("<") || tokens[k + 1].is("("))) specialised_.insert(tokens[k].text);
        }
    }
}

std::vector<size_t> ThreadTemplates::deduced_spaces(size_t begin, size_t head, size_t end) {
    const size_t open = parameters_open(tokens_, head, end);
    if (head == begin || open == end) return {};
    const size_t close = closing(tokens_, open);
    std::vector<size_t> all, deduced;
    for (size_t i = open; i < close; ++i) {
        if (!tokens_[i].is("thread")) continue;
        all.push_back(i);
        if (deduces(tokens_, begin, head, i)) deduced.push_back(i);
    }
    const std::string &name = tokens_[open - 1].text;
    const bool specialised = specialised_.count(name) != 0;
    if (!deduced.empty() && specialised) deduced_.insert(name);
    const bool specialisation = tokens_[begin + 2].is(">");
    if (specialisation) return deduced_.count(specialised_name(head, open)) != 0 ? all : deduced;
    return specialised && !deduced.empty() ? all : deduced;
}

std::string ThreadTemplates::specialised_name(size_t head, size_t open) const {
    for (size_t i = head; i < open; ++i) {
        const bool ends = tokens_[i + 1].is("<") || i + 1 == open;
        if (ends && specialised_.count(tokens_[i].text) != 0) return tokens_[i].text;
    }
    return "";
}

}  // namespace sm::msl
