# SPDX-License-Identifier: GPL-3.0-or-later
"""Leaving an evaluation and coming back: Catch, WithCleanup, Enclose and the Confirm functions."""

from mathics.builtin.procedural import Catch as StockCatch
from mathics.core.atoms import String
from mathics.core.attributes import A_HOLD_ALL, A_HOLD_FIRST, A_PROTECTED
from mathics.core.builtin import Builtin
from mathics.core.convert.python import from_bool
from mathics.core.expression import Expression
from mathics.core.interrupt import WLThrowInterrupt
from mathics.core.symbols import Symbol, SymbolNull, SymbolTrue
from mathics.core.systemsymbols import SymbolAborted, SymbolFailed

from . import _association as data
from ._message_scopes import Listener, message_names, scope

SymbolFailure = Symbol("System`Failure")
_CONFIRMED = Symbol("System`Private`$Confirmation")


class Catch(StockCatch):
    """Catch[expr], Catch[expr, form], Catch[expr, form, f]: f[value, tag]; a throw without a tag passes by a form.

    https://reference.wolfram.com/language/ref/Catch.html
    """

    def eval_with_form(self, expr, form, evaluation):
        "Catch[expr_, form_]"
        return self._caught(expr, form, None, evaluation)

    def eval_with_form_and_fn(self, expr, form, f, evaluation):
        "Catch[expr_, form_, f_]"
        return self._caught(expr, form, f, evaluation)

    @staticmethod
    def _caught(expr, form, f, evaluation):
        from mathics.eval.patterns import Matcher

        try:
            return expr.evaluate(evaluation)
        except WLThrowInterrupt as thrown:
            pattern = form.evaluate(evaluation) or form
            if thrown.tag is None or not Matcher(pattern, evaluation).match(thrown.tag, evaluation):
                raise
            return thrown.value if f is None else Expression(f, thrown.value, thrown.tag)


class WithCleanup(Builtin):
    """WithCleanup[expr, cleanup], WithCleanup[init, expr, cleanup]: cleanup runs however expr ends.

    https://reference.wolfram.com/language/ref/WithCleanup.html
    """

    context = "System`"
    attributes = A_HOLD_ALL | A_PROTECTED
    rules = {"WithCleanup[expr_, cleanup_]": "WithCleanup[Null, expr, cleanup]"}
    summary_text = "evaluate, and clean up in any case"

    def eval(self, init, expr, cleanup, evaluation):
        "WithCleanup[init_, expr_, cleanup_]"
        init.evaluate(evaluation)
        try:
            return expr.evaluate(evaluation)
        finally:
            stopped, evaluation.stopped = evaluation.stopped, False
            cleanup.evaluate(evaluation)
            evaluation.stopped = evaluation.stopped or stopped


class FailureQ(Builtin):
    """True for $Failed, $Aborted and Failure[...]. https://reference.wolfram.com/language/ref/FailureQ.html"""

    context = "System`"
    summary_text = "test for a failure"

    def eval(self, expr, evaluation):
        "FailureQ[expr_]"
        return from_bool(is_failure(expr))


class Enclose(Builtin):
    """Enclose[expr], Enclose[expr, f], Enclose[expr, f, tag]: f of the failure that a Confirm in expr met.

    f may be the name of a property. https://reference.wolfram.com/language/ref/Enclose.html
    """

    context = "System`"
    attributes = A_HOLD_FIRST | A_PROTECTED
    rules = {
        "Enclose[expr_]": "Enclose[expr, Identity]",
        "Enclose[expr_, f_]": "Enclose[expr, f, System`Private`$Confirmation]",
    }
    summary_text = "catch what a Confirm throws"

    def eval(self, expr, f, tag, evaluation):
        "Enclose[expr_, f_, tag_]"
        from mathics.eval.patterns import Matcher

        evaluation.enclosures = evaluation.__dict__.get("enclosures", 0) + 1
        try:
            return expr.evaluate(evaluation)
        except WLThrowInterrupt as thrown:
            if thrown.tag is None or not Matcher(tag, evaluation).match(thrown.tag, evaluation):
                raise
            return Expression(thrown.value, f) if isinstance(f, String) else Expression(f, thrown.value)
        finally:
            evaluation.enclosures -= 1


