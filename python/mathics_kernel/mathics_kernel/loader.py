# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds this package's builtins and .wl definitions to Mathics3.

Every public module of the packages in ``PACKAGES`` is imported; each ``Builtin`` subclass written in it is contributed.
A class named as a stock builtin replaces it: derive it from the stock class to keep the stock rules.
Then every ``*.wl`` file of the packages is read, in alphabetical order; what stands at the start of a line and is
defined there becomes a System` symbol, every other new name a private one.
Both happen before the first user input, and both become built-in definitions: they survive Quit and ClearAll.
"""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

# A name at the start of a line, as what is defined (f[x_] := ..., $f = ..., f /: ..., f::tag = ...) or declared.
DEFINED = re.compile(
    r"^(?:SetAttributes\[|Options\[|Attributes\[)?([$A-Za-z][$\w`]*)(?=\s*(?:\[|=|:=|/:|::|,|\]))", re.MULTILINE
)
PRIVATE = "System`Private`"
PACKAGES = ("builtins", "language", "images", "testing")


def builtin_modules() -> Iterator[ModuleType]:
    for package in _packages():
        names = sorted(m.name for m in pkgutil.iter_modules(package.__path__) if not m.name.startswith("_"))
        for name in names:
            yield importlib.import_module(f"{package.__name__}.{name}")


def prelude_files() -> list[Path]:
    return [path for package in _packages() for path in sorted(Path(package.__path__[0]).glob("*.wl"))]


def builtins() -> list[tuple[str, object]]:
    """(full name, instance) of every builtin class of this package."""
    from mathics.core.builtin import Builtin

    found = []
    for module in builtin_modules():
        for name, cls in vars(module).items():
            if not inspect.isclass(cls) or not issubclass(cls, Builtin) or name.startswith("_"):
                continue
            if cls.__module__ != module.__name__:
                continue
            if not cls.context:
                cls.context = "System`"
            instance = cls(expression=False)
            found.append((instance.get_name(), instance))
    return found


def register_builtins() -> None:
    """Put our builtins among Mathics3's, so that every new Definitions object has them."""
    from mathics.core.load_builtin import add_builtins

    add_builtins(builtins())


def read_prelude(definitions) -> list[str]:
    """Read the .wl files into `definitions` and make what they define built in; what went wrong, a line each."""
    from mathics.core.evaluation import Evaluation
    from mathics.eval.files_io.files import eval_Get

    problems = []
    context_path = definitions.get_context_path()
    definitions.set_context_path(("System`",))
    definitions.set_current_context(PRIVATE)
    files = prelude_files()
    for path in files:
        _declare(path, definitions)
    for path in files:
        evaluation = Evaluation(definitions)
        eval_Get(str(path), evaluation, "UTF-8")
        problems += [f"{path.name}: {message}" for message in evaluation.out]
    for name in list(definitions.user):
        definitions.builtin[name] = definitions.get_definition(name)
    definitions.user = {}
    definitions.set_context_path(context_path)
    definitions.set_current_context("Global`")
    return problems


def _declare(path: Path, definitions) -> None:
    """Make the symbols that a file defines System` ones; all others in it, variables above all, stay private."""
    from mathics.core.definitions import Definition

    for name in DEFINED.findall(path.read_text(encoding="utf-8")):
        full_name = name if "`" in name else f"System`{name}"
        if full_name not in definitions.builtin:
            definitions.builtin[full_name] = Definition(name=full_name)


def _packages() -> list[ModuleType]:
    return [importlib.import_module(f"{__package__}.{name}") for name in PACKAGES]
