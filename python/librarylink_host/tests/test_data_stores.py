"""DataStore in and out."""

import numpy as np
import pytest

from librarylink_host import (
    DataStore,
    Image,
    LibraryArgumentError,
    LibraryFunctionError,
    LibraryLeakWarning,
    LibraryMisuseError,
    LibraryUnsupportedError,
    SparseArray,
)


@pytest.fixture
def library(load):
    return load("data_stores", leaks="unload")


def check(store):
    assert [item.kind for item in store] == [
        *("Boolean", "Integer", "Real", "Complex", "UTF8String"),
        *("Tensor", "NumericArray", "Image", "SparseArray", "DataStore"),
    ]
    assert [item.name for item in store] == [None] * 5 + ["tensor", "numeric", "image", "sparse", "inner"]
    assert store.values()[:5] == [True, 42, 0.5, 1 - 2j, "text"]
    assert store[5].tolist() == [1.5, 2.5]
    assert (store[6].tolist(), store[6].dtype) == ([7, 8], np.int64)
    assert store[7].data.tolist() == [[0, 1], [2, 3]]
    assert store[8].to_dense().tolist() == [1.5, 2.5]
    assert [(item.name, item.value) for item in store[9]] == [("deep", -1), ("again", "Text")]


def is_clean(library):
    return library.live() == [] and not any(table.objects for table in library.runtime.object_tables())


def test_made_by_a_library(library):
    check(library.function("make", [], "DataStore")())
    assert is_clean(library)
    assert not library.runtime.data_stores.nodes


@pytest.mark.parametrize("name", ["clone", "same"])
def test_round_trip(library, name):
    store = library.function("make", [], "DataStore")()
    check(library.function(name, ["DataStore"], "DataStore")(store))
    assert is_clean(library)
    assert not library.runtime.data_stores.nodes


def test_made_in_python(library):
    inner = DataStore(1, deep="x")
    image, sparse = Image(np.ones((2, 2))), SparseArray.from_dense(np.eye(2))
    store = DataStore(True, 5, 2.5, 1j, "é", np.arange(3), np.arange(3, dtype=np.uint8), image, sparse, inner)
    store.append(np.arange(2.0), "forced", kind="NumericArray")
    result = library.function("clone", ["DataStore"], "DataStore")(store)
    assert [item.kind for item in result] == [item.kind for item in store]
    assert result.values()[:5] == [True, 5, 2.5, 1j, "é"]
    assert result[9].values() == [1, "x"]
    assert result.items[-1].name == "forced"
    assert is_clean(library)


def test_walk(library):
    total = library.function("sum", ["DataStore"], "Real")
    assert total(DataStore(1, 2.5, "x", np.array([1.0, 2.0]), True)) == 6.5
    assert total(DataStore()) == 0
    last_name = library.function("last_name", ["DataStore"], "UTF8String")
    assert last_name(DataStore(1, ä=2)) == "ä"
    for store in (DataStore(1), DataStore()):
        with pytest.raises(LibraryFunctionError):
            last_name(store)


def test_deleting(library):
    library.function("make_and_delete", [], "Void")()
    assert is_clean(library)


def test_what_a_store_holds_is_not_to_be_freed(library):
    with pytest.raises(LibraryMisuseError, match="part of another object"):
        library.function("free_held", [], "DataStore")()
    assert is_clean(library)


def test_adding_arguments(library):
    array = np.arange(2.0)
    assert library.function("add_argument", [("Real", 1)], "DataStore")(array)[0].tolist() == [0, 1]
    assert library.function("add_argument", [("Real", 1, "Manual")], "DataStore")(array)[0].tolist() == [0, 1]
    with pytest.raises(LibraryMisuseError, match="add a clone"):
        library.function("add_argument", [("Real", 1, "Constant")], "DataStore")(array)
    assert is_clean(library)


def test_leak(load):
    library = load("data_stores")
    with pytest.warns(LibraryLeakWarning, match="DataStore of 1 values"):
        library.function("leak", [], "Void")()
    library.runtime.data_stores.objects.clear()


def test_raw_arrays(library):
    with pytest.raises(LibraryUnsupportedError, match="superseded"):
        library.function("raw", [], "Void")()
    library.runtime.data_stores.objects.clear()


def test_bad_values(library):
    with pytest.raises(LibraryArgumentError, match="a DataStore cannot hold list"):
        DataStore([1, 2])
    with pytest.raises(LibraryArgumentError, match="DataStore expected, not list"):
        library.function("sum", ["DataStore"], "Real")([1])


def test_repr():
    assert repr(DataStore(1, x="a")) == "DataStore(1, x -> 'a')"
