# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps packages that Mathics3 imports but seldom calls out of the start: together they take longer than all the rest.

While ``deferred()`` is active, ``from PACKAGE import f`` gives a function that imports PACKAGE at its first call.
"""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

# Of each, Mathics uses functions only, and only inside functions.
PACKAGES = (
    "mathics.eval.quantities",  # reads pint's table of units
    "networkx",
    "requests",
    "scipy.integrate",
    "scipy.optimize",
    "sympy.physics.matrices",
    "sympy.physics.quantum",
    "sympy.physics.quantum.cg",
    "sympy.physics.wigner",
)


class _Deferred(ModuleType):
    """Stands for a module: while deferring, its names are functions that import it; afterwards it forwards to it."""

    deferring = True

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(name)
        if not self.deferring:
            return getattr(importlib.import_module(self.__name__), name)

        def function(*args, **kwargs):
            return getattr(importlib.import_module(self.__name__), name)(*args, **kwargs)

        function.__name__ = name
        return function


@contextmanager
def deferred() -> Iterator[None]:
    """What is imported inside gets stand-ins for PACKAGES; what is imported later, and already is, the real ones."""
    stand_ins = {name: _Deferred(name) for name in PACKAGES if name not in sys.modules}
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        for name, stand_in in stand_ins.items():
            stand_in.deferring = False
            if sys.modules.get(name) is stand_in:
                del sys.modules[name]
