"""One loaded library file: its function tables, the objects that it holds, and the calls in progress."""

from __future__ import annotations

import ctypes
import functools
import itertools
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike

from . import abi, interrupts
from .callbacks import Callbacks
from .calls import Calls
from .data_store import DataStoreTable
from .environment import Environment
from .errors import FUNCTION_ERROR
from .expressions import Expressions
from .image import ImageTable
from .memory import LARGE
from .numeric_array import NumericArrayTable
from .objects import HostObject, ObjectTable
from .scratch import Scratch
from .sparse_array import SparseArrayTable
from .strings import Strings
from .tasks import Tasks
from .tensor import TensorTable
from .types import ArgumentType
from .unsupported import OPAQUE_ENTRIES, Unsupported

if TYPE_CHECKING:
    from .library import Library


class Runtime:
    """The state behind one WolframLibraryData.

    Libraries keep pointers into the tables as long as their code is in memory and sometimes longer, so a runtime is
    never collected.
    """

    instances: list[Runtime] = []

    def __init__(self) -> None:
        self.calls = Calls()
        self.handles = itertools.count(0x10000, 16)
        self.libraries: list[Library] = []
        self.strings = Strings()
        self.scratch = Scratch()
        self.tensors = TensorTable(self)
        self.numeric_arrays = NumericArrayTable(self)
        self.images = ImageTable(self)
        self.sparse_arrays = SparseArrayTable(self)
        self.data_stores = DataStoreTable(self)
        self.expressions = Expressions(self)
        self.callbacks = Callbacks(self)
        self.tasks = Tasks(self)
        self.environment = Environment(self)
        self.unsupported = Unsupported()
        self._doomed: dict[Any, list[np.ndarray]] = {}
        self._keep: list[Any] = []
        self._refuge = np.zeros(LARGE, np.uint8)  # what data pointers of invalid handles point to: zeros, not a crash
        self.data_address = self._build_library_data()
        Runtime.instances.append(self)
        interrupts.watch(self.calls)

    # -- services of the tables --------------------------------------------------------------------------------------

    def library(self) -> Library:
        """The Library whose call this thread is in; on a thread of the library's own the one loaded last."""
        call = self.calls.current()
        return call.library if call is not None else self.libraries[-1]

    def allocate(self, shape: Sequence[int], dtype: DTypeLike) -> np.ndarray:
        call = self.calls.current()
        library = call.library if call is not None else self.libraries[-1]
        return library.allocator(shape, dtype)

    def scratch_until_return(self, size: int) -> int:
        """Memory for a library that is about to access data of the wrong type; the call fails when it returns."""
        block = np.zeros(max(size, 1), np.uint8)
        self._doomed.setdefault(self.calls.current(), []).append(block)
        return block.ctypes.data

    def forget_scratch(self, call: Any) -> None:
        if self._doomed:
            self._doomed.pop(call, None)

    def table_of(self, wanted: ArgumentType) -> ObjectTable:
        """The table of the objects that a type of argument stands for."""
        match wanted.kind:
            case "Tensor":
                return self.tensors
            case "NumericArray" | "ByteArray":
                return self.numeric_arrays
            case "Image" | "Image3D" | "Image|Image3D":
                return self.images
            case "SparseArray":
                return self.sparse_arrays
        return self.data_stores

    def object_tables(self) -> Iterator[ObjectTable]:
        yield from (self.tensors, self.numeric_arrays, self.images, self.sparse_arrays, self.data_stores)

    def live(self) -> list[str]:
        """What the library holds: made by it and not freed, passed to it to free or share, strings, scratch memory."""
        objects = [item for table in self.object_tables() for item in list(table.objects.values())]
        held = [
            f"{item.describe()} ({origin(item)})" for item in objects if item.owner not in ("Automatic", "Constant")
        ]
        return held + self.strings.live() + self.scratch.live()

    # -- function tables ---------------------------------------------------------------------------------------------

    def _build_library_data(self) -> int:
        data = {
            "runtimeData": self._opaque_table("runtimeData", self.unsupported.runtime_data),
            "compileLibraryFunctions": self._opaque_table("compileLibraryFunctions", self.unsupported.compiled_code),
            "rawarrayLibraryFunctions": self._opaque_table("rawarrayLibraryFunctions", self.unsupported.raw_array),
            "VersionNumber": abi.VERSION,
            "ioLibraryFunctions": self._table(abi.IO_FUNCTIONS),
            "sparseLibraryFunctions": self._table(abi.SPARSE_ARRAY_FUNCTIONS),
            "imageLibraryFunctions": self._table(abi.IMAGE_FUNCTIONS),
            "numericarrayLibraryFunctions": self._table(abi.NUMERIC_ARRAY_FUNCTIONS),
        }
        return self._table(abi.LIBRARY_DATA, data)

    def _table(self, entries: tuple, data: dict[str, int] | None = None) -> int:
        table = (ctypes.c_int64 * len(entries))()
        for index, (name, *signature) in enumerate(entries):
            table[index] = self._function(name, *signature) if signature else data[name]
        self._keep.append(table)
        return ctypes.addressof(table)

    def _opaque_table(self, name: str, implementation: Callable[[], int]) -> int:
        pointer = self._callback(name, implementation, abi.STATUS)
        table = (ctypes.c_int64 * OPAQUE_ENTRIES)(*[pointer] * OPAQUE_ENTRIES)
        self._keep.append(table)
        return ctypes.addressof(table)

    def _function(self, name: str, result: Any, *arguments: Any) -> int:
        kind, _, verb = name.partition("_")
        for table in self.object_tables():
            if kind == table.kind and verb in table.properties:
                return self._c_function(name, self._property_entry(name, table, verb, result), result, *arguments)
        return self._callback(name, self._implementation(name), result, *arguments)

    def _implementation(self, name: str) -> Callable:
        kind, _, verb = name.partition("_")
        groups = {
            "MTensor": self.tensors,
            "MNumericArray": self.numeric_arrays,
            "MImage": self.images,
            "MSparseArray": self.sparse_arrays,
            "UTF8String": self.strings,
            "WL": self.scratch,
        }
        if kind in groups:
            return getattr(groups[kind], verb)
        if name.startswith("DataStore_add"):
            return self.data_stores.adder(name)
        for group in (self.environment, self.data_stores, self.tasks, self.expressions, self.callbacks):
            if hasattr(group, name):
                return getattr(group, name)
        return functools.partial(self.unsupported.refuse, name)

    def _callback(self, name: str, implementation: Callable, result: Any, *arguments: Any) -> int:
        """The address of a C function that never lets an exception pass: it becomes the call's error."""
        failure = self._failure(result)
        calls = self.calls

        def entry(*values: Any) -> Any:
            try:
                return implementation(*values)
            except BaseException as error:  # an interrupt too: the call raises it when the library returns
                calls.fail(error, name)
                return failure

        def entry_of_one(value: Any) -> Any:  # most entries: take no time for packing arguments
            try:
                return implementation(value)
            except BaseException as error:
                calls.fail(error, name)
                return failure

        return self._c_function(name, entry_of_one if len(arguments) == 1 else entry, result, *arguments)

    def _property_entry(self, name: str, table: ObjectTable, verb: str, result: Any) -> Callable:
        """An entry that gives an attribute of an object, without a call of a Python function: libraries ask often."""
        failure = self._failure(result)
        calls, objects, get = self.calls, table.objects, operator.attrgetter(table.properties[verb])

        def entry(handle: int | None) -> Any:
            try:
                return get(objects[handle])
            except BaseException as error:
                calls.fail(error, name)
                return failure

        return entry

    def _failure(self, result: Any) -> Any:
        """What a failed entry returns."""
        return {abi.VOID: None, abi.STATUS: FUNCTION_ERROR, abi.DATA: self._refuge.ctypes.data}.get(result, 0)

    def _c_function(self, name: str, entry: Callable, result: Any, *arguments: Any) -> int:
        entry.__qualname__ = f"{interrupts.ENTRY_MARK}{name}"
        c_result = {abi.STATUS: ctypes.c_int, abi.DATA: ctypes.c_void_p}.get(result, result)
        callback = ctypes.CFUNCTYPE(c_result, *arguments)(entry)
        self._keep.append(callback)
        return ctypes.cast(callback, ctypes.c_void_p).value


def origin(item: HostObject) -> str:
    """Where an object comes from, for reports."""
    if item.owner in ("Manual", "Shared"):
        return f'passed as "{item.owner}"'
    return f"made in {item.made_by}" if item.made_by else "made outside of a call"
