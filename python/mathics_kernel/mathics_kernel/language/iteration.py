# SPDX-License-Identifier: GPL-3.0-or-later
"""Do and Table in one loop: an iterator's values are made at once, its variable is one definition, and lists of numbers
come out packed. Iterators that are not numbers or lists are left to Mathics' own rules.

https://reference.wolfram.com/language/ref/Do.html, .../Table.html
"""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction

from mathics.builtin.list.constructing import Table as StockTable
from mathics.builtin.procedural import Do as StockDo
from mathics.core.atoms import Integer, MachineReal, Rational
from mathics.core.definitions import Definition
from mathics.core.interrupt import BreakInterrupt, ContinueInterrupt, ReturnInterrupt
from mathics.core.list import ListExpression
from mathics.core.rules import Rule
from mathics.core.symbols import Symbol, SymbolNull

from ..direct_rules import DirectRule
from ..packed import PackedList, exact_number, packed_list

LAST_STEP = 1 + 1e-14  # a last step that rounding leaves a little short still counts


class Do(StockDo):
    def contribute(self, definitions, is_pymodule=False):
        super().contribute(definitions, is_pymodule)
        definitions.builtin[self.get_name()].downvalues.insert(0, DirectRule("Do", _do))


class Table(StockTable):
    def contribute(self, definitions, is_pymodule=False):
        super().contribute(definitions, is_pymodule)
        definitions.builtin[self.get_name()].downvalues.insert(0, DirectRule("Table", _table))


def _do(expression, evaluation):
    elements = expression._elements
    if len(elements) < 2 or not _may_iterate(elements[1:]):
        return None
    try:
        done = _loop(elements[0], elements[1:], evaluation)
    except ReturnInterrupt as returned:
        return returned.expr
    return SymbolNull if done else None


def _loop(expr, iterators, evaluation) -> bool:
    """Run expr for all values of the iterators, the last one fastest; whether all of them were understood.

    Break ends the loop over the last iterator, as in a Do inside of a Do.
    """
    made = _steps(iterators[0], evaluation)
    if made is None:
        return False
    name, values = made
    inner = iterators[1:]
    with _variable(name, evaluation) as assign, suppress(BreakInterrupt):
        for value in values:
            evaluation.check_stopped()
            assign(value)
            if inner:
                if not _loop(expr, inner, evaluation):
                    return False
                continue
            with suppress(ContinueInterrupt):
                expr.evaluate(evaluation)
    return True


def _table(expression, evaluation):
    elements = expression._elements
    if len(elements) < 2 or not _may_iterate(elements[1:]):
        return None
    rows = _rows(elements[0], elements[1:], evaluation)
    return None if rows is None else packed_list(rows)


def _rows(expr, iterators, evaluation) -> list | None:
    made = _steps(iterators[0], evaluation)
    if made is None:
        return None
    name, values = made
    inner = iterators[1:]
    rows = []
    with _variable(name, evaluation) as assign:
        for value in values:
            evaluation.check_stopped()
            assign(value)
            if not inner:
                rows.append(expr.evaluate(evaluation))
                continue
            row = _rows(expr, inner, evaluation)
            if row is None:
                return None
            rows.append(ListExpression(*row))
    return rows


@contextmanager
def _variable(name: str | None, evaluation) -> Iterator[Callable]:
    """assign(value) gives the variable a value; at the end it has its own again. No name: a plain count."""
    if name is None:
        yield lambda value: None
        return
    definitions = evaluation.definitions
    saved = definitions.user.get(name)
    symbol = Symbol(name)

    def assign(value) -> None:
        definition = Definition(name)
        definition.ownvalues.append(Rule(symbol, value))
        definitions.user[name] = definition
        definitions.mark_changed(definition)
        definitions.clear_definitions_cache(name)

    try:
        yield assign
    finally:
        if saved is None:
            definitions.user.pop(name, None)
        else:
            definitions.user[name] = saved
            definitions.mark_changed(saved)
        definitions.clear_cache(name)


def _may_iterate(iterators) -> bool:
    """Whether they look like iterators; what stands in them is not evaluated yet."""
    return all(
        isinstance(iterator, Integer)
        or (iterator.has_form("List", 1, 2, 3, 4) and not isinstance(iterator, PackedList))
        and (len(iterator._elements) == 1 or isinstance(iterator._elements[0], Symbol))
        for iterator in iterators
    )


def _steps(iterator, evaluation):
    """(name or None, values) of {n}, {i, n}, {i, {values}}, {i, from, to} or {i, from, to, step}; None of others."""
    if isinstance(iterator, Integer):
        return None, range(max(iterator.value, 0))
    given = iterator._elements
    if len(given) == 1:
        count = given[0].evaluate(evaluation)
        return (None, range(max(math.floor(count.value), 0))) if _is_number(count) else None
    name = given[0].get_name()
    bounds = [bound.evaluate(evaluation) for bound in given[1:]]
    if len(bounds) == 1 and isinstance(bounds[0], ListExpression):
        return name, bounds[0].elements
    if not all(map(_is_number, bounds)):
        return None
    first, last, step = {1: (Integer(1), *bounds, Integer(1)), 2: (*bounds, Integer(1)), 3: tuple(bounds)}[len(bounds)]
    return None if not step.value else (name, _range(first, last, step))


def _is_number(expression) -> bool:
    if isinstance(expression, MachineReal):
        return math.isfinite(expression.value)
    return isinstance(expression, (Integer, Rational))


def _range(first, last, step) -> Iterator:
    if all(isinstance(bound, Integer) for bound in (first, last, step)):
        stop = last.value + (1 if step.value > 0 else -1)
        return map(Integer, range(first.value, stop, step.value))
    if isinstance(first, MachineReal) or isinstance(step, MachineReal):
        start, end, by = (float(bound.value) for bound in (first, last, step))
        count = math.floor((end - start) / by * LAST_STEP) + 1
        return (MachineReal(start + by * index) for index in range(count))
    start, end, by = map(_fraction, (first, last, step))
    return map(exact_number, (start + by * index for index in range(math.floor((end - start) / by) + 1)))


def _fraction(number) -> Fraction:
    return Fraction(str(number.value)) if isinstance(number, Rational) else Fraction(number.value)
