#include "library.h"

#include <algorithm>
#include <deque>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
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
    bool named = false;  // its first line names it and is no part of the text
    std::string_view text;
};

bool word_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool word_part(char c) { return word_start(c) || (c >= '0' && c <= '9'); }

// Calls visit for the names in a text but those of the global scope, which are the platform's own, and those of comments.
template <typename Visit> void for_each_mention(std::string_view text, Visit visit) {
    for (size_t i = 0; i < text.size();) {
        if (text.compare(i, 2, "//") == 0) {
            i = std::min(text.find('\n', i), text.size());
            continue;
        }
        if (!word_start(text[i])) {
            ++i;
            continue;
        }
        size_t end = i;
        while (end < text.size() && word_part(text[end])) ++end;
        const bool qualified = i >= 2 && text.compare(i - 2, 2, "::") == 0;
        const bool global = qualified && (i < 3 || !word_part(text[i - 3]));
        if (!global) visit(text.substr(i, end - i));
        i = end;
    }
}

// Made once in each process that compiles: it points into the embedded text and copies none of it.
class Library {
public:
    Library() {
        for (const File &file : kFiles) read(file);
    }

    bool has(std::string_view name) const { return names_.count(name) != 0; }
    bool in_namespace(std::string_view name) const { return in_namespace_.count(name) != 0; }

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
            if (part.named) text += '\n';
            text += part.text;
            last = &part;
        }
        return text + "}\n";
    }

private:
    std::vector<Part> parts_;
    std::unordered_map<std::string_view, std::vector<size_t>> by_name_;
    std::unordered_set<std::string_view> names_, in_namespace_;

    void read(const File &file) {
        const std::string_view text = file.text;
        parts_.push_back({&file, 1, true, false, {}});
        size_t begin = 0;  // of the part's text
        unsigned number = 1;
        for (size_t at = 0; at < text.size(); ++number) {
            const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
            if (text.compare(at, 3, "//@") == 0) {
                parts_.back().text = text.substr(begin, at - begin);
                if (at > 0) parts_.push_back({&file, number, false, false, {}});
                name_part(text.substr(at + 3, end - at - 3));
                begin = end;
            }
            at = end;
        }
        parts_.back().text = text.substr(begin);
    }

    // "//@ name + name : member", "//@ * name"
    void name_part(std::string_view line) {
        const bool platform = parts_.back().file == &kFiles[0];
        parts_.back().named = true;
        char kind = ' ';
        for (size_t at = 0, end; (at = line.find_first_not_of(" \n", at)) != std::string_view::npos; at = end) {
            end = std::min(line.find_first_of(" \n", at), line.size());
            const std::string_view word = line.substr(at, end - at);
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
        const auto mention = [&](std::string_view name) {
            const auto found = by_name_.find(name);
            if (found == by_name_.end()) return;
            for (size_t part : found->second) want(part);
        };
        for (size_t i = 0; i < parts_.size(); ++i) {
            if (parts_[i].always) want(i);
        }
        for (const std::string &name : used) mention(name);
        for (; !pending.empty(); pending.pop_front()) for_each_mention(parts_[pending.front()].text, mention);
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
