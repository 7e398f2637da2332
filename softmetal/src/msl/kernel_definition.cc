#include "kernel_definition.h"

#include "brackets.h"
#include "declarations.h"
#include "kernel_parameters.h"
#include "positions.h"

namespace sm::msl {
namespace {

constexpr unsigned kMaximumThreads = 1024;  // a threadgroup

void check_kernel_head(const Tokens &head) {
    bool returns_void = false;
    for (size_t i = 0; i + 1 < head.size(); ++i) {
        if (head[i].is("void")) {
            returns_void = true;
        } else if (!head[i].is("kernel") && !head[i].is("static") && !head[i].is("inline")) {
            throw CompileError(head[i].where, "kernel '" + head.back().text + "' must return void, found '" + head[i].text + "'");
        }
    }
    if (!returns_void) throw CompileError(head.back().where, "kernel '" + head.back().text + "' must return void");
}

std::string host_name(const Attribute &attribute) {
    std::string name;
    for (const Token &word : attribute.arguments) {
        if (word.kind != TokenKind::String) throw CompileError(attribute.where, "host_name takes a string");
        name += word.text.substr(1, word.text.size() - 2);
    }
    if (name.empty()) throw CompileError(attribute.where, "host_name takes a string that is not empty");
    return name;
}

}  // namespace

bool defines_kernel(const Tokens &tokens, size_t begin, size_t end) {
    const size_t open = parameters_open(tokens, begin, end);
    for (size_t i = begin; i < open; ++i) {
        if (tokens[i].is("kernel")) return true;
    }
    return false;
}

void kernel_attribute(Kernel &kernel, const Attribute &attribute) {
    if (attribute.name == "kernel") return;
    if (attribute.name == "max_total_threads_per_threadgroup") {
        kernel.thread_limit = attribute.arguments;
        if (kernel.thread_limit.empty()) throw CompileError(attribute.where, "max_total_threads_per_threadgroup takes a number");
    } else if (attribute.name == "host_name") {
        kernel.host_name = host_name(attribute);
    } else {
        throw CompileError(attribute.where, "kernel attribute '" + attribute.name + "' is not supported by softmetal");
    }
}

Kernel kernel_definition(const Program &program, const Tokens &tokens, size_t begin, size_t end) {
    const size_t open = parameters_open(tokens, begin, end);
    if (open == end) throw CompileError(tokens[begin].where, "expected a parameter list after 'kernel'");
    Kernel kernel;
    Tokens head = slice(tokens, begin, open);
    const auto attributes = take_attributes(head);
    if (head.empty() || !head.back().identifier()) throw CompileError(tokens[open].where, "expected the kernel's name");
    kernel.name = kernel.host_name = head.back().text;
    kernel.where = head.back().where;
    check_kernel_head(head);
    for (const Attribute &attribute : attributes) kernel_attribute(kernel, attribute);
    const size_t close = closing(tokens, open);
    kernel.parameters = kernel_parameters(program, slice(tokens, open + 1, close), kernel);
    check_positions(kernel);
    if (!tokens[close + 1].is("{")) {
        if (tokens[close + 1].is(";")) return kernel;  // declared only: no body
        throw CompileError(tokens[close + 1].where, "expected the body of kernel '" + kernel.name + "'");
    }
    kernel.body = slice(tokens, close + 1, end);
    check_attributes(tokens, close + 1, end);
    return kernel;
}

unsigned thread_limit(const Program &program, const Kernel &kernel) {
    const Tokens &words = kernel.thread_limit;
    if (words.empty()) return 0;
    const unsigned value = attribute_value(program, {"max_total_threads_per_threadgroup", words, words[0].where}, kernel.bindings);
    if (value > 0 && value <= kMaximumThreads) return value;
    throw CompileError(words[0].where, "max_total_threads_per_threadgroup of " + std::to_string(value) +
                                           " is not between 1 and " + std::to_string(kMaximumThreads));
}

}  // namespace sm::msl
