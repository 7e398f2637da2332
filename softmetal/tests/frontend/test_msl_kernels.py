"""Whole kernels: arguments, positions, templates, function constants, atomics, threadgroup memory, SIMD groups."""

from __future__ import annotations

import numpy as np
import pytest


def test_buffers_bytes_and_guard(msl):
    source = (
        msl.HEAD
        + """
        struct Parameters { uint n; float scale; packed_float3 offsets; float4 bias; };
        kernel void axpy(device const float* x [[buffer(0)]], device float* y [[buffer(3)]],
                         constant Parameters& p [[buffer(1)]], constant float* extra [[buffer(2)]],
                         uint i [[thread_position_in_grid]]) {
            Parameters q = p;
            if (i >= q.n) return;
            y[i] = q.scale * x[i] + p.offsets[2] + q.bias.w + extra[1];
        }"""
    )
    parameters = np.zeros(
        1,
        np.dtype(
            {
                "names": ["n", "scale", "offsets", "bias"],
                "formats": ["u4", "f4", "3f4", "4f4"],
                "offsets": [0, 4, 8, 32],
                "itemsize": 48,
            }
        ),
    )
    parameters[0] = (5, 2.0, (1, 2, 3), (0, 0, 0, 4))
    x, y = np.arange(8, dtype=np.float32), np.full(8, -1, np.float32)
    module = msl.compile(source)
    module.run("axpy", 8, x, parameters, np.array([0, 5], np.float32), y)
    np.testing.assert_array_equal(y, [12, 14, 16, 18, 20, -1, -1, -1])
    arguments = [(a.index, a.name, a.type, a.access) for a in module.kernels["axpy"].arguments[:-1]]
    assert arguments == [
        (0, b"x", b"const float", 0),
        (3, b"y", b"float", 1),
        (1, b"p", b"Parameters", 0),
        (2, b"extra", b"float", 0),
    ]


@pytest.mark.feature("MSL", "kernels: buffer indices given or assigned")
def test_indices_are_assigned_around_given_ones(msl):
    source = "kernel void f(device int* a, device int* b [[buffer(0)]], constant int& c, device atomic_int& d) {}"
    kernel = msl.compile(msl.HEAD + source).kernels["f"]
    assert [(a.name, a.index, a.min_size) for a in kernel.arguments[:-1]] == [
        (b"a", 1, 0),
        (b"b", 0, 0),
        (b"c", 2, 4),
        (b"d", 3, 4),
    ]


@pytest.mark.feature("MSL", "kernels: references and pointers to arrays")
def test_arrays_as_parameters(msl):
    source = (
        msl.HEAD
        + """
        constant int N = 4;
        template <typename T> kernel void f(device T (*r)[N] [[buffer(0)]], constant T (&w)[2][N],
                                            threadgroup T (&t)[N], uint i [[thread_position_in_grid]]) {
            t[i] = w[1][i];
            r[1][i] = w[0][i] + t[i] + sizeof(w);
        }
        template [[host_name("f_float")]] kernel void f<float>(device float (*)[N], constant float (&)[2][N],
                                                               threadgroup float (&)[N], uint);"""
    )
    r, w = np.zeros((2, 4), np.float32), np.arange(8, dtype=np.float32).reshape(2, 4)
    module = msl.compile(source)
    kernel = module.kernels["f_float"]
    assert [a.min_size for a in kernel.arguments[:-1]] == [0, 32, 16]
    module.run("f_float", 4, r, w, threadgroup={0: 16})
    np.testing.assert_array_equal(r, [[0] * 4, w[0] + w[1] + 32])


