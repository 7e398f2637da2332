#include "positions.h"

#include <map>
#include <set>
#include <string>

namespace sm::msl {
namespace {

const std::map<std::string, Position> kPositions = {
    {"thread_position_in_grid", Position::ThreadInGrid},
    {"thread_position_in_threadgroup", Position::ThreadInThreadgroup},
    {"threadgroup_position_in_grid", Position::ThreadgroupInGrid},
    {"thread_index_in_threadgroup", Position::ThreadIndexInThreadgroup},
    {"thread_index_in_simdgroup", Position::ThreadIndexInSimdgroup},
    {"thread_index_in_quadgroup", Position::ThreadIndexInQuadgroup},
    {"simdgroup_index_in_threadgroup", Position::SimdgroupIndexInThreadgroup},
    {"quadgroup_index_in_threadgroup", Position::QuadgroupIndexInThreadgroup},
    {"threads_per_grid", Position::ThreadsPerGrid},
    {"threadgroups_per_grid", Position::ThreadgroupsPerGrid},
    {"threads_per_threadgroup", Position::ThreadsPerThreadgroup},
    {"dispatch_threads_per_threadgroup", Position::DispatchThreadsPerThreadgroup},
    {"threads_per_simdgroup", Position::ThreadsPerSimdgroup},
    {"thread_execution_width", Position::ThreadExecutionWidth},
    {"simdgroups_per_threadgroup", Position::SimdgroupsPerThreadgroup},
    {"dispatch_simdgroups_per_threadgroup", Position::DispatchSimdgroupsPerThreadgroup},
    {"quadgroups_per_threadgroup", Position::QuadgroupsPerThreadgroup},
    {"dispatch_quadgroups_per_threadgroup", Position::DispatchQuadgroupsPerThreadgroup},
    {"grid_origin", Position::GridOrigin},
    {"grid_size", Position::GridSize},
};

constexpr int kOther = -1;   // a type of the language that no position has
constexpr int kUnknown = 0;  // a program's own name, which the dialect's compiler resolves

bool spans_dimensions(Position position) {
    switch (position) {
        case Position::ThreadInGrid:
        case Position::ThreadInThreadgroup:
        case Position::ThreadgroupInGrid:
        case Position::ThreadsPerGrid:
        case Position::ThreadgroupsPerGrid:
        case Position::ThreadsPerThreadgroup:
        case Position::DispatchThreadsPerThreadgroup:
        case Position::GridOrigin:
        case Position::GridSize:
            return true;
        default:
            return false;
    }
}

std::string spell_type(const Tokens &type) {
    std::string text;
    for (const Token &word : type) {
        if (word.is("metal") || word.is("simd") || word.is("::")) continue;
        if (!text.empty() && word.identifier() && text.back() != '<') text += ' ';
        text += word.text;
    }
    return text;
}

// How many components a type has that a position can have, else kOther or kUnknown.
int components(const std::string &type) {
    static const std::set<std::string> kTaken = {"uint",     "ushort",       "uint32_t",      "uint16_t",
                                                 "unsigned", "unsigned int", "unsigned short"};
    static const std::set<std::string> kOthers = {"int",    "short",  "char",    "uchar",   "long",    "ulong",    "bool",
                                                  "half",   "float",  "bfloat",  "size_t",  "int8_t",  "uint8_t",  "int16_t",
                                                  "int32_t", "int64_t", "uint64_t", "ptrdiff_t"};
    if (kTaken.count(type) != 0) return 1;
    if (kOthers.count(type) != 0) return kOther;
    std::string element;
    char width = 0;
    if (type.rfind("vec<", 0) == 0 && type.size() > 7 && type.back() == '>') {
        element = type.substr(4, type.size() - 7);
        if (type[type.size() - 3] != ',') return kUnknown;
        width = type[type.size() - 2];
    } else if (type.size() > 1) {
        element = type.substr(0, type.size() - 1);
        width = type.back();
    }
    if (width < '2' || width > '4' || (kTaken.count(element) == 0 && kOthers.count(element) == 0)) return kUnknown;
    return kTaken.count(element) != 0 && width != '4' ? width - '0' : kOther;
}

}  // namespace

std::optional<Position> position_named(const std::string &attribute) {
    const auto found = kPositions.find(attribute);
    if (found == kPositions.end()) return std::nullopt;
    return found->second;
}

bool simd_position(Position position) {
    switch (position) {
        case Position::ThreadIndexInSimdgroup:
        case Position::ThreadIndexInQuadgroup:
        case Position::SimdgroupIndexInThreadgroup:
        case Position::QuadgroupIndexInThreadgroup:
        case Position::ThreadsPerSimdgroup:
        case Position::ThreadExecutionWidth:
        case Position::SimdgroupsPerThreadgroup:
        case Position::DispatchSimdgroupsPerThreadgroup:
        case Position::QuadgroupsPerThreadgroup:
        case Position::DispatchQuadgroupsPerThreadgroup:
            return true;
        default:
            return false;
    }
}

void check_positions(const Kernel &kernel) {
    const Parameter *first = nullptr;
    int shape = kUnknown;
    std::map<Position, const Parameter *> widths;
    for (const Parameter &parameter : kernel.parameters) {
        if (parameter.kind != Parameter::Kind::Position) continue;
        const bool spans = spans_dimensions(parameter.position);
        const std::string type = spell_type(parameter.type);
        const int count = components(type);
        if (count == kOther || (count > 1 && !spans)) {
            const std::string wanted = spans ? "scalar or a vector of 2 or 3 of them" : "scalar";
            throw CompileError(parameter.where, "parameter '" + parameter.name + "' of type '" + type +
                                                    "' must be a uint or ushort " + wanted);
        }
        if (parameter.position == Position::ThreadsPerSimdgroup || parameter.position == Position::ThreadExecutionWidth) {
            widths[parameter.position] = &parameter;
        }
        if (widths.size() == 2) {
            throw CompileError(parameter.where, "kernel '" + kernel.name +
                                                    "' cannot have both 'thread_execution_width' and 'threads_per_simdgroup'");
        }
        if (!spans || count == kUnknown) continue;
        if (!first) {
            first = &parameter;
            shape = count;
        } else if (count != shape) {
            throw CompileError(parameter.where, "positions and sizes in the grid must be all scalars or all vectors of "
                                                "the same length: '" + parameter.name + "' is of type '" + type + "', but '" +
                                                    first->name + "' of type '" + spell_type(first->type) + "'");
        }
    }
}

}  // namespace sm::msl
