"""Entries about the host itself: messages, aborts, evaluation, paths, numbers of threads."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

from .errors import FUNCTION_ERROR, NO_ERROR, LibraryUnsupportedError
from .strings import read_text

if TYPE_CHECKING:
    from .calls import Call
    from .runtime import Runtime

VOID_RESULT = 6  # the type that libraries give evaluateExpression for "no result wanted"


def _is_to_stop(call: Call) -> bool:
    """Aborted, or failed already so that its result is lost anyway."""
    abort_q = call.library.abort_q
    if abort_q is not None and call.error is None and not call.aborted:
        call.aborted = bool(call.run_outside(abort_q))
    if call.aborted:
        call.abort_seen = True
    return call.aborted or call.error is not None


class Environment:
    """Entries Message, AbortQ, evaluateExpression, validatePath, protectedModeQ and *ParallelThreadNumber."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._threads = threading.local()

    def Message(self, tag: int) -> None:
        text = read_text(tag, "the tag of a message")
        call = self._runtime.calls.current()
        if call is not None:
            call.messages.append(text)
        library = self._runtime.library()
        if library.on_message is not None:
            self._runtime.calls.run_outside(library.on_message, text)

    def AbortQ(self) -> int:
        """On a thread of the library's own, which may work for any call: whether any call in progress is to stop."""
        call = self._runtime.calls.current()
        if call is not None:
            return int(_is_to_stop(call))
        return int(any([_is_to_stop(call) for call in self._runtime.calls.active()]))

    def evaluateExpression(self, _library_data: int, expression: int, code: int, _rank: int, result: int | None) -> int:
        """Only for its effect: libraries pass type 6 and no place for a result."""
        text = read_text(expression, "the expression")
        library = self._runtime.library()
        if library.evaluate is None:
            raise LibraryUnsupportedError(
                f"evaluateExpression of {text!r}: this host has no evaluator (Library(..., evaluate=))"
            )
        if code != VOID_RESULT or result is not None:
            raise LibraryUnsupportedError(f"evaluateExpression of {text!r} with a result of type {code}")
        done = self._runtime.calls.run_outside(library.evaluate, text)
        return NO_ERROR if done is not False else FUNCTION_ERROR

    def validatePath(self, _path: int, _access: bytes) -> int:
        return 1

    def protectedModeQ(self) -> int:
        return 0

    def setParallelThreadNumber(self, number: int) -> int:
        """Sets the number of threads for this thread's work, and gives the number before."""
        before = self.getParallelThreadNumber()
        self._threads.number = max(1, number)
        return before

    def restoreParallelThreadNumber(self, number: int) -> None:
        self._threads.number = max(1, number)

    def getParallelThreadNumber(self) -> int:
        return getattr(self._threads, "number", None) or os.cpu_count() or 1
