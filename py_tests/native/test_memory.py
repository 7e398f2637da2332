"""Adoption of host memory, windows, errors of the device, aborts and threads."""

from __future__ import annotations

import ctypes
import mmap
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import psutil
import pytest
from librarylink_host import Image, Library, allocate
from metallink_build.paths import library_path

PAGE = 16384
COUNT = 2**19 + 77
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="pages of 4 KB, or settings of softmetal")


def region(pages: int) -> np.ndarray:
    """Bytes of a mapping of their own, between two pages that may not be touched, aligned to Metal's page."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    size = (pages + 3) * PAGE
    start = libc.mmap(None, size, 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    inner = (start + 2 * PAGE - 1) // PAGE * PAGE
    assert libc.mprotect(inner, pages * PAGE, mmap.PROT_READ | mmap.PROT_WRITE) == 0
    return np.ctypeslib.as_array((ctypes.c_uint8 * (pages * PAGE)).from_address(inner))


def reals(memory: np.ndarray, offset: int, count: int = COUNT) -> np.ndarray:
    """Floats at a byte offset in memory; the offset may be no multiple of four."""
    view = np.ndarray((count,), np.float32, memory.data, offset)
    view[:] = np.arange(count) % 1000
    return view


def pages_for(count: int) -> int:
    return -(-count * 4 // PAGE) + 2


@pytest.mark.parametrize("offset", [0, 4, 16, 4096, 4100, PAGE - 4])
def test_adopted_at_any_offset(metal, offset):
    """The neighbours on the page of the last element stay as they are, and no page outside is needed."""
    a, b = (reals(region(pages_for(COUNT)), offset) for _ in range(2))
    np.testing.assert_array_equal(metal.add(a, b), a + b)
    record = metal.record()
    assert record["bytes_adopted"] == 3 * a.nbytes
    assert record["bytes_copied"] == 0


def test_result_has_no_neighbours_overwritten(metal):
    """The result is the caller's memory: bytes around it keep their values."""
    held = []

    def allocator(shape, dtype):
        if np.prod(shape) != COUNT:
            return allocate(shape, dtype)
        memory = region(pages_for(COUNT))
        memory[:] = 0xA5
        held.append(memory)
        return np.ndarray(shape, dtype, memory.data, 4096 + 4)

    library = Library(metal.library.path, allocator=allocator)
    a = reals(region(pages_for(COUNT)), 0)
    got = type(metal)(library).add(a, a)
    np.testing.assert_array_equal(got, a + a)
    (memory,) = held
    assert (memory[:4100] == 0xA5).all()
    assert (memory[4100 + a.nbytes :] == 0xA5).all()


@linux_only
def test_one_allocation_in_many_regions_is_adopted(metal):
    """Neighbours that differ in advice only are listed one by one, as macOS lists the pieces of a large allocation."""
    memory = region(pages_for(COUNT))
    libc = ctypes.CDLL(None)
    libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    for start in range(0, memory.nbytes, 16 * PAGE):
        assert libc.madvise(memory.ctypes.data + start, 8 * PAGE, mmap.MADV_DONTDUMP) == 0
    low, high = memory.ctypes.data, memory.ctypes.data + memory.nbytes
    lines = Path("/proc/self/maps").read_text().splitlines()
    starts = [int(line.split("-")[0], 16) for line in lines]
    assert sum(low <= start < high for start in starts) > 10
    a = reals(memory, 4096)
    np.testing.assert_array_equal(metal.add(a, a), a + a)
    assert metal.record()["bytes_adopted"] == 2 * a.nbytes  # an array given twice is one


def test_misaligned_elements_are_copied(metal):
    a = reals(region(pages_for(COUNT)), 2)
    np.testing.assert_array_equal(metal.add(a, a), a + a)
    record = metal.record()
    assert record["bytes_copied"] == a.nbytes
    assert record["bytes_adopted"] == a.nbytes


@linux_only
def test_pages_that_straddle_regions_are_copied(metal):
    """The last page of Metal's size reaches into memory that is not there: only what lies on it is copied."""
    memory = region(pages_for(COUNT))
    libc = ctypes.CDLL(None)
    libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    bytes_used = memory.nbytes - 3 * 4096
    count = bytes_used // 4
    assert libc.mprotect(memory.ctypes.data + bytes_used, 3 * 4096, 0) == 0
    a = reals(memory, 0, count)
    np.testing.assert_array_equal(metal.add(a, a), a + a)
    record = metal.record()
    assert record["bytes_copied"] == 4096
    assert record["bytes_adopted"] == 2 * a.nbytes - 4096
    assert record["windows"] >= 2


