# SPDX-License-Identifier: GPL-3.0-or-later
"""Module's local symbols, and who refers to them: they go with their values when nothing does any more.

A symbol outlives its Module if the value of the Module, a definition of a symbol that stays, or something sown holds
it.
"""

from collections.abc import Iterable

from mathics.core.expression import Expression
from mathics.core.symbols import Symbol

from .packed import PackedList

SOWN = "sown"

_holders: dict[str, set[str]] = {}  # local symbol -> the symbols whose definitions have mentioned it


def enter(names: Iterable[str]) -> None:
    """A Module with local symbols of these full names begins."""
    _holders.update((name, set()) for name in names)


def record(holder: str, expressions: Iterable) -> None:
    """The definition of `holder` now mentions what is in `expressions`."""
    for name in _symbols_in(expressions, _holders):
        if name != holder:
            _holders[name].add(holder)


def leave(names: set[str], value, definitions) -> None:
    """The Module ends with `value`: remove the definitions of those of `names` that nothing refers to."""
    staying = _symbols_in([value], names) if value is not None else set()
    while True:
        held = {name for name in names - staying if any(h not in names or h in staying for h in _holders[name])}
        if not held:
            break
        staying |= held
    for name in names:
        del _holders[name]
        if name not in staying and definitions.user.pop(name, None) is not None:
            definitions.clear_cache(name)


def tracking() -> bool:
    return bool(_holders)


def _symbols_in(expressions: Iterable, wanted) -> set[str]:
    found = set()
    stack = list(expressions)
    while stack:
        expr = stack.pop()
        if isinstance(expr, Symbol):
            if expr.name in wanted:
                found.add(expr.name)
        elif isinstance(expr, Expression):
            if isinstance(expr, PackedList) or expr._is_literal or getattr(expr, "inert", False):
                continue
            stack.append(expr._head)
            stack.extend(expr._elements)
    return found
