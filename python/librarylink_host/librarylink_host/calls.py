"""Calls in progress: which library function a callback belongs to, and what happened in it."""

from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .library import Library
    from .objects import Handles, HostObject, ObjectTable


class Call:
    """One call of a library function (or of its initialize or uninitialize) on one thread."""

    # Defaults of the class: making a call sets no more than it must.
    outer: Call | None = None
    outside = 0  # handlers of the user's own that the library's callbacks are in
    error: BaseException | None = None
    aborted = False
    abort_seen = False

    def __init__(self, function: str, library: Library) -> None:
        self.function = function
        self.library = library
        self.messages: list[str] = []
        self.made: list[tuple[Handles, HostObject]] = []
        self.passed: list[tuple[ObjectTable, HostObject]] = []

    def run_outside(self, handler: Callable, *arguments: Any) -> Any:
        """Run a handler of the user's own, which may be interrupted."""
        self.outside += 1
        try:
            if self.error is not None and not isinstance(self.error, Exception):
                raise self.error  # interrupted already
            return handler(*arguments)
        finally:
            self.outside -= 1

    def fail(self, error: BaseException, entry: str) -> None:
        """Keep the first error; the call raises it when the library returns."""
        if self.error is None:
            if isinstance(error, Exception):
                error.add_note(f"in {entry}, called by the library function {self.function}")
            self.error = error


class Calls:
    """The calls in progress of one loaded library, innermost by thread."""

    def __init__(self) -> None:
        self._by_thread: dict[int, Call] = {}
        self._orphans: list[BaseException] = []

    def begin(self, call: Call) -> None:
        thread = get_ident()
        if thread in self._by_thread:
            call.outer = self._by_thread[thread]
        self._by_thread[thread] = call

    def end(self, call: Call) -> None:
        thread = get_ident()
        if call.outer is None:
            del self._by_thread[thread]
        else:
            self._by_thread[thread] = call.outer
        if self._orphans and call.error is None:
            call.error = self._orphans.pop(0)

    def run_outside(self, handler: Callable, *arguments: Any) -> Any:
        """As Call.run_outside for the call on this thread; on a thread of the library's own just run it."""
        call = self.current()
        return call.run_outside(handler, *arguments) if call is not None else handler(*arguments)

    def current(self) -> Call | None:
        """The call on this thread; None on a thread of the library's own."""
        return self._by_thread.get(get_ident())

    def active(self) -> list[Call]:
        return list(self._by_thread.values())

    def fail(self, error: BaseException, entry: str) -> None:
        """Keep an error raised in a callback for the call that it belongs to, or for the next one that ends."""
        call = self.current()
        if call is not None:
            call.fail(error, entry)
            return
        if isinstance(error, Exception):
            error.add_note(f"in {entry}, called on a thread of the library's own")
        self._orphans.append(error)

    def abort(self, library: Library) -> None:
        """Ask every call in progress of that Library to stop."""
        for call in self.active():
            while call is not None:
                call.aborted = call.aborted or call.library is library
                call = call.outer
