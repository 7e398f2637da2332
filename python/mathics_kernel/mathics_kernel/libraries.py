# SPDX-License-Identifier: GPL-3.0-or-later
"""The libraries and library functions that are loaded, and where libraries are looked for."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from .aborts import abort_requested
from .library_types import plain_value

EXTENSION = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
OTHER_EXTENSIONS = (".so", ".dylib", ".dll", ".wxf")


@dataclass
class Function:
    """call: the host's callable; arguments and result: ``library_types.Type``."""

    call: object
    arguments: list
    result: object


class Libraries:
    """One a process, as the libraries themselves are."""

    def __init__(self):
        self._evaluation = None  # of the call that is under way: libraries send messages and ask for aborts
        self._name = None
        self._loaded = {}  # path -> librarylink_host.Library
        self._functions = {}  # (path, name, arguments, result) -> Function
        self._unloaded = set()

    def load(self, path: str, evaluation):
        """The library at `path`, loaded and initialised once. Raises what librarylink_host raises."""
        if path not in self._loaded:
            from librarylink_host import Library

            self.calling(None, evaluation)
            self._loaded[path] = Library(
                path,
                on_message=self._message,
                abort_q=self._abort_q,
                evaluate=self._evaluate,
                leaks="unload",  # some libraries keep what they make from call to call
            )
        return self._loaded[path]

    def calling(self, name, evaluation) -> None:
        """The function `name` (a String) is about to be called."""
        self._name, self._evaluation = name, evaluation

    def function(self, key: tuple, arguments: list, result, evaluation) -> Function:
        path, name = key[:2]
        library = self.load(path, evaluation)
        call = library.function(name, [a.host_type() for a in arguments], result.host_type())
        self._functions[key] = Function(call, arguments, result)
        self._unloaded.discard(key)
        return self._functions[key]

    def loaded_function(self, key: tuple) -> Function | None:
        return self._functions.get(key)

    def was_unloaded(self, key: tuple) -> bool:
        return key in self._unloaded

    def unload_function(self, key: tuple) -> bool:
        """Forget a function; the library goes with its last one."""
        if self._functions.pop(key, None) is None:
            return False
        self._unloaded.add(key)
        if not any(other[0] == key[0] for other in self._functions):
            self.unload(key[0])
        return True

    def unload(self, path: str) -> bool:
        library = self._loaded.pop(path, None)
        if library is None:
            return False
        for key in [key for key in self._functions if key[0] == path]:
            self._unloaded.add(key)
            del self._functions[key]
        library.unload()
        return True

    def with_manager(self, name: str):
        """The loaded library that has registered a manager of library expressions of that name, else None."""
        return next((each for each in self._loaded.values() if name in each.expression_managers()), None)

    def functions_of(self, path: str) -> list[tuple]:
        return [key for key in self._functions if key[0] == path]

    def paths(self) -> list[str]:
        return list(self._loaded)

    def _message(self, tag: str) -> None:
        if self._evaluation is not None:
            self._evaluation.message("LibraryFunction", tag, self._name)

    def _evaluate(self, text: str):
        """evaluateExpression of a library: a number or an array where the value is one, else the expression."""
        expr = self._evaluation.parse(text)
        return None if expr is None else plain_value(expr.evaluate(self._evaluation))

    def _abort_q(self) -> bool:
        return self._evaluation is not None and abort_requested(self._evaluation)


def find(name: str, directories: list[str]) -> str | None:
    """The library file called `name`, with or without its extension: a path, or in one of `directories`."""
    given = Path(name).expanduser()
    if given.is_absolute():
        places = [given]
    else:
        places = [Path(directory) / given for directory in directories]
        if os.sep in name:
            places.append(Path.cwd() / given)
    for place in places:
        candidates = [place]
        if place.suffix not in OTHER_EXTENSIONS:
            candidates.append(place.with_name(place.name + EXTENSION))
        for candidate in candidates:
            if candidate.is_file():
                return str(candidate.resolve())
    return None


LIBRARIES = Libraries()
