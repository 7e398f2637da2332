"""Loading a LibraryLink library."""

from __future__ import annotations

import ctypes
import os
import threading
import warnings
from _ctypes import dlclose
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from . import abi
from .binary import check_library_file
from .calls import Call
from .errors import ERROR_NAMES, NO_ERROR, LibraryLeakWarning, LibraryLinkError, LibraryLoadError
from .expressions import ManagedExpression
from .function import LibraryFunction
from .memory import Allocator, allocate
from .runtime import Runtime
from .tasks import AsynchronousEvent
from .types import parse_argument_type, parse_type

TASK_SECONDS = 10  # that the threads of tasks have to end before their library is taken out of memory

_loading = threading.RLock()
_loaded: dict[str, LoadedFile] = {}


class LoadedFile:
    """A library file in memory; several Library objects may use it, it is initialised once."""

    def __init__(self, path: str) -> None:
        check_library_file(Path(path))
        try:
            self.code = ctypes.CDLL(path)  # CDLL releases Python's lock during calls
        except OSError as error:
            raise LibraryLoadError(f"{path}: {error}") from None
        self.path = path
        self.runtime = Runtime()

    def close(self) -> None:
        dlclose(self.code._handle)

    def symbol(self, name: str, result: Any, *arguments: Any) -> Any | None:
        """A function of the library, None if it has none of that name."""
        try:
            pointer = self.code[name]
        except AttributeError:
            return None
        pointer.restype, pointer.argtypes = result, arguments
        return pointer

    def check_version(self) -> None:
        get_version = self.symbol("WolframLibrary_getVersion", ctypes.c_int64)
        version = get_version() if get_version is not None else abi.VERSION
        if not 1 <= version <= abi.VERSION:
            raise LibraryLoadError(
                f"{self.path}: built for LibraryLink version {version}; this host has 1 to {abi.VERSION}"
            )

    def run(self, name: str, result: Any, library: Library) -> int:
        """Call WolframLibrary_initialize or _uninitialize if the library has it."""
        pointer = self.symbol(name, result, ctypes.c_void_p)
        if pointer is None:
            return NO_ERROR
        call = Call(name, library)
        self.runtime.calls.begin(call)
        try:
            code = pointer(self.runtime.data_address)
        finally:
            self.runtime.calls.end(call)
        if call.error is not None:
            raise call.error
        return code or NO_ERROR


