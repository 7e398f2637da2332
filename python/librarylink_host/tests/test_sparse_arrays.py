"""MSparseArray: parts, modes, conversions."""

import numpy as np
import pytest

from librarylink_host import (
    LibraryArgumentError,
    LibraryDataType,
    LibraryFunctionError,
    LibraryMisuseError,
    SparseArray,
)

ANY = LibraryDataType("SparseArray")
DENSE = np.array([[0, 0, 3.5, 0], [0, 0, 0, 0], [1.5, 0, 0, -2]])


@pytest.fixture
def library(load):
    return load("sparse_arrays")


@pytest.mark.parametrize("mode", ["Automatic", "Constant"])
def test_parts(library, mode):
    sparse = SparseArray.from_dense(DENSE)

    def of(name, result):
        return library.function(name, [(ANY, mode)], result)(sparse)

    assert of("rank", "Integer") == 203
    assert of("values", ("Real", 1)).tolist() == [3.5, 1.5, -2]
    assert of("row_pointers", ("Integer", 1)).tolist() == [0, 1, 1, 3]
    assert of("column_indices", ("Integer", 2)).tolist() == [[3], [1], [4]]
    assert of("implicit", "Real") == 0
    assert of("positions", ("Integer", 2)).tolist() == [[1, 3], [3, 1], [3, 4]]
    np.testing.assert_array_equal(of("to_tensor", ("Real", 2)), DENSE)
    assert library.live() == []
    assert not library.runtime.tensors.objects


def test_rank_1_and_3(library):
    vector = SparseArray.from_positions([[2], [5]], np.array([7, 8]), [6], 1)
    assert vector.to_dense().tolist() == [1, 7, 1, 1, 8, 1]
    assert library.function("row_pointers", [ANY], ("Integer", 1))(vector).tolist() == [0, 2]
    assert library.function("column_indices", [ANY], ("Integer", 2))(vector).tolist() == [[2], [5]]
    cube = np.zeros((2, 3, 4), np.complex128)
    cube[1, 2, 3], cube[0, 1, 0] = 1j, 2
    sparse = SparseArray.from_dense(cube)
    assert library.function("column_indices", [ANY], ("Integer", 2))(sparse).tolist() == [[2, 1], [3, 4]]
    np.testing.assert_array_equal(library.function("to_tensor", [ANY], ("Complex", 3))(sparse), cube)


def test_clone_and_change(library):
    sparse = SparseArray.from_dense(DENSE)
    np.testing.assert_array_equal(library.function("clone", [(ANY, "Constant")], ANY)(sparse).to_dense(), DENSE)
    doubled = library.function("double_values", [ANY], ANY)(sparse)
    np.testing.assert_array_equal(doubled.to_dense(), 2 * DENSE)
    np.testing.assert_array_equal(sparse.to_dense(), DENSE)
    assert not library.runtime.tensors.objects


def test_shared(library):
    shares = library.function("shares", [(ANY, "Shared")], "Integer")
    sparse = SparseArray.from_dense(DENSE)
    assert [shares(sparse), shares(sparse)] == [1, 1]
    assert library.live() == []


def test_conversions(library):
    from_tensor = library.function("from_tensor", [("_", "_")], ANY)
    sparse = from_tensor(DENSE)
    assert sparse.values.tolist() == [3.5, 1.5, -2]
    np.testing.assert_array_equal(sparse.to_dense(), DENSE)
    assert from_tensor(np.zeros((2, 2))).values.tolist() == []
    reset = library.function("reset", [ANY, "Real"], ANY)
    other = reset(sparse, 1.5)
    assert other.implicit == 1.5
    assert len(other.values) == 11
    np.testing.assert_array_equal(other.to_dense(), DENSE)
    with pytest.raises(LibraryFunctionError, match="TYPE"):
        reset(SparseArray.from_dense(DENSE.astype(np.int64)), 1.0)


def test_from_positions(library):
    make = library.function("from_positions", [("Integer", "_"), ("_", "_"), ("Integer", "_")], ANY)
    sparse = make([[3, 1], [1, 2], [3, 1]], [5.0, 6.0, 7.0], [3, 2])
    assert sparse.to_dense().tolist() == [[0, 6], [0, 0], [5, 0]]  # the first value at a position counts
    for positions, values, dimensions, status in (
        ([[4, 1]], [5.0], [3, 2], "DIMENSION"),
        ([[0, 1]], [5.0], [3, 2], "DIMENSION"),
        ([[1, 1]], [5.0, 6.0], [3, 2], "DIMENSION"),
        ([1, 1], [5.0, 6.0], [3, 2], "RANK"),
    ):
        with pytest.raises(LibraryFunctionError, match=f"LIBRARY_{status}_ERROR"):
            make(positions, values, dimensions)
    assert library.live() == []


def test_parts_are_not_the_librarys_to_free(library):
    with pytest.raises(LibraryMisuseError, match="part of another object"):
        library.function("free_part", [ANY], "Void")(SparseArray.from_dense(DENSE))


@pytest.mark.parametrize(
    ("specification", "value", "words"),
    [
        (ANY, DENSE, "librarylink_host.SparseArray, not ndarray"),
        (LibraryDataType("SparseArray", "Integer"), SparseArray.from_dense(DENSE), "the values are Real"),
        (LibraryDataType("SparseArray", "Real", 3), SparseArray.from_dense(DENSE), "the rank is 2"),
    ],
)
def test_bad_arguments(library, specification, value, words):
    with pytest.raises(LibraryArgumentError, match=words):
        library.function("rank", [specification], "Integer")(value)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (((2, 2), [0, 1, 2], [[1], [2]], np.zeros(2, np.float32)), "not float32"),
        (((2, 2), [0, 1, 1], [[1], [2]], np.zeros(2)), "row pointers are 3 numbers that rise from 0 to 2"),
        (((2, 2), [0, 2], [[1], [2]], np.zeros(2)), "row pointers are 3 numbers"),
        (((2, 2), [0, 1, 2], [[1], [3]], np.zeros(2)), "column indices are from 1 to {2}"),
        (((2, 2), [0, 1, 2], [1, 2], np.zeros(2)), "column indices have dimensions {2}, not {2, 1}"),
        (((), [0], np.zeros((0, 0)), np.zeros(0)), "one or more dimensions"),
    ],
)
def test_bad_sparse_arrays(arguments, words):
    shape, pointers, columns, values = arguments
    with pytest.raises(LibraryArgumentError) as caught:
        SparseArray(shape, np.array(pointers), np.array(columns), values)
    assert words in str(caught.value)
