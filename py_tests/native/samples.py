"""Arrays that the tests of arithmetic are made of, and how they are compared."""

from __future__ import annotations

import numpy as np

COMPLEX_HALF = np.dtype([("re", np.float16), ("im", np.float16)])
INTEGERS = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]
REALS = [np.float16, np.float32, np.float64]
COMPLEX = [np.complex64, np.complex128]
SIZES = [0, 1, 31, 1023, 1025, 2**20 + 3]
SPECIAL = [
    0.0,
    -0.0,
    1.5,
    -2.25,
    np.inf,
    -np.inf,
    np.nan,
    1e-310,
    1.4e-45,
    6e-8,
    65504.0,
    3e38,
    -3e38,
    1e308,
    1e16,
    1.0,
]


def values(kind, count: int, seed: int = 0) -> np.ndarray:
    """Numbers all over the range of a type, none of which overflow in a sum of eight."""
    random = np.random.default_rng(seed)
    kind = np.dtype(kind)
    if kind.kind in "iu":
        limits = np.iinfo(kind)
        return random.integers(limits.min // 8 if kind.kind == "i" else 0, limits.max // 8, count, kind, endpoint=True)
    if kind.kind == "c":
        parts = random.normal(size=(2, count)) * 10 ** random.uniform(-8, 8, (2, count))
        return (parts[0] + 1j * parts[1]).astype(kind)
    exponent = 3 if kind == np.float16 else 20
    return (random.normal(size=count) * 10 ** random.uniform(-exponent, exponent, count)).astype(kind)


def same(got: np.ndarray, expected: np.ndarray) -> None:
    assert got.dtype == expected.dtype
    assert got.shape == expected.shape
    np.testing.assert_array_equal(got, expected)
    if expected.dtype.kind == "f":
        finite = ~np.isnan(expected)
        np.testing.assert_array_equal(np.signbit(got)[finite], np.signbit(expected)[finite])


def left_to_right(kind, *operands: np.ndarray) -> np.ndarray:
    """Each operand converted to the result's type, each sum rounded to it."""
    total = operands[0].astype(kind)
    for operand in operands[1:]:
        total = (total + operand.astype(kind)).astype(kind)
    return total


# For every result type all the types that it can be the sum of; the first operand has the result's type.
MIXTURES = {
    np.int8: [np.int8, np.int8],
    np.uint8: [np.uint8, np.uint8],
    np.int16: [np.int16, np.int8, np.uint8],
    np.uint16: [np.uint16, np.uint8],
    np.int32: [np.int32, np.int8, np.uint8, np.int16, np.uint16],
    np.uint32: [np.uint32, np.uint8, np.uint16],
    np.int64: [np.int64, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32],
    np.uint64: [np.uint64, np.uint8, np.uint16, np.uint32],
    np.float16: [np.float16, np.float16],
    np.float32: [np.float32, np.int8, np.uint8, np.int16, np.uint16, np.float16],
    np.float64: [np.float64, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.float32],
    np.complex64: [np.complex64, np.int8, np.uint8, np.int16, np.uint16, np.float16, np.float32],
    np.complex128: [np.complex128, np.complex64, np.float64, np.int64, np.uint64, np.float32],
}
