#include "conversions.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "brackets.h"
#include "functions.h"
#include "qualifiers.h"

namespace sm::msl {
namespace {

// "device const T *name", "thread float4 &name", "threadgroup float name[4]", "(thread T *)"
struct Declarator {
    size_t end = 0;   // past the "*" or "&" and the name; 0: none stands here
    std::string name;  // empty in a cast
    bool reference = false;
};

// A reference to a constant may refer to a copy.
bool constant_reference(const Tokens &tokens, size_t i, size_t end) {
    if (tokens[end].is("*")) return false;
    for (size_t k = i == 0 ? 0 : i - 1; k < end; ++k) {
        if (tokens[k].is("const")) return true;
    }
    return false;
}

// The declarator whose address space stands at i.
Declarator declarator(const Tokens &tokens, size_t i) {
    Declarator result;
    size_t k = i + 1;
    for (size_t angle = 0; tokens[k].identifier() || tokens[k].is("::") || tokens[k].is("<") || angle > 0; ++k) {
        if (tokens[k].is(";") || tokens[k].kind == TokenKind::End) return {};
        if (tokens[k].is("<")) ++angle;
        if (tokens[k].is(">")) --angle;
    }
    if (tokens[i].role == Role::Variable) {
        result.end = k;
        result.name = tokens[k - 1].text;
        return tokens[k].is("[") ? result : Declarator{};
    }
    if ((!tokens[k].is("*") && !tokens[k].is("&")) || (tokens[i].is("thread") && constant_reference(tokens, i, k))) return {};
    result.reference = tokens[k++].is("&");
    while (qualifier(tokens[k])) ++k;
    if (tokens[k].is("*") || tokens[k].is("&") || names_address_space(tokens[k])) return {};
    if (tokens[k].identifier()) result.name = tokens[k++].text;
    if (tokens[k].is("[") && !tokens[k + 1].is("[")) return {};  // an array of pointers
    result.end = k;
    return result;
}

class Conversions {
public:
    explicit Conversions(const Tokens &tokens) : tokens_(tokens), functions_(functions_of(tokens)) {
        for (const Function &function : functions_) {
            if (function.called_by_name) thread_parameters_[function.name] = thread_parameters(function);
        }
    }

    void run() {
        for (const Function &function : functions_) check(function);
    }

private:
    enum class Wanted { Nothing, Pointer, Reference };

    const Tokens &tokens_;
    std::vector<Function> functions_;
    std::map<std::string, std::vector<Wanted>> thread_parameters_;
    std::map<std::string, std::string> pointers_, references_;  // to other address spaces, of the function at hand

    // Where the comma-separated part that begins at i ends.
    size_t part_end(size_t i, size_t end) const {
        for (size_t angle = 0; i < end; ++i) {
            if (tokens_[i].is("(") || tokens_[i].is("[") || tokens_[i].is("{")) i = closing(tokens_, i);
            if (tokens_[i].is("<")) ++angle;
            if (tokens_[i].is(">") && angle > 0) --angle;
            if (tokens_[i].is(";") || (tokens_[i].is(",") && angle == 0)) return i;
        }
        return end;
    }

    std::vector<Wanted> thread_parameters(const Function &function) const {
        std::vector<Wanted> wanted;
        const size_t close = closing(tokens_, function.parameters);
        for (size_t i = function.parameters + 1; i < close; i = part_end(i, close) + 1) {
            const size_t space = qualifier(tokens_[i]) ? i + 1 : i;
            const Declarator found = tokens_[space].is("thread") ? declarator(tokens_, space) : Declarator{};
            wanted.push_back(found.end == 0 ? Wanted::Nothing : found.reference ? Wanted::Reference : Wanted::Pointer);
        }
        return wanted;
    }

    void check(const Function &function) {
        const size_t end = closing(tokens_, function.body);
        note_names(function.parameters, end);
        if (pointers_.empty() && references_.empty()) return;
        for (size_t i = function.body; i < end; ++i) {
            const auto called = thread_parameters_.find(tokens_[i].text);
            if (called != thread_parameters_.end() && call(tokens_, i)) arguments(i + 1, called->second);
            if (tokens_[i].is("thread")) conversion(i, end);
        }
    }

