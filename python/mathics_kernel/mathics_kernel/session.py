# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts Mathics3 with this package's builtins in it."""

import gc
import os
import sys

from .lazy_imports import deferred

HIGHEST_RECURSION_LIMIT = 4096
PYTHON_FRAMES = 60_000  # Mathics takes about 30 for each level of recursion of the language
STACK_BYTES = 256 << 20


def new_session():
    """A MathicsSession with every builtin and prelude definition of this package."""
    _allow_deep_recursion()
    gc.disable()  # what is made now stays: looking through it again and again takes a tenth of the start
    try:
        return _new_session()
    finally:
        gc.freeze()
        gc.enable()


def _allow_deep_recursion() -> None:
    """Room for $RecursionLimit levels: where the system lets the stack grow, else as far as it is."""
    os.environ.setdefault("MATHICS_MAX_RECURSION_DEPTH", str(HIGHEST_RECURSION_LIMIT))
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = STACK_BYTES if hard == resource.RLIM_INFINITY else min(STACK_BYTES, hard)
    if sys.platform == "linux" and soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))


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

    sys.setrecursionlimit(PYTHON_FRAMES)  # importing Mathics has lowered it
    session = MathicsSession(character_encoding="UTF-8", catch_interrupt=True)
    session.evaluate("$HistoryLength = 0;")
    install(session.definitions)
    for problem in loader.read_prelude(session.definitions):
        print(f"mathics-kernel: {problem}", file=sys.stderr)
    return session
