"""Functions of a library, called from Python."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from .calls import Call
from .errors import (
    NO_ERROR,
    LibraryAborted,
    LibraryArgumentError,
    LibraryFunctionError,
    LibraryLeakWarning,
    LibraryLinkError,
    LibraryMessageWarning,
)
from .marshal import SLOT, Frame, converter
from .objects import HELD, LIBRARY
from .types import ArgumentType

if TYPE_CHECKING:
    from .library import Library


class LibraryFunction:
    """A loaded function: call it with as many arguments as it has types.

    Raises LibraryArgumentError before anything is called if the arguments do not fit, LibraryFunctionError (or
    LibraryAborted) if the function returns an error code, LibraryMisuseError or LibraryUnsupportedError if it did
    something to the host that it may not, and any exception that was raised in a handler during the call.
    """

    def __init__(
        self, library: Library, name: str, pointer: Any, argument_types: list[ArgumentType], return_type: ArgumentType
    ) -> None:
        self.library = library
        self.name = name
        self.argument_types = tuple(argument_types)
        self.return_type = return_type
        self._pointer = pointer
        self._runtime = library.runtime
        self._converters = [converter(self._runtime, wanted) for wanted in argument_types]
        self._stores = [(one.store, SLOT * position) for position, one in enumerate(self._converters)]
        self._count = len(self._stores)
        self._result = converter(self._runtime, return_type)
        self._frames: list[Frame] = []

    def __repr__(self) -> str:
        types = ", ".join(map(str, self.argument_types))
        return f"<LibraryFunction {self.name}: {{{types}}} -> {self.return_type}>"

    def __call__(self, *arguments: Any) -> Any:
        if len(arguments) != self._count:
            raise LibraryArgumentError(f"{self.name} takes {self._count} arguments, {len(arguments)} given")
        if not self.library.loaded:
            raise LibraryLinkError(f"{self.name}: the library {self.library.path} is unloaded")
        call = Call(self.name, self.library)
        frame = self._frame()
        try:
            self._store_arguments(call, frame, arguments)
            value = self._run(call, frame)
        finally:
            for table, item in call.passed:
                if item.owner is not HELD:
                    table.remove(item)
            self._frames.append(frame)
            if call.made and self.library.leaks == "call":
                self._report_leaks(call)
        if call.messages and self.library.on_message is None:
            warnings.warn(f"{self.name}: {', '.join(call.messages)}", LibraryMessageWarning, stacklevel=2)
        return value

    def _frame(self) -> Frame:
        try:
            frame = self._frames.pop()
        except IndexError:
            return Frame(self._count)
        frame.clear_result()
        return frame

    def _store_arguments(self, call: Call, frame: Frame, arguments: tuple) -> None:
        slot = 0
        try:
            for (store, slot), value in zip(self._stores, arguments):  # noqa: B905 - counted already
                store(frame, slot, value, call)
        except BaseException as error:
            position = slot // SLOT
            for stored in range(position):
                self._converters[stored].withdraw(frame, stored * SLOT)
            if isinstance(error, LibraryArgumentError):
                raise LibraryArgumentError(f"{self.name}, argument {position + 1}: {error}") from None
            raise

    def _run(self, call: Call, frame: Frame) -> Any:
        runtime = self._runtime
        calls = runtime.calls
        calls.begin(call)
        try:
            code = self._pointer(runtime.data_address, self._count, frame.arguments, frame.result)
        finally:
            calls.end(call)
        if call.error is not None:
            runtime.forget_scratch(call)
            if code == NO_ERROR:
                self._result.discard(frame)
            raise call.error
        if code != NO_ERROR:
            error_type = LibraryAborted if call.abort_seen else LibraryFunctionError
            raise error_type(self.name, code, tuple(call.messages))
        return self._result.read(frame)

    def _report_leaks(self, call: Call) -> None:
        leaked = [item for objects, item in call.made if item.handle in objects and item.owner is LIBRARY]
        if leaked:
            described = "; ".join(item.describe() for item in leaked)
            text = f"{self.name} made {len(leaked)} and neither returned nor freed: {described}"
            warnings.warn(text, LibraryLeakWarning, stacklevel=3)
