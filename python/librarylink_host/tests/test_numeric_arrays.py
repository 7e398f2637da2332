"""MNumericArray: 14 types, ByteArray, conversion."""

import numpy as np
import pytest
from numeric_types import CODES

from librarylink_host import (
    COMPLEX_HALF,
    LibraryArgumentError,
    LibraryDataType,
    LibraryFunctionError,
    LibraryMisuseError,
)

CHECK, CLIP_CHECK, COERCE, CLIP_COERCE, ROUND, CLIP_ROUND, SCALE, CLIP_SCALE, CAST, CLIP_CAST = range(1, 11)
ANY = LibraryDataType("NumericArray")


@pytest.fixture
def library(load):
    return load("numeric_arrays")


def sample(name, shape=(2, 3)):
    count = int(np.prod(shape))
    if name == "ComplexReal16":
        array = np.zeros(count, COMPLEX_HALF)
        array["re"], array["im"] = np.arange(count), -np.arange(count)
        return array.reshape(shape)
    return np.arange(1, count + 1).astype(CODES[name][1]).reshape(shape)


@pytest.mark.parametrize("name", CODES)
@pytest.mark.parametrize("mode", ["Automatic", "Constant"])
def test_types(library, name, mode):
    array = sample(name)
    assert library.function("type_of", [(ANY, mode)], "Integer")(array) == CODES[name][0]
    typed = LibraryDataType("NumericArray", name, 2)
    result = library.function("reverse", [(typed, mode)], typed)(array)
    assert result.dtype == array.dtype
    np.testing.assert_array_equal(result, array.ravel()[::-1].reshape(array.shape))
    np.testing.assert_array_equal(library.function("clone", [(ANY, mode)], ANY)(array), array)


@pytest.mark.parametrize("shape", [(0,), (1,), (3, 0, 2), (2, 3, 4, 5)])
def test_shapes(library, shape):
    array = sample("Real32", shape)
    result = library.function("clone", [(ANY, "Constant")], ANY)(array)
    assert result.shape == shape
    np.testing.assert_array_equal(result, array)


def test_statuses_of_new(library):
    make = library.function("make", ["Integer", "Integer"], ANY)
    assert make(9, 5).shape == (5,)
    for code, length, name in ((0, 5, "TYPE"), (15, 5, "TYPE"), (9, -1, "DIMENSION"), (10, 2**61, "MEMORY")):
        with pytest.raises(LibraryFunctionError, match=f"LIBRARY_{name}_ERROR"):
            make(code, length)


@pytest.mark.parametrize(
    ("specification", "value", "words"),
    [
        (ANY, [1, 2, 3], "not list"),
        (ANY, np.zeros(3, bool), "has no elements bool"),
        (ANY, np.zeros(3, "U4"), "has no elements"),
        (ANY, np.array(["a"], object), "has no elements object"),
        (ANY, np.float64(1), "not float64"),
        (ANY, np.zeros(()), "one or more dimensions"),
        (ANY, np.zeros(3, ">f4"), "has no elements >f4"),
        (LibraryDataType("NumericArray", "Real32"), np.zeros(3), "the elements are Real64"),
        (LibraryDataType("NumericArray", "Real64", 2), np.zeros(3), "the rank is 1"),
        (LibraryDataType("ByteArray"), np.zeros(3), "bytes, or an array of uint8"),
        (LibraryDataType("ByteArray"), "abc", "bytes, or an array of uint8"),
    ],
)
def test_bad_arguments(library, specification, value, words):
    with pytest.raises(LibraryArgumentError, match=words):
        library.function("clone", [specification], ANY)(value)


def test_byte_array(library):
    kind = LibraryDataType("ByteArray")
    reverse = library.function("reverse", [(kind, "Constant")], kind)
    for value in (b"abc", bytearray(b"abc"), memoryview(b"abc"), np.frombuffer(b"abc", np.uint8)):
        assert reverse(value).tobytes() == b"cba"
    assert reverse(b"").tobytes() == b""
    with pytest.raises(LibraryMisuseError, match="not of the declared type"):
        library.function("clone", [ANY], kind)(np.zeros(3, np.int16))


def converted(library, values, source, target, method, tolerance=0.0):
    convert = library.function("convert", [(ANY, "Constant"), "Integer", "Integer", "Real"], ANY)
    return convert(np.array(values, CODES[source][1]), CODES[target][0], method, tolerance)


