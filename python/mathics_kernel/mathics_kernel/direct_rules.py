# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules that look at an expression themselves: Mathics' pattern matcher takes a tenth of a millisecond and more."""

from collections.abc import Callable

from mathics.core.rules import FunctionApplyRule


class DirectRule(FunctionApplyRule):
    """A rule for expressions whose leftmost head is `name`, whatever else they are.

    function(expression, evaluation): the new expression, or None to leave it to the rules that follow.
    """

    def __init__(self, name: str, function: Callable):
        from mathics.core.parser import parse_builtin_rule

        super().__init__(name, parse_builtin_rule(f"{name}[___]"), function, None, system=True)

    def apply(self, expression, evaluation, fully=True, return_list=False, max_list=None):
        result = self.function(expression, evaluation)
        if return_list:
            return [] if result is None else [result]
        return result
