"""Call functions of any Wolfram LibraryLink library from Python, with NumPy arrays and without a Wolfram kernel."""

from .data_store import DataStore, DataStoreItem
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
from .expressions import ManagedExpression
from .function import LibraryFunction
from .image import Image
from .library import Library
from .memory import ResultPool, allocate, allocate_misaligned
from .sparse_array import SparseArray
from .tasks import AsynchronousEvent
from .types import COMPLEX_HALF, LibraryDataType

__version__ = "0.1.0"

__all__ = [
    "COMPLEX_HALF",
    "AsynchronousEvent",
    "DataStore",
    "DataStoreItem",
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
    "ManagedExpression",
    "ResultPool",
    "SparseArray",
    "allocate",
    "allocate_misaligned",
]
