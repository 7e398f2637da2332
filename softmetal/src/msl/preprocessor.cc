#include "preprocessor.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "expression.h"

namespace sm::msl {

// A list that shares its tail with the sets it was made from.
struct HideSet {
    std::string name;
    std::shared_ptr<const HideSet> rest;
    size_t length;
};

namespace {

// A program that needs more is a runaway macro: expansion can grow exponentially.
constexpr size_t kMaximumTokens = 1'000'000;
constexpr size_t kMaximumConditionals = 256;
constexpr size_t kMaximumNesting = 200;
constexpr size_t kMaximumChain = 2000;  // macros that one token's expansion passed through

struct Macro {
    bool function_like = false, variadic = false;
    std::vector<std::string> parameters;
    Tokens body;
};

using HideSetPointer = std::shared_ptr<const HideSet>;

bool hides(const HideSetPointer &set, const std::string &name) {
    for (const HideSet *entry = set.get(); entry; entry = entry->rest.get()) {
        if (entry->name == name) return true;
    }
    return false;
}

HideSetPointer with_name(const HideSetPointer &set, const std::string &name) {
    return std::make_shared<HideSet>(HideSet{name, set, set ? set->length + 1 : 1});
}

HideSetPointer intersection(const HideSetPointer &a, const HideSetPointer &b) {
    HideSetPointer result;
    for (const HideSet *entry = a.get(); entry && b; entry = entry->rest.get()) {
        if (hides(b, entry->name)) result = with_name(result, entry->name);
    }
    return result;
}

HideSetPointer merged(const HideSetPointer &a, const HideSetPointer &b) {
    if (!a || a == b) return b;
    HideSetPointer result = b;
    for (const HideSet *entry = a.get(); entry; entry = entry->rest.get()) {
        if (!hides(b, entry->name)) result = with_name(result, entry->name);
    }
    return result;
}

std::string quoted(const Tokens &tokens) {
    std::string text = "\"";
    for (char c : spell(tokens.data(), tokens.data() + tokens.size())) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return text + "\"";
}

Token paste(const Token &left, const Token &right) {
    Tokens joined = lex(left.text + right.text);
    if (joined.size() != 2) {
        throw CompileError(left.where, "pasting formed '" + left.text + right.text + "', an invalid token");
    }
    Token token = joined[0];
    token.where = left.where;
    token.space_before = left.space_before;
    token.starts_line = false;
    token.hidden = intersection(left.hidden, right.hidden);
    return token;
}

class Preprocessor {
public:
    Preprocessor(const Tokens &source, const Definitions &definitions) : source_(source) {
        for (const auto &[name, value] : definitions) define_text(name, value);
    }

    Preprocessed run() {
        Tokens line;
        while (source_[at_].kind != TokenKind::End) {
            if (source_[at_].is("#") && source_[at_].starts_line) {
                flush(line);
                directive();
            } else {
                if (active()) line.push_back(source_[at_]);
                ++at_;
            }
        }
        flush(line);
        if (!conditionals_.empty()) throw CompileError(conditionals_.back().where, "unterminated conditional directive");
        output_.push_back(source_[at_]);
        return {std::move(output_), includes_library_, std::move(warnings_)};
    }

private:
    struct Conditional {
        Location where;
        bool parent_active, taken, active, seen_else;
    };

    const Tokens &source_;
    size_t at_ = 0;
    size_t produced_ = 0, nesting_ = 0;
    std::map<std::string, Macro> macros_;
    std::vector<Conditional> conditionals_;
    Tokens output_;
    bool includes_library_ = false;
    std::string warnings_;

    bool active() const { return conditionals_.empty() || conditionals_.back().active; }

    void define_text(const std::string &name, const std::string &value) {
        Tokens body = lex(value);
        body.pop_back();
        for (Token &token : body) token.starts_line = false;
        macros_[name] = Macro{false, false, {}, std::move(body)};
    }

    // Text between two directives may hold macro calls that span lines, so it is expanded as a whole.
    void flush(Tokens &line) {
        if (line.empty()) return;
        Tokens expanded = expand(line);
        for (size_t i = 0; i < expanded.size(); ++i) {
            if (expanded[i].is("_Pragma")) i = pragma_operator(expanded, i);
            else output_.push_back(std::move(expanded[i]));
        }
        line.clear();
    }

    Tokens rest_of_line() {
        Tokens rest;
        while (source_[at_].kind != TokenKind::End && !source_[at_].starts_line) rest.push_back(source_[at_++]);
        return rest;
    }

