"""DataStore: a list of named or unnamed values of any type that LibraryLink has."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .abi import MComplex
from .errors import FUNCTION_ERROR, NO_ERROR, LibraryArgumentError, LibraryMisuseError, LibraryUnsupportedError
from .image import Image
from .objects import HELD, HostObject, ObjectTable, place
from .sparse_array import SparseArray
from .strings import read_text
from .types import NUMERIC_NAMES, TENSOR_NAMES, ArgumentType

if TYPE_CHECKING:
    from .runtime import Runtime

# MType_* codes of a node's data
CODES = {
    "Boolean": 1,
    "Integer": 2,
    "Real": 3,
    "Complex": 4,
    "Tensor": 5,
    "SparseArray": 6,
    "NumericArray": 7,
    "Image": 8,
    "UTF8String": 9,
    "DataStore": 10,
}


@dataclass(frozen=True)
class DataStoreItem:
    """``kind`` is a name of CODES; an ndarray is the value of a "Tensor" or of a "NumericArray"."""

    name: str | None
    kind: str
    value: Any


def kind_of(value: Any) -> str:
    """The kind that a value is stored as: an ndarray is a tensor if its element type is one of a tensor's."""
    match value:
        case bool() | np.bool_():
            return "Boolean"
        case int() | np.integer():
            return "Integer"
        case float() | np.floating():
            return "Real"
        case complex() | np.complexfloating():
            return "Complex"
        case str():
            return "UTF8String"
        case Image():
            return "Image"
        case SparseArray():
            return "SparseArray"
        case DataStore():
            return "DataStore"
        case np.ndarray() if value.dtype in TENSOR_NAMES:
            return "Tensor"
        case np.ndarray() if value.dtype in NUMERIC_NAMES:
            return "NumericArray"
    raise LibraryArgumentError(f"a DataStore cannot hold {type(value).__name__}")


class DataStore:
    """Values in order, each with a name or None: ``append``, ``len``, iteration over DataStoreItem."""

    def __init__(self, *values: Any, **named: Any) -> None:
        self.items: list[DataStoreItem] = []
        for value in values:
            self.append(value)
        for name, value in named.items():
            self.append(value, name)

    def append(self, value: Any, name: str | None = None, kind: str | None = None) -> None:
        """``kind="NumericArray"`` stores an ndarray as one that would else be a tensor."""
        self.items.append(DataStoreItem(name, kind or kind_of(value), value))

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[DataStoreItem]:
        return iter(self.items)

    def __getitem__(self, index: int) -> Any:
        return self.items[index].value

    def values(self) -> list[Any]:
        return [item.value for item in self.items]

    def __repr__(self) -> str:
        shown = [f"{item.name} -> {item.value!r}" if item.name is not None else repr(item.value) for item in self.items]
        return f"DataStore({', '.join(shown)})"


class Node:
    """A value in C memory, as DataStoreNode_getData shows it: an object's handle, a number, or a string."""

    def __init__(self, kind: str, name: str | None) -> None:
        self.kind = kind
        self.name = name
        self.handle = 0
        self.words = (ctypes.c_int64 * 2)()
        self.name_buffer = ctypes.create_string_buffer(name.encode()) if name is not None else None
        self.text: Any = None
        self.item: HostObject | None = None
        self.store: HostDataStore | None = None


class HostDataStore(HostObject):
    def __init__(self) -> None:
        self.nodes: list[Node] = []

    def copy(self, runtime: Runtime) -> HostDataStore:
        return runtime.data_stores.copied(self)

    def describe(self) -> str:
        return f"DataStore of {len(self.nodes)} values"


