#include "opencl_names.h"

#include <set>

#include "library.h"

namespace sm::msl {
namespace {

// Words that mean the same in MSL and in the dialect. All other names of a program that are not the library's are taken
// out of the compiler's reach: it has names of its own, which a program must neither clash with nor see.
const std::set<std::string> kWords = {
    "alignas", "alignof", "and", "and_eq", "auto", "bitand", "bitor", "bool", "break", "case", "char", "class",
    "compl", "const", "const_cast", "constexpr", "continue", "decltype", "default", "delete", "do", "double", "else",
    "enum", "explicit", "extern", "false", "final", "float", "for", "friend", "half", "if", "inline", "int",
    "intptr_t", "long", "mutable", "namespace", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq",
    "private", "protected", "ptrdiff_t", "public", "reinterpret_cast", "return", "short", "signed", "size_t",
    "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this", "true", "typedef",
    "typename", "uchar", "uint", "uintptr_t", "ulong", "union", "unsigned", "ushort", "using", "void", "volatile",
    "while", "xor", "xor_eq"};

// Names with two underscores are the compiler's in MSL too, but for these.
const std::set<std::string> kDialectWords = {"__global", "__local", "__constant", "__private", "__generic", "__kernel",
                                             "__read_only", "__write_only", "__read_write"};

// The generic space, also where nothing says so: "this" and every variable converts to it.
const char *thread_space(Role role) {
    return role == Role::Private ? "__private" : role == Role::Generic ? "__generic" : "";
}

}  // namespace

const char *dialect_position(Position position) {
    switch (position) {
        case Position::ThreadInGrid: return "thread_in_grid";
        case Position::ThreadInThreadgroup: return "thread_in_threadgroup";
        case Position::ThreadgroupInGrid: return "threadgroup_in_grid";
        case Position::ThreadIndexInThreadgroup: return "thread_index_in_threadgroup";
        case Position::ThreadIndexInSimdgroup: return "thread_index_in_simdgroup";
        case Position::ThreadIndexInQuadgroup: return "thread_index_in_quadgroup";
        case Position::SimdgroupIndexInThreadgroup: return "simdgroup_index_in_threadgroup";
        case Position::QuadgroupIndexInThreadgroup: return "quadgroup_index_in_threadgroup";
        case Position::ThreadsPerGrid:
        case Position::GridSize: return "threads_per_grid";
        case Position::ThreadgroupsPerGrid: return "threadgroups_per_grid";
        case Position::ThreadsPerThreadgroup: return "threads_per_threadgroup";
        case Position::DispatchThreadsPerThreadgroup: return "dispatch_threads_per_threadgroup";
        case Position::ThreadsPerSimdgroup:
        case Position::ThreadExecutionWidth: return "threads_per_simdgroup";
        case Position::SimdgroupsPerThreadgroup: return "simdgroups_per_threadgroup";
        case Position::DispatchSimdgroupsPerThreadgroup: return "dispatch_simdgroups_per_threadgroup";
        case Position::QuadgroupsPerThreadgroup: return "quadgroups_per_threadgroup";
        case Position::DispatchQuadgroupsPerThreadgroup: return "dispatch_quadgroups_per_threadgroup";
        case Position::GridOrigin: return "grid_origin";
    }
    return "";
}

bool double_name(const std::string &name) { return name.rfind("double", 0) == 0 || name.rfind("packed_double", 0) == 0; }

bool library_word(const std::string &name, bool has_double) { return library_name(name) && (has_double || !double_name(name)); }

std::string OpenClNames::spell(const Token &token) const {
    if (token.is("device")) return "__global";
    // Memory of address space "constant" is global memory that is not written: what is copied or called there
    // then converts to the generic address space, as MSL has it and OpenCL's own constant does not.
    if (token.is("constant")) return "__global const";
    if (token.is("threadgroup")) return "__local";
    if (token.is("thread")) return thread_space(token.role);
    if (token.is("restrict")) return "__restrict";
    const auto replacement = replacements_.find(token.text);
    if (replacement != replacements_.end()) return replacement->second;
    const bool reserved = token.text.rfind("__", 0) == 0 && kDialectWords.count(token.text) == 0;
    if (reserved || kWords.count(token.text) != 0 || library_word(token.text, has_double_)) return token.text;
    return "__sm_id_" + token.text;
}

std::string OpenClNames::spell(const std::string &name) const {
    Token token;
    token.kind = TokenKind::Identifier;
    token.text = name;
    return spell(token);
}

void OpenClNames::replace(const std::string &name, const std::string &text) { replacements_[name] = text; }

void OpenClNames::restore() { replacements_.clear(); }

}  // namespace sm::msl
