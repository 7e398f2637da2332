# SPDX-License-Identifier: GPL-3.0-or-later
"""Application of a rewrite rule: its conditions and the options its right side sees."""

import bisect

from mathics.core.expression import Expression
from mathics.core.rules import RuleApplicationFailed
from mathics.core.symbols import Symbol, SymbolTrue

from .options import option_settings

GUARDED = Symbol("Internal`GuardedBody")
_SCOPES = {f"System`{name}" for name in ("Module", "With", "Block", "DynamicModule")}


class GuardFailed(Exception):
    """The condition inside a scoping construct on a rule's right side is not True: the rule does not apply."""


def apply_rule(self, expression, vars, options, evaluation):
    """Takes the place of ``mathics.core.rules.Rule.apply_rule``."""
    new = self.replace.replace_vars(vars)
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
    return new.copy(reevaluate=True) if options else new


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
    """Takes the place of ``mathics.core.definitions.insert_rule``: a rule with a condition replaces only itself.

    Rules with equal patterns replace one another, but not where either has a condition on its right side.
    """
    if not _is_conditional(rule):
        same = (old for old in values if not _is_conditional(old) and old.pattern.sameQ(rule.pattern))
    else:
        same = (old for old in values if _replacement(old) is not None and old.pattern.sameQ(rule.pattern)
                and old.replace.sameQ(rule.replace))
    replaced = next(same, None)
    values[:] = [old for old in values if old is not replaced]
    bisect.insort_left(values, rule, key=lambda each: each.pattern_precedence)


def _replacement(rule):
    return getattr(rule, "replace", None)


def _is_conditional(rule) -> bool:
    right = _replacement(rule)
    return right is None or right.has_form("System`Condition", 2) or _guarded(right) is not None
