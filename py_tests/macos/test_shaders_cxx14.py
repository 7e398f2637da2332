"""Rendered shaders are C++14 without double over functions that Metal has; what Apple's compiler refuses is refused."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from metallink_build.render import render

from macos.checks.shaders import check_shader

HEAD = "#include <metal_stdlib>\nusing namespace metal;\n"


@pytest.fixture(scope="module")
def shaders(root):
    render(root)
    found = sorted((root / "build" / "rendered" / "shaders").glob("*.metal"))
    assert found
    return found


def test_rendered_shaders_pass(root, shaders):
    with ThreadPoolExecutor() as pool:
        found = pool.map(lambda path: check_shader(root, path.read_text(), path.name), shaders)
    assert [problem for problems in found for problem in problems] == []


def test_rendered_shaders_switch_contraction_off_before_anything_else(shaders):
    for path in shaders:
        lines = [line for line in path.read_text().splitlines() if line.strip() and not line.startswith("//")]
        assert lines[0] == "#pragma METAL fp contract(off)", path.name


GOOD = {
    "vectors, swizzles and conversions": """
kernel void f(device const float4 *a [[buffer(0)]], device float4 *c [[buffer(1)]],
              constant uint &n [[buffer(2)]], uint3 i [[thread_position_in_grid]])
{
    if (i.x >= n) return;
    float4 x = a[i.x] * 2.0f + float4(1.0f, 2.0f, 3.0f, 4.0f);
    x.xy = x.zw;
    x.xyz += float3(x.x, x.yz);
    int4 k = (int4(x) & 3) << 1;
    c[i.x] = select(x, float4(k), x > 1.0f) + dot(x.rgb, x.bgr) + x[k.x];
}""",
    "templates with host names": """
