"""A library that breaks the rules, or wants what this host does not have, makes an exception, not a crash."""

import numpy as np
import pytest

from librarylink_host import Image, LibraryDataType, LibraryMisuseError, LibraryUnsupportedError

NUMERIC = LibraryDataType("NumericArray")
IMAGE = LibraryDataType("Image")


@pytest.fixture
def library(load):
    return load("misuse")


@pytest.mark.parametrize(
    ("name", "types", "result", "arguments", "words", "entry"),
    [
        ("use_after_free", [], "Integer", (), "is no MTensor", "MTensor_getFlattenedLength"),
        ("double_free", [], "Void", (), "is no MTensor", "MTensor_free"),
        ("null_handle", [], "Integer", (), "NULL is no MTensor", "MTensor_getRank"),
        ("null_result", [], "Void", (), "NULL for the place of a result", "MTensor_new"),
        ("wrong_kind", [NUMERIC], "Integer", (np.zeros(3),), "is no MTensor", "MTensor_getRank"),
        ("wrong_free", [], "Void", (), "is no memory of WL_malloc", "WL_free"),
    ],
)
def test_misuse(library, name, types, result, arguments, words, entry):
    with pytest.raises(LibraryMisuseError, match=words) as caught:
        library.function(name, types, result)(*arguments)
    assert caught.value.__notes__ == [f"in {entry}, called by the library function {name}"]


def test_null_position(library):
    with pytest.raises(LibraryMisuseError, match="NULL for positions"):
        library.function("null_position", [("Real", 1)], "Void")(np.zeros(3))


def test_data_of_the_wrong_type_is_out_of_reach(library):
    array = np.zeros(1000)
    with pytest.raises(LibraryMisuseError, match="MTensor_getComplexData of Real tensor"):
        library.function("wrong_data", [("Real", 1, "Constant")], ("Real", 1))(array)
    assert not array.any()
    image = Image(np.zeros((30, 30), np.uint8))
    with pytest.raises(LibraryMisuseError, match="MImage_getRealData of Byte Image"):
        library.function("wrong_pixels", [(IMAGE, "Constant")], IMAGE)(image)
    assert not image.data.any()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("link", "getWSLINK: this host has no WSTP"),
        ("environment", "getWSLINKEnvironment: this host has no WSTP"),
        ("process_link", "processWSLINK: this host has no WSTP"),
        ("stream", "registerInputStreamMethod: this host has no streams"),
        ("output_stream", "registerOutputStreamMethod: this host has no streams"),
        ("no_stream", "unregisterInputStreamMethod: this host has no streams"),
        ("no_output_stream", "unregisterOutputStreamMethod: this host has no streams"),
        ("compiled", "compileLibraryFunctions"),
        ("raw_array", "MRawArray is superseded by MNumericArray"),
        ("runtime", "runtimeData"),
    ],
)
def test_what_this_host_does_not_have(library, name, words):
    with pytest.raises(LibraryUnsupportedError, match=words):
        library.function(name, [], "Void")()