    void directive() {
        const Location where = source_[at_].where;
        ++at_;
        Tokens line = rest_of_line();
        if (line.empty()) return;
        const std::string name = line[0].text;
        line.erase(line.begin());
        if (conditional_directive(name, line, where) || !active()) return;
        if (name == "define") return define(line, where);
        if (name == "undef") return undefine(line, where);
        if (name == "include" || name == "import") return include(line, where);
        if (name == "pragma") return pragma(line, where);
        const std::string message = "#" + name + " " + spell(line.data(), line.data() + line.size());
        if (name == "error") throw CompileError(where, message);
        if (name == "warning") return void(warnings_ += diagnostic(where, "warning", message) + "\n");
        if (name == "line") return check_line(line, where);
        throw CompileError(where, "#" + name + " is not supported");
    }

    bool conditional_directive(const std::string &name, const Tokens &line, Location where) {
        if (name == "if" || name == "ifdef" || name == "ifndef") {
            if (conditionals_.size() >= kMaximumConditionals) throw CompileError(where, "conditionals nested too deeply");
            const bool parent = active();
            bool value = false;
            if (parent) value = name == "if" ? condition(line, where) : defined(line, where) == (name == "ifdef");
            conditionals_.push_back({where, parent, value, parent && value, false});
            return true;
        }
        if (name != "elif" && name != "else" && name != "endif") return false;
        if (conditionals_.empty()) throw CompileError(where, "#" + name + " without #if");
        Conditional &current = conditionals_.back();
        if (name == "endif") {
            conditionals_.pop_back();
            return true;
        }
        if (current.seen_else) throw CompileError(where, "#" + name + " after #else");
        current.seen_else = name == "else";
        current.active = current.parent_active && !current.taken && (name == "else" || condition(line, where));
        current.taken = current.taken || current.active;
        return true;
    }

    bool defined(const Tokens &line, Location where) const {
        if (line.empty() || !line[0].identifier()) throw CompileError(where, "macro name missing");
        return macros_.count(line[0].text) != 0;
    }

    bool condition(const Tokens &line, Location where) {
        Tokens replaced;
        for (size_t i = 0; i < line.size(); ++i) {
            if (line[i].is("defined")) {
                const bool parenthesised = i + 1 < line.size() && line[i + 1].is("(");
                const size_t name = i + (parenthesised ? 2 : 1);
                if (name >= line.size() || !line[name].identifier() ||
                    (parenthesised && (name + 1 >= line.size() || !line[name + 1].is(")")))) {
                    throw CompileError(where, "macro name missing after 'defined'");
                }
                replaced.push_back(truth(macros_.count(line[name].text) != 0, line[i]));
                i = name + (parenthesised ? 1 : 0);
            } else if (line[i].identifier() && line[i].text.rfind("__has_", 0) == 0) {
                i = has_query(line, i, where, replaced);
            } else {
                replaced.push_back(line[i]);
            }
        }
        const Tokens expanded = expand(replaced);
        return evaluate(expanded, where) != 0;
    }

    static Token truth(bool value, const Token &like) {
        Token token = like;
        token.kind = TokenKind::Number;
        token.text = value ? "1" : "0";
        return token;
    }

    // __has_include(<metal_...>) is true for Metal's headers; the other __has_ queries are false.
    size_t has_query(const Tokens &line, size_t i, Location where, Tokens &replaced) const {
        const size_t open = i + 1;
        if (open >= line.size() || !line[open].is("(")) throw CompileError(where, "missing '(' after '" + line[i].text + "'");
        size_t close = open;
        while (close < line.size() && !line[close].is(")")) ++close;
        if (close == line.size()) throw CompileError(where, "missing ')' after '" + line[i].text + "'");
        const std::string argument = spell(&line[open + 1], &line[0] + close);
        const bool value = line[i].is("__has_include") && argument.size() > 2 && argument[0] == '<' &&
                           metal_header(argument.substr(1, argument.size() - 2));
        replaced.push_back(truth(value, line[i]));
        return close;
    }

    static bool metal_header(const std::string &name) {
        return name.rfind("metal_", 0) == 0 || name.rfind("simd/", 0) == 0 || name == "TargetConditionals.h";
    }

    void define(const Tokens &line, Location where) {
        if (line.empty() || !line[0].identifier()) throw CompileError(where, "macro name missing");
        if (line[0].is("defined")) throw CompileError(where, "'defined' cannot be used as a macro name");
        Macro macro;
        size_t i = 1;
        if (i < line.size() && line[i].is("(") && !line[i].space_before) {
            macro.function_like = true;
            i = parameters(line, where, macro);
        }
        macro.body.assign(line.begin() + static_cast<std::ptrdiff_t>(i), line.end());
        const Tokens &body = macro.body;
        if (!body.empty() && (body.front().is("##") || body.back().is("##"))) {
            throw CompileError(where, "'##' cannot appear at either end of a macro expansion");
        }
        macros_[line[0].text] = std::move(macro);
    }

