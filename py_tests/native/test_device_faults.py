"""Every fault that softmetal injects, in every function: the right text, arguments as they were, nothing left."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="softmetal injects the faults")

CALLS = {
    "MetalAdd": "metal.add(a, b)",
    "MetalSubtract": "metal.subtract(a, b)",
    "MetalTimes": "metal.times(*[a] * 30)",
    "MetalDivide": "metal.divide(a, b)",
    "MetalMap": 'metal.map("Sqrt", a)',
    "MetalImageNegate": "metal.negate(Image(a.reshape(1024, -1), 'Grayscale')).data",
}
# The fault, the code of the first call, what its text says, and whether later calls work.
FAULTS = {
    "commandbuffer=1": ("LIBRARY_FUNCTION_ERROR", "the GPU failed on elements 1 to ", True),
    "alloc=1": ("LIBRARY_MEMORY_ERROR", "the device gives no buffer of ", True),
    "pipeline=1": ("LIBRARY_FUNCTION_ERROR", "does not compile: ", True),
    "nocopy": (None, "", True),
    "device=1": ("LIBRARY_FUNCTION_ERROR", "the GPU failed on elements 1 to ", False),
    "compile": ("LIBRARY_FUNCTION_ERROR", "the device's compiler does not work: ", False),
}
# Later events, in calls of several windows in flight: the same.
LATER_FAULTS = {
    "commandbuffer=3": ("LIBRARY_FUNCTION_ERROR", "the GPU failed on elements ", True),
    "alloc=3": ("LIBRARY_MEMORY_ERROR", "the device gives no buffer of ", True),
    "nocopy=4": (None, "", True),
    "device=3": ("LIBRARY_FUNCTION_ERROR", "the GPU failed on elements ", False),
}
SMALL_WINDOWS = {"SOFTMETAL_LIMITS": "maxBufferLength=512K,workingSet=8M"}
CHILD = """
import ctypes, json, sys
import numpy as np
from librarylink_host import Image, Library, allocate
from metallink_build.paths import ROOT, library_path
from py_tests.native.conftest import Metal, MetalError

metal = Metal(Library(library_path()))
live = ctypes.CDLL(str(ROOT / "build" / "softmetal" / "libsoftmetal.so")).softmetal_live_objects
live.restype = ctypes.c_size_t
live.argtypes = [ctypes.c_char_p]
a, b = (allocate((2**19,), np.float32) for _ in range(2))
a[:] = np.arange(2**19) % 7 + 1
b[:] = 3
before = a.copy(), b.copy()
report = []
for turn in range(4):
    entry = {{"error": None, "objects": None}}
    try:
        result = {call}
        entry["result"] = float(np.asarray(result, np.float64).sum())
    except MetalError as error:
        entry["error"] = str(error)
    entry["same"] = bool(np.array_equal(a, before[0]) and np.array_equal(b, before[1]))
    entry["adopted"] = metal.record()["bytes_adopted"]
    entry["windows"] = metal.record()["windows"]
    entry["objects"] = [live(b"MTLCommandBuffer"), live(b"MTLCommandEncoder"), live(b"MTLBuffer")]
    report.append(entry)
print(json.dumps(report))
"""


def run(root, call: str, fault: str, **environment: str) -> list[dict]:
    path = os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", CHILD.format(call=call)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": path, "SOFTMETAL_FAULT": fault, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def expected(root) -> dict[str, float]:
    """What every call gives without a fault."""
    found = {}
    for public, call in CALLS.items():
        report = run(root, call, "")
        assert [entry["error"] for entry in report] == [None] * 4
        assert all(entry["adopted"] > 0 for entry in report)
        found[public] = report[0]["result"]
    return found


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("public", CALLS)
def test_fault(root, expected, public, fault):
    report = run(root, CALLS[public], fault)
    check(report, public, expected[public], *FAULTS[fault])
    if fault == "nocopy":
        assert all(entry["adopted"] == 0 for entry in report)


@pytest.mark.parametrize("fault", LATER_FAULTS)
@pytest.mark.parametrize("public", ["MetalAdd", "MetalTimes"])
def test_fault_in_a_later_window(root, expected, public, fault):
    report = run(root, CALLS[public], fault, **SMALL_WINDOWS)
    assert report[-1]["windows"] > 4 or not LATER_FAULTS[fault][2]
    check(report, public, expected[public], *LATER_FAULTS[fault])


def check(report, public, expected, code, text, recovers):
    assert all(entry["same"] for entry in report)
    if code is not None:
        assert report[0]["error"].startswith(f"{code}: {public}: ")
        assert text in report[0]["error"]
    for entry in report[1 if code else 0 :]:
        if recovers:
            assert (entry["error"], entry["result"]) == (None, expected)
        else:
            assert entry["error"].startswith(f"LIBRARY_FUNCTION_ERROR: {public}: ")
    # No command or encoder stays, and the buffers are those that every call finds again.
    assert [entry["objects"][:2] for entry in report] == [[0, 0]] * 4
    assert report[1]["objects"] == report[3]["objects"]
