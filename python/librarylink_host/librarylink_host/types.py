"""Types of arguments and results, as LibraryFunctionLoad has them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .errors import LibrarySpecificationError, LibraryUnsupportedError

ANY = "_"
MODES = ("Automatic", "Constant", "Manual", "Shared")
SCALARS = ("Boolean", "Integer", "Real", "Complex", "UTF8String", "DataStore")

COMPLEX_HALF = np.dtype([("re", np.float16), ("im", np.float16)])  # NumPy has no complex number of halves

# MType_* codes of tensors' elements, and NumericArray's and Image's type codes, with the dtype in memory.
TENSOR_TYPES = {
    2: ("Integer", np.dtype(np.int64)),
    3: ("Real", np.dtype(np.float64)),
    4: ("Complex", np.dtype(np.complex128)),
}
NUMERIC_TYPES = {
    1: ("Integer8", np.dtype(np.int8)),
    2: ("UnsignedInteger8", np.dtype(np.uint8)),
    3: ("Integer16", np.dtype(np.int16)),
    4: ("UnsignedInteger16", np.dtype(np.uint16)),
    5: ("Integer32", np.dtype(np.int32)),
    6: ("UnsignedInteger32", np.dtype(np.uint32)),
    7: ("Integer64", np.dtype(np.int64)),
    8: ("UnsignedInteger64", np.dtype(np.uint64)),
    9: ("Real32", np.dtype(np.float32)),
    10: ("Real64", np.dtype(np.float64)),
    11: ("ComplexReal32", np.dtype(np.complex64)),
    12: ("ComplexReal64", np.dtype(np.complex128)),
    13: ("Real16", np.dtype(np.float16)),
    14: ("ComplexReal16", COMPLEX_HALF),
}
IMAGE_TYPES = {
    0: ("Bit", np.dtype(np.int8)),
    1: ("Byte", np.dtype(np.uint8)),
    2: ("Bit16", np.dtype(np.uint16)),
    3: ("Real32", np.dtype(np.float32)),
    4: ("Real64", np.dtype(np.float64)),
}
COLOR_SPACES = {
    -1: "Undefined",
    0: "Grayscale",
    1: "RGB",
    2: "HSB",
    3: "CMYK",
    4: "XYZ",
    5: "LUV",
    6: "LAB",
    7: "LCH",
    8: "Automatic",
}

NUMERIC_DTYPES = {name: dtype for name, dtype in NUMERIC_TYPES.values()}
NUMERIC_NAMES = {dtype: name for name, dtype in NUMERIC_TYPES.values()}
NUMERIC_CODES = {dtype: code for code, (_, dtype) in NUMERIC_TYPES.items()}
TENSOR_NAMES = {dtype: name for name, dtype in TENSOR_TYPES.values()}
TENSOR_CODES = {dtype: code for code, (_, dtype) in TENSOR_TYPES.items()}
TENSOR_DTYPES = {name: dtype for name, dtype in TENSOR_TYPES.values()}
IMAGE_NAMES = {code: name for code, (name, _) in IMAGE_TYPES.items()}
COLOR_SPACE_CODES = {name: code for code, name in COLOR_SPACES.items()}

ELEMENTS = {
    "NumericArray": tuple(NUMERIC_DTYPES),
    "ByteArray": (),
    "Image": tuple(IMAGE_NAMES.values()),
    "Image3D": tuple(IMAGE_NAMES.values()),
    "Image|Image3D": tuple(IMAGE_NAMES.values()),
    "SparseArray": tuple(TENSOR_DTYPES),
}


@dataclass(frozen=True)
class LibraryDataType:
    """``LibraryDataType[kind, element, depth]``: "_" stands for any element type and any rank.

    ``kind`` is "NumericArray", "ByteArray", "Image", "Image3D", "Image|Image3D" or "SparseArray"; ``element`` is a name
    of that kind's element types ("UnsignedInteger8", "Real32"; "Byte", "Real64"; "Integer"); ``depth`` is the rank.
    """

    kind: str
    element: str = ANY
    depth: int | str = ANY

    def __post_init__(self) -> None:
        if self.kind not in ELEMENTS:
            raise LibrarySpecificationError(
                f"{self.kind!r} is no kind of LibraryDataType; known: {', '.join(ELEMENTS)}"
            )
        if self.element != ANY and self.element not in ELEMENTS[self.kind]:
            known = ", ".join(ELEMENTS[self.kind]) or "none"
            raise LibrarySpecificationError(f"{self.element!r} is no element type of {self.kind}; known: {known}")
        if self.depth != ANY and not (isinstance(self.depth, int) and self.depth >= 0):
            raise LibrarySpecificationError(f"the depth of {self.kind} is {self.depth!r}, neither a rank nor '_'")


@dataclass(frozen=True)
class ArgumentType:
    """A parsed specification: ``kind`` is a scalar's name, "Void", "Tensor" or a kind of LibraryDataType."""

    kind: str
    element: str = ANY
    rank: int | str = ANY
    mode: str = "Automatic"

    @cached_property
    def copied(self) -> bool:
        """Whether the library gets a copy of its own."""
        return self.mode in ("Automatic", "Manual")

    @cached_property
    def tensor_dtype(self) -> np.dtype | None:
        """The element type of a tensor, None for any."""
        return TENSOR_DTYPES.get(self.element)

    def __str__(self) -> str:
        if self.kind in SCALARS or self.kind == "Void":
            return self.kind
        head = f"{self.element}, {self.rank}" if self.kind == "Tensor" else f"{self.kind}[{self.element}, {self.rank}]"
        return f"{{{head}}}" if self.mode == "Automatic" else f'{{{head}, "{self.mode}"}}'


