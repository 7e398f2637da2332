"""Managed library expressions: ids that a library is told of when they are made and when nothing refers to them."""

from __future__ import annotations

import itertools
import threading
import weakref
from ctypes import CFUNCTYPE, c_int, c_int64, c_void_p
from typing import TYPE_CHECKING

from .calls import Call
from .errors import FUNCTION_ERROR, NO_ERROR, LibraryLinkError
from .objects import place
from .strings import read_text

if TYPE_CHECKING:
    from .library import Library
    from .runtime import Runtime

MADE, RELEASED = 0, 1  # modes in which a manager is called
_MANAGER = CFUNCTYPE(None, c_void_p, c_int, c_int64)


class ManagedExpression:
    """An instance that a library keeps under ``id`` for the manager ``name``; released when it is collected."""

    def __init__(self, manager: _Manager, library: Library) -> None:
        self.name = manager.name
        self.id = manager.make(library)
        self._release = weakref.finalize(self, manager.release, self.id, library)
        self._release.atexit = False
        self._manager = manager

    def __repr__(self) -> str:
        return f"<ManagedExpression {self.name}[{self.id}]>"

    def release(self) -> None:
        """Tell the library now that the instance is not needed any more."""
        self._release()

    @property
    def alive(self) -> bool:
        """Whether the library still has the instance (it may release instances by itself)."""
        return self.id in self._manager.ids


class _Manager:
    def __init__(self, runtime: Runtime, name: str, function: int) -> None:
        self.runtime = runtime
        self.name = name
        self.ids: set[int] = set()
        self._function = _MANAGER(function)
        self._next = itertools.count(1)

    def _run(self, mode: int, instance: int, library: Library) -> None:
        call = Call(f"{self.name} (manager of library expressions)", library)
        self.runtime.calls.begin(call)
        try:
            self._function(self.runtime.data_address, mode, instance)
        finally:
            self.runtime.calls.end(call)
        if call.error is not None:
            raise call.error

    def make(self, library: Library) -> int:
        instance = next(self._next)
        self.ids.add(instance)
        try:
            self._run(MADE, instance, library)
        except BaseException:
            self.ids.discard(instance)
            raise
        return instance

    def release(self, instance: int, library: Library) -> bool:
        """Once an instance: by its last reference, by the library or with the manager."""
        try:
            self.ids.remove(instance)
        except KeyError:
            return False
        self._run(RELEASED, instance, library)
        return True


class Expressions:
    """Entries *LibraryExpressionManager and releaseManagedLibraryExpression."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._managers: dict[str, _Manager] = {}
        self._lock = threading.Lock()

    def names(self) -> list[str]:
        return sorted(self._managers)

    def create(self, name: str, library: Library) -> ManagedExpression:
        manager = self._managers.get(name)
        if manager is None:
            known = ", ".join(self.names()) or "none"
            raise LibraryLinkError(f"{name!r} is no manager of library expressions; registered: {known}")
        return ManagedExpression(manager, library)

    def unregister_all(self) -> None:
        """The library goes: nothing may call its managers any more."""
        for manager in self._managers.values():
            manager.ids.clear()
        self._managers.clear()

    # -- LibraryLink's functions -------------------------------------------------------------------------------------

    def registerLibraryExpressionManager(self, name: int, function: int) -> int:
        text = read_text(name, "the name of a manager")
        with self._lock:
            if text in self._managers:
                return FUNCTION_ERROR
            self._managers[text] = _Manager(self._runtime, text, place(function, "a manager's function"))
        return NO_ERROR

    def unregisterLibraryExpressionManager(self, name: int) -> int:
        manager = self._managers.pop(read_text(name, "the name of a manager"), None)
        if manager is None:
            return FUNCTION_ERROR
        for instance in sorted(manager.ids):
            manager.release(instance, self._runtime.library())
        return NO_ERROR

    def releaseManagedLibraryExpression(self, name: int, instance: int) -> int:
        manager = self._managers.get(read_text(name, "the name of a manager"))
        if manager is None or not manager.release(instance, self._runtime.library()):
            return FUNCTION_ERROR
        return NO_ERROR
