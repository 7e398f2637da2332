"""What a library holds a handle of: arrays, images and the like, with their owners and share counts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from ctypes import c_void_p
from typing import TYPE_CHECKING, Any

from .errors import NO_ERROR, LibraryMisuseError
from .types import ArgumentType

if TYPE_CHECKING:
    from .calls import Call
    from .runtime import Runtime

# Owners: the library itself, another object, or the mode in which an argument was passed.
LIBRARY = "library"
HELD = "held"  # part of another object: a sparse array's values, what a DataStore holds


def place(address: int | None, what: str = "the place of a result") -> int:
    """A pointer that the library gave, which may not be NULL."""
    if address is None:
        raise LibraryMisuseError(f"NULL for {what}")
    return address


class HostObject:
    """Base of the things behind handles.

    ``owner`` is LIBRARY, HELD or a passing mode.  ``shares`` counts the references that the library shares with the
    host ("Shared" arguments); ``made_by`` is the function during which the library made it.
    """

    # Defaults of the class: making an object sets no more than it must.
    handle = 0
    owner = LIBRARY
    shares = 0
    made_by = ""

    def describe(self) -> str:
        """Type and size, for messages."""
        raise NotImplementedError

    def copy(self, runtime: Runtime) -> HostObject:
        """A copy that the library owns."""
        raise NotImplementedError


class Handles(dict):
    """Objects by handle; a handle that is not there is the library's mistake."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def __missing__(self, handle: int | None) -> HostObject:
        shown = "NULL" if handle is None else hex(handle)
        raise LibraryMisuseError(f"{shown} is no {self.kind}: never made, freed already, or another kind of object")


class ObjectTable:
    """The functions that every kind of object has, named as LibraryLink names them behind the kind's name and "_".

    ``properties``: functions that give no more than an attribute of the object, by name.
    """

    kind = ""
    properties: dict[str, str] = {}

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self.objects = Handles(self.kind)
        self._handles = runtime.handles
        self._sharing = threading.Lock()
        self._shared: dict[Any, HostObject] = {}

    # -- handles -----------------------------------------------------------------------------------------------------

    def put(self, item: HostObject) -> int:
        """Give the object a handle; what the library made during a call is noted there."""
        if item.owner is LIBRARY:
            call = self.runtime.calls.current()
            if call is not None:
                item.made_by = call.function
                call.made.append((self.objects, item))
        return self._enter(item)

    def _enter(self, item: HostObject) -> int:
        item.handle = handle = next(self._handles)
        self.objects[handle] = item
        return handle

    def put_at(self, item: HostObject, result: int | None) -> int:
        """As ``put``, writing the handle to where the library wants it."""
        target = c_void_p.from_address(place(result))
        target.value = self.put(item)
        return NO_ERROR

    def remove(self, item: HostObject) -> None:
        """Take away the object's handle, and the handles of what it holds."""
        self.objects.pop(item.handle, None)

    # -- arguments and results ---------------------------------------------------------------------------------------

    def wrap(self, value: Any, wanted: ArgumentType, copied: bool) -> HostObject:
        """The object for an argument: a copy of the value, or the value's own memory; raises LibraryArgumentError."""
        raise NotImplementedError

    def sharing_key(self, item: HostObject) -> Any:
        """Equal for two arguments of the same memory, type and shape."""
        raise NotImplementedError

    def result_value(self, item: HostObject) -> Any:
        """The Python value of an object whose memory is the host's from now on."""
        raise NotImplementedError

    def fits(self, item: HostObject, wanted: ArgumentType) -> bool:
        """Whether the object is of the declared result type."""
        raise NotImplementedError

    def pass_argument(self, value: Any, wanted: ArgumentType, call: Call) -> int:
        """The handle to pass for an argument."""
        item = self.wrap(value, wanted, wanted.copied)
        item.owner = mode = wanted.mode
        if mode == "Shared":
            return self._share(item)
        if mode != "Manual":
            call.passed.append((self, item))
        return self._enter(item)

    def _share(self, item: HostObject) -> int:
        key = self.sharing_key(item)
        with self._sharing:
            known = self._shared.get(key)
            if known is None:
                self.put(item)
                self._shared[key] = known = item
            known.shares += 1
            return known.handle

    def withdraw(self, handle: int) -> None:
        """Take back an argument of a call that was never made."""
        item = self.objects[handle]
        if item.owner == "Shared":
            self.disown(handle)
        else:
            self.remove(item)

    def take_result(self, handle: int, wanted: ArgumentType) -> Any:
        """The Python value of a returned handle.  A "Shared" argument stays shared; a "Constant" one is copied."""
        if not handle:
            raise LibraryMisuseError(f"LIBRARY_NO_ERROR, but no result was set (expected {wanted})")
        item = self.objects[handle]
        fits = self.fits(item, wanted)
        if item.owner in ("Constant", HELD):
            item = item.copy(self.runtime)
        elif item.owner != "Shared":
            self.remove(item)
        if not fits:
            raise LibraryMisuseError(f"the result, {item.describe()}, is not of the declared type {wanted}")
        return self.result_value(item)

    def discard_result(self, handle: int) -> None:
        """Free the returned object of a call that failed otherwise, if it was the library's to give."""
        item = self.objects.get(handle)
        if item is not None and item.owner in (LIBRARY, "Manual"):
            self.remove(item)

    # -- LibraryLink's functions -------------------------------------------------------------------------------------

    def free(self, handle: int | None) -> None:
        if handle is None:
            return
        item = self.objects[handle]
        if item.owner in ("Automatic", "Constant", "Shared"):
            raise LibraryMisuseError(f'{self.kind}_free of {item.describe()} that was passed as "{item.owner}"')
        if item.owner is HELD:
            raise LibraryMisuseError(f"{self.kind}_free of {item.describe()} that is part of another object")
        self.remove(item)

    def clone(self, handle: int, result: int) -> int:
        return self.put_at(self.objects[handle].copy(self.runtime), result)

    def shareCount(self, handle: int) -> int:
        return self.objects[handle].shares

    def disown(self, handle: int) -> None:
        self._unshare(self.objects[handle], lambda shares: shares - 1)

    def disownAll(self, handle: int) -> None:
        self._unshare(self.objects[handle], lambda shares: 0)

    def _unshare(self, item: HostObject, change: Callable[[int], int]) -> None:
        with self._sharing:
            if item.shares == 0:
                return
            item.shares = change(item.shares)
            if item.shares == 0:
                self.remove(item)
                del self._shared[self.sharing_key(item)]
