# SPDX-License-Identifier: GPL-3.0-or-later
"""Set and SetDelayed of parts: list[[i]] = value, as[key] = value, as[[key]] = value, nested too; Unset and
Remove of what is not Protected.

A part is set in a copy: Mathics3 changes the list itself, and with it every other variable that shares a part of it.
"""

from mathics.builtin.assignments.assignment import Set as StockSet
from mathics.builtin.assignments.assignment import SetDelayed as StockSetDelayed
from mathics.builtin.assignments.clear import Remove as StockRemove
from mathics.builtin.assignments.clear import Unset as StockUnset
from mathics.core.assignment import is_protected, rejected_because_protected
from mathics.core.atoms import String
from mathics.core.attributes import A_HOLD_ALL, A_PROTECTED
from mathics.core.builtin import Builtin
from mathics.core.exceptions import MessageException
from mathics.core.expression import Expression
from mathics.core.symbols import Symbol, SymbolNull
from mathics.core.systemsymbols import SymbolFailed, SymbolPart, SymbolRuleDelayed

from . import _association as data
from ._parts import PartError, put


class Set(StockSet):
    """lhs = rhs; where lhs is a part of a variable's value, that part."""

    def eval(self, lhs, rhs, evaluation):
        "lhs_ = rhs_"
        if assign_to_part(self, lhs, rhs, None, evaluation):
            return rhs
        return super().eval(lhs, rhs, evaluation)


class SetDelayed(StockSetDelayed):
    """lhs := rhs; where lhs is a part of a variable's value, that part, kept unevaluated."""

    def eval(self, lhs, rhs, evaluation):
        "lhs_ := rhs_"
        if assign_to_part(self, lhs, rhs, SymbolRuleDelayed, evaluation):
            return SymbolNull
        return super().eval(lhs, rhs, evaluation)


class Unset(StockUnset):
    """lhs =., f::tag =.; symbols that are Protected keep their values.

    https://reference.wolfram.com/language/ref/Unset.html, .../Protected.html
    """

    def eval(self, expr, evaluation):
        "Unset[expr_]"
        if expr.has_form("MessageName", 2, 3):
            return _unset_message(self, expr, evaluation)
        # OwnValues[f] =. and the like change f.
        values_of = expr.elements[0].get_name() if expr.has_form(_VALUES, 1) else ""
        tag = values_of or expr.get_lookup_name()
        if tag and rejected_because_protected(self, expr, tag, evaluation):
            return SymbolFailed
        return super().eval(expr, evaluation)


class TagUnset(Builtin):
    """f /: lhs =. removes what f /: lhs = value defined: https://reference.wolfram.com/language/ref/TagUnset.html"""

    context = "System`"
    attributes = A_HOLD_ALL | A_PROTECTED
    messages = {"norep": "Assignment on `2` for `1` not found."}
    summary_text = "remove a definition associated with a symbol"

    def eval(self, f, lhs, evaluation):
        "TagUnset[f_Symbol, lhs_]"
        if rejected_because_protected(self, lhs, f.get_name(), evaluation):
            return SymbolFailed
        return _unset(self, f.get_name(), lhs, evaluation)


def _unset_message(builtin, message_name, evaluation):
    definitions = evaluation.definitions
    definition = definitions.user.get(definitions.lookup_name(message_name.elements[0].get_name()))
    kept = [rule for rule in getattr(definition, "messages", ()) if not rule.pattern.expr.sameQ(message_name)]
    if definition is None or len(kept) == len(definition.messages):
        evaluation.message(builtin.get_name(), "norep", message_name, message_name.elements[0])
        return SymbolFailed
    definitions.set_values(definition.name, "System`Messages", kept)
    return SymbolNull


def _unset(builtin, name: str, lhs, evaluation):
    if name and evaluation.definitions.unset(evaluation.definitions.lookup_name(name), lhs):
        return SymbolNull
    evaluation.message(builtin.get_name(), "norep", lhs, Symbol(name))
    return SymbolFailed


