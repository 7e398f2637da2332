# SPDX-License-Identifier: GPL-3.0-or-later
"""An association as Mathics3 has it (an expression of rules), with a table of its keys kept beside it."""

from collections.abc import Iterable

from mathics.core.atoms import String
from mathics.core.element import ElementsProperties
from mathics.core.expression import Expression, ExpressionCache
from mathics.core.list import ListExpression
from mathics.core.symbols import Atom, Symbol
from mathics.core.systemsymbols import SymbolMissing, SymbolRule, SymbolRuleDelayed

from ..packed import PackedList, unpacked

SymbolAssociation = Symbol("System`Association")
_RULES = (SymbolRule, SymbolRuleDelayed)
_SYMBOLS = ("System`Association", "System`Rule", "System`RuleDelayed", "System`List")


class Key:
    """An expression as a dictionary's key: equal to another where SameQ gives True."""

    __slots__ = ("expression", "_hash")

    def __init__(self, expression):
        if isinstance(expression, PackedList):
            expression = unpacked(expression)
        self.expression = expression
        self._hash = hash(expression)

    def __hash__(self):
        return self._hash

    def __eq__(self, other):
        return self._hash == other._hash and self.expression.sameQ(other.expression)


class KeyedAssociation(Expression):
    """An association with its table of keys. One of inert values only is what it evaluates to: nothing looks at its
    elements each time that it is used."""

    def __init__(self, table: dict[Key, Expression], inert: bool | None = None):
        super().__init__(SymbolAssociation, *table.values())
        self._key_table = table
        self._inert = inert

    @property
    def inert(self) -> bool:
        if self._inert is None:
            self._inert = all(is_inert(part) for rule in self._elements for part in rule.elements)
        return self._inert

    def evaluate(self, evaluation):
        return self if self.inert else super().evaluate(evaluation)

    def replace_vars(self, vars, options=None, in_scoping=True, in_function=True):
        return self if self.inert else super().replace_vars(vars, options, in_scoping, in_function)

    def _build_elements_properties(self):
        if not self.inert:
            super()._build_elements_properties()
            return
        self._is_literal = False
        self.elements_properties = ElementsProperties(False, False, len(self._elements) < 2, False)

    def _rebuild_cache(self):
        if self._cache is None and self.inert:
            self._cache = ExpressionCache(None, set(_SYMBOLS), [])
        return super()._rebuild_cache()


def is_inert(expression) -> bool:
    """Whether an expression holds nothing that evaluation or replacement of symbols could change."""
    if isinstance(expression, Atom):
        return not isinstance(expression, Symbol)
    if isinstance(expression, ListExpression):
        return isinstance(expression, PackedList) or bool(expression.is_literal)
    return isinstance(expression, KeyedAssociation) and expression.inert


def is_association(expression) -> bool:
    if not isinstance(expression, Expression) or expression.head is not SymbolAssociation:
        return False
    return isinstance(expression, KeyedAssociation) or all(map(is_rule, expression.elements))


def is_rule(expression) -> bool:
    return isinstance(expression, Expression) and expression.head in _RULES and len(expression.elements) == 2


def table_of(association: Expression) -> dict[Key, Expression]:
    """Key -> rule, in order."""
    if isinstance(association, KeyedAssociation):
        return association._key_table
    table = association.__dict__.get("_key_table")
    if table is None:
        table = association._key_table = {Key(rule.elements[0]): rule for rule in association.elements}
    return table


def association(rules: Iterable[Expression]) -> KeyedAssociation:
    """The association of rules; of two with one key the last counts, in the first's place."""
    return KeyedAssociation({Key(rule.elements[0]): rule for rule in rules})


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


def with_value(association: Expression, key, value, head=SymbolRule) -> KeyedAssociation:
    """The association with another value for one key, in its place or at the end."""
    key = bare(key)
    table = table_of(association).copy()
    table[Key(key)] = Expression(head, key, value)
    inert = isinstance(association, KeyedAssociation) and association.inert and is_inert(key) and is_inert(value)
    return KeyedAssociation(table, inert or None)


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
