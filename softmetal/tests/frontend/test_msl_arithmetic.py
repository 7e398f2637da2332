"""Arithmetic: contraction, exact operations, subnormals, and the error of the elementary functions."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

SIZE = 20000
OFF = "#pragma METAL fp contract(off)\n"


def finite(generator: np.random.Generator, dtype: str, size: int = SIZE) -> np.ndarray:
    """Numbers of many magnitudes, with zeros, subnormals, infinities and NaN among them."""
    bits = {"f2": "u2", "f4": "u4", "f8": "u8"}[dtype]
    values = generator.integers(0, np.iinfo(bits).max, size, dtype=bits, endpoint=True).view(dtype)
    special = np.array(
        [0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, np.finfo(dtype).tiny / 4, np.finfo(dtype).max], dtype
    )
    values[: len(special)] = special
    values[-len(special) :] = generator.permutation(special)
    return values


def same(actual: np.ndarray, expected: np.ndarray, what: str = "") -> None:
    """Equal bit for bit, any NaN to any NaN."""
    np.testing.assert_array_equal(np.isnan(actual), np.isnan(expected), what)
    keep = ~np.isnan(expected)
    np.testing.assert_array_equal(actual[keep], expected[keep], what)
    np.testing.assert_array_equal(np.signbit(actual[keep]), np.signbit(expected[keep]), what)


@pytest.mark.feature("MSL", "arithmetic: `#pragma METAL fp contract`")
@pytest.mark.parametrize("type_, dtype", [("float", "f4"), ("double", "f8")])
def test_contraction_off_holds(msl, type_, dtype):
    a, b, c = np.random.default_rng(4).normal(size=(3, SIZE)).astype(dtype)
    expected = [a * b + c, c - a * b, a * b - c * a]
    expressions = ["a * b + c", "c - a * b", "a * b - c * a"]
    for result, reference in zip(
        msl.map_all(expressions, a, b, c, result=type_, types=[type_] * 3, head=OFF), expected
    ):
        same(result, reference)


def test_contraction_off_holds_through_functions_templates_and_vectors(msl):
    head = (
        OFF
        + """
        template <typename T> T times(T a, T b) { return a * b; }
        struct Number { float v; };
        Number operator*(Number a, Number b) { return {a.v * b.v}; }
        Number operator+(Number a, Number b) { return {a.v + b.v}; }"""
    )
    a, b, c = np.random.default_rng(5).normal(size=(3, SIZE)).astype("f4")
    expressions = [
        "times(a, b) + c",
        "(Number{a} * Number{b} + Number{c}).v",
        "(float4(a) * float4(b) + float4(c)).z",
        "dot(float2(a, c), float2(b, 1.0f))",
    ]
    for result in msl.map_all(expressions, a, b, c, result="float", types=["float"] * 3, head=head):
        same(result, a * b + c)


def test_contraction_off_in_a_function_or_kernel_only(msl):
    """The pragma at the head of a scope holds there and nowhere else."""
    a, b, c = np.random.default_rng(5).normal(size=(3, SIZE)).astype("f4")
    source = (
        msl.HEAD
        + """
        float strict(float a, float b, float c) {
            #pragma METAL fp contract(off)
            return a * b + c;
        }
        kernel void f(device const float* a [[buffer(0)]], device const float* b [[buffer(1)]], device const float* c
            [[buffer(2)]],
                      device float* r [[buffer(3)]], uint i [[thread_position_in_grid]]) {
            #pragma METAL fp contract(off)
            r[i] = a[i] * b[i] + c[i];
        }
        kernel void g(device const float* a [[buffer(0)]], device const float* b [[buffer(1)]], device const float* c
            [[buffer(2)]],
                      device float* r [[buffer(3)]], uint i [[thread_position_in_grid]]) { r[i] = strict(a[i], b[i],
                          c[i]); }
        kernel void h(device const float* a [[buffer(0)]], device const float* b [[buffer(1)]], device const float* c
            [[buffer(2)]],
                      device float* r [[buffer(3)]], uint i [[thread_position_in_grid]]) {
            r[i] = a[i] * b[i] + c[i];
        }"""
    )
    module = msl.compile(source)
    results = {name: np.zeros_like(a) for name in "fgh"}
    for name, result in results.items():
        module.run(name, SIZE, a, b, c, result)
    same(results["f"], a * b + c)
    same(results["g"], a * b + c)
    assert np.any(results["h"] != a * b + c)


def test_contraction_is_on_without_a_pragma(msl):
    """Metal contracts by default, in safe mode too; a program that relies on it off must say so."""
    a, b, c = np.random.default_rng(6).normal(size=(3, SIZE)).astype("f4")
    result = msl.map("a * b + c", a, b, c, result="float", types=["float"] * 3)
    fused = (a.astype("f8") * b + c).astype("f4")  # the product is exact in double
    assert np.mean(result == fused) > 0.999
    assert np.any(result != a * b + c)


def half_away(a: np.ndarray) -> np.ndarray:
    """Round half away from zero, which is exact: what is half a unit off differs from its truncation by 0.5."""
    whole = np.trunc(a)
    return np.where(np.abs(a - whole) >= 0.5, whole + np.copysign(1, a), whole).astype(a.dtype)


EXACT = {
    "a + b": np.add,
    "a - b": np.subtract,
    "a * b": np.multiply,
    "a / b": np.divide,
    "precise::divide(a, b)": np.divide,
    "copysign(a, b)": np.copysign,
    "fmod(a, b)": np.fmod,
    "nextafter(a, b)": np.nextafter,
    "fmin(a, b)": np.fmin,
    "fmax(a, b)": np.fmax,
    "min(a, b)": np.fmin,
    "max(a, b)": np.fmax,
    "sqrt(a)": lambda a, b: np.sqrt(a),
    "floor(a)": lambda a, b: np.floor(a),
    "ceil(a)": lambda a, b: np.ceil(a),
    "trunc(a)": lambda a, b: np.trunc(a),
    "rint(a)": lambda a, b: np.rint(a),
    "round(a)": lambda a, b: half_away(a),
    "fabs(a)": lambda a, b: np.abs(a),
    "abs(a)": lambda a, b: np.abs(a),
    "-a": lambda a, b: -a,
    "fdim(a, b)": lambda a, b: np.where(np.isnan(a) | np.isnan(b), np.nan, np.where(a > b, a - b, 0)).astype(a.dtype),
    "sign(a)": lambda a, b: np.where(np.isnan(a), 0, np.where(a == 0, a, np.copysign(1, a))).astype(a.dtype),
    "clamp(a, T(-2), T(3))": lambda a, b: np.fmin(np.fmax(a, -2), 3).astype(a.dtype),
    "saturate(a)": lambda a, b: np.fmin(np.fmax(a, 0), 1).astype(a.dtype),
    "select(a, b, a < b)": lambda a, b: np.where(a < b, b, a),
    "step(a, b)": lambda a, b: np.where(b < a, 0, 1).astype(a.dtype),
}
SIGN_OF_ZERO_OPEN = ("fmin", "fmax", "min", "max", "clamp", "saturate", "fdim")


@pytest.mark.feature("MSL", "functions: common, rounding, min and max of float, half and double")
@pytest.mark.parametrize("type_, dtype", [("float", "f4"), ("double", "f8"), ("half", "f2")])
def test_exact_operations(msl, type_, dtype):
    generator = np.random.default_rng(7)
    a, b = finite(generator, dtype), finite(generator, dtype)
    a[100:200] = generator.integers(-9, 9, 100) / 2  # halves
    results = msl.map_all(list(EXACT), a, b, result=type_, types=[type_] * 2, head=f"{OFF}typedef {type_} T;")
    for result, (expression, reference) in zip(results, EXACT.items()):
        with np.errstate(all="ignore"):
            expected = reference(a, b)
        if expression.startswith(SIGN_OF_ZERO_OPEN):
            zero = np.zeros(1, dtype)
            result, expected = result + zero, expected + zero
        same(result, expected, expression)


@pytest.mark.feature("MSL", "functions: `fma`, `ldexp`, `frexp`, `modf`")
@pytest.mark.parametrize("type_, dtype", [("float", "f4"), ("double", "f8")])
def test_fma_ldexp_frexp_modf(msl, type_, dtype):
    generator = np.random.default_rng(8)
    a, b, c = generator.normal(size=(3, 2000)).astype(dtype)
    result = msl.map("fma(a, b, c)", a, b, c, result=type_, types=[type_] * 3, head=OFF)
    with mpmath.workprec(200):
        exact = [mpmath.mpf(float(x)) * mpmath.mpf(float(y)) + mpmath.mpf(float(z)) for x, y, z in zip(a, b, c)]
        rounded = [rounded_to(value, dtype) for value in exact]
    same(result, np.array(rounded, dtype))
    k = generator.integers(-160, 160, 2000).astype("i4")
    same(msl.map("ldexp(a, b)", a, k, result=type_, types=[type_, "int"]), np.ldexp(a, k))
    wide = finite(generator, dtype)[9:-9]
    wide = wide[np.isfinite(wide)]
    mantissa, exponent = np.frexp(wide)
    helper = f"""
        typedef {type_} T;
        T mantissa(T x) {{ int k; return frexp(x, k); }}
        int exponent(T x) {{ int k; frexp(x, k); return k; }}
        T whole(T x) {{ T w; modf(x, w); return w; }}
        T part(T x) {{ T w; return modf(x, w); }}"""
    same(msl.map("mantissa(a)", wide, result=type_, types=[type_], head=helper), mantissa)
    np.testing.assert_array_equal(msl.map("exponent(a)", wide, result="int", types=[type_], head=helper), exponent)
    part, whole = np.modf(wide)
    same(msl.map("whole(a)", wide, result=type_, types=[type_], head=helper), whole)
    same(msl.map("part(a)", wide, result=type_, types=[type_], head=helper), part)


def rounded_to(value: mpmath.mpf, dtype: str) -> float:
    digits = {"f4": 24, "f8": 53}[dtype]
    with mpmath.workprec(digits):
        return float(+value)


@pytest.mark.feature("MSL", "functions: relational, `select`")
@pytest.mark.parametrize("type_, dtype", [("float", "f4"), ("double", "f8"), ("half", "f2")])
def test_relations(msl, type_, dtype):
    a = finite(np.random.default_rng(9), dtype)
    expected = {
        "isnan(a)": np.isnan(a),
        "isinf(a)": np.isinf(a),
        "isfinite(a)": np.isfinite(a),
        "signbit(a)": np.signbit(a),
        "isnormal(a)": np.isfinite(a) & (np.abs(a) >= np.finfo(a.dtype).tiny),
        "isordered(a, a)": ~np.isnan(a),
        "isunordered(a, a)": np.isnan(a),
        "a == a": ~np.isnan(a),
        "a < a": np.zeros(SIZE, bool),
    }
    for result, (expression, reference) in zip(
        msl.map_all(list(expected), a, result="bool", types=[type_]), expected.items()
    ):
        np.testing.assert_array_equal(result, reference, expression)


def test_subnormals_are_kept(msl):
    a = np.array([1e-45, 1e-40, -1e-39, 1.2e-38], np.float32)
    one = np.ones(4, np.float32)
    for result in msl.map_all(
        ["a * b", "a + b * 0.0f", "a / b"], a, one, result="float", types=["float"] * 2, head=OFF
    ):
        same(result, a)


# name, function of mpmath, interval of the arguments
ELEMENTARY = [
    ("sin", mpmath.sin, (-1000, 1000)),
    ("cos", mpmath.cos, (-1000, 1000)),
    ("tan", mpmath.tan, (-100, 100)),
    ("asin", mpmath.asin, (-1, 1)),
    ("acos", mpmath.acos, (-1, 1)),
    ("atan", mpmath.atan, (-50, 50)),
    ("sinh", mpmath.sinh, (-80, 80)),
    ("cosh", mpmath.cosh, (-80, 80)),
    ("tanh", mpmath.tanh, (-5, 5)),
    ("exp", mpmath.exp, (-80, 80)),
    ("exp2", lambda x: mpmath.mpf(2) ** x, (-100, 100)),
    ("exp10", lambda x: mpmath.mpf(10) ** x, (-30, 30)),
    ("log", mpmath.log, (1e-6, 1e6)),
    ("log2", lambda x: mpmath.log(x, 2), (1e-6, 1e6)),
    ("log10", mpmath.log10, (1e-6, 1e6)),
    ("rsqrt", lambda x: 1 / mpmath.sqrt(x), (1e-6, 1e6)),
    ("asinh", mpmath.asinh, (-100, 100)),
    ("acosh", mpmath.acosh, (1, 100)),
    ("atanh", mpmath.atanh, (-1, 1)),
    ("sinpi", mpmath.sinpi, (-10, 10)),
    ("cospi", mpmath.cospi, (-10, 10)),
]


@pytest.fixture(scope="module")
def elementary(msl):
    """One program a type with a kernel for each function."""

    def program(type_):
        kernels = "".join(
            f"kernel void f_{name}(device const {type_}* a [[buffer(0)]], device {type_}* r [[buffer(1)]], "
            f"uint i [[thread_position_in_grid]]) {{ r[i] = metal::precise::{name}(a[i]); }}\n"
            for name, _, _ in ELEMENTARY
        )
        return msl.compile(msl.HEAD + (msl.DOUBLES if type_ == "double" else "") + kernels)

    return {type_: program(type_) for type_ in ("float", "double")}


def arguments(name: str, interval: tuple, dtype: str, size: int = 1000) -> np.ndarray:
    """Half of them spread evenly, half by magnitude, and the interval's ends."""
    generator = np.random.default_rng(10)
    a = generator.uniform(*interval, size).astype(dtype)
    a[: size // 2] *= np.exp(-generator.uniform(0, 10, size // 2)).astype(dtype)
    a[-2:] = interval
    return np.maximum(a, np.array(interval[0], dtype))


def error_in_units(x: np.ndarray, y: np.ndarray, function, dtype: str) -> float:
    """Largest distance of y from function(x), in units in the last place of the exact value."""
    digits, least = {"f4": (24, -149), "f8": (53, -1074)}[dtype]
    worst = 0.0
    with mpmath.workprec(200):
        for argument, value in zip(x, y):
            exact = function(mpmath.mpf(float(argument)))
            if mpmath.isinf(exact):
                assert value == exact, argument
                continue
            exponent = mpmath.frexp(exact)[1] if exact else least + digits
            unit = mpmath.mpf(2) ** max(exponent - digits, least)
            worst = max(worst, float(abs(mpmath.mpf(float(value)) - exact) / unit))
    return worst


@pytest.mark.feature("MSL", "functions: elementary, within 4 units in the last place")
@pytest.mark.parametrize("type_, dtype, bound", [("float", "f4", 4), ("double", "f8", 5)])
@pytest.mark.parametrize("name, function, interval", ELEMENTARY, ids=[row[0] for row in ELEMENTARY])
def test_error_of_elementary_functions(elementary, name, function, interval, type_, dtype, bound):
    a = arguments(name, interval, dtype)
    result = np.zeros_like(a)
    elementary[type_].run(f"f_{name}", len(a), a, result)
    worst = error_in_units(a, result, function, dtype)
    assert worst <= bound, f"{name}: {worst:.2f} units in the last place"


@pytest.mark.parametrize("type_, dtype", [("float", "f4"), ("double", "f8")])
def test_pow_and_atan2(msl, type_, dtype):
    generator = np.random.default_rng(11)
    a, b = generator.uniform(0.01, 20, 500).astype(dtype), generator.uniform(-8, 8, 500).astype(dtype)
    epsilon = np.finfo(dtype).eps
    wide = [[mpmath.power(float(x), float(y)), mpmath.atan2(float(y), float(x))] for x, y in zip(a, b)]
    power, angle = np.array([[float(v) for v in row] for row in wide]).T
    np.testing.assert_allclose(msl.map("pow(a, b)", a, b, result=type_, types=[type_] * 2), power, rtol=8 * epsilon)
    np.testing.assert_allclose(msl.map("atan2(b, a)", a, b, result=type_, types=[type_] * 2), angle, rtol=4 * epsilon)


@pytest.mark.feature("MSL", "arithmetic: fast math, `precise`, `fast`")
def test_fast_math_is_looser_and_precise_stays(msl):
    a = np.random.default_rng(12).uniform(-100, 100, SIZE).astype("f4")
    exact = np.sin(a.astype("f8"))
    fast = msl.map("sin(a)", a, result="float", types=["float"], fast_math=True)
    precise = msl.map("precise::sin(a)", a, result="float", types=["float"], fast_math=True)
    explicit = msl.map("fast::sin(a)", a, result="float", types=["float"])
    assert np.max(np.abs(fast - exact)) < 1e-3
    assert np.max(np.abs(precise - exact)) < 3e-7
    assert np.max(np.abs(explicit - exact)) < 1e-3


@pytest.mark.parametrize("arithmetic", [False, True])
@pytest.mark.parametrize("functions", [False, True])
def test_functions_are_fast_or_precise_whatever_the_arithmetic(msl, arithmetic, functions):
    source = msl.HEAD + "kernel void k(device float *o [[buffer(0)]]) { o[0] = divide(o[0], o[1]); }"
    module = msl.compile(source, fast_math=arithmetic, fast_functions=functions)
    inline = "FAST" if functions else "PRECISE"
    assert f"#define SM_{inline}_NAMESPACE inline namespace" in module.dialect()


def test_literals_are_floats_and_suffix_l_makes_doubles(msl):
    a = np.ones(2, np.float64)
    assert msl.map("a * 0.1", a, result="double", types=["double"])[0] == np.float64(np.float32(0.1))
    assert msl.map("a * 0.1L", a, result="double", types=["double"])[0] == 0.1
    for has_double in (False, True):
        with pytest.raises(msl.CompileError, match="'double' is not supported in Metal"):
            msl.compile("kernel void f(device float* a) { a[0] = 0.1L; }", has_double=has_double)
