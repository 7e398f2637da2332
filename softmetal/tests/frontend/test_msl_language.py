# ruff: noqa: E501  (lines of MSL in strings)
"""The language: constructs that programs use, names, what the record of a kernel says; SIMD groups and quads."""

from __future__ import annotations

import numpy as np
import pytest

# construct: declarations, body of a kernel with "device float* r" and "uint i", and the r[0] that it leaves
CONSTRUCTS = {
    "enum class": (
        "enum class Kind : uchar { A, B, C = 7 }; enum Old { one = 1, two };",
        "Kind k = Kind::B; switch (k) { case Kind::A: break; case Kind::B: r[0] = 10; break; default: break; } r[0] += int(Kind::C) + two;",
        19,
    ),
    "if constexpr": (
        "template <typename T> float g() { if constexpr (is_same_v<T, float>) return 1; else return 2; }",
        "r[0] = 10 * g<float>() + g<int>();",
        12,
    ),
    "nested templates": (
        "template <typename T> struct Outer { template <int N> struct Inner { T v; T get() const { return v * N; } }; };"
        "template <int N> struct Factorial { static constant constexpr int value = N * Factorial<N - 1>::value; };"
        "template <> struct Factorial<0> { static constant constexpr int value = 1; };",
        "Outer<float>::Inner<2> x = {3}; r[0] = x.get() + Factorial<5>::value;",
        126,
    ),
    "variadic templates": (
        "template <typename T> T sum(T a) { return a; }"
        "template <typename T, typename... R> auto sum(T a, R... rest) { return a + sum(rest...); }",
        "r[0] = sum(1, 2, 3.5f);",
        6.5,
    ),
    "structs with alignment": (
        "struct alignas(32) A { char c; float3 v; };",
        "A a = {1, {1, 2, 3}}; r[0] = sizeof(A) + alignof(A) + a.v.z;",
        67,
    ),
    "unions": ("union U { float f; uint u; };", "U u; u.f = 1.0f; r[0] = u.u == 0x3f800000;", 1),
    "pointers and references as members": (
        "struct R { device float* data; thread float& v; }; void fill(thread const R& p) { p.data[0] += p.v; p.v = 2; }",
        "float x = 1; R p = {r, x}; r[0] = 3; fill(p); r[0] += x;",
        6,
    ),
    "references as arguments": (
        "void add(device float& to, thread const float& by, constant float& also) { to += by + also; }"
        "constant float table[2] = {1, 20};",
        "float x = 3; add(r[0], x, table[1]);",
        23,
    ),
    "threadgroup pointers as arguments": (
        "float total(threadgroup const float* t, int n) { float s = 0; for (int k = 0; k < n; ++k) s += t[k]; return s; }",
        "threadgroup float t[4]; t[0] = 1; t[1] = 2; r[0] = total(t, 2);",
        3,
    ),
    "derived structs": (
        "struct B { int a; int get() const { return a; } }; struct D : B { int b; };",
        "D d; d.a = 1; d.b = 2; r[0] = d.get() + d.b;",
        3,
    ),
    "operators of classes": (
        "struct C { float re, im; C operator*(C o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }"
        " thread C& operator+=(C o) thread { re += o.re; im += o.im; return *this; } float operator[](int k) const { return k ? im : re; } };"
        "C operator-(C a) { return {-a.re, -a.im}; }",
        "C c = {1, 2}; c = c * c; c += c; r[0] = (-c)[0] + c[1];",
        14,
    ),
    "arrays of structs in constant memory": (
        "struct E { int n; float v[2]; }; constant E table[2] = {{1, {2, 3}}, {4, {5, 6}}};"
        "constant float grid[2][3] = {{1, 2, 3}, {4, 5, 6}}; static constant float2 pair = float2(7, 8);",
        "r[0] = table[1].v[1] + table[0].n + grid[1][2] + pair.y;",
        21,
    ),
    "constexpr functions": (
        "constexpr int square(int x) { return x * x; }",
        "constexpr int n = square(4); float a[n]; a[15] = 2; r[0] = n + a[15];",
        18,
    ),
    "default arguments": ("METAL_FUNC float g(float a, float b = 5) { return a + b; }", "r[0] = g(1) + g(1, 2);", 9),
    "typedef of an enum": (
        "typedef enum Index { First = 2, Second } Index; typedef struct Pair { int a; } Pair;",
        "Pair p = {Second}; Index k = First; r[0] = 10 * p.a + k;",
        32,
    ),
    "comparisons in template lists": (
        "template <typename T, enable_if_t<sizeof(T) < 8, bool> = true> int width() { return 1; }"
        "template <typename T, enable_if_t<(sizeof(T) > 4), int> = 0> int width() { return 2; }",
        "r[0] = 10 * width<float>() + width<long>();",
        12,
    ),
    "constants of classes": (
        "template <typename T> struct Limits { static const constant T most = numeric_limits<T>::max(); static constexpr constant T none = T(7); };",
        "r[0] = Limits<uchar>::most + Limits<half>::none + float(Limits<half>::most);",
        255 + 7 + 65504,
    ),
    "templates that take thread references and pointers": (
        "template <typename T> void exchange(thread T& a, thread T& b) { T kept = a; a = b; b = kept; }"
        "template <typename T> void reverse(thread T (&v)[3]) { exchange(v[0], v[2]); }"
        "template <typename T> T first(const thread T* v) { if constexpr (is_same_v<T, float>) return v[0]; else return T(1000); }"
        "struct Box { float a, b; void turn() { exchange(a, b); } }; void turn(thread float2& v) { thread float2& w = v; exchange(w, v); }",
        "float v[3] = {1, 2, 3}; reverse(v); Box b = {4, 50}; b.turn(); float2 p(6), q(7); exchange(p, q); turn(p); r[0] = 100 * first(v) + b.a + p.x;",
        357,
    ),
    "specialised templates of thread references": (
        "template <typename T> int kind(thread T& x) { return 1; } template <> int kind<half>(thread half& x) { return 2; }"
        "int inner(thread half& x) { return kind(x); }",
        "half h = 0; float f = 0; r[0] = 100 * kind(h) + 10 * kind(f) + inner(h);",
        212,
    ),
    "braces with fewer components": (
        "",
        "float4 v = {1, 2, 3}; uint4 k{7}; float3 w = {float2(4, 5),}; half4 h = {half2(6), half2(8)}; float2 zero = {};"
        " r[0] = v.x + v.y + v.z + v.w + 10 * (k.x + k.y) + 100 * (w.y + w.z) + 1000 * (h.y + h.w) + zero.y;",
        6 + 70 + 500 + 14000,
    ),
    "braces of arrays of vectors": (
        "",
        "float4 v[2] = {{1}, {2, 3}}; int3 w[2][2] = {{{4}, {5, 6, 7}}, {{8, 9,}}};"
        " r[0] = v[0].x + v[0].w + v[1].y + v[1].z + w[0][0].x + w[0][1].z + w[1][0].y + w[1][0].z + w[1][1].x;",
        1 + 3 + 4 + 7 + 9,
    ),
    "functions with the name of a member, a class or a parameter": (
        "struct S { static float f(float x) { return 2 * x; } }; float f(float x) { return S::f(x); }"
        "namespace n { struct A { float v; }; } float A(float x) { return n::A{x}.v + 1; }"
        "struct Add { float operator()(float x) const { return x + 4; } }; float g(Add g) { return g(1); }"
        "template <typename T> struct R { static T h(T x) { return x + 1; } }; float h(float x) { return R<float>::h(x); }"
        "constexpr int factorial(int k) { return k < 2 ? 1 : k * factorial(k - 1); }",
        "constexpr int k = factorial(4); r[0] = f(1) + 10 * A(2) + 100 * g(Add()) + 1000 * h(3) + 10000 * k;",
        2 + 30 + 500 + 4000 + 240000,
    ),
    "variables with the name of a device pointer": (
        "",
        "{ float r[2] = {1, 2}; thread float* p = r; p[0] += 1; } device float* q[2] = {r, r};"
        " thread auto& s = q[1]; s[0] = 3;",
        3,
    ),
    "functions with the names of Metal's": (
        "namespace own { float ceil(float x) { return metal::ceil(x) + 1; } float floor(float2 v) { return metal::floor(v.x); } }",
        "r[0] = own::ceil(1.5f) + own::floor(float2(4.5f));",
        7,
    ),
    "attributes at parameters of functions": (
        "float g(device float* p [[buffer(0)]], threadgroup float* t [[threadgroup(0)]], uint i [[thread_position_in_grid]]) { return p[i] + 1; }",
        "r[i] = 3; r[i] = g(r, nullptr, i);",
        4,
    ),
    "#line": ("\n#line 100 \"other.metal\"\n", "\n#line 7\nr[0] = 1;", 1),
    "operators spelt as words": ("", "bool2 a(true, false); r[0] = (a.x and not a.y) + 2 * (a.x xor a.y) + 4 * any(a or a) + (6 bitand 8);", 7),
    "auto and decltype": ("", "auto v = float3(1, 2, 3); decltype(v) w = v; const auto& q = w; r[0] = q.z;", 3),
    "range for": ("", "float a[3] = {1, 2, 3}; for (float x : a) r[0] += x;", 6),
    "static_assert": ("", "static_assert(sizeof(float3) == 16, \"size\"); r[0] = 1;", 1),
    "half literals": ("", "half h = 1.5h; h += 2.0H; half4 v = half4(1.0h, 2, 3, 4) * 0.5h; r[0] = h + v.w;", 5.5),
    "as_type": (
        "",
        "r[0] = as_type<float>(0x3f800000u) + as_type<ushort2>(0x00020001u).y + as_type<uchar4>(0x04030201).z"
        " + as_type<half>(ushort(0x3c00)) + as_type<char2>(short(0x0201)).y + as_type<half4>(as_type<long>(half4(9))).w"
        " + as_type<ulong2>(float4(0)).x;",
        18,
    ),
    "long vectors": ("", "long3 a(1, 2, 3); ulong4 b = ulong4(7); a = a << 2l; a /= 3; b = b >> ulong4(1); r[0] = a.z + b.x;", 7),
    "select": ("", "r[0] = select(1.0f, 2.0f, true) + select(float2(1), float2(2), bool2(true, false)).x + select(3, 4, false);", 7),
    "vec and packed_vec templates": (
        "",
        "vec<float, 4> v(1, 2, 3, 4); vec<half, 3> h = vec<half, 3>(1); packed_vec<float, 3> p(1, 2, 3); r[0] = v.w + h.x + p[2];",
        8,
    ),
    "fields named as swizzles": (
        "struct S { float2 xy; float3 rgb; union { float xx; int zz; }; }; class K { float2 yx; };",
        "S s; s.xy = float2(1, 2); s.xy += 1; s.rgb = float3(1, 2, 3); s.xx = 4; float4 v(1, 2, 3, 4); v.xy = s.xy;"
        " s.xy.x = 7; r[0] = dot(s.xy, v.xy) + s.rgb.z + s.xx;",
        30,
    ),
    "swizzles that are written": (
        "",
        "float4 v(1, 2, 3, 4); v.xy++; ++v.zw; v.zx *= float2(2, 3); int2 k(1, 2); k.yx <<= 2; k.xy >>= 1; r[0] = v.x + 10 * v.z + 100 * k.y;",
        6 + 80 + 400,
    ),
    "operands of ?:": (
        "struct P { uint a, b; };",
        "device float4* v = (device float4*)r; float4 x = i > 5 ? v[1] : float4(1, 2, 3, 4); P p = i > 5 ? P{1, 2} : P{3, 4};"
        " float3 q(5), s = i > 5 ? (q) : q; r[0] = x.w + p.b + s.x;",
        13,
    ),
    "pragma unroll": ("", "\n#pragma unroll\nfor (int k = 0; k < 4; ++k) r[0] += k;\n_Pragma(\"unroll(2)\") for (int k = 0; k < 4; ++k) r[0] += k;", 12),
    "simd/simd.h": (
        "#include <simd/simd.h>\n",
        "vector_float4 v = vector_float4(1); simd_float3 w = simd_float3(2); simd::float2 q(1, 2); matrix_float2x2 m(3); r[0] = v.x + w.y + q.y + m[1][1];",
        8,
    ),
    "precise and fast functions": (
        "",
        "r[0] = precise::sin(0.0f) + fast::cos(0.0f) + metal::precise::exp(0.0f) + fast::clamp(2.0f, 0.0f, 1.0f) + precise::max(1.0f, 2.0f);",
        5,
    ),
    "functions with results in arguments": (
        "",
        "int e; float w, c; int3 e3; float3 w3; float3 m3 = frexp(float3(4), e3), f3 = modf(float3(1.25f), w3);"
        " r[0] = frexp(8.0f, e); r[0] += e; r[0] += modf(2.5f, w); r[0] += w; r[0] += sincos(0.0f, c); r[0] += c;"
        " r[0] += m3.x + e3.z + f3.y + w3.z + ldexp(float2(1), int2(2)).x + ilogb(9.0f);",
        0.5 + 4 + 0.5 + 2 + 0 + 1 + 0.5 + 3 + 0.25 + 1 + 4 + 3,
    ),
}  # fmt: skip


