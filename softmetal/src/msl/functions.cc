#include "functions.h"

#include <algorithm>
#include <map>
#include <set>

#include "brackets.h"
#include "library.h"

namespace sm::msl {
namespace {

// Whether the brace at i opens a namespace, whose declarations are as those of the program.
bool namespace_brace(const Tokens &tokens, size_t i) {
    while (i > 0 && (tokens[i - 1].identifier() || tokens[i - 1].is("::"))) {
        if (tokens[--i].is("namespace")) return true;
    }
    return false;
}

// The brace of the body whose parameter list closes at i; i where none follows.
size_t body_after(const Tokens &tokens, size_t i) {
    size_t k = i + 1;
    while (tokens[k].is("const") || tokens[k].is("noexcept")) ++k;
    return tokens[k].is("{") ? k : i;
}

// Names of its parameters and variables, as far as they stand without a call: an object may be called as a function is.
std::set<std::string> objects_of(const Tokens &tokens, const Function &function, size_t end) {
    std::set<std::string> objects;
    for (size_t i = function.parameters; i < end; ++i) {
        if (tokens[i].identifier() && !tokens[i + 1].is("(")) objects.insert(tokens[i].text);
    }
    return objects;
}

// Whether a namespace of the name is opened; a class may have a member of the name of a function.
bool opened_namespace(const Tokens &tokens, const std::string &name) {
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (tokens[i].is("namespace") && tokens[i + 1].is(name)) return true;
    }
    return false;
}

// Names that each function calls, of those that are called by name.
std::map<std::string, std::set<std::string>> calls_of(const Tokens &tokens, const std::vector<Function> &functions) {
    std::map<std::string, std::set<std::string>> calls;
    for (const Function &function : functions) {
        if (function.called_by_name) calls[function.name];
    }
    for (const Function &function : functions) {
        if (!function.called_by_name) continue;
        const size_t end = closing(tokens, function.body);
        const std::set<std::string> objects = objects_of(tokens, function, end);
        for (size_t i = function.body; i < end; ++i) {
            const std::string &name = tokens[i].text;
            if (calls.count(name) != 0 && objects.count(name) == 0 && call(tokens, i)) calls[function.name].insert(name);
        }
    }
    return calls;
}

// Leaves the functions from which a circle of calls is reached.
void remove_ends(std::map<std::string, std::set<std::string>> &calls) {
    std::map<std::string, std::set<std::string>> callers;
    std::vector<std::string> ends;
    for (const auto &[name, called] : calls) {
        if (called.empty()) ends.push_back(name);
        for (const std::string &other : called) callers[other].insert(name);
    }
    while (!ends.empty()) {
        const std::string end = ends.back();
        ends.pop_back();
        calls.erase(end);
        for (const std::string &caller : callers[end]) {
            std::set<std::string> &left = calls[caller];
            left.erase(end);
            if (left.empty()) ends.push_back(caller);
        }
    }
}

}  // namespace

bool call(const Tokens &tokens, size_t i) {
    static const std::set<std::string> kBefore = {"return", "else", "case", "do"};
    if (!tokens[i].identifier() || i == 0 || !tokens[i + 1].is("(")) return false;
    const Token &before = tokens[i - 1];
    if (before.is("::")) {
        const Token &scope = tokens[i > 1 ? i - 2 : 0];
        if (scope.is("metal") || scope.is("std") || scope.is(">")) return false;
        return !scope.identifier() || kBefore.count(scope.text) != 0 || opened_namespace(tokens, scope.text);
    }
    return !before.is(".") && !before.is("->") && (!before.identifier() || kBefore.count(before.text) != 0);
}

std::vector<Function> functions_of(const Tokens &tokens) {
    std::vector<Function> functions;
    std::map<std::string, size_t> count;
    // Constant expressions may call a constexpr function recursively, and a class may have the name of a function.
    bool other_rules = false;
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (tokens[i].is(";") || tokens[i].is("}")) other_rules = false;
        if (tokens[i].is("template") || tokens[i].is("constexpr")) other_rules = true;
        if ((tokens[i].is("struct") || tokens[i].is("class")) && tokens[i + 1].identifier()) ++count[tokens[i + 1].text];
        if (tokens[i].is("{")) {
            if (!namespace_brace(tokens, i)) i = closing(tokens, i) - 1;
            continue;
        }
        if (!tokens[i].is("(")) continue;
        const size_t close = closing(tokens, i), body = body_after(tokens, close);
        if (body > close && i > 0 && tokens[i - 1].identifier()) {
            functions.push_back({tokens[i - 1].text, i, body, !other_rules});
            ++count[functions.back().name];
        }
        i = body > close ? body - 1 : close;
    }
    for (Function &function : functions) {
        function.called_by_name = function.called_by_name && count[function.name] == 1 && !needs_namespace(function.name);
    }
    return functions;
}

void check_recursion(const Tokens &tokens) {
    const std::vector<Function> functions = functions_of(tokens);
    auto calls = calls_of(tokens, functions);
    remove_ends(calls);
    if (calls.empty()) return;
    std::set<std::string> passed;
    std::string name = calls.begin()->first;
    while (passed.insert(name).second) name = *calls[name].begin();  // until it comes round
    const std::string next = *calls[name].begin();
    const auto function = std::find_if(functions.begin(), functions.end(), [&name](const Function &other) { return other.name == name; });
    throw CompileError(tokens[function->parameters - 1].where,
                       "function '" + name + "' calls itself" + (next == name ? "" : " through '" + next + "'") +
                           ": recursion is not supported");
}

}  // namespace sm::msl
