"""What the front end refuses: by construct and line, in the user's own lines, without a crash or a hang."""

from __future__ import annotations

import random
import subprocess
import time

import numpy as np
import pytest

KERNEL = "kernel void f(device float* a [[buffer(0)]], uint i [[thread_position_in_grid]]) { %s }"

# construct, its source (line 3 of the program), a part of the message
REFUSED = [
    ("texture", "kernel void f(texture2d<float, access::read> t [[texture(0)]]) {}", "'texture2d': textures"),
    ("sampler", "constexpr sampler s(filter::linear);", "'sampler': samplers"),
    ("simdgroup matrix", KERNEL % "simdgroup_float8x8 m;", "simdgroup matrices"),
    ("texture buffer", "kernel void f(texture_buffer<float> t [[texture(0)]]) {}", "'texture_buffer': textures are"),
    ("depth texture", "kernel void f(depth2d<float> t [[texture(0)]]) {}", "'depth2d': textures are"),
    ("simdgroup matrix template", KERNEL % "simdgroup_matrix<float, 8, 8> m;", "simdgroup matrices are not supported"),
    ("imageblock", "struct I { half4 c; }; kernel void f(imageblock<I> b) {}", "imageblocks are not supported"),
    ("ray tracing", KERNEL % "raytracing::ray r;", "ray tracing is not supported"),
    ("intersector", KERNEL % "intersector<> i;", "ray tracing is not supported"),
    ("acceleration structure", "kernel void f(primitive_acceleration_structure s [[buffer(0)]]) {}", "ray tracing is"),
    ("function table", "kernel void f(visible_function_table<int(int)> t [[buffer(0)]]) {}", "function tables are"),
    ("indirect command buffer", "struct A { command_buffer b; };", "indirect command buffers are"),
    ("mesh shading", "[[mesh]] void m() {}", "attribute 'mesh' is not supported"),
    ("object function", "[[object]] void o(object_data int& p) {}", "mesh shading is not supported"),
    ("tessellation", "struct P { patch_control_point<int> p; };", "tessellation is not supported"),
    ("visible function", "[[visible]] float g(float x) { return x; }", "attribute 'visible' is not supported"),
    ("stitchable function", "[[stitchable]] float g(float x) { return x; }", "attribute 'stitchable' is not supported"),
    ("discard_fragment", KERNEL % "discard_fragment();", "fragment functions are not supported"),
    ("derivative", KERNEL % "a[i] = dfdx(a[i]);", "fragment functions are not supported"),
    ("array_ref", KERNEL % "array_ref<float> r;", "array_ref is not supported"),
    ("tensor", "kernel void f(tensor<device float, dextents<int, 2>> t [[buffer(0)]]) {}", "tensors are not supported"),
    ("lambda", KERNEL % "auto g = [](float x) { return x; };", "lambda expressions are not supported in Metal"),
    ("lambda with captures", KERNEL % "call([&, i] { return i; });", "lambda expressions are not supported in Metal"),
    ("delete", KERNEL % "delete a;", "'delete' is not allowed"),
    ("try and catch", KERNEL % "try { } catch (int) { }", "'try' is not allowed"),
    ("typeid", KERNEL % "typeid(a);", "'typeid' is not allowed"),
    ("dynamic_cast", KERNEL % "dynamic_cast<int*>(a);", "'dynamic_cast' is not allowed"),
    ("thread_local", "thread_local int a;", "'thread_local' is not allowed"),
    ("register", KERNEL % "register int n = 1;", "'register' is not allowed"),
    ("assembly", KERNEL % 'asm("nop");', "'asm' is not allowed"),
    ("coroutines", "int f() { co_return 1; }", "'co_return' is not allowed"),
    ("long double", KERNEL % "long double d = 1;", "'long double' is not supported in Metal"),
    ("double literal", KERNEL % "a[i] = 0.1L;", "'double' is not supported in Metal"),
    (
        "argument that depends on no function constant",
        "constant bool c = true; kernel void f(device int* a [[buffer(0), function_constant(d)]]) {}",
        "'a' depends on 'd', which is not computed from function constants of type bool or integer",
    ),
    (
        "argument that depends on a float",
        "constant float c [[function_constant(0)]]; kernel void f(device int* a [[function_constant(c)]]) {}",
        "'a' depends on 'c', which is not computed from function constants of type bool or integer",
    ),
    (
        "argument that depends on a constant of itself",
        "constant bool c = !c; kernel void f(device int* a [[buffer(0), function_constant(c)]]) {}",
        "'a' depends on 'c', which is not computed from",
    ),
    (
        "position that depends on a function constant",
        "constant bool c [[function_constant(0)]];"
        "kernel void f(uint i [[thread_position_in_grid, function_constant(c)]]) {}",
        "position 'i' cannot depend on a function constant",
    ),
    (
        "same index as one that depends on a function constant",
        "constant bool c [[function_constant(0)]];"
        "kernel void f(device int* a [[buffer(0)]], device int* b [[buffer(0), function_constant(c)]]) {}",
        "'b' has index 0, which another parameter has",
    ),
    ("function constant of a matrix", "constant float2x2 m [[function_constant(0)]];", "must be of a scalar or vector"),
    (
        "function constant of a struct",
        "struct S { int a; }; constant S s [[function_constant(0)]];",
        "of type 'S' must",
    ),
    ("recursion", "int g(int n) { return n < 2 ? 1 : n * g(n - 1); }", "function 'g' calls itself: recursion is not"),
    (
        "recursion through another function",
        "int g(int n); namespace n { int h(int n) { return g(n - 1); } } int g(int n) { return n ? n::h(n) : 0; }",
        "function 'g' calls itself through 'h': recursion is not supported",
    ),
    ("atomic variable of a thread", KERNEL % "atomic_int n;", "atomic variables must be in address space device or"),
    ("atomic array of a thread", KERNEL % "atomic<uint> n[2];", "atomic variables must be in address space device or"),
    (
        "thread pointer to device memory",
        KERNEL % "thread float* p = a + i;",
        "'a' is in address space device: a pointer or reference to thread memory cannot point there",
    ),
    (
        "thread reference to a member in device memory",
        "struct S { float x; }; void g(thread float& x) {} kernel void f(device S* s) { g(s[0].x); }",
        "'s' is in address space device",
    ),
    ("thread reference to device memory", KERNEL % "thread float& r = a[i];", "'a' is in address space device"),
    ("cast to a thread pointer", KERNEL % "auto p = (thread float*)&a[1];", "'a' is in address space device"),
    (
        "threadgroup memory as a thread pointer",
        "void g(thread float* p, int n) {} " + KERNEL % "threadgroup float t[4]; g(t, 4);",
        "'t' is in address space threadgroup",
    ),
    (
        "constant memory as a thread reference",
        "void g(int n, thread float& x) {} kernel void f(constant float& c) { g(1, c); }",
        "'c' is in address space constant",
    ),
    ("vertex function", "vertex float4 v(uint i [[vertex_id]]) { return 0; }", "'vertex' functions"),
    ("fragment function", "fragment float4 v() { return 0; }", "'fragment' functions"),
    ("virtual", "struct S { virtual void f(); };", "'virtual' is not allowed"),
    ("goto", KERNEL % "goto end; end:;", "'goto' is not allowed"),
    ("new", KERNEL % "float* p = new float;", "'new' is not allowed"),
    ("throw", KERNEL % "throw 1;", "'throw' is not allowed"),
    ("double", KERNEL % "double d = 1;", "'double' is not supported in Metal"),
    ("long long", KERNEL % "long long d = 1;", "'long long' is not supported"),
    ("include", '#include "mine.h"', 'file not found: #include "mine.h"'),
    ("system include", "#include <stdio.h>", "file not found: #include <stdio.h>"),
    ("pragma", "#pragma pack(1)", "#pragma pack(1) is not supported"),
    ("fp pragma", "#pragma METAL fp math_mode(fast)", "#pragma METAL fp math_mode(fast) is not supported"),
    ("directive", "#embed <a>", "#embed is not supported"),
    ("extern C", 'extern "C" { int f(); }', "'extern \"C\"' is not supported"),
    ("kernel that returns", "kernel float f() { return 0; }", "must return void"),
    ("parameter by value", "kernel void f(float a) {}", "parameter 'a' must be a pointer or a reference"),
    ("parameter without address space", "kernel void f(float* a) {}", "parameter 'a' must be in address space"),
    ("parameter in thread memory", "kernel void f(thread float* a) {}", "parameter 'a' must be in address space"),
    ("stage_in", "kernel void f(float a [[stage_in]]) {}", "attribute 'stage_in' of parameter 'a'"),
    ("unknown attribute", "kernel void f(device float* a [[nothing(0)]]) {}", "attribute 'nothing' of parameter 'a'"),
    ("kernel attribute", "[[visible]] kernel void f() {}", "kernel attribute 'visible'"),
    ("argument buffer", "struct A { device float* p [[id(0)]]; };", "attribute 'id' is not supported"),
    ("buffer index", "kernel void f(device float* a [[buffer(31)]]) {}", "index 31 of parameter 'a' is above 30"),
    ("same index", "kernel void f(device int* a [[buffer(1)]], device int* b [[buffer(1)]]) {}", "'b' has index 1"),
    ("same name", "kernel void f() {} kernel void f(device int* a) {}", "a kernel named 'f' is already defined"),
    (
        "same constant",
        "constant int a [[function_constant(0)]]; constant int b [[function_constant(0)]];",
        "'b' has the index",
    ),
    ("constant's index", "constant int a [[function_constant(x)]];", "'function_constant' takes an integer constant"),
    ("instantiation of nothing", 'template [[host_name("g")]] kernel void g<int>();', "no kernel template named 'g'"),
    (
        "instantiation without name",
        "template <typename T> kernel void g(device T* a) {} template kernel void g<int>(device int*);",
        "needs [[host_name",
    ),
    (
        "too many arguments",
        'template <int N> kernel void g() {} template [[host_name("h")]] kernel void g<1, 2>();',
        "takes 1 arguments, got 2",
    ),
    (
        "no argument",
        'template <int N, int M> kernel void g() {} template [[host_name("h")]] kernel void g<1>();',
        "no argument for template parameter 'M'",
    ),
    ("template pack", "template <typename... T> kernel void g() {}", "template parameter 'T': packs are not supported"),
    (
        "is_function_constant_defined",
        "constant bool b = is_function_constant_defined(zork);",
        "'zork' is not a function constant",
    ),
    (
        "overloads for device and constant that differ",
        "float g(device const float* p) { return *p; } float g(constant float* p) { return 1; }",
        "'device const' and 'constant' only must have the same body",
    ),
    ("constant's index beyond 65535", "constant int a [[function_constant(65536)]];", "index 65536 is above 65535"),
    (
        "position of a wrong type",
        "kernel void f(int i [[thread_position_in_grid]]) {}",
        "'i' of type 'int' must be a uint",
    ),
    (
        "vector for an index",
        "kernel void f(uint2 i [[thread_index_in_threadgroup]]) {}",
        "must be a uint or ushort scalar",
    ),
    (
        "positions as scalars and vectors mixed",
        "kernel void f(uint i [[thread_position_in_grid]], ushort3 n [[threads_per_threadgroup]]) {}",
        "'n' is of type 'ushort3', but 'i' of type 'uint'",
    ),
    (
        "two names of the SIMD group's size",
        "kernel void f(uint a [[threads_per_simdgroup]], uint b [[thread_execution_width]]) {}",
        "cannot have both 'thread_execution_width' and 'threads_per_simdgroup'",
    ),
    ("variable of program scope", "float a = 3;", "variable 'a' of program scope must be in address space constant"),
    (
        "device variable of program scope",
        "device float a;",
        "variable 'a' of program scope must be in address space constant",
    ),
    ("constexpr variable of program scope", "static constexpr int a[2] = {1, 2};", "variable 'a' of program scope"),
    ("threadgroup variable of program scope", "threadgroup float a[4];", "variable 'a' of program scope"),
    ("static variable", KERNEL % "static float x;", "'static' variables are not allowed in functions"),
    ("static variable in a function", "int g() { { static int n = 0; return n++; } }", "'static' variables"),
    ("static variable in a member", "struct S { int n() const { static int k; return k; } };", "'static' variables"),
    (
        "no threads in a threadgroup",
        "[[max_total_threads_per_threadgroup(0)]] kernel void f() {}",
        "max_total_threads_per_threadgroup of 0 is not between 1 and 1024",
    ),
    (
        "too many threads in a threadgroup",
        "[[max_total_threads_per_threadgroup(1025)]] kernel void f() {}",
        "max_total_threads_per_threadgroup of 1025 is not between 1 and 1024",
    ),
    ("local pointer", KERNEL % "float *p = a;", "pointer type must have explicit address space qualifier"),
    ("pointer parameter", "float g(float const *p) { return *p; }", "pointer type must have explicit address space"),
    ("reference parameter", "void g(float4 &x) { x = 0; }", "reference type must have explicit address space"),
    ("reference to a template", "void g(vec<float, 3> &x) { x = 0; }", "reference type must have explicit"),
    ("reference to a struct", "struct S { int n; }; int g(const S &s) { return s.n; }", "reference type must have"),
    ("pointer field", "struct S { float *p; };", "pointer type must have explicit address space qualifier"),
    ("pointer to a pointer", KERNEL % "device float **p;", "pointer type must have explicit address space qualifier"),
    ("cast to a pointer", KERNEL % "device uint *p = (uint *)a;", "pointer type must have explicit address space"),
    ("two threadgroup variables", KERNEL % "{ threadgroup int a[2], b[2]; }", "one threadgroup variable a statement"),
]


