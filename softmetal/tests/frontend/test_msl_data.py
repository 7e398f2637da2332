# ruff: noqa: E501  (lines of MSL in strings)
"""Matrices, packed numbers, bfloat, packed vectors, arrays and limits, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

OFF = "#pragma METAL fp contract(off)\n"
SHAPES = [(columns, rows) for columns in (2, 3, 4) for rows in (2, 3, 4)]


def run(msl, body: str, count: int, dtype: str, *inputs: np.ndarray, head: str = "", types: tuple[str, ...] = ()):
    """The array r that one thread's body leaves; inputs are a, b, c of the types given."""
    name = {"f4": "float", "u4": "uint", "i4": "int", "u2": "ushort", "f2": "half"}[dtype]
    arguments = "".join(
        f", device const {t}* {n} [[buffer({k + 1})]]" for k, (t, n) in enumerate(zip(types, "abc", strict=False))
    )
    source = f"{msl.HEAD}{OFF}{head}\nkernel void f(device {name}* r [[buffer(0)]]{arguments}) {{ {body} }}"
    result = np.zeros(count, dtype)
    msl.compile(source).run("f", 1, result, *inputs)
    return result


def matrix_values(generator: np.random.Generator, columns: int, rows: int) -> np.ndarray:
    """Small integers, exact in every type: [column, row]."""
    return generator.integers(-4, 5, (columns, rows)).astype("f4")


@pytest.mark.feature("MSL", "matrices: constructors, columns, sums, products, transpose, determinant, layout")
@pytest.mark.parametrize("type_", ["float", "half"])
def test_matrices(msl, type_):
    generator = np.random.default_rng(31)
    body, expected = [], []

    def store(expression: str, value: np.ndarray) -> None:
        """Compares the elements of a matrix or vector expression, column after column."""
        flat = np.atleast_2d(value)
        whole = np.ndim(value) == 2
        body.append(f"{{ auto v = {expression}; ")
        for c, r in np.ndindex(*flat.shape):
            body.append(f"r[{len(expected)}] = float(v{f'[{c}]' if whole else ''}[{r}]); ")
            expected.append(flat[c, r])
        body.append("}\n")

    def literal(m: np.ndarray, columns: bool = False) -> str:
        name = f"{type_}{m.shape[0]}x{m.shape[1]}"
        parts = [f"{type_}{m.shape[1]}({', '.join(map(str, c))})" for c in m] if columns else map(str, m.ravel())
        return f"{name}({', '.join(parts)})"

    for columns, rows in SHAPES:
        m, n = (matrix_values(generator, columns, rows) for _ in range(2))
        k = matrix_values(generator, 3, columns)
        v, w = matrix_values(generator, 1, columns)[0], matrix_values(generator, 1, rows)[0]
        name, right, left = f"{type_}{columns}x{rows}", f"{type_}{columns}", f"{type_}{rows}"
        store(literal(m), m)
        store(literal(m, columns=True), m)
        store(f"{name}(2)", 2 * np.eye(columns, rows))
        store(f"{literal(m)} + {literal(n)}", m + n)
        store(f"{literal(m)} - {literal(n)}", m - n)
        store(f"-{literal(m)}", -m)
        store(f"{literal(m)} * 3", 3 * m)
        store(f"{type_}(3) * {literal(m)}", 3 * m)
        store(f"{literal(m)} * {right}({', '.join(map(str, v))})", v @ m)
        store(f"{left}({', '.join(map(str, w))}) * {literal(m)}", m @ w)
        store(f"{literal(m)} * {literal(k)}", k @ m)
        store(f"transpose({literal(m)})", m.T)
        store(
            f"matrix<{type_}, {columns}, {rows}>({'half' if type_ == 'float' else 'float'}{columns}x{rows}(1))",
            np.eye(columns, rows),
        )
        if columns == rows:
            body.append(f"r[{len(expected)}] = float(determinant({literal(m)}));\n")
            expected.append(round(np.linalg.det(m.astype("f8"))))
    body.append(
        f"{{ {type_}3x2 m = {{{{1, 2}}, {{3, 4}}, {{5, 6}}}}; m[1].y = 9; m.columns[2] = {type_}2(7); m *= 2; m += m; m -= {type_}3x2(1);"
        f" for (int c = 0; c < 3; ++c) for (int k = 0; k < 2; ++k) r[{len(expected)} + 2 * c + k] = float(m[c][k]);"
        f" r[{len(expected) + 6}] = m == m; r[{len(expected) + 7}] = m != m; }}"
    )
    expected += [3, 8, 12, 35, 28, 28, 1, 0]
    result = run(msl, "".join(body), len(expected), "f4")
    np.testing.assert_array_equal(result, np.array(expected, "f4"))


