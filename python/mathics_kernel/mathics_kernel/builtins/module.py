# SPDX-License-Identifier: GPL-3.0-or-later
"""Module, whose local symbols are removed when nothing refers to them (attribute Temporary in the language).

https://reference.wolfram.com/language/ref/Module.html, .../Temporary.html
"""

from mathics.builtin.scoping import Module as StockModule
from mathics.builtin.scoping import get_scoping_vars
from mathics.core.atoms import Integer
from mathics.core.interrupt import ReturnInterrupt, WLThrowInterrupt
from mathics.core.symbols import Symbol

from .. import local_symbols


class Module(StockModule):
    def eval(self, vars, expr, evaluation):
        "Module[vars_, expr_]"
        definitions = evaluation.definitions
        number = Symbol("System`$ModuleNumber").evaluate(evaluation).get_int_value() or 1
        definitions.set_ownvalue("System`$ModuleNumber", Integer(number + 1))
        variables = list(get_scoping_vars(vars, "Module", evaluation))
        local = {name: f"{name}${number}" for name, _ in variables}
        local_symbols.enter(local.values())
        value = None
        try:
            for name, given in variables:
                if given is not None:
                    definitions.set_ownvalue(local[name], given.copy())
            body = expr.replace_vars({name: Symbol(new) for name, new in local.items()}, in_scoping=False)
            value = body.evaluate(evaluation)
            return value
        except WLThrowInterrupt as thrown:
            value = thrown.value
            raise
        except ReturnInterrupt as returned:
            value = returned.expr
            raise
        finally:
            local_symbols.leave(set(local.values()), value, definitions)
