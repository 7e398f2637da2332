"""MSparseArray: compressed sparse rows of machine integers, reals and complex numbers."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .arrays import braces
from .errors import DIMENSION_ERROR, NO_ERROR, RANK_ERROR, TYPE_ERROR, LibraryArgumentError
from .objects import HELD, HostObject, ObjectTable, place
from .tensor import Tensor
from .types import ANY, TENSOR_DTYPES, TENSOR_NAMES, ArgumentType

if TYPE_CHECKING:
    from .runtime import Runtime


@dataclass(eq=False)
class SparseArray:
    """A sparse array of dimensions ``shape`` in LibraryLink's storage.

    ``row_pointers``: the numbers of explicit elements before each row and after the last (two for rank 1);
    ``column_indices``: 1-based, one row an explicit element, rank - 1 columns (1 for rank 1); ``values``: int64,
    float64 or complex128; ``implicit``: the value of all other elements.
    """

    shape: tuple[int, ...]
    row_pointers: np.ndarray
    column_indices: np.ndarray
    values: np.ndarray
    implicit: Any = 0

    def __post_init__(self) -> None:
        self.shape = tuple(self.shape)
        if not self.shape or min(self.shape) < 0:
            raise LibraryArgumentError(f"a sparse array has one or more dimensions, not {braces(self.shape)}")
        if self.values.dtype not in TENSOR_NAMES or self.values.ndim != 1:
            raise LibraryArgumentError(
                f"a sparse array's values are a list of int64, float64 or complex128, not {self.values.dtype}"
            )
        self._check_structure()

    def _check_structure(self) -> None:
        count = len(self.values)
        rows = self.shape[0] if len(self.shape) > 1 else 1
        limits = self.shape[1:] or self.shape
        if self.column_indices.shape != (count, len(limits)):
            wanted = braces((count, len(limits)))
            raise LibraryArgumentError(
                f"column indices have dimensions {braces(self.column_indices.shape)}, not {wanted}"
            )
        pointers = self.row_pointers
        if pointers.shape != (rows + 1,) or pointers[0] != 0 or pointers[-1] != count or (np.diff(pointers) < 0).any():
            raise LibraryArgumentError(f"row pointers are {rows + 1} numbers that rise from 0 to {count}")
        if count and ((self.column_indices < 1).any() or (self.column_indices > limits).any()):
            raise LibraryArgumentError(f"column indices are from 1 to {braces(limits)}")

    @classmethod
    def from_positions(cls, positions: Any, values: np.ndarray, shape: Sequence[int], implicit: Any = 0) -> SparseArray:
        """From 1-based positions, one row an element; the first value at a position counts, as in SparseArray[]."""
        shape = tuple(shape)
        positions = np.asarray(positions, np.int64).reshape(len(values), len(shape))
        if positions.size and ((positions < 1).any() or (positions > shape).any()):
            raise LibraryArgumentError(f"a position is outside of the dimensions {braces(shape)}")
        flat = np.ravel_multi_index(tuple(positions.T - 1), shape) if positions.size else np.empty(0, np.int64)
        _, first = np.unique(flat, return_index=True)
        positions, values = positions[first], np.ascontiguousarray(values[first])
        if len(shape) == 1:
            return cls(shape, np.array([0, len(values)]), positions, values, implicit)
        row_pointers = np.concatenate([[0], np.cumsum(np.bincount(positions[:, 0] - 1, minlength=shape[0]))])
        return cls(shape, row_pointers.astype(np.int64), np.ascontiguousarray(positions[:, 1:]), values, implicit)

    @classmethod
    def from_dense(cls, array: np.ndarray, implicit: Any = 0) -> SparseArray:
        """The elements that differ from the implicit value, explicitly."""
        where = np.argwhere(array != implicit)
        return cls.from_positions(where + 1, array[tuple(where.T)], array.shape, implicit)

    def positions(self) -> np.ndarray:
        """The 1-based positions of the explicit elements, one row an element."""
        if len(self.shape) == 1:
            return self.column_indices
        rows = np.repeat(np.arange(1, self.shape[0] + 1), np.diff(self.row_pointers))
        return np.column_stack([rows, self.column_indices])

    def to_dense(self) -> np.ndarray:
        dense = np.full(self.shape, self.implicit, self.values.dtype)
        dense[tuple(self.positions().T - 1)] = self.values
        return dense


class HostSparseArray(HostObject):
    """The object behind an MSparseArray.  Its four parts are MTensors that live as long as it does."""

    def __init__(self, sparse: SparseArray) -> None:
        self.sparse = sparse
        self.parts: tuple[Tensor, ...] = ()
        self.handles: Any = None  # C memory with the parts' handles
        self.dimensions = (ctypes.c_int64 * len(sparse.shape))(*sparse.shape)

    def describe(self) -> str:
        sparse = self.sparse
        name = TENSOR_NAMES[sparse.values.dtype]
        return f"{name} SparseArray of dimensions {braces(sparse.shape)} with {len(sparse.values)} explicit values"

    def copy(self, runtime: Runtime) -> HostSparseArray:
        return HostSparseArray(_copy(self.sparse))


def _copy(sparse: SparseArray) -> SparseArray:
    arrays = (sparse.row_pointers.copy(), sparse.column_indices.copy(), sparse.values.copy())
    return SparseArray(sparse.shape, *arrays, sparse.implicit)


class SparseArrayTable(ObjectTable):
    """Entries MSparseArray_*."""

    kind = "MSparseArray"

    def wrap(self, value: Any, wanted: ArgumentType, copied: bool) -> HostSparseArray:
        if not isinstance(value, SparseArray):
            raise LibraryArgumentError(f"{wanted} expected, a librarylink_host.SparseArray, not {type(value).__name__}")
        if wanted.element != ANY and value.values.dtype != TENSOR_DTYPES[wanted.element]:
            raise LibraryArgumentError(f"{wanted} expected, but the values are {TENSOR_NAMES[value.values.dtype]}")
        if wanted.rank != ANY and len(value.shape) != wanted.rank:
            raise LibraryArgumentError(f"{wanted} expected, but the rank is {len(value.shape)}")
        return HostSparseArray(_copy(value) if copied else value)

    def sharing_key(self, item: HostSparseArray) -> Any:
        return id(item.sparse)

    def result_value(self, item: HostSparseArray) -> SparseArray:
        return item.sparse

    def fits(self, item: HostSparseArray, wanted: ArgumentType) -> bool:
        sparse = item.sparse
        return wanted.element in (ANY, TENSOR_NAMES[sparse.values.dtype]) and wanted.rank in (ANY, len(sparse.shape))

    def remove(self, item: HostSparseArray) -> None:
        super().remove(item)
        for part in item.parts:
            self.runtime.tensors.objects.pop(part.handle, None)

    # -- parts -------------------------------------------------------------------------------------------------------

    def getRank(self, handle: int) -> int:
        return len(self.objects[handle].sparse.shape)

    def getDimensions(self, handle: int) -> int:
        return ctypes.addressof(self.objects[handle].dimensions)

    def _part(self, handle: int, index: int) -> int:
        """The address of the MTensor that is the part of that index."""
        item = self.objects[handle]
        if not item.parts:
            sparse = item.sparse
            implicit = np.array(sparse.implicit, sparse.values.dtype)
            arrays = (implicit, sparse.values, sparse.row_pointers, sparse.column_indices)
            item.parts = tuple(Tensor(array) for array in arrays)
            for part in item.parts:
                part.owner = "Constant" if item.owner == "Constant" else HELD
            item.handles = (ctypes.c_void_p * 4)(*[self.runtime.tensors.put(part) for part in item.parts])
        return ctypes.addressof(item.handles) + 8 * index

    def getImplicitValue(self, handle: int) -> int:
        return self._part(handle, 0)

    def getExplicitValues(self, handle: int) -> int:
        return self._part(handle, 1)

    def getRowPointers(self, handle: int) -> int:
        return self._part(handle, 2)

    def getColumnIndices(self, handle: int) -> int:
        return self._part(handle, 3)

    def getExplicitPositions(self, handle: int, result: int) -> int:
        positions = self.objects[handle].sparse.positions()
        return self.runtime.tensors.fill(np.ascontiguousarray(positions, np.int64), result)

    # -- conversions -------------------------------------------------------------------------------------------------

    def toMTensor(self, handle: int, result: int) -> int:
        return self.runtime.tensors.fill(self.objects[handle].sparse.to_dense(), result)

    def _implicit(self, handle: int | None, dtype: np.dtype) -> tuple[int, Any]:
        """The status and value of an implicit value given as a tensor of rank 0 (NULL: zero)."""
        if handle is None:
            return NO_ERROR, 0
        array = self.runtime.tensors.objects[handle].array
        if array.ndim != 0:
            return RANK_ERROR, None
        return (NO_ERROR, array.item()) if array.dtype == dtype else (TYPE_ERROR, None)

    def _replace(self, sparse: SparseArray, result: int) -> int:
        """Put a new object where the library wants it; one that is there already is freed, as documented."""
        before = ctypes.c_void_p.from_address(place(result)).value
        if before is not None:
            self.free(before)
        return self.put_at(HostSparseArray(sparse), result)

    def fromMTensor(self, dense: int, implicit: int | None, result: int) -> int:
        array = self.runtime.tensors.objects[dense].array
        status, value = self._implicit(implicit, array.dtype)
        return self._replace(SparseArray.from_dense(array, value), result) if status == NO_ERROR else status

    def resetImplicitValue(self, handle: int, implicit: int | None, result: int) -> int:
        """The array with another implicit value (NULL: the same) and the explicit elements found anew."""
        sparse = self.objects[handle].sparse
        status, value = self._implicit(implicit, sparse.values.dtype)
        if status != NO_ERROR:
            return status
        value = sparse.implicit if implicit is None else value
        if implicit is None or value == sparse.implicit:
            kept = sparse.values != value
            made = SparseArray.from_positions(sparse.positions()[kept], sparse.values[kept], sparse.shape, value)
        else:
            made = SparseArray.from_dense(sparse.to_dense(), value)
        return self._replace(made, result)

    def fromExplicitPositions(
        self, positions: int, values: int, dimensions: int, implicit: int | None, result: int
    ) -> int:
        tensors = self.runtime.tensors.objects
        where, elements, shape = (tensors[handle].array for handle in (positions, values, dimensions))
        if where.dtype != np.int64 or shape.dtype != np.int64:
            return TYPE_ERROR
        if shape.ndim != 1 or where.ndim != 2 or elements.ndim != 1:
            return RANK_ERROR
        if where.shape != (len(elements), len(shape)):
            return DIMENSION_ERROR
        status, value = self._implicit(implicit, elements.dtype)
        if status != NO_ERROR:
            return status
        try:
            made = SparseArray.from_positions(where, elements, shape.tolist(), value)
        except LibraryArgumentError:
            return DIMENSION_ERROR
        return self._replace(made, result)
