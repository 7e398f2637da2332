# SPDX-License-Identifier: GPL-3.0-or-later
"""TimeConstrained and Pause, which a library's function and Ctrl-C can end early (see ``aborts``)."""

import time

from mathics.builtin.datentime import TimeConstrained as StockTimeConstrained
from mathics.builtin.procedural import Pause as StockPause
from mathics.core.expression import Expression
from mathics.core.symbols import Symbol, SymbolNull
from mathics.core.systemsymbols import SymbolAborted
from mathics.eval.datetime import valid_time_from_expression

from ..aborts import check_abort, time_constrained

TICK_SECONDS = 0.002


class TimeConstrained(StockTimeConstrained):
    def eval_with_timeout(self, expr, t, evaluation):
        "TimeConstrained[expr_, t_]"
        return self._constrained(expr, t, SymbolAborted, evaluation)

    def eval_with_timeout_and_failexpr(self, expr, t, failexpr, evaluation):
        "TimeConstrained[expr_, t_, failexpr_]"
        return self._constrained(expr, t, failexpr, evaluation)

    def _constrained(self, expr, t, failexpr, evaluation):
        from mathics.core.expression_predefined import MATHICS3_INFINITY

        limit = t.evaluate(evaluation)
        if limit.sameQ(MATHICS3_INFINITY):
            return expr.evaluate(evaluation)
        try:
            seconds = valid_time_from_expression(limit, evaluation)
        except ValueError:
            evaluation.message("TimeConstrained", "timc", limit)
            return None
        return time_constrained(expr, seconds, failexpr, evaluation)


class Pause(StockPause):
    def eval(self, n, evaluation):
        "Pause[n_]"
        try:
            seconds = valid_time_from_expression(n, evaluation)
        except ValueError:
            evaluation.message("Pause", "numnm", Expression(Symbol("System`Pause"), n))
            return None
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            time.sleep(min(left, TICK_SECONDS))
            check_abort(evaluation)
        return SymbolNull
