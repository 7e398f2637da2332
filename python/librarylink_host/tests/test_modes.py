"""Passing modes: copies, the array's own memory, share counts, who frees."""

import numpy as np
import pytest

from librarylink_host import Image, LibraryDataType, LibraryMisuseError

NUMERIC = LibraryDataType("NumericArray")
IMAGE = LibraryDataType("Image")


@pytest.fixture
def library(load):
    return load("modes", leaks="unload")


@pytest.mark.parametrize(
    ("function", "specification", "value", "memory"),
    [
        ("tensor_address", ("Real", 1), np.arange(3.0), None),
        ("numeric_address", (NUMERIC,), np.arange(3, dtype=np.int16), None),
        ("image_address", (IMAGE,), Image(np.zeros((2, 3), np.float32)), None),
        ("image_address", (IMAGE,), Image(np.zeros((2, 3), bool), bit=True), None),
    ],
)
@pytest.mark.parametrize("mode", ["Automatic", "Constant", "Manual", "Shared"])
def test_memory(load, function, specification, value, memory, mode):
    library = load("modes", leaks="unload")
    data = value.data if isinstance(value, Image) else value
    address = library.function(function, [(*specification, mode)], "Integer")(value)
    assert (address == data.ctypes.data) == (mode in ("Constant", "Shared"))
    library.runtime.tensors.objects.clear()
    library.runtime.numeric_arrays.objects.clear()
    library.runtime.images.objects.clear()


@pytest.mark.parametrize(("mode", "shares"), [("Automatic", 0), ("Constant", 0), ("Manual", 0), ("Shared", 1)])
def test_share_counts(load, mode, shares):
    library = load("modes", leaks="unload")
    assert library.function("tensor_shares", [("Real", 1, mode)], "Integer")(np.zeros(2)) == shares
    assert library.function("numeric_shares", [(NUMERIC, mode)], "Integer")(np.zeros(2)) == shares
    assert library.function("image_shares", [(IMAGE, mode)], "Integer")(Image(np.zeros((2, 2)))) == shares
    held = [f'passed as "{mode}"' in text for text in library.live()]
    assert held == ([True] * 3 if mode in ("Manual", "Shared") else [])
    for table in library.runtime.object_tables():
        table.objects.clear()


def test_shared_life(library):
    """As Wolfram's demo_shared: load twice, look, give up one share, then all."""
    keep = library.function("keep_tensor", [("Real", "_", "Shared")], "Integer")
    shares = library.function("kept_shares", [], "Integer")
    array = np.arange(5.0)
    assert keep(array) == 1
    assert keep(array) == 2
    array[0] = 42
    assert library.function("kept_first", [], "Real")() == 42  # one memory
    assert library.function("give_back", [], ("Real", 1))() is array
    assert shares() == 2
    library.function("disown_tensor", [], "Void")()
    assert shares() == 1
    library.function("disown_tensor", [], "Void")()
    with pytest.raises(LibraryMisuseError, match="is no MTensor"):
        shares()
    assert library.live() == []
    assert keep(array) == 1  # a new share after all were given up
    library.function("disown_tensor", [], "Void")()


def test_disown_all(library):
    keep = library.function("keep_tensor", [("Real", "_", "Shared")], "Integer")
    array = np.arange(5.0)
    keep(array)
    keep(array)
    library.function("disown_tensor_all", [], "Void")()
    assert library.live() == []


def test_shared_arrays_of_other_memory_count_for_themselves(library):
    keep = library.function("keep_tensor", [("Real", "_", "Shared")], "Integer")
    array = np.arange(6.0)
    assert keep(array) == 1
    assert keep(array.copy()) == 1
    assert keep(array[:3]) == 1
    assert keep(array.reshape(2, 3)) == 1
    for table in library.runtime.object_tables():
        table.objects.clear()


def test_shared_numeric_array_and_image(library):
    library.function("keep_numeric", [(NUMERIC, "Shared")], "Void")(np.zeros(3))
    library.function("keep_image", [(IMAGE, "Shared")], "Void")(Image(np.zeros((2, 2))))
    assert len(library.live()) == 2
    library.function("disown_numeric", [], "Void")()
    library.function("disown_image", [], "Void")()
    assert library.live() == []


def test_manual_is_the_librarys(library):
    keep = library.function("keep_tensor", [("Real", 1, "Manual")], "Integer")
    array = np.arange(3.0)
    keep(array)
    array[0] = 99
    assert library.function("kept_first", [], "Real")() == 0  # a copy
    assert library.live() == ['Real tensor of dimensions {3} (passed as "Manual")']
    library.function("free_tensor", [], "Void")()
    assert library.live() == []
    keep(array)
    assert library.function("give_back", [], ("Real", 1))().tolist() == [99, 1, 2]
    assert library.live() == []


def test_automatic_ends_with_the_call(library):
    library.function("keep_tensor", [("Real", 1)], "Integer")(np.zeros(3))
    with pytest.raises(LibraryMisuseError, match="is no MTensor: never made, freed already"):
        library.function("kept_first", [], "Real")()


@pytest.mark.parametrize("mode", ["Automatic", "Manual"])
def test_change_in_place_of_a_copy(library, mode):
    array = np.arange(4.0)
    result = library.function("double_in_place", [("Real", 1, mode)], ("Real", 1))(array)
    assert result.tolist() == [0, 2, 4, 6]
    assert array.tolist() == [0, 1, 2, 3]
    assert library.live() == []


def test_shared_result_is_the_array_itself(library):
    array = np.arange(4.0)
    assert library.function("double_in_place", [("Real", 1, "Shared")], ("Real", 1))(array) is array
    assert array.tolist() == [0, 2, 4, 6]
    library.runtime.tensors.objects.clear()


def test_constant_result_is_a_copy(library):
    array = np.arange(4.0)
    result = library.function("double_in_place", [("Real", 1, "Constant")], ("Real", 1))(array)
    assert not np.shares_memory(result, array)
    assert result.tolist() == array.tolist()


@pytest.mark.parametrize("mode", ["Automatic", "Constant", "Shared"])
def test_freeing_what_is_not_ones_own(library, mode):
    with pytest.raises(LibraryMisuseError, match=f'MTensor_free of Real tensor .* passed as "{mode}"'):
        library.function("free_argument", [("Real", 1, mode)], "Void")(np.zeros(3))
    library.runtime.tensors.objects.clear()


def test_freeing_a_manual_argument(library):
    library.function("free_argument", [("Real", 1, "Manual")], "Void")(np.zeros(3))
    assert library.live() == []


def test_changing_a_constant_argument(library):
    array = np.zeros(3)
    with pytest.raises(
        LibraryMisuseError, match='change to Real tensor of dimensions .3. that was passed as "Constant"'
    ):
        library.function("set_first", [("Real", 1, "Constant")], "Void")(array)
    assert array.tolist() == [0, 0, 0]


def test_read_only_arrays_pass_as_constant(library):
    array = np.arange(3.0)
    array.flags.writeable = False
    assert library.function("tensor_address", [("Real", 1, "Constant")], "Integer")(array) == array.ctypes.data