    static size_t parameters(const Tokens &line, Location where, Macro &macro) {
        size_t i = 2;
        while (i < line.size() && !line[i].is(")")) {
            if (line[i].is("...")) {
                macro.variadic = true;
                macro.parameters.push_back("__VA_ARGS__");
            } else if (line[i].identifier() && !macro.variadic) {
                macro.parameters.push_back(line[i].text);
            } else {
                throw CompileError(where, "invalid token in macro parameter list");
            }
            ++i;
            if (i < line.size() && line[i].is(",")) ++i;
        }
        if (i >= line.size()) throw CompileError(where, "missing ')' in macro parameter list");
        return i + 1;
    }

    // "#line" says where a generated source comes from. Errors keep the lines of the source that was given.
    void check_line(const Tokens &line, Location where) {
        const Tokens words = expand(line);
        const bool number = !words.empty() && words[0].kind == TokenKind::Number &&
                            words[0].text.find_first_not_of("0123456789") == std::string::npos;
        if (!number) throw CompileError(where, "#line needs a line's number");
        if (words.size() > 1 && words[1].kind != TokenKind::String) throw CompileError(where, "#line needs a file's name in quotes");
        if (words.size() > 2) throw CompileError(where, "unexpected '" + words[2].text + "' after #line");
    }

    void undefine(const Tokens &line, Location where) {
        if (line.empty() || !line[0].identifier()) throw CompileError(where, "macro name missing");
        macros_.erase(line[0].text);
    }

    void include(const Tokens &line, Location where) {
        const std::string argument = spell(line.data(), line.data() + line.size());
        if (argument.size() > 2 && argument.front() == '<' && argument.back() == '>' &&
            metal_header(argument.substr(1, argument.size() - 2))) {
            includes_library_ = includes_library_ || argument.rfind("<metal_", 0) == 0;
            return;  // any of Metal's headers stands for all of them
        }
        throw CompileError(where, "file not found: #include " + argument);
    }

    void pragma(const Tokens &line, Location where) {
        if (line.empty() || line[0].is("once") || line[0].is("mark")) return;
        Token token;
        token.kind = TokenKind::Pragma;
        token.text = spell(line.data(), line.data() + line.size());
        token.where = where;
        token.starts_line = true;
        output_.push_back(std::move(token));
    }

    // _Pragma("words"); the index of its last token.
    size_t pragma_operator(const Tokens &tokens, size_t i) {
        const bool complete = i + 3 < tokens.size() && tokens[i + 1].is("(") && tokens[i + 2].kind == TokenKind::String && tokens[i + 3].is(")");
        if (!complete) throw CompileError(tokens[i].where, "_Pragma takes a string");
        const std::string &text = tokens[i + 2].text;
        Tokens line = lex(std::string_view(text).substr(1, text.size() - 2));
        line.pop_back();
        pragma(line, tokens[i].where);
        return i + 3;
    }

    void count(size_t tokens, Location where) {
        produced_ += tokens;
        if (produced_ > kMaximumTokens) throw CompileError(where, "macro expansion is too large");
    }

    Tokens expand(const Tokens &tokens) {
        if (++nesting_ > kMaximumNesting) throw CompileError(tokens.front().where, "macro calls are nested too deeply");
        Tokens result;
        std::deque<Token> pending(tokens.begin(), tokens.end());
        while (!pending.empty()) {
            Token token = std::move(pending.front());
            pending.pop_front();
            if (!expand_one(token, pending)) result.push_back(std::move(token));
        }
        --nesting_;
        return result;
    }

    bool expand_one(Token &token, std::deque<Token> &pending) {
        if (!token.identifier() || hides(token.hidden, token.text)) return false;
        if (token.is("__LINE__")) {
            token.kind = TokenKind::Number;
            token.text = std::to_string(token.where.line);
            return false;
        }
        const auto found = macros_.find(token.text);
        if (found == macros_.end()) return false;
        const Macro &macro = found->second;
        if (!macro.function_like) {
            prepend(substitute(macro, {}, token.where), token, with_name(token.hidden, token.text), pending);
            return true;
        }
        if (pending.empty() || !pending.front().is("(")) return false;
        HideSetPointer close_hidden;
        std::vector<Tokens> arguments = take_arguments(token, macro, pending, close_hidden);
        prepend(substitute(macro, arguments, token.where), token,
                with_name(intersection(token.hidden, close_hidden), token.text), pending);
        return true;
    }

