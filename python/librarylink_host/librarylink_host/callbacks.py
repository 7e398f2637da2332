"""Library callback functions: functions of the host that a library calls by id."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, c_double, c_int, c_int64, c_void_p
from typing import TYPE_CHECKING, Any

import numpy as np

from .calls import Call
from .errors import (
    FUNCTION_ERROR,
    NO_ERROR,
    TYPE_ERROR,
    LibraryLinkError,
    LibraryMisuseError,
    LibrarySpecificationError,
)
from .objects import place
from .places import store
from .strings import read_text
from .tensor import Tensor
from .types import ANY, ArgumentType, parse_type

if TYPE_CHECKING:
    from .library import Library
    from .runtime import Runtime

_MANAGER = CFUNCTYPE(c_int, c_void_p, c_int64, c_void_p)
_CODES = {"Boolean": 1, "Integer": 2, "Real": 3, "Complex": 4}


def _signature_row(wanted: ArgumentType) -> tuple[int, int]:
    """{type, rank} as managers see it; a number has rank 0."""
    if wanted.kind in _CODES:
        return _CODES[wanted.kind], 0
    if wanted.kind == "Tensor" and wanted.element != ANY and wanted.rank != ANY:
        return _CODES[wanted.element], wanted.rank
    raise LibrarySpecificationError(
        f"{wanted} is no type for a callback: numbers, or tensors of given element and rank"
    )


class _Callback:
    def __init__(self, runtime: Runtime, function: Callable, types: list[ArgumentType], result: ArgumentType) -> None:
        self.runtime = runtime
        self.function = function
        self.types = types
        self.result = result

    def _argument(self, address: int, wanted: ArgumentType) -> Any:
        match wanted.kind:
            case "Boolean":
                return c_int.from_address(address).value != 0
            case "Integer":
                return c_int64.from_address(address).value
            case "Real":
                return c_double.from_address(address).value
            case "Complex":
                return complex(*(c_double * 2).from_address(address))
        item = self.runtime.tensors.objects[c_void_p.from_address(address).value]
        if not self.runtime.tensors.fits(item, wanted):
            raise LibraryMisuseError(f"a callback's argument, {item.describe()}, is not of the declared type {wanted}")
        return item.array

    def __call__(self, arguments: tuple[int, ...], result: int) -> None:
        values = [self._argument(address, wanted) for address, wanted in zip(arguments, self.types, strict=True)]
        value = self.runtime.calls.run_outside(self.function, *values)
        store(self.runtime, self.result, result, value, "a callback's result")


class Callbacks:
    """Entries *LibraryCallbackManager, callLibraryCallbackFunction and releaseLibraryCallbackFunction."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._managers: dict[str, Any] = {}
        self._connected: dict[int, tuple[str, _Callback]] = {}
        self._next = itertools.count(1)

    def connect(
        self, name: str, function: Callable, argument_types: Sequence[Any], result_type: Any, library: Library
    ) -> int:
        manager = self._managers.get(name)
        if manager is None:
            known = ", ".join(sorted(self._managers)) or "none"
            raise LibraryLinkError(f"{name!r} is no manager of library callbacks; registered: {known}")
        types = [parse_type(specification) for specification in argument_types]
        result = parse_type(result_type)
        rows = np.array([_signature_row(wanted) for wanted in [*types, result]], np.int64)
        callback = next(self._next)
        self._connected[callback] = name, _Callback(self._runtime, function, types, result)
        if not self._accepted(manager, callback, rows, library):
            del self._connected[callback]
            raise LibraryLinkError(f"the manager {name!r} does not take a callback of that type")
        return callback

    def _accepted(self, manager: Any, callback: int, rows: np.ndarray, library: Library) -> bool:
        tensors = self._runtime.tensors
        signature = Tensor(rows)
        signature.owner = "Constant"
        call = Call("a manager of library callbacks", library)
        self._runtime.calls.begin(call)
        try:
            accepted = manager(self._runtime.data_address, callback, tensors.put(signature))
        finally:
            self._runtime.calls.end(call)
            del tensors.objects[signature.handle]
        if call.error is not None:
            self._connected.pop(callback, None)
            raise call.error
        return bool(accepted)

    def connected(self) -> list[int]:
        return sorted(self._connected)

    # -- LibraryLink's functions -------------------------------------------------------------------------------------

    def registerLibraryCallbackManager(self, name: int, function: int) -> int:
        text = read_text(name, "the name of a manager")
        if text in self._managers:
            return FUNCTION_ERROR
        self._managers[text] = _MANAGER(place(function, "a manager's function"))
        return NO_ERROR

    def unregisterLibraryCallbackManager(self, name: int) -> int:
        text = read_text(name, "the name of a manager")
        if self._managers.pop(text, None) is None:
            return FUNCTION_ERROR
        for callback, (manager, _) in list(self._connected.items()):
            if manager == text:
                del self._connected[callback]
        return NO_ERROR

    def callLibraryCallbackFunction(self, callback: int, count: int, arguments: int, result: int) -> int:
        if callback not in self._connected:
            return FUNCTION_ERROR
        function = self._connected[callback][1]
        if count != len(function.types):
            return TYPE_ERROR
        addresses = tuple((c_void_p * count).from_address(place(arguments, "arguments"))) if count else ()
        function(addresses, place(result))
        return NO_ERROR

    def releaseLibraryCallbackFunction(self, callback: int) -> int:
        return NO_ERROR if self._connected.pop(callback, None) is not None else FUNCTION_ERROR
