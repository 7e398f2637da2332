"""What a library made and forgot is reported and can be counted."""

import warnings

import pytest

from librarylink_host import Library, LibraryFunctionError, LibraryLeakWarning, LibraryMisuseError

WORDS = (
    "leak made 3 and neither returned nor freed: Real tensor of dimensions {2, 3}; "
    "Integer16 NumericArray of dimensions {2}; Byte Image of 5 x 4 pixels and 3 channels"
)


@pytest.fixture
def path(compile_library):
    return compile_library("leaks")


def test_leaks_of_a_call(path):
    library = Library(path)
    leak = library.function("leak", ["Integer"], "Integer")
    with pytest.warns(LibraryLeakWarning) as caught:
        leak(0)
    assert str(caught[0].message) == WORDS
    assert caught[0].filename == __file__
    with pytest.warns(LibraryLeakWarning), pytest.raises(LibraryFunctionError):
        leak(4)
    assert len(library.live()) == 6
    assert "Real tensor of dimensions {2, 3} (made in leak)" in library.live()
    with pytest.warns(LibraryLeakWarning, match="leaked 6"):
        library.unload()


def test_objects_kept_on_purpose(path):
    library = Library(path, leaks="unload")
    cache = library.function("cache", [], "Integer")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cache() == cache() == 4
        assert len(library.live()) == 1
        library.unload()  # WolframLibrary_uninitialize frees it


def test_scratch_memory(path):
    library = Library(path)
    allocate = library.function("allocate", ["Integer", "Boolean"], "Integer")
    reallocate = library.function("reallocate", ["Integer", "Boolean"], "Integer")
    release = library.function("release", [], "Void")
    for size, aligned, alignment in ((100, False, 16), (100, True, 64), (2**20, True, 16384)):
        assert allocate(size, aligned) % alignment == 0
        assert library.live() == [f"{size} bytes of WL_malloc"]
        assert reallocate(3 * size, aligned) == 7  # the contents stay
        assert library.live() == [f"{3 * size} bytes of WL_malloc"]
        release()
        assert library.live() == []
    with pytest.raises(LibraryMisuseError, match="no memory of WL_malloc, or was freed before"):
        release()
    library.unload()


def test_lost_scratch_memory(path):
    library = Library(path)
    library.function("allocate", ["Integer", "Boolean"], "Integer")(1000, False)
    with pytest.warns(LibraryLeakWarning, match="leaked 1: 1000 bytes of WL_malloc"):
        library.unload()