class Library:
    """A LibraryLink library (.so or .dylib) in this process.

    ``on_message(tag)`` is called for each Message of a library function, on its thread.  ``abort_q()`` is asked at each
    AbortQ.  ``allocator`` makes the memory of all arrays that the library makes or gets copies in (``allocate``,
    ``allocate_misaligned``, a ``ResultPool``).  ``evaluate(text)`` serves evaluateExpression: it
    gives a bool, int, float, complex or array where the library wants a value.  ``leaks`` says when objects that the
    library made and neither returned nor freed are reported by a LibraryLeakWarning: at the end of each "call", or only
    at "unload", for libraries that keep objects on purpose.

    Raises LibraryLoadError.  Functions may be called from several threads at once.  Usable as a context manager.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        on_message: Callable[[str], None] | None = None,
        abort_q: Callable[[], bool] | None = None,
        *,
        allocator: Allocator = allocate,
        evaluate: Callable[[str], Any] | None = None,
        leaks: str = "call",
    ) -> None:
        if leaks not in ("call", "unload"):
            raise ValueError(f'leaks is {leaks!r}, neither "call" nor "unload"')
        self.path = os.path.realpath(path)
        self.on_message = on_message
        self.abort_q = abort_q
        self.allocator = allocator
        self.evaluate = evaluate
        self.leaks = leaks
        self.loaded = False
        with _loading:
            self._load()

    def __repr__(self) -> str:
        return f"<Library {self.path}{'' if self.loaded else ' (unloaded)'}>"

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.unload()

    def _load(self) -> None:
        file = _loaded.get(self.path)
        if file is None:
            file = LoadedFile(self.path)
            file.runtime.libraries.append(self)
            try:
                file.check_version()
                code = file.run("WolframLibrary_initialize", ctypes.c_int, self)
                if code != NO_ERROR:
                    name = ERROR_NAMES.get(code, "LIBRARY_USER_ERROR")
                    raise LibraryLoadError(f"{self.path}: WolframLibrary_initialize returned {name} ({code})")
            except BaseException:
                file.close()
                raise
            _loaded[self.path] = file
        else:
            file.runtime.libraries.append(self)
        self._file = file
        self.runtime = file.runtime
        self.loaded = True

    def function(self, name: str, argument_types: Sequence[Any], return_type: Any) -> LibraryFunction:
        """The function of that symbol, with types as LibraryFunctionLoad has them.

        Scalars: "Integer" "Real" "Complex" "Boolean" "UTF8String", as a result also "Void"; tensors
        ``(element, rank[, mode])``; ``LibraryDataType(...)`` or ``(LibraryDataType(...), mode)``.
        """
        if not self.loaded:
            raise LibraryLinkError(f"the library {self.path} is unloaded")
        arguments = [parse_argument_type(specification) for specification in argument_types]
        result = parse_type(return_type)
        pointer = self._file.symbol(
            name, ctypes.c_int, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p
        )
        if pointer is None:
            raise LibraryLoadError(f"{self.path} has no function {name!r}")
        return LibraryFunction(self, name, pointer, arguments, result)

    def create_managed_expression(self, manager: str) -> ManagedExpression:
        """A new instance of a manager that the library registered, as by CreateManagedLibraryExpression.

        The library is told to release it when the ManagedExpression is collected, or by its ``release()``.
        """
        return self.runtime.expressions.create(manager, self)

    def expression_managers(self) -> list[str]:
        """The names of the managers of library expressions that the library registered."""
        return self.runtime.expressions.names()

    def connect_callback(
        self, manager: str, function: Callable, argument_types: Sequence[Any], return_type: Any
    ) -> int:
        """Let the library call a Python function, as by ConnectLibraryCallbackFunction; gives the callback's id.

        Types are numbers and tensors of a given element type and rank.
        """
        return self.runtime.callbacks.connect(manager, function, argument_types, return_type, self)

    def tasks(self) -> list[int]:
        """The ids of the asynchronous tasks that are alive."""
        return self.runtime.tasks.alive()

    def remove_task(self, task: int) -> bool:
        """Tell an asynchronous task to end; False if there is none of that id."""
        return self.runtime.tasks.remove(task)

    def next_event(self, timeout: float | None = None) -> AsynchronousEvent | None:
        """The next event of an asynchronous task, waiting at most ``timeout`` seconds; None if there was none."""
        return self.runtime.tasks.next_event(timeout)

    def abort(self) -> None:
        """Make AbortQ true for the calls of this Library that are in progress, on whatever thread."""
        self.runtime.calls.abort(self)

    def live(self) -> list[str]:
        """Descriptions of what the library holds: objects made, "Manual" and "Shared" arguments, strings, memory."""
        return self.runtime.live()

    def unload(self) -> None:
        """Uninitialise the library and take it out of memory, unless another Library uses it; report what it leaked."""
        with _loading:
            if not self.loaded:
                return
            if any(call.library is self for call in self.runtime.calls.active()):
                raise LibraryLinkError(f"{self.path} cannot be unloaded while a call of it is in progress")
            self.loaded = False
            if self.runtime.libraries != [self]:
                self.runtime.libraries.remove(self)
                return
            del _loaded[self.path]
            ended = self.runtime.tasks.remove_all(TASK_SECONDS)
            try:
                self._file.run("WolframLibrary_uninitialize", None, self)
            finally:
                leaked = self.live()
                self.runtime.expressions.unregister_all()
                self.runtime.libraries.remove(self)
                if ended:
                    self._file.close()
        if not ended:
            raise LibraryLinkError(f"{self.path} stays in memory: the thread of a task did not end in {TASK_SECONDS} s")
        if leaked:
            warnings.warn(f"{self.path} leaked {len(leaked)}: {'; '.join(leaked)}", LibraryLeakWarning, stacklevel=2)
