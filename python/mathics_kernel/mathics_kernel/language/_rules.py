# SPDX-License-Identifier: GPL-3.0-or-later
"""Application of a rewrite rule: its conditions and the options its right side sees."""

import bisect

from mathics.core.convert.expression import to_expression_with_specialization
from mathics.core.definitions import insert_rule as _insert_system_rule
from mathics.core.expression import Expression
from mathics.core.pattern import AtomPattern, ExpressionPattern
from mathics.core.rules import RuleApplicationFailed
from mathics.core.symbols import Symbol, SymbolTrue
from mathics.core.systemsymbols import SymbolFunction

from ..packed import PackedList
from .options import option_settings

GUARDED = Symbol("Internal`GuardedBody")
_SCOPES = {f"System`{name}" for name in ("Module", "With", "Block", "DynamicModule")}


class GuardFailed(Exception):
    """The condition inside a scoping construct on a rule's right side is not True: the rule does not apply."""


def apply_rule(self, expression, vars, options, evaluation):
    """Takes the place of ``mathics.core.rules.Rule.apply_rule``."""
    if not vars and not options and isinstance(self.pattern.expr, Symbol) and not _is_conditional(self):
        return self.replace  # a variable's value: nothing changes it (see assignment.py), so it need not be copied
    new = _substituted(self, vars)
    new.options = option_settings(options, expression) if options else options
    while new.has_form("System`Condition", 2):
        new, test = new.get_elements()
        if isinstance(test, Expression):
            test.options = test.options or (option_settings(dict(options), expression) if options else None)
            test = test.evaluate(evaluation)
        if test is not SymbolTrue:
            raise RuleApplicationFailed()
        if options:
            new.options = option_settings(dict(options), expression)
    guarded = _guarded(new)
    if guarded is not None:
        guarded.options = new.options
        try:
            return guarded.evaluate(evaluation)
        except GuardFailed:
            raise RuleApplicationFailed() from None
    if not options or vars:  # with variables replaced it is new all through, but for their values
        return new
    return new.copy(reevaluate=True)  # OptionValue must be evaluated anew


def _substituted(rule, vars):
    """The right side with its pattern variables replaced, those too that stand as parameters of a Function.

    Mathics3 renames every parameter on the way, so that from f[v_, body_] := Function[v, body] nothing refers to v.
    """
    if not vars:
        return rule.replace.replace_vars(vars)
    parameters = getattr(rule, "_function_parameters", None)
    if parameters is None:
        parameters = rule._function_parameters = frozenset(_function_parameters(rule.replace))
    if parameters.isdisjoint(vars):
        return rule.replace.replace_vars(vars)
    return _replace_parameters(rule.replace, vars)


def _replace_parameters(expression, vars):
    if set(vars).isdisjoint(_function_parameters(expression)):
        return expression.replace_vars(vars)
    return to_expression_with_specialization(
        _replace_parameters(expression.head, vars),
        *(_replace_parameters(element, vars) for element in expression.elements),
    )


def _function_parameters(expression):
    """The names of all parameters of named functions in an expression."""
    if not isinstance(expression, Expression) or isinstance(expression, PackedList):
        return
    if expression.head is SymbolFunction and len(expression.elements) > 1:
        first = expression.elements[0]
        for parameter in first.elements if first.has_form("List", None) else (first,):
            yield parameter.get_name()
    for part in (expression.head, *expression.elements):
        yield from _function_parameters(part)


def _guarded(expression):
    """Module[vars, body /; test] as Module[vars, GuardedBody[body, test]], through nested scopes; else None."""
    if not isinstance(expression, Expression) or expression.get_head_name() not in _SCOPES:
        return None
    if len(expression.elements) != 2:
        return None
    variables, body = expression.elements
    if body.has_form("System`Condition", 2):
        return Expression(expression.head, variables, Expression(GUARDED, *body.elements))
    inner = _guarded(body)
    return inner and Expression(expression.head, variables, inner)