@pytest.mark.feature("MSL")
@pytest.mark.parametrize("construct", CONSTRUCTS, ids=[f"C++: {name}" for name in CONSTRUCTS])
def test_construct(msl, construct):
    declarations, body, expected = CONSTRUCTS[construct]
    source = f"{msl.HEAD}{declarations}\nkernel void f(device float* r [[buffer(0)]], uint i [[thread_position_in_grid]]) {{ {body} }}"
    r = np.zeros(8, np.float32)
    msl.compile(source).run("f", 1, r, group=1)
    assert r[0] == expected


OPENCL_NAMES = ("image2d_t event_t half16 uchar16 double4 mad hypot as_float convert_int native_sin vload4 get_global_id "
                "barrier CLK_LOCAL_MEM_FENCE M_PI CHAR_MAX_ printf atomic_add global local generic pipe queue_t degrees")  # fmt: skip


@pytest.mark.feature("MSL", "names: those of OpenCL are the program's own")
def test_names_of_opencl_are_free(msl):
    names = OPENCL_NAMES.split()
    functions = "".join(f"float {n}(int x) {{ return x + {k}; }}\n" for k, n in enumerate(names))
    types = "".join(f"struct in_{n} {{ float {n}; }};\n" for n in names)
    calls = " + ".join(f"{n}(1)" for n in names)
    locals_ = "".join(f"{{ float {n} = 1; in_{n} s = {{ {n} }}; r[0] += s.{n}; }}" for n in names)
    source = f"{msl.HEAD}{functions}{types}kernel void f(device float* r [[buffer(0)]]) {{ r[0] = {calls}; {locals_} }}"
    r = np.zeros(1, np.float32)
    msl.compile(source).run("f", 1, r)
    count = len(names)
    assert r[0] == count * (count - 1) / 2 + 2 * count