@pytest.mark.feature("MSL", "kernels: all position and size attributes, as scalars and vectors")
@pytest.mark.parametrize("grid, group", [((10, 6, 4), (4, 4, 2)), ((7, 5, 3), (4, 2, 2)), ((64, 1, 1), (16, 1, 1))])
def test_positions(msl, grid, group):
    source = (
        msl.HEAD
        + """
        kernel void f(device uint* out [[buffer(0)]], uint3 g [[thread_position_in_grid]],
                      ushort3 l [[thread_position_in_threadgroup]], uint3 t [[threadgroup_position_in_grid]],
                      uint3 n [[threads_per_grid]], uint3 k [[threadgroups_per_grid]],
                      uint3 s [[threads_per_threadgroup]], ushort3 d [[dispatch_threads_per_threadgroup]],
                      uint index [[thread_index_in_threadgroup]]) {
            device uint* o = out + 22 * (g.x + n.x * (g.y + n.y * g.z));
            for (int i = 0; i < 3; ++i) {
                o[i] = g[i]; o[3 + i] = l[i]; o[6 + i] = t[i]; o[9 + i] = n[i];
                o[12 + i] = k[i]; o[15 + i] = s[i]; o[18 + i] = d[i];
            }
            o[21] = index;
        }"""
    )
    out = np.zeros((grid[2], grid[1], grid[0], 22), np.uint32)
    msl.compile(source).run("f", grid, out, group=group)
    for z, y, x in np.ndindex(*out.shape[:3]):
        at = (x, y, z)
        local = [p % s for p, s in zip(at, group)]
        where = [p // s for p, s in zip(at, group)]
        counts = [-(-n // s) for n, s in zip(grid, group)]
        size = [min(s, n - w * s) for n, s, w in zip(grid, group, where)]
        index = local[0] + size[0] * (local[1] + size[1] * local[2])
        assert list(out[z, y, x]) == [*at, *local, *where, *grid, *counts, *size, *group, index]


@pytest.mark.feature("MSL", "kernels: templates with `host_name` instantiations")
def test_templates_with_host_names(msl):
    source = (
        msl.HEAD
        + """
        template <typename T> T twice(T x) { return x + x; }
        template <typename T, int N = 3, bool Negate = false>
        [[kernel]] void f(device const T* a [[buffer(0)]], device T* b [[buffer(1)]], uint i
            [[thread_position_in_grid]]) {
            threadgroup T scratch[N];
            scratch[0] = twice(a[i]);
            b[i] = T(N) + (Negate ? T(-scratch[0]) : scratch[0]);
        }
        #define INSTANTIATE(T) template [[host_name("f_" #T)]] [[kernel]] void f<T>(device const T*, device T*, uint);
        INSTANTIATE(float) INSTANTIATE(int) INSTANTIATE(ulong)
        template [[host_name("g")]] kernel void f<half, 2 + 3, true>(device const half*, device half*, uint);
        template [[host_name("h")]] [[kernel]] decltype(f<short, 1>) f<short, 1>;
        typedef decltype(f<float>) f_t;
        using g_t = decltype(f<float, 3, true>);
        template [[host_name("k")]] kernel f_t f<ushort>;
        template [[host_name("l")]] kernel g_t f<char, 4>;"""
    )
    module = msl.compile(source)
    assert list(module.kernels) == ["f_float", "f_int", "f_ulong", "g", "h", "k", "l"]
    for name, dtype, expected in [
        ("f_float", "f4", 2),
        ("f_int", "i4", 2),
        ("f_ulong", "u8", 2),
        ("g", "f2", -2),
        ("h", "i2", 2),
        ("k", "u2", 2),
        ("l", "i1", 2),
    ]:
        a, b = np.arange(4).astype(dtype), np.zeros(4, dtype)
        module.run(name, 4, a, b, group=1)
        np.testing.assert_array_equal(b, {"g": 5, "h": 1, "l": 4}.get(name, 3) + expected * a)


OPTIONAL = """
constant bool scaled [[function_constant(0)]];
constant int shift [[function_constant(1)]];
constant bool shifted = is_function_constant_defined(shift) && shift != 0;
constant bool both = scaled && bool(shifted);
constant bool plain = !scaled;
typedef struct Scale { float by; } Scale;
template <typename T> kernel void f(device T* a [[buffer(0)]],
        constant Scale& scale [[buffer(1), function_constant(scaled)]],
        device const T* other [[buffer(1), function_constant(plain)]],
        device const T* offsets [[buffer(2), function_constant(shifted)]],
        threadgroup T* tile [[threadgroup(0), function_constant(both)]],
        uint i [[thread_position_in_grid]], uint l [[thread_position_in_threadgroup]]) {
    T v = a[i];
    if (scaled) v *= scale.by;
    if (plain) v += other[i];
    if (shifted) { offsets += shift; v += offsets[i]; }
    if (both) {
        tile[l] = v;
        threadgroup_barrier(mem_flags::mem_threadgroup);
        v = tile[l ^ 1];
    }
    a[i] = v;
}
template [[host_name("f_float")]] [[kernel]] decltype(f<float>) f<float>;
"""


@pytest.mark.feature("MSL", "kernels: arguments that depend on a function constant")
def test_arguments_that_depend_on_function_constants(msl):
    module = msl.compile(msl.HEAD + OPTIONAL)
    other, offsets, scale = np.arange(4, 8, dtype="f4"), np.arange(100, 110, dtype="f4"), np.array([3], "f4")
    a = np.arange(4, dtype="f4")
    yes, two = np.bool_(True), np.int32(2)
    cases = [
        ({}, ["a", "other"], [other], a + other),
        ({"scaled": yes}, ["a", "scale"], [scale], 3 * a),
        ({"shift": np.int32(0)}, ["a", "other"], [other], a + other),
        ({"shift": two}, ["a", "other", "offsets"], [other, offsets], a + other + offsets[2:6]),
        ({0: yes, 1: two}, ["a", "scale", "offsets", "tile"], [scale, offsets], (3 * a + offsets[2:6])[[1, 0, 3, 2]]),
    ]
    for constants, names, buffers, expected in cases:
        kernel = module.specialised("f_float", constants)
        arguments = kernel.arguments
        assert [x.name.decode() for x in arguments] == [*names, ""]
        assert arguments[1].min_size == (4 if names[1] == "scale" else 0)
        assert kernel.constant_count == 2
        r = a.copy()
        module.run("f_float", 4, r, *buffers, group=4, threadgroup={0: 64}, constants=constants)
        np.testing.assert_array_equal(r, expected, str(constants))
    assert module.specialised("f_float", {"scaled": yes}).arguments[1].name == b"scale"
    assert module.kernels["f_float"].arg_count == 3


@pytest.mark.feature("MSL", "kernels: arguments that depend on a function constant")
@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("= static_cast<bool>(n)", lambda n: n != 0),
        ("= (bool)n == true", lambda n: n != 0),
        ("= bool(n) == int(1)", lambda n: n != 0),
        ("(n > 1)", lambda n: n > 1),
        ("{n == Two}", lambda n: n == 2),
        ("= n == Kind::Three", lambda n: n == 3),
        ("= n not_eq limit and not (n > 2 or false)", lambda n: n != 1 and n <= 2),
        ("= (n & 1) == 0, other = c && own::m > 1", lambda n: n % 2 == 0),
    ],
)
def test_conditions_of_arguments(msl, condition, holds):
    source = f"""
    enum {{ One = 1, Two }};
    enum class Kind : int {{ Three = 3 }};
    constant int n [[function_constant(0)]];
    constexpr constant int limit = 1;
    namespace own {{ constant int m = n; }}
    constant bool c {condition.replace("Kind::Three", "int(Kind::Three)")};
    kernel void f(device int* a [[buffer(0)]], device int* b [[buffer(1), function_constant(c)]],
                  device int* d [[buffer(2), function_constant(own::m)]]) {{
        a[0] = (c ? 2 : 0) + (own::m ? 1 : 0);
    }}"""
    module = msl.compile(msl.HEAD + source)
    for n in range(5):
        names = [x.name.decode() for x in module.specialised("f", {"n": np.int32(n)}).arguments]
        assert names == ["a", *["b"] * holds(n), *["d"] * (n != 0), ""], n
    a, b = np.zeros(1, "i4"), np.zeros(1, "i4")
    module.run("f", 1, a, b, b, group=1, constants={"n": np.int32(2)})
    assert a[0] == 2 * holds(2) + 1


def test_two_arguments_with_an_index(msl):
    source = """
    constant bool a [[function_constant(0)]];
    constant bool b [[function_constant(1)]];
    kernel void f(device int* p [[buffer(1), function_constant(a)]],
                  device float* q [[buffer(1), function_constant(b)]]) {}"""
    module = msl.compile(msl.HEAD + source)
    assert len(module.specialised("f", {"b": np.bool_(True)}).arguments) == 2
    with pytest.raises(msl.CompileError, match="parameter 'q' has index 1, which parameter 'p' has with these"):
        module.specialised("f", {"a": np.bool_(True), "b": np.bool_(True)})


ENGINE = """
typedef enum BufferIndex { BufferIndexIn = 1, BufferIndexOut = 0 } BufferIndex;
#define SLOT 4
constant short lanes [[function_constant(SLOT + 2)]];
struct Nibbles { half scale; uchar pairs[8]; };
template <typename V> void decode(device const Nibbles* block, short half_of, thread V& out) {
    for (short k = 0; k < 4; ++k) {
        const uchar pair = block->pairs[4 * half_of + k];
        out[k] = block->scale * ((pair & 15) - 8);
    }
}
void ramp(device const Nibbles* block, short half_of, thread float4& out) { out = float4(0, 1, 2, 3) + half_of; }
template <typename T> struct Twice { T operator()(T x) const { return x + x; } };
template <typename T> struct Same { T operator()(T x) const { return x; } };
template <typename Block, short N, void (*decoder)(device const Block*, short, thread float4&),
          template <typename> class Last, int Threads = 32>
[[kernel, max_total_threads_per_threadgroup(2 * Threads)]] void expand(
        device const Block* in [[buffer(BufferIndexIn)]], device float4* out [[buffer(BufferIndexOut)]],
        constant uint& count [[buffer(SLOT - 2)]], uint index [[thread_position_in_grid]]) {
    threadgroup float staged[Threads];
    staged[0] = 0;
    index *= N;
    for (short k = 0; k < N && index + k < count; ++k) {
        float4 v;
        decoder(in + (index + k) / 2, (index + k) % 2, v);
        out[index + k] = Last<float4>()(v) + float(lanes) * (staged[0] * 0 + 1);
    }
}
#define instantiate(name, ...) \\
    template [[host_name(name)]] [[kernel]] decltype(expand<__VA_ARGS__>) expand<__VA_ARGS__>;
instantiate("expand_decoded", Nibbles, 2, decode, Twice)
instantiate("expand_ramp", Nibbles, 4, ramp, Same, 64)
typedef void copy_t(device float* a [[buffer(0)]], uint i [[thread_position_in_grid]]);
template <int N> kernel void add(device float* a [[buffer(0)]], uint i [[thread_position_in_grid]]) { a[i] += N; }
template [[host_name("add_3")]] kernel copy_t add<3>;
template <typename T, int N> struct Window { T from; int steps[N]; };
template <typename T, int N>
[[kernel]] void look(device T* a [[buffer(0)]], const constant Window<T, N>& w [[buffer(1)]],
                     uint i [[thread_position_in_grid]]) {
    for (int k = 0; k < N; ++k) a[i] += w.from * T(w.steps[k]);
}
#define instantiate_look(type, n) template [[host_name("look_" #type "_" #n)]] [[kernel]] void look( \\
    device type* a [[buffer(0)]], const constant Window<type, n>& w [[buffer(1)]], uint i [[thread_position_in_grid]]);
instantiate_look(float, 2)
instantiate_look(uint, 3)
template [[host_name("add_4")]] kernel void add<4>(device float* a [[buffer(0)]], uint i [[thread_position_in_grid]]);
"""


@pytest.mark.feature("MSL", "kernels: templates over functions and templates, indices by enumerators and expressions")
def test_kernel_templates_of_inference_engines(msl):
    module = msl.compile(msl.HEAD + ENGINE)
    assert {name: kernel.max_threads for name, kernel in module.kernels.items()} == {
        "expand_decoded": 64,
        "expand_ramp": 128,
        "add_3": 0,
        "look_float_2": 0,
        "look_uint_3": 0,
        "add_4": 0,
    }
    assert module.constants["lanes"].index == 6
    generator = np.random.default_rng(31)
    blocks = np.zeros(5, [("scale", "f2"), ("pairs", "u1", 8)])
    blocks["scale"], blocks["pairs"] = generator.integers(1, 5, 5), generator.integers(0, 256, (5, 8))
    count, five = np.array([9], "u4"), {"lanes": np.int16(5)}
    decoded = (blocks["scale"][:, None] * ((blocks["pairs"] & 15).astype("f4") - 8)).reshape(10, 4)
    expected = {"expand_decoded": 2 * decoded, "expand_ramp": np.arange(4) + np.arange(10)[:, None] % 2}
    for name, values in expected.items():
        out = np.zeros((10, 4), "f4")
        module.run(name, 5, out, blocks, count, group=4, constants=five)
        np.testing.assert_array_equal(out[:9], values[:9] + 5, name)
        assert (out[9] == 0).all()
    a = np.zeros(3, "f4")
    module.run("add_3", 3, a)
    module.run("add_4", 3, a)
    np.testing.assert_array_equal(a, 7)
    module.run("look_float_2", 3, a, np.array([(0.5, [3, 4])], "f4,(2,)i4"))
    np.testing.assert_array_equal(a, 10.5)
    counts = np.arange(3, dtype="u4")
    module.run("look_uint_3", 3, counts, np.array([(2, [1, 2, 3])], "u4,(3,)i4"))
    np.testing.assert_array_equal(counts, np.arange(3) + 12)


def test_a_byte_order_mark_is_no_part_of_the_source(msl):
    source = "\ufeffkernel void f(device float* a [[buffer(0)]]) { a[0] = %s; }"
    a = np.zeros(1, "f4")
    msl.compile(source % "2").run("f", 1, a)
    assert a[0] == 2
    column = source.index("%s")  # from 1, and without the mark
    with pytest.raises(msl.CompileError, match=rf"^program_source:1:{column}: error: use of undeclared identifier 'x'"):
        msl.compile(source % "x").program()


@pytest.mark.feature("MSL", "kernels: function constants, `is_function_constant_defined`")
def test_function_constants(msl):
    source = (
        msl.HEAD
        + """
        constant bool negate [[function_constant(0)]];
        constant int add [[function_constant(1)]];
        constant float scale [[function_constant(2)]];
        constant uint2 pair [[function_constant(3)]];
        constant uint width [[function_constant(4)]];
        constant uint actual = is_function_constant_defined(width) ? width : 16;
        kernel void f(device float* a [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            float v = a[i] * scale + float(add) + float(pair.y) + float(actual);
            a[i] = negate ? -v : v;
        }"""
    )
    module = msl.compile(source)
    assert [(c.index, c.type, c.required) for c in module.constants.values()] == [
        (0, b"bool", 1),
        (1, b"int", 1),
        (2, b"float", 1),
        (3, b"uint2", 1),
        (4, b"uint", 0),
    ]
    a = np.arange(3, dtype=np.float32)
    module.run("f", 3, a)
    np.testing.assert_array_equal(a, [16, 16, 16])
    a = np.arange(3, dtype=np.float32)
    module.run(
        "f",
        3,
        a,
        constants={
            "negate": np.bool_(True),
            1: np.int32(-5),
            "scale": np.float32(0.5),
            3: np.array([7, 9], np.uint32),
            "width": np.uint32(100),
        },
    )
    np.testing.assert_array_equal(a, [-104, -104.5, -105])
    with pytest.raises(msl.CompileError, match="no function constant named 'nothing'"):
        module.dialect("f", {"nothing": np.int32(1)})
    with pytest.raises(msl.CompileError, match="no kernel named 'g'"):
        module.dialect("g")


@pytest.mark.feature("MSL", "kernels: made by macros")
def test_kernels_made_by_macros(msl):
    source = (
        msl.HEAD
        + """
        #define KERNEL(NAME, OP) kernel void NAME(device float* a [[buffer(0)]], uint i [[thread_position_in_grid]]) \\
            { a[i] = a[i] OP FACTOR; }
        #if defined(FACTOR) && FACTOR > 1
        KERNEL(times, *)
        #else
        #error FACTOR is missing
        #endif
        #ifdef NEVER
        KERNEL(never, *)
        #endif
        KERNEL(plus, +)"""
    )
    module = msl.compile(source, macros={"FACTOR": "3"})
    assert list(module.kernels) == ["times", "plus"]
    a = np.arange(4, dtype=np.float32)
    module.run("times", 4, a)
    np.testing.assert_array_equal(a, [0, 3, 6, 9])
    with pytest.raises(msl.CompileError, match="program_source:9:9: error: #error FACTOR is missing"):
        msl.compile(source)


@pytest.mark.feature("MSL", "C++: structs with members, operators and static functions")
def test_struct_with_operators(msl):
    source = (
        msl.HEAD
        + msl.DOUBLES
        + """
        struct real64 {
            ulong bits;
            real64() = default;
            constexpr explicit real64(ulong b) : bits(b) {}
            real64(int v) : bits(as_type<ulong>(double(v))) {}
            static constexpr real64 one() { return real64(0x3ff0000000000000UL); }
            constexpr bool negative() const { return bits >> 63; }
        };
        inline real64 operator+(real64 a, real64 b) { return real64(as_type<ulong>(as_type<double>(a.bits) +
            as_type<double>(b.bits))); }
        inline real64 operator-(real64 a) { return real64(a.bits ^ 0x8000000000000000UL); }
        inline bool operator<(real64 a, real64 b) { return as_type<double>(a.bits) < as_type<double>(b.bits); }
        constant real64 table[2] = {real64(0x4000000000000000UL), real64(0x4008000000000000UL)};
        template <typename T> struct Plus { T operator()(T a, T b) const { return a + b; } };
        template <typename T, typename F>
        kernel void apply(device const T* a [[buffer(0)]], constant T* b [[buffer(1)]], device T* r [[buffer(2)]],
                          uint i [[thread_position_in_grid]]) {
            T c = table[i & 1];
            T x = a[i];
            r[i] = F()(x, b[i]) + c + T::one() + T(3);
            if (r[i] < T(0) || r[i].negative()) r[i] = -r[i];
        }
        template [[host_name("apply_real64")]] kernel void apply<real64, Plus<real64>>(
            device const real64*, constant real64*, device real64*, uint);"""
    )
    generator = np.random.default_rng(1)
    a, b = generator.normal(size=(2, 100)) * 10
    r = np.zeros(100)
    msl.compile(source).run("apply_real64", 100, a, b, r)
    np.testing.assert_array_equal(r, np.abs(a + b + np.tile([2.0, 3.0], 50) + 1 + 3))


@pytest.mark.feature("MSL", "C++: references and pointers to every address space, overloads by it, templates")
def test_address_space_overloads_and_generic_helpers(msl):
    source = (
        msl.HEAD
        + """
        struct State { uint s; uint next() { rotate_in(s); return s; } static void rotate_in(thread uint& x) { x = x
            * 3 + 1; } };
        float get(device const float* p, uint i) { return p[i]; }
        float get(constant float* p, uint i) { return p[i]; }
        float get(threadgroup const float* p, uint i) { return 100 * p[i]; }
        void add(thread float& x, thread const float* y) { x += *y; }
        struct Pair {
            float x;
            Pair() = default;
            Pair(float v) : x(v) {}
            operator float() const thread { return x; }
            operator float() const device { return x + 1000; }
            operator float() const constant { return x + 1000; }
            template <typename T> float plus(T y) const device { return x + y; }
            template <typename T> float plus(T y) const constant { return x + y; }
        };
        float whole(const constant Pair& p) { return p.plus(1); }
        float whole(const device Pair& p) { return p.plus(1); }
        constant float weights[3] = {1, 2, 3};
        constexpr constant float more[] = {0.5, 0.25};
        kernel void f(device const float* a [[buffer(0)]], constant float* b [[buffer(1)]], device float* r
            [[buffer(2)]],
                      threadgroup float* t [[threadgroup(0)]], uint i [[thread_position_in_grid]]) {
            t[i] = a[i];
            threadgroup_barrier(mem_flags::mem_threadgroup);
            float v[2] = {get(a, i) + get(t, i), more[1]};
            add(v[0], &v[1]);
            State state{i};
            r[i] = v[0] + weights[i % 3] + float(state.next()) + b[i]
                + float(((constant Pair*)b)[i]) + get(b, i);
        }"""
    )
    a, b, r = np.arange(6, dtype=np.float32), np.arange(6, dtype=np.float32), np.zeros(6, np.float32)
    module = msl.compile(source)
    module.run("f", 6, a, b, r, group=6, threadgroup={0: 64})
    np.testing.assert_array_equal(
        r, a + 100 * a + 0.25 + np.tile([1, 2, 3], 2) + 3 * np.arange(6) + 1 + b + 1000 + b + b
    )


@pytest.mark.feature("MSL", "atomics: `atomic_int`, `atomic_uint` on device and threadgroup memory")
@pytest.mark.parametrize("type_, dtype", [("uint", "u4"), ("int", "i4")])
def test_integer_atomics(msl, type_, dtype):
    source = (
        msl.HEAD
        + f"""
        kernel void f(device const {type_}* a [[buffer(0)]], device atomic_{type_}* r [[buffer(1)]],
                      device atomic<{type_}>& count [[buffer(2)]], uint i [[thread_position_in_grid]],
                      uint l [[thread_index_in_threadgroup]]) {{
            threadgroup atomic_{type_} local_sum;
            if (l == 0) atomic_store_explicit(&local_sum, {type_}(0), memory_order_relaxed);
            threadgroup_barrier(mem_flags::mem_threadgroup);
            atomic_fetch_add_explicit(&local_sum, a[i], memory_order_relaxed);
            atomic_fetch_add_explicit(&r[0], a[i], memory_order_relaxed);
            atomic_fetch_sub_explicit(&r[1], a[i], memory_order_relaxed);
            atomic_fetch_min_explicit(&r[2], a[i], memory_order_relaxed);
            atomic_fetch_max_explicit(&r[3], a[i], memory_order_relaxed);
            atomic_fetch_or_explicit(&r[4], a[i], memory_order_relaxed);
            atomic_fetch_and_explicit(&r[5], a[i], memory_order_relaxed);
            atomic_fetch_xor_explicit(&r[6], a[i], memory_order_relaxed);
            {type_} old = atomic_load_explicit(&r[7], memory_order_relaxed);
            while (!atomic_compare_exchange_weak_explicit(&r[7], &old, old + 1, memory_order_relaxed,
                memory_order_relaxed)) {{}}
            threadgroup_barrier(mem_flags::mem_threadgroup);
            if (l == 0) atomic_fetch_add_explicit(&count, atomic_load_explicit(&local_sum, memory_order_relaxed),
                memory_order_relaxed);
            if (i == 0) atomic_exchange_explicit(&r[8], {type_}(42), memory_order_relaxed);
        }}"""
    )
    a = np.random.default_rng(2).integers(0, 1 << 31, 1024).astype(dtype)
    r, count = np.array([0, 0, 2**31 - 1, 0, 0, -1, 0, 5, 1], np.int64).astype(dtype), np.zeros(1, dtype)
    # Sums wrap in the device and here.
    msl.compile(source).run("f", 1024, a, r, count)
    total = a.sum(dtype=dtype)
    expected = [
        total,
        np.zeros(1, dtype)[0] - total,
        a.min(),
        a.max(),
        np.bitwise_or.reduce(a),
        np.bitwise_and.reduce(a),
        np.bitwise_xor.reduce(a),
        1029,
        42,
    ]
    np.testing.assert_array_equal(r, np.array(expected, dtype))
    assert count[0] == total


@pytest.mark.feature("MSL", "atomics: `atomic_float`, `atomic_ulong`")
def test_float_and_long_atomics(msl):
    source = (
        msl.HEAD
        + """
        kernel void f(device atomic_float* a [[buffer(0)]], device atomic_ulong* b [[buffer(1)]], device atomic_bool*
            c [[buffer(2)]],
                      uint i [[thread_position_in_grid]]) {
            atomic_fetch_add_explicit(a, 0.5f, memory_order_relaxed);
            atomic_max_explicit(b, ulong(i) << 40, memory_order_relaxed);
            atomic_store_explicit(c, true, memory_order_relaxed);
        }"""
    )
    a, b, c = np.zeros(1, np.float32), np.zeros(1, np.uint64), np.zeros(1, np.uint32)
    msl.compile(source).run("f", 1000, a, b, c, group=100)
    assert (a[0], b[0], c[0]) == (500, 999 << 40, 1)


@pytest.mark.feature("MSL", "threadgroup memory: variables at any scope")
def test_threadgroup_memory_in_inner_scopes(msl):
    source = (
        msl.HEAD
        + """
        kernel void f(device uint* a [[buffer(0)]], uint i [[thread_position_in_threadgroup]], uint n
            [[threads_per_threadgroup]]) {
            constexpr uint size = 64;
            if (n > size) { return; } else { a[i] += 1; }
            for (uint round = 0; round < 3; ++round) {
                threadgroup uint tile[size];
                tile[i] = a[i];
                threadgroup_barrier(mem_flags::mem_threadgroup);
                { threadgroup uint2 other[2][size / 2]; other[i & 1][i / 2] = uint2(tile[n - 1 - i], round); 
                  threadgroup_barrier(mem_flags::mem_threadgroup);
                  a[i] = other[i & 1][i / 2].x + other[i & 1][i / 2].y; }
                threadgroup_barrier(mem_flags::mem_threadgroup);
            }
        }"""
    )
    a = np.arange(64, dtype=np.uint32)
    msl.compile(source).run("f", 64, a)
    np.testing.assert_array_equal(a, np.arange(64)[::-1] + 1 + 0 + 1 + 2)


@pytest.mark.feature("MSL", "threadgroup memory: arguments, barriers")
def test_reduction_in_threadgroup_memory(msl):
    source = (
        msl.HEAD
        + """
        template <typename T> T reduce(threadgroup T* s, uint t, uint n) {
            for (uint k = n / 2; k > 0; k >>= 1) {
                if (t < k) s[t] += s[t + k];
                threadgroup_barrier(mem_flags::mem_threadgroup);
            }
            return s[0];
        }
        kernel void f(device const int* a [[buffer(0)]], device int* r [[buffer(1)]], threadgroup int* s
            [[threadgroup(0)]],
                      uint i [[thread_position_in_grid]], uint t [[thread_position_in_threadgroup]],
                      uint n [[threads_per_threadgroup]], uint g [[threadgroup_position_in_grid]]) {
            s[t] = a[i];
            threadgroup_barrier(mem_flags::mem_threadgroup);
            int sum = reduce(s, t, n);
            if (t == 0) r[g] = sum;
        }"""
    )
    module = msl.compile(source)
    assert module.kernels["f"].uses_barrier and not module.kernels["f"].uses_simd
    a, r = np.arange(1024, dtype=np.int32), np.zeros(4, np.int32)
    module.run("f", 1024, a, r, group=256, threadgroup={0: 1024})
    np.testing.assert_array_equal(r, a.reshape(4, 256).sum(axis=1))


SIMD = {
    "simd_sum(v)": lambda v: np.full(32, v.sum(dtype=v.dtype)),
    "simd_min(v)": lambda v: np.full(32, v.min()),
    "simd_max(v)": lambda v: np.full(32, v.max()),
    "simd_and(v)": lambda v: np.full(32, np.bitwise_and.reduce(v)),
    "simd_or(v)": lambda v: np.full(32, np.bitwise_or.reduce(v)),
    "simd_xor(v)": lambda v: np.full(32, np.bitwise_xor.reduce(v)),
    "simd_product(v)": lambda v: np.full(32, np.multiply.reduce(v, dtype=v.dtype)),
    "simd_prefix_inclusive_sum(v)": lambda v: np.cumsum(v, dtype=v.dtype),
    "simd_prefix_exclusive_sum(v)": lambda v: np.cumsum(v, dtype=v.dtype) - v,
    "simd_prefix_inclusive_product(v)": lambda v: np.cumprod(v, dtype=v.dtype),
    "simd_shuffle(v, ushort((lane * 5) & 31))": lambda v: v[np.arange(32) * 5 & 31],
    "simd_broadcast(v, 7)": lambda v: np.full(32, v[7]),
    "simd_broadcast_first(v)": lambda v: np.full(32, v[0]),
    "simd_shuffle_xor(v, 9)": lambda v: v[np.arange(32) ^ 9],
    "simd_shuffle_down(v, 3)": lambda v: np.concatenate([v[3:], v[29:]]),
    "simd_shuffle_up(v, 3)": lambda v: np.concatenate([v[:3], v[:29]]),
    "simd_shuffle_rotate_down(v, 3)": lambda v: np.roll(v, -3),
    "simd_shuffle_rotate_up(v, 3)": lambda v: np.roll(v, 3),
}


@pytest.mark.feature("MSL", "SIMD groups: sum, product, min, max, and, or, xor, prefixes, broadcast, shuffles")
@pytest.mark.parametrize(
    "type_, dtype", [("uint", "u4"), ("int", "i4"), ("float", "f4"), ("uchar", "u1"), ("short", "i2"), ("half", "f2")]
)
def test_simd_group_functions(msl, type_, dtype):
    bitwise = type_ not in ("float", "half")
    calls = {e: f for e, f in SIMD.items() if bitwise or not e.startswith(("simd_and", "simd_or", "simd_xor"))}
    body = "".join(f"r[{k} * n + i] = {e}; " for k, e in enumerate(calls))
    source = (
        msl.HEAD
        + f"""
        kernel void f(device const {type_}* a [[buffer(0)]], device {type_}* r [[buffer(1)]], uint i
            [[thread_position_in_grid]],
                      uint n [[threads_per_grid]], uint lane [[thread_index_in_simdgroup]]) {{
            {type_} v = a[i];
            {body}
        }}"""
    )
    a = np.random.default_rng(3).integers(1, 3, 64).astype(dtype)
    if type_ == "half":
        a[:] = np.where(np.arange(64) % 16 == 0, 2, 1)
    r = np.zeros((len(calls), 64), dtype)
    module = msl.compile(source)
    assert module.kernels["f"].uses_simd
    module.run("f", 64, a, r)
    with np.errstate(over="ignore"):
        for row, (expression, reference) in zip(r, calls.items()):
            expected = np.concatenate([reference(a[:32]), reference(a[32:])])
            np.testing.assert_array_equal(row, expected, err_msg=expression)


@pytest.mark.feature("MSL", "SIMD groups: ballot, all, any, positions")
def test_simd_votes_and_positions(msl):
    source = (
        msl.HEAD
        + """
        kernel void f(device ulong* r [[buffer(0)]], uint i [[thread_position_in_grid]], uint lane
            [[thread_index_in_simdgroup]],
                      uint group [[simdgroup_index_in_threadgroup]], uint groups [[simdgroups_per_threadgroup]],
                      uint width [[threads_per_simdgroup]]) {
            device ulong* o = r + 7 * i;
            o[0] = ulong(simd_ballot(lane % 3 == 0));
            o[1] = simd_all(lane < 32) + 2 * simd_any(lane == 40) + 4 * simd_any(lane == 5);
            o[2] = lane; o[3] = group; o[4] = groups; o[5] = width;
            o[6] = simd_is_first();
        }"""
    )
    r = np.zeros((128, 7), np.uint64)
    msl.compile(source).run("f", 128, r)
    lane = np.arange(128) % 32
    ballot = sum(1 << k for k in range(0, 32, 3))
    expected = np.stack(
        [
            np.full(128, ballot),
            np.full(128, 5),
            lane,
            np.arange(128) // 32 % 2,
            np.full(128, 2),
            np.full(128, 32),
            lane == 0,
        ],
        axis=1,
    )
    np.testing.assert_array_equal(r, expected)


LAYOUTS = [
    ("struct P { uint n; float scale; packed_float3 offsets; float4 bias; };", 48),
    ("struct P { char a; long b; char c; };", 24),
    ("struct P { float3 a; half b; };", 32),
    ("struct Q { uchar a[3]; ushort b; }; struct P { Q q[2]; bool c; };", 14),
    ("constant constexpr uint N = 5; struct P { int a[N][2], b = 3; };", 44),
    (
        "struct P { int a; P() = default; P(int x) : a(x) {} int get() const { return a; } static int no(); };",
        4,
    ),
    ("constant constexpr uint N = 2; struct P { int a[N + 1]; };", 12),
    ("union P { uchar a[5]; uint b; };", 8),
    ("struct P { device float* p; int n; };", 16),
    ("using P = uint4;", 16),
    ("enum { A = 3, B }; struct P { half4 a[B << 1]; float3x2 m; array<float3, A> v; };", 144),
    ("struct Q { char c; float2 v; }; struct P { Q q[sizeof(Q) / 4]; atomic_uint n; vec<short, 3> s; };", 80),
    ("struct P { unsigned int a; metal::float2 b; };", 16),
]


@pytest.mark.parametrize("declaration, size", LAYOUTS, ids=range(len(LAYOUTS)))
def test_sizes_of_referenced_structs(msl, declaration, size):
    """As the front end counts and as the dialect's compiler lays out."""
    source = (
        msl.HEAD
        + declaration
        + "kernel void f(constant P& p [[buffer(0)]], device uint* r [[buffer(1)]]) { r[0] = sizeof(P); }"
    )
    module = msl.compile(source)
    actual = np.zeros(1, np.uint32)
    module.run("f", 1, np.zeros(256, np.uint8), actual)
    assert actual[0] == size
    assert module.kernels["f"].arguments[0].min_size == size


@pytest.mark.parametrize(
    "declaration",
    [
        "template <typename T> struct Q { T a; }; struct P { Q<int> q; };",
        "struct Q { int a; }; struct P : Q { int b; };",
        "struct P { int a : 3; };",
        "struct alignas(32) P { int a; };",
    ],
)
def test_sizes_that_are_not_known(msl, declaration):
    module = msl.compile(msl.HEAD + declaration + "kernel void f(constant P& p [[buffer(0)]]) {}")
    assert module.kernels["f"].arguments[0].min_size == 0


@pytest.mark.feature("MSL", "C++: the conditional operator over address spaces")
def test_conditional_operator_between_values_and_variables(msl):
    source = (
        msl.HEAD
        + """
        struct S { ulong b; };
        inline S make() { return {7}; }
        inline S pick(S x, bool c) { return c ? make() : x; }
        constant S table[2] = {{5}, {6}};
        constant constexpr int N = 3;
        template <int M> int number(bool c) { int local = 9; return c ? M : local; }
        kernel void f(device S* a [[buffer(0)]], device float4* b [[buffer(1)]], device int* n [[buffer(2)]],
                      uint i [[thread_position_in_grid]]) {
            S s = {i};
            float4 v = b[i], w = i & 1 ? v : float4(1.0f);
            w = i & 2 ? w : b[i];
            w.xy = i & 1 ? w.yx : v.zw;
            device float4* p = i < 2 ? b : 0;
            float4 u = (i & 1) ? (i & 2) ? v : float4(2) : -w;
            constexpr int m = N > 2 ? N : 0;
            int x = 1, y = 2;
            (i & 1 ? x : y) = m;
            device int& r = i & 1 ? n[i] : n[i];
            r = x * 100 + y * 10 + number<4>(i & 1) + (p ? 1000 : 0);
            a[i] = i == 0 ? pick(s, false) : i == 1 ? a[i] : i == 2 ? table[1] : s;
            b[i] = w + (i & 1 ? u : v);
        }"""
    )
    a, n = np.arange(10, 14).astype(np.uint64), np.zeros(4, np.int32)
    b = np.arange(16, dtype=np.float32).reshape(4, 4)
    expected = np.zeros_like(b)
    for i, v in enumerate(b):
        w = v.copy() if i & 1 else np.ones(4, np.float32)
        w = w if i & 2 else v.copy()
        w[:2] = w[1::-1] if i & 1 else v[2:]
        u = (v if i & 2 else np.full(4, 2)) if i & 1 else -w
        expected[i] = w + (u if i & 1 else v)
    msl.compile(source).run("f", 4, a, b, n)
    np.testing.assert_array_equal(a, [0, 11, 6, 3])
    np.testing.assert_array_equal(b, expected)
    np.testing.assert_array_equal(n, [1000 + 100 + 30 + 9, 1000 + 300 + 20 + 4, 100 + 30 + 9, 300 + 20 + 4])
