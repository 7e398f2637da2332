"""Tests once more where the device has no doubles, flushes subnormals, or is strict about bounds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

WITHOUT_DOUBLES = {
    "add": "float64 or complex128 or lists or chains or double or special or precision or numbers",
    "arithmetic": "float64 or complex128 or lists or zero or numbers or divide_as",
    "map": "(float64 or complex128 or test_doubles or lists or square or shapes) and not by_name",
    "images": "Real64 or double",
    "information": "double_precision",
}
FLUSHED = {"map add arithmetic": "float32 or floats or complex64 or special or half"}
# Few, for every kernel is compiled anew.
WITHIN_BOUNDS = {
    "add": "test_shapes or test_empty or (test_sizes and (int8 or float64)) or test_chain_longer",
    "arithmetic": "by_zero or numbers",
    "map": "test_sizes or test_shapes",
    "images": "(test_layouts or test_large) and Byte and not 3D",
}


def run_again(root: Path, files: str, selection: str, environment: dict[str, str]) -> None:
    """Selected tests must pass under the environment, and none be skipped."""
    paths = [f"py_tests/native/test_{name}.py" for name in files.split()]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths, "-k", selection],
        cwd=root,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=580,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    last = done.stdout.splitlines()[-1]
    assert re.match(r"[1-9]\d* passed", last), last
    assert "skipped" not in last


@pytest.mark.skipif(os.environ.get("METALLINK_EMULATE_DOUBLE") == "1", reason="this process emulates already")
@pytest.mark.parametrize("files", WITHOUT_DOUBLES)
def test_without_doubles(root, files):
    """The setting is read once."""
    run_again(root, files, WITHOUT_DOUBLES[files], {"METALLINK_EMULATE_DOUBLE": "1"})


@pytest.mark.parametrize("files", FLUSHED)
def test_with_flushed_subnormals(root, files):
    """Metal may flush subnormal floats and halves: the same holds."""
    run_again(root, files, FLUSHED[files], {"SOFTMETAL_FTZ": "1"})


@pytest.mark.skipif(sys.platform != "linux", reason="softmetal's checks")
@pytest.mark.parametrize("files", WITHIN_BOUNDS)
@pytest.mark.parametrize("check", ["bounds", "bounds:before"])
def test_within_bounds(root, check, files):
    """No kernel reads or writes beyond an array: there begins memory that cannot be reached."""
    run_again(root, files, WITHIN_BOUNDS[files], {"SOFTMETAL_CHECK": check})