@pytest.mark.parametrize(
    "name", ["get_global_id(0)", "native_sin(1.0f)", "mad(1, 2, 3)", "as_float(1)", "M_PI", "uchar16(1)", "printf(0)"]
)
def test_names_of_opencl_are_not_metals(msl, name):
    bare = name.partition("(")[0]
    with pytest.raises(msl.CompileError, match=rf"program_source:3:.*use of undeclared identifier '{bare}'"):
        msl.compile(f"{msl.HEAD}kernel void f(device float* r [[buffer(0)]]) {{ r[0] = {name}; }}").program()


BARE = "kernel void f(device float* r [[buffer(0)]]) { r[0] = %s; }"


def test_namespace_metal(msl):
    include = "#include <metal_stdlib>\n"
    r = np.zeros(1, np.float32)
    for source in (
        include + BARE % "metal::sin(0.0f) + metal::max(1, 2) + metal::float4(3).x",
        include + "using metal::max;" + BARE % "max(2.0f, 5.0f)",
        include + "float max(float a) { return a; }" + BARE % "max(5.0f)",
        include + "namespace m = metal;" + BARE % "m::max(5.0f, 1.0f)",
        include + "namespace own { using namespace metal; float g() { return max(5.0f, 1.0f); } }" + BARE % "own::g()",
    ):
        msl.compile(source).run("f", 1, r)
        assert r[0] == 5
    for source, message in (
        (
            include + BARE % "sin(1.0f)",
            r"program_source:2:55: error: use of undeclared identifier 'sin'; did you mean 'metal::sin'\?",
        ),
        ("using namespace metal;\n", r"program_source:1:17: error: expected namespace name"),
        (BARE % "metal::sin(1.0f)", r"program_source:1:55: error: use of undeclared identifier 'metal'"),
    ):
        with pytest.raises(msl.CompileError, match=message):
            msl.compile(source)