class DataStoreTable(ObjectTable):
    """Entries DataStore_*, DataStoreNode_*, createDataStore, copyDataStore and deleteDataStore."""

    kind = "DataStore"

    def __init__(self, runtime: Runtime) -> None:
        super().__init__(runtime)
        self.nodes: dict[int, Node] = {}

    def _table(self, kind: str) -> ObjectTable:
        runtime = self.runtime
        return {
            "Tensor": runtime.tensors,
            "NumericArray": runtime.numeric_arrays,
            "Image": runtime.images,
            "SparseArray": runtime.sparse_arrays,
            "DataStore": self,
        }[kind]

    # -- arguments and results ---------------------------------------------------------------------------------------

    def wrap(self, value: Any, wanted: ArgumentType, copied: bool) -> HostDataStore:
        if not isinstance(value, DataStore):
            raise LibraryArgumentError(f"{wanted} expected, not {type(value).__name__}")
        return self._host_store(value)

    def _host_store(self, value: DataStore) -> HostDataStore:
        store = HostDataStore()
        for item in value:
            node = self._new_node(store, item.kind, item.name)
            if item.kind in ("Boolean", "Integer", "Real", "Complex", "UTF8String"):
                self._set_scalar(node, item.value)
                continue
            table = self._table(item.kind)
            kind = "Image|Image3D" if item.kind == "Image" else item.kind
            host = self._host_store(item.value) if table is self else table.wrap(item.value, ArgumentType(kind), True)
            host.owner = HELD
            table.put(host)
            self._set_item(node, host)
        return store

    def result_value(self, item: HostDataStore) -> DataStore:
        """The values as Python's, of a store that was removed."""
        result = DataStore()
        for node in item.nodes:
            result.append(self._value(node), node.name, node.kind)
        return result

    def _value(self, node: Node) -> Any:
        match node.kind:
            case "Boolean":
                return node.words[0] & 0xFFFFFFFF != 0
            case "Integer":
                return node.words[0]
            case "Real":
                return ctypes.c_double.from_buffer(node.words).value
            case "Complex":
                return complex(*(ctypes.c_double * 2).from_buffer(node.words))
            case "UTF8String":
                return node.text.value.decode("utf-8", "replace")
        return self._table(node.kind).result_value(node.item)

    def fits(self, item: HostDataStore, wanted: ArgumentType) -> bool:
        return True

    def remove(self, item: HostDataStore) -> None:
        super().remove(item)
        for node in item.nodes:
            self.nodes.pop(node.handle, None)
            if node.item is not None:
                self._table(node.kind).remove(node.item)

    def copied(self, store: HostDataStore) -> HostDataStore:
        """A copy, with copies of the objects in it."""
        copy = HostDataStore()
        for node in store.nodes:
            made = self._new_node(copy, node.kind, node.name)
            if node.kind == "UTF8String":
                self._set_scalar(made, node.text.value)
            elif node.item is None:
                made.words[:] = node.words[:]
            else:
                item = node.item.copy(self.runtime)
                item.owner = HELD
                self._table(node.kind).put(item)
                self._set_item(made, item)
        return copy

    # -- nodes -------------------------------------------------------------------------------------------------------

    def _new_node(self, store: HostDataStore, kind: str, name: str | None) -> Node:
        node = Node(kind, name)
        node.handle = next(self.runtime.handles)
        node.store = store
        self.nodes[node.handle] = node
        store.nodes.append(node)
        return node

    def _set_scalar(self, node: Node, value: Any) -> None:
        match node.kind:
            case "Boolean":
                node.words[0] = bool(value)
            case "Integer":
                node.words[0] = int(value)
            case "Real":
                ctypes.c_double.from_buffer(node.words).value = float(value)
            case "Complex":
                number = complex(value)
                (ctypes.c_double * 2).from_buffer(node.words)[:] = [number.real, number.imag]
            case "UTF8String":
                node.text = ctypes.create_string_buffer(value.encode() if isinstance(value, str) else value)
                node.words[0] = ctypes.addressof(node.text)

    def _set_item(self, node: Node, item: HostObject) -> None:
        node.item = item
        node.words[0] = item.handle

    def add(self, kind: str, store: int, name: str | None, value: Any) -> None:
        """Add a number, a string (copied) or an object, which is the store's from now on."""
        host = self.objects[store]
        if kind in ("Boolean", "Integer", "Real", "Complex", "UTF8String"):
            if isinstance(value, MComplex):
                value = complex(value.re, value.im)
            if kind == "UTF8String":
                value = ctypes.string_at(place(value, "a string"))
            self._set_scalar(self._new_node(host, kind, name), value)
            return
        item = self._table(kind).objects[value]
        if item.owner in ("Constant", "Shared", HELD) or item is host:
            raise LibraryMisuseError(
                f"a DataStore cannot take {item.describe()}, which is not the library's: add a clone"
            )
        item.owner = HELD
        self._set_item(self._new_node(host, kind, name), item)

    def _node(self, handle: int | None) -> Node:
        node = self.nodes.get(handle)
        if node is None:
            raise LibraryMisuseError("no DataStoreNode: NULL, or of a DataStore that is gone")
        return node

    # -- LibraryLink's functions -------------------------------------------------------------------------------------

    def createDataStore(self) -> int:
        return self.put(HostDataStore())

    def deleteDataStore(self, handle: int | None) -> None:
        self.free(handle)

    def copyDataStore(self, handle: int) -> int:
        return self.put(self.objects[handle].copy(self.runtime))

    def DataStore_getLength(self, handle: int) -> int:
        return len(self.objects[handle].nodes)

    def DataStore_getFirstNode(self, handle: int) -> int | None:
        nodes = self.objects[handle].nodes
        return nodes[0].handle if nodes else None

    def DataStore_getLastNode(self, handle: int) -> int | None:
        nodes = self.objects[handle].nodes
        return nodes[-1].handle if nodes else None

    def DataStoreNode_getNextNode(self, handle: int) -> int | None:
        node = self._node(handle)
        nodes = node.store.nodes
        index = nodes.index(node) + 1
        return nodes[index].handle if index < len(nodes) else None

    def DataStoreNode_getDataType(self, handle: int) -> int:
        return CODES[self._node(handle).kind]

    def DataStoreNode_getData(self, handle: int, value: int) -> int:
        """Makes ``*value``, an MArgument, point to the node's value."""
        ctypes.c_void_p.from_address(place(value)).value = ctypes.addressof(self._node(handle).words)
        return NO_ERROR

    def DataStoreNode_getName(self, handle: int, name: int) -> int:
        buffer = self._node(handle).name_buffer
        ctypes.c_void_p.from_address(place(name)).value = ctypes.addressof(buffer) if buffer is not None else None
        return NO_ERROR if buffer is not None else FUNCTION_ERROR

    def adder(self, entry: str) -> Any:
        """The function of an entry DataStore_add* or DataStore_addNamed*."""
        verb = entry.removeprefix("DataStore_add")
        named = verb.startswith("Named")
        what = verb.removeprefix("Named")
        if what == "MRawArray":
            return self._refuse_raw_array
        kind = {"String": "UTF8String", "MTensor": "Tensor"}.get(what, what.removeprefix("M"))
        if named:
            return lambda store, name, value: self.add(kind, store, read_text(name, "the name of a value"), value)
        return lambda store, value: self.add(kind, store, None, value)

    def _refuse_raw_array(self, *_arguments: object) -> None:
        raise LibraryUnsupportedError("DataStore_addMRawArray: MRawArray is superseded by MNumericArray")