def _mode(specification: Any, mode: Any) -> str:
    if mode not in MODES:
        raise LibrarySpecificationError(f"{mode!r} in {specification!r} is no passing mode; known: {', '.join(MODES)}")
    return mode


def _tensor(specification: Any, element: Any, rank: Any, mode: str) -> ArgumentType:
    if element != ANY and element not in TENSOR_DTYPES:
        raise LibrarySpecificationError(
            f"{element!r} in {specification!r} is no element type of a tensor (Integer, Real, Complex, _)"
        )
    if rank != ANY and not (isinstance(rank, int) and not isinstance(rank, bool) and rank >= 1):
        raise LibrarySpecificationError(f"{rank!r} in {specification!r} is no rank: an integer from 1 up, or '_'")
    return ArgumentType("Tensor", element, rank, mode)


def parse_type(specification: Any) -> ArgumentType:
    """The ArgumentType of a specification; LibrarySpecificationError says what is wrong with another."""
    match specification:
        case ArgumentType():
            return specification
        case "LinkObject":
            raise LibraryUnsupportedError("functions that take a LinkObject need WSTP, which this host does not have")
        case "True|False":
            return ArgumentType("Boolean")
        case "Void":
            return ArgumentType("Void")
        case str() if specification in SCALARS:
            return ArgumentType(specification)
        case LibraryDataType(kind, element, depth):
            return ArgumentType(kind, element, depth)
        case (LibraryDataType(kind, element, depth),):
            return ArgumentType(kind, element, depth)
        case (LibraryDataType(kind, element, depth), mode):
            return ArgumentType(kind, element, depth, _mode(specification, mode))
        case (element, rank):
            return _tensor(specification, element, rank, "Automatic")
        case (element, rank, mode):
            return _tensor(specification, element, rank, _mode(specification, mode))
    raise LibrarySpecificationError(f"{specification!r} is no argument or return type of a library function")


def parse_argument_type(specification: Any) -> ArgumentType:
    """As ``parse_type``, without "Void"."""
    parsed = parse_type(specification)
    if parsed.kind == "Void":
        raise LibrarySpecificationError('"Void" is a return type, not an argument type')
    return parsed
