// The neutral record of a program: what a kernel is, in no dialect's words.
#ifndef SM_MSL_RECORD_H
#define SM_MSL_RECORD_H

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lexer.h"

namespace sm::msl {

enum class AddressSpace { None, Device, Constant, Threadgroup, Thread };

// Where a kernel parameter's value comes from when it is no memory.
enum class Position {
    ThreadInGrid,
    ThreadInThreadgroup,
    ThreadgroupInGrid,
    ThreadIndexInThreadgroup,
    ThreadIndexInSimdgroup,
    ThreadIndexInQuadgroup,
    SimdgroupIndexInThreadgroup,
    QuadgroupIndexInThreadgroup,
    ThreadsPerGrid,
    ThreadgroupsPerGrid,
    ThreadsPerThreadgroup,
    DispatchThreadsPerThreadgroup,
    ThreadsPerSimdgroup,
    ThreadExecutionWidth,
    SimdgroupsPerThreadgroup,
    DispatchSimdgroupsPerThreadgroup,
    QuadgroupsPerThreadgroup,
    DispatchQuadgroupsPerThreadgroup,
    GridOrigin,
    GridSize
};

struct Parameter {
    enum class Kind { Buffer, Threadgroup, Position };
    Kind kind = Kind::Buffer;
    AddressSpace space = AddressSpace::None;
    Tokens type;  // pointed to or referred to, with its qualifiers but without the address space; a position's own type
    Tokens extents;  // "[4][2]" of arrays of the type that are pointed or referred to
    bool reference = false, read_only = false;
    std::string name;
    unsigned index = 0;
    std::string condition;  // the constant whose value decides whether the parameter is there; empty: always
    Position position = Position::ThreadInGrid;
    Location where;
};

struct TemplateParameter {
    bool is_type = false;
    bool replaced = false;  // a function or a template: its name is replaced by the argument
    Tokens type;  // of a parameter that is a value
    std::string name;
    Tokens value;  // default in a template, argument in an instantiation
};

struct Kernel {
    std::string name, host_name;
    std::vector<TemplateParameter> bindings;  // of an instantiated template
    std::vector<Parameter> parameters;
    Tokens body;  // with its braces
    Tokens thread_limit;       // [[max_total_threads_per_threadgroup(...)]], which may name template parameters
    unsigned max_threads = 0;  // its value, 0: none
    std::vector<size_t> constants;  // that it reaches, in Program::constants
    bool uses_simd = false, uses_barrier = false;
    Location where;
};

struct FunctionConstant {
    std::string name, type;
    unsigned index = 0;
    bool required = true;
    Location where;
};

// A program in the order of its source: code to pass on, and places of kernels and function constants.
struct Item {
    enum class Kind { Code, Kernel, FunctionConstant };
    Kind kind = Kind::Code;
    Tokens code;
    size_t index = 0;  // in Program::kernels or Program::constants
};

struct Program {
    std::vector<Item> items;
    std::vector<Kernel> kernels;
    std::vector<FunctionConstant> constants;
    std::map<std::string, Tokens> definitions;  // values of the other constants of program scope, by name
    std::set<std::string> swizzles, written_swizzles;  // those that occur, and those that occur where they are written
    bool half_literals = false;
};

}  // namespace sm::msl
#endif
