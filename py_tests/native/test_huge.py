"""More than 2^32 elements in little memory: unwritten pages; results in one piece, mapped again and again."""

from __future__ import annotations

import ctypes
import mmap
import os
import sys

import numpy as np
import pytest
from librarylink_host import Image, Library, allocate

# Long, for the pages that it maps count as more memory than a small machine has, though few of them take any.
pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform != "linux", reason="maps memory as Linux does")]

PIECE = 2**27  # of the result: its last PIECE bytes are there to be looked at
COUNT = 2**32 + 2**25 + 77


def repeated_memory(count: int) -> np.ndarray:
    """Address space of `count` bytes and more in which every PIECE is the same memory."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    pieces = -(-count // PIECE)
    start = libc.mmap(None, (pieces + 1) * PIECE, 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    start = (start + PIECE - 1) // PIECE * PIECE
    file = os.memfd_create("result")
    os.ftruncate(file, PIECE)
    fixed = 0x10
    for piece in range(pieces):
        address = start + piece * PIECE
        access = mmap.PROT_READ | mmap.PROT_WRITE
        assert libc.mmap(address, PIECE, access, mmap.MAP_SHARED | fixed, file, 0) == address
    os.close(file)
    return np.ctypeslib.as_array((ctypes.c_uint8 * count).from_address(start))


@pytest.fixture
def huge(metal):
    """The library, with large results in repeated memory."""

    def allocator(shape, dtype):
        count = int(np.prod(shape)) * np.dtype(dtype).itemsize
        return repeated_memory(count).view(dtype).reshape(shape) if count > 2**30 else allocate(shape, dtype)

    return type(metal)(Library(metal.library.path, allocator=allocator))


def test_sum(huge, failing):
    a, b = np.zeros(COUNT, np.uint8), np.zeros(COUNT, np.uint8)  # unwritten pages take no memory
    a[[5, 2**31 + 6, 2**32 + 7, COUNT - 1]] = [1, 2, 3, 4]
    b[[2**32 + 7, 2**32 + 8]] = [10, 20]
    got = huge.add(a, b)
    assert got.shape == (COUNT,)
    tail = COUNT - 2**26
    places = np.flatnonzero(got[tail:]) + tail
    assert places.tolist() == [2**32 + 7, 2**32 + 8, COUNT - 1]
    assert got[places].tolist() == [13, 20, 4]
    record = huge.record()
    assert record["bytes_adopted"] + record["bytes_copied"] == 3 * COUNT
    assert record["bytes_copied"] < 6 * 16384
    assert record["windows"] >= COUNT // 2**28

    a[2**32 + 12345] = b[2**32 + 12345] = 200
    with failing(
        "LIBRARY_NUMERICAL_ERROR", f"1 sums do not fit UnsignedInteger8, the first at position {2**32 + 12346}"
    ):
        huge.add(a, b)


def test_alpha_beyond_32_bits(huge):
    """The last of 65 planes is alpha, and begins at 2^32."""
    shape = (65, 2**13, 2**13)
    data = np.zeros(shape, np.uint8)
    got = huge.negate(Image(data, "Automatic", alpha=True, interleaved=False)).data
    assert got.shape == shape
    assert (got[63] == 255).all()
    assert not got[64].any()
