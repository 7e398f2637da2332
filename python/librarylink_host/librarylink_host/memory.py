"""Memory for arrays that libraries make.

GPU libraries adopt host memory without a copy where it is whole pages.  From LARGE bytes up ``allocate`` gives memory
that starts on a PAGE boundary and owns all of its last page; ``allocate_misaligned`` gives memory that never starts on
one, so that both paths of a library can be tested.
"""

from __future__ import annotations

import math
import sys
import threading
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import DTypeLike

LARGE = 1 << 20
PAGE = 16384  # Apple silicon's page, a multiple of that of every other 64-bit system in use
MISALIGNMENT = 64  # keeps every element and vector type aligned

Allocator = Callable[[Sequence[int], DTypeLike], np.ndarray]


def _large(shape: Sequence[int], dtype: DTypeLike, size: int, offset: int) -> np.ndarray:
    block = np.empty(-(-(size + offset) // PAGE) * PAGE + PAGE, np.uint8)
    start = -block.ctypes.data % PAGE + offset
    return block[start : start + size].view(dtype).reshape(shape)


def allocate(shape: Sequence[int], dtype: DTypeLike) -> np.ndarray:
    """An uninitialised C-contiguous array; from 1 MB up its data is 16 KB aligned and padded to 16 KB."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    return np.empty(shape, dtype) if size < LARGE else _large(shape, dtype, size, 0)


def allocate_misaligned(shape: Sequence[int], dtype: DTypeLike) -> np.ndarray:
    """As ``allocate``, but from 1 MB up the data starts 64 bytes behind a 16 KB boundary."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    return np.empty(shape, dtype) if size < LARGE else _large(shape, dtype, size, MISALIGNMENT)


class ResultPool:
    """An allocator for benchmarks: memory of results that nobody refers to any more is used again.

    Only large arrays are kept, at most ``capacity`` bytes of them; ``reused`` counts the arrays served so.
    """

    def __init__(self, capacity: int = 1 << 30) -> None:
        self.capacity = capacity
        self.reused = 0
        self._blocks: list[np.ndarray] = []
        self._lock = threading.Lock()

    def __call__(self, shape: Sequence[int], dtype: DTypeLike) -> np.ndarray:
        size = math.prod(shape) * np.dtype(dtype).itemsize
        if size < LARGE:
            return np.empty(shape, dtype)
        with self._lock:
            block = self._free_block(size) if self._blocks else None
            if block is None:
                block = allocate((-(-size // PAGE) * PAGE,), np.uint8)
                if sum(kept.nbytes for kept in self._blocks) + block.nbytes <= self.capacity:
                    self._blocks.append(block)
            else:
                self.reused += 1
        return block[:size].view(dtype).reshape(shape)

    def _free_block(self, size: int) -> np.ndarray | None:
        size = -(-size // PAGE) * PAGE
        for index, block in enumerate(self._blocks):
            # A view refers to the array that owns the memory, not to the block, so count that one's references:
            # the block's, and getrefcount's own argument.
            if block.nbytes == size and sys.getrefcount(block.base) <= 2:
                return self._blocks[index]
        return None
