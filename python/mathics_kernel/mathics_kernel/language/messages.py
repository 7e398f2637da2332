# SPDX-License-Identifier: GPL-3.0-or-later
"""Check, Quiet, EvaluationData and $MessageList."""

import time

from mathics.builtin.messages import Check as StockCheck
from mathics.builtin.messages import Quiet as StockQuiet
from mathics.core.atoms import Integer2, Integer3, MachineReal, String
from mathics.core.attributes import A_HOLD_ALL, A_NO_ATTRIBUTES, A_PROTECTED
from mathics.core.builtin import Builtin, Predefined
from mathics.core.convert.python import from_bool
from mathics.core.expression import Expression
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol

from ._association import pairs
from ._message_scopes import Listener, Silence, message_expression, message_names, scope

SymbolHoldForm = Symbol("System`HoldForm")


class Check(StockCheck):
    """Check[expr, failexpr], Check[expr, failexpr, {f::tag, ...}]: failexpr where a message was given, if quietly.

    https://reference.wolfram.com/language/ref/Check.html
    """

    def eval_with_fail(self, expr, failexpr, params, evaluation):
        "Check[expr_, failexpr_, params___]"
        params = params.get_sequence()
        names = message_names(params) if params else True
        if names is None:
            evaluation.message("Check", "name", params[0])
            return None
        with scope(evaluation, Listener(names)) as listener:
            result = expr.evaluate(evaluation)
        return failexpr.evaluate(evaluation) if listener.heard else result


class Quiet(StockQuiet):
    """Quiet[expr], Quiet[expr, off], Quiet[expr, off, on]: off and on are All, None, a message or a list of them.

    https://reference.wolfram.com/language/ref/Quiet.html
    """

    def eval(self, expr, moff, mon, evaluation):
        "Quiet[expr_, moff_, mon_]"
        whole = Expression(Symbol("System`Quiet"), expr, moff, mon)
        off, on = message_names([moff]), message_names([mon])
        for names, position in ((off, Integer2), (on, Integer3)):
            if names is None:
                evaluation.message("Quiet", "anmlist", position, Expression(SymbolHoldForm, whole))
                return None
        if off is True and on is True:
            evaluation.message("Quiet", "allall", Expression(SymbolHoldForm, whole))
            return None
        both = set() if True in (off, on) else off & on
        if both:
            clash = ListExpression(*map(message_expression, sorted(both)))
            evaluation.message("Quiet", "conflict", Expression(SymbolHoldForm, whole), clash)
            return None
        with scope(evaluation, Silence(off, on)):
            return expr.evaluate(evaluation)


class EvaluationData(Builtin):
    """EvaluationData[expr]: an association of the result, success, messages, output and time; messages are not shown.

    https://reference.wolfram.com/language/ref/EvaluationData.html
    """

    context = "System`"
    attributes = A_HOLD_ALL | A_PROTECTED
    summary_text = "result, messages and time of an evaluation"

    def eval(self, expr, evaluation):
        "EvaluationData[expr_]"
        shown = evaluation.out
        evaluation.out = []
        started, cpu = time.perf_counter(), time.process_time()
        try:
            with scope(evaluation, Listener(ends=True)) as listener:
                result = expr.evaluate(evaluation)
            printed = [String(item.text) for item in evaluation.out]
        finally:
            evaluation.out = shown
        names = [message_expression(name) for name in listener.heard]
        return pairs(
            (String(name), value)
            for name, value in {
                "Result": result,
                "Success": from_bool(not names),
                "FailureType": String("MessageFailure") if names else Symbol("System`None"),
                "OutputLog": ListExpression(*printed),
                "Messages": ListExpression(*(String(f"{_short(symbol)}::{tag}") for symbol, tag in listener.heard)),
                "MessagesExpressions": ListExpression(*(Expression(SymbolHoldForm, name) for name in names)),
                "Timing": MachineReal(time.process_time() - cpu),
                "AbsoluteTiming": MachineReal(time.perf_counter() - started),
            }.items()
        )


def _short(symbol: str) -> str:
    return symbol.rsplit("`", 1)[-1]


class MessageList(Predefined):
    """The messages that the evaluation of this input has shown so far, held."""

    context = "System`"
    name = "$MessageList"
    attributes = A_NO_ATTRIBUTES
    summary_text = "messages of the current evaluation"

    def evaluate(self, evaluation):
        from mathics.core.evaluation import Message

        shown = [item for item in evaluation.out if isinstance(item, Message)]
        lookup = evaluation.definitions.lookup_name
        names = [(lookup(str(item.symbol)), item.tag) for item in shown]
        return ListExpression(*(Expression(SymbolHoldForm, message_expression(name)) for name in names))
