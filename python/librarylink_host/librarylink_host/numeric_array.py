"""MNumericArray: arrays of 14 element types, and ByteArray, which travels as one."""

from __future__ import annotations

from typing import Any

import numpy as np

from .arrays import ArrayObject, ArrayTable
from .conversion import METHODS, ConversionError, convert
from .errors import NUMERICAL_ERROR, TYPE_ERROR, LibraryArgumentError
from .types import ANY, NUMERIC_CODES, NUMERIC_DTYPES, NUMERIC_NAMES, NUMERIC_TYPES, ArgumentType


class NumericArray(ArrayObject):
    noun = "NumericArray"
    names = NUMERIC_NAMES
    codes = NUMERIC_CODES


class NumericArrayTable(ArrayTable):
    """Entries MNumericArray_*."""

    kind = "MNumericArray"
    object_type = NumericArray
    types = NUMERIC_TYPES
    names = NUMERIC_NAMES
    properties = {**ArrayTable.properties, "getData": "address"}

    def as_array(self, value: Any, wanted: ArgumentType) -> np.ndarray:
        if wanted.kind == "ByteArray":
            return self._bytes(value, wanted)
        if type(value) is np.ndarray and value.ndim and wanted.element == ANY and value.dtype in NUMERIC_NAMES:
            return value  # the way of nearly every call
        if not isinstance(value, np.ndarray) or value.ndim == 0:
            raise LibraryArgumentError(
                f"{wanted} expected, an array with one or more dimensions, not {type(value).__name__}"
            )
        if value.dtype not in NUMERIC_NAMES:
            raise LibraryArgumentError(f"{wanted} expected; a NumericArray has no elements {value.dtype}")
        if wanted.element != ANY and value.dtype != NUMERIC_DTYPES[wanted.element]:
            raise LibraryArgumentError(f"{wanted} expected, but the elements are {NUMERIC_NAMES[value.dtype]}")
        return value

    def _bytes(self, value: Any, wanted: ArgumentType) -> np.ndarray:
        if isinstance(value, (bytes, bytearray, memoryview)):
            return np.frombuffer(value, np.uint8)
        if isinstance(value, np.ndarray) and value.dtype == np.uint8 and value.ndim == 1:
            return value
        raise LibraryArgumentError(
            f"{wanted} expected: bytes, or an array of uint8 of rank 1, not {type(value).__name__}"
        )

    def fits(self, item: ArrayObject, wanted: ArgumentType) -> bool:
        if wanted.kind == "ByteArray":
            return item.array.dtype == np.uint8 and item.array.ndim == 1
        return super().fits(item, wanted)

    def convertType(self, result: int, handle: int, code: int, method: int, tolerance: float) -> int:
        """As conversion.convert, into ``*result`` if that is an array of type and dimensions, or a new one if NULL."""
        if code not in self.types or method not in METHODS or not tolerance >= 0:
            return TYPE_ERROR
        array, dtype = self.objects[handle].array, self.types[code][1]
        try:
            converted = convert(array, dtype, method, tolerance)
        except ConversionError:
            return NUMERICAL_ERROR
        return self.fill(converted, result)
