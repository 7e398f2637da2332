#include "uses.h"

#include <deque>

#include "declarations.h"
#include "positions.h"

namespace sm::msl {
namespace {

// "simd_float3", "simd_half2x4": a vector or matrix of <simd/simd.h>.
bool simd_type(const std::string &name) {
    const char last = name.back();
    return last >= '2' && last <= '4' && name.find('_', 5) == std::string::npos;
}

}  // namespace

void Uses::note(const Tokens &tokens, size_t begin, size_t end) {
    std::set<std::string> all;
    for (size_t i = begin; i < end; ++i) {
        if (tokens[i].identifier()) all.insert(tokens[i].text);
    }
    mentions_[declared_name(tokens, begin, end)].insert(all.begin(), all.end());
}

void Uses::resolve(const Program &program, Kernel &kernel) const {
    for (const Parameter &parameter : kernel.parameters) {
        if (parameter.kind == Parameter::Kind::Position && simd_position(parameter.position)) kernel.uses_simd = true;
    }
    std::set<std::string> reached;
    std::deque<std::string> pending;
    const auto visit = [&](const std::string &name) {
        if (reached.insert(name).second) pending.push_back(name);
    };
    for (const Parameter &parameter : kernel.parameters) {
        if (!parameter.condition.empty()) visit(parameter.condition);
    }
    for (const Token &word : kernel.body) {
        if (word.identifier()) visit(word.text);
    }
    for (const TemplateParameter &binding : kernel.bindings) {
        for (const Token &word : binding.value) {
            if (word.identifier()) visit(word.text);
        }
    }
    while (!pending.empty()) {
        const auto found = mentions_.find(pending.front());
        pending.pop_front();
        if (found == mentions_.end()) continue;
        for (const std::string &name : found->second) visit(name);
    }
    for (size_t i = 0; i < program.constants.size(); ++i) {
        if (reached.count(program.constants[i].name) != 0) kernel.constants.push_back(i);
    }
    for (const std::string &name : reached) {
        if ((name.rfind("simd_", 0) == 0 && !simd_type(name)) || name.rfind("quad_", 0) == 0) kernel.uses_simd = true;
        if (name == "simdgroup_barrier") kernel.uses_simd = true;
        if (name == "threadgroup_barrier" || name == "simdgroup_barrier") kernel.uses_barrier = true;
    }
}

}  // namespace sm::msl
