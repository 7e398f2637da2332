"""The headers and the tables of this host against an independent record of the binary interface."""

import ctypes
import json
import subprocess
from pathlib import Path

import pytest

from librarylink_host import Library, abi, types

RECORD = json.loads((Path(__file__).parent / "abi.json").read_text())
HEADERS = (
    "WolframLibrary.h",
    "WolframNumericArrayLibrary.h",
    "WolframImageLibrary.h",
    "WolframSparseLibrary.h",
    "WolframIOLibraryFunctions.h",
)
TABLES = {
    "st_WolframLibraryData": abi.LIBRARY_DATA,
    "st_WolframNumericArrayLibrary_Functions": abi.NUMERIC_ARRAY_FUNCTIONS,
    "st_WolframIOLibrary_Functions": abi.IO_FUNCTIONS,
    "st_WolframImageLibrary_Functions": abi.IMAGE_FUNCTIONS,
    "st_WolframSparseLibrary_Functions": abi.SPARSE_ARRAY_FUNCTIONS,
}


def assertions():
    lines = [f'#include "{header}"' for header in HEADERS]
    for struct, members in RECORD["structs"].items():
        lines.append(f"WLL_SIZE(struct {struct}, {len(members)});")
        lines += [f"WLL_AT(struct {struct}, {member}, {index});" for index, member in enumerate(members)]
    lines += [f'WLL_ASSERT({name} == {value}, "{name}");' for name, value in RECORD["constants"].items()]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("language", ["c", "c++"])
def test_headers_have_the_layout(compiler, include, tmp_path, language):
    source = tmp_path / "layout.txt"
    source.write_text(assertions())
    standard = "-std=c11" if language == "c" else "-std=c++14"
    command = [compiler, "-x", language, standard, "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"]
    result = subprocess.run([*command, f"-I{include}", str(source)], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("header", HEADERS)
def test_each_header_stands_alone(compiler, include, tmp_path, header):
    source = tmp_path / "alone.c"
    source.write_text(f'#include "{header}"\n#include "{header}"\n')
    result = subprocess.run(
        [compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{include}", str(source)],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("struct", RECORD["structs"])
def test_tables_have_the_layout(struct):
    assert [entry[0] for entry in TABLES[struct]] == RECORD["structs"][struct]


def test_type_codes():
    constants = RECORD["constants"]
    names = {"Integer": "Bit", "UnsignedInteger": "UBit", "Real": "Real", "ComplexReal": "Complex_Real"}
    for code, (name, _) in types.NUMERIC_TYPES.items():
        kind, bits = name.rstrip("0123456789"), name.lstrip("abcdefghijklmnopqrstuvwxyzCIRU")
        assert constants[f"MNumericArray_Type_{names[kind]}{bits}"] == code
    for code, (name, _) in types.TENSOR_TYPES.items():
        assert constants[f"MType_{name}"] == code
    image_names = {"Bit": "Bit", "Byte": "Bit8", "Bit16": "Bit16", "Real32": "Real32", "Real64": "Real"}
    for code, (name, _) in types.IMAGE_TYPES.items():
        assert constants[f"MImage_Type_{image_names[name]}"] == code
    color_names = {"Undefined": "Undef", "Grayscale": "Gray"}
    for code, name in types.COLOR_SPACES.items():
        assert constants[f"MImage_CS_{color_names.get(name, name)}"] == code


def test_no_entry_is_null(compile_library):
    library = Library(compile_library("scalars"))
    table = (ctypes.c_int64 * len(abi.LIBRARY_DATA)).from_address(library.runtime.data_address)
    assert all(table)
    for name, entries in (
        ("numericarrayLibraryFunctions", abi.NUMERIC_ARRAY_FUNCTIONS),
        ("imageLibraryFunctions", abi.IMAGE_FUNCTIONS),
        ("sparseLibraryFunctions", abi.SPARSE_ARRAY_FUNCTIONS),
        ("ioLibraryFunctions", abi.IO_FUNCTIONS),
        ("rawarrayLibraryFunctions", range(12)),
    ):
        index = [entry[0] for entry in abi.LIBRARY_DATA].index(name)
        assert all((ctypes.c_int64 * len(entries)).from_address(table[index])), name
    library.unload()
