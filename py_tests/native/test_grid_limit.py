"""No dispatch has more threads than the windows' bound, and a device that takes fewer says so."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="softmetal's limits")

MOST_THREADS = 2**28  # most_elements of native/stream.m
CHILD = """
import sys
import numpy as np
from librarylink_host import Library
from metallink_build.paths import library_path
from py_tests.native.conftest import Metal, MetalError
metal = Metal(Library(library_path()))
array = np.ones(int(sys.argv[1]), np.int8)
try:
    for _ in range(3):  # the first calls tell how fast the kernel is, and so how large windows may be
        metal.add(array[: 2**24], array[: 2**24])
    total = metal.add(array, array)
    print(metal.record()["windows"], total.min(), total.max())
except MetalError as error:
    print(error)
"""


def run(root, count: int, limit: int) -> str:
    environment = {**os.environ, "PYTHONPATH": str(root), "SOFTMETAL_LIMITS": f"grid={limit}"}
    command = [sys.executable, "-c", CHILD, str(count)]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_windows_keep_to_their_bound(root):
    windows, *values = run(root, MOST_THREADS + 77, MOST_THREADS).split()
    assert int(windows) >= 2
    assert values == ["2", "2"]


def test_a_grid_that_the_device_refuses(root):
    assert re.match(r"LIBRARY_FUNCTION_ERROR: MetalAdd: .*5000.*1000", run(root, 5000, 1000))
