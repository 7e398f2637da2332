#include "library.h"

#include <cctype>
#include <deque>
#include <map>
#include <sstream>
#include <vector>

namespace sm::msl {
namespace {

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
const char kPlatformText[] = {
#embed "dialect/sm_opencl.h"
    , '\0'};
const char kCoreText[] = {
#embed "dialect/sm_metal_core.h"
    , '\0'};
const char kMathText[] = {
#embed "dialect/sm_metal_math.h"
    , '\0'};
const char kIntegerText[] = {
#embed "dialect/sm_metal_integer.h"
    , '\0'};
const char kThreadsText[] = {
#embed "dialect/sm_metal_threads.h"
    , '\0'};
const char kDataText[] = {
#embed "dialect/sm_metal_data.h"
    , '\0'};
#pragma clang diagnostic pop

struct File {
    const char *name, *text;
};

// The platform's first: all others stand inside namespace sm.
const File kFiles[] = {{"sm_opencl.h", kPlatformText},         {"sm_metal_core.h", kCoreText}, {"sm_metal_math.h", kMathText},
                       {"sm_metal_integer.h", kIntegerText}, {"sm_metal_threads.h", kThreadsText},
                       {"sm_metal_data.h", kDataText}};

struct Part {
    const File *file = nullptr;
    unsigned line = 0;
    bool always = false;
    std::string text;
    std::set<std::string> mentions;
};

bool word_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool word_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Names in a line but those of the global scope, which are the platform's own, and those of comments.
void collect_mentions(const std::string &line, std::set<std::string> &names) {
    for (size_t i = 0; i < line.size();) {
        if (line.compare(i, 2, "//") == 0) return;
        if (!word_start(line[i])) {
            ++i;
            continue;
        }
        size_t end = i;
        while (end < line.size() && word_part(line[end])) ++end;
        const bool qualified = i >= 2 && line.compare(i - 2, 2, "::") == 0;
        const bool global = qualified && (i < 3 || !word_part(line[i - 3]));
        if (!global) names.insert(line.substr(i, end - i));
        i = end;
    }
}

class Library {
public:
    Library() {
        for (const File &file : kFiles) read(file);
    }

    bool has(const std::string &name) const { return names_.count(name) != 0; }
    bool in_namespace(const std::string &name) const { return in_namespace_.count(name) != 0; }

    std::string source(const std::set<std::string> &used) const {
        const std::vector<bool> wanted = closure(used);
        std::string text;
        const Part *last = nullptr;
        for (size_t i = 0; i < parts_.size(); ++i) {
            if (!wanted[i]) {
                last = nullptr;
                continue;
            }
            const Part &part = parts_[i];
            if (part.file == &kFiles[1] && part.line == 1) text += "namespace sm {\n";
            if (!last) text += "#line " + std::to_string(part.line) + " \"" + part.file->name + "\"\n";
            text += part.text;
            last = &part;
        }
        return text + "}\n";
    }

private:
    std::vector<Part> parts_;
    std::map<std::string, std::vector<size_t>> by_name_;
    std::set<std::string> names_, in_namespace_;

    void read(const File &file) {
        std::istringstream stream(file.text);
        unsigned number = 0;
        begin(file, 1).always = true;
        for (std::string line; std::getline(stream, line);) {
            ++number;
            if (line.rfind("//@", 0) == 0) {
                if (!parts_.back().text.empty()) begin(file, number);
                name_part(line);
                parts_.back().text += "\n";
                continue;
            }
            parts_.back().text += line + "\n";
            collect_mentions(line, parts_.back().mentions);
        }
    }

    Part &begin(const File &file, unsigned line) {
        parts_.emplace_back();
        parts_.back().file = &file;
        parts_.back().line = line;
        return parts_.back();
    }

    // "//@ name + name : member", "//@ * name"
    void name_part(const std::string &line) {
        std::istringstream words(line.substr(3));
        const bool platform = parts_.back().file == &kFiles[0];
        char kind = ' ';
        for (std::string word; words >> word;) {
            if (word == "*") {
                parts_.back().always = true;
            } else if (word == ":" || word == "+") {
                kind = word[0];
            } else {
                if (kind != ':') by_name_[word].push_back(parts_.size() - 1);
                if (!platform) names_.insert(word);
                if (!platform && kind == ' ') in_namespace_.insert(word);
            }
        }
    }

    std::vector<bool> closure(const std::set<std::string> &used) const {
        std::vector<bool> wanted(parts_.size());
        std::deque<size_t> pending;
        const auto want = [&](size_t part) {
            if (wanted[part]) return;
            wanted[part] = true;
            pending.push_back(part);
        };
        const auto mention = [&](const std::string &name) {
            const auto found = by_name_.find(name);
            if (found == by_name_.end()) return;
            for (size_t part : found->second) want(part);
        };
        for (size_t i = 0; i < parts_.size(); ++i) {
            if (parts_[i].always) want(i);
        }
        for (const std::string &name : used) mention(name);
        for (; !pending.empty(); pending.pop_front()) {
            for (const std::string &name : parts_[pending.front()].mentions) mention(name);
        }
        return wanted;
    }
};

const Library &library() {
    static const Library kLibrary;
    return kLibrary;
}

}  // namespace

bool library_name(const std::string &name) { return library().has(name); }

bool needs_namespace(const std::string &name) {
    return library().in_namespace(name);
}

std::string library_source(const std::set<std::string> &names) { return library().source(names); }

}  // namespace sm::msl