class _Confirmation(Builtin):
    context = "System`"
    messages = {"noencl": "There is no Enclose around the confirmation that failed: `1`."}
    summary_text = "go on only if a result is as it should be"

    def _fail(self, text: str, expression, tag, evaluation, **details):
        """Throw the failure to the Enclose around, or say that there is none."""
        properties = {
            "MessageTemplate": String(text),
            "MessageParameters": data.association([]),
            "ConfirmationType": String(self.get_name(short=True)),
            "Expression": expression,
            **details,
        }
        table = data.pairs((String(name), value) for name, value in properties.items())
        failure = Expression(SymbolFailure, String("ConfirmationFailed"), table)
        if not evaluation.__dict__.get("enclosures"):
            evaluation.message(self.get_name(), "noencl", String(text))
            return failure
        raise WLThrowInterrupt(failure, _CONFIRMED if tag is None else tag)


class Confirm(_Confirmation):
    """Confirm[expr], Confirm[expr, info], Confirm[expr, info, tag]: expr, unless it is a failure or Missing."""

    def eval(self, expr, rest, evaluation):
        "Confirm[expr_, rest___]"
        info, tag = _info_and_tag(rest)
        if not is_failure(expr) and not expr.has_form("System`Missing", None):
            return expr
        return self._fail(f"{expr} encountered.", expr, tag, evaluation, Information=info)


class ConfirmBy(_Confirmation):
    """ConfirmBy[expr, f, ...]: expr, if f[expr] is True."""

    def eval(self, expr, f, rest, evaluation):
        "ConfirmBy[expr_, f_, rest___]"
        info, tag = _info_and_tag(rest)
        if Expression(f, expr).evaluate(evaluation) is SymbolTrue:
            return expr
        return self._fail("The result does not satisfy the test.", expr, tag, evaluation, Function=f, Information=info)


class ConfirmMatch(_Confirmation):
    """ConfirmMatch[expr, form, ...]: expr, if it matches the form."""

    def eval(self, expr, form, rest, evaluation):
        "ConfirmMatch[expr_, form_, rest___]"
        from mathics.eval.patterns import Matcher

        info, tag = _info_and_tag(rest)
        if Matcher(form, evaluation).match(expr, evaluation):
            return expr
        return self._fail(
            "The result does not match the pattern.", expr, tag, evaluation, Pattern=form, Information=info
        )


class ConfirmAssert(_Confirmation):
    """ConfirmAssert[test, ...]: Null, if test is True."""

    attributes = A_HOLD_FIRST | A_PROTECTED

    def eval(self, test, rest, evaluation):
        "ConfirmAssert[test_, rest___]"
        info, tag = _info_and_tag(rest)
        if test.evaluate(evaluation) is SymbolTrue:
            return SymbolNull
        held = Expression(Symbol("System`HoldForm"), test)
        return self._fail("An assertion does not hold.", held, tag, evaluation, Information=info)


class ConfirmQuiet(_Confirmation):
    """ConfirmQuiet[expr], ConfirmQuiet[expr, messages, ...]: expr, if it gives none of these messages."""

    attributes = A_HOLD_ALL | A_PROTECTED
    rules = {"ConfirmQuiet[expr_]": "ConfirmQuiet[expr, All]"}

    def eval(self, expr, messages, rest, evaluation):
        "ConfirmQuiet[expr_, messages_, rest___]"
        info, tag = _info_and_tag(rest)
        names = message_names([messages])
        with scope(evaluation, Listener(True if names is None else names, ends=True)) as listener:
            result = expr.evaluate(evaluation)
        if not listener.heard:
            return result
        symbol, name = listener.heard[0]
        text = f"The message {symbol.rsplit('`', 1)[-1]}::{name} was given."
        return self._fail(text, result, tag, evaluation, Information=info)


def is_failure(expression) -> bool:
    return expression in (SymbolFailed, SymbolAborted) or expression.has_form("System`Failure", None)


def _info_and_tag(rest):
    given = rest.get_sequence()
    info = given[0] if given else Symbol("System`None")
    return info, (given[1] if len(given) > 1 else None)
