"""Alignment of the memory that libraries get, and reuse of results."""

import numpy as np
import pytest

from librarylink_host import LibraryDataType, ResultPool, allocate, allocate_misaligned
from librarylink_host.arrays import data_address

PAGE = 16384


@pytest.mark.parametrize("dtype", [np.uint8, np.float32, np.float64, np.complex128])
@pytest.mark.parametrize("count", [2**20, 2**20 + 1, 3_000_001])
def test_large_memory_is_whole_pages(dtype, count):
    array = allocate((count,), dtype)
    address = array.ctypes.data
    block = array.base
    assert address % PAGE == 0
    assert address >= block.ctypes.data
    assert address + -(-array.nbytes // PAGE) * PAGE <= block.ctypes.data + block.nbytes
    array[:] = 1
    misaligned = allocate_misaligned((count,), dtype)
    address, block = misaligned.ctypes.data, misaligned.base
    assert address % PAGE == 64
    assert address + misaligned.nbytes <= block.ctypes.data + block.nbytes
    misaligned[:] = 1


@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (5,), (100, 100), (2**17,), (2, 512, 1024)])
@pytest.mark.parametrize("maker", [allocate, allocate_misaligned, ResultPool()])
def test_shapes(maker, shape):
    array = maker(shape, np.float64)
    assert (array.shape, array.dtype, array.flags.c_contiguous) == (shape, np.float64, True)


def test_results_of_a_library(load):
    kind = LibraryDataType("NumericArray")
    for maker, offset in ((allocate, 0), (allocate_misaligned, 64)):
        library = load("modes", allocator=maker)
        big = library.function("big", ["Integer"], kind)
        assert big(2**20).ctypes.data % PAGE == offset
        assert big(1000).shape == (1000,)
        copy = library.function("numeric_address", [kind], "Integer")(np.zeros(2**20, np.uint8))
        assert copy % PAGE == offset  # an "Automatic" argument's copy may become a result


def test_pool(load):
    pool = ResultPool(capacity=3 * 2**20)
    library = load("modes", allocator=pool)
    big = library.function("big", ["Integer"], LibraryDataType("NumericArray"))
    first = big(2**20)
    address = first.ctypes.data
    second = big(2**20)
    assert second.ctypes.data != address
    part = first[5:10]
    del first
    assert big(2**20).ctypes.data != address  # still referred to
    del part
    assert big(2**20).ctypes.data == address
    assert pool.reused == 1
    assert big(4 * 2**20).nbytes == 4 * 2**20  # over the capacity: made, not kept


@pytest.mark.parametrize(
    "array",
    [
        np.zeros(3),
        np.zeros((4, 6))[::2, 1:],
        np.zeros(0),
        np.frombuffer(b"abc", np.uint8),
        allocate((2**18,), np.float64),
    ],
)
def test_data_address(array):
    assert data_address(array) == array.ctypes.data
