"""Device properties, the error text, the record, and what the library exports."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys

import numpy as np
import pytest


def test_device(metal):
    assert metal.device_count() >= 1
    assert metal.device_text("Name")
    assert metal.device_text("Library") == ("Metal" if sys.platform == "darwin" else "softmetal")
    assert "Apple7" in metal.device_text("Families").split(", ")


def test_double_precision(metal):
    """Native where the device's compiler knows double; softmetal's does, unless it flushes as Apple's GPUs may."""
    flushes = os.environ.get("SOFTMETAL_FTZ") == "1"
    emulated = os.environ.get("METALLINK_EMULATE_DOUBLE") == "1" or flushes or sys.platform == "darwin"
    assert metal.device_text("DoublePrecision") == ("Emulated" if emulated else "Native")


def test_numbers(metal):
    assert metal.device_number("UnifiedMemory") in (0, 1)
    assert metal.device_number("MaxBufferLength") >= 2**28
    assert metal.device_number("RecommendedMaxWorkingSetSize") >= metal.device_number("MaxBufferLength") // 4
    assert metal.device_number("CurrentAllocatedSize") >= 0
    assert metal.device_number("MaxThreadsPerThreadgroup") == 1024
    assert metal.device_number("MaxThreadgroupMemoryLength") == 32768
    assert metal.device_number("ThreadExecutionWidth") == 32
    assert 32 <= metal.device_number("MaxTotalThreadsPerThreadgroup") <= 1024


@pytest.mark.parametrize("device", [0, -1, 2**40])
def test_no_such_device(metal, failing, device):
    with failing("LIBRARY_DIMENSION_ERROR", f"MetalInformation: there is no device {device}; the number of devices is"):
        metal.device_text("Name", device)
    with failing("LIBRARY_DIMENSION_ERROR", f"there is no device {device}"):
        metal.select(device)


def test_no_such_property(metal, failing):
    with failing("LIBRARY_FUNCTION_ERROR", 'MetalInformation: there is no text property "Colour"'):
        metal.device_text("Colour")
    with failing("LIBRARY_FUNCTION_ERROR", 'there is no integer property "Name"'):
        metal.device_number("Name")


def test_select(metal):
    metal.select(1)
    assert metal.add(np.ones(3), np.ones(3)).tolist() == [2, 2, 2]


def test_error_text_lasts_until_the_next_call(metal, failing):
    with failing("LIBRARY_FUNCTION_ERROR", "None"):
        metal.map("None", np.zeros(1))
    assert metal.error() == metal.error() == 'MetalMap: there is no function "None"'
    metal.device_count()
    assert metal.error() == ""


def test_record_survives_questions(metal):
    metal.add(np.ones(5), np.ones(5))
    before = metal.record()
    metal.device_text("Name")
    assert metal.record() == before
    assert before["wall_ns"] >= before["gpu_ns"] > 0
    assert before["windows"] == 1


def test_works_from_any_directory(metal, root, tmp_path):
    """No file is found by the working directory, and none is written there."""
    code = (
        "import numpy as np\n"
        "from librarylink_host import Library\n"
        "from metallink_build.paths import library_path\n"
        "from py_tests.native.conftest import Metal\n"
        "print(Metal(Library(library_path())).map('Floor', np.array([2.5])))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stdout == "[2.]\n", done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="a Mac has a device")
def test_no_device(root):
    """Without a Metal device the count is 0 and the text says why; computing is refused."""
    code = (
        "import numpy as np\n"
        "from librarylink_host import Library\n"
        "from metallink_build.paths import library_path\n"
        "from py_tests.native.conftest import Metal\n"
        "metal = Metal(Library(library_path()))\n"
        "print(metal.device_count(), metal.error())\n"
        "metal.add(np.ones(3), np.ones(3))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(root), "SOFTMETAL_OPENCL": "/nonexistent/libnone.so"}
    done = subprocess.run([sys.executable, "-c", code], cwd=root, env=environment, capture_output=True, text=True)
    assert done.stdout.startswith("0 MetalInformation: no usable Metal device")
    assert "LIBRARY_FUNCTION_ERROR: MetalAdd: no usable Metal device" in done.stderr


def test_version_and_exports(metal):
    library = ctypes.CDLL(metal.library.path)
    library.WolframLibrary_getVersion.restype = ctypes.c_int64
    assert library.WolframLibrary_getVersion() == 6  # that of the oldest kernel in PacletInfo.wl, 12.2
    for hidden in ("ml_stream_run", "ml_status_fail", "ml_shader_sources"):
        assert not hasattr(library, hidden)
