"""Libraries that cannot be loaded, functions that are not there, unloading."""

import struct
import subprocess

import pytest

from librarylink_host import (
    Library,
    LibraryLinkError,
    LibraryLoadError,
    LibrarySpecificationError,
    LibraryUnsupportedError,
)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not a dynamic library"),
        (b"#!/bin/sh\necho hello\n" + b"#" * 100, "not a dynamic library"),
        (b"\x7fELF", "not a dynamic library"),
        (b"\x7fELF\x02\x01" + bytes(10) + struct.pack("<HH", 3, 183) + bytes(60), "Linux on ARM64, but this is"),
        (b"\x7fELF\x01\x01" + bytes(10) + struct.pack("<HH", 3, 3) + bytes(60), "Linux on x86, but this is"),
        (struct.pack("<IIII", 0xFEEDFACF, 0x0100000C, 0, 6) + bytes(60), "macOS on ARM64, but this is"),
        (
            struct.pack(">IIIIIIIIIIII", 0xCAFEBABE, 2, 0x01000007, 3, 0, 0, 0, 0x0100000C, 0, 0, 0, 0) + bytes(60),
            "macOS on x86-64 and ARM64, but this is",
        ),
        (b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0" + struct.pack("<H", 0x8664), "Windows on x86-64"),
    ],
)
@pytest.mark.skipif("sys.platform != 'linux'")
def test_files_that_are_no_library(tmp_path, content, words):
    path = tmp_path / "x.so"
    path.write_bytes(content)
    with pytest.raises(LibraryLoadError, match=words):
        Library(path)


def test_missing_file_and_folder(tmp_path):
    with pytest.raises(LibraryLoadError, match="there is no such file"):
        Library(tmp_path / "none.so")
    with pytest.raises(LibraryLoadError, match="directory"):
        Library(tmp_path)


@pytest.mark.skipif("sys.platform != 'linux'")
def test_object_file(compiler, tmp_path):
    (tmp_path / "x.c").write_text("int f(void) { return 1; }\n")
    subprocess.run([compiler, "-c", "-o", tmp_path / "x.o", tmp_path / "x.c"], check=True)
    with pytest.raises(LibraryLoadError, match="an object file, not a shared library"):
        Library(tmp_path / "x.o")


def test_undefined_symbol(compiler, tmp_path):
    (tmp_path / "x.c").write_text("int missing_function(void); int f(void) { return missing_function(); }\n")
    flags = ["-shared", "-fPIC", "-Wl,--unresolved-symbols=ignore-all"]
    subprocess.run([compiler, *flags, "-o", tmp_path / "x.so", tmp_path / "x.c"], check=True)
    with pytest.raises(LibraryLoadError, match="missing_function"):
        Library(tmp_path / "x.so")


def test_version(compile_library):
    with pytest.raises(LibraryLoadError, match="built for LibraryLink version 8; this host has 1 to 7"):
        Library(compile_library("too_new"))


def test_initialize_refuses(compile_library):
    for _ in range(2):
        with pytest.raises(LibraryLoadError, match=r"WolframLibrary_initialize returned LIBRARY_MEMORY_ERROR \(5\)"):
            Library(compile_library("refuses"))


def test_missing_function(load):
    library = load("scalars")
    with pytest.raises(LibraryLoadError, match="has no function 'no_such_function'"):
        library.function("no_such_function", [], "Void")


@pytest.mark.parametrize(
    ("arguments", "result", "words"),
    [
        (["Int"], "Void", "'Int' is no argument or return type"),
        (["Void"], "Void", '"Void" is a return type'),
        ([("Integer", 0)], "Void", "0 in .* is no rank"),
        ([("Integer", 1.5)], "Void", "1.5 in .* is no rank"),
        ([("Integer32", 1)], "Void", "'Integer32' in .* is no element type of a tensor"),
        ([("Real", 1, "constant")], "Void", "'constant' in .* is no passing mode"),
        ([("Real",)], "Void", "is no argument or return type"),
        ([5], "Void", "5 is no argument or return type"),
        ([], None, "None is no argument or return type"),
    ],
)
def test_bad_specifications(load, arguments, result, words):
    with pytest.raises(LibrarySpecificationError, match=words):
        load("scalars").function("plus", arguments, result)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("Matrix",), "'Matrix' is no kind"),
        (("NumericArray", "Real"), "'Real' is no element type of NumericArray"),
        (("Image", "Integer8"), "'Integer8' is no element type of Image"),
        (("ByteArray", "Integer8"), "known: none"),
        (("NumericArray", "_", -1), "-1, neither a rank"),
    ],
)
def test_bad_data_types(arguments, words):
    from librarylink_host import LibraryDataType

    with pytest.raises(LibrarySpecificationError, match=words):
        LibraryDataType(*arguments)


def test_link_object(load):
    with pytest.raises(LibraryUnsupportedError, match="LinkObject need WSTP"):
        load("scalars").function("plus", ["LinkObject"], "LinkObject")


def test_unload(compile_library):
    library = Library(compile_library("scalars"))
    plus = library.function("plus", ["Integer", "Integer"], "Integer")
    library.unload()
    library.unload()
    assert not library.loaded
    with pytest.raises(LibraryLinkError, match="plus: the library .* is unloaded"):
        plus(1, 2)
    with pytest.raises(LibraryLinkError, match="is unloaded"):
        library.function("plus", [], "Integer")
    with Library(compile_library("scalars")) as again:
        assert again.function("plus", ["Integer", "Integer"], "Integer")(1, 2) == 3
        assert again.function("initialized_sum", [], "Integer")() == 7  # initialised anew
    assert not again.loaded


def test_two_libraries_of_one_file(compile_library):
    first, second = Library(compile_library("scalars")), Library(compile_library("scalars"))
    first.unload()
    assert second.function("plus", ["Integer", "Integer"], "Integer")(1, 2) == 3
    second.unload()


def test_repr(load):
    library = load("scalars")
    function = library.function("plus", ["Integer", ("Real", 1, "Constant")], ("Complex", "_"))
    assert repr(function) == '<LibraryFunction plus: {Integer, {Real, 1, "Constant"}} -> {Complex, _}>'
    assert repr(library).startswith("<Library /")


def test_bad_option(compile_library):
    with pytest.raises(ValueError, match="leaks is 'never'"):
        Library(compile_library("scalars"), leaks="never")
