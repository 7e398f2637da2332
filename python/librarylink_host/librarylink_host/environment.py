"""Entries about the host itself: messages, aborts, evaluation, paths, numbers of threads."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

from .errors import NO_ERROR, LibraryUnsupportedError
from .objects import place
from .places import store
from .strings import read_text
from .types import TENSOR_DTYPES, ArgumentType

if TYPE_CHECKING:
    from .calls import Call
    from .runtime import Runtime

VOID_RESULT = 6  # the type that libraries give evaluateExpression for "no result wanted"
NUMBER_TYPES = {1: "Boolean", 2: "Integer", 3: "Real", 4: "Complex"}  # MType_* codes


def _type_of_value(text: str, code: int, rank: int) -> ArgumentType:
    """The type that evaluateExpression names by an MType_* code and a rank."""
    if code == VOID_RESULT:
        return ArgumentType("Void")
    kind = NUMBER_TYPES.get(code)
    if kind is None or (rank > 0 and kind not in TENSOR_DTYPES) or rank < 0:
        raise LibraryUnsupportedError(f"evaluateExpression of {text!r} with a result of type {code} and rank {rank}")
    return ArgumentType("Tensor", kind, rank) if rank else ArgumentType(kind)


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

    def evaluateExpression(self, _library_data: int, expression: int, code: int, rank: int, result: int | None) -> int:
        """The value goes where ``result`` points: a number for rank 0, else a tensor; type 6 wants no value."""
        text = read_text(expression, "the expression")
        library = self._runtime.library()
        if library.evaluate is None:
            raise LibraryUnsupportedError(
                f"evaluateExpression of {text!r}: this host has no evaluator (Library(..., evaluate=))"
            )
        wanted = _type_of_value(text, code, rank)
        address = place(result) if wanted.kind != "Void" else 0
        value = self._runtime.calls.run_outside(library.evaluate, text)
        if wanted.kind != "Void":
            store(self._runtime, wanted, address, value, f"the value of {text!r}")
        return NO_ERROR

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