def test_layout_of_matrices(msl):
    body, expected = "", []
    for type_, size in (("float", 4), ("half", 2)):
        for columns, rows in SHAPES:
            name, column = f"{type_}{columns}x{rows}", size * (2 if rows == 2 else 4)
            body += f"r[{len(expected)}] = sizeof({name}); r[{len(expected) + 1}] = alignof({name}); "
            expected += [columns * column, column]
    np.testing.assert_array_equal(run(msl, body, len(expected), "u4"), expected)
    source = msl.HEAD + "kernel void f(constant float4x3& m [[buffer(0)]], constant half2x2& n [[buffer(1)]]) {}"
    assert [a.min_size for a in msl.compile(source).kernels["f"].arguments[:-1]] == [64, 8]


def normalized(values: np.ndarray, bits: int, signed: bool) -> np.ndarray:
    """What packing makes of a number: rounded to even, clamped, NaN as 0."""
    top = (1 << (bits - signed)) - 1
    clean = np.clip(np.nan_to_num(values.astype("f4"), nan=0), -1 if signed else 0, 1)
    return np.rint(clean * np.float32(top)).astype(np.int64) & ((1 << bits) - 1)


PACKINGS = [
    ("unorm4x8", 8, 4, False),
    ("snorm4x8", 8, 4, True),
    ("unorm2x16", 16, 2, False),
    ("snorm2x16", 16, 2, True),
]


@pytest.mark.feature("MSL", "functions: pack and unpack, unorm and snorm 4x8 and 2x16, sRGB, 10a2, 565")
@pytest.mark.parametrize("type_, dtype", [("float", "f4"), ("half", "f2")])
def test_packing(msl, type_, dtype):
    generator = np.random.default_rng(32)
    for name, bits, width, signed in PACKINGS:
        values = generator.uniform(-1.2, 1.2, (200, width)).astype(dtype)
        values[:4] = [[0] * width, [1] * width, [-1] * width, [np.nan] * width]
        words = generator.integers(0, 1 << 32, 200, dtype=np.uint32)
        words[:4] = [0, 0xFFFFFFFF, 0x80808080, 0x7FFF8000]
        packed = msl.map(f"pack_{type_}_to_{name}(a)", values, result="uint", types=[f"{type_}{width}"], head=OFF)
        fields = normalized(values, bits, signed)
        expected = sum(fields[:, k] << (k * bits) for k in range(width))
        np.testing.assert_array_equal(packed, expected.astype("u4"), name)
        unpacked = msl.map(f"unpack_{name}_to_{type_}(a)", words, result=f"{type_}{width}", types=["uint"], head=OFF)
        raw = np.stack([(words >> np.uint32(k * bits)) & np.uint32((1 << bits) - 1) for k in range(width)], 1).astype(
            "i8"
        )
        raw = np.where(signed & (raw >> (bits - 1) == 1), raw - (1 << bits), raw)
        exact = np.maximum(raw.astype("f4") / np.float32((1 << (bits - signed)) - 1), np.float32(-1)).astype(dtype)
        np.testing.assert_array_equal(unpacked, exact, name)


def test_packing_of_colours(msl):
    body = """
        r[0] = pack_float_to_unorm10a2(float4(1, 0, 0.5, 1)); r[1] = pack_float_to_unorm565(float3(1, 0, 1));
        r[2] = pack_float_to_srgb_unorm4x8(float4(0, 1, 0.21404114, 0.5));
        r[3] = uint(round(unpack_unorm4x8_srgb_to_float(188).x * 1e6f));
        r[4] = uint(round(unpack_unorm10a2_to_float(3u << 30 | 1023u << 10).y + unpack_unorm10a2_to_float(3u << 30).w));
        r[5] = uint(round(unpack_unorm565_to_float(0x07e0).y * 100));"""
    srgb = ((188 / 255 + 0.055) / 1.055) ** 2.4  # IEC 61966-2-1
    expected = [1023 | 512 << 20 | 3 << 30, 31 << 11 | 31, 255 << 8 | 127 << 16 | 128 << 24, round(srgb * 1e6), 2, 100]
    np.testing.assert_allclose(run(msl, body, 6, "u4").astype("i8"), expected, atol=(1 << 16) + 1, rtol=0)
    result = run(msl, body, 6, "u4").astype("i8")
    assert list(result[[0, 1, 4, 5]]) == [expected[k] for k in (0, 1, 4, 5)]
    assert abs(int(result[3]) - expected[3]) <= 2


