"""MTensor: types, ranks, elements, parts, statuses."""

import numpy as np
import pytest

from librarylink_host import LibraryArgumentError, LibraryFunctionError, LibraryMisuseError

INTEGERS = np.arange(24, dtype=np.int64).reshape(2, 3, 4)
CODES = {"Integer": 2, "Real": 3, "Complex": 4}
DTYPES = {"Integer": np.int64, "Real": np.float64, "Complex": np.complex128}


@pytest.fixture
def library(load):
    return load("tensors")


def status_of(call, *arguments):
    with pytest.raises(LibraryFunctionError) as caught:
        call(*arguments)
    return caught.value.error_name


def test_plus(library):
    plus = library.function("plus", [("Real", "_")] * 2, ("Real", "_"))
    a = np.random.default_rng(1).normal(size=(3, 4, 5))
    b = np.random.default_rng(2).normal(size=(3, 4, 5))
    result = plus(a, b)
    assert result.dtype == np.float64
    np.testing.assert_array_equal(result, a + b)
    assert status_of(plus, a, a[0]) == "LIBRARY_RANK_ERROR"
    assert status_of(plus, a, a[1:].copy()) == "LIBRARY_DIMENSION_ERROR"
    assert library.live() == []


@pytest.mark.parametrize("element", CODES)
@pytest.mark.parametrize("shape", [(5,), (2, 3), (2, 1, 3), (1,) * 10, (0,), (3, 0), (100, 7)])
def test_describe(library, element, shape):
    describe = library.function("describe", [("_", "_", "Constant")], ("Integer", 1))
    array = np.zeros(shape, DTYPES[element])
    assert describe(array).tolist() == [CODES[element], len(shape), array.size, *shape]


def test_elements(library):
    position = ("Integer", 1, "Constant")
    get_integer = library.function("get_integer", [("_", "_", "Constant"), position], "Integer")
    get_real = library.function("get_real", [("_", "_", "Constant"), position], "Real")
    get_complex = library.function("get_complex", [("_", "_", "Constant"), position], "Complex")
    assert get_integer(INTEGERS, [2, 1, 4]) == INTEGERS[1, 0, 3]
    assert get_real(INTEGERS / 8, [1, 3, 2]) == INTEGERS[0, 2, 1] / 8
    assert get_complex(INTEGERS * (1 - 2j), [2, 3, 4]) == 23 - 46j
    for bad in ([0, 1, 1], [3, 1, 1], [1, 4, 1], [1, 1, 5], [-1, 1, 1]):
        assert status_of(get_integer, INTEGERS, bad) == "LIBRARY_DIMENSION_ERROR"
    assert status_of(get_integer, INTEGERS / 8, [1, 1, 1]) == "LIBRARY_TYPE_ERROR"
    assert status_of(get_real, INTEGERS, [1, 1, 1]) == "LIBRARY_TYPE_ERROR"
    assert status_of(get_complex, INTEGERS, [1, 1, 1]) == "LIBRARY_TYPE_ERROR"


@pytest.mark.parametrize(("element", "value"), [("Integer", -7), ("Real", 2.5), ("Complex", 3 - 4j)])
def test_set_element(library, element, value):
    name = f"set_{element.lower()}"
    change = library.function(name, [("_", "_"), ("Integer", 1), element], ("_", "_"))
    array = INTEGERS.astype(DTYPES[element])
    expected = array.copy()
    expected[1, 2, 0] = value
    result = change(array, [2, 3, 1], value)
    np.testing.assert_array_equal(result, expected)
    np.testing.assert_array_equal(array, INTEGERS)  # "Automatic" passes a copy
    assert status_of(change, array, [2, 3, 9], value) == "LIBRARY_DIMENSION_ERROR"
    other = np.zeros(3, DTYPES["Real" if element == "Integer" else "Integer"])
    assert status_of(change, other, [1], value) == "LIBRARY_TYPE_ERROR"


@pytest.mark.parametrize("position", [[1], [2], [2, 3]])
def test_part(library, position):
    part = library.function("part", [("_", "_"), ("Integer", 1)], ("_", "_"))
    np.testing.assert_array_equal(part(INTEGERS, position), INTEGERS[tuple(i - 1 for i in position)])


def test_part_statuses(library):
    part = library.function("part", [("_", "_"), ("Integer", 1)], ("_", "_"))
    assert status_of(part, INTEGERS, [3]) == "LIBRARY_DIMENSION_ERROR"
    assert status_of(part, INTEGERS, [1, 1, 1]) == "LIBRARY_RANK_ERROR"
    assert status_of(part, INTEGERS, [1, 1, 1, 1]) == "LIBRARY_RANK_ERROR"


def test_part_into_a_tensor_that_is_there(library):
    into = library.function("part_into", [("_", "_"), ("Integer", 1), ("Integer", 1)], ("_", "_"))
    np.testing.assert_array_equal(into(INTEGERS, [2], [3, 4]), INTEGERS[1])
    assert status_of(into, INTEGERS, [2], [4, 3]) == "LIBRARY_DIMENSION_ERROR"
    assert status_of(into, INTEGERS, [2], [12]) == "LIBRARY_RANK_ERROR"
    assert library.live() == []


