"""MetalAdd's kernels against NumPy, by type, shape and size."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from py_tests.native.samples import (
    COMPLEX_HALF,
    INTEGERS,
    MIXTURES,
    REALS,
    SIZES,
    SPECIAL,
    left_to_right,
    same,
    values,
)

SHAPES = [(7,), (3, 5), (2, 3, 5), (2, 1, 3, 4), (1, 1, 1, 1, 1, 3), (3000001, 1), (1, 70001), (10000, 1, 1)]


@pytest.mark.parametrize("kind", MIXTURES, ids=lambda kind: kind.__name__)
def test_types(metal, double_precision, kind):
    operands = [values(each, 1025, seed) for seed, each in enumerate(MIXTURES[kind])]
    got = metal.add(*operands)
    same(got, left_to_right(kind, *operands))
    record = metal.record()
    exact = np.dtype(kind).kind in "iu"
    double = kind in (np.float64, np.complex128)
    assert record["precision"] == (0 if exact else double_precision if double else 1)
    assert record["nonreal"] == record["infinite"] == record["overflows"] == 0


def test_complex_half(metal):
    x, y = (np.zeros(33, COMPLEX_HALF) for _ in range(2))
    for k, (array, part) in enumerate(itertools.product((x, y), ("re", "im"))):
        array[part] = values(np.float16, 33, k)
    got = metal.add(x, y)
    assert got.dtype == COMPLEX_HALF
    same(got["re"], x["re"] + y["re"])
    same(got["im"], x["im"] + y["im"])


@pytest.mark.parametrize("kind", REALS, ids=lambda kind: kind.__name__)
@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid value")
def test_special_values(metal, kind):
    a, b = (m.ravel() for m in np.meshgrid(np.array(SPECIAL).astype(kind), np.array(SPECIAL).astype(kind)))
    expected = a + b
    got = metal.add(a, b)
    # Metal may flush subnormal floats and halves: their sums are compared as long as they are normal.
    normal = (
        (np.abs(expected) >= np.finfo(kind).tiny) | (expected == 0)
        if kind is not np.float64
        else np.full(a.shape, True)
    )
    same(got[normal | ~np.isfinite(expected)], expected[normal | ~np.isfinite(expected)])
    record = metal.record()
    assert record["nonreal"] == np.isnan(expected).sum()
    assert record["infinite"] == (np.isinf(expected) & np.isfinite(a) & np.isfinite(b)).sum() > 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", [np.int8, np.float32, np.float64, np.complex128], ids=lambda kind: kind.__name__)
def test_sizes(metal, zero_copy, kind, size):
    a, b = values(kind, size, 1), values(kind, size, 2)
    same(metal.add(a, b), a + b)
    record = metal.record()
    total = 3 * a.nbytes
    assert record["bytes_adopted"] + record["bytes_copied"] == total
    if not zero_copy or a.nbytes < 2**20:
        assert record["bytes_adopted"] == 0
    assert record["windows"] == record["command_buffers"] >= (size > 0)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_shapes(metal, shape):
    count = int(np.prod(shape))
    a, b = (values(np.float32, count, seed).reshape(shape) for seed in (3, 4))
    same(metal.add(a, b), a + b)


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 5)], ids=str)
def test_empty(metal, shape):
    empty = np.zeros(shape, np.float32)
    assert metal.add(empty, empty).shape == shape
    assert metal.record()["windows"] == 0


def test_one_operand_and_the_same_twice(metal):
    a = values(np.float64, 2**18, 5)
    same(metal.add(a), a)
    same(metal.add(a, a), a + a)
    same(metal.add(a, a, a), a + a + a)


@pytest.mark.parametrize("count", [2, 3, 8, 9, 23, 24, 25, 47, 48, 71])
def test_chains(metal, count):
    """More operands than a kernel takes go through it in passes, which one command buffer has."""
    operands = [values(np.float64, 1025, seed) for seed in range(count)]
    same(metal.add(*operands), left_to_right(np.float64, *operands))
    assert metal.record()["command_buffers"] == 1


def test_chain_of_halves_rounds_every_sum(metal):
    operands = [values(np.float16, 1025, seed) for seed in range(30)]
    same(metal.add(*operands), left_to_right(np.float16, *operands))


@pytest.mark.parametrize("kind", [np.int32, np.float32, np.float64, np.complex64], ids=lambda kind: kind.__name__)
def test_numbers(metal, kind):
    a = values(kind, 1025, 6).reshape(5, 205)
    number = values(kind, 1, 7)
    same(metal.add(a, number, numbers=(1,)), a + number)
    same(metal.add(number, a, number, numbers=(0, 2)), number + a + number)
    same(metal.add(number, number, numbers=(0, 1)), number + number)


@pytest.mark.parametrize("kinds", list(itertools.product([np.int64, np.float64, np.complex128], repeat=2)))
def test_lists(metal, double_precision, kinds):
    a, b = (values(kind, 1025, seed).reshape(25, 41) for seed, kind in enumerate(kinds))
    kind = np.result_type(*kinds)
    same(metal.add(a, b, lists=True), left_to_right(kind, a, b))
    assert metal.record()["precision"] == (0 if kind == np.int64 else double_precision)


def test_single_precision_of_lists(metal):
    a, b = values(np.float64, 1025, 8), values(np.float64, 1025, 9)
    got = metal.add(a, b, precision=1, lists=True)
    same(got, (a.astype(np.float32) + b.astype(np.float32)).astype(np.float64))
    assert metal.record()["precision"] == 1
    integers = values(np.int64, 33)
    same(metal.add(integers, integers, precision=1, lists=True), integers + integers)


@pytest.mark.parametrize("kind", [np.float64, np.complex128], ids=lambda kind: kind.__name__)
def test_single_precision_counts_by_the_numbers_given(metal, kind):
    """A double beyond float's range is finite: its infinite sum in single precision is counted."""
    a = np.array([1e300, np.inf, 1.0, -1e300, 1e39, np.nan], kind)
    b = np.array([1e300, 1.0, 1.0, 1e300, 1.0, 1.0], kind)
    with np.errstate(over="ignore", invalid="ignore"):
        expected = a.real.astype(np.float32) + b.real.astype(np.float32)
    for lists in (False, True):
        got = metal.add(a, b, precision=1, lists=lists)
        np.testing.assert_array_equal(got.real, expected)
        record = metal.record()
        assert (record["precision"], record["nonreal"], record["infinite"]) == (1, 2, 2)


