"""WL_malloc and its kin: C memory for libraries, counted so that leaks show."""

from __future__ import annotations

import ctypes
import functools

from .errors import LibraryMisuseError
from .memory import LARGE, PAGE

ALIGNMENT = 64  # of WL_malloc_aligned below LARGE bytes: a cache line, enough for every vector type


@functools.cache
def c_library() -> ctypes.CDLL:
    """The C library of this process, with the signatures that are used here."""
    library = ctypes.CDLL(None)
    for name, result, arguments in (
        ("malloc", ctypes.c_void_p, [ctypes.c_size_t]),
        ("realloc", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_size_t]),
        ("free", None, [ctypes.c_void_p]),
        ("posix_memalign", ctypes.c_int, [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t]),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


class Scratch:
    """Entries WL_*: the blocks that a library has not freed, with their sizes."""

    def __init__(self) -> None:
        self._sizes: dict[int, int] = {}
        self._libc = c_library()

    def _keep(self, address: int | None, size: int) -> int | None:
        if address is not None:
            self._sizes[address] = size
        return address

    def malloc(self, size: int) -> int | None:
        return self._keep(self._libc.malloc(max(size, 1)), size)

    def malloc_aligned(self, size: int) -> int | None:
        alignment = PAGE if size >= LARGE else ALIGNMENT
        padded = max(-(-size // alignment) * alignment, alignment)
        address = ctypes.c_void_p()
        if self._libc.posix_memalign(ctypes.byref(address), alignment, padded):
            return None
        return self._keep(address.value, size)

    def realloc(self, address: int | None, size: int) -> int | None:
        if address is None:
            return self.malloc(size)
        before = self._forget(address)
        moved = self._libc.realloc(address, max(size, 1))
        if moved is None:
            self._keep(address, before)
        return self._keep(moved, size)

    def realloc_aligned(self, address: int | None, size: int) -> int | None:
        if address is None:
            return self.malloc_aligned(size)
        before = self._forget(address)
        self._keep(address, before)
        moved = self.malloc_aligned(size)
        if moved is not None:
            ctypes.memmove(moved, address, min(before, size))
            self.free(address)
        return moved

    def free(self, address: int | None) -> None:
        if address is None:
            return
        self._forget(address)
        self._libc.free(address)

    def _forget(self, address: int) -> int:
        try:
            return self._sizes.pop(address)
        except KeyError:
            raise LibraryMisuseError(f"{address:#x} is no memory of WL_malloc, or was freed before") from None

    def live(self) -> list[str]:
        return [f"{size} bytes of WL_malloc" for size in list(self._sizes.values())]
