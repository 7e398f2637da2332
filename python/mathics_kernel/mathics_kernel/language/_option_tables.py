# SPDX-License-Identifier: GPL-3.0-or-later
"""How option settings are kept: Mathics3's dictionaries, with what it forgets beside them."""

from collections.abc import Iterable, Mapping

from mathics.core.atoms import String
from mathics.core.expression import Expression
from mathics.core.symbols import Symbol, strip_context
from mathics.core.systemsymbols import SymbolRule

from ..packed import PackedList


class OptionTable(dict):
    """Full name -> value, as Mathics3 looks options up; `rules` has the rules as given, by name without context."""

    def __init__(self, rules: Iterable[Expression]):
        super().__init__()
        self.rules: dict[str, Expression] = {}
        for rule in rules:
            self._put(rule)

    @classmethod
    def of(cls, values: Mapping) -> "OptionTable":
        return cls(Expression(SymbolRule, Symbol(name), value) for name, value in values.items())

    def updated(self, rules: Iterable[Expression]) -> "OptionTable":
        """This table with other values; names stay as they were first written."""
        table = OptionTable(self.rules.values())
        for rule in rules:
            old = table.rules[name_of(rule.elements[0])]
            table._put(Expression(rule.head, old.elements[0], rule.elements[1]), replace=True)
        return table

    def _put(self, rule: Expression, replace: bool = False) -> None:
        name = name_of(rule.elements[0])
        if name is None or (name in self.rules and not replace):
            return
        self.rules[name] = rule
        self[full_name(rule.elements[0])] = rule.elements[1]

    def __reduce__(self):
        return OptionTable, (list(self.rules.values()),)


class Settings(dict):
    """The options that a rule's pattern matched, defaults included, and whose they are.

    unknown: names given that the owner has no default for.
    """

    def __init__(self, values: Mapping, owner, unknown=()):
        super().__init__(values)
        self.owner, self.unknown = owner, unknown

    def __bool__(self) -> bool:
        return True  # no settings are settings too: the caller's must not be seen instead


def table_of(symbol: str, definitions) -> OptionTable:
    """All options of a symbol, with their rules."""
    name = definitions.lookup_name(symbol)
    for known in (definitions.user, definitions.builtin):
        options = known[name].options if name in known else None
        if isinstance(options, OptionTable) and options:
            return options
    return OptionTable.of(dict(sorted(definitions.get_options(name).items())))


def name_of(expression) -> str | None:
    """The name of an option without its context, None where `expression` is no name."""
    if isinstance(expression, String):
        return expression.value
    return strip_context(expression.get_name()) or None


def full_name(expression) -> str:
    """The name under which Mathics3 keeps the option: strings live in System`."""
    return f"System`{expression.value}" if isinstance(expression, String) else expression.get_name()


def may_hold_rules(expression) -> bool:
    """Whether an expression is a list or association; a packed list, which has numbers only, is not looked through."""
    return not isinstance(expression, PackedList) and expression.has_form(("List", "Association"), None)


def flat_rules(expressions) -> list[Expression] | None:
    """The rules in lists (and associations) of any depth; None where there is something else."""
    found = []
    for expression in expressions:
        if expression.has_form(("Rule", "RuleDelayed"), 2):
            found.append(expression)
        elif may_hold_rules(expression):
            inner = flat_rules(expression.elements)
            if inner is None:
                return None
            found += inner
        else:
            return None
    return found


def assign_options(self, lhs, lhs_reference, rhs, evaluation, tags, upset) -> bool:
    """Options[f] = rules: Mathics3's own assignment, then the rules themselves."""
    from mathics.eval.assignments.assignment import eval_assign_options

    done = eval_assign_options(self, lhs, lhs_reference, rhs, evaluation, tags, upset)
    rules = flat_rules([rhs])
    if done and rules is not None and lhs.get_head() is lhs_reference:
        evaluation.definitions.set_options(lhs.elements[0].get_name(), OptionTable(rules))
    return done