@linux_only
@pytest.mark.parametrize("channels", [3, 4])
def test_first_and_last_pages_are_copied(metal, channels):
    """Data from the middle of a page to the middle of a page, and neither page is all there."""
    memory = region(pages_for(COUNT))
    libc = ctypes.CDLL(None)
    libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    for page in (memory.ctypes.data, memory.ctypes.data + memory.nbytes - 4096):
        assert libc.mprotect(page, 4096, 0) == 0
    pixels = (memory.nbytes - 2 * 4096 - 8) // 4 // channels
    data = np.ndarray((1, pixels, channels), np.float32, memory.data, 4096 + 4)
    data[:] = np.random.default_rng(40).random(data.shape)
    expected = 1 - data
    if channels == 4:
        expected[..., 3] = data[..., 3]
    got = metal.negate(Image(data, "RGB", alpha=channels == 4))
    np.testing.assert_array_equal(got.data, expected)
    record = metal.record()
    assert record["windows"] >= 3
    assert record["bytes_copied"] < 4 * PAGE
    assert record["bytes_adopted"] > 2 * data.nbytes - 4 * PAGE


def test_read_only_memory(metal):
    memory = region(pages_for(COUNT))
    a = reals(memory, 0)
    expected = a + a
    libc = ctypes.CDLL(None)
    libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    assert libc.mprotect(memory.ctypes.data, memory.nbytes, mmap.PROT_READ) == 0
    np.testing.assert_array_equal(metal.add(a, a), expected)
    record = metal.record()
    assert record["bytes_adopted"] + record["bytes_copied"] == 2 * a.nbytes
    if metal.device_text("Library") == "softmetal":  # Apple's Metal may refuse memory that it cannot write
        assert record["bytes_copied"] == 0


def test_small_arrays_are_copied(metal):
    a = np.ones(1000, np.float32)
    metal.add(a, a)
    assert metal.record()["bytes_adopted"] == 0
    assert metal.record()["bytes_copied"] == 2 * a.nbytes


def test_copies_go_in_windows(metal, monkeypatch):
    """Extra memory stays below 64 MB whatever the size: three windows in flight share it."""
    monkeypatch.setenv("METALLINK_ZERO_COPY", "0")
    a = np.arange(2**24, dtype=np.float32)
    np.testing.assert_array_equal(metal.add(a, a), a + a)
    record = metal.record()
    assert record["windows"] >= 2 * a.nbytes / (64 * 2**20 / 3)
    assert record["bytes_copied"] == 2 * a.nbytes


def test_abort(metal, failing):
    asked = []

    def abort_q() -> bool:
        asked.append(True)
        return len(asked) >= 2

    library = Library(metal.library.path, abort_q=abort_q)
    interrupted = type(metal)(library)
    a = np.zeros(2**29, np.int8)
    with failing("LIBRARY_FUNCTION_ERROR", "MetalAdd: aborted"):
        interrupted.add(a, a)
    assert 0 < metal.record()["windows"] < 4
    np.testing.assert_array_equal(metal.add(a[:5], a[:5]), a[:5])


def test_eight_threads(metal):
    """Each thread has its own error text and record; results do not mix, also while kernels are compiled."""
    wrong = []

    def work(seed: int) -> None:
        random = np.random.default_rng(seed)
        for turn in range(25):
            kind = [np.float32, np.int16, np.complex64, np.uint32][(turn + seed) % 4]
            count = int(random.integers(1, 4000)) if turn % 5 else 2**19
            a, b = (random.integers(0, 100, count).astype(kind) for _ in range(2))
            if not np.array_equal(metal.add(a, b), a + b):
                wrong.append(f"add {kind} {count}")
            if metal.record()["bytes_adopted"] + metal.record()["bytes_copied"] != 3 * a.nbytes:
                wrong.append("record of another thread")
            try:
                metal.map(f"Unknown{seed}", a)
                wrong.append("unknown function accepted")
            except Exception as error:
                if f"Unknown{seed}" not in str(error):
                    wrong.append(f"error of another thread: {error}")

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def resident() -> int:
    return psutil.Process().memory_info().rss