    void prepend(Tokens body, const Token &use, const HideSetPointer &hidden, std::deque<Token> &pending) {
        count(body.size() + 1, use.where);
        if (hidden->length > kMaximumChain) throw CompileError(use.where, "macros expand through too many others");
        for (Token &token : body) {
            token.where = use.where;
            token.starts_line = false;
            token.hidden = merged(token.hidden, hidden);
        }
        if (!body.empty()) {
            body.front().space_before = use.space_before;
            body.front().starts_line = use.starts_line;
        }
        pending.insert(pending.begin(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
    }

    std::vector<Tokens> take_arguments(const Token &use, const Macro &macro, std::deque<Token> &pending,
                                       HideSetPointer &close_hidden) {
        std::vector<Tokens> arguments(1);
        pending.pop_front();
        for (size_t depth = 0;;) {
            if (pending.empty()) {
                throw CompileError(use.where, "unterminated function-like macro invocation '" + use.text + "'");
            }
            Token token = std::move(pending.front());
            pending.pop_front();
            if (token.is(")") && depth == 0) {
                close_hidden = token.hidden;
                break;
            }
            const bool last_variadic = macro.variadic && arguments.size() == macro.parameters.size();
            if (token.is(",") && depth == 0 && !last_variadic) {
                arguments.emplace_back();
                continue;
            }
            if (token.is("(")) ++depth;
            if (token.is(")")) --depth;
            arguments.back().push_back(std::move(token));
        }
        if (macro.parameters.empty() && arguments.size() == 1 && arguments[0].empty()) arguments.clear();
        if (macro.variadic && arguments.size() + 1 == macro.parameters.size()) arguments.emplace_back();
        if (arguments.size() != macro.parameters.size()) {
            throw CompileError(use.where, "macro '" + use.text + "' takes " + std::to_string(macro.parameters.size()) +
                                              " arguments, got " + std::to_string(arguments.size()));
        }
        return arguments;
    }

    static std::optional<size_t> parameter(const Macro &macro, const Token &token) {
        if (!token.identifier()) return std::nullopt;
        for (size_t i = 0; i < macro.parameters.size(); ++i) {
            if (macro.parameters[i] == token.text) return i;
        }
        return std::nullopt;
    }

    Tokens substitute(const Macro &macro, const std::vector<Tokens> &arguments, Location where) {
        Tokens result;
        const Tokens &body = macro.body;
        bool nothing_before = true;  // what stands left of "##" expanded to nothing
        for (size_t i = 0; i < body.size(); ++i) {
            const bool pastes = i > 0 && body[i - 1].is("##");
            const bool before_paste = i + 1 < body.size() && body[i + 1].is("##");
            if (body[i].is("##")) continue;
            Tokens piece;
            if (macro.function_like && body[i].is("#") && i + 1 < body.size() && parameter(macro, body[i + 1])) {
                Token text = body[i];
                text.kind = TokenKind::String;
                text.text = quoted(arguments[*parameter(macro, body[i + 1])]);
                piece.push_back(std::move(text));
                ++i;
            } else if (const auto index = parameter(macro, body[i])) {
                const Tokens &argument = arguments[*index];
                piece = pastes || before_paste || argument.empty() ? argument : expand(argument);
                if (!piece.empty()) piece.front().space_before = body[i].space_before;
            } else {
                piece.push_back(body[i]);
            }
            count(piece.size(), where);
            const bool nothing = piece.empty() && (!pastes || nothing_before);
            append(result, std::move(piece), pastes && !nothing_before, i >= 2 && body[i - 2].is(","));
            nothing_before = nothing;
        }
        return result;
    }

    // ", ## __VA_ARGS__" drops the comma before an empty list, as every compiler in use does.
    static void append(Tokens &result, Tokens piece, bool pastes, bool after_comma) {
        if (pastes && after_comma && !result.empty() && result.back().is(",")) {
            if (piece.empty()) result.pop_back();
        } else if (pastes && !piece.empty() && !result.empty()) {
            result.back() = paste(result.back(), piece.front());
            piece.erase(piece.begin());
        }
        result.insert(result.end(), std::make_move_iterator(piece.begin()), std::make_move_iterator(piece.end()));
    }
};

}  // namespace

Preprocessed preprocess(const Tokens &source, const Definitions &definitions) {
    return Preprocessor(source, definitions).run();
}

}  // namespace sm::msl
