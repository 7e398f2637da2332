"""softmetal's sample programs are Metal programs: they compile for macOS, and their kernels are Metal's C++14."""

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from metallink_build.toolchain import cross_toolchain

from macos.checks.shaders import check_shader


@pytest.fixture(scope="module")
def programs(root):
    found = sorted((root / "softmetal" / "tests" / "programs").glob("*.m"))
    assert len(found) >= 16
    return found


def compile_for_macos(root: Path, source: Path) -> str:
    toolchain = cross_toolchain(root)
    command = [
        *toolchain.compiler,
        *("-isystem", str(root / "macos" / "programs")),
        *toolchain.flags,
        *toolchain.language_flags[".m"],
        *("-isystem", str(root / "softmetal" / "include"), "-fsyntax-only", str(source)),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


def test_programs_compile_for_macos(root, programs):
    assert {source.name: compile_for_macos(root, source) for source in programs} == {
        source.name: "" for source in programs
    }


def test_a_method_that_metal_lacks_is_found(root, programs, tmp_path):
    source = tmp_path / "wrong.m"
    source.write_text(programs[0].read_text().replace("endEncoding", "finishEncoding"))
    assert "finishEncoding" in compile_for_macos(root, source)


def test_kernels_are_metals(root, programs):
    sources = [source.with_suffix(".metal") for source in programs]
    with ThreadPoolExecutor() as pool:
        found = pool.map(lambda path: check_shader(root, path.read_text(), path.name), sources)
    assert [problem for problems in found for problem in problems] == []
