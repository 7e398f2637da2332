"""Vectors: constructors, swizzles, operators, packed types, layout; integer functions; limits and arrays."""

from __future__ import annotations

import numpy as np
import pytest

V = np.arange(1, 33, dtype=np.float32).reshape(8, 4)


def rows(msl, expressions: list[str], result: str, inputs=(V,), types=("float4",), head: str = "") -> list[np.ndarray]:
    return msl.map_all(expressions, *inputs, result=result, types=types, head=head)


@pytest.mark.feature("MSL", "vectors: all constructors")
def test_constructors(msl):
    x, y, z, w = V.T
    one = np.ones_like(x)
    expected = {
        "float4(a.x, a.y, a.z, a.w)": (x, y, z, w),
        "float4(a.xy, a.zw)": (x, y, z, w),
        "float4(a.x, a.yz, a.w)": (x, y, z, w),
        "float4(a.xyz, 1)": (x, y, z, one),
        "float4(1, a.xyz)": (one, x, y, z),
        "float4(2)": (2 * one,) * 4,
        "float4(int4(a) * 2)": (2 * x, 2 * y, 2 * z, 2 * w),
        "vec<float, 4>(1, 2, 3, 4)": (one, 2 * one, 3 * one, 4 * one),
        "float4{a.x, 2, 3, a.w}": (x, 2 * one, 3 * one, w),
        "make<float4>(a.y)": (y, y, y, y),
        "direct(a)": (w, one, x, y),
        "float4(half4(a))": (x, y, z, w),
        "braces(a)": (x, x, x, y),
        "1": (one,) * 4,
        "metal::float4(a)": (x, y, z, w),
        "float4(packed_float4(a))": (x, y, z, w),
        "float4(packed_float3(a.zyx), a.w)": (z, y, x, w),
        "float4(bool4(a > 2.0f)) * a": (x * (x > 2), y * (y > 2), z, w),
        "by_index(a)": (x, y, z, w),
    }
    head = """
        template <typename T> T make(float x) { return T(x, x, x, x); }
        float4 direct(float4 a) { float4 v(a.w, 1, a.xy); return v; }
        float4 braces(float4 a) { float3 v = {a.x, a.x, a.x}; float4 r = {v, a.y}; return r; }
        float4 by_index(float4 a) {
            float v[4];
            float4 r;
            for (int i = 0; i < 4; ++i) v[i] = a[i];
            for (int i = 0; i < 4; ++i) r[i] = v[i];
            return r;
        }"""
    for result, (expression, columns) in zip(rows(msl, list(expected), "float4", head=head), expected.items()):
        np.testing.assert_array_equal(result, np.stack(columns, 1), expression)


READ = ["xy", "yx", "wz", "xx", "xyz", "zyx", "wwx", "xyzw", "wzyx", "xxyy", "rg", "bgra", "abg"]
WRITE = ["xy", "zx", "wy", "xyz", "wzx", "wzyx", "rg", "abgr"]


def numbers(count: int) -> str:
    return ", ".join(str(k + 50) for k in range(count))


def at(name: str) -> list[int]:
    return [("xyzw" if letter in "xyzw" else "rgba").index(letter) for letter in name]


@pytest.mark.feature("MSL", "vectors: swizzles, read and written")
@pytest.mark.parametrize(
    "field", ["", "struct Clash { float2 xy; float r; float3 zyx, abg; };"], ids=["methods", "fields too"]
)
def test_swizzles(msl, field):
    """Also where the program's own types have fields of the same names."""
    for size in (2, 3, 4):
        names = [name for name in READ if len(name) == size]
        for name, result in zip(names, rows(msl, [f"a.{name}" for name in names], f"float{size}", head=field)):
            np.testing.assert_array_equal(result, V[:, at(name)], name)
    head = field + "".join(
        f"float4 set_{n}(float4 a) {{ a.{n} = float{len(n)}({numbers(len(n))}); return a; }}"
        f"float4 add_{n}(float4 a) {{ a.{n} += a.{n} * 2; return a; }}"
        for n in WRITE
    )
    set_ = rows(msl, [f"set_{n}(a)" for n in WRITE], "float4", head=head)
    add = rows(msl, [f"add_{n}(a)" for n in WRITE], "float4", head=head)
    for name, was_set, was_added in zip(WRITE, set_, add):
        expected = V.copy()
        expected[:, at(name)] = np.arange(len(name)) + 50
        np.testing.assert_array_equal(was_set, expected, name)
        expected = V.copy()
        expected[:, at(name)] *= 3
        np.testing.assert_array_equal(was_added, expected, name)


