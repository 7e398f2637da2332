# SPDX-License-Identifier: GPL-3.0-or-later
"""String patterns where Mathics3 reads them wrongly: alternatives inside of others, delayed rules.

https://reference.wolfram.com/language/tutorial/StringPatterns.html
"""

from collections.abc import Callable

from mathics.core.expression import Expression
from mathics.core.list import ListExpression
from mathics.core.systemsymbols import SymbolRule


def grouping(stock: Callable) -> Callable:
    """Mathics' translation to a regular expression, with alternatives as one group: a bare | splits the whole."""

    def to_regex_internal(expr, q, groups, abbreviated_patterns, show_message=None):
        text = stock(expr, q, groups, abbreviated_patterns, show_message)
        return f"(?:{text})" if text is not None and expr.has_form("Alternatives", None) else text

    return to_regex_internal


def taking_delayed_rules(stock: Callable) -> Callable:
    """StringCases and StringReplace with pattern :> value, whose value is evaluated for each match."""

    def find(self, string, rule, *arguments):
        return stock(self, string, _undelayed(rule), *arguments)

    return find


def _undelayed(rule):
    if rule.has_form("List", None):
        return ListExpression(*map(_undelayed, rule.elements))
    return Expression(SymbolRule, *rule.elements) if rule.has_form("RuleDelayed", 2) else rule