@pytest.mark.feature("MSL", "names: `double` where the source asks for `__HAVE_DOUBLE__`, else refused as in Metal")
def test_double_only_where_a_program_asks(msl):
    source = "kernel void f(device float* r [[buffer(0)]]) { double d = 1; r[0] = d; }"
    with pytest.raises(msl.CompileError, match=r"program_source:1:48: error: 'double' is not supported in Metal"):
        msl.compile(source)
    with pytest.raises(msl.CompileError, match="'double' is not supported in Metal"):
        msl.compile(msl.DOUBLES.replace("#error", "// ") + source, has_double=False)
    msl.compile("#ifdef __HAVE_DOUBLE__\n" + source + "\n#endif").program()


KERNELS = """
constant constexpr uint N = 1 << 5; enum { K = 3, L }; struct S { float4 v; int n; };
constant int unused [[function_constant(0)]]; constant int used [[function_constant(1)]];
constant int optional [[function_constant(2)]];
constant int derived = is_function_constant_defined(optional) ? optional : 3;
int helper() { return used; }
template <typename T, int M> kernel void g(device T* a [[buffer(0)]]) {
    threadgroup T s[M * 2][N + 1]; threadgroup atomic_int c; constexpr int q = M - 1; threadgroup array<float3, q> z;
    s[0][0] = a[0]; a[0] = s[0][0] + z[0].x;
}
template [[host_name("gf")]] kernel void g<float, 4>(device float*);
template [[host_name("gh")]] kernel void g<half, 2>(device half*);
kernel void h(device int* a [[buffer(0)]]) {
    threadgroup S s[L], t; threadgroup float4x3 m; threadgroup uchar b[sizeof(S) + uint(2)]; a[0] = derived + helper() + s[0].n;
}
kernel void u(device int* a [[buffer(0)]]) { a[0] = unused; }
kernel void none(device int* a [[buffer(0)]], threadgroup float* p [[threadgroup(0)]]) { a[0] = 1; }
template <typename T> struct Own { T v[3]; };
kernel void unknown(device int* a [[buffer(0)]]) { threadgroup Own<int> x; x.v[0] = 1; a[0] = x.v[0]; }
"""


