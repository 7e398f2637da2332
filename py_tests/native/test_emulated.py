"""Doubles on a device that has none give the same bits as its own."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

CHILD = """
import sys
import numpy as np
from librarylink_host import Library
from metallink_build.paths import library_path
from py_tests.native.conftest import Metal
metal = Metal(Library(library_path()))
a, b = np.load(sys.argv[1])
sums = metal.add(a, b)
assert metal.record()["precision"] == int(sys.argv[3])
rounded = [metal.map(name, a) for name in ("Floor", "Ceiling", "Round", "Sign", "Abs", "Sqrt")]
lengths = metal.map("Abs", a + 1j * b)
others = [metal.subtract(a, b), metal.times(a, b), metal.divide(a, b), metal.times(a, b, a)]
np.save(sys.argv[2], np.array([sums, *others, *rounded, lengths]))
"""


@pytest.mark.skipif(sys.platform == "darwin", reason="no GPU of a Mac has doubles to compare with")
def test_same_bits_as_native_doubles(root, tmp_path):
    """A million random bit patterns, and their sums with patterns of nearby exponents."""
    random = np.random.default_rng(30)
    a, b = random.integers(0, 2**64, (2, 10**6), np.uint64)
    exponent = (((a >> np.uint64(52)) & np.uint64(0x7FF)).astype(int) + random.integers(-56, 57, 10**6)).clip(0, 2046)
    b = (b & np.uint64(0x800FFFFFFFFFFFFF)) | (exponent.astype(np.uint64) << np.uint64(52))
    given = tmp_path / "given.npy"
    np.save(given, np.array([a, b]).view(np.float64))
    results = []
    for emulate, precision in (("0", "2"), ("1", "3")):
        out = tmp_path / f"out{emulate}.npy"
        environment = {**os.environ, "PYTHONPATH": str(root), "METALLINK_EMULATE_DOUBLE": emulate}
        command = [sys.executable, "-c", CHILD, str(given), str(out), precision]
        subprocess.run(command, cwd=root, env=environment, check=True, timeout=300)
        results.append(np.load(out))
    native, emulated = results
    nan = np.isnan(native)
    np.testing.assert_array_equal(np.isnan(emulated), nan)
    np.testing.assert_array_equal(emulated.view(np.uint64)[~nan], native.view(np.uint64)[~nan])
