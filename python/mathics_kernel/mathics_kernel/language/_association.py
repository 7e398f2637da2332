# SPDX-License-Identifier: GPL-3.0-or-later
"""An association as Mathics3 has it (an expression of rules), with a table of its keys kept beside it."""

from collections.abc import Iterable

from mathics.core.atoms import String
from mathics.core.expression import Expression
from mathics.core.symbols import Symbol
from mathics.core.systemsymbols import SymbolMissing, SymbolRule, SymbolRuleDelayed

SymbolAssociation = Symbol("System`Association")
_RULES = (SymbolRule, SymbolRuleDelayed)


class Key:
    """An expression as a dictionary's key: equal to another where SameQ gives True."""

    __slots__ = ("expression", "_hash")

    def __init__(self, expression):
        if getattr(expression, "array", None) is not None:
            from ..packed import unpacked

            expression = unpacked(expression)
        self.expression = expression
        self._hash = hash(expression)

    def __hash__(self):
        return self._hash

    def __eq__(self, other):
        return self._hash == other._hash and self.expression.sameQ(other.expression)


def is_association(expression) -> bool:
    if not isinstance(expression, Expression) or expression.head is not SymbolAssociation:
        return False
    return hasattr(expression, "_key_table") or all(is_rule(element) for element in expression.elements)


def is_rule(expression) -> bool:
    return isinstance(expression, Expression) and expression.head in _RULES and len(expression.elements) == 2


def table_of(association: Expression) -> dict[Key, Expression]:
    """Key -> rule, in order."""
    table = getattr(association, "_key_table", None)
    if table is None:
        table = {Key(rule.elements[0]): rule for rule in association.elements}
        association._key_table = table
    return table


def association(rules: Iterable[Expression]) -> Expression:
    """The association of rules; of two with one key the last counts, in the first's place."""
    table: dict[Key, Expression] = {}
    for rule in rules:
        table[Key(rule.elements[0])] = rule
    made = Expression(SymbolAssociation, *table.values())
    made._key_table = table
    return made


def pairs(items: Iterable[tuple]) -> Expression:
    return association(Expression(SymbolRule, key, value) for key, value in items)


def lookup(association: Expression, key):
    """The value of a key, None where there is none."""
    rule = table_of(association).get(Key(bare(key)))
    return None if rule is None else rule.elements[1]


def bare(key):
    """Key[k] stands for k."""
    return key.elements[0] if key.has_form("System`Key", 1) else key


def absent(key) -> Expression:
    return Expression(SymbolMissing, String("KeyAbsent"), bare(key))


def with_value(association_: Expression, key, value) -> Expression:
    """The association with another value for one key, in its place or at the end."""
    return association([*association_.elements, Expression(SymbolRule, bare(key), value)])


def rules_of(expression) -> list[Expression] | None:
    """The rules of an association, of a rule, or of a list of rules and associations; None for anything else."""
    if is_rule(expression):
        return [expression]
    if not expression.has_form(("List", "Association"), None):
        return None
    found: list[Expression] = []
    for element in expression.elements:
        inner = rules_of(element)
        if inner is None:
            return None
        found += inner
    return found
