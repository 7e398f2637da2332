# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing, which lists leave out."""

from mathics.core.builtin import Builtin
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol

_NOTHING = Symbol("System`Nothing")


class Nothing(Builtin):
    """An element that a list drops. https://reference.wolfram.com/language/ref/Nothing.html"""

    context = "System`"
    rules = {"Nothing[___]": "Nothing"}
    summary_text = "element that is left out of lists"


def dropping_nothing(evaluate_elements):
    """ListExpression.evaluate_elements that leaves out Nothing: the one rule that a list has."""

    def evaluate(self, evaluation):
        evaluated = evaluate_elements(self, evaluation)
        if not any(element is _NOTHING for element in evaluated._elements):
            return evaluated
        return ListExpression(*(element for element in evaluated._elements if element is not _NOTHING))

    return evaluate
