"""Call functions of any Wolfram LibraryLink library from Python, with NumPy arrays and without a Wolfram kernel."""

from .errors import (
    LibraryAborted,
    LibraryArgumentError,
    LibraryFunctionError,
    LibraryLeakWarning,
    LibraryLinkError,
    LibraryLoadError,
    LibraryMessageWarning,
    LibraryMisuseError,
    LibrarySpecificationError,
    LibraryUnsupportedError,
)
from .function import LibraryFunction
from .image import Image
from .library import Library
from .memory import ResultPool, allocate, allocate_misaligned
from .types import COMPLEX_HALF, LibraryDataType

__version__ = "0.1.0"

__all__ = [
    "COMPLEX_HALF",
    "Image",
    "Library",
    "LibraryAborted",
    "LibraryArgumentError",
    "LibraryDataType",
    "LibraryFunction",
    "LibraryFunctionError",
    "LibraryLeakWarning",
    "LibraryLinkError",
    "LibraryLoadError",
    "LibraryMessageWarning",
    "LibraryMisuseError",
    "LibrarySpecificationError",
    "LibraryUnsupportedError",
    "ResultPool",
    "allocate",
    "allocate_misaligned",
]
