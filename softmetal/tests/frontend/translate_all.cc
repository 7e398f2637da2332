// Translates each source of standard input, separated by NUL bytes, and prints how many passed and how many were
// refused. Built with sanitizers, it finds what a refusal alone would not show.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>

#include "frontend.h"

namespace {

bool translate(const std::string &source) {
    const sm_macro macro = {"EXTRA", "1"};
    const sm_options options = {&macro, 1, 0, 1, 0, 0};
    char *error = nullptr;
    sm_module *module = sm_module_new(source.c_str(), &options, &error);
    if (!module) {
        std::free(error);
        return false;
    }
    const sm_kernel *kernels = nullptr;
    const size_t count = sm_module_kernels(module, &kernels);
    for (size_t i = 0; i < count; ++i) {
        char *text = sm_module_source(module, kernels[i].name, nullptr, 0, &error);
        std::free(text ? text : error);
    }
    const char *log = "program_source:2:7: error: '__global float *__private'\n    2 | x\n      | ^\nprogram_source:99999999999:1: note";
    std::free(sm_module_map_log(module, log));
    sm_module_free(module);
    return true;
}

}  // namespace

int main() {
    const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
    int passed = 0, refused = 0;
    for (size_t begin = 0; begin < input.size();) {
        const size_t end = std::min(input.find('\0', begin), input.size());
        ++(translate(input.substr(begin, end - begin)) ? passed : refused);
        begin = end + 1;
    }
    std::printf("%d %d\n", passed, refused);
}
