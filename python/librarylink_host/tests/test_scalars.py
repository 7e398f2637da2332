"""Scalar arguments and results, and error codes."""

import math

import numpy as np
import pytest

from librarylink_host import LibraryArgumentError, LibraryFunctionError, LibraryMisuseError


@pytest.fixture
def library(load):
    return load("scalars")


def test_integer(library):
    plus = library.function("plus", ["Integer", "Integer"], "Integer")
    assert plus(2, 40) == 42
    assert plus(-(2**63), 0) == -(2**63)
    assert plus(2**63 - 1, 0) == 2**63 - 1
    assert plus(np.int32(-5), np.uint8(3)) == -2
    assert type(plus(1, 1)) is int


def test_real(library):
    times = library.function("times", ["Real", "Real"], "Real")
    assert times(1.5, 3) == 4.5
    assert times(np.float32(0.5), np.int64(4)) == 2.0
    assert times(math.inf, -1.0) == -math.inf
    assert math.isnan(times(math.nan, 1.0))
    assert math.copysign(1, times(-0.0, 1.0)) == -1


def test_complex(library):
    conjugate = library.function("conjugate", ["Complex"], "Complex")
    assert conjugate(1 + 2j) == 1 - 2j
    assert conjugate(3) == 3
    assert conjugate(np.complex64(0.5 - 4j)) == 0.5 + 4j


def test_boolean(library):
    negate = library.function("negate", ["Boolean"], "Boolean")
    assert negate(True) is False
    assert negate(False) is True
    assert negate(np.bool_(True)) is False


def test_mixed_arguments_keep_their_slots(library):
    mixed = library.function("mixed", ["Integer", "Real", "Complex", "Boolean"], "Real")
    assert mixed(1, 0.25, 10 + 100j, True) == 111.25
    assert mixed(1, 0.25, 10 + 100j, False) == -111.25


@pytest.mark.parametrize("count", [0, 1, 20])
def test_argument_count(library, count):
    assert library.function("argument_count", ["Integer"] * count, "Integer")(*range(count)) == count


def test_void(library):
    assert library.function("nothing", [], "Void")() is None


def test_initialized_once_with_version_7(library, load):
    again = load("scalars")
    assert library.function("initialized_sum", [], "Integer")() == 7
    assert again.function("initialized_sum", [], "Integer")() == 7


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (1, "LIBRARY_TYPE_ERROR"),
        (2, "LIBRARY_RANK_ERROR"),
        (3, "LIBRARY_DIMENSION_ERROR"),
        (4, "LIBRARY_NUMERICAL_ERROR"),
        (5, "LIBRARY_MEMORY_ERROR"),
        (6, "LIBRARY_FUNCTION_ERROR"),
        (7, "LIBRARY_VERSION_ERROR"),
        (99, "LIBRARY_USER_ERROR"),
        (-1, "LIBRARY_USER_ERROR"),
    ],
)
def test_error_codes(library, code, name):
    with pytest.raises(LibraryFunctionError, match=rf"fail returned {name} \({code}\)") as caught:
        library.function("fail", ["Integer"], "Void")(code)
    assert (caught.value.code, caught.value.error_name, caught.value.function) == (code, name, "fail")


@pytest.mark.parametrize(
    ("types", "arguments", "words"),
    [
        (["Integer"], (), "takes 1 arguments, 0 given"),
        (["Integer"], (1, 2), "takes 1 arguments, 2 given"),
        (["Integer"], (1.0,), "argument 1: Integer expected, not float"),
        (["Integer"], (True,), "argument 1: Integer expected, not bool"),
        (["Integer"], ("1",), "argument 1: Integer expected, not str"),
        (["Integer"], (2**63,), "9223372036854775808 does not fit a machine integer"),
        (["Integer", "Integer"], (1, None), "argument 2: Integer expected, not NoneType"),
        (["Real"], (1j,), "Real expected, not complex"),
        (["Real"], ("1.5",), "Real expected, not str"),
        (["Real"], (True,), "Real expected, not bool"),
        (["Real"], (10**400,), "is too large"),
        (["Real"], (np.zeros(2),), "Real expected, not ndarray"),
        (["Complex"], ("i",), "Complex expected, not str"),
        (["Boolean"], (1,), "Boolean expected, not int"),
    ],
)
def test_bad_arguments(library, types, arguments, words):
    with pytest.raises(LibraryArgumentError, match=words):
        library.function("nothing", types, "Void")(*arguments)


@pytest.mark.parametrize("result", [("Real", 1), "UTF8String"])
def test_result_never_set(library, result):
    with pytest.raises(LibraryMisuseError, match="no result was set"):
        library.function("nothing", [], result)()
