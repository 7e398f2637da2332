# SPDX-License-Identifier: GPL-3.0-or-later
"""Who hears a message: the constructs being evaluated around it, innermost first.

Check and VerificationTest listen, Quiet silences for all further out. So Quiet[Check[...]] still notices and
Check[Quiet[...]] does not, as https://reference.wolfram.com/language/ref/Check.html says. Messages switched off by Off
are heard by nobody.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mathics.core.atoms import String
from mathics.core.expression import Expression
from mathics.core.symbols import Symbol, ensure_context
from mathics.core.systemsymbols import SymbolMessageName

Name = tuple[str, str]


class Silence:
    """Quiet[expr, off, on]: names, or True for all."""

    def __init__(self, off: set[Name] | bool, on: set[Name] | bool = False):
        self._off, self._on = off, on

    def hear(self, name: Name) -> bool:
        return _holds(self._off, name) and not _holds(self._on, name)


class Listener:
    """Notes the messages of `names` (all for True); `ends` says whether nobody further out hears them."""

    def __init__(self, names: set[Name] | bool = True, ends: bool = False):
        self._names, self._ends = names, ends
        self.heard: list[Name] = []

    def hear(self, name: Name) -> bool:
        if _holds(self._names, name):
            self.heard.append(name)
            return self._ends
        return False


@contextmanager
def scope(evaluation, scope) -> Iterator:
    scopes = evaluation.__dict__.setdefault("message_scopes", [])
    depth = len(scopes)
    scopes.append(scope)
    try:
        yield scope
    finally:
        del scopes[depth:]


def hearing(show: Callable) -> Callable:
    """Evaluation.message that asks the scopes first; `show` is Mathics3's own."""

    def message(self, symbol_name, tag, *arguments):
        name = (ensure_context(str(symbol_name)), str(tag))
        if self.quiet_all or message_expression(name) in self.get_quiet_messages():
            return None
        for each in reversed(self.__dict__.get("message_scopes", ())):
            if each.hear(name):
                return None
        return show(self, symbol_name, tag, *arguments)

    return message


def message_expression(name: Name) -> Expression:
    return Expression(SymbolMessageName, Symbol(name[0]), String(name[1]))


def message_name(expression) -> Name | None:
    """(symbol, tag) of MessageName[symbol, tag], also held or without its context."""
    if expression.has_form(("HoldForm", "HoldPattern"), 1):
        return message_name(expression.elements[0])
    if not expression.has_form("MessageName", 2, 3):
        return None
    symbol, tag = expression.elements[:2]
    if isinstance(symbol, String):
        return ensure_context(symbol.value), _tag(tag)
    return (symbol.get_name(), _tag(tag)) if symbol.get_name() and _tag(tag) else None


def message_names(expressions) -> set[Name] | bool | None:
    """What a list of messages, All or None stands for; None where it is none of them."""
    names: set[Name] = set()
    for expression in expressions:
        if expression.get_name() == "System`All":
            return True
        if expression.get_name() == "System`None":
            continue
        if expression.has_form("List", None):
            inner = message_names(expression.elements)
        else:
            name = message_name(expression)
            inner = name and {name}
        if inner is None or inner is True:
            return inner
        names |= inner
    return names


def _tag(expression) -> str | None:
    return expression.value if isinstance(expression, String) else expression.get_name().rsplit("`", 1)[-1] or None


def _holds(names: set[Name] | bool, name: Name) -> bool:
    return names if isinstance(names, bool) else name in names
