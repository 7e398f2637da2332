"""MetalAdd through a kernel against NumPy: element types x shapes, lists and NumericArrays."""

from __future__ import annotations

import numpy as np
import pytest

INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
TYPES = [*INTEGERS, "float32", "float64", "complex64", "complex128"]
# No multiple of a threadgroup, one long thin axis, more than one dimension, an axis of length 1.
SHAPES = [(1,), (3,), (255,), (257,), (1025,), (5, 7), (1, 1, 9), (3, 1, 4, 5), (100_003, 1)]
# The common type of two types is NumPy's, but for uint64 with signed integers.
PAIRS = [
    ("int8", "uint8"),
    ("uint16", "int32"),
    ("uint32", "int8"),
    ("int64", "float32"),
    ("int16", "float32"),
    ("float32", "float64"),
    ("float32", "complex64"),
    ("int32", "complex64"),
    ("complex64", "float64"),
]
EDGES = np.array([0.0, -0.0, 1.0, -1.0, 5e-324, 2.2250738585072014e-308, 1e308, -1e308, np.inf, -np.inf, np.nan])


def random_array(rng: np.random.Generator, dtype: str, shape: tuple[int, ...]) -> np.ndarray:
    """Values over half the range of the type, so that sums do not overflow."""
    kind = np.dtype(dtype)
    if kind.kind in "iu":
        info = np.iinfo(kind)
        return rng.integers(info.min // 2, info.max // 2, shape, kind, endpoint=True)
    if kind.kind == "c":
        return (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(kind)
    return (rng.standard_normal(shape) * 1000).astype(kind)


@pytest.mark.parametrize("dtype", TYPES)
def test_numeric_arrays(metal, rng, dtype):
    a, b = random_array(rng, dtype, (7, 37)), random_array(rng, dtype, (7, 37))
    answer = metal("MetalAdd", a, b)
    assert answer.names == []
    assert answer.value.dtype == a.dtype
    np.testing.assert_array_equal(answer.value, a + b)


@pytest.mark.parametrize("dtype", ["int64", "float64", "complex128"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_lists(metal, rng, packed, listed, dtype, shape):
    a, b = random_array(rng, dtype, shape), random_array(rng, dtype, shape)
    answer = metal("MetalAdd", packed(a), packed(b))
    assert answer.names == []
    assert listed(answer.value)
    assert answer.value.dtype == a.dtype
    np.testing.assert_array_equal(answer.value, a + b)


@pytest.mark.parametrize(("first", "second"), PAIRS, ids=str)
def test_two_types(metal, rng, first, second):
    a, b = random_array(rng, first, (129,)), random_array(rng, second, (129,))
    common = np.promote_types(first, second)
    answer = metal("MetalAdd", a, b)
    assert answer.value.dtype == common
    np.testing.assert_array_equal(answer.value, a.astype(common) + b.astype(common))


@pytest.mark.parametrize("signed", ["int8", "int64"])
def test_unsigned_64_bits_with_signed(metal, signed):
    answer = metal("MetalAdd", np.array([1], "uint64"), np.array([1], signed))
    assert answer.failed
    assert answer.names == ["MetalAdd::types"]
    assert "UnsignedInteger64" in answer.texts[0]


def test_list_with_numeric_array(metal, packed, listed):
    answer = metal("MetalAdd", packed(np.array([1, 2, 3])), np.array([0.5, 1.5, 2.5], "float32"))
    assert not listed(answer.value)
    assert answer.value.dtype == np.float64
    np.testing.assert_array_equal(answer.value, [1.5, 3.5, 5.5])


def test_many_operands_from_left_to_right(metal, rng, packed):
    arrays = [random_array(rng, "float64", (33,)) * 10.0**k for k in range(19)]
    expected = arrays[0]
    for array in arrays[1:]:
        expected = expected + array
    answer = metal("MetalAdd", *map(packed, arrays))
    np.testing.assert_array_equal(answer.value, expected)


@pytest.mark.parametrize("number", [3, 0.1, 2.5 - 1j], ids=str)
@pytest.mark.parametrize("dtype", ["int64", "float64", "complex128"])
def test_number_with_list(metal, rng, packed, dtype, number):
    a = random_array(rng, dtype, (4, 5))
    answer = metal("MetalAdd", number, packed(a))
    common = np.result_type(a.dtype, np.asarray(number).dtype)
    assert answer.value.dtype == common
    np.testing.assert_array_equal(answer.value, a.astype(common) + common.type(number))


def test_edges_of_double_keep_their_bits(metal):
    a, b = (grid.ravel() for grid in np.meshgrid(EDGES, EDGES))
    answer = metal("MetalAdd", a, b)
    with np.errstate(invalid="ignore", over="ignore"):
        expected = a + b
    np.testing.assert_array_equal(answer.value, expected)
    np.testing.assert_array_equal(np.signbit(answer.value[expected == 0]), np.signbit(expected[expected == 0]))


def test_single_precision_rounds_each_sum(metal, rng, packed):
    a, b, c = (random_array(rng, "float64", (50,)) for _ in range(3))
    answer = metal("MetalAdd", packed(a), packed(b), packed(c), TargetPrecision="Single")
    expected = (a.astype("float32") + b.astype("float32")) + c.astype("float32")
    assert answer.value.dtype == np.float64
    np.testing.assert_array_equal(answer.value, expected.astype("float64"))
    assert metal.last_call()["Precision"] == "Single"


@pytest.mark.parametrize("dtype", INTEGERS)
def test_overflow_of_numeric_array(metal, dtype):
    """A message with the count and the position of the first, for every integer type."""
    a = np.ones((3, 4), dtype)
    a[1, 2] = a[2, 0] = np.iinfo(dtype).max
    answer = metal("MetalAdd", a, np.ones((3, 4), dtype))
    assert answer.failed
    assert answer.names == ["MetalAdd::overflow"]
    assert ": 2;" in answer.texts[0]
    assert "{2, 3}" in answer.texts[0]


def test_overflow_of_list_is_exact(metal, packed):
    a = np.array([2**62, 5, -(2**63)])
    answer = metal("MetalAdd", packed(a), packed(a))
    assert answer.names == []
    assert [int(x) for x in answer.value] == [2**63, 10, -(2**64)]
    assert metal.last_call()["Overflow"] == 2


def test_infinite_list_is_unpacked(metal, packed):
    a = np.array([1.7e308, 1.0, -1.7e308])
    answer = metal("MetalAdd", packed(a), packed(a))
    assert answer.names == ["MetalAdd::nonfinite"]
    assert [str(x) for x in answer.value][1] == "2.0"
    answer = metal.evaluate("With[{a = {1.7*^308, -1.7*^308}}, MetalAdd[a, a] === {Infinity, -Infinity}]")
    assert answer.value is True


def test_arguments_are_unchanged(metal, packed):
    code = "With[{a = N[Range[999]], b = N[Range[999]]}, MetalAdd[a, b]; MetalMap[Sqrt, a]; a === b === N[Range[999]]]"
    assert metal.evaluate(code).value is True


def test_ten_thousand_rows(metal, rng, packed):
    """Every row is computed, not the first dimension only."""
    a = random_array(rng, "int64", (10_000, 3))
    np.testing.assert_array_equal(metal("MetalAdd", packed(a), packed(a[::-1])).value, a + a[::-1])
