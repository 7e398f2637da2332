# SPDX-License-Identifier: GPL-3.0-or-later
"""Evaluates one input at a time and says all that happened: result, messages, printed lines, time."""

import time
from dataclasses import dataclass, field

from mathics.core.evaluation import Message, Print
from mathics.core.symbols import Symbol, SymbolNull
from mathics.core.systemsymbols import SymbolAborted, SymbolFailed

from .aborts import on_interrupt


@dataclass
class Outcome:
    """result: an expression; messages: (name as "f::tag", text); printed: lines; seconds: wall time."""

    result: object
    messages: list[tuple[str, str]] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)
    seconds: float = 0.0


class Evaluator:
    def __init__(self, session):
        self.evaluation = session.evaluation
        self.definitions = session.definitions
        self.busy = False

    def evaluate(self, expr) -> Outcome:
        """Evaluate an expression. Whatever goes wrong inside ends in a message, never in an exception;
        only SystemExit (Quit, Exit) passes."""
        evaluation = self.evaluation
        evaluation.out = []
        evaluation.predetermined_out = None  # what an input before left for its own Out
        evaluation.timeout_queue.clear()
        start = time.perf_counter()
        self.busy = True
        try:
            answer = evaluation.evaluate(expr, format="unformatted")
            result, out = _result(answer), answer.out
        except KeyboardInterrupt:
            result, out = SymbolAborted, list(evaluation.out)
        except Exception as error:
            out = [*evaluation.out, Message("General", "kernel", f"{type(error).__name__}: {error}")]
            evaluation.out = []
            result = SymbolFailed
        finally:
            self.busy = False
            evaluation.stopped = False
            evaluation.last_eval = None  # a value that nothing else holds must go
        return Outcome(
            result,
            [(f"{_short_name(o.symbol)}::{o.tag}", o.text) for o in out if isinstance(o, Message)],
            [o.text for o in out if isinstance(o, Print)],
            time.perf_counter() - start,
        )

    def evaluate_text(self, text: str) -> Outcome:
        """Evaluate every expression in `text`; the outcome is the last one's, with all messages and prints."""
        from mathics.core.parser import MathicsMultiLineFeeder
        from mathics_scanner.location import ContainerKind

        evaluation = self.evaluation
        feeder = MathicsMultiLineFeeder(text, "", ContainerKind.STRING)
        total = Outcome(SymbolNull)
        while not feeder.empty():
            evaluation.out = []
            expr = evaluation.parse_feeder(feeder)
            total.messages += [(f"{_short_name(o.symbol)}::{o.tag}", o.text) for o in evaluation.out]
            if expr is None:
                continue
            outcome = self.evaluate(expr)
            total.result = outcome.result
            total.messages += outcome.messages
            total.printed += outcome.printed
            total.seconds += outcome.seconds
        return total

    def get(self, path: str) -> Outcome:
        from mathics.core.atoms import String
        from mathics.core.expression import Expression

        return self.evaluate(Expression(Symbol("System`Get"), String(path)))

    def abort_on_interrupt(self, idle_too: bool) -> None:
        """SIGINT ends the running evaluation with $Aborted; `idle_too`: it interrupts waiting for input too."""
        on_interrupt(self.evaluation, lambda: self.busy or idle_too)


def _result(answer):
    if answer.result is not None:
        return answer.result
    return SymbolNull if answer.last_eval is None else answer.last_eval


def _short_name(symbol) -> str:
    name = symbol if isinstance(symbol, str) else symbol.get_name()
    return name.split("`")[-1]