def to_bfloat(values: np.ndarray) -> np.ndarray:
    """Bits of floats rounded to nearest even in their upper half."""
    bits = values.astype("f4").view("u4").astype("u8")
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(values), (bits >> 16) | 0x40, rounded).astype("u2")


def from_bfloat(bits: np.ndarray) -> np.ndarray:
    return (bits.astype("u4") << 16).view("f4")


@pytest.mark.feature("MSL", "`bfloat` (Metal 3.1): storage, conversions to nearest even, arithmetic, vectors")
def test_bfloat(msl):
    generator = np.random.default_rng(33)
    values = generator.integers(0, 1 << 32, 20000, dtype=np.uint32).view("f4")
    values[:6] = [0, -0.0, np.inf, -np.inf, 3.4e38, 1.0 + 2**-8]
    as_bits = "as_type<ushort>(bfloat(a))"
    np.testing.assert_array_equal(msl.map(as_bits, values, result="ushort", types=["float"]), to_bfloat(values))
    every = np.arange(1 << 16, dtype="u2")
    wide = msl.map("as_type<uint>(float(as_type<bfloat>(a)))", every, result="uint", types=["ushort"])
    np.testing.assert_array_equal(wide, every.astype("u4") << 16)
    a, b = (to_bfloat(generator.normal(size=1000).astype("f4")) for _ in range(2))
    x, y = from_bfloat(a), from_bfloat(b)
    operations = {"a + b": x + y, "a - b": x - y, "a * b": x * y, "a / b": x / y, "-a": -x, "a * 3": x * 3}
    head = OFF + "bfloat twice(bfloat v) { v += v; v++; return v; }\n"
    operations["twice(a)"] = from_bfloat(to_bfloat(x + x)) + 1
    expressions = [f"as_type<ushort>(bfloat({e}))" for e in operations]
    for result, (expression, value) in zip(
        msl.map_all(expressions, a, b, result="ushort", types=["bfloat"] * 2, head=head),
        operations.items(),
        strict=True,
    ):
        np.testing.assert_array_equal(result, to_bfloat(value), expression)
    for result, value in zip(
        msl.map_all(["a < b", "a == b", "a * 1.5f > float(b)"], a, b, result="bool", types=["bfloat"] * 2),
        [x < y, x == y, x * 1.5 > y],
        strict=True,
    ):
        np.testing.assert_array_equal(result, value)
    whole = generator.integers(-(1 << 62), 1 << 62, 2000)
    exact = [to_nearest_bfloat(int(v)) for v in whole]
    np.testing.assert_array_equal(msl.map(as_bits, whole, result="ushort", types=["long"]), exact)
    vector = run(msl, "bfloat4 v(1, 2, 3, 4); v = v * 2.0bf + bfloat4(float4(1)); r[0] = float4(v).w; r[1] = sizeof(bfloat3);"
                      "r[2] = sizeof(packed_bfloat3); r[3] = v.zy.x;", 4, "f4")  # fmt: skip
    np.testing.assert_array_equal(vector, [9, 8, 6, 7])


def to_nearest_bfloat(value: int) -> int:
    """Bits of an integer rounded once."""
    magnitude = abs(value)
    shift = max(magnitude.bit_length() - 8, 0)
    kept, rest = magnitude >> shift, magnitude & ((1 << shift) - 1)
    half = (1 << shift) >> 1
    kept += rest > half or (rest == half and shift > 0 and kept & 1)
    return int(np.float32(np.sign(value) * float(kept) * 2.0**shift).view("u4")) >> 16


def test_bfloat_comes_with_metal_3_1(msl):
    source = "kernel void f(device bfloat* a [[buffer(0)]]) {}\n#ifndef __HAVE_BFLOAT__\n#error none\n#endif"
    msl.compile(source, language_version=3 << 16 | 1)
    for version in (3 << 16, 2 << 16 | 4):
        with pytest.raises(msl.CompileError, match=r"#error none"):
            msl.compile(source, language_version=version)
        with pytest.raises(msl.CompileError, match=r"'bfloat' needs Metal 3.1"):
            msl.compile(source.split("\n")[0], language_version=version)