@pytest.mark.parametrize(
    ("values", "source", "target", "method", "expected"),
    [
        ([1, 2, 127], "Integer16", "Integer8", CHECK, [1, 2, 127]),
        ([1.0, -3.0], "Real64", "Integer32", CHECK, [1, -3]),
        ([1, 200, 300, -5], "Integer16", "UnsignedInteger8", CLIP_CHECK, [1, 200, 255, 0]),
        ([2**63 - 1], "Integer64", "UnsignedInteger64", CHECK, [2**63 - 1]),
        ([2**64 - 1, 5], "UnsignedInteger64", "Integer64", CLIP_CHECK, [2**63 - 1, 5]),
        ([-1, 5], "Integer64", "UnsignedInteger64", CLIP_CHECK, [0, 5]),
        ([1.9, -1.9], "Real64", "Integer8", COERCE, [1, -1]),
        ([1.9, -1.9], "Real32", "Integer8", CAST, [1, -1]),
        ([1.9, -1.9, 300.0], "Real32", "Integer8", CLIP_CAST, [1, -1, 127]),
        ([1.5, 2.5, -1.6], "Real64", "Integer8", ROUND, [2, 2, -2]),
        ([1e30, -1e30, 2.6], "Real64", "Integer64", CLIP_ROUND, [2**63 - 1, -(2**63), 3]),
        ([np.inf, -np.inf], "Real64", "UnsignedInteger64", CLIP_COERCE, [2**64 - 1, 0]),
        ([32767, -32767], "Integer16", "Integer8", SCALE, [127, -127]),
        ([255, 0, 128], "UnsignedInteger8", "UnsignedInteger16", SCALE, [65535, 0, 32896]),
        ([255, 51], "UnsignedInteger8", "Real64", SCALE, [1.0, 0.2]),
        ([0.0, 0.5, 1.0], "Real64", "UnsignedInteger8", SCALE, [0, 128, 255]),
        ([-0.5, 2.0], "Real64", "UnsignedInteger8", CLIP_SCALE, [0, 255]),
        ([2**53 + 1], "Integer64", "Real64", COERCE, [2.0**53]),
        ([1.5, np.nan, np.inf], "Real64", "Real32", CHECK, [1.5, np.nan, np.inf]),
        ([1e300, -1e300], "Real64", "Real32", CLIP_CHECK, [np.finfo("f4").max, -np.finfo("f4").max]),
        ([1 + 0j, 2], "ComplexReal64", "Real32", CHECK, [1, 2]),
        ([1 + 5j], "ComplexReal64", "Integer16", ROUND, [1]),
        ([3, 4], "Integer8", "ComplexReal32", CHECK, [3 + 0j, 4]),
        ([1 + 2j], "ComplexReal64", "ComplexReal32", CHECK, [1 + 2j]),
        ([1, 2], "Real16", "Real16", CHECK, [1, 2]),
    ],
)
def test_conversion(library, values, source, target, method, expected):
    result = converted(library, values, source, target, method)
    assert result.dtype == CODES[target][1]
    np.testing.assert_array_equal(result, np.array(expected, CODES[target][1]))


@pytest.mark.parametrize(
    ("values", "source", "target", "method", "status"),
    [
        ([1.5], "Real64", "Integer8", CHECK, "NUMERICAL"),
        ([32767], "Integer16", "Integer8", CHECK, "NUMERICAL"),
        ([32767], "Integer16", "Integer8", CAST, "NUMERICAL"),
        ([32767], "Integer16", "Integer8", COERCE, "NUMERICAL"),
        ([32767], "Integer16", "Integer8", ROUND, "NUMERICAL"),
        ([-1], "Integer8", "UnsignedInteger64", CHECK, "NUMERICAL"),
        ([2.0**63], "Real64", "Integer64", COERCE, "NUMERICAL"),
        ([np.nan], "Real64", "Integer64", CLIP_ROUND, "NUMERICAL"),
        ([1e300], "Real64", "Real32", COERCE, "NUMERICAL"),
        ([1 + 1j], "ComplexReal64", "Real64", CHECK, "NUMERICAL"),
        ([1], "Integer8", "Integer16", 0, "TYPE"),
        ([1], "Integer8", "Integer16", 11, "TYPE"),
    ],
)
def test_conversion_statuses(library, values, source, target, method, status):
    with pytest.raises(LibraryFunctionError, match=f"LIBRARY_{status}_ERROR"):
        converted(library, values, source, target, method)


def test_conversion_tolerance(library):
    near = np.nextafter(3.0, 4.0)
    assert converted(library, [near], "Real64", "Integer8", CHECK, 1.0).tolist() == [3]
    with pytest.raises(LibraryFunctionError, match="NUMERICAL"):
        converted(library, [near], "Real64", "Integer8", CHECK, 0.0)
    with pytest.raises(LibraryFunctionError, match="TYPE"):
        converted(library, [near], "Real64", "Integer8", CHECK, -1.0)


def test_conversion_of_complex_halves(library):
    result = converted(library, [1 + 2j, -0.5j], "ComplexReal64", "ComplexReal16", CHECK)
    assert result.dtype == COMPLEX_HALF
    assert (result["re"].tolist(), result["im"].tolist()) == ([1, 0], [2, -0.5])
    convert = library.function("convert", [ANY, "Integer", "Integer", "Real"], ANY)
    np.testing.assert_array_equal(convert(result, 11, CHECK, 0.0), np.array([1 + 2j, -0.5j], np.complex64))
