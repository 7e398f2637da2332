"""MNumericArray_convertType: every method from every type to every type, against exact arithmetic."""

import math
from fractions import Fraction

import numpy as np
import pytest
from numeric_types import CODES

from librarylink_host import COMPLEX_HALF, LibraryDataType, LibraryFunctionError

METHODS = {"Check": 1, "Coerce": 3, "Round": 5, "Scale": 7, "Cast": 9}
REALS = [0.0, -0.0, 1.0, -1.0, 0.5, -0.25, 1.5, 2.5, -2.5, 100.75, 127.5, -128.5, 254.5, 40000.0, math.inf, -math.inf]
REALS += [math.nan]
ANY = LibraryDataType("NumericArray")


def part_type(name):
    """The dtype of a real number of the type, or of a complex number's parts."""
    return np.dtype({"Real16": "f2", "Real32": "f4", "Real64": "f8"}.get(name.removeprefix("Complex"), CODES[name][1]))


def samples(name):
    """Python numbers that the type holds exactly."""
    part = part_type(name)
    if part.kind in "iu":
        low, high = int(np.iinfo(part).min), int(np.iinfo(part).max)
        wanted = {low, low + 1, -1, 0, 1, 2, 51, 127, 128, high // 2, high - 1, high}
        return sorted(value for value in wanted if low <= value <= high)
    largest = float(np.finfo(part).max)
    reals = [value for value in REALS if math.isnan(value) or part.type(value) == value] + [largest, -largest]
    if not name.startswith("Complex"):
        return reals
    return [complex(real, 0) for real in reals] + [complex(1, 2.5), complex(-300, -0.5), complex(0, largest)]


def to_integer(value, method, clip, target, source):
    low, high = int(np.iinfo(target).min), int(np.iinfo(target).max)
    if math.isnan(value):
        return None
    if method == "Scale" and clip and source.kind == "f":
        value = min(max(value, -1 if low else 0), 1)
    if method == "Scale" and abs(value) != math.inf:
        value = Fraction(value) * high / (int(np.iinfo(source).max) if source.kind in "iu" else 1)
    if clip:
        value = min(max(value, low), high)
    if abs(value) == math.inf:
        return None
    value = Fraction(value)
    if method == "Check" and value.denominator != 1:
        return None
    whole = math.trunc(value) if method in ("Coerce", "Cast") else round(value)
    return whole if low <= whole <= high else None


def to_real(value, method, clip, target, source):
    if method == "Scale" and source.kind in "iu":
        value = Fraction(value) / int(np.iinfo(source).max)
    with np.errstate(over="ignore"):
        result = target.type(float(value))
    if not np.isinf(result) or math.isinf(value):
        return result
    return math.copysign(float(np.finfo(target).max), value) if clip else None


def expected(value, source, target, method, clip):
    """What the conversion of one number gives, None for an error."""
    from_part, to_part = part_type(source), part_type(target)
    convert = to_integer if to_part.kind in "iu" else to_real
    if source == target:
        return value
    if not isinstance(value, complex):
        return convert(value, method, clip, to_part, from_part)
    real = convert(value.real, method, clip, to_part, from_part)
    if not target.startswith("Complex"):
        return None if method == "Check" and value.imag else real
    imaginary = convert(value.imag, method, clip, to_part, from_part)
    return None if real is None or imaginary is None else complex(real, imaginary)


def array_of(value, name):
    if name != "ComplexReal16":
        return np.array([value], CODES[name][1])
    array = np.zeros(1, COMPLEX_HALF)
    array["re"], array["im"] = np.real(value), np.imag(value)
    return array


def parts(array):
    return [array["re"], array["im"]] if array.dtype == COMPLEX_HALF else [array.real, array.imag]


@pytest.fixture(scope="module")
def convert(compile_library):
    from librarylink_host import Library

    with Library(compile_library("numeric_arrays")) as library:
        yield library.function("convert", [(ANY, "Constant"), "Integer", "Integer", "Real"], ANY)


@pytest.mark.parametrize("clip", [False, True], ids=["", "Clip"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("source", CODES)
def test_every_type(convert, source, method, clip):
    for target, (code, dtype) in CODES.items():
        for value in samples(source):
            wanted = expected(value, source, target, method, clip)
            try:
                result = convert(array_of(value, source), code, METHODS[method] + clip, 0.0)
            except LibraryFunctionError as error:
                assert (error.error_name, wanted) == ("LIBRARY_NUMERICAL_ERROR", None), f"{value} to {target}"
                continue
            assert wanted is not None, f"{value} to {target}: an error, not {result}"
            assert result.dtype == dtype
            for got, part in zip(parts(result), parts(array_of(wanted, target)), strict=True):
                np.testing.assert_array_equal(got, part, f"{value} to {target}")