def test_set_part(library):
    set_part = library.function("set_part", [("_", "_"), ("_", "_"), ("Integer", 1)], ("_", "_"))
    expected = INTEGERS.copy()
    expected[1, 0] = -1
    np.testing.assert_array_equal(set_part(INTEGERS, np.full(4, -1), [2, 1]), expected)
    assert status_of(set_part, INTEGERS, np.zeros(4), [2, 1]) == "LIBRARY_TYPE_ERROR"
    assert status_of(set_part, INTEGERS, np.zeros((1, 4), np.int64), [2, 1]) == "LIBRARY_RANK_ERROR"
    assert status_of(set_part, INTEGERS, np.zeros(5, np.int64), [2, 1]) == "LIBRARY_DIMENSION_ERROR"
    assert status_of(set_part, INTEGERS, np.zeros(4, np.int64), [3, 1]) == "LIBRARY_DIMENSION_ERROR"


def test_clone(library):
    clone = library.function("clone_and_free", [("_", "_", "Constant")], ("_", "_"))
    result = clone(INTEGERS)
    np.testing.assert_array_equal(result, INTEGERS)
    assert not np.shares_memory(result, INTEGERS)
    assert library.live() == []


def test_new_statuses(library):
    make = library.function("make", ["Integer", ("Integer", 1)], ("_", "_"))
    assert make(3, [2, 5]).shape == (2, 5)
    for code in (0, 1, 5, 7, -1):
        assert status_of(make, code, [2]) == "LIBRARY_TYPE_ERROR"
    assert status_of(make, 3, [2, -1]) == "LIBRARY_DIMENSION_ERROR"
    assert status_of(make, 3, [2**40, 2**40]) == "LIBRARY_MEMORY_ERROR"
    assert status_of(make, 3, [2**58]) == "LIBRARY_MEMORY_ERROR"
    assert status_of(make, 3, [1] * 65) == "LIBRARY_MEMORY_ERROR"


def test_complex_data(library):
    square = library.function("complex_square", [("Complex", 1)], ("Complex", 1))
    z = np.array([1 + 2j, -3j, 0.5])
    np.testing.assert_array_equal(square(z), z * z)


@pytest.mark.parametrize(
    ("element", "value", "expected"),
    [
        ("Integer", [[1, 2], [3, 4]], np.int64),
        ("Integer", np.arange(3, dtype=np.int8), np.int64),
        ("Integer", np.arange(3, dtype=np.uint32), np.int64),
        ("Real", [1, 2, 3], np.float64),
        ("Real", np.arange(3, dtype=np.float32), np.float64),
        ("Complex", [1, 2.5], np.complex128),
        ("_", np.arange(3, dtype=np.uint16), np.int64),
        ("_", np.arange(3, dtype=np.float16), np.float64),
        ("_", [1j], np.complex128),
        ("Integer", [], np.int64),
    ],
)
def test_widening(library, element, value, expected):
    clone = library.function("clone_and_free", [(element, "_")], ("_", "_"))
    result = clone(value)
    assert result.dtype == expected
    np.testing.assert_array_equal(result, value)


def test_strided_and_foreign_byte_order(library):
    clone = library.function("clone_and_free", [("_", "_", "Constant")], ("_", "_"))
    np.testing.assert_array_equal(clone(INTEGERS.transpose()), INTEGERS.transpose())
    np.testing.assert_array_equal(clone(INTEGERS[:, ::2, ::-1]), INTEGERS[:, ::2, ::-1])
    swapped = INTEGERS.astype(">i8")
    np.testing.assert_array_equal(clone(swapped), INTEGERS)


@pytest.mark.parametrize(
    ("specification", "value", "words"),
    [
        (("Integer", 1), [1.5], "elements are float64"),
        (("Real", 1), [1j], "elements are complex128"),
        (("Integer", 1), np.zeros(3, np.uint64), "elements are uint64"),
        (("Integer", 1), np.zeros(3, bool), "elements are bool"),
        (("Integer", 1), ["a"], "elements are str"),
        (("Integer", 2), [1, 2], r"rank is 1 \(dimensions \{2\}\)"),
        (("Integer", 1), 5, "not the number 5"),
        (("Integer", "_"), [[1, 2], [3]], "expected"),
        (("Real", 1, "Shared"), np.arange(3), "must be of that type, not int64"),
        (("Real", 1, "Shared"), np.arange(6.0)[::2], "must be C-contiguous"),
    ],
)
def test_bad_arguments(library, specification, value, words):
    with pytest.raises(LibraryArgumentError, match=words):
        library.function("describe", [specification], ("Integer", 1))(value)
    assert library.live() == []


@pytest.mark.parametrize("result", [("Real", 2), ("Integer", 1), ("Complex", "_")])
def test_result_of_another_type(library, result):
    with pytest.raises(
        LibraryMisuseError, match=r"the result, Integer tensor of dimensions \{2, 3\}, is not of the declared type"
    ):
        library.function("integer_matrix", [], result)()
    assert library.live() == []


@pytest.mark.parametrize("result", [("Integer", 2), ("_", 2), ("Integer", "_"), ("_", "_")])
def test_result_type(library, result):
    assert library.function("integer_matrix", [], result)().tolist() == [[0, 1, 2], [3, 4, 5]]
