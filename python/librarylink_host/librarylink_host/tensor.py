"""MTensor: arrays of machine integers, reals and complex numbers."""

from __future__ import annotations

from ctypes import c_double, c_int64
from typing import Any

import numpy as np

from .abi import MComplex
from .arrays import ArrayObject, ArrayTable, read_mints
from .errors import DIMENSION_ERROR, NO_ERROR, RANK_ERROR, TYPE_ERROR, LibraryArgumentError, LibraryMisuseError
from .objects import place
from .types import ANY, TENSOR_CODES, TENSOR_DTYPES, TENSOR_NAMES, TENSOR_TYPES, ArgumentType

INTEGER, REAL, COMPLEX = (TENSOR_DTYPES[name] for name in ("Integer", "Real", "Complex"))
INTEGER_CODE, REAL_CODE, COMPLEX_CODE = (TENSOR_CODES[dtype] for dtype in (INTEGER, REAL, COMPLEX))


class Tensor(ArrayObject):
    noun = "tensor"
    names = TENSOR_NAMES
    codes = TENSOR_CODES


class TensorTable(ArrayTable):
    """Entries MTensor_*."""

    kind = "MTensor"
    object_type = Tensor
    types = TENSOR_TYPES
    names = TENSOR_NAMES

    def as_array(self, value: Any, wanted: ArgumentType) -> np.ndarray:
        """Integers widen to int64, reals to float64; an Integer list serves as Real or Complex, as in the language."""
        dtype = wanted.tensor_dtype
        if type(value) is np.ndarray and value.dtype is dtype and value.ndim:
            return value  # the way of nearly every call
        array = value if isinstance(value, np.ndarray) else self._from_sequence(value, wanted)
        if array.ndim == 0:
            raise LibraryArgumentError(f"{wanted} expected, not the number {value!r}")
        if array.dtype == dtype or (dtype is None and array.dtype in TENSOR_NAMES):
            return array
        if array.dtype.kind not in "iufc":
            raise LibraryArgumentError(f"{wanted} expected, but the elements are {array.dtype.name}")
        if wanted.mode == "Shared":
            raise LibraryArgumentError(
                f"{wanted} shares its own memory, which must be of that type, not {array.dtype.name}"
            )
        if dtype is None:
            dtype = {"i": INTEGER, "u": INTEGER, "f": REAL, "c": COMPLEX}[array.dtype.kind]
        if not np.can_cast(array.dtype, dtype, "safe"):
            raise LibraryArgumentError(f"{wanted} expected, but the elements are {array.dtype.name}")
        return array.astype(dtype)

    def _from_sequence(self, value: Any, wanted: ArgumentType) -> np.ndarray:
        try:
            array = np.asarray(value)
        except ValueError as error:
            raise LibraryArgumentError(f"{wanted} expected: {error}") from None
        if array.size == 0 and array.dtype == REAL and wanted.element != ANY:
            return array.astype(TENSOR_DTYPES[wanted.element])  # NumPy takes an empty list as reals
        return array

    # -- whole data --------------------------------------------------------------------------------------------------

    def _wrong_data(self, item: Tensor, dtype: np.dtype, entry: str) -> int:
        """The library is about to run over memory of the wrong type: over scratch memory, and then the call fails."""
        self.runtime.calls.fail(LibraryMisuseError(f"{entry} of {item.describe()}"), entry)
        return self.runtime.scratch_until_return(item.array.size * dtype.itemsize)

    def getIntegerData(self, handle: int) -> int:
        item = self.objects[handle]
        if item.code == INTEGER_CODE:
            return item.address
        return self._wrong_data(item, INTEGER, "MTensor_getIntegerData")

    def getRealData(self, handle: int) -> int:
        item = self.objects[handle]
        return item.address if item.code == REAL_CODE else self._wrong_data(item, REAL, "MTensor_getRealData")

    def getComplexData(self, handle: int) -> int:
        item = self.objects[handle]
        if item.code == COMPLEX_CODE:
            return item.address
        return self._wrong_data(item, COMPLEX, "MTensor_getComplexData")

    # -- elements and parts ------------------------------------------------------------------------------------------

    def _index(self, array: np.ndarray, position: int, levels: int) -> tuple[int, ...] | None:
        index = read_mints(position, levels)
        if all(1 <= i <= length for i, length in zip(index, array.shape, strict=False)):
            return tuple(i - 1 for i in index)
        return None

    def _get(self, handle: int, position: int, dtype: np.dtype) -> tuple[int, Any]:
        array = self.objects[handle].array
        if array.dtype != dtype:
            return TYPE_ERROR, None
        index = self._index(array, position, array.ndim)
        return (DIMENSION_ERROR, None) if index is None else (NO_ERROR, array[index])

    def _set(self, handle: int, position: int, dtype: np.dtype, value: Any) -> int:
        array = self.writable(handle)
        if array.dtype != dtype:
            return TYPE_ERROR
        index = self._index(array, position, array.ndim)
        if index is None:
            return DIMENSION_ERROR
        array[index] = value
        return NO_ERROR

    def getInteger(self, handle: int, position: int, value: int) -> int:
        status, element = self._get(handle, position, INTEGER)
        if status == NO_ERROR:
            c_int64.from_address(place(value)).value = int(element)
        return status

    def getReal(self, handle: int, position: int, value: int) -> int:
        status, element = self._get(handle, position, REAL)
        if status == NO_ERROR:
            c_double.from_address(place(value)).value = float(element)
        return status

    def getComplex(self, handle: int, position: int, value: int) -> int:
        status, element = self._get(handle, position, COMPLEX)
        if status == NO_ERROR:
            target = MComplex.from_address(place(value))
            target.re, target.im = element.real, element.imag
        return status

    def setInteger(self, handle: int, position: int, value: int) -> int:
        return self._set(handle, position, INTEGER, value)

    def setReal(self, handle: int, position: int, value: float) -> int:
        return self._set(handle, position, REAL, value)

    def setComplex(self, handle: int, position: int, value: MComplex) -> int:
        return self._set(handle, position, COMPLEX, complex(value.re, value.im))

    def setMTensor(self, handle: int, part: int, position: int, levels: int) -> int:
        """Set the part at the first ``levels`` indices; the part has the remaining dimensions."""
        array, values = self.writable(handle), self.objects[part].array
        if array.dtype != values.dtype:
            return TYPE_ERROR
        if not 0 <= levels <= array.ndim or values.ndim != array.ndim - levels:
            return RANK_ERROR
        index = self._index(array, position, levels)
        if index is None or values.shape != array.shape[levels:]:
            return DIMENSION_ERROR
        array[index] = values
        return NO_ERROR

    def getMTensor(self, handle: int, position: int, levels: int, result: int) -> int:
        """The part at the first ``levels`` indices, into ``*result`` or, if that is NULL, a new tensor."""
        array = self.objects[handle].array
        if not 0 <= levels < array.ndim:
            return RANK_ERROR
        index = self._index(array, position, levels)
        if index is None:
            return DIMENSION_ERROR
        return self.fill(array[index], result)
