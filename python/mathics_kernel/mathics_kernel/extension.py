# SPDX-License-Identifier: GPL-3.0-or-later
"""Brings this package into a session of Mathics3 that is under way: LoadModule["mathics_kernel"] in mathicsscript."""


def load(definitions) -> None:
    """Make the built-in definitions anew, with ours; what the user has defined stays."""
    from . import loader, patches
    from .array_functions import install

    patches.apply()
    loader.register_builtins()
    _renew_builtins(definitions)
    install(definitions)
    context, user = definitions.get_current_context(), definitions.user
    definitions.user = {}
    problems = loader.read_prelude(definitions)
    definitions.user = user
    definitions.set_current_context(context)
    definitions.clear_cache()
    if problems:
        raise ImportError("; ".join(problems))


def _renew_builtins(definitions) -> None:
    from mathics.core import load_builtin

    before = definitions.builtin
    load_builtin.definition_contribute(definitions)
    for name in set(before) - set(definitions.builtin):
        definitions.builtin[name] = before[name]