def test_swizzles_in_memory_and_members(msl):
    source = (
        msl.HEAD
        + """
        struct P { float4 a; packed_float3 b; };
        kernel void f(device P* p [[buffer(0)]], constant float4& c [[buffer(1)]], threadgroup float4* t
            [[threadgroup(0)]],
                      uint i [[thread_position_in_grid]]) {
            device P& q = p[i];
            t[i] = c;
            t[i].yz = q.a.xy;
            q.a.zw = c.xy + t[i].yz;
            p[i].b[1] = dot(c.xyz, t[i].wzy);
            float3 b = q.b;
            q.b = b.zxy + 1;
            q.a.x += q.a.rgb.z;
        }"""
    )
    p = np.zeros(2, np.dtype({"names": ["a", "b"], "formats": ["4f4", "3f4"], "offsets": [0, 16], "itemsize": 32}))
    p["a"], p["b"] = V[:2], V[2:4, :3]
    c = np.array([1, 2, 3, 4], np.float32)
    a, b = p["a"].copy(), p["b"].copy()
    msl.compile(source).run("f", 2, p, c, threadgroup={0: 64})
    for i in range(2):
        t = np.array([c[0], a[i][0], a[i][1], c[3]])
        a[i][2:] = c[:2] + t[1:3]
        b[i][1] = c[0] * t[3] + c[1] * t[2] + c[2] * t[1]
        b[i] = b[i][[2, 0, 1]] + 1
        a[i][0] += a[i][2]
    np.testing.assert_array_equal(p["a"], a)
    np.testing.assert_array_equal(p["b"], b)


INTEGERS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"]
NUMPY = dict(zip(INTEGERS, ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]))


@pytest.mark.feature("MSL", "vectors: operators over all element types")
@pytest.mark.parametrize(
    "type_, width",
    [
        *((type_, 4) for type_ in [*INTEGERS, "float", "half", "double"]),
        *((type_, width) for type_ in ["uchar", "int", "half", "float"] for width in (2, 3)),
    ],
)
def test_operators(msl, type_, width):
    integer = type_ in INTEGERS
    dtype = np.dtype({**NUMPY, "float": "f4", "half": "f2", "double": "f8"}[type_])
    generator = np.random.default_rng(20)
    a, b = (generator.integers(1, 100, (16, 4)).astype(dtype) for _ in range(2))
    a, b = (np.ascontiguousarray(m if width != 2 else m[:, :2]) for m in (a, b))
    vector = f"{type_}{width}"
    one, two = dtype.type(1), dtype.type(2)
    expected = {
        "a + b": a + b,
        "a - b": a - b,
        "a * b": a * b,
        "a + 2": a + two,
        "2 - a": two - a,
        "-a": np.zeros_like(a) - a,
        "a / b": a // b if integer else a / b,
        "compound(a, b)": (a + b) * b - two + one - one,
        "max(a, b)": np.maximum(a, b),
        "min(a, b)": np.minimum(a, b),
        "clamp(a, T(3), T(50))": np.clip(a, two + dtype.type(1), dtype.type(50)),
        "select(a, b, a < b)": np.where(a < b, b, a),
        "V(a == b || a > b)": ((a == b) | (a > b)).astype(dtype),
        "V(!(a <= b) && a != b)": (~(a <= b) & (a != b)).astype(dtype),
    }
    if integer:
        expected.update(
            {
                "a % b": a % b,
                "a & b": a & b,
                "a | b": a | b,
                "a ^ b": a ^ b,
                "~a": ~a,
                "a << T(1)": a << dtype.type(1),
                "a >> T(1)": a >> dtype.type(1),
            }
        )
    head = (
        f"typedef {vector} V; typedef {type_} T; V compound(V a, V b) {{ a += b; a *= b; a -= 2; a++; --a; return a; }}"
    )
    results = rows(msl, list(expected), vector, (a, b), (vector, vector), head)
    for result, (expression, value) in zip(results, expected.items()):
        np.testing.assert_array_equal(result, value[:, :width].astype(dtype), expression)


@pytest.mark.feature("MSL", "vectors: packed and ordinary, sizes and alignments")
def test_sizes_and_alignments(msl):
    types = [f"{t}{n}" for t in ("uchar", "half", "int", "ulong", "float", "bool") for n in (2, 3, 4)]
    types += [f"packed_{t}{n}" for t in ("uchar", "half", "float") for n in (2, 3, 4)]
    body = "".join(f"r[{2 * k}] = sizeof({t}); r[{2 * k + 1}] = alignof({t}); " for k, t in enumerate(types))
    r = np.zeros(2 * len(types), np.uint32)
    msl.compile(msl.HEAD + f"kernel void f(device uint* r [[buffer(0)]]) {{ {body} }}").run("f", 1, r)
    scalar = {"uchar": 1, "half": 2, "int": 4, "ulong": 8, "float": 4, "bool": 1}
    for name, size, alignment in zip(types, r[::2], r[1::2]):
        packed, base = name.startswith("packed_"), name.removeprefix("packed_")
        count = int(base[-1])
        bytes_ = scalar[base[:-1]]
        whole = bytes_ * (4 if count == 3 and not packed else count)
        assert (size, alignment) == (whole, bytes_ if packed else whole), name


def test_lossy_mixes_are_refused(msl):
    for expression in ("int4(1) + 0.5f", "float4(float3(1), float3(2))", "float4(1, 2, 3)", "float4(1) + float3(1)"):
        with pytest.raises(msl.CompileError, match="program_source:3:.*error"):
            msl.compile(
                f"{msl.HEAD}kernel void f(device float4* r [[buffer(0)]]) {{ r[0] = float4({expression}); }}"
            ).program()


