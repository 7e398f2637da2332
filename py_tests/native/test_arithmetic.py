"""The kernels of MetalSubtract, MetalTimes and MetalDivide against NumPy and Python's integers, by type and size."""

from __future__ import annotations

import functools
import itertools
import operator

import numpy as np
import pytest

from py_tests.native import complex_reference
from py_tests.native.samples import COMPLEX, COMPLEX_HALF, INTEGERS, MIXTURES, REALS, SIZES, SPECIAL, same, values

ALL = [*INTEGERS, *REALS, *COMPLEX]
LISTS = [np.int64, np.float64, np.complex128]
IGNORED = ["ignore:overflow", "ignore:invalid value", "ignore:divide by zero", "ignore:underflow"]

pytestmark = pytest.mark.filterwarnings(*IGNORED)


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Of complex numbers with every product and sum rounded; NumPy's own uses fused multiply-add where it can."""
    if a.dtype.kind != "c":
        return a * b
    result = np.empty(a.shape, a.dtype)
    result.real = a.real * b.real - a.imag * b.imag
    result.imag = a.real * b.imag + a.imag * b.real
    return result


NUMPY = {"subtract": np.subtract, "times": product, "divide": np.divide}


def kind_name(kind) -> str:
    return kind.__name__


def moderate(kind, count: int, seed: int = 0) -> np.ndarray:
    """Numbers whose product of two is neither too large nor too small for the type, none of them zero."""
    random = np.random.default_rng(seed)
    kind = np.dtype(kind)
    if kind.kind in "iu":
        bits = np.iinfo(kind).bits - (kind.kind == "i")
        numbers = random.integers(1, 2 ** (bits // 2), count, np.uint64).astype(kind)
        return numbers if kind.kind == "u" else numbers * random.choice(np.array([-1, 1], kind), count)
    if kind.kind == "c":
        parts = random.normal(size=(2, count)) * 10 ** random.uniform(-8, 8, (2, count))
        return (parts[0] + 1j * parts[1]).astype(kind)
    exponent = 1 if kind == np.float16 else 15
    return (random.normal(size=count) * 10 ** random.uniform(-exponent, exponent, count)).astype(kind)


def quotient_kind(*kinds) -> np.dtype:
    """Integers are divided as real numbers of 64 bits."""
    common = np.result_type(*kinds)
    return np.dtype(np.float64) if common.kind in "iu" else common


def compare(verb: str, got: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
    """With NumPy's results bit by bit, but quotients of complex numbers, which are near the ones of a wider type."""
    kind = quotient_kind(a.dtype, b.dtype) if verb == "divide" else np.result_type(a, b)
    if verb != "divide" or kind.kind != "c":
        same(got, NUMPY[verb](a.astype(kind), b.astype(kind)))
        return
    wide = np.divide(a.astype(np.clongdouble), b.astype(np.clongdouble))
    assert (got.dtype, got.shape) == (kind, wide.shape)
    assert (np.abs(got - wide) <= complex_reference.ULPS * np.finfo(kind).eps / 2 * np.abs(wide)).all()


@pytest.mark.parametrize("kind", ALL, ids=kind_name)
@pytest.mark.parametrize("verb", NUMPY)
def test_types(metal, double_precision, verb, kind):
    a, b = moderate(kind, 1025, 1), moderate(kind, 1025, 2)
    if verb == "subtract" and np.dtype(kind).kind == "u":
        a, b = np.maximum(a, b), np.minimum(a, b)
    computed = quotient_kind(kind) if verb == "divide" else np.dtype(kind)
    compare(verb, getattr(metal, verb)(a, b), a, b)
    record = metal.record()
    double = computed in (np.float64, np.complex128)
    assert record["precision"] == (0 if computed.kind in "iu" else double_precision if double else 1)
    assert record["nonreal"] == record["infinite"] == record["overflows"] == 0


@pytest.mark.parametrize("kind", MIXTURES, ids=kind_name)
@pytest.mark.parametrize("verb", ["subtract", "times"])
def test_mixed_types(metal, verb, kind):
    """The result has the type of the sum, and every operand is converted to it first."""
    for seed, other in enumerate(MIXTURES[kind][1:]):
        a, b = moderate(kind, 257, seed), moderate(other, 257, seed + 50)
        if np.dtype(kind).kind == "u" and verb == "subtract":
            a |= np.array(np.iinfo(kind).max // 2 + 1, kind)
        if np.dtype(other).itemsize * 2 > np.dtype(kind).itemsize:
            b = np.minimum(np.abs(b), 7) if np.dtype(other).kind in "iu" and np.dtype(kind).kind in "iu" else b
        same(getattr(metal, verb)(a, b), NUMPY[verb](a.astype(kind), b.astype(kind)))


@pytest.mark.parametrize(("first", "second"), [("int8", "int8"), ("uint64", "int32"), ("int64", "uint64")])
def test_integers_divide_as_real_numbers(metal, first, second):
    """Also where no integer type holds both."""
    a, b = moderate(first, 513, 1), moderate(second, 513, 2)
    same(metal.divide(a, b), a.astype(np.float64) / b.astype(np.float64))


@pytest.mark.parametrize("kinds", list(itertools.product(LISTS, repeat=2)), ids=str)
@pytest.mark.parametrize("verb", NUMPY)
def test_lists(metal, verb, kinds):
    a, b = (moderate(kind, 1025, seed).reshape(25, 41) for seed, kind in enumerate(kinds))
    compare(verb, getattr(metal, verb)(a, b, lists=True), a, b)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", [np.int64, np.float32, np.complex128], ids=kind_name)
def test_sizes(metal, zero_copy, kind, size):
    a, b = moderate(kind, size, 1), moderate(kind, size, 2)
    for verb in NUMPY:
        compare(verb, getattr(metal, verb)(a, b), a, b)


@pytest.mark.parametrize("kind", REALS, ids=kind_name)
@pytest.mark.parametrize("verb", NUMPY)
def test_special_values(metal, verb, kind):
    a, b = (m.ravel() for m in np.meshgrid(np.array(SPECIAL).astype(kind), np.array(SPECIAL).astype(kind)))
    expected = NUMPY[verb](a, b)
    got = getattr(metal, verb)(a, b)
    # Metal may flush subnormal floats and halves: what they take part in is compared where doubles are computed.
    tiny = np.finfo(kind).tiny
    subnormal = [(np.abs(x) < tiny) & (x != 0) for x in (a, b, expected)]
    compared = ~functools.reduce(operator.or_, subnormal) | (kind is np.float64)
    compared &= (expected != 0) | (kind is np.float64) | (a == 0) | (b == 0) | np.isinf(b) | (verb == "subtract")
    same(got[compared], expected[compared])
    if kind is np.float64:
        record = metal.record()
        assert record["nonreal"] == np.isnan(expected).sum()
        assert record["infinite"] == (np.isinf(expected) & np.isfinite(a) & np.isfinite(b)).sum()


def complex_numbers(kind, parts) -> tuple[np.ndarray, np.ndarray]:
    """All pairs of complex numbers with such parts."""
    parts = np.array(parts, np.finfo(kind).dtype)
    numbers = np.empty(parts.size**2, kind)
    numbers.real, numbers.imag = (m.ravel() for m in np.meshgrid(parts, parts))
    a, b = (m.ravel() for m in np.meshgrid(numbers, numbers))
    return a, b


# Of floats nothing that Metal may flush on the way.
EXTREMES = {
    np.complex128: [1.7e308, 1e308, 2.0**1022, 1e200, 1e154, 1e-154, 1e-200, 2.0**-1022, 1e-310, 5e-324],
    np.complex64: [3.4e38, 2.0**126, 1e30, 1e19, 1e-19, 2.0**-100],
}


@pytest.mark.parametrize("kind", COMPLEX, ids=kind_name)
def test_complex_quotients(metal, kind):
    """Wherever the quotient is in range it comes out, however near the ends the parts are."""
    a, b = complex_numbers(kind, [0.0, 1.0, -3.0, 1e-3, *EXTREMES[kind]])
    divides = ~complex_reference.is_zero(b)
    if kind is np.complex64:
        exact = np.abs(a.astype(np.complex128) / np.where(divides, b, 1).astype(np.complex128))
        divides &= (exact > 1e-36) | (exact == 0)
    a, b = a[divides], b[divides]
    complex_reference.assert_quotients(metal.divide(a, b), a, b)


@pytest.mark.parametrize("kind", COMPLEX, ids=kind_name)
def test_a_complex_number_by_itself_is_one(metal, kind):
    a = complex_numbers(kind, [0.0, 1.0, -3.0, 1e-3, 0.1, *EXTREMES[kind]])[0]
    a = a[~complex_reference.is_zero(a)]
    same(metal.divide(a, a), np.ones(a.shape, kind))


@pytest.mark.parametrize("kind", COMPLEX, ids=kind_name)
def test_complex_special_values(metal, kind):
    """C11, annex G: a number with an infinite part is infinite, whatever the other part is."""
    a, b = complex_numbers(kind, [0.0, -0.0, 1.0, -3.0, np.inf, -np.inf, np.nan])
    finite = np.isfinite(a) & np.isfinite(b)
    quotients, zero = metal.divide(a, b), complex_reference.is_zero(b)
    record = metal.record()
    infinite = complex_reference.quotient_infinite(a, b)
    none = (finite & ~zero) | infinite | (np.isfinite(a) & complex_reference.is_infinite(b))
    np.testing.assert_array_equal(complex_reference.is_infinite(quotients), infinite)
    np.testing.assert_array_equal(complex_reference.is_nan(quotients), ~none)
    assert (quotients[np.isfinite(a) & complex_reference.is_infinite(b)] == 0).all()
    assert (record["nonreal"], record["infinite"]) == ((~none).sum(), (infinite & finite).sum())

    products = metal.times(a, b)
    infinite = complex_reference.product_infinite(a, b)
    np.testing.assert_array_equal(complex_reference.is_infinite(products), infinite)
    np.testing.assert_array_equal(complex_reference.is_nan(products), ~(finite | infinite))
    np.testing.assert_array_equal(products[finite], product(a[finite], b[finite]))


def test_complex_overflow_is_infinite_and_not_nan(metal):
    large = np.array([1e200 + 1e200j])
    assert np.isinf(metal.times(large, large).imag).all()
    record = metal.record()
    assert (record["nonreal"], record["infinite"]) == (0, 1)


def test_complex_half(metal):
    x, y = (np.zeros(33, COMPLEX_HALF) for _ in range(2))
    for k, (array, part) in enumerate(itertools.product((x, y), ("re", "im"))):
        array[part] = moderate(np.float16, 33, k)
    a, b = (z["re"].astype(np.float32) + 1j * z["im"].astype(np.float32) for z in (x, y))
    for verb in NUMPY:
        got, expected = getattr(metal, verb)(x, y), NUMPY[verb](a.astype(np.complex64), b.astype(np.complex64))
        assert got.dtype == COMPLEX_HALF
        same(got["re"], expected.real.astype(np.float16))
        same(got["im"], expected.imag.astype(np.float16))


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.complex64], ids=kind_name)
@pytest.mark.parametrize("count", [3, 8, 9, 24, 25, 60])
def test_products_round_from_left_to_right(metal, kind, count):
    numbers = [moderate(kind, 513, seed) for seed in range(count)]
    operands = [(1 + 0.3 * x / np.abs(x)).astype(kind) for x in numbers]
    expected = functools.reduce(product, operands)
    same(metal.times(*operands), expected)
    assert metal.record()["command_buffers"] == 1


@pytest.mark.parametrize("count", [2, 3, 9, 25, 50])
@pytest.mark.parametrize("kind", INTEGERS, ids=kind_name)
def test_only_the_whole_product_must_fit(metal, failing, kind, count):
    """Partial products may leave the type and come back, by a zero or by a sign; against Python's integers."""
    limits = np.iinfo(kind)
    random = np.random.default_rng(count)
    operands = np.ones((count, 2048), kind)
    operands[:2] = random.integers(limits.min, limits.max, (2, 2048), kind, endpoint=True)
    operands[:2, :700] //= limits.max // 7
    operands[-1, 700:1000] = 0
    operands[0, 1000:1100] = limits.max
    operands[1, 1000:1100] = 2
    if limits.min < 0:
        operands[0, 1100:1200] = 2 ** (limits.bits - 2)
        operands[1, 1100:1200] = 2
        operands[-1, 1100:1200] = -1 if count > 2 else -2  # the smallest integer, on the way to which is its opposite
        operands[:, 1200:1300] = -1
        operands[0, 1200:1300] = limits.min
    whole = np.multiply.reduce(operands.astype(object), axis=0)
    outside = (whole < limits.min) | (whole > limits.max)
    assert 100 <= outside.sum() < 2000
    first = int(np.flatnonzero(outside)[0]) + 1
    with failing("LIBRARY_NUMERICAL_ERROR", f"{outside.sum()} products do not fit .* at position {first}"):
        metal.times(*operands)
    record = metal.record()
    assert (record["overflows"], record["first_overflow"]) == (outside.sum(), first)
    fitting = operands[:, ~outside]
    same(metal.times(*fitting), whole[~outside].astype(kind))
    assert metal.record()["overflows"] == 0


@pytest.mark.parametrize("kind", [np.int8, np.uint8], ids=kind_name)
@pytest.mark.parametrize(("verb", "function"), [("subtract", operator.sub), ("times", operator.mul)])
def test_all_pairs_of_bytes(metal, failing, verb, function, kind):
    every = np.arange(np.iinfo(kind).min, np.iinfo(kind).max + 1)
    a, b = (m.ravel().astype(kind) for m in np.meshgrid(every, every))
    wide = function(a.astype(int), b.astype(int))
    outside = (wide < np.iinfo(kind).min) | (wide > np.iinfo(kind).max)
    with failing("LIBRARY_NUMERICAL_ERROR", f"{outside.sum()} "):
        getattr(metal, verb)(a, b)
    assert metal.record()["first_overflow"] == np.flatnonzero(outside)[0] + 1
    same(getattr(metal, verb)(a[~outside], b[~outside]), wide[~outside].astype(kind))


@pytest.mark.parametrize("kind", INTEGERS, ids=kind_name)
def test_differences_at_the_ends(metal, failing, kind):
    limits = np.iinfo(kind)
    ends = np.array([limits.min, limits.max, 0, 1, limits.max // 2], kind)
    a, b = (m.ravel() for m in np.meshgrid(ends, ends))
    whole = a.astype(object) - b.astype(object)
    outside = (whole < limits.min) | (whole > limits.max)
    with failing("LIBRARY_NUMERICAL_ERROR", f"MetalSubtract: {outside.sum()} differences do not fit"):
        metal.subtract(a, b)
    same(metal.subtract(a[~outside], b[~outside]), whole[~outside].astype(kind))


@pytest.mark.parametrize("verb", NUMPY)
def test_numbers(metal, verb):
    a = moderate(np.float64, 1025, 6).reshape(5, 205)
    number = np.array([0.3])
    same(getattr(metal, verb)(a, number, numbers=(1,)), NUMPY[verb](a, number))
    same(getattr(metal, verb)(number, a, numbers=(0,)), NUMPY[verb](number, a))
    same(getattr(metal, verb)(number, number, numbers=(0, 1)), NUMPY[verb](number, number))


@pytest.mark.parametrize("verb", NUMPY)
def test_the_same_array_twice_is_one_buffer(metal, zero_copy, verb):
    a = moderate(np.float32, 2**20, 3)
    same(getattr(metal, verb)(a, a), NUMPY[verb](a, a))
    record = metal.record()
    assert record["bytes_adopted"] + record["bytes_copied"] == 2 * a.nbytes


def test_division_by_zero_is_counted(metal):
    a = np.array([1.0, -1.0, 0.0, np.inf, np.nan, 2.0])
    b = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 4.0])
    for lists in (False, True):
        same(metal.divide(a, b, lists=lists), a / b)
        record = metal.record()
        assert (record["nonreal"], record["infinite"]) == (2, 2)
    integers = np.array([[3, 0, -3], [0, 0, 0]])
    same(metal.divide(*integers, lists=True), integers[0] / integers[1])
    assert (metal.record()["nonreal"], metal.record()["infinite"]) == (1, 2)


def test_single_precision(metal):
    a, b = values(np.float64, 1025, 8), moderate(np.float64, 1025, 9)
    for verb, function in NUMPY.items():
        got = getattr(metal, verb)(a, b, precision=1, lists=True)
        expected = function(a.astype(np.float32), b.astype(np.float32))
        normal = (np.abs(expected) >= np.finfo(np.float32).tiny) & (np.abs(a) >= np.finfo(np.float32).tiny)
        same(got[normal], expected[normal].astype(np.float64))


def test_bad_arguments(metal, failing):
    a = np.zeros(3)
    for verb, public in (("subtract", "MetalSubtract"), ("divide", "MetalDivide")):
        for count in (1, 3):
            with failing("LIBRARY_FUNCTION_ERROR", f"{public}: {count} operands given, 2 expected"):
                getattr(metal, verb)(*[a] * count)
        with failing("LIBRARY_DIMENSION_ERROR", rf"{public}: dimensions \{{3\}} and \{{4\}} differ"):
            getattr(metal, verb)(a, np.zeros(4))
    with failing("LIBRARY_RANK_ERROR", r"MetalTimes: dimensions \{3\} and \{1, 3\} differ"):
        metal.times(a, np.zeros((1, 3)))
    with failing("LIBRARY_TYPE_ERROR", "no integer type holds both"):
        metal.times(a.astype(np.int8), a.astype(np.uint64))
    same(metal.times(a, a), a)


@pytest.mark.parametrize("verb", NUMPY)
def test_arguments_are_unchanged(metal, zero_copy, verb):
    a, b = moderate(np.float32, 2**19, 10), moderate(np.float32, 2**19, 11)
    before = a.copy(), b.copy()
    getattr(metal, verb)(a, b)
    same(a, before[0])
    same(b, before[1])
