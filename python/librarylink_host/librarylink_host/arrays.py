"""What MTensor and MNumericArray have in common: an object over a NumPy array."""

from __future__ import annotations

from ctypes import addressof, c_int64, c_size_t, c_void_p
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import (
    DIMENSION_ERROR,
    MEMORY_ERROR,
    NO_ERROR,
    RANK_ERROR,
    TYPE_ERROR,
    LibraryArgumentError,
    LibraryMisuseError,
)
from .objects import HostObject, ObjectTable, place
from .types import ANY, ArgumentType

if TYPE_CHECKING:
    from .runtime import Runtime


_HEADER = object.__basicsize__
_MINTS = tuple(c_int64 * count for count in range(9))


def data_address(array: np.ndarray) -> int:
    """As array.ctypes.data, ten times as fast: the data pointer is the first member behind the object's header in
    PyArrayObject, which NumPy's C API makes public."""
    return c_size_t.from_address(id(array) + _HEADER).value


def braces(shape: tuple[int, ...]) -> str:
    return "{" + ", ".join(map(str, shape)) + "}"


def read_mints(address: int, count: int) -> tuple[int, ...]:
    if count == 0:
        return ()
    if address is None:
        raise LibraryMisuseError("NULL for positions or dimensions")
    if count == 1:
        return (c_int64.from_address(address).value,)
    mints = _MINTS[count] if count < len(_MINTS) else c_int64 * count
    return tuple(mints.from_address(address))


class ArrayObject(HostObject):
    """A C-contiguous array behind a handle; its type code and its address are what every library asks for."""

    noun = ""
    names: dict[np.dtype, str] = {}
    codes: dict[np.dtype, int] = {}

    _dimensions: Any = None

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.code = self.codes[array.dtype]
        self.address = c_size_t.from_address(id(array) + _HEADER).value  # data_address

    def dimensions_address(self) -> int:
        dimensions = self._dimensions
        if dimensions is None:
            shape = self.array.shape
            rank = len(shape)
            mints = _MINTS[rank or 1] if rank < len(_MINTS) else c_int64 * rank
            self._dimensions = dimensions = mints(*shape)
        return addressof(dimensions)

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
    names: dict[np.dtype, str] = {}
    properties = {"getType": "code", "getRank": "array.ndim", "getFlattenedLength": "array.size"}

    # -- arguments and results ---------------------------------------------------------------------------------------

    def as_array(self, value: Any, wanted: ArgumentType) -> np.ndarray:
        """The value as an array of an element type that this kind can have."""
        raise NotImplementedError

    def wrap(self, value: Any, wanted: ArgumentType, copied: bool) -> ArrayObject:
        array = self.as_array(value, wanted)
        if wanted.rank != ANY and array.ndim != wanted.rank:
            raise LibraryArgumentError(
                f"{wanted} expected, but the rank is {array.ndim} (dimensions {braces(array.shape)})"
            )
        if copied:
            copy = self.runtime.allocate(array.shape, array.dtype)
            np.copyto(copy, array)
            return self.object_type(copy)
        if array.flags.c_contiguous:
            return self.object_type(array)
        if wanted.mode == "Shared":
            raise LibraryArgumentError(
                'a "Shared" argument shares its own memory, which must be C-contiguous (numpy.ascontiguousarray)'
            )
        return self.object_type(np.ascontiguousarray(array))

    def sharing_key(self, item: ArrayObject) -> Any:
        return item.address, item.array.shape, item.array.dtype

    def result_value(self, item: ArrayObject) -> np.ndarray:
        return item.array

    def fits(self, item: ArrayObject, wanted: ArgumentType) -> bool:
        if wanted.element != ANY and wanted.element != self.types[item.code][0]:
            return False
        return wanted.rank == ANY or wanted.rank == item.array.ndim

    # -- LibraryLink's functions -------------------------------------------------------------------------------------

    def new(self, code: int, rank: int, dimensions: int, result: int) -> int:
        known = self.types.get(code)
        if known is None:
            return TYPE_ERROR
        if rank < 0:
            return DIMENSION_ERROR
        shape = read_mints(dimensions, rank)
        if shape and min(shape) < 0:
            return DIMENSION_ERROR
        try:
            array = self.runtime.allocate(shape, known[1])
        except (MemoryError, ValueError, OverflowError):  # also more bytes than can be counted, and more than 64 levels
            return MEMORY_ERROR
        return self.put_at(self.object_type(array), result)

    def fill(self, values: np.ndarray, result: int) -> int:
        """Put the values into the array behind ``*result``, or a new one there if it is NULL."""
        handle = c_void_p.from_address(place(result)).value
        if handle is None:
            array = self.runtime.allocate(values.shape, values.dtype)
            np.copyto(array, values)
            return self.put_at(self.object_type(array), result)
        array = self.writable(handle)
        if array.dtype != values.dtype:
            return TYPE_ERROR
        if array.shape != values.shape:
            return DIMENSION_ERROR if array.ndim == values.ndim else RANK_ERROR
        np.copyto(array, values)
        return NO_ERROR

    def writable(self, handle: int) -> np.ndarray:
        """The array behind the handle, for a change."""
        item = self.objects[handle]
        if item.owner == "Constant":
            raise LibraryMisuseError(f'a change to {item.describe()} that was passed as "Constant"')
        return item.array

    def getDimensions(self, handle: int) -> int:
        return self.objects[handle].dimensions_address()