def python_bits(value: int, bits: int, signed: bool) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


@pytest.mark.feature("MSL", "functions: integers, bits")
@pytest.mark.parametrize("type_", INTEGERS)
def test_integer_functions(msl, type_):
    dtype = np.dtype(NUMPY[type_])
    bits, signed = dtype.itemsize * 8, dtype.kind == "i"
    info = np.iinfo(dtype)
    generator = np.random.default_rng(21)
    a, b, c = (generator.integers(info.min, info.max, 500, dtype=dtype, endpoint=True) for _ in range(3))
    a[:6], b[:6] = [0, 1, info.min, info.max, info.max, info.min], [0, info.max, info.min, info.max, 1, 1]
    fold = lambda value: python_bits(value, bits, signed)  # noqa: E731
    saturate = lambda value: min(max(value, info.min), info.max)  # noqa: E731
    unsigned = lambda value: value & ((1 << bits) - 1)  # noqa: E731
    functions = {
        "max(a, b)": lambda x, y, z: max(x, y),
        "min(a, b)": lambda x, y, z: min(x, y),
        "abs(a)": lambda x, y, z: fold(abs(x)),
        "clamp(a, min(b, c), max(b, c))": lambda x, y, z: min(max(x, min(y, z)), max(y, z)),
        "max3(a, b, c)": max,
        "min3(a, b, c)": min,
        "median3(a, b, c)": lambda *v: sorted(v)[1],
        "select(a, b, a < b)": lambda x, y, z: y if x < y else x,
        "T(absdiff(a, b))": lambda x, y, z: fold(abs(x - y)),
        "addsat(a, b)": lambda x, y, z: saturate(x + y),
        "subsat(a, b)": lambda x, y, z: saturate(x - y),
        "hadd(a, b)": lambda x, y, z: (x + y) >> 1,
        "rhadd(a, b)": lambda x, y, z: (x + y + 1) >> 1,
        "mulhi(a, b)": lambda x, y, z: (x * y) >> bits,
        "madhi(a, b, c)": lambda x, y, z: fold(((x * y) >> bits) + z),
        "madsat(a, b, c)": lambda x, y, z: saturate(x * y + z),
        "rotate(a, T(3))": lambda x, y, z: fold(unsigned(x) << 3 | unsigned(x) >> (bits - 3)),
        "clz(a)": lambda x, y, z: bits - unsigned(x).bit_length(),
        "ctz(a)": lambda x, y, z: (unsigned(x) & -unsigned(x)).bit_length() - 1 if x else bits,
        "popcount(a)": lambda x, y, z: bin(unsigned(x)).count("1"),
        "reverse_bits(a)": lambda x, y, z: fold(int(format(unsigned(x), f"0{bits}b")[::-1], 2)),
        "extract_bits(a, 2, 5)": lambda x, y, z: python_bits(unsigned(x) >> 2, 5, signed),
        "insert_bits(a, b, 1, 4)": lambda x, y, z: fold((unsigned(x) & ~0x1E) | (unsigned(y) & 15) << 1),
        "a << T(2)": lambda x, y, z: fold(x << 2),
        "a >> T(2)": lambda x, y, z: x >> 2,
        "as_type<T>(a)": lambda x, y, z: x,
        "numeric_limits<T>::max()": lambda x, y, z: info.max,
        "numeric_limits<T>::min()": lambda x, y, z: info.min,
        "V(a, b).y": lambda x, y, z: y,
        "mulhi(V(a, b), V(c, c)).y": lambda x, y, z: (y * z) >> bits,
        "popcount(V(a, b)).y": lambda x, y, z: bin(unsigned(y)).count("1"),
        "clamp(V(a, b), T(1), T(9)).x": lambda x, y, z: min(max(x, 1), 9),
    }
    head = f"typedef {type_} T; typedef {type_}2 V;"
    results = msl.map_all(list(functions), a, b, c, result=type_, types=[type_] * 3, head=head)
    for result, (expression, function) in zip(results, functions.items()):
        expected = [function(int(x), int(y), int(z)) for x, y, z in zip(a, b, c)]
        np.testing.assert_array_equal(result, np.array(expected, object).astype(dtype), expression)


@pytest.mark.feature("MSL", "functions: `as_type`; `array`")
def test_as_type_and_arrays(msl):
    a = np.random.default_rng(22).normal(size=100).astype("f4")
    bits = msl.map("as_type<uint>(a)", a, result="uint", types=["float"])
    np.testing.assert_array_equal(bits, a.view("u4"))
    swapped = msl.map("as_type<float2>(as_type<ulong>(float2(a, -a)))", a, result="float2", types=["float"])
    np.testing.assert_array_equal(swapped, np.stack([a, -a], 1))
    head = "float third(float x) { array<float, 3> v = {x, x + 1, x + 2}; v[2] *= 2; return v[2] + v.size(); }"
    np.testing.assert_array_equal(
        msl.map("third(a)", a, result="float", types=["float"], head=head), (a + np.float32(2)) * 2 + 3
    )
