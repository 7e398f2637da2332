# SPDX-License-Identifier: GPL-3.0-or-later
"""PatternSequence and KeyValuePattern."""

from mathics.core.builtin import PatternObject
from mathics.core.list import ListExpression
from mathics.core.pattern import BasePattern

from . import _association as data


class PatternSequence(PatternObject):
    """PatternSequence[p1, p2, ...] stands for a sequence of expressions that match one by one.

    https://reference.wolfram.com/language/ref/PatternSequence.html
    """

    context = "System`"
    arg_counts = None
    summary_text = "pattern for a sequence of arguments"

    def init(self, expr, evaluation=None):
        super().init(expr, evaluation=evaluation)
        self._inner = BasePattern.create(ListExpression(*expr.elements), evaluation=evaluation)

    def match(self, expression, pattern_context):
        yield_func = pattern_context["yield_func"]

        def matched(variables, _rest):
            yield_func(variables, None)

        self._inner.match(
            ListExpression(*expression.get_sequence()),
            {
                "yield_func": matched,
                "vars_dict": pattern_context["vars_dict"],
                "evaluation": pattern_context["evaluation"],
                "fully": True,
            },
        )

    def get_match_count(self, vars_dict=None) -> tuple:
        counts = [element.get_match_count(vars_dict) for element in self.elements]
        longest = [high for _, high in counts]
        return sum(low for low, _ in counts), None if None in longest else sum(longest)


class KeyValuePattern(PatternObject):
    """KeyValuePattern[{pattern -> pattern, ...}]: an association or list of rules that has a match for each.

    https://reference.wolfram.com/language/ref/KeyValuePattern.html
    """

    context = "System`"
    arg_counts = [1]
    summary_text = "pattern for an association that has certain rules"

    def init(self, expr, evaluation=None):
        super().init(expr, evaluation=evaluation)
        wanted = expr.elements[0]
        rules = wanted.elements if wanted.has_form(("List", "Association"), None) else (wanted,)
        self._pairs = [
            tuple(BasePattern.create(part, evaluation=evaluation) for part in rule.elements)
            for rule in rules
            if data.is_rule(rule)
        ]
        if len(self._pairs) != len(rules):
            self.error("rep", wanted)

    def match(self, expression, pattern_context):
        if not expression.has_form(("List", "Association"), None) or not all(map(data.is_rule, expression.elements)):
            return
        self._match_pairs(expression.elements, 0, pattern_context["vars_dict"], pattern_context)

    def _match_pairs(self, rules, position, variables, context):
        if position == len(self._pairs):
            context["yield_func"](variables, None)
            return
        key_pattern, value_pattern = self._pairs[position]
        for rule in rules:
            key, value = rule.elements

            def key_matched(with_key, _rest, value=value):
                def value_matched(with_value, _rest):
                    self._match_pairs(rules, position + 1, with_value, context)

                value_pattern.match(value, _context(with_key, value_matched, context))

            key_pattern.match(key, _context(variables, key_matched, context))


def _context(variables, yield_func, context) -> dict:
    return {"yield_func": yield_func, "vars_dict": variables, "evaluation": context["evaluation"], "fully": True}
