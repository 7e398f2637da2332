#include "names.h"

#include <set>

#include "library.h"

namespace sm::msl {
namespace {

bool at(const Tokens &tokens, size_t i, const char *text) { return i < tokens.size() && tokens[i].is(text); }

void check_include(const Tokens &tokens) {
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].is("metal")) continue;
        if (i >= 2 && tokens[i - 1].is("namespace") && tokens[i - 2].is("using")) {
            throw CompileError(tokens[i].where, "expected namespace name: #include <metal_stdlib> is missing");
        }
        if (at(tokens, i + 1, "::")) {
            throw CompileError(tokens[i].where, "use of undeclared identifier 'metal': #include <metal_stdlib> is missing");
        }
    }
}

// "using namespace metal", or code that stands inside the namespace.
bool opens_namespace(const Tokens &tokens) {
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (tokens[i].is("namespace") && tokens[i + 1].is("metal")) return true;
    }
    return false;
}

bool follows_type(const Token &before) {
    static const std::set<std::string> kNoTypes = {"return", "else", "case", "do", "not", "and", "or"};
    return (before.identifier() && kNoTypes.count(before.text) == 0) || before.is(">") || before.is("*") || before.is("&");
}

// Names that the program declares itself, or takes with "using metal::name".
std::set<std::string> own_names(const Tokens &tokens) {
    static const std::set<std::string> kAfter = {"(", "=", ";", ",", ")", "[", "{", ":"};
    std::set<std::string> names;
    for (size_t i = 1; i + 1 < tokens.size(); ++i) {
        if (!tokens[i].identifier()) continue;
        const bool declared = follows_type(tokens[i - 1]) && kAfter.count(tokens[i + 1].text) != 0 && tokens[i - 1].identifier();
        const bool taken = i >= 3 && tokens[i - 1].is("::") && tokens[i - 3].is("using");
        if (declared || taken) names.insert(tokens[i].text);
    }
    return names;
}

}  // namespace

void check_library_names(const Tokens &tokens, bool includes_library) {
    if (!includes_library) check_include(tokens);
    if (opens_namespace(tokens)) return;
    const std::set<std::string> own = own_names(tokens);
    for (size_t i = 1; i + 1 < tokens.size(); ++i) {
        const Token &token = tokens[i], &before = tokens[i - 1], &after = tokens[i + 1];
        if (!token.identifier() || before.is("::") || before.is(".") || before.is("->")) continue;
        if (!after.is("(") && !after.is("<") && !after.is("::")) continue;
        if (!needs_namespace(token.text) || own.count(token.text) != 0) continue;
        throw CompileError(token.where, "use of undeclared identifier '" + token.text + "'; did you mean 'metal::" + token.text + "'?");
    }
}

}  // namespace sm::msl
