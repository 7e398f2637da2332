# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of Indeterminate and of infinite quantities, as upvalues of these: they come before every function's rules.

https://reference.wolfram.com/language/ref/Indeterminate.html, .../Infinity.html, .../ComplexInfinity.html
"""

from mathics.core.atoms import Integer1, IntegerM1, Number
from mathics.core.attributes import A_NUMERIC_FUNCTION
from mathics.core.expression import Expression
from mathics.core.expression_predefined import MATHICS3_COMPLEX_INFINITY
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol
from mathics.core.systemsymbols import SymbolDirectedInfinity, SymbolIndeterminate

_ROUNDING = {"System`Floor", "System`Ceiling", "System`Round", "System`IntegerPart"}
_OSCILLATING = {"System`Sin", "System`Cos"}
_UNEVALUATED = Symbol("System`Unevaluated")


def of_indeterminate(expression, evaluation):
    """It takes over every function with the attribute NumericFunction."""
    numeric = expression.head.get_attributes(evaluation.definitions) & A_NUMERIC_FUNCTION
    return SymbolIndeterminate if numeric else None


def of_infinity(expression, evaluation):
    """What Mathics3 leaves as it is, or gives a value of where there is none."""
    name, elements = expression.get_head_name(), expression.elements
    if name == "System`Plus":
        return _sum(elements)
    if name == "System`Power" and len(elements) == 2:
        return _power(expression, *elements, evaluation)
    if name in _OSCILLATING and len(elements) == 1 and elements[0].elements in ((Integer1,), (IntegerM1,)):
        return Expression(Symbol("System`Interval"), ListExpression(IntegerM1, Integer1))
    if name in _ROUNDING and len(elements) == 1 and elements[0].elements:
        return elements[0]
    return None


def undecided(lhs, rhs) -> bool:
    """Whether lhs == rhs stays: a magnitude or a direction is unknown, so that not even x == x is known."""
    return any(_is_unknown(side) for side in (lhs, rhs)) or lhs.sameQ(rhs) and _holds_unknown(lhs)


def _sum(elements):
    """ComplexInfinity absorbs what is finite; of several infinities the stock rules know."""
    infinite = [element for element in elements if _is_infinite(element)]
    return MATHICS3_COMPLEX_INFINITY if len(infinite) == 1 and not infinite[0].elements else None


def _power(expression, base, exponent, evaluation):
    """infinity^0 and 1^infinity are indeterminate."""
    zeroth = isinstance(exponent, Number) and exponent.is_zero
    of_one = isinstance(base, Number) and base.value == 1
    if not zeroth and not of_one:
        return None
    evaluation.message("Infinity", "indet", Expression(_UNEVALUATED, expression))
    return SymbolIndeterminate


def _is_unknown(expr) -> bool:
    return expr is SymbolIndeterminate or _is_infinite(expr) and not expr.elements


def _holds_unknown(expr) -> bool:
    """Whether a list has such an element, at any depth."""
    if not isinstance(expr, ListExpression):
        return _is_unknown(expr)
    return any(map(_holds_unknown, expr.elements))


def _is_infinite(expr) -> bool:
    return isinstance(expr, Expression) and expr.head is SymbolDirectedInfinity
