"""MetalMap's kernels: exact functions bit for bit, elementary ones within 4 units in the last place."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

ELEMENTARY = {
    "Sin": np.sin, "Cos": np.cos, "Tan": np.tan, "ArcSin": np.arcsin, "ArcCos": np.arccos, "ArcTan": np.arctan,
    "Sinh": np.sinh, "Cosh": np.cosh, "Tanh": np.tanh, "Exp": np.exp, "Log": np.log, "Log10": np.log10, "Sqrt": np.sqrt,
}  # fmt: skip
EXACT = {"Abs": np.abs, "Ceiling": np.ceil, "Floor": np.floor, "Round": np.rint, "Sign": np.sign}
INTEGERS = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]
REALS = [np.float16, np.float32, np.float64]
SPECIAL = [
    0.0,
    -0.0,
    np.inf,
    -np.inf,
    np.nan,
    0.5,
    -0.5,
    1.5,
    2.5,
    -1.5,
    -2.5,
    0.49999997,
    1.0,
    -1.0,
    0.1,
    -0.1,
    1e7,
    8388609.0,
]
SPECIAL += [9007199254740993.0, 4503599627370497.5, -4503599627370495.5, 1e300, -1e300, 5e-324, 1e-40]
COMPLEX_HALF = np.dtype([("re", np.float16), ("im", np.float16)])


def patterns(kind, count: int, seed: int = 1) -> np.ndarray:
    """Half of the numbers random bit patterns of the type, half between -30 and 30."""
    random = np.random.default_rng(seed)
    kind = np.dtype(kind)
    bits = random.integers(0, 256, count * kind.itemsize, np.uint8).view(kind)
    bits[::2] = random.uniform(-30, 30, bits[::2].size).astype(kind)
    return bits


def units(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """Errors in units in the last place of float, of results that are normal floats; exact in double."""
    exponent = np.floor(np.log2(np.abs(exact)))
    return np.abs(got.astype(np.float64) - exact) / 2.0 ** (exponent - 23)


@pytest.mark.parametrize("function", ELEMENTARY)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_floats_within_4_units(metal, function):
    x = np.concatenate([patterns(np.float32, 10**6), np.array(SPECIAL, np.float32)])
    exact = ELEMENTARY[function](x.astype(np.float64))
    got = metal.map(function, x)
    assert got.dtype == np.float32
    rounded = exact.astype(np.float32)
    flushed = np.abs(x) < np.finfo(np.float32).tiny  # Metal may take a subnormal float as zero
    np.testing.assert_array_equal(np.isnan(got[~flushed]), np.isnan(rounded[~flushed]))
    normal = np.isfinite(rounded) & (np.abs(rounded) >= np.finfo(np.float32).tiny)
    wrong = units(got[normal & ~flushed], exact[normal & ~flushed])
    assert wrong.max() <= 4, f"{wrong.max()} units at {x[normal & ~flushed][wrong.argmax()]!r}"
    infinite = np.isinf(rounded)
    np.testing.assert_array_equal(got[infinite & ~flushed], rounded[infinite & ~flushed])
    small = ~normal & np.isfinite(rounded)
    assert np.all(np.abs(got[small & ~flushed]) <= np.finfo(np.float32).tiny)
    assert metal.record()["precision"] == 1
    assert metal.record()["nonreal"] == np.isnan(got).sum()
    assert metal.record()["infinite"] == (np.isinf(got) & np.isfinite(x)).sum()


@pytest.mark.parametrize("function", ["Sin", "Cos", "Tan"])
def test_large_and_near_multiples_of_half_pi(metal, function):
    """Against mpmath: arguments whose remainder modulo Pi/2 is tiny, and the largest floats."""
    multiples = np.float32(np.arange(1, 400) * (np.pi / 2))
    around = np.concatenate([np.nextafter(multiples, np.float32(step)) for step in (-np.inf, np.inf)])
    large = np.float32(
        np.random.default_rng(5).uniform(1, 2, 300) * 2.0 ** np.random.default_rng(6).integers(10, 127, 300)
    )
    # 16367173 2^72 is the float nearest to a multiple of Pi/2 (Muller, Elementary Functions, argument reduction).
    x = np.concatenate([multiples, around, large, np.float32([16367173 * 2.0**72, 3.4028235e38])])
    with mpmath.workprec(300):
        exact = np.array([float(getattr(mpmath, function.lower())(mpmath.mpf(float(v)))) for v in x])
    assert units(metal.map(function, x), exact).max() <= 4


@pytest.mark.parametrize("function", ELEMENTARY)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_doubles(metal, double_precision, function):
    """Over doubles and in integer arithmetic; within a unit: py_tests/accuracy."""
    x = np.random.default_rng(7).uniform(-3, 3, 10007).reshape(-1, 1)
    in_double = ELEMENTARY[function](x)
    in_single = ELEMENTARY[function](x.astype(np.float32).astype(np.float64))
    for lists in (True, False):
        got = metal.map(function, x, lists=lists)
        assert got.dtype == np.float64
        np.testing.assert_allclose(got, in_double, rtol=1e-14)
        assert metal.record()["precision"] == double_precision
        assert metal.record()["nonreal"] == np.isnan(in_double).sum()
    np.testing.assert_allclose(metal.map(function, x, precision=1, lists=True), in_single, rtol=5e-7)
    assert metal.record()["precision"] == 1


@pytest.mark.parametrize(
    ("function", "kind"),
    [(f, np.int64) for f in ELEMENTARY] + [("Sqrt", kind) for kind in INTEGERS if kind is not np.int64],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_integers_become_real(metal, function, kind):
    x = np.arange(0 if kind().dtype.kind == "u" else -3, 4).astype(kind)
    got = metal.map(function, x)
    assert got.dtype == np.float64
    np.testing.assert_allclose(got, ELEMENTARY[function](x.astype(np.float64)), rtol=1e-14)
    if kind is np.int64:
        np.testing.assert_array_equal(metal.map(function, x, lists=True), got)


@pytest.mark.parametrize("function", ELEMENTARY)
@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int64], ids=lambda kind: kind.__name__)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_doubles_asked_for_by_name(metal, double_precision, function, kind):
    x = np.arange(-3, 4).astype(kind)
    got = metal.map(function, x, precision=2)
    expected = ELEMENTARY[function](x.astype(np.float64))
    np.testing.assert_allclose(got, expected, rtol=1e-7 if kind is np.float32 else 1e-14)
    assert metal.record()["precision"] == double_precision


@pytest.mark.parametrize("function", ["Log", "Sqrt", "Cosh", "Exp"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_doubles_beyond_float_are_counted(metal, function):
    """What is infinite only because the double was rounded to float counts as infinite; what was infinite does not."""
    x = np.array([1e300, 1e39, np.inf, 2.0, 3e38])
    exact = ELEMENTARY[function](x)
    in_single = ELEMENTARY[function](x.astype(np.float32)).astype(np.float32)
    for precision, lists in ((0, True), (0, False), (1, True), (1, False)):
        expected = in_single if precision == 1 else exact
        got = metal.map(function, x, precision=precision, lists=lists)
        np.testing.assert_array_equal(np.isinf(got), np.isinf(expected))
        assert metal.record()["infinite"] == (np.isinf(expected) & np.isfinite(x)).sum()
        assert metal.record()["nonreal"] == 0


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64], ids=lambda kind: kind.__name__)
def test_zeros_keep_their_sign(metal, double_precision, kind):
    """IEEE 754 and C: an odd function of -0 is -0, and so are its square root, floor, ceiling and nearest integer."""
    zeros = np.array([-0.0, 0.0, -0.0], kind)
    for function in ("Sin", "Tan", "ArcSin", "ArcTan", "Sinh", "Tanh", "Sqrt", "Ceiling", "Floor", "Round"):
        got = metal.map(function, zeros)
        assert (got == 0).all(), function
        assert np.signbit(got).tolist() == [True, False, True], function


def test_square_root_is_exact(metal):
    x = np.abs(patterns(np.float64, 10**5))
    x = x[np.isfinite(x)]
    np.testing.assert_array_equal(metal.map("Sqrt", x), np.sqrt(x))


@pytest.mark.parametrize("function", EXACT)
@pytest.mark.parametrize("kind", REALS, ids=lambda kind: kind.__name__)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_exact_functions(metal, double_precision, function, kind):
    x = np.concatenate([patterns(kind, 10**5), np.array(SPECIAL, np.float64).astype(kind)])
    if kind is not np.float64:
        x = x[(np.abs(x) >= np.finfo(kind).tiny) | (x == 0) | np.isnan(x)]
    expected = EXACT[function](x)
    got = metal.map(function, x)
    assert got.dtype == np.dtype(kind)
    np.testing.assert_array_equal(got, expected)
    number = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(got)[number], np.signbit(expected)[number])
    assert metal.record()["precision"] == (double_precision if kind is np.float64 else 1)
    assert metal.record()["nonreal"] == np.isnan(x).sum()
    assert metal.record()["infinite"] == 0


@pytest.mark.parametrize("function", ["Ceiling", "Floor", "Round", "Sign"])
def test_lists_give_integers(metal, failing, function):
    x = np.concatenate([np.random.default_rng(8).uniform(-100, 100, 1000), [0.5, 1.5, -2.5, -0.0, 2.0**62, -(2.0**63)]])
    got = metal.map(function, x.reshape(2, -1), lists=True)
    np.testing.assert_array_equal(got, EXACT[function](x).astype(np.int64).reshape(2, -1))
    for bad in [np.nan] if function == "Sign" else [np.nan, np.inf, 2.0**63, 1e300]:
        x[[7, 900]] = bad
        with failing(
            "LIBRARY_NUMERICAL_ERROR", f"2 values of {function} do not fit Integer64, the first at position 8"
        ):
            metal.map(function, x, lists=True)
        record = metal.record()
        assert (record["overflows"], record["first_overflow"], record["nonreal"], record["infinite"]) == (2, 8, 0, 0)


@pytest.mark.parametrize("function", EXACT)
@pytest.mark.parametrize("kind", INTEGERS, ids=lambda kind: kind.__name__)
def test_integers(metal, failing, function, kind):
    limits = np.iinfo(kind)
    x = np.random.default_rng(9).integers(limits.min, limits.max, 1025, kind, endpoint=True)
    x[:4] = [0, 1, limits.max, limits.min + 1]
    x[x == limits.min] = 1
    expected = {"Abs": np.abs, "Sign": np.sign}.get(function, np.positive)(x)
    got = metal.map(function, x)
    assert got.dtype == np.dtype(kind)
    np.testing.assert_array_equal(got, expected)
    assert metal.record()["precision"] == 0
    if kind is np.int64:
        np.testing.assert_array_equal(metal.map(function, x, lists=True), expected)
    if function == "Abs" and limits.min < 0:
        x[33] = limits.min
        with failing("LIBRARY_NUMERICAL_ERROR", "1 values of Abs do not fit .*, the first at position 34"):
            metal.map(function, x)


@pytest.mark.parametrize("kind", [np.complex64, np.complex128], ids=lambda kind: kind.__name__)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_absolute_value_of_complex_numbers(metal, kind):
    """Within 2 units of the exact value, without overflow or underflow on the way."""
    random = np.random.default_rng(10)
    span = 37 if kind is np.complex64 else 300
    exponents = random.uniform(-span, span, 10**4)
    near = exponents + random.uniform(-10, 10, 10**4).clip(-span - exponents, span - exponents)
    x = (random.normal(size=10**4) * 10**exponents + 1j * random.normal(size=10**4) * 10**near).astype(kind)
    part = x.real.dtype.type
    got = metal.map("Abs", x)
    assert got.dtype == part
    exact = np.hypot(x.real.astype(np.longdouble), x.imag.astype(np.longdouble))
    normal = (exact >= np.finfo(part).tiny * 2**24) & (exact <= np.finfo(part).max)
    assert normal.sum() > 9000
    assert (np.abs(got - exact) / np.spacing(exact.astype(part)))[normal].max() < 2
    special = np.array([3 + 4j, 0j, complex(np.inf, np.nan), complex(np.nan, -np.inf), complex(np.nan, 1)], kind)
    np.testing.assert_array_equal(metal.map("Abs", special), np.array([5, 0, np.inf, np.inf, np.nan], part))
    assert metal.record()["nonreal"] == 1
    assert metal.record()["infinite"] == 0


def test_absolute_value_of_complex_halves(metal):
    x = np.zeros(3, COMPLEX_HALF)
    x["re"], x["im"] = [3, 0, 30000], [4, -2, 40000]
    np.testing.assert_array_equal(metal.map("Abs", x), np.array([5, 2, 50000], np.float16))


def test_halves_are_computed_in_float(metal):
    x = np.random.default_rng(11).uniform(-4, 4, 4097).astype(np.float16)
    got = metal.map("Sin", x).astype(np.float64)
    assert (np.abs(got - np.sin(x.astype(np.float64))) <= np.spacing(np.abs(got).astype(np.float16)) * 0.51).all()
    assert metal.record()["precision"] == 1


@pytest.mark.parametrize("size", [0, 1, 31, 1023, 1025, 2**20 + 3])
def test_sizes(metal, zero_copy, size):
    x = np.random.default_rng(12).uniform(-100, 100, size).astype(np.float32)
    np.testing.assert_array_equal(metal.map("Floor", x), np.floor(x))


@pytest.mark.parametrize("shape", [(3, 0), (2, 3, 5), (3000001, 1), (1, 1, 1, 1, 2)], ids=str)
def test_shapes(metal, shape):
    x = np.random.default_rng(13).uniform(-100, 100, shape)
    np.testing.assert_array_equal(metal.map("Floor", x), np.floor(x))


@pytest.mark.parametrize("name", ["", "sin", "Identity", "Sin\0", "Zeta", "Sïn", "%s%n"])
def test_unknown_function(metal, failing, name):
    with failing("LIBRARY_FUNCTION_ERROR", "MetalMap: there is no function"):
        metal.map(name.replace("\0", "_"), np.zeros(3))
