"""The package loads everywhere, and says once what is missing."""

from __future__ import annotations

import re
import shutil
from contextlib import contextmanager
from pathlib import Path

import metallink_build
import pytest
from metallink_build import render
from metallink_build.kernels import kernel_path, load_inputs, metallink_session
from wolframclient.deserializers import WXFConsumerNumpy
from wolframclient.evaluation import WolframLanguageSession

TABLE = "LibraryFunctions.wl"


@contextmanager
def new_session():
    with WolframLanguageSession(str(kernel_path()), STARTUP_TIMEOUT=120) as session:
        session.consumer = WXFConsumerNumpy()
        yield session


def answer_of(answer):
    return answer.value, answer.names


@pytest.fixture(scope="module")
def copy(root, tmp_path_factory) -> Path:
    """The package without its library."""
    directory = tmp_path_factory.mktemp("copy") / "MetalLink"
    directory.mkdir()
    shutil.copytree(root / "Kernel", directory / "Kernel")
    for name in ("MetalLink.wl", "PacletInfo.wl"):
        shutil.copy(root / name, directory)
    return directory


@pytest.fixture(scope="module")
def bare(copy, ask):
    """A session with the package, but not yet its library."""
    with new_session() as session:
        for line in load_inputs(copy):
            assert ask(session, line).names == []
        yield session


@pytest.fixture
def libraries(bare, copy) -> Path:
    """The folder that the session looks in for the library, new and empty."""
    shutil.rmtree(copy / "LibraryResources", ignore_errors=True)
    system = bare.evaluate("$SystemID")
    directory = copy / "LibraryResources" / system
    directory.mkdir(parents=True)
    return directory


def built(root: Path) -> Path:
    return next(path for path in (root / "LibraryResources").glob("*/MetalLink.*") if path.suffix in (".so", ".dylib"))


def paclet_version(root: Path) -> str:
    return re.search(r'"Version" -> "([\d.]+)"', (root / "PacletInfo.wl").read_text()).group(1)


def test_one_version(root):
    """The package reads its version from PacletInfo.wl; what the build writes and is must be the same."""
    assert metallink_build.__version__ == render.VERSION == paclet_version(root)


def test_no_library(bare, copy, ask):
    shutil.rmtree(copy / "LibraryResources", ignore_errors=True)
    assert answer_of(ask(bare, "MetalQ[]")) == (False, ["MetalQ::nolib"])
    assert str(copy) in ask(bare, "MetalQ[]").texts[0]
    assert answer_of(ask(bare, "$MetalDeviceCount")) == (0, [])
    assert answer_of(ask(bare, "MetalLastCall[]")) == ({}, [])
    for code, name in [
        ("MetalAdd[{1}, {2}]", "MetalAdd::nolib"),
        ("MetalMap[Sin, {1.}]", "MetalMap::nolib"),
        ("MetalImageNegate[Image[{{0.5}}]]", "MetalImageNegate::nolib"),
        ("MetalInformation[]", "MetalInformation::nolib"),
    ]:
        answer = ask(bare, code)
        assert answer.failed
        assert answer.names == [name]
    assert answer_of(ask(bare, "MetalAdd[1, 2]")) == (3, [])


def test_library_without_table(bare, root, libraries, ask):
    shutil.copy(built(root), libraries)
    assert answer_of(ask(bare, "MetalQ[]")) == (False, ["MetalQ::nolib"])
    assert TABLE in ask(bare, "MetalQ[]").texts[0]


def test_damaged_table(bare, root, libraries, ask):
    shutil.copy(built(root), libraries)
    (libraries / TABLE).write_text('"nothing"\n')
    assert answer_of(ask(bare, "MetalQ[]")) == (False, ["MetalQ::nolib"])
    assert "damaged" in ask(bare, "MetalQ[]").texts[0]


def test_table_of_another_version(bare, root, libraries, ask):
    shutil.copy(built(root), libraries)
    table = (built(root).parent / TABLE).read_text()
    version = paclet_version(root)
    assert f'"{version}"' in table
    (libraries / TABLE).write_text(table.replace(f'"{version}"', '"9.9.9"'))
    answer = ask(bare, "MetalQ[]")
    assert answer_of(answer) == (False, ["MetalQ::nolib"])
    assert "9.9.9" in answer.texts[0]
    assert version in answer.texts[0]


def test_library_that_cannot_be_loaded(bare, root, libraries, ask):
    (libraries / built(root).name).write_text("This is no library.\n")
    shutil.copy(built(root).parent / TABLE, libraries)
    assert answer_of(ask(bare, "MetalQ[]")) == (False, ["MetalQ::nolib"])


def test_library_that_is_built_later(bare, root, libraries, ask):
    """After the tests above: once loaded, a library stays."""
    libraries.rmdir()
    libraries.symlink_to(built(root).parent, target_is_directory=True)
    assert answer_of(ask(bare, "MetalQ[]")) == (True, [])
    answer = ask(bare, "MetalAdd[{1, 2}, {3, 4}]")
    assert (list(answer.value), answer.names) == ([4, 6], [])


def test_get_twice(bare, copy, ask):
    for code in ('Get["MetalLink`"]', f'Get["{copy / "MetalLink.wl"}"]', 'Needs["MetalLink`"]'):
        assert ask(bare, code).names == []
        answer = ask(bare, "MetalAdd[{1}, {2}]")
        assert (list(answer.value), answer.names) == ([3], [])


def test_no_device(root, monkeypatch, tmp_path, ask):
    """No Metal device: softmetal finds no OpenCL runtime where SOFTMETAL_OPENCL points to nothing."""
    monkeypatch.setenv("SOFTMETAL_OPENCL", str(tmp_path / "nothing.so"))
    with metallink_session(root) as session:
        if session.evaluate("$OperatingSystem") == "MacOSX":
            pytest.skip("a Mac always has a Metal device")
        answer = ask(session, "MetalQ[]")
        assert answer_of(answer) == (False, ["MetalQ::nodevice"])
        assert "no usable Metal device" in answer.texts[0]
        assert "MetalInformation" not in answer.texts[0]
        assert answer_of(ask(session, "$MetalDeviceCount")) == (0, [])
        answer = ask(session, "MetalAdd[{1}, {2}]")
        assert answer.failed
        assert answer.names == ["MetalAdd::nodevice"]
        assert answer_of(ask(session, "MetalAdd[1, 2]")) == (3, [])


def test_two_kernels_from_another_directory(root, monkeypatch, tmp_path):
    """Parallel kernels work side by side, need no working directory and leave nothing in it."""
    monkeypatch.chdir(tmp_path)
    with metallink_session(root) as first, metallink_session(root) as second:
        code = "{MetalAdd[N[Range[10^5]], N[Range[10^5]]] === 2. Range[10^5], MetalMap[Sqrt, {4., 9.}], MetalQ[]}"
        futures = [session.evaluate_future(code) for session in (first, second) for _ in range(3)]
        for future in futures:
            same, roots, available = future.result(timeout=120)
            assert same is True
            assert list(roots) == [2, 3]
            assert available is True
    assert list(tmp_path.iterdir()) == []