@pytest.mark.parametrize("count", [9, 24, 25, 49])
@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid value")
def test_chains_count_the_whole_sum(metal, count):
    """Every exceptional element counts once, by its final value, wherever in the chain it came to be."""
    a = np.zeros((count, 8), np.float64)
    a[:2, 0] = 1.7e308  # infinite in the first pass
    a[-2:, 1] = 1.7e308  # in the last
    a[:, 2] = 1.7e308  # from pass to pass
    a[:2, 3], a[-1, 3] = 1.7e308, -np.inf  # infinite, then NaN
    a[:2, 4], a[-1, 4] = 1.7e308, np.inf  # no finite operands
    a[0, 5] = np.nan
    a[0, 6] = np.inf
    a[-1, 7] = np.inf
    expected = left_to_right(np.float64, *a)
    for lists in (False, True):
        same(metal.add(*a, lists=lists), expected)
        record = metal.record()
        assert (record["nonreal"], record["infinite"], record["overflows"]) == (2, 3, 0)


def test_double_precision_of_floats(metal, double_precision):
    a, b = values(np.float32, 1025, 8), values(np.float32, 1025, 9)
    same(metal.add(a, b, precision=2), a + b)
    assert metal.record()["precision"] == double_precision


@pytest.mark.parametrize("kind", INTEGERS, ids=lambda kind: kind.__name__)
def test_integer_overflow(metal, failing, kind):
    limits = np.iinfo(kind)
    a = np.full(3000, 1, kind)
    b = np.full(3000, 2, kind)
    places = [70, 1500, 2999]
    a[places] = limits.max
    with failing("LIBRARY_NUMERICAL_ERROR", "3 sums do not fit .*, the first at position 71"):
        metal.add(a, b)
    record = metal.record()
    assert (record["overflows"], record["first_overflow"]) == (3, 71)
    b[places] = 0
    same(metal.add(a, b), a + b)
    assert metal.record()["overflows"] == 0
    assert metal.error() == ""


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64], ids=lambda kind: kind.__name__)
def test_negative_overflow(metal, failing, kind):
    low = np.array([np.iinfo(kind).min], kind)
    same(metal.add(low, np.zeros(1, kind)), low)
    with failing("LIBRARY_NUMERICAL_ERROR", "1 sums"):
        metal.add(low, np.full(1, -1, kind))


