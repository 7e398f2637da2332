"""Adoption on macOS, which lists a large allocation in pieces of 128 MB: its code run over made-up regions."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest
from metallink_build.toolchain import linux_toolchain

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="builds the macOS code for Linux")

MB = 2**20
BASE = 0x300000000
READ, WRITE = 1, 2
BOTH = READ | WRITE


@pytest.fixture(scope="module")
def adoptable(root, tmp_path_factory):
    """(writable, address, bytes, regions) -> (first, end, questions)."""
    folder = tmp_path_factory.mktemp("mach")
    shutil.copytree(root / "macos" / "include" / "mach", folder / "mach")
    toolchain = linux_toolchain()
    program = folder / "regions"
    command = [
        *toolchain.compiler, *toolchain.flags, *toolchain.language_flags[".m"], "-I", str(folder),
        f"-iquote{root / 'native'}", "-isystem", str(root / "softmetal" / "include"),
        str(root / "py_tests" / "native" / "mach" / "regions.m"), "-o", str(program), *toolchain.libraries,
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

    def run(writable: int, address: int, count: int, regions: list[tuple[int, int, int]]) -> tuple[int, ...]:
        numbers = [writable, address, count, *(number for region in regions for number in region)]
        arguments = [f"{number:x}" for number in numbers]
        done = subprocess.run([program, *arguments], capture_output=True, text=True, check=True)
        first, end, asked = done.stdout.split()
        return int(first, 16), int(end, 16), int(asked)

    return run


def pieces(count: int, protection: int = BOTH) -> list[tuple[int, int, int]]:
    return [(BASE + k * 128 * MB, BASE + (k + 1) * 128 * MB, protection) for k in range(count)]


def test_pieces_are_one(adoptable):
    size = 1000 * MB
    assert adoptable(1, BASE + 32, size, pieces(8)) == (0, size, 8)
    assert adoptable(0, BASE + 32, size, pieces(8, READ)) == (0, size, 8)
    assert adoptable(1, BASE + 32, 100 * MB, pieces(8)) == (0, 100 * MB, 1)
    assert adoptable(1, BASE + 120 * MB, 16 * MB, pieces(8)) == (0, 16 * MB, 2)


def test_protection(adoptable):
    assert adoptable(1, BASE, 200 * MB, pieces(2, READ))[:2] == (0, 0)
    assert adoptable(0, BASE, 200 * MB, pieces(2, WRITE))[:2] == (0, 0)
    mixed = [*pieces(1), (BASE + 128 * MB, BASE + 256 * MB, READ)]
    assert adoptable(0, BASE, 200 * MB, mixed)[:2] == (0, 0)
    assert adoptable(0, BASE, 128 * MB, mixed)[:2] == (0, 128 * MB)


def test_gaps(adoptable):
    apart = [pieces(1)[0], (BASE + 129 * MB, BASE + 256 * MB, BOTH)]
    assert adoptable(0, BASE, 200 * MB, apart)[:2] == (0, 0)
    assert adoptable(0, BASE + 130 * MB, 100 * MB, apart)[:2] == (0, 100 * MB)
    assert adoptable(0, BASE + 300 * MB, 100 * MB, apart)[:2] == (0, 0)
    assert adoptable(0, BASE, 200 * MB, [])[:2] == (0, 0)
