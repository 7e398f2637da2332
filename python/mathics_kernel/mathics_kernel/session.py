# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts Mathics3 with this package's builtins in it."""

import sys

from . import loader, patches


def new_session():
    """A MathicsSession with every builtin and prelude definition of this package."""
    from mathics.core.load_builtin import import_and_load_builtins

    import_and_load_builtins()
    patches.apply()
    loader.register_builtins()
    from mathics.session import MathicsSession

    from .array_functions import install
    from .language._native_rules import install as install_language

    session = MathicsSession(character_encoding="UTF-8", catch_interrupt=True)
    session.evaluate("$HistoryLength = 0;")
    install(session.definitions)
    install_language(session.definitions)
    for problem in loader.read_prelude(session.definitions):
        print(f"mathics-kernel: {problem}", file=sys.stderr)
    return session
