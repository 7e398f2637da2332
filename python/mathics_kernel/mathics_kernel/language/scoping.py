# SPDX-License-Identifier: GPL-3.0-or-later
"""InheritedBlock: symbols that keep their definitions, and get them back."""

from copy import copy

from mathics.core.attributes import A_HOLD_ALL, A_PROTECTED
from mathics.core.builtin import Builtin

_VALUES = ("ownvalues", "downvalues", "subvalues", "upvalues", "nvalues", "defaultvalues", "messages")


class InheritedBlock(Builtin):
    """InheritedBlock[{x, ...}, expr]: the symbols keep their definitions in expr; changes to them are undone."""

    context = "Internal`"
    attributes = A_HOLD_ALL | A_PROTECTED
    summary_text = "a block that inherits definitions"

    def eval(self, symbols, expr, evaluation):
        "Internal`InheritedBlock[symbols_List, expr_]"
        definitions = evaluation.definitions
        names = [definitions.lookup_name(symbol.get_name()) for symbol in symbols.elements if symbol.get_name()]
        saved = {name: _copied(definitions.user.get(name)) for name in names}
        try:
            return expr.evaluate(evaluation)
        finally:
            for name, definition in saved.items():
                if definition is None:
                    definitions.user.pop(name, None)
                else:
                    definitions.user[name] = definition
                    definitions.mark_changed(definition)
                definitions.clear_cache(name)


def _copied(definition):
    if definition is None:
        return None
    twin = copy(definition)
    for values in _VALUES:
        setattr(twin, values, list(getattr(definition, values)))
    twin.formatvalues = {form: list(rules) for form, rules in definition.formatvalues.items()}
    twin.options = copy(definition.options)
    return twin
