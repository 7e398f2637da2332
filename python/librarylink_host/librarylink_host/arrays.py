"""What MTensor and MNumericArray have in common: an object over a NumPy array."""

from __future__ import annotations

import math
from ctypes import addressof, c_int64
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import DIMENSION_ERROR, MEMORY_ERROR, NO_ERROR, TYPE_ERROR, LibraryArgumentError
from .objects import LIBRARY, HostObject, ObjectTable
from .types import ANY, ArgumentType

if TYPE_CHECKING:
    from .runtime import Runtime

MAX_BYTES = 2**63 - 1


def data_address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def braces(shape: tuple[int, ...]) -> str:
    return "{" + ", ".join(map(str, shape)) + "}"


def read_mints(address: int, count: int) -> tuple[int, ...]:
    return tuple((c_int64 * count).from_address(address)) if count else ()


class ArrayObject(HostObject):
    """A C-contiguous array behind a handle."""

    __slots__ = ("array", "_dimensions")
    noun = ""
    names: dict[np.dtype, str] = {}

    def __init__(self, array: np.ndarray, owner: str = LIBRARY) -> None:
        super().__init__(owner)
        self.array = array
        self._dimensions = None

    @property
    def dimensions_address(self) -> int:
        if self._dimensions is None:
            self._dimensions = (c_int64 * max(self.array.ndim, 1))(*self.array.shape)
        return addressof(self._dimensions)

    def describe(self) -> str:
        return f"{self.names[self.array.dtype]} {self.noun} of dimensions {braces(self.array.shape)}"

    def copy(self, runtime: Runtime) -> ArrayObject:
        array = runtime.allocate(self.array.shape, self.array.dtype)
        np.copyto(array, self.array)
        return type(self)(array)


class ArrayTable(ObjectTable):
    """Functions common to MTensor and MNumericArray."""

    object_type: type[ArrayObject]
    types: dict[int, tuple[str, np.dtype]] = {}
    codes: dict[np.dtype, int] = {}
    names: dict[np.dtype, str] = {}

    # -- arguments and results ---------------------------------------------------------------------------------------

    def as_array(self, value: Any, wanted: ArgumentType) -> np.ndarray:
        """The value as an array of an element type that this kind can have."""
        raise NotImplementedError

    def wrap(self, value: Any, wanted: ArgumentType, copied: bool) -> ArrayObject:
        array = self.as_array(value, wanted)
        if wanted.rank != ANY and array.ndim != wanted.rank:
            raise LibraryArgumentError(f"{wanted} expected, but the rank is {array.ndim} (dimensions {braces(array.shape)})")
        if copied:
            copy = self.runtime.allocate(array.shape, array.dtype)
            np.copyto(copy, array)
            return self.object_type(copy)
        if array.flags.c_contiguous:
            return self.object_type(array)
        if wanted.mode == "Shared":
            raise LibraryArgumentError('a "Shared" argument shares its own memory, which must be C-contiguous (numpy.ascontiguousarray)')
        return self.object_type(np.ascontiguousarray(array))

    def sharing_key(self, item: ArrayObject) -> Any:
        return data_address(item.array), item.array.shape, item.array.dtype

    def result_value(self, item: ArrayObject) -> np.ndarray:
        return item.array

    def fits(self, item: ArrayObject, wanted: ArgumentType) -> bool:
        array = item.array
        return wanted.element in (ANY, self.names[array.dtype]) and wanted.rank in (ANY, array.ndim)

    # -- LibraryLink's functions -------------------------------------------------------------------------------------

    def new(self, code: int, rank: int, dimensions: int, result: int) -> int:
        if code not in self.types:
            return TYPE_ERROR
        if rank < 0:
            return DIMENSION_ERROR
        shape = read_mints(dimensions, rank)
        dtype = self.types[code][1]
        if any(length < 0 for length in shape):
            return DIMENSION_ERROR
        if math.prod(shape) * dtype.itemsize > MAX_BYTES:
            return MEMORY_ERROR
        try:
            array = self.runtime.allocate(shape, dtype)
        except (MemoryError, ValueError):  # ValueError: more than 64 dimensions
            return MEMORY_ERROR
        return self.put_at(self.object_type(array), result)

    def getType(self, handle: int) -> int:
        return self.codes[self.objects[handle].array.dtype]

    def getRank(self, handle: int) -> int:
        return self.objects[handle].array.ndim

    def getDimensions(self, handle: int) -> int:
        return self.objects[handle].dimensions_address

    def getFlattenedLength(self, handle: int) -> int:
        return self.objects[handle].array.size


def put_like(table: ArrayTable, array: np.ndarray, result: int) -> int:
    """A new object of the library's over an array made for it."""
    table.put_at(table.object_type(array), result)
    return NO_ERROR
