# SPDX-License-Identifier: GPL-3.0-or-later
"""What a rule's right side becomes while its inner condition is tested (see ``_rules``)."""

from mathics.core.attributes import A_HOLD_ALL, A_PROTECTED
from mathics.core.builtin import Builtin
from mathics.core.symbols import SymbolTrue

from ._rules import GuardFailed


class GuardedBody(Builtin):
    """GuardedBody[body, test]: body where test is True, else the rule that led here does not apply."""

    context = "Internal`"
    attributes = A_HOLD_ALL | A_PROTECTED
    summary_text = "body of a conditional definition"

    def eval(self, body, test, evaluation):
        "Internal`GuardedBody[body_, test_]"
        if test.evaluate(evaluation) is not SymbolTrue:
            raise GuardFailed()
        return body.evaluate(evaluation)
