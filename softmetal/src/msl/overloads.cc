#include "overloads.h"

#include "brackets.h"
#include "declarations.h"

namespace sm::msl {
namespace {

std::string join(const Tokens &tokens, size_t begin, size_t end, bool spaces) {
    std::string text;
    for (size_t i = begin; i < end; ++i) {
        if (tokens[i].is("static") || tokens[i].is("inline")) continue;
        text += (spaces && tokens[i].is("constant") ? "device" : tokens[i].text) + " ";
    }
    return text;
}

// A parameter or a qualifier list as the dialect sees it: without name and default, the space and "const" in front.
std::string canonical(const Tokens &tokens, size_t begin, size_t end) {
    bool global = false, constant = false;
    std::string rest;
    size_t stop = begin;
    while (stop < end && !tokens[stop].is("=")) ++stop;
    const bool named = stop - begin >= 2 && tokens[stop - 1].identifier() && !tokens[stop - 1].is("const") &&
                       !tokens[stop - 1].is("constant") && !tokens[stop - 1].is("device") && !tokens[stop - 2].is("::");
    const size_t last = named && stop - begin > 1 && (tokens[stop - 2].is("*") || tokens[stop - 2].is("&")) ? stop - 1 : stop;
    for (size_t i = begin; i < last; ++i) {
        global = global || tokens[i].is("device") || tokens[i].is("constant");
        constant = constant || tokens[i].is("constant") || tokens[i].is("const");
        if (!tokens[i].is("device") && !tokens[i].is("constant") && !tokens[i].is("const")) rest += tokens[i].text + " ";
    }
    return std::string(global ? "global " : "") + (constant ? "const " : "") + rest;
}

}  // namespace

bool Overloads::repeated(size_t scope, const Tokens &tokens, size_t begin, size_t end) {
    const size_t open = parameters_open(tokens, begin, end);
    if (open >= end) return false;
    const size_t close = closing(tokens, open);
    std::string signature = std::to_string(scope) + " " + join(tokens, begin, open, true) + "(";
    size_t first = open + 1, angle = 0;
    for (size_t i = open + 1; i <= close; ++i) {
        if (i < close && (tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{"))) i = closing(tokens, i);
        if (tokens[i].is("<")) ++angle;
        if (tokens[i].is(">") && angle > 0) --angle;
        if (i != close && (!tokens[i].is(",") || angle > 0)) continue;
        signature += canonical(tokens, first, i) + ",";
        first = i + 1;
    }
    size_t body = close + 1;
    while (body < end && (tokens[body].is("const") || tokens[body].is("constant") || tokens[body].is("device"))) ++body;
    signature += ")" + canonical(tokens, close + 1, body) + (body < end && tokens[body].is(";") ? ";" : "");
    Function function = {join(tokens, begin, body, false), join(tokens, body, end, true), tokens[begin].where};
    const auto [known, fresh] = functions_.emplace(signature, function);
    const bool apart = function.spelling.find("constant ") != std::string::npos || known->second.spelling.find("constant ") != std::string::npos;
    if (fresh || !apart || function.spelling == known->second.spelling) return false;
    if (function.body != known->second.body) {
        throw CompileError(function.where, "a function that differs from that of line " + std::to_string(known->second.where.line) +
                                               " in 'device const' and 'constant' only must have the same body in softmetal");
    }
    return true;
}

}  // namespace sm::msl
