#include "build_log.h"

#include <cxxabi.h>

#include <cctype>
#include <cstdlib>
#include <sstream>
#include <utility>
#include <vector>

#include "diagnostic.h"

namespace sm::msl {
namespace {

// The dialect's words, longest first, and the user's.
const std::vector<std::pair<std::string, std::string>> kWords = {
    {"__global const ", "constant "}, {"const __global ", "const device "}, {"__global ", "device "},
    {"__local ", "threadgroup "},     {"__private ", "thread "},            {"__generic ", ""},
    {"'__global'", "'device'"},       {"'__local'", "'threadgroup'"},       {"'__private'", "'thread'"},
    {"'__generic'", "'thread'"},      {"*__private", "*"},                  {"&__private", "&"},
    {"sm::metal::", "metal::"},       {"__sm_id_", ""},
    {"::sm::", "::"},                 {"precise::", ""},
    {"'sm::", "'"},                   {" sm::", " "},
    {"(sm::", "("},                   {"<sm::", "<"},
    {" in OpenCL", " by softmetal"},  {"C++ for OpenCL", "softmetal"},
    {"OpenCL", "softmetal"},
};

void replace_all(std::string &text, const std::string &from, const std::string &to) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
}

std::vector<std::string> lines_of(const std::string &text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

// "   12 | text" and "      | ^~~": the compiler's quotation of the dialect.
bool quotation(const std::string &line) {
    size_t i = 0;
    while (i < line.size() && line[i] == ' ') ++i;
    while (i < line.size() && std::isdigit(static_cast<unsigned char>(line[i]))) ++i;
    while (i < line.size() && line[i] == ' ') ++i;
    return i > 0 && i < line.size() && line[i] == '|';
}

// "program_source:12:7: text"; row 0 for any other line.
struct Message {
    unsigned row = 0;
    size_t column = 0;
    std::string text;
};

size_t take_number(const std::string &line, size_t &i) {
    size_t number = 0;
    for (; i < line.size() && std::isdigit(static_cast<unsigned char>(line[i])) && number < 100000000; ++i) {
        number = number * 10 + static_cast<size_t>(line[i] - '0');
    }
    return number;
}

Message message(const std::string &line) {
    const std::string prefix = std::string(kSourceName) + ":";
    Message result;
    if (line.rfind(prefix, 0) != 0) return result;
    size_t i = prefix.size();
    result.row = static_cast<unsigned>(take_number(line, i));
    if (i < line.size()) ++i;
    result.column = take_number(line, i);
    result.text = line.substr(i);
    return result;
}

// The user's column of what stands at a column of the dialect: that of the last token that begins there or before.
size_t user_column(const Columns &columns, unsigned row, size_t column) {
    const auto tokens = columns.find(row);
    if (tokens == columns.end()) return column;
    std::pair<size_t, size_t> best = {0, column};
    for (const auto &token : tokens->second) {
        if (token.first <= column && token.first > best.first) best = token;
    }
    return best.second;
}

bool holds(const std::string &line, const char *text) { return line.find(text) != std::string::npos; }

// Where a macro of the library stands, and templates of it that were no match, tell the user nothing.
bool about_the_library(const std::string &line) {
    if (line.rfind("<scratch space>", 0) == 0) return true;
    if (line.rfind("sm_", 0) != 0) return false;
    for (const char *text : {"note: expanded from macro", "note: candidate template ignored: requirement",
                             "note: explicit constructor is not a candidate", "note: candidate constructor (the implicit "}) {
        if (holds(line, text)) return true;
    }
    return false;
}

std::string demangled(const std::string &symbol) {
    int status = 0;
    char *name = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
    std::string text = status == 0 ? name : symbol;
    std::free(name);
    for (const auto &[from, to] : std::vector<std::pair<std::string, std::string>>{
             {"sm::", ""}, {"__sm_id_", ""}, {" AS1", " device"}, {" AS3", " threadgroup"}, {" AS4", ""}}) {
        replace_all(text, from, to);
    }
    return text;
}

// What the linker's "Symbols not found: [ a, b ]" is about: functions that are called and have no body. Empty without it.
std::string undefined_functions(const std::string &log) {
    const std::string head = "Symbols not found: [";
    const size_t begin = log.find(head), end = log.find(']', begin);
    if (begin == std::string::npos || end == std::string::npos) return "";
    std::istringstream symbols(log.substr(begin + head.size(), end - begin - head.size()));
    std::string result;
    for (std::string symbol; symbols >> symbol;) {
        if (symbol.back() == ',') symbol.pop_back();
        result += std::string(kSourceName) + ": error: function '" + demangled(symbol) + "' is used and has no body\n";
    }
    return result;
}

// The library's assertions say in words what they require.
std::string without_requirement(const std::string &text) {
    const size_t begin = text.find(" due to requirement '"), end = text.find("': ", begin);
    return begin == std::string::npos || end == std::string::npos ? text : text.substr(0, begin) + text.substr(end + 1);
}

// An error inside the library is one of the user's line that brought the compiler there, which a later note names.
std::vector<std::string> at_users_lines(std::vector<std::string> lines) {
    for (size_t i = 0; i < lines.size(); ++i) {
        if (message(lines[i]).row != 0 || !holds(lines[i], ": error: ")) continue;
        for (size_t k = i + 1; k < lines.size() && !holds(lines[k], ": error: "); ++k) {
            const Message place = message(lines[k]);
            if (place.row == 0 || !holds(lines[k], ": note: ")) continue;
            const std::string text = without_requirement(lines[i].substr(lines[i].find(": error: ")));
            lines[i] = std::string(kSourceName) + ":" + std::to_string(place.row) + ":" + std::to_string(place.column) + text;
            break;
        }
    }
    return lines;
}

}  // namespace

std::string map_build_log(const std::string &source, const Columns &columns, const std::string &log) {
    if (const std::string undefined = undefined_functions(log); !undefined.empty()) return undefined;
    const std::vector<std::string> user = lines_of(source);
    std::string result;
    for (std::string line : at_users_lines(lines_of(log))) {
        if (line.empty() || quotation(line) || line == "Compilation started" || line == "Compilation failed") continue;
        if (about_the_library(line)) continue;
        for (const auto &[from, to] : kWords) replace_all(line, from, to);
        const Message found = message(line);
        if (found.row == 0 || found.row > user.size()) {
            result += line + "\n";
            continue;
        }
        const size_t column = user_column(columns, found.row, found.column);
        const std::string &text = user[found.row - 1];
        result += std::string(kSourceName) + ":" + std::to_string(found.row) + ":" + std::to_string(column) + found.text + "\n";
        result += text + "\n";
        if (column > 0 && column <= text.size() + 1) result += std::string(column - 1, ' ') + "^\n";
    }
    return result;
}

}  // namespace sm::msl
