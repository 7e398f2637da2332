#include "build_log.h"

#include <cctype>
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
    {"'__generic'", "'thread'"},      {"sm::metal::", "metal::"},           {"__sm_id_", ""},
    {"::sm::", "::"},                 {"precise::", ""},
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

// Line and column of "program_source:12:7: ..."; zeros for any other line.
std::pair<size_t, size_t> place(const std::string &line) {
    const std::string prefix = std::string(kSourceName) + ":";
    if (line.rfind(prefix, 0) != 0) return {0, 0};
    size_t row = 0, column = 0, i = prefix.size();
    for (; i < line.size() && std::isdigit(static_cast<unsigned char>(line[i])); ++i) row = row * 10 + static_cast<size_t>(line[i] - '0');
    for (++i; i < line.size() && std::isdigit(static_cast<unsigned char>(line[i])); ++i) column = column * 10 + static_cast<size_t>(line[i] - '0');
    return {row, column};
}

}  // namespace

std::string map_build_log(const std::string &source, const std::string &log) {
    const std::vector<std::string> user = lines_of(source);
    std::string result;
    for (std::string line : lines_of(log)) {
        if (line.empty() || quotation(line) || line == "Compilation started" || line == "Compilation failed") continue;
        for (const auto &[from, to] : kWords) replace_all(line, from, to);
        result += line + "\n";
        const auto [row, column] = place(line);
        if (row == 0 || row > user.size()) continue;
        const std::string &text = user[row - 1];
        result += text + "\n";
        if (column > 0 && column <= text.size() + 1) result += std::string(column - 1, ' ') + "^\n";
    }
    return result;
}

}  // namespace sm::msl
