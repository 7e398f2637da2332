"""Functions of the host that a library calls."""

import math

import numpy as np
import pytest

from librarylink_host import LibraryFunctionError, LibraryLinkError, LibrarySpecificationError


@pytest.fixture
def library(load):
    return load("callbacks")


def test_numbers(library):
    apply_all = library.function("map", [("Real", 1)], ("Real", 1))
    with pytest.raises(LibraryFunctionError):
        apply_all([1.0])  # nothing is connected
    assert library.connect_callback("manager", math.sqrt, ["Real"], "Real") == 1
    assert apply_all([1.0, 4.0, 9.0]).tolist() == [1, 2, 3]
    assert library.connect_callback("manager", lambda x: -x, ["Real"], "Real") == 2  # the library releases the first
    assert apply_all([1.0, 4.0]).tolist() == [-1, -4]
    library.function("release", [], "Void")()
    with pytest.raises(LibraryFunctionError):
        apply_all([1.0])


def test_tensors(library):
    library.connect_callback("manager", lambda x, n: x[::-1] * n, [("Real", 1), "Integer"], ("Real", 1))
    apply_one = library.function("apply", [("Real", 1, "Constant")], ("Real", 1))
    assert apply_one(np.array([1.0, 2.0])).tolist() == [6, 3]
    assert library.live() == []


@pytest.mark.parametrize(
    ("function", "error"),
    [(lambda x: 1 / 0, ZeroDivisionError), (lambda x: "a", TypeError), (lambda x, y: x, TypeError)],
)
def test_errors_surface(library, function, error):
    library.connect_callback("manager", function, ["Real"], "Real")
    with pytest.raises(error) as caught:
        library.function("map", [("Real", 1)], ("Real", 1))([1.0])
    assert caught.value.__notes__ == ["in callLibraryCallbackFunction, called by the library function map"]


def test_wrong_rank_of_a_result(library):
    library.connect_callback("manager", lambda x, n: [x, x], [("Real", 1), "Integer"], ("Real", 1))
    with pytest.raises(ValueError, match="rank 2, not 1"):
        library.function("apply", [("Real", 1)], ("Real", 1))([1.0])


def test_connecting(library):
    with pytest.raises(LibraryLinkError, match="'none' is no manager of library callbacks; registered: manager"):
        library.connect_callback("none", abs, ["Real"], "Real")
    with pytest.raises(LibraryLinkError, match="does not take a callback of that type"):
        library.connect_callback("manager", abs, ["Integer"], "Integer")
    for bad in ("UTF8String", ("Real", "_"), ("_", 1)):
        with pytest.raises(LibrarySpecificationError, match="is no type for a callback"):
            library.connect_callback("manager", abs, [bad], "Real")
    with pytest.raises(LibraryFunctionError, match="FUNCTION_ERROR"):
        library.function("register_again", [], "Void")()


def test_wrong_number_of_arguments(library):
    library.connect_callback("manager", abs, ["Real"], "Real")
    with pytest.raises(LibraryFunctionError, match="TYPE_ERROR"):
        library.function("wrong_count", [], "Void")()
