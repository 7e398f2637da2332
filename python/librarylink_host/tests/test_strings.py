"""UTF8String arguments and results."""

import pytest

from librarylink_host import LibraryArgumentError, LibraryLeakWarning, LibraryMisuseError


@pytest.fixture
def library(load):
    return load("strings")


def test_argument_as_result(library):
    reverse = library.function("reverse", ["UTF8String"], "UTF8String")
    assert reverse("abc") == "cba"
    assert reverse("") == ""
    assert len(library.live()) == 1  # the one that the library keeps until the next call
    assert reverse("x" * 100_000) == "x" * 100_000
    assert len(library.live()) == 1


def test_join(library):
    join = library.function("join", ["UTF8String", "UTF8String"], "UTF8String")
    assert join("héllo ", "wörld 🌍") == "héllo wörld 🌍"
    assert library.live() == []


def test_length_is_in_bytes(library):
    assert library.function("length", ["UTF8String"], "Integer")("é🌍") == 6


def test_strings_never_disowned_are_reported(compile_library):
    from librarylink_host import Library

    library = Library(compile_library("strings"))
    for _ in range(3):
        library.function("forgetful_length", ["UTF8String"], "Integer")("abcd")
    assert library.live() == ["UTF8String argument of forgetful_length (4 bytes)"] * 3
    with pytest.warns(LibraryLeakWarning, match="leaked 3"):
        library.unload()


def test_not_utf8(library):
    with pytest.raises(LibraryMisuseError, match="not UTF-8.*byte 2"):
        library.function("latin1", [], "UTF8String")()


def test_disown_twice(library):
    with pytest.raises(LibraryMisuseError, match="no string argument, or was disowned before"):
        library.function("disown_twice", ["UTF8String"], "Integer")("a")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (b"abc", "UTF8String expected, not bytes"),
        (5, "UTF8String expected, not int"),
        ("a\0b", "NUL at position 2"),
        ("\ud800", "not encodable as UTF-8"),
    ],
)
def test_bad_arguments(library, value, words):
    with pytest.raises(LibraryArgumentError, match=words):
        library.function("length", ["UTF8String"], "Integer")(value)


def test_arguments_of_a_call_never_made_are_withdrawn(library):
    join = library.function("join", ["UTF8String", "UTF8String"], "UTF8String")
    with pytest.raises(LibraryArgumentError, match="join, argument 2"):
        join("abc", 5)
    assert library.live() == []
