# SPDX-License-Identifier: GPL-3.0-or-later
"""Mod of all real numbers, with an offset; Divide of machine numbers; NumericQ of Indeterminate.

https://reference.wolfram.com/language/ref/Mod.html, .../Divide.html, .../NumericQ.html
"""

import math
from fractions import Fraction

from mathics.builtin.arithfns.basic import Divide as StockDivide
from mathics.builtin.intfns.divlike import Mod as StockMod
from mathics.builtin.numbers.constants import Indeterminate as StockIndeterminate
from mathics.core.atoms import Integer, Integer0, IntegerM1, MachineReal, Number, Rational
from mathics.core.expression import Expression
from mathics.core.symbols import Symbol
from mathics.core.systemsymbols import SymbolPlus, SymbolTimes

from ..direct_rules import DirectRule
from ..packed import exact_number

_FLOOR = Symbol("System`Floor")


class Mod(StockMod):
    def contribute(self, definitions, is_pymodule=False):
        super().contribute(definitions, is_pymodule)
        definitions.builtin[self.get_name()].downvalues.insert(0, DirectRule("Mod", _mod))


class Divide(StockDivide):
    def contribute(self, definitions, is_pymodule=False):
        super().contribute(definitions, is_pymodule)
        definitions.builtin[self.get_name()].downvalues.insert(0, DirectRule("Divide", _divide))


class Indeterminate(StockIndeterminate):
    _is_numeric = False


def _mod(expression, evaluation):
    """Mod[m, n], Mod[m, n, d] is m - n Floor[(m - d)/n]; of integers without an offset Mathics' own."""
    given = expression._elements
    if len(given) not in (2, 3) or all(isinstance(each, Integer) for each in given[:2]) and len(given) == 2:
        return None
    value, modulus, offset = *given[:2], given[2] if len(given) == 3 else Integer0
    numbers = (value, modulus, offset)
    if all(isinstance(number, (Integer, Rational, MachineReal)) for number in numbers):
        return _mod_of_numbers(expression, numbers, evaluation)
    if any(isinstance(number, Number) for number in numbers) and not all(n.is_numeric(evaluation) for n in numbers):
        return None
    if not all(number.is_numeric(evaluation) for number in numbers):
        return None
    quotient = Expression(
        SymbolTimes, _sum(value, _negative(offset)), Expression(Symbol("System`Power"), modulus, IntegerM1)
    )
    whole = Expression(_FLOOR, quotient).evaluate(evaluation)
    return _sum(value, _negative(Expression(SymbolTimes, modulus, whole))) if isinstance(whole, Integer) else None


def _mod_of_numbers(expression, numbers, evaluation):
    if numbers[1].value == 0:
        evaluation.message("Mod", "divz", numbers[1], expression)
        return None
    if any(isinstance(number, MachineReal) for number in numbers):
        value, modulus, offset = (float(number.value) for number in numbers)
        return MachineReal(offset + (value - offset) % modulus) if offset else MachineReal(value % modulus)
    value, modulus, offset = map(_fraction, numbers)
    return exact_number(offset + (value - offset) % modulus)


def _fraction(number) -> Fraction:
    return Fraction(str(number.value))


def _sum(*terms):
    return Expression(SymbolPlus, *terms)


def _negative(term):
    return Expression(SymbolTimes, IntegerM1, term)


def _divide(expression, evaluation):
    """One rounded division where one of two real numbers is a machine number, and both fit one."""
    given = expression._elements
    if len(given) != 2 or not all(isinstance(each, (Integer, Rational, MachineReal)) for each in given):
        return None
    if not any(isinstance(each, MachineReal) for each in given) or given[1].value == 0:
        return None
    try:
        quotient = float(given[0].value) / float(given[1].value)
    except OverflowError:
        return None
    exact_zero = isinstance(given[0], Integer) and given[0].value == 0
    return None if exact_zero or not math.isfinite(quotient) else MachineReal(quotient)