template <typename T> [[kernel]] void f(device const T *a [[buffer(0)]], device T *c [[buffer(1)]],
                                        uint i [[thread_position_in_grid]])
{
    c[i] = max(a[i], T(1));
}
template [[host_name("f_float")]] [[kernel]] void f<float>(device const float *, device float *, uint);
#define INSTANTIATE(T) \\
    template [[host_name("f_" #T)]] kernel void f<T>(device const T *, device T *, uint);
INSTANTIATE(half)
INSTANTIATE(ulong)""",
    "structs through address spaces": """
struct pair { ulong low; ulong high; };
constant ulong table[2] = {1ul, 2ul};
inline pair swapped(pair p) { return pair{p.high, p.low}; }
inline void swap(thread pair &p) { p = swapped(p); }
kernel void f(device pair *p [[buffer(0)]], constant pair &q [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    pair x = p[i];
    swap(x);
    x.low = mulhi(x.low + q.high, table[0]) + clz(x.high);
    p[i] = x;
}""",
    "threadgroup memory, SIMD groups and atomics": """
kernel void f(device const float *a [[buffer(0)]], device atomic_uint *count [[buffer(1)]],
              device atomic_float *sum [[buffer(2)]], threadgroup float *shared [[threadgroup(0)]],
              uint lane [[thread_index_in_simdgroup]], uint i [[thread_position_in_grid]])
{
    threadgroup uint seen;
    seen = 0;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    float part = simd_sum(a[i]);
    if (lane == 0) {
        shared[0] = part;
        atomic_fetch_add_explicit(sum, part, memory_order_relaxed);
    }
    if (simd_any(part > 0.0f)) atomic_fetch_max_explicit(count, seen, memory_order_relaxed);
}""",
    "function constants and limits": """
constant bool exact [[function_constant(0)]];
constant float scale = is_function_constant_defined(exact) ? 1.0f : 2.0f;
kernel void f(device float *a [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    a[i] = exact ? scale : metal::precise::exp(a[i]) + float(as_type<half>(ushort(i)));
    if (i == 0) a[i] = numeric_limits<float>::infinity();
}""",
}

BAD = {
    "a double": ("kernel void f(device double *a [[buffer(0)]]) { a[0] = 1; }", "metal_has_no_double"),
    "C++17": (
        "template <typename T> T f(T x) { if constexpr (sizeof(T) == 4) { return x; } else { return -x; } }",
        "constexpr if",
    ),
    "C++17 nested namespace": ("namespace a::b { inline int f() { return 1; } }", "nested namespace"),
    "a misspelt function": ("inline float f(float x) { return metal::precise::sine(x); }", "sine"),
    "a function of C": ("inline float f(float x) { return expm1(x); }", "expm1"),
    "a header of C": ("#include <math.h>\ninline int f() { return 1; }", "<math.h>"),
    "a file of ours": ('#include "real64.h"\ninline int f() { return 1; }', "real64.h"),
    "a wrong number of arguments": ("inline float f(float x) { return fma(x, x); }", "no matching function"),
    "precise half": ("inline half2 f(half2 x) { return metal::precise::sin(x); }", "no matching function"),
    "SIMD sum of 64 bits": ("inline ulong f(ulong x) { return simd_sum(x); }", "ambiguous"),
    "64-bit atomic addition": (
        "inline void f(device atomic_ulong *x) { atomic_fetch_add_explicit(x, 1ul, memory_order_relaxed); }",
        "no matching function",
    ),
    "sequentially consistent atomics": (
        "inline void f(device atomic_uint *x) { atomic_store_explicit(x, 1u, memory_order_seq_cst); }",
        "memory_order_seq_cst",
    ),
    "mixed vectors": ("inline float4 f(float4 a, int4 b) { return a + b; }", "invalid operands"),
    "a vector of too few": ("inline float4 f(float2 a) { return float4(a, 1.0f); }", "no matching con"),
    "remainder of floats": ("inline float2 f(float2 a) { return a % a; }", "invalid operands"),
    "a swizzle that is not there": ("inline float f(float2 a) { return a.z; }", "no member named 'z'"),
    "a misspelt attribute": ("kernel void f(device float *a [[bufer(0)]]) { a[0] = 1.0f; }", "bufer"),
    "a pointer to nowhere": ("inline float f(float *a) { return *a; }", "'a' points to no address space"),
    "a reference to nowhere": ("inline void f(device float *a, uint &i) { a[i] = 1.0f; }", "'i' points to no"),
    "a local pointer to nowhere": (
        "kernel void f(device float *a [[buffer(0)]]) { const float *p = a; a[0] = *p; }",
        "'p' points to no address space",
    ),
    "a returned pointer to nowhere": ("inline float *f(device float *a) { return a; }", "'f' returns a pointer"),
    "a pointer to nowhere from a macro": (
        "#define DECLARE(T) inline T first(T *a) { return *a; }\nDECLARE(float)",
        "'a' points to no address space",
    ),
    "a write to constant memory": ("kernel void f(constant float *a [[buffer(0)]]) { a[0] = 1.0f; }", "const"),
    "a variable at program scope": ("static float table[2] = {1.0f, 2.0f};", "'table' at program scope"),
    "a lambda": ("inline int f(int x) { auto g = [](int y) { return y; }; return g(x); }", "lambda"),
    "a goto": ("inline int f(int x) { again: if (x > 3) { x -= 3; goto again; } return x; }", "goto"),
    "new": ("inline void f(device int *x) { thread int *y = new int; *x = *y; }", "'new'"),
    "a virtual function": ("struct s { virtual int f(); };", "virtual"),
    "exceptions": ("inline int f(int x) { if (x > 3) throw x; return x; }", "exceptions"),
    "the standard library": ("inline float f(float x) { return std::sqrt(x); }", "std"),
    "a syntax error": ("kernel void f(device float *a [[buffer(0)]]) { a[0] = ; }", "expected expression"),
}


@pytest.mark.parametrize("name", GOOD)
def test_metal_passes(root, name):
    assert check_shader(root, HEAD + GOOD[name]) == []


@pytest.mark.parametrize("name", BAD)
def test_planted_fault_is_refused(root, name):
    source, expected = BAD[name]
    problems = check_shader(root, HEAD + source)
    assert any(expected in problem for problem in problems), problems


def test_faults_carry_the_line_of_the_source(root):
    source = HEAD + "\n#define TWO 2\n\ninline float f(float *a) { return *a; }\ninline int g() { return TWO; }\n"
    assert check_shader(root, source, "x.metal") == ["x.metal:6: error: 'a' points to no address space"]
    (problem,) = check_shader(root, HEAD + "\n\nnonsense;\n", "x.metal")
    assert problem.startswith("x.metal:5:1: error:")


def test_a_source_without_the_library_is_refused(root):
    assert check_shader(root, "inline int f() { return 1; }\n", "x.metal") == [
        "x.metal:1: error: <metal_stdlib> is not included"
    ]