    // Names that are pointers or references to one address space wherever the function declares them.
    void note_names(size_t begin, size_t end) {
        pointers_.clear();
        references_.clear();
        std::set<std::string> others;
        for (size_t i = begin; i < end; ++i) {
            if (plain_variable(i)) others.insert(tokens_[i].text);
            if (!names_address_space(tokens_[i])) continue;
            const Declarator found = declarator(tokens_, i);
            if (found.end == 0 || found.name.empty()) continue;
            auto &names = found.reference ? references_ : pointers_;
            const auto [known, fresh] = names.emplace(found.name, tokens_[i].text);
            if (tokens_[i].is("thread") || (!fresh && known->second != tokens_[i].text)) others.insert(found.name);
        }
        for (const std::string &name : others) pointers_.erase(name), references_.erase(name);
    }

    // "float x = 1", "vec<float, 4> x[2]": a declaration without an address space.
    bool plain_variable(size_t i) const {
        const Token &before = tokens_[i - 1], &after = tokens_[i + 1];
        if (!tokens_[i].identifier()) return false;
        if (before.is(">")) return after.is("=") || after.is(";") || after.is("{");
        size_t type = i;
        while (tokens_[type - 1].identifier() && !names_address_space(tokens_[type - 1])) --type;
        const bool declares = type < i && !names_address_space(tokens_[type - 1]) && !before.is("return") && !before.is("else") && !before.is("case");
        return declares && (after.is("=") || after.is(";") || after.is("{") || after.is(",") || (after.is("[") && !tokens_[i + 2].is("[")));
    }

    void arguments(size_t open, const std::vector<Wanted> &wanted) const {
        const size_t close = closing(tokens_, open);
        size_t i = open + 1;
        for (size_t k = 0; k < wanted.size() && i < close; ++k) {
            const size_t end = part_end(i, close);
            if (wanted[k] != Wanted::Nothing) refuse_other(i, end, wanted[k] == Wanted::Reference);
            i = end + 1;
        }
    }

    // "thread T *p = ...", "thread T &r = ...", "(thread T *)..."
    void conversion(size_t i, size_t end) const {
        const Declarator found = declarator(tokens_, i);
        if (found.end == 0) return;
        const bool cast = found.name.empty() && tokens_[found.end].is(")");
        if (cast) return refuse_other(found.end + 1, operand_end(found.end + 1), false);
        if (tokens_[found.end].is("=")) refuse_other(found.end + 1, part_end(found.end + 1, end), found.reference);
    }

    // Of a cast: "a", "&a[i]", "(...)"
    size_t operand_end(size_t i) const {
        while (tokens_[i].is("&")) ++i;
        ++i;
        while (tokens_[i].is("[")) i = closing(tokens_, i) + 1;
        return i;
    }

    void refuse_other(size_t begin, size_t end, bool reference) const {
        const bool address = tokens_[begin].is("&"), pointed = tokens_[begin].is("*");
        const size_t name = address || pointed ? begin + 1 : begin;
        if (name >= end || !tokens_[name].identifier()) return;
        const bool element = name + 1 < end && tokens_[name + 1].is("[");
        const size_t field = element ? closing(tokens_, name + 1) + 1 : name + 1;
        const bool whole = name + 1 == end, moved = name + 1 < end && (tokens_[name + 1].is("+") || tokens_[name + 1].is("-"));
        const auto pointer = pointers_.find(tokens_[name].text), referred = references_.find(tokens_[name].text);
        if (pointer != pointers_.end()) {
            const bool member = (tokens_[field].is(element ? "." : "->")) && field + 2 == end;
            const bool value = (!address && !pointed && ((element && field == end) || member)) || (pointed && whole);
            const bool place = (address && element) || (!address && !pointed && (whole || moved));
            if (reference ? value : place) refuse(tokens_[name], pointer->second);
        }
        if (referred != references_.end() && whole && (reference ? !address && !pointed : address)) refuse(tokens_[name], referred->second);
    }

    [[noreturn]] static void refuse(const Token &name, const std::string &space) {
        throw CompileError(name.where, "'" + name.text + "' is in address space " + space +
                                           ": a pointer or reference to thread memory cannot point there");
    }
};

}  // namespace

void check_conversions(const Tokens &tokens) { Conversions(tokens).run(); }

}  // namespace sm::msl