@pytest.mark.parametrize("count", [3, 9, 25])
@pytest.mark.parametrize("kind", INTEGERS, ids=lambda kind: kind.__name__)
def test_only_the_whole_sum_must_fit(metal, failing, kind, count):
    """Partial sums may leave the type and come back; against Python's integers."""
    limits = np.iinfo(kind)
    random = np.random.default_rng(count)
    operands = random.integers(limits.min, limits.max, (count, 4096), kind, endpoint=True)
    operands[:, :512] = limits.max
    operands[:, 512:1024] //= 4 * count
    if limits.min < 0:
        operands[:, 1024:2048] = limits.max
        operands[1::2, 1024:2048] = limits.min  # up and down
        operands[: count // 2, 2048:2560] = limits.max
        operands[count // 2 :, 2048:2560] = limits.min + 1  # up, then down
    whole = operands.astype(object).sum(axis=0)
    outside = (whole < limits.min) | (whole > limits.max)
    assert 512 <= outside.sum() < 3900
    with failing("LIBRARY_NUMERICAL_ERROR", f"{outside.sum()} sums do not fit .* at position 1"):
        metal.add(*operands)
    record = metal.record()
    assert (record["overflows"], record["first_overflow"]) == (outside.sum(), 1)
    fitting = operands[:, ~outside]
    same(metal.add(*fitting), whole[~outside].astype(kind))
    assert metal.record()["overflows"] == 0


def test_chain_longer_than_a_window(metal, failing, zero_copy):
    """The place of an overflow counts from the beginning of the array, not of a window."""
    size = 2**21 + 5
    operands = [np.ones(size, np.int8) for _ in range(25)]
    same(metal.add(*operands), np.full(size, 25, np.int8))
    assert metal.record()["windows"] > 1
    operands[2][size - 3 :] = 127
    with failing("LIBRARY_NUMERICAL_ERROR", f"3 sums .* at position {size - 2}"):
        metal.add(*operands)


@pytest.mark.parametrize("kind", [np.int8, np.uint8], ids=lambda kind: kind.__name__)
def test_all_pairs_of_bytes(metal, failing, kind):
    every = np.arange(np.iinfo(kind).min, np.iinfo(kind).max + 1)
    a, b = (m.ravel().astype(kind) for m in np.meshgrid(every, every))
    wide = a.astype(int) + b
    outside = (wide < np.iinfo(kind).min) | (wide > np.iinfo(kind).max)
    with failing("LIBRARY_NUMERICAL_ERROR", f"{outside.sum()} sums"):
        metal.add(a, b)
    assert metal.record()["first_overflow"] == np.flatnonzero(outside)[0] + 1
    same(metal.add(a[~outside], b[~outside]), wide[~outside].astype(kind))


def test_bad_arguments(metal, failing):
    a = np.zeros(3)
    with failing("LIBRARY_DIMENSION_ERROR", r"MetalAdd: dimensions \{3\} and \{4\} differ"):
        metal.add(a, np.zeros(4))
    with failing("LIBRARY_RANK_ERROR", r"MetalAdd: dimensions \{3\} and \{3, 1\} differ"):
        metal.add(a, np.zeros((3, 1)))
    with failing("LIBRARY_DIMENSION_ERROR", r"dimensions \{2, 3\} and \{3, 2\} differ"):
        metal.add(np.zeros((2, 3)), np.zeros((3, 2)))
    with failing("LIBRARY_DIMENSION_ERROR", "operand 2 stands for a number but has 3 elements"):
        metal.add(a, a, numbers=(1,))
    with failing("LIBRARY_FUNCTION_ERROR", "precision: 3 is none of"):
        metal.add(a, a, precision=3)
    with failing("LIBRARY_FUNCTION_ERROR", "precision: -1 is none of"):
        metal.add(a, a, precision=-1)
    same(metal.add(a, a), a)
    assert metal.error() == ""


def test_arguments_are_unchanged(metal, zero_copy):
    a, b = values(np.float32, 2**19, 10), values(np.float32, 2**19, 11)
    before = a.copy(), b.copy()
    metal.add(a, b)
    same(a, before[0])
    same(b, before[1])
