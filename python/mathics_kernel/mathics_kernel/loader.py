# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds this package's builtins and .wl definitions to Mathics3.

Every public module of the packages in ``PACKAGES`` is imported; each ``Builtin`` subclass written in it is contributed.
A class named as a stock builtin replaces it: derive it from the stock class to keep the stock rules.
Then every ``*.wl`` file of the packages is read, in alphabetical order, with System` as the current context.
Both happen before the first user input, and both become built-in definitions: they survive Quit and ClearAll.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

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


def read_prelude(definitions) -> None:
    """Read the .wl files into `definitions` and make what they define built in."""
    from mathics.core.evaluation import Evaluation
    from mathics.eval.files_io.files import eval_Get

    for path in prelude_files():
        definitions.set_current_context("System`")
        evaluation = Evaluation(definitions)
        eval_Get(str(path), evaluation, "UTF-8")
        if evaluation.out:
            raise RuntimeError(f"{path.name}: {evaluation.out[0]}")
    definitions.set_current_context("Global`")
    for name in list(definitions.user):
        if name.startswith("Global`"):
            raise RuntimeError(f"the prelude defines {name}")
        definitions.builtin[name] = definitions.get_definition(name)
    definitions.user = {}
    definitions.clear_cache()


def _packages() -> list[ModuleType]:
    return [importlib.import_module(f"{__package__}.{name}") for name in PACKAGES]
