# SPDX-License-Identifier: GPL-3.0-or-later
"""Matches f[x_, y_Integer, 0, z___] in one step: most rules look like this, and Mathics' pattern matcher, which can do
far more, calls some forty functions for each."""

from mathics.core.attributes import A_FLAT, A_ONE_IDENTITY, A_ORDERLESS
from mathics.core.expression import Expression
from mathics.core.pattern import AtomPattern, ExpressionPattern
from mathics.core.rules import FunctionApplyRule, RuleApplicationFailed
from mathics.core.symbols import Symbol
from mathics.core.systemsymbols import SymbolSequence

_BLANK, _BLANK_SEQUENCE, _BLANK_NULL_SEQUENCE = (
    f"System`{name}" for name in ("Blank", "BlankSequence", "BlankNullSequence")
)
_BLANKS = {_BLANK, _BLANK_SEQUENCE, _BLANK_NULL_SEQUENCE}
_SINGLE = A_FLAT | A_ORDERLESS | A_ONE_IDENTITY


class SimplePattern:
    """head: the symbol; elements: (variable or None, wanted head or None, literal or None) each; rest: the same for a
    sequence at the end, with the least number of its elements, or None."""

    __slots__ = ("head", "elements", "rest")

    def __init__(self, head, elements, rest):
        self.head = head
        self.elements = elements
        self.rest = rest

    def bind(self, expression) -> dict | None:
        """The values of the variables, None if the expression does not match."""
        if not isinstance(expression, Expression) or expression._head is not self.head:
            return None
        given = expression._elements
        count = len(self.elements)
        if len(given) < count or (self.rest is None and len(given) != count):
            return None
        values = {}
        for element, (variable, head, literal) in zip(given, self.elements, strict=False):
            if literal is not None:
                if not literal.sameQ(element):
                    return None
                continue
            if head is not None and element.get_head() is not head:
                return None
            if isinstance(element, Expression) and element._head is SymbolSequence and not element._elements:
                return None
            if variable is not None:
                values[variable] = element
        if self.rest is not None and not self._bind_rest(given[count:], values):
            return None
        return values

    def _bind_rest(self, given, values: dict) -> bool:
        variable, head, least = self.rest
        checked = given[0].get_sequence() if len(given) == 1 else given
        if len(checked) < least or (head is not None and any(e.get_head() is not head for e in checked)):
            return False
        if variable is not None:
            if len(given) == 1:
                values[variable] = given[0]
            else:
                values[variable] = sequence = Expression(SymbolSequence, *given)
                sequence.pattern_sequence = True
        return True


def simple_pattern(pattern) -> SimplePattern | None:
    """What `pattern` (as Mathics compiles it) says, if it is no more than a SimplePattern."""
    if type(pattern) is not ExpressionPattern or pattern.isliteral or pattern.attributes & _SINGLE:
        return None
    head = pattern.expr._head
    if not isinstance(head, Symbol) or not isinstance(pattern.head, AtomPattern):
        return None
    elements, names, rest = [], set(), None
    for element in pattern.expr._elements:
        if rest is not None:
            return None
        variable, blank = None, element
        if element.has_form("Pattern", 2):
            variable, blank = element.elements[0].get_name(), element.elements[1]
            if not variable or variable in names:
                return None
            names.add(variable)
        if isinstance(blank, Expression):
            kind = blank.get_head_name()
            if kind not in _BLANKS or len(blank.elements) > 1:
                return None
            wanted = blank.elements[0] if blank.elements else None
            if wanted is not None and not isinstance(wanted, Symbol):
                return None
            if kind == _BLANK:
                elements.append((variable, wanted, None))
            else:
                rest = (variable, wanted, int(kind == _BLANK_SEQUENCE))
        elif variable is None:
            elements.append((None, None, blank))
        else:
            return None
    return SimplePattern(head, elements, rest)


def applying(stock):
    """BaseRule.apply, with the short way for simple patterns before `stock`."""

    def apply(self, expression, evaluation, fully=True, return_list=False, max_list=None):
        if return_list:
            return stock(self, expression, evaluation, fully, return_list, max_list)
        simple = self.__dict__.get("_simple", False)
        if simple is False:
            if getattr(self.pattern, "attributes", 0) is None:  # not known before the first match
                return stock(self, expression, evaluation, fully)
            simple = self._simple = simple_pattern(self.pattern)
        if simple is None:
            return stock(self, expression, evaluation, fully)
        values = simple.bind(expression)
        return None if values is None else _applied(self, expression, values, evaluation)

    return apply


def _applied(rule, expression, values: dict, evaluation):
    evaluation.check_stopped()
    function = rule.apply_function if isinstance(rule, FunctionApplyRule) else rule.apply_rule
    try:
        result = function(expression, values, {}, evaluation)
    except RuleApplicationFailed:
        return None
    if isinstance(result, Expression):
        if result.elements_properties is None:
            result._build_elements_properties()
        result = result.flatten_pattern_sequence(evaluation)
    location = getattr(expression, "location", None)
    if location is not None and hasattr(result, "location"):
        result.location = location
    return result
