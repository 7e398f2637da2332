"""MetalSubtract, MetalTimes and MetalDivide through a kernel against NumPy: element types, lists and NumericArrays."""

from __future__ import annotations

import numpy as np
import pytest

INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
TYPES = [*INTEGERS, "float32", "float64", "complex64", "complex128"]


def quotient(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Of complex numbers whose products are exact, so that each part is rounded once."""
    if np.result_type(a, b).kind != "c":
        return a / b
    product, size = a * b.conj(), b.real * b.real + b.imag * b.imag
    result = np.empty_like(product)
    result.real, result.imag = product.real / size, product.imag / size
    return result


VERBS = {"MetalSubtract": np.subtract, "MetalTimes": np.multiply, "MetalDivide": quotient}


def pair(rng: np.random.Generator, dtype: str, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Numbers whose difference, product and quotient fit the type: the first is the larger."""
    kind = np.dtype(dtype)
    if kind.kind in "iu":
        return rng.integers(8, 12, shape).astype(kind), rng.integers(1, 8, shape).astype(kind)
    if kind.kind == "c":
        # Small integers: their products are exact, with and without fused multiply-add.
        parts = rng.integers(1, 100, (2, 2, *shape))
        return tuple((re + 1j * im).astype(kind) for re, im in parts)
    return tuple((rng.standard_normal(shape) * 1000).astype(kind) for _ in range(2))


def computed(verb: str, dtype: np.dtype) -> np.dtype:
    """Integers divide as real numbers."""
    return np.dtype(np.float64) if verb == "MetalDivide" and dtype.kind in "iu" else dtype


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("verb", VERBS)
def test_numeric_arrays(metal, rng, verb, dtype):
    a, b = pair(rng, dtype, (7, 37))
    answer = metal(verb, a, b)
    assert answer.names == []
    kind = computed(verb, a.dtype)
    assert answer.value.dtype == kind
    np.testing.assert_array_equal(answer.value, VERBS[verb](a.astype(kind), b.astype(kind)))


@pytest.mark.parametrize("dtype", ["int64", "float64", "complex128"])
@pytest.mark.parametrize("verb", VERBS)
def test_lists(metal, rng, packed, listed, verb, dtype):
    a, b = pair(rng, dtype, (3, 1, 4, 5))
    answer = metal(verb, packed(a), packed(b))
    assert answer.names == []
    assert listed(answer.value)
    kind = computed(verb, a.dtype)
    np.testing.assert_array_equal(answer.value, VERBS[verb](a.astype(kind), b.astype(kind)))


@pytest.mark.parametrize("verb", VERBS)
def test_numbers_on_either_side(metal, rng, packed, verb):
    a, _ = pair(rng, "float64", (4, 5))
    np.testing.assert_array_equal(metal(verb, packed(a), 3).value, VERBS[verb](a, 3.0))
    np.testing.assert_array_equal(metal(verb, 0.3, packed(a)).value, VERBS[verb](0.3, a))


def test_product_of_many(metal, rng, packed):
    arrays = [1 + rng.standard_normal(33) / 10 for _ in range(40)]
    expected = arrays[0]
    for array in arrays[1:]:
        expected = expected * array
    np.testing.assert_array_equal(metal("MetalTimes", *map(packed, arrays)).value, expected)
    assert metal.last_call()["CommandBuffers"] == 1


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("verb", ["MetalSubtract", "MetalTimes"])
def test_overflow_of_numeric_array(metal, verb, dtype):
    """A message with the count and the position of the first, for every integer type."""
    limits = np.iinfo(dtype)
    a = np.ones((3, 4), dtype)
    b = np.ones((3, 4), dtype)
    a[1, 2] = a[2, 0] = limits.min if verb == "MetalSubtract" else limits.max
    b[1, 2] = b[2, 0] = 2
    answer = metal(verb, a, b)
    assert answer.failed
    assert answer.names == [f"{verb}::overflow"]
    assert ": 2;" in answer.texts[0]
    assert "{2, 3}" in answer.texts[0]


def test_product_of_a_list_that_overflows_is_exact(metal, packed):
    a = np.array([2**62, 5, -(2**63)])
    answer = metal("MetalTimes", packed(a), packed(a))
    assert answer.names == []
    assert [int(x) for x in answer.value] == [2**124, 25, 2**126]
    assert metal.last_call()["Overflow"] == 2


def test_division_by_zero_counts(metal, packed):
    answer = metal("MetalDivide", packed(np.array([1.0, 0.0, 4.0, -1.0])), packed(np.array([0.0, 0.0, 2.0, 0.0])))
    assert answer.names == ["MetalDivide::nonfinite"]
    call = metal.last_call()
    assert (call["NonReal"], call["Infinite"]) == (1, 2)
