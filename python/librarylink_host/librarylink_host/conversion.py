"""MNumericArray_convertType: elements of one type as elements of another.

LibraryLink's documentation names the methods (Check: values must be compatible; Coerce, Cast: converted; Round: reals
rounded to integers; Scale: types' ranges mapped onto each other; Clip: clipped into the range first) and leaves details
open.  Here a value outside of the target's range is an error for every method without Clip; Coerce and Cast truncate; a
complex number becomes real by its real part, for Check only if the imaginary part is zero; Check accepts a real for an
integer within ``tolerance`` times the source's machine epsilon, relative to it; reals may round to narrower reals, but
not overflow.  Scale takes integers as fractions of their type's largest value, and reals as they are: Clip_Scale clips
them to the range from -1 (0 for unsigned integers) to 1 first.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from .types import COMPLEX_HALF

CHECK, COERCE, ROUND, SCALE, CAST = 1, 3, 5, 7, 9
METHODS = range(1, 11)  # odd: as named above; even: the same behind Clip


class ConversionError(ValueError):
    """A value that the target type does not hold."""


def _widened(array: np.ndarray) -> np.ndarray:
    """Complex halves as a type that NumPy computes with."""
    if array.dtype != COMPLEX_HALF:
        return array
    return array["re"].astype(np.float32) + 1j * array["im"].astype(np.float32)


def _narrowed(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    if dtype != COMPLEX_HALF:
        return array.astype(dtype)
    result = np.empty(array.shape, dtype)
    result["re"], result["im"] = array.real, array.imag
    return result


def _part_type(dtype: np.dtype) -> np.dtype:
    """The type of the real part."""
    if dtype == COMPLEX_HALF:
        return np.dtype(np.float16)
    return np.dtype(np.float32 if dtype == np.complex64 else np.float64) if dtype.kind == "c" else dtype


def _is_complex(dtype: np.dtype) -> bool:
    return dtype == COMPLEX_HALF or dtype.kind == "c"


def _scaled(values: np.ndarray, source: np.dtype, target: np.dtype) -> np.ndarray:
    """The largest value of the source's range becomes the target's, that of reals is 1; exact where 64 bits matter."""
    largest_in = int(np.iinfo(source).max) if source.kind in "iu" else 1
    largest_out = int(np.iinfo(target).max) if target.kind in "iu" else 1
    if largest_in == largest_out:
        return values
    if source.kind == "f" and (largest_out < 1 << 53 or not np.isfinite(values).all()):
        with np.errstate(over="ignore"):
            return values.astype(np.float64) * largest_out
    if largest_in * largest_out < 1 << 53:
        scaled = values.astype(np.float64) * largest_out / largest_in
        return np.rint(scaled) if target.kind in "iu" else scaled
    factor = Fraction(largest_out, largest_in)
    scale = (lambda value: round(value * factor)) if target.kind in "iu" else (lambda value: float(value * factor))
    scaled = [scale(Fraction(value)) for value in values.ravel().tolist()]
    return np.array(scaled, object if target.kind in "iu" else np.float64).reshape(values.shape)


def _to_integers(
    values: np.ndarray, method: int, clip: bool, source: np.dtype, target: np.dtype, tolerance: float
) -> np.ndarray:
    if values.dtype.kind == "f":
        return _reals_to_integers(values.astype(np.float64), method, clip, source, target, tolerance)
    limits = np.iinfo(target)
    lowest, highest = int(values.min(initial=0)), int(values.max(initial=0))
    if lowest >= limits.min and highest <= limits.max:
        return values.astype(target)
    if not clip:
        raise ConversionError(f"a value outside of {target.name}")
    return np.clip(values.astype(object), int(limits.min), int(limits.max)).astype(target)


def _reals_to_integers(
    values: np.ndarray, method: int, clip: bool, source: np.dtype, target: np.dtype, tolerance: float
) -> np.ndarray:
    limits = np.iinfo(target)
    if np.isnan(values).any():
        raise ConversionError("NaN has no integer value")
    if clip:
        values = np.clip(values, float(limits.min), float(limits.max))
    whole = np.rint(values) if method in (CHECK, ROUND, SCALE) else np.trunc(values)
    # As reals: limits.max + 1 is a power of two, exact where limits.max is not.
    above, below = whole >= float(int(limits.max) + 1), whole < float(limits.min)
    if method == CHECK:
        epsilon = np.finfo(source).eps if source.kind == "f" else 0.0
        with np.errstate(invalid="ignore"):
            off = np.abs(values - whole) > tolerance * epsilon * np.abs(values)
        if (off & ~(above | below)).any():
            raise ConversionError("a real that is no integer")
    if not clip and (above | below).any():
        raise ConversionError(f"a value outside of {target.name}")
    result = np.where(above | below, 0, whole).astype(target)
    result[above], result[below] = limits.max, limits.min
    return result


def _to_reals(values: np.ndarray, clip: bool, target: np.dtype) -> np.ndarray:
    with np.errstate(over="ignore"):
        result = values.astype(target)
    overflowed = np.isinf(result) & np.isfinite(values)
    if not overflowed.any():
        return result
    if not clip:
        raise ConversionError(f"a value outside of {target.name}")
    largest = np.finfo(target).max
    return np.where(overflowed, np.copysign(largest, result), result).astype(target)


def _convert_part(
    values: np.ndarray, method: int, clip: bool, source: np.dtype, target: np.dtype, tolerance: float
) -> np.ndarray:
    if method == SCALE:
        if clip and source.kind == "f" and target.kind in "iu":
            values = np.clip(values, -1 if target.kind == "i" else 0, 1)
        values = _scaled(values, source, target)
    if target.kind in "iu":
        return _to_integers(values, method, clip, source, target, tolerance)
    return _to_reals(values, clip, target)


def convert(array: np.ndarray, target: np.dtype, method: int, tolerance: float) -> np.ndarray:
    """The array with elements of the target type; ConversionError if a value does not fit."""
    clip = method % 2 == 0
    method -= clip
    if array.dtype == target:
        return array
    values = _widened(array)
    source = _part_type(array.dtype)
    part = _part_type(target)
    if values.dtype.kind != "c":
        return _narrowed(_convert_part(values, method, clip, source, part, tolerance), target)
    real = _convert_part(values.real, method, clip, source, part, tolerance)
    if not _is_complex(target):
        if method == CHECK and values.imag.any():
            raise ConversionError("a complex number with an imaginary part")
        return real
    imaginary = _convert_part(values.imag, method, clip, source, part, tolerance)
    result = np.empty(array.shape, target)
    if target == COMPLEX_HALF:
        result["re"], result["im"] = real, imaginary
    else:
        result.real, result.imag = real, imaginary
    return result