def insert_rule(values: list, rule) -> None:
    """Takes the place of ``mathics.core.definitions.insert_rule``, for rules that are not built in.

    A rule replaces one with the same pattern, but not where either has a condition on its right side. Otherwise it
    comes before those that are more general; where neither of two is, they stand in the order in which they are given
    (https://reference.wolfram.com/language/tutorial/TransformationRulesAndDefinitions.html).
    """
    if rule.system:
        _insert_system_rule(values, rule)
        return
    conditional = _is_conditional(rule)
    for index, old in enumerate(values):
        if _hash(old) != _hash(rule) or _is_conditional(old) is not conditional or not old.pattern.sameQ(rule.pattern):
            continue
        if not conditional or (_replacement(old) is not None and old.replace.sameQ(rule.replace)):
            values[index] = rule
            return
    first = bisect.bisect_left(values, True, key=lambda each: not _is_literal(each.pattern))
    if _is_literal(rule.pattern):
        values.insert(first, rule)
        return
    precedence = _precedence(rule)
    behind = (index for index in range(first, len(values)) if _is_more_specific(precedence, _precedence(values[index])))
    values.insert(next(behind, len(values)), rule)


def _hash(rule) -> int:
    """Of its pattern: tells most patterns apart."""
    known = rule.__dict__.get("_hash")
    if known is None:
        known = rule._hash = hash(rule.pattern.expr)
    return known


def _is_literal(pattern) -> bool:
    """Whether a pattern, as f[1, g], holds nothing that stands for something else."""
    if type(pattern) is not ExpressionPattern:
        return type(pattern) is AtomPattern
    return _is_literal(pattern.head) and all(map(_is_literal, pattern.elements))


def _is_more_specific(one: tuple, other: tuple) -> bool:
    if one[0] == other[0]:
        return one[1:] < other[1:]
    return _compared(one[0], other[0]) < 0


def _compared(one: tuple, other: tuple) -> int:
    """-1 where a pattern is more specific than another, 1 where it is more general, 0 where it is neither: f[x_, 1]
    and f[1, x_]. Patterns of as many parts are compared part by part, others by Mathics3's order."""
    if one == other:
        return 0
    if _is_of_parts(one) and _is_of_parts(other) and one[0] == other[0] and len(one[2]) == len(other[2]):
        signs = {_compared(one[1], other[1]), *map(_compared, one[2], other[2])} - {0}
        return signs.pop() if len(signs) == 1 else 0
    return -1 if one < other else 1


def _is_of_parts(precedence: tuple) -> bool:
    return len(precedence) == 3 and isinstance(precedence[1], tuple) and isinstance(precedence[2], tuple)


def _precedence(rule) -> tuple:
    """Sorts by: the pattern without its conditions, names that recur, conditions before none."""
    known = getattr(rule, "_precedence", None)
    if known is None:
        pattern, conditional = rule.pattern, _is_conditional(rule)
        while pattern.has_form("System`Condition", 2) and hasattr(pattern, "pattern"):
            pattern, conditional = pattern.pattern, True
        names: list = []
        _collect_names(pattern.expr, names)
        known = (pattern.pattern_precedence, len(set(names)) - len(names), not conditional)
        rule._precedence = known
    return known


def _collect_names(expression, names: list) -> None:
    if not isinstance(expression, Expression):
        return
    if expression.has_form("System`Pattern", 2):
        names.append(expression.elements[0].get_name())
    for element in expression.elements:
        _collect_names(element, names)


def _replacement(rule):
    return getattr(rule, "replace", None)


def _is_conditional(rule) -> bool:
    known = rule.__dict__.get("_conditional")
    if known is None:
        right = _replacement(rule)
        known = right is None or right.has_form("System`Condition", 2) or _guarded(right) is not None
        rule._conditional = known
    return known
