# SPDX-License-Identifier: GPL-3.0-or-later
"""NumericArray types, conversion between them, and memory for large arrays.

Types: https://reference.wolfram.com/language/ref/NumericArray.html
"""

import numpy as np

COMPLEX_REAL16 = np.dtype([("re", "float16"), ("im", "float16")])

DTYPES = {
    "Integer8": np.dtype("int8"),
    "UnsignedInteger8": np.dtype("uint8"),
    "Integer16": np.dtype("int16"),
    "UnsignedInteger16": np.dtype("uint16"),
    "Integer32": np.dtype("int32"),
    "UnsignedInteger32": np.dtype("uint32"),
    "Integer64": np.dtype("int64"),
    "UnsignedInteger64": np.dtype("uint64"),
    "Real16": np.dtype("float16"),
    "Real32": np.dtype("float32"),
    "Real64": np.dtype("float64"),
    "ComplexReal16": COMPLEX_REAL16,
    "ComplexReal32": np.dtype("complex64"),
    "ComplexReal64": np.dtype("complex128"),
}
TYPE_NAMES = {dtype: name for name, dtype in DTYPES.items()}
# Older names, which the language still accepts.
SYNONYMS = {
    "Byte": "UnsignedInteger8",
    "Real": "Real64",
    "Complex": "ComplexReal64",
    "Complex32": "ComplexReal32",
    "Complex64": "ComplexReal64",
}
METHODS = ("Check", "Coerce", "Round", "Scale", "ClipAndCheck", "ClipAndCoerce", "ClipAndRound", "ClipAndScale")
PAGE_ALIGNED_FROM = 1 << 20


class ConversionError(ValueError):
    """A number that the type cannot hold, with its 1-based flattened position."""

    def __init__(self, position: int):
        super().__init__(f"element {position} cannot be converted")
        self.position = position


def empty(shape: tuple[int, ...], dtype) -> np.ndarray:
    """New memory for an array; from 1 MB up page-aligned and padded, so that a library can adopt it without a copy."""
    if np.dtype(dtype).itemsize * int(np.prod(shape, dtype=object)) < PAGE_ALIGNED_FROM:
        return np.empty(shape, dtype)
    from librarylink_host import allocate

    return allocate(shape, dtype)


def same(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two arrays have one type, one shape and the same numbers, NaN being the same as NaN."""
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype == COMPLEX_REAL16:
        return same(a["re"], b["re"]) and same(a["im"], b["im"])
    return bool(np.array_equal(a, b, equal_nan=a.dtype.kind in "fc"))


def convert(array: np.ndarray, dtype: np.dtype, method: str) -> np.ndarray:
    """`array` as `dtype` by one of METHODS; an object array holds Python integers of any size.

    Clip: out-of-range numbers become the nearest that the type has. Check: a number the type cannot hold exactly
    (reals: a fraction for an integer type, a magnitude beyond the type) is a ConversionError. Coerce: as a C cast,
    fractions cut off. Round: to the nearest integer, halves to even. Scale: the range of one type onto the other's.
    """
    if array.dtype == dtype:
        return array
    if array.dtype == COMPLEX_REAL16:
        array = array["re"].astype("complex64") + 1j * array["im"].astype("complex64")
        if array.dtype == dtype:
            return array
    if array.dtype.kind == "O" and (dtype.kind in "fcV" or method.endswith("Scale")):
        array = _reals(array, method)
    if dtype == COMPLEX_REAL16:
        return _complex_real16(array, method)
    if dtype.kind == "c":
        return array.astype(dtype)
    if array.dtype.kind == "c":
        _refuse(array.imag != 0)
        array = array.real
    if method.endswith("Scale"):
        array = _scaled(array, dtype)
    if dtype.kind == "f":
        return _to_real(array, dtype, method)
    return _to_integer(array, dtype, method)


def _complex_real16(array: np.ndarray, method: str) -> np.ndarray:
    result = np.zeros(array.shape, COMPLEX_REAL16)
    half = np.dtype("float16")
    result["re"] = _to_real(array.real, half, method)
    if array.dtype.kind == "c":
        result["im"] = _to_real(array.imag, half, method)
    return result


def _to_real(array: np.ndarray, dtype: np.dtype, method: str) -> np.ndarray:
    with np.errstate(over="ignore", invalid="ignore"):
        result = array.astype(dtype)
    if method == "Check":
        _refuse(np.isinf(result) & np.isfinite(array.astype("float64")))
    if method.startswith("Clip"):
        limit = np.finfo(dtype).max
        finite = np.isfinite(array.astype("float64"))
        result = np.where(finite, np.clip(result, -limit, limit), result).astype(dtype)
    return result


def _reals(array: np.ndarray, method: str) -> np.ndarray:
    """Python's integers as doubles; those beyond them are refused by Check, clipped by Clip, infinite otherwise."""
    limit = int(np.finfo("float64").max)
    below, above = _outside(array, -limit, limit)
    if method == "Check":
        _refuse(below | above)
    result = np.where(below | above, 0, array).astype("float64")
    beyond = float(limit) if method.startswith("Clip") else np.inf
    result[below], result[above] = -beyond, beyond
    return result


def _to_integer(array: np.ndarray, dtype: np.dtype, method: str) -> np.ndarray:
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    if array.dtype.kind == "f":
        array = array.astype("float64")
        _refuse(np.isnan(array))
        if method.endswith("Check"):
            _refuse(array != np.floor(array))
        array = np.trunc(array) if method.endswith("Coerce") else np.rint(array)
    below, above = _outside(array, low, high)
    if not method.startswith("Clip") and method != "Coerce":
        _refuse(below | above)
    if method == "Coerce" and (below | above).any():
        return _wrapped(array, dtype)
    result = np.where(below | above, 0, array).astype(dtype)
    result[below] = low
    result[above] = high
    return result


def _outside(array: np.ndarray, low: int, high: int) -> tuple[np.ndarray, np.ndarray]:
    """Which elements lie below and above an integer range, compared exactly."""
    if array.dtype.kind == "f":
        # high + 1 is a power of two, exact as a double; high itself may not be.
        return array < low, array >= float(high + 1)
    if array.dtype.kind == "O":
        return (array < low).astype(bool), (array > high).astype(bool)
    limits = np.iinfo(array.dtype)
    none = np.zeros(array.shape, bool)
    below = array < low if limits.min < low else none
    above = array > high if limits.max > high else none
    return below, above


def _wrapped(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    bits = 8 * dtype.itemsize
    unsigned = np.array([int(v) % (1 << bits) for v in array.ravel().tolist()], f"uint{bits}")
    return unsigned.view(dtype).reshape(array.shape)


def _scaled(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Integers stand for fractions of their type's largest value, reals for themselves."""
    unit = array.astype("float64")
    if array.dtype.kind in "iu":
        unit = unit / np.iinfo(array.dtype).max
    return unit * np.iinfo(dtype).max if dtype.kind in "iu" else unit


def _refuse(wrong: np.ndarray) -> None:
    if wrong.any():
        raise ConversionError(int(np.flatnonzero(wrong.ravel())[0]) + 1)
