# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules in Python for functions that see an association's values, for operator forms, and for infinite quantities.

They cost nothing at the start.
"""

from collections.abc import Callable

from mathics.core.atoms import Integer
from mathics.core.attributes import A_PROTECTED
from mathics.core.definitions import Definition
from mathics.core.expression import Expression
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol, SymbolTrue

from ..direct_rules import DirectRule
from ..packed import packed_list
from . import _association as data
from . import _infinities

# f[association, ...] is f[Values[association], ...]
_ON_VALUES = [
    "Total",
    "Count",
    "MemberQ",
    "First",
    "Last",
    "AllTrue",
    "AnyTrue",
    "NoneTrue",
    "Mean",
    "Max",
    "Min",
    "Fold",
    "FoldList",
    "FreeQ",
    "Commonest",
]
# f[association, ...] is the association of f[Normal[association], ...]
_ON_RULES = ["Rest", "Most", "Take", "Drop", "Reverse", "RotateLeft", "RotateRight"]
# f[g, association, ...] is f[g, Values[association], ...]
_ON_SECOND = ["Apply", "Scan"]
# op[f][expr] is op[f, expr]; https://reference.wolfram.com/language/guide/FunctionCompositionAndOperatorForms.html
_FUNCTION_FIRST = ["Map", "Apply", "Scan", "MapIndexed", "MapApply"]
# op[p][expr] is op[expr, p]
_EXPRESSION_FIRST = [
    "Select",
    "Cases",
    "Count",
    "DeleteCases",
    "MatchQ",
    "MemberQ",
    "FreeQ",
    "AllTrue",
    "AnyTrue",
    "NoneTrue",
    "Append",
    "Prepend",
    "FirstCase",
    "FirstPosition",
    "SelectFirst",
    "Position",
    "Replace",
    "ReplaceAll",
    "ReplaceRepeated",
    "ReplacePart",
    "MaximalBy",
    "MinimalBy",
    "StringMatchQ",
    "StringContainsQ",
    "StringStartsQ",
    "StringEndsQ",
    "StringFreeQ",
    "StringReplace",
    "StringCases",
    "Extract",
]
# op[y][x] is relation[x, y]
_RELATIONS = {
    "EqualTo": "Equal",
    "UnequalTo": "Unequal",
    "GreaterThan": "Greater",
    "LessThan": "Less",
    "GreaterEqualThan": "GreaterEqual",
    "LessEqualThan": "LessEqual",
}


def additions() -> dict[str, list[tuple[str, Callable]]]:
    """Full name -> (where, function) of the rules that are tried before the built-in ones."""
    found: dict[str, list[tuple[str, Callable]]] = {}

    def add(names, where: str, function: Callable) -> None:
        for name in names:
            found.setdefault(f"System`{name}", []).append((where, function))

    add(_ON_VALUES, "downvalues", _on_values)
    add(_ON_RULES, "downvalues", _on_rules)
    add(_ON_SECOND, "downvalues", _on_second)
    for name, function in _OWN.items():
        add([name], "downvalues", function)
    add(["Indeterminate"], "upvalues", _infinities.of_indeterminate)
    add(["DirectedInfinity"], "upvalues", _infinities.of_infinity)
    add(_FUNCTION_FIRST, "subvalues", _function_first)
    add(_EXPRESSION_FIRST, "subvalues", _expression_first)
    for name, relation in _RELATIONS.items():
        add([name], "subvalues", _relation(Symbol(f"System`{relation}")))
    return found


class _Extended:
    """A builtin that brings further rules along when it is made."""

    def __init__(self, builtin, name: str, rules: list):
        self._builtin, self._name, self._rules = builtin, name, rules

    def contribute(self, definitions) -> None:
        if self._builtin is None:
            definitions.builtin[self._name] = Definition(name=self._name, attributes=A_PROTECTED)
        else:
            self._builtin.contribute(definitions)
        made = definitions.builtin[self._name]
        for where, function in self._rules:
            getattr(made, where).insert(0, DirectRule(self._name, function))


def extend(definitions) -> None:
    """Have the builtins of `definitions` bring these rules along."""
    from mathics.core.load_builtin import _builtins

    definitions.builtin.wait_for(
        {name: _Extended(_builtins.get(name), name, rules) for name, rules in additions().items()}
    )


def _on_values(expression, evaluation):
    table, *rest = expression.elements or (None,)
    if not data.is_association(table):
        return None
    return Expression(expression.head, _values(table), *rest)


def _on_rules(expression, evaluation):
    table, *rest = expression.elements or (None,)
    if not data.is_association(table):
        return None
    return Expression(data.SymbolAssociation, Expression(expression.head, ListExpression(*table.elements), *rest))


def _on_second(expression, evaluation):
    if len(expression.elements) < 2 or not data.is_association(expression.elements[1]):
        return None
    function, table, *rest = expression.elements
    return Expression(expression.head, function, _values(table), *rest)


def _select(expression, evaluation):
    if len(expression.elements) < 2 or not data.is_association(expression.elements[0]):
        return None
    table, test, *limit = expression.elements
    kept = [rule for rule in table.elements if Expression(test, rule.elements[1]).evaluate(evaluation) is SymbolTrue]
    count = limit[0].get_int_value() if limit else None
    return data.association(kept if count is None else kept[:count])


def _delete_cases(expression, evaluation):
    if len(expression.elements) != 2 or not data.is_association(expression.elements[0]):
        return None
    from mathics.eval.patterns import Matcher

    table, pattern = expression.elements
    match = Matcher(pattern, evaluation).match
    return data.association(rule for rule in table.elements if not match(rule.elements[1], evaluation))


def _sort(expression, evaluation):
    if not expression.elements or not data.is_association(expression.elements[0]):
        return None
    table, *comparison = expression.elements
    order = Expression(Symbol("System`Ordering"), _values(table), Symbol("System`All"), *comparison).evaluate(
        evaluation
    )
    return data.association(table.elements[position.value - 1] for position in order.elements)


def _sort_by(expression, evaluation):
    if len(expression.elements) != 2 or not data.is_association(expression.elements[0]):
        return None
    table, function = expression.elements
    keys = [Expression(function, rule.elements[1]).evaluate(evaluation) for rule in table.elements]
    ranked = sorted(
        zip(keys, table.elements), key=lambda pair: (pair[0].element_order, pair[1].elements[1].element_order)
    )
    return data.association(rule for _, rule in ranked)


def _normal(expression, evaluation):
    if len(expression.elements) != 1 or not data.is_association(expression.elements[0]):
        return None
    return ListExpression(*expression.elements[0].elements)


def _replace(expression, evaluation):
    if len(expression.elements) < 2 or not data.is_association(expression.elements[1]):
        return None
    subject, table, *rest = expression.elements
    return Expression(expression.head, subject, ListExpression(*table.elements), *rest)


def _replace_at_levels(expression, evaluation):
    """Replace[expr, rules, levels] with levels counted from below."""
    if len(expression.elements) != 3 or not _counts_from_below(expression.elements[2]):
        return _replace(expression, evaluation)
    from mathics.eval.parts import python_levelspec, walk_levels

    subject, rules, levels = expression.elements
    start, stop = python_levelspec(levels)
    replaced, _ = walk_levels(
        subject, start, stop, callback=lambda part: Expression(expression.head, part, rules).evaluate(evaluation)
    )
    return replaced


def _counts_from_below(levels) -> bool:
    bounds = levels.elements if levels.has_form("List", 1, 2) else (levels,)
    return any(isinstance(bound, Integer) and bound.value < 0 for bound in bounds)


def _map(expression, evaluation):
    """Map[f, list]: element by element, so that numbers come out packed."""
    if len(expression.elements) != 2 or not isinstance(expression.elements[1], ListExpression):
        return None
    function, elements = expression.elements
    values = []
    for element in elements.elements:
        evaluation.check_stopped()
        values.append(Expression(function, element).evaluate(evaluation))
    return packed_list(values)


def _map_indexed(expression, evaluation):
    if len(expression.elements) != 2 or not data.is_association(expression.elements[1]):
        return None
    function, table = expression.elements
    key = Symbol("System`Key")
    return data.pairs(
        (name, Expression(function, value, ListExpression(Expression(key, name))).evaluate(evaluation))
        for name, value in (rule.elements for rule in table.elements)
    )


def _position(expression, evaluation):
    if len(expression.elements) < 2 or not data.is_association(expression.elements[0]):
        return None
    from mathics.eval.patterns import Matcher

    table, pattern = expression.elements[:2]
    match = Matcher(pattern, evaluation).match
    key = Symbol("System`Key")
    return ListExpression(
        *(
            ListExpression(Expression(key, rule.elements[0]))
            for rule in table.elements
            if match(rule.elements[1], evaluation)
        )
    )


def _first_cases(expression, evaluation):
    """Cases[expr, pattern, level, n]"""
    if len(expression.elements) != 4 or not isinstance(expression.elements[3], Integer):
        return _on_values(expression, evaluation)
    *arguments, count = expression.elements
    found = Expression(expression.head, *arguments).evaluate(evaluation)
    return ListExpression(*found.elements[: count.value])


def _extract(expression, evaluation):
    """Extract[expr, n]"""
    if len(expression.elements) != 2 or not isinstance(expression.elements[1], Integer):
        return None
    return Expression(Symbol("System`Part"), *expression.elements)


def _function_first(expression, evaluation):
    if len(expression.elements) != 1 or len(expression.head.elements) != 1:
        return None
    return Expression(expression.head.head, expression.head.elements[0], expression.elements[0])


def _expression_first(expression, evaluation):
    if len(expression.elements) != 1 or len(expression.head.elements) != 1:
        return None
    return Expression(expression.head.head, expression.elements[0], expression.head.elements[0])


def _relation(relation: Symbol) -> Callable:
    def apply(expression, evaluation):
        if len(expression.elements) != 1 or len(expression.head.elements) != 1:
            return None
        return Expression(relation, expression.elements[0], expression.head.elements[0])

    return apply


def _values(table) -> ListExpression:
    return ListExpression(*(rule.elements[1] for rule in table.elements))


_OWN = {
    "Cases": _first_cases,
    "DeleteCases": _delete_cases,
    "Extract": _extract,
    "Map": _map,
    "MapIndexed": _map_indexed,
    "Normal": _normal,
    "Position": _position,
    "Replace": _replace_at_levels,
    "ReplaceAll": _replace,
    "Select": _select,
    "Sort": _sort,
    "SortBy": _sort_by,
}
