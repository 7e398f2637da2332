// The MSL front end: Metal Shading Language in, the dialect that the device's compiler accepts out.
// The runtime includes this header and nothing else of src/msl.
#ifndef SM_MSL_FRONTEND_H
#define SM_MSL_FRONTEND_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// One translated MSL source. Every function below may be called from several threads at once.
typedef struct sm_module sm_module;

// A preprocessor macro set by the host (MTLCompileOptions.preprocessorMacros).
typedef struct {
    const char *name, *value;
} sm_macro;

typedef struct {
    const sm_macro *macros;
    size_t macro_count;
    int fast_math;         // nonzero: relaxed arithmetic, as MTLMathModeFast
    int has_double;        // nonzero: the device has double; predefines __HAVE_DOUBLE__
    int language_version;  // MTLLanguageVersion (major << 16 | minor); 0: newest supported
    int fast_functions;    // nonzero: math functions are the fast ones, as MTLMathFloatingPointFunctionsFast
} sm_options;

typedef enum {
    SM_ARG_BUFFER,
    SM_ARG_THREADGROUP,
    SM_ARG_CONTEXT  // the one hidden argument, an sm_context by value, always last
} sm_arg_kind;

typedef enum { SM_ACCESS_READ_ONLY, SM_ACCESS_READ_WRITE } sm_access;

// One argument of the dialect's kernel, in the order in which the device takes them.
typedef struct {
    sm_arg_kind kind;
    unsigned index;    // [[buffer(index)]] or [[threadgroup(index)]], given or assigned in order of appearance
    const char *name;  // as in the source
    const char *type;  // the element or referenced type as spelt in the source ("float", "Params")
    sm_access access;
    size_t min_size;  // bytes that must be bound, for references to types of known size; 0: unknown
} sm_arg;

typedef struct {
    const char *name;    // host name, as newFunctionWithName: takes it
    const char *symbol;  // name of the kernel function in the dialect
    const sm_arg *args;
    size_t arg_count;
    unsigned max_threads;             // [[max_total_threads_per_threadgroup(n)]], 0: none
    int uses_simd, uses_barrier;      // reaches SIMD-group functions or positions; reaches a barrier
    size_t static_threadgroup_bytes;  // of its threadgroup variables; 0: it has none, or one of a size not known here
    const unsigned *constants;        // the function constants that it reaches, by their place in sm_module_constants
    size_t constant_count;
} sm_kernel;

// A function constant, [[function_constant(index)]].
typedef struct {
    const char *name;
    unsigned index;
    const char *type;  // scalar or vector type as spelt in the source: "bool", "int", "float2" ...
    int required;      // nonzero: the kernels that reach it do not ask is_function_constant_defined first
} sm_constant;

// A value for a function constant: by name where name is not NULL, else by index. value points to an object of
// the constant's type (bool is one byte).
typedef struct {
    const char *name;
    unsigned index;
    const void *value;
} sm_constant_value;

// The hidden argument: the whole dispatch, and where the uniform region being run begins.
typedef struct {
    uint32_t grid[4];         // threads in the whole grid
    uint32_t base_group[4];   // position in the grid of this region's first threadgroup
    uint32_t group_size[4];   // threads a full threadgroup, as dispatched
    uint32_t group_count[4];  // threadgroups in the whole grid
} sm_context;

// Translates a source. NULL on failure; *error (release with free) then holds lines
// "program_source:LINE:COL: error: text". options may be NULL.
sm_module *sm_module_new(const char *msl, const sm_options *options, char **error);
void sm_module_free(sm_module *module);

// What #warning said, a line each, as the errors are; "" if nothing. The module owns it.
const char *sm_module_warnings(const sm_module *module);

size_t sm_module_kernels(const sm_module *module, const sm_kernel **kernels);
size_t sm_module_constants(const sm_module *module, const sm_constant **constants);

// The record of a kernel specialised with these values. sm_module_kernels has those of no values. A parameter
// [[function_constant(name)]] that is absent with the values is in neither the record nor the source of the kernel.
// The module owns it. NULL and *error for an unknown kernel or constant.
const sm_kernel *sm_module_specialised(const sm_module *module, const char *kernel, const sm_constant_value *values,
                                       size_t count, char **error);

// Source in the dialect (release with free): of the whole module where kernel is NULL, else of the one kernel with
// that host name. Function constants without a value are zero and "not defined". NULL and *error for an unknown
// kernel or constant.
char *sm_module_source(const sm_module *module, const char *kernel, const sm_constant_value *values, size_t count,
                       char **error);

// The log of the dialect's compiler in the user's own lines (release with free).
char *sm_module_map_log(const sm_module *module, const char *build_log);

// Options for the dialect's compiler; a string of static storage.
const char *sm_dialect_options(const sm_options *options);

// How the device runs a threadgroup of several rows: as it is, or all of its threads in one row, in the order of their
// linear index, so that SIMD groups are cut from them as Metal does. A flat launch has one dimension: the threads of a
// uniform region, its threadgroups behind one another; the sm_context is the same.
typedef enum { SM_LAYOUT_ROWS, SM_LAYOUT_FLAT } sm_threadgroup_layout;

// What the compiler needs for it beside sm_dialect_options.
const char *sm_layout_options(sm_threadgroup_layout layout);

#ifdef __cplusplus
}
#endif
#endif
