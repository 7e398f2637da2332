# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts Mathics3 with this package's builtins in it."""

import gc
import sys

from .lazy_imports import deferred


def new_session():
    """A MathicsSession with every builtin and prelude definition of this package."""
    gc.disable()  # what is made now stays: looking through it again and again takes a tenth of the start
    try:
        return _new_session()
    finally:
        gc.freeze()
        gc.enable()


def _new_session():
    with deferred():
        from mathics.core.load_builtin import import_and_load_builtins, mathics3_builtins_modules

        if not mathics3_builtins_modules:
            import_and_load_builtins()
    from . import loader, patches

    patches.apply()
    loader.register_builtins()
    from mathics.session import MathicsSession

    from .array_functions import install

    session = MathicsSession(character_encoding="UTF-8", catch_interrupt=True)
    session.evaluate("$HistoryLength = 0;")
    install(session.definitions)
    for problem in loader.read_prelude(session.definitions):
        print(f"mathics-kernel: {problem}", file=sys.stderr)
    return session