@pytest.mark.feature("MSL", "vectors: packed, with components, swizzles and arithmetic, as arguments of functions")
@pytest.mark.parametrize("type_, dtype", [("float", "f4"), ("half", "f2"), ("int", "i4"), ("ushort", "u2")])
def test_packed_vectors(msl, type_, dtype):
    body = f"""
        packed_{type_}3 p(1, 2, 3); const packed_{type_}3 q = p;
        p.x = 5; p += 1; p.yz = {type_}2(8, 9);
        {type_}3 sum = p + q, more = p * 2 + {type_}3(1) - q, most = max(p, q), least = min(q, {type_}(2));
        for (int k = 0; k < 3; ++k) {{ r[k] = sum[k]; r[3 + k] = more[k]; r[6 + k] = most[k]; r[9 + k] = least[k]; }}
        r[12] = p.zyx.x; r[13] = p.r; r[14] = all(p == p) + any(p < q); p = sum; r[15] = p[2]; p.xy++; r[16] = p.y;
        vec<{type_}, 3> v(p); packed_vec<{type_}, 2> w(v.xy); r[17] = w.x; r[18] = sizeof(w);"""
    p, q = np.array([6, 8, 9]), np.array([1, 2, 3])
    size = 2 * np.dtype(dtype).itemsize
    expected = [*(p + q), *(p * 2 + 1 - q), *p, *np.minimum(q, 2), 9, 6, 1, 12, 11, 8, size]
    np.testing.assert_array_equal(run(msl, body, 19, dtype), expected)


@pytest.mark.feature("MSL", "functions: scalars beside vectors")
def test_scalars_beside_vectors(msl):
    v = np.random.default_rng(34).uniform(0.1, 3, (100, 3)).astype("f4")
    a = np.zeros((100, 4), "f4")
    a[:, :3] = v
    f = np.float32
    t = np.clip((v - f(0)) / f(4), 0, 1)
    expected = {
        "max(a, 2.0f)": np.maximum(v, 2),
        "min(2.0f, a)": np.minimum(v, 2),
        "clamp(a, 1.0f, 2.0f)": np.clip(v, 1, 2),
        "step(1.0f, a)": (v >= 1).astype("f4"),
        "smoothstep(0.0f, 4.0f, a)": t * t * (3 - 2 * t),
        "mix(a, 2.0f, 0.5f)": v + (2 - v) * f(0.5),
        "fmod(a, 1)": np.fmod(v, 1),
        "copysign(a, -1)": -v,
        "max3(a, 1, 2.0f)": np.maximum(v, 2),
        "float3(atan2(a, 1.0f) > 0)": np.ones_like(v),
        "select(a, float3(1), a > 1)": np.where(v > 1, 1, v),
    }
    results = msl.map_all(list(expected), a, result="float3", types=["float3"], head=OFF)
    for result, (expression, value) in zip(results, expected.items(), strict=True):
        np.testing.assert_allclose(result, value, rtol=3e-7, err_msg=expression)


LIMITS = {
    "float": (np.finfo("f4"), 24, 6, 9, -125, -37, 128, 38),
    "half": (np.finfo("f2"), 11, 3, 5, -13, -4, 16, 4),
}


@pytest.mark.feature("MSL", "`numeric_limits`, `array`")
def test_limits_and_arrays(msl):
    head = "template <typename T> void all_of(device float* r) { typedef numeric_limits<T> L; r[0] = L::digits; r[1] = L::digits10; \
        r[2] = L::max_digits10; r[3] = L::min_exponent; r[4] = L::min_exponent10; r[5] = L::max_exponent; r[6] = L::max_exponent10; \
        r[7] = L::max(); r[8] = L::min(); r[9] = L::lowest(); r[10] = L::epsilon(); r[11] = L::denorm_min(); r[12] = L::infinity(); \
        r[13] = L::quiet_NaN(); r[14] = L::signaling_NaN(); r[15] = L::is_iec559 + 2 * L::is_integer + 4 * L::has_infinity; }"
    for name, (info, *numbers) in LIMITS.items():
        result = run(msl, f"all_of<{name}>(r);", 16, "f4", head=head)
        expected = [
            *numbers,
            info.max,
            info.tiny,
            info.min,
            info.eps,
            info.smallest_subnormal,
            np.inf,
            np.nan,
            np.nan,
            5,
        ]
        np.testing.assert_array_equal(result, np.array(expected, "f4"), name)
    body = """
        array<int, 3> a = {1, 2, 3}; const array<int, 2> b = {{4, 5}}; constant constexpr array<int, 2>& c = table;
        array<float2, 2> d; d[1] = float2(6, 7); array<array<int, 2>, 2> e = {{{{8, 9}}, {{10, 11}}}};
        a[0] += b[1]; r[0] = a[0]; r[1] = a.size() + b.size(); r[2] = a.empty(); r[3] = c[1]; r[4] = int(d[1].y); r[5] = e[1][0];
        r[6] = numeric_limits<ulong>::digits10; r[7] = numeric_limits<char>::lowest(); r[8] = numeric_limits<float3>::is_specialized;"""
    result = run(msl, body, 9, "i4", head="constant array<int, 2> table = {12, 13};")
    np.testing.assert_array_equal(result, [6, 5, 0, 13, 7, 10, 19, -128, 0])