@pytest.mark.feature("MSL refused")
@pytest.mark.parametrize("source, message", [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_refused_by_construct_and_line(msl, source, message):
    with pytest.raises(msl.CompileError) as caught:
        msl.compile(msl.HEAD + source, has_double=False)
    text = str(caught.value)
    assert text.startswith("program_source:3:"), text
    assert message in text


REFUSED_BY_THE_COMPILER = [
    (
        "bit-field",
        "struct S { uint a : 3; }; kernel void f(device S* s) {}",
        "bit-fields are not supported by softmetal",
    ),
    ("as_type of bool", KERNEL % "a[i] = as_type<bool>(uchar(1));", "as_type cannot be used with bool"),
    ("as_type of bool vectors", KERNEL % "bool4 b = as_type<bool4>(1u);", "as_type cannot be used with bool"),
    ("as_type of another size", KERNEL % "a[i] = as_type<float>(ushort(1));", "as_type needs types of the same size"),
    (
        "write to constant memory",
        "kernel void f(constant float* a) { a[0] = 1; }",
        "read-only variable is not assignable",
    ),
    ("device pointer to a variable", KERNEL % "float x; device float* p = &x;", "cannot initialize a variable of type"),
    (
        "device pointer to threadgroup memory",
        KERNEL % "threadgroup float t[4]; device float* p = t;",
        "cannot initialize a variable of type 'device float *' with an lvalue of type 'threadgroup float",
    ),
    ("pointer to a function", KERNEL % "float (*g)(float) = &sin;", "pointers to functions are not allowed"),
]


@pytest.mark.feature("MSL refused")
@pytest.mark.parametrize(
    "source, message", [row[1:] for row in REFUSED_BY_THE_COMPILER], ids=[row[0] for row in REFUSED_BY_THE_COMPILER]
)
def test_refused_by_the_compiler_in_the_users_line(msl, source, message):
    with pytest.raises(msl.CompileError) as caught:
        msl.compile(msl.HEAD + source, has_double=False).program()
    text = str(caught.value)
    assert text.startswith("program_source:3:"), text
    assert message in text
    assert "__sm_" not in text, text


MALFORMED = [
    "kernel void f(",
    "kernel void f(device float* a) {",
    "kernel void f)",
    "kernel",
    "kernel void",
    "kernel void f",
    "kernel void f();;}",
    "}",
    ")",
    "]",
    "{",
    "(",
    "[",
    "{(})",
    "struct S {",
    "struct S { int a; }",
    "template",
    "template <",
    "template <typename T",
    "template <typename T> kernel void f(device T* a) {}; template [[host_name(",
    "namespace",
    "namespace a",
    "namespace a {",
    "#if",
    "#if 1",
    "#if 1 +",
    "#if (1",
    "#if 1 / 0",
    "#if 1 % 0",
    "#else",
    "#endif",
    "#elif 1",
    "#if 1\n#else\n#else\n#endif",
    "#define",
    "#define 1 2",
    "#define f(",
    "#define f(a,",
    "#define f(1) 2",
    "#define f(a) ##a",
    "#define f(a) a\nf(",
    "#define f(a) a\nf(1, 2)",
    "#define f(a, b) a ## b\nf(+, 1)",
    "#undef",
    "#include",
    "#include <",
    "#ifdef",
    "#ifndef 1",
    "#if defined",
    "#if defined(",
    "#if 08",
    "#if 'a'",
    "#error stop",
    "#nothing",
    "#line",
    "#line x",
    "#line 1 x",
    '#line 1 "a" 2',
    "/* never closed",
    '"never closed',
    "'never closed",
    "@",
    "`",
    "\\",
    "\x01",
    "é",
    "kernel void f(device float* a [[buffer]]) {}",
    "kernel void f(device float* a [[buffer()]]) {}",
    "kernel void f(device float* a [[buffer(0)) {}",
    "kernel void f(device float* a [[1]]) {}",
    "kernel void f(device float* a [[buffer(99999999999999999999)]]) {}",
    "kernel void f(,) {}",
    "kernel void f(device) {}",
    "kernel void f(device a) {}",
    "kernel void f(device *) {}",
    "kernel void f(device & a) {}",
    "kernel void f(int) {}",
    "kernel void (device int* a) {}",
    "kernel void f(device constant int* a) {}",
    "kernel void f(uint* i [[thread_position_in_grid]]) {}",
    "[[host_name(1)]] kernel void f() {}",
    '[[host_name("")]] kernel void f() {}',
    "[[max_total_threads_per_threadgroup(x)]] kernel void f() {}",
    "constant int [[function_constant(0)]];",
    "constant int a [[function_constant]];",
    "template <int> kernel void f() {}",
    "kernel void f(device int* a [[function_constant]]) {}",
    "kernel void f(device int* a [[function_constant(1)]]) {}",
    "kernel void f(device int* a [[function_constant(a, b)]]) {}",
    "template <void (*)(int)> kernel void f() {}",
    "[[max_total_threads_per_threadgroup]] kernel void f() {}",
    'template [[host_name("a")]] kernel void;',
    'template [[host_name("a")]] kernel void f<;',
    "static kernel int f() {}",
    "kernel void f() = 0;",
    "kernel void f() { return",
    "using",
    "typedef int",
    "int a",
    "int a = {1, 2",
    "enum E { A, B",
    "kernel void f() { { { } }",
    "#define A(x) A(x) A(x)\n#define B(x) A(A(x))\nB(",
    "#if __has_include",
    "#if __has_include(<metal_stdlib>",
    "kernel void f(device float a[[[buffer(0)]]) {}",
    "#pragma METAL",
    "#pragma METAL fp contract",
    "#pragma METAL fp contract(maybe)",
    "kernel void f(device float* a) { a[0] = 1.0L; }",
    "kernel kernel void f(device float* a;) {}",
    "#define EMPTY\nkernel void f(EMPTY device EMPTY) {}",
    "_Pragma",
    "_Pragma(",
    "_Pragma(1)",
    '_Pragma("nothing here") int a;',
    "#if 1 ? 2",
    "#if (1 ? 2 : 3",
    "#if 1 ? : 2",
    "kernel void f(device float* a) { threadgroup",
    "kernel void f(device float* a) { [ }",
    "kernel void f(device float* a) { { threadgroup int x[; } }",
    "struct { float2 xy; ",
    "[[",
    "]]",
]


@pytest.mark.parametrize("source", MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_sources_fail_cleanly(msl, source):
    with pytest.raises(msl.CompileError, match=r"^program_source:\d+:\d+: error: \S"):
        msl.compile(source, has_double=False)


def doubling(levels: int) -> str:
    lines = [f"#define A{k + 1} A{k} A{k}" for k in range(levels)]
    return "\n".join(["#define A0 int", *lines, f"A{levels} x;"])


RUNAWAY = {
    "macro that doubles": doubling(60),
    "macro with arguments that doubles": "#define f(x) x x\n" + "f(" * 60 + "int" + ")" * 60,
    "brackets": "int a = " + "(" * 100000 + ")" * 100000 + ";",
    "braces": "kernel void f() " + "{" * 5000 + "}" * 5000,
    "macro calls": "#define f(x) x\n" + "f(" * 5000 + "1" + ")" * 5000,
    "conditionals": "#if 1\n" * 5000 + "#endif\n" * 5000,
    "conditions": "#if " + "(" * 50000 + "1" + ")" * 50000 + "\n#endif",
    "choices": "#if " + "1 ? 1 : " * 50000 + "1\n#endif",
    "choices in parentheses": "#if " + "(1 ? " * 50000 + "1" + " : 1)" * 50000 + "\n#endif",
    "negations": "#if " + "!" * 50000 + "1\n#endif",
    "namespaces": "namespace a { " * 5000 + "} " * 5000,
    "templates": "template <" * 5000,
}


@pytest.mark.parametrize("source", RUNAWAY.values(), ids=RUNAWAY)
def test_runaway_sources_end(msl, source):
    start = time.monotonic()
    with pytest.raises(msl.CompileError, match=r"^program_source:\d+:\d+: error: "):
        msl.compile(source)
    assert time.monotonic() - start < 20


def test_recursive_macros_do_not_expand_again(msl):
    source = (
        "#define a b\n#define b a\n#define g(x) g(x) + x\nconstant int a = 1;\nint g(int);\nint h() { return g(b); }"
    )
    dialect = msl.compile(source).dialect()
    assert dialect.count("g(") >= 1 and "error" not in dialect


PROGRAM = """#include <metal_stdlib>
using namespace metal;
#define FACTOR(x) ((x) * 2)
struct S { float4 v; device float* p; };
template <typename T> T twice(T x) { return FACTOR(x); }
constant float table[2] = {1, 2};
constant bool flag [[function_constant(0)]];
#if FACTOR(1) == 2
template <typename T> kernel void g(device T* a [[buffer(0)]], uint i [[thread_position_in_grid]]) { a[i] =
    twice(a[i]); }
template [[host_name("g_int")]] kernel void g<int>(device int*, uint);
#endif
kernel void f(device float4* a [[buffer(0)]], constant S& s [[buffer(1)]], threadgroup float* t [[threadgroup(0)]]) {
    { threadgroup int n[4]; n[0] = 1; }
    a[0].xyz = s.v.zyx * table[1] + select(1.0h, 2.0h, flag);
}
"""


def mutations() -> list[str]:
    """Each prefix of a program, and many programs with tokens dropped, doubled or swapped."""
    generator = random.Random(13)
    words = PROGRAM.split(" ")
    sources = [PROGRAM[:k] for k in range(0, len(PROGRAM), 3)]
    for _ in range(1000):
        mutated = list(words)
        for _ in range(generator.randint(1, 4)):
            k = generator.randrange(len(mutated))
            mutated[k : k + 1] = generator.choice(
                [[], [mutated[k]] * 2, [generator.choice(words)], ["<"], [")"], ["\n#"], ["[["]]
            )
        sources.append(" ".join(mutated))
    return sources


def test_every_truncation_and_mutation_ends_cleanly(msl):
    refused = 0
    sources = mutations()
    for source in sources:
        try:
            msl.compile(source).dialect()
        except msl.CompileError as error:
            refused += 1
            assert str(error).startswith("program_source:"), error
    assert 100 < refused < len(sources)


def test_nothing_is_wrong_under_sanitizers(translate_all):
    sources = [*MALFORMED, *RUNAWAY.values(), *mutations()[::3], *(row[1] for row in REFUSED), PROGRAM]
    result = subprocess.run([translate_all], input="\0".join(sources).encode(), capture_output=True, timeout=300)
    assert result.returncode == 0, result.stderr.decode()[-3000:]
    passed, refused = map(int, result.stdout.split())
    assert passed + refused == len(sources) and passed > 20 and refused > 300


# a body, its message from the dialect's compiler in the user's words, and the token that it points at
USER_ERRORS = [
    ("a[i] = zork;", "use of undeclared identifier 'zork'", "zork"),
    ("a[i] = 1 +;", "expected expression", ";"),
    ("float4 v; a[i] = v.q;", "no member named 'q'", "q"),
    ("int n = FACTOR(zork);", "use of undeclared identifier 'zork'", "FACTOR"),
    ("device int* p = a;", "device int", "p"),
]


@pytest.mark.feature("MSL", "compile errors: in the lines and columns of the source, through macros and templates")
@pytest.mark.parametrize("body, message, token", USER_ERRORS, ids=[row[0] for row in USER_ERRORS])
@pytest.mark.parametrize(
    "before", ["", "#define UNUSED(a, b) \\\n  a + \\\n  b\n/* a\n comment */\n" + "// line\n" * 20]
)
def test_errors_of_the_dialect_carry_the_users_lines(msl, before, body, message, token):
    source = (
        f"#define FACTOR(x) ((x) * 2)\n{msl.HEAD}{before}kernel void f(device float* a [[buffer(0)]],\n"
        f"              uint i [[thread_position_in_grid]]) {{\n    {body}\n}}\n"
    )
    lines = source.splitlines()
    row = next(k for k, line in enumerate(lines, 1) if body in line)
    with pytest.raises(msl.CompileError) as caught:
        msl.compile(source).program()
    text = str(caught.value)
    column = lines[row - 1].index(token) + 1
    assert f"program_source:{row}:{column}: error: " in text, text
    assert message in text
    assert lines[row - 1] in text
    for word in ("__global", "__private", "__sm_", "sm::", "OpenCL"):
        assert word not in text, text


def test_errors_name_the_users_types_and_leave_out_the_library(msl):
    source = (
        f"{msl.HEAD}struct P {{ float4 color; }};\n"
        "kernel void f(device P* x [[buffer(0)]], device float3x3* m [[buffer(1)]]) {\n"
        "    x->colour = 1;\n    float3 c = x->color;\n    c = x->color * *m;\n}\n"
    )
    with pytest.raises(msl.CompileError) as caught:
        msl.compile(source).program()
    text = str(caught.value)
    for part in ("no member named 'colour' in 'P'", "no viable conversion", "invalid operands"):
        assert part in text, text
    for part in ("sm::", "expanded from", "candidate constructor (the implicit", "<scratch space>"):
        assert part not in text, text


def test_functions_without_a_body_are_named(msl):
    source = (
        f"{msl.HEAD}float helper(device float* p, int n);\nnamespace own {{ int count(threadgroup int* t); }}\n"
        "kernel void f(device float* a [[buffer(0)]], threadgroup int* t [[threadgroup(0)]]) {\n"
        "    a[0] = helper(a, 1) + own::count(t);\n}\n"
    )
    with pytest.raises(msl.CompileError) as caught:
        msl.compile(source).program()
    lines = sorted(str(caught.value).splitlines())
    assert lines == [
        "program_source: error: function 'helper(float device*, int)' is used and has no body",
        "program_source: error: function 'own::count(int threadgroup*)' is used and has no body",
    ]


def test_errors_in_templates_name_the_users_line(msl):
    source = (
        msl.HEAD
        + """
template <typename T> T helper(T x) {
    return x.nothing();
}
template <typename T> kernel void f(device T* a [[buffer(0)]]) {
    a[0] = helper(a[0]);
}
template [[host_name("f_float")]] kernel void f<float>(device float*);
"""
    )
    with pytest.raises(msl.CompileError) as caught:
        msl.compile(source).program()
    assert "program_source:5:" in str(caught.value) and "error" in str(caught.value)


def test_names_of_the_dialect_are_free(msl):
    source = (
        msl.HEAD
        + """
        #define read_only 3
        struct generic { int global, local, pipe; };
        int get_global_id(int x) { return x + 1; }
        float mix(int a) { return a; }
        constant float M_PI = 3.0f, as_float = 0.5f;
        kernel void f(device float* global [[buffer(0)]], uint local [[thread_position_in_grid]]) {
            generic uniform = {1, 2, read_only};
            int barrier = uniform.pipe + get_global_id(uniform.global) * uniform.local;
            global[local] = float(barrier) + M_PI + as_float + mix(1);
        }"""
    )
    a = np.zeros(2, np.float32)
    msl.compile(source).run("f", 2, a)
    np.testing.assert_array_equal(a, 3 + 2 * 2 + 3 + 0.5 + 1)
