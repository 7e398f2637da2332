"""Compiles the C libraries of these tests, each once a session."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from librarylink_host import Library

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # for the modules that tests share
INCLUDE = HERE.parents[2] / "native" / "include"
FLAGS = ["-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-pthread"]


@pytest.fixture(scope="session")
def compiler():
    found = shutil.which("clang-19") or shutil.which("clang") or shutil.which("cc")
    assert found, "these tests need a C compiler (clang-19, clang or cc)"
    return found


@pytest.fixture(scope="session")
def include():
    """The folder of the LibraryLink headers."""
    return INCLUDE


@pytest.fixture(scope="session")
def compile_library(compiler, tmp_path_factory):
    """compile_library(name, *flags) -> path of the library made of libraries/<name>.c or .cpp"""
    folder = tmp_path_factory.mktemp("libraries")
    built = {}

    def build(name, *flags):
        if name not in built:
            target = folder / f"{name}.so"
            (source,) = (HERE / "libraries").glob(f"{name}.c*")
            language = ["-xc++", "-std=c++17", "-lstdc++"] if source.suffix == ".cpp" else []
            command = [compiler, *FLAGS, *language, *flags, f"-I{INCLUDE}", "-o", str(target), str(source)]
            result = subprocess.run(command, capture_output=True, text=True)
            assert result.returncode == 0, result.stderr
            built[name] = target
        return built[name]

    return build


@pytest.fixture
def load(compile_library):
    """load(name, **options) -> a Library that is unloaded at the end of the test"""
    loaded = []

    def open_library(name, *arguments, **options):
        library = Library(compile_library(name), *arguments, **options)
        loaded.append(library)
        return library

    yield open_library
    for library in loaded:
        library.unload()