def test_no_growth(metal):
    """Neither buffers nor memory are left behind by calls that succeed and calls that fail."""
    if metal.device_text("Library") != "softmetal":
        pytest.skip("counts the objects of softmetal")
    a, b = np.ones(2**18, np.float32), np.full(1000, 2**31 - 1, np.int32)
    live = ctypes.CDLL(
        str(library_path().parents[2] / "build" / "softmetal" / "libsoftmetal.so")
    ).softmetal_live_objects
    live.restype = ctypes.c_long
    live.argtypes = [ctypes.c_char_p]

    def calls(count: int) -> None:
        for _ in range(count):
            metal.add(a, a)
            for bad in (lambda: metal.add(b, b), lambda: metal.map("None", a), lambda: metal.add(a, b)):
                with pytest.raises(Exception, match="LIBRARY_"):
                    bad()

    calls(20)
    before = live(None), resident()  # of every class
    assert live(b"MTLComputePipelineState") > 0
    calls(300)
    after = live(None), resident()
    assert after[0] == before[0]
    assert after[1] - before[1] < 4 * 2**20
    assert metal.library.live() == []  # strings given to the library, objects and memory made by it


PEAK = """
import resource
import sys
import numpy as np
from librarylink_host import Library, allocate
from metallink_build.paths import library_path
from py_tests.native.conftest import Metal
metal = Metal(Library(library_path()))
small = np.ones(2**20, np.float32)
metal.add(small, small, small + 1)
metal.add(*[small] * 30)

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

a, b = (allocate((2**26,), np.float32) for _ in range(2))
a[:] = 1
b[:] = 2
metal.add(*[x[:5] for x in {operands}])  # the compiler's own memory is not the call's
before = peak()
result = metal.add(*{operands})
print(peak() - before - result.nbytes, metal.record()["windows"], metal.record()["bytes_copied"])
assert (result == {sum}).all()
"""


@pytest.mark.parametrize("zero_copy", ["1", "0"])
@pytest.mark.parametrize(("operands", "total"), [("[a, b]", 3), ("([a, b] * 13)", 39)], ids=["two", "chain"])
def test_extra_memory(root, zero_copy, operands, total):
    """Beyond arguments and result a call takes at most 64 MB: the highest resident size, for a result of 256 MB."""
    program = PEAK.format(operands=operands, sum=total)
    done = run_child(root, program, METALLINK_ZERO_COPY=zero_copy)
    extra, windows, copied = map(int, done[0].split())
    assert extra <= 64 * 2**20
    assert windows > 1
    assert (copied > 2**28) == (zero_copy == "0")


@pytest.mark.long
def test_no_growth_over_many_calls(metal):
    a, b = np.ones(1, np.float32), np.ones(5000, np.float64)

    def calls(count: int) -> None:
        for _ in range(count // 2):
            metal.add(a, a)
            metal.times(b, b)

    calls(2000)
    before = resident()
    calls(10**5)
    assert resident() - before < 4 * 2**20


CHILD = """
import numpy as np
from librarylink_host import Library
from metallink_build.paths import library_path
from py_tests.native.conftest import Metal, MetalError
metal = Metal(Library(library_path()))
a = np.arange({count}, dtype=np.float32)
for turn in range(3):
    try:
        print(bool(np.array_equal(metal.add(a, a), a + a)), metal.record()["windows"], metal.record()["bytes_adopted"])
    except MetalError as error:
        print(str(error).replace("\\n", " "))
"""


def run_child(root, program: str, **environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=root,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")]), **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def child(root, count: int, **environment: str) -> list[str]:
    return run_child(root, CHILD.format(count=count), **environment)


@linux_only
def test_small_buffers_make_windows(root):
    """A device whose largest buffer is a fraction of the array."""
    for line in child(root, 2**20, SOFTMETAL_LIMITS="maxBufferLength=1M,workingSet=8M"):
        right, windows, _ = line.split()
        assert right == "True"
        assert int(windows) > 3


@linux_only
def test_buffers_smaller_than_those_that_are_kept(root):
    """The sizes of copies that calls share are not asked of a device that has no buffers so large."""
    for line in child(root, 2**17, SOFTMETAL_LIMITS="maxBufferLength=256K"):
        right, windows, adopted = line.split()
        assert (right, adopted) == ("True", "0")
        assert int(windows) > 3


@linux_only
def test_refused_adoption_falls_back_to_a_copy(root):
    for line in child(root, 2**20, SOFTMETAL_FAULT="nocopy"):
        assert line.startswith("True")
        assert line.endswith(" 0")