class Remove(StockRemove):
    """Remove[symbol, ...]; those that are Protected stay: https://reference.wolfram.com/language/ref/Remove.html"""

    messages = {"rmptc": "Symbol `1` is Protected and cannot be removed."}

    def eval(self, symb, evaluation):
        "Remove[symb_]"
        name = symb.value if isinstance(symb, String) else symb.get_name()
        if name and is_protected(evaluation.definitions.lookup_name(name), evaluation.definitions):
            evaluation.message("Remove", "rmptc", symb)
            return SymbolNull
        return super().eval(symb, evaluation)


def assign_to_part(builtin, lhs, rhs, rule_head, evaluation) -> bool:
    """Whether lhs was a part of a variable's value (then it is assigned, or a message says why not)."""
    target = _target(lhs, evaluation)
    if target is None:
        return False
    symbol, value, indices = target
    if is_protected(symbol.get_name(), evaluation.definitions):
        evaluation.message(builtin.get_name(), "wrsym", symbol)
        return True
    try:
        changed = put(value, [index.evaluate(evaluation) or index for index in indices], rhs, rule_head)
    except PartError as error:
        evaluation.message("Part", *error.args)
        return True
    except MessageException as error:
        error.message(evaluation)
        return True
    evaluation.definitions.set_ownvalue(symbol.get_name(), changed)
    return True


def _target(lhs, evaluation):
    """(variable, its value, indices) of as[k], as[k1][k2], as[k1, k2] or as[[k1, k2]]; None for anything else."""
    if not isinstance(lhs, Expression):
        return None
    if lhs.head is SymbolPart:
        if len(lhs.elements) < 2:
            return None
        root, indices = lhs.elements[0], list(lhs.elements[1:])
    else:
        root, indices = lhs, []
        while isinstance(root, Expression):
            indices = [*root.elements, *indices]
            root = root.head
    if not isinstance(root, Symbol) or not indices:
        return None
    value = _own_value(root, evaluation)
    if value is None:
        return None
    if lhs.head is SymbolPart:
        return root, value, indices
    key = Symbol("System`Key")
    indices = [index if index.has_form("System`Key", 1) else Expression(key, index) for index in indices]
    return (root, value, indices) if data.is_association(value) else None


def _own_value(symbol, evaluation):
    try:
        value = evaluation.definitions.get_ownvalue(symbol.get_name())
    except ValueError:
        return None
    if not isinstance(value, Expression) or value.has_form("Condition", 2):
        return None
    value = value.evaluate(evaluation)
    return value if value is not None and value is not SymbolFailed else None


def assign_format(self, lhs, lhs_reference, rhs, evaluation, tags, upset) -> bool:
    """Format[pattern, form] = rhs, also where the pattern is named or a Blank with a head, which Mathics3 refuses."""
    from mathics.core.assignment import pop_reference_head
    from mathics.core.rules import Rule
    from mathics.eval.assignments.assignment import eval_assign_format

    whole = pop_reference_head(lhs, lhs_reference)
    tag = _named_head(whole.elements[0]) if len(whole.elements) == 1 else None
    if tag is None:
        return eval_assign_format(self, lhs, lhs_reference, rhs, evaluation, tags, upset)
    if rejected_because_protected(self, lhs, tag, evaluation):
        return False
    evaluation.definitions.add_format(tag, Rule(whole.elements[0], rhs), _FORMS)
    return True


_VALUES = tuple(
    f"System`{name}"
    for name in ("OwnValues", "DownValues", "SubValues", "UpValues", "NValues", "DefaultValues", "Messages", "Options")
)
_FORMS = [f"System`{name}Form" for name in ("Standard", "Output", "Traditional", "TeX", "MathML")]


def _named_head(pattern) -> str | None:
    """The head of what x:head[...] and x_head match, also under conditions; None for other patterns."""
    named = False
    while pattern.has_form(("Condition", "PatternTest", "HoldPattern"), 1, 2) or pattern.has_form("Pattern", 2):
        named = named or pattern.has_form("Pattern", 2)
        pattern = pattern.elements[1 if pattern.has_form("Pattern", 2) else 0]
    if not named:
        return None
    if pattern.has_form("Blank", 1):
        return pattern.elements[0].get_name() or None
    return pattern.get_lookup_name() if isinstance(pattern, Expression) else None