def aligned(*members: tuple[int, int]) -> int:
    """Bytes of members (bytes, alignment), one after another."""
    end = 0
    for size, alignment in members:
        end = -(-end // alignment) * alignment + size
    return end


def test_what_a_kernel_needs(msl):
    module = msl.compile(msl.HEAD + KERNELS)
    bytes_ = {name: kernel.static_threadgroup_bytes for name, kernel in module.kernels.items()}
    assert bytes_ == {
        "gf": aligned((8 * 33 * 4, 4), (4, 4), (3 * 16, 16)),
        "gh": aligned((4 * 33 * 2, 2), (4, 4), (16, 16)),
        "h": aligned((4 * 32, 16), (32, 16), (64, 16), (34, 1)),
        "u": 0,
        "none": 0,
        "unknown": 0,
    }
    names = list(module.constants)
    constants = {name: {names[c] for c in k.constants[: k.constant_count]} for name, k in module.kernels.items()}
    assert constants == {
        "gf": set(),
        "gh": set(),
        "h": {"used", "optional"},
        "u": {"unused"},
        "none": set(),
        "unknown": set(),
    }
    assert [c.required for c in module.constants.values()] == [1, 1, 0]


def lanes_of(size: int, group: int) -> np.ndarray:
    return np.arange(size) // group * group


def shifted(v: np.ndarray, fill: np.ndarray, by: int, group: int) -> np.ndarray:
    """by > 0: up, by < 0: down, within groups; what comes from outside is the filling of the next group around."""
    lane = np.arange(len(v)) % group
    first = np.arange(len(v)) - lane
    source = lane - by
    inside = (source >= 0) & (source < group)
    return np.where(inside, v[first + source % group], fill[first + source % group])


def scan(v: np.ndarray, group: int, operation: np.ufunc, exclusive: bool) -> np.ndarray:
    rows = operation.accumulate(v.reshape(-1, group), axis=1)
    if exclusive:
        rows = np.concatenate([np.full((len(rows), 1), operation.identity), rows[:, :-1]], axis=1)
    return rows.ravel()


def reduced(v: np.ndarray, group: int, operation: np.ufunc) -> np.ndarray:
    return np.repeat(operation.reduce(v.reshape(-1, group), axis=1), group)


def quads(v: np.ndarray, w: np.ndarray) -> dict[str, np.ndarray]:
    first, lane = lanes_of(len(v), 4), np.arange(len(v)) % 4
    return {
        "quad_sum(a)": reduced(v, 4, np.add),
        "quad_product(a)": reduced(v, 4, np.multiply),
        "quad_min(a)": reduced(v, 4, np.minimum),
        "quad_max(a)": reduced(v, 4, np.maximum),
        "quad_prefix_inclusive_sum(a)": scan(v, 4, np.add, False),
        "quad_prefix_exclusive_sum(a)": scan(v, 4, np.add, True),
        "quad_prefix_inclusive_product(a)": scan(v, 4, np.multiply, False),
        "quad_prefix_exclusive_product(a)": scan(v, 4, np.multiply, True),
        "quad_shuffle(a, ushort(i * 3 & 3))": v[first + (np.arange(len(v)) * 3 & 3)],
        "quad_broadcast(a, 2)": v[first + 2],
        "quad_broadcast_first(a)": v[first],
        "quad_shuffle_xor(a, 1)": v[np.arange(len(v)) ^ 1],
        "quad_shuffle_up(a, 1)": np.where(lane >= 1, np.roll(v, 1), v),
        "quad_shuffle_down(a, 1)": np.where(lane < 3, np.roll(v, -1), v),
        "quad_shuffle_rotate_up(a, 1)": v[first + (lane + 3) % 4],
        "quad_shuffle_rotate_down(a, 1)": v[first + (lane + 1) % 4],
        "quad_shuffle_and_fill_up(a, b, 1)": shifted(v, w, 1, 4),
        "quad_shuffle_and_fill_down(a, b, 3)": shifted(v, w, -3, 4),
        "simd_shuffle_and_fill_up(a, b, 5)": shifted(v, w, 5, 32),
        "simd_shuffle_and_fill_down(a, b, 7)": shifted(v, w, -7, 32),
        "simd_shuffle_and_fill_up(a, b, 3, 8)": shifted(v, w, 3, 8),
        "simd_shuffle_and_fill_down(a, b, 2, 16)": shifted(v, w, -2, 16),
    }


@pytest.mark.feature("MSL", "SIMD groups: quad functions, shuffles that fill")
@pytest.mark.parametrize("type_, dtype", [("int", "i4"), ("float", "f4"), ("uchar", "u1"), ("half", "f2")])
def test_quads_and_fills(msl, type_, dtype):
    v, w = np.random.default_rng(35).integers(1, 5, (2, 64)).astype(dtype)
    calls = quads(v, w)
    if type_ in ("int", "uchar"):
        calls["quad_and(a)"] = reduced(v, 4, np.bitwise_and)
        calls["quad_or(a)"] = reduced(v, 4, np.bitwise_or)
        calls["quad_xor(a)"] = reduced(v, 4, np.bitwise_xor)
    body = "".join(f"r[{k} * 64 + i] = {e}; " for k, e in enumerate(calls))
    body += f"r[{len(calls)} * 64 + i] = quad_sum({type_}3(a)).z + simd_sum({type_}2(1, 0)).x;"
    source = (
        f"{msl.HEAD}kernel void f(device {type_}* r [[buffer(0)]], device const {type_}* x [[buffer(1)]], device const {type_}* y [[buffer(2)]], "
        f"uint i [[thread_position_in_grid]]) {{ {type_} a = x[i], b = y[i]; {body} }}"
    )
    r = np.zeros((len(calls) + 1, 64), dtype)
    msl.compile(source).run("f", 64, r, v, w)
    for row, (call, expected) in zip(r, calls.items(), strict=False):
        np.testing.assert_array_equal(row, expected.astype(dtype), call)
    np.testing.assert_array_equal(r[-1], (reduced(v, 4, np.add) + 32).astype(dtype))


@pytest.mark.feature("MSL", "SIMD groups: votes of SIMD groups and quads, also in branches; `bfloat` elements")
def test_votes(msl):
    body = """
        device uint* o = r + 8 * i; bfloat v = bfloat(i);
        o[0] = quad_vote::vote_t(quad_ballot(i % 3 == 0)); o[1] = quad_all(i < 6) + 2 * quad_any(i == 5) + 4 * quad_is_first();
        o[2] = ulong(simd_active_threads_mask()) == 0xffffffff; o[3] = quad_active_threads_mask().all() + 2 * simd_ballot(i == 3).any();
        if (i % 2 == 1) { o[4] = simd_sum(i); o[5] = quad_sum(i); o[6] = simd_broadcast_first(i) + 100 * quad_is_first(); }
        o[7] = uint(float(simd_max(v)) + float(simd_shuffle(v, 3)));"""
    r = np.zeros((32, 8), np.uint32)
    msl.compile(
        f"{msl.HEAD}kernel void f(device uint* r [[buffer(0)]], uint i [[thread_position_in_grid]]) {{ {body} }}"
    ).run("f", 32, r)
    for i, row in enumerate(r):
        quad = [q for q in range(i // 4 * 4, i // 4 * 4 + 4)]
        odd = i % 2 == 1
        ballot = sum(1 << k for k, q in enumerate(quad) if q % 3 == 0)
        votes = all(q < 6 for q in quad) + 2 * (5 in quad) + 4 * (i % 4 == 0)
        branch = [256, sum(q for q in quad if q % 2), 1 + 100 * (i % 4 == 1)] if odd else [0, 0, 0]
        assert list(row) == [ballot, votes, 1, 3, *branch, 34], i


NOT_ON_APPLES_GPUS = [
    ("simd_sum(1ul)", "no matching function for call to 'simd_sum'"),
    ("simd_shuffle(long2(1), 1).x", "no matching function for call to 'simd_shuffle'"),
    ("simd_and(1.0f)", "no matching function for call to 'simd_and'"),
    ("quad_sum(true)", "no matching function for call to 'quad_sum'"),
    ("atomic_fetch_add_explicit((device atomic_ulong*)r, 1ul, memory_order_relaxed)", "no matching function"),
    ("atomic_fetch_max_explicit((device atomic_float*)r, 1.0f, memory_order_relaxed)", "no matching function"),
    ("atomic_fetch_add_explicit(&shared, 1.0f, memory_order_relaxed)", "no matching function"),
    ("atomic_fetch_or_explicit((device atomic_bool*)r, true, memory_order_relaxed)", "no matching function"),
    ("float4(1).xyz.x = 2", "not assignable"),
    ("bool3(true) + 1.0f", "invalid operands"),
    ("int (*p)(int) = 0", "pointers to functions are not allowed"),
    ("struct { uint x : 3; } b", "bit-fields are not supported by softmetal"),
]


@pytest.mark.parametrize("expression, message", NOT_ON_APPLES_GPUS, ids=[row[0] for row in NOT_ON_APPLES_GPUS])
def test_what_metal_does_not_have_either(msl, expression, message):
    source = (
        f"{msl.HEAD}kernel void f(device float* r [[buffer(0)]]) {{\n threadgroup atomic_float shared; {expression}; }}"
    )
    with pytest.raises(msl.CompileError, match="program_source:4:") as caught:
        msl.compile(source).program()
    assert message in str(caught.value).splitlines()[0]


@pytest.mark.feature(
    "MSL", "atomics: `atomic_bool`, float subtraction, compare and exchange, 64-bit minimum and maximum"
)
def test_atomics_of_every_type(msl):
    source = (
        msl.HEAD
        + """
        kernel void f(device atomic_bool* b [[buffer(0)]], device atomic_float* x [[buffer(1)]], device atomic_ulong* l [[buffer(2)]],
                      device uint* r [[buffer(3)]], uint i [[thread_position_in_grid]], uint n [[thread_index_in_threadgroup]]) {
            threadgroup atomic_int sum; threadgroup atomic_bool seen;
            if (n == 0) { atomic_store_explicit(&sum, 0, memory_order_relaxed); atomic_store_explicit(&seen, false, memory_order_relaxed); }
            threadgroup_barrier(mem_flags::mem_threadgroup);
            atomic_fetch_add_explicit(&sum, int(n), memory_order_relaxed);
            if (n == 7) atomic_exchange_explicit(&seen, true, memory_order_relaxed);
            atomic_fetch_sub_explicit(x, 0.5f, memory_order_relaxed);
            atomic_min_explicit(l, ulong(i) << 33, memory_order_relaxed); atomic_max_explicit(l + 1, ulong(i) << 33, memory_order_relaxed);
            bool no = false;
            if (i == 3) r[2] = atomic_compare_exchange_weak_explicit(b, &no, true, memory_order_relaxed, memory_order_relaxed);
            float old = atomic_load_explicit(x + 1, memory_order_relaxed);
            while (!atomic_compare_exchange_weak_explicit(x + 1, &old, old + 1, memory_order_relaxed, memory_order_relaxed)) {}
            threadgroup_barrier(mem_flags::mem_threadgroup);
            if (n == 0) { r[0] = atomic_load_explicit(&sum, memory_order_relaxed); r[1] = atomic_load_explicit(&seen, memory_order_relaxed); }
        }"""
    )
    b, x, r = np.zeros(1, np.uint32), np.array([1000, 5], np.float32), np.zeros(3, np.uint32)
    l = np.array([1 << 60, 0], np.uint64)  # noqa: E741
    msl.compile(source).run("f", 64, b, x, l, r)
    assert (b[0], list(x), list(l), list(r)) == (1, [968, 69], [0, 63 << 33], [2016, 1, 1])
