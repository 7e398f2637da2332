"""The package loads everywhere, and says once what is missing."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from pathlib import Path

import pytest
from metallink_build.kernels import kernel_path, load_inputs, metallink_session
from wolframclient.deserializers import WXFConsumerNumpy
from wolframclient.evaluation import WolframLanguageSession

TABLE = "LibraryFunctions.wl"


@contextmanager
def new_session():
    with WolframLanguageSession(str(kernel_path())) as session:
        session.consumer = WXFConsumerNumpy()
        yield session


def outcome(session, code):
    """Value and names of messages."""
    answer = session.evaluate_wrap(code)
    return answer.get(), [str(name).split("`")[-1] for name in answer.messages_name or []]


def text_of(session, code):
    return session.evaluate_wrap(code).messages[0]


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
def bare(copy):
    """A session with the package, but not yet its library."""
    with new_session() as session:
        for line in load_inputs(copy):
            value, names = outcome(session, line)
            assert names == []
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


def test_no_library(bare, copy):
    shutil.rmtree(copy / "LibraryResources", ignore_errors=True)
    assert outcome(bare, "MetalQ[]") == (False, ["MetalQ::nolib"])
    assert str(copy) in text_of(bare, "MetalQ[]")
    assert outcome(bare, "$MetalDeviceCount") == (0, [])
    for code, name in [
        ("MetalAdd[{1}, {2}]", "MetalAdd::nolib"),
        ("MetalMap[Sin, {1.}]", "MetalMap::nolib"),
        ("MetalImageNegate[Image[{{0.5}}]]", "MetalImageNegate::nolib"),
        ("MetalInformation[]", "MetalInformation::nolib"),
    ]:
        value, names = outcome(bare, code)
        assert str(value) == "$Failed"
        assert names == [name]
    assert outcome(bare, "MetalAdd[1, 2]") == (3, [])


def test_library_without_table(bare, root, libraries):
    shutil.copy(built(root), libraries)
    assert outcome(bare, "MetalQ[]") == (False, ["MetalQ::nolib"])
    assert TABLE in text_of(bare, "MetalQ[]")


def test_damaged_table(bare, root, libraries):
    shutil.copy(built(root), libraries)
    (libraries / TABLE).write_text('"nothing"\n')
    assert outcome(bare, "MetalQ[]") == (False, ["MetalQ::nolib"])
    assert "damaged" in text_of(bare, "MetalQ[]")


def test_table_of_another_version(bare, root, libraries):
    shutil.copy(built(root), libraries)
    table = (built(root).parent / TABLE).read_text()
    assert '"0.1.0"' in table
    (libraries / TABLE).write_text(table.replace('"0.1.0"', '"9.9.9"'))
    assert outcome(bare, "MetalQ[]") == (False, ["MetalQ::nolib"])
    assert "9.9.9" in text_of(bare, "MetalQ[]")


def test_library_that_cannot_be_loaded(bare, root, libraries):
    (libraries / built(root).name).write_text("This is no library.\n")
    shutil.copy(built(root).parent / TABLE, libraries)
    assert outcome(bare, "MetalQ[]") == (False, ["MetalQ::nolib"])


def test_library_that_is_built_later(bare, root, libraries):
    """The last of these tests: once loaded, a library stays."""
    libraries.rmdir()
    libraries.symlink_to(built(root).parent, target_is_directory=True)
    assert outcome(bare, "MetalQ[]") == (True, [])
    value, names = outcome(bare, "MetalAdd[{1, 2}, {3, 4}]")
    assert list(value) == [4, 6]
    assert names == []


def test_no_device(root, monkeypatch, tmp_path):
    """No Metal device: softmetal finds no OpenCL runtime where SOFTMETAL_OPENCL points to nothing."""
    monkeypatch.setenv("SOFTMETAL_OPENCL", str(tmp_path / "nothing.so"))
    with metallink_session(root) as session:
        if session.evaluate("$OperatingSystem") == "MacOSX":
            pytest.skip("a Mac always has a Metal device")
        assert outcome(session, "MetalQ[]") == (False, ["MetalQ::nodevice"])
        assert outcome(session, "$MetalDeviceCount") == (0, [])
        value, names = outcome(session, "MetalAdd[{1}, {2}]")
        assert str(value) == "$Failed"
        assert names == ["MetalAdd::nodevice"]
        assert outcome(session, "MetalAdd[1, 2]") == (3, [])


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


def test_get_twice(root):
    with metallink_session(root) as session:
        assert list(session.evaluate("MetalAdd[{1}, {2}]")) == [3]
        for code in ('Get["MetalLink`"]', f'Get["{root / "MetalLink.wl"}"]', 'Needs["MetalLink`"]'):
            assert outcome(session, code)[1] == []
            value, names = outcome(session, "MetalAdd[{1}, {2}]")
            assert list(value) == [3]
            assert names == []
