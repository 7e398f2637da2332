# SPDX-License-Identifier: GPL-3.0-or-later
"""Associations: construction, access, and the functions of their keys.

https://reference.wolfram.com/language/guide/Associations.html; what works on the values alone is in associations.wl.
"""

from mathics.builtin.list import associations as stock
from mathics.core.atoms import Integer
from mathics.core.attributes import A_HOLD_ALL_COMPLETE, A_HOLD_FIRST, A_HOLD_REST, A_PROTECTED
from mathics.core.builtin import Builtin
from mathics.core.convert.python import from_bool
from mathics.core.expression import Expression
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol, SymbolTrue
from mathics.core.systemsymbols import SymbolRule

from ..direct_rules import DirectRule
from . import _association as data

_INVALID = {"invrl": "The argument `1` is not a valid Association or a list of rules."}


class Association(stock.Association):
    """<|key -> value, ...|>; arguments that are no rules are evaluated to rules, lists of rules or associations."""

    attributes = A_HOLD_ALL_COMPLETE | A_PROTECTED

    def eval(self, rules, evaluation):
        "Association[rules___]"
        arguments = rules.get_sequence()
        evaluated = [_evaluated(argument, evaluation) for argument in arguments]
        found = data.rules_of(ListExpression(*evaluated))
        if found is None:
            if all(new is old for new, old in zip(evaluated, arguments)):
                return None
            return Expression(data.SymbolAssociation, *evaluated)
        return data.association(found)

    def contribute(self, definitions, is_pymodule=False):
        super().contribute(definitions, is_pymodule)
        definitions.builtin["System`Association"].subvalues.insert(0, DirectRule("Association", _lookup))

    eval_key = None


def _lookup(expression, evaluation):
    """association[key, ...]"""
    association = expression.head
    if not data.is_association(association) or not expression.elements:
        return None
    key, *further = expression.elements
    value = data.lookup(association, key)
    if value is None:
        return data.absent(key)
    return Expression(value, *further) if further else value


class AssociationQ(Builtin):
    """Whether an expression is a valid association. https://reference.wolfram.com/language/ref/AssociationQ.html"""

    context = "System`"
    summary_text = "test for a valid association"

    def eval(self, expr, evaluation):
        "AssociationQ[expr_]"
        return from_bool(data.is_association(expr))


class _OfRules(Builtin):
    context = "System`"
    messages = _INVALID

    def _each(self, rules, function, evaluation, part):
        if data.is_rule(rules):
            return function(rules.elements[part])
        if data.is_association(rules):
            return ListExpression(*(function(rule.elements[part]) for rule in rules.elements))
        if rules.has_form("List", None):
            parts = [self._each(element, function, evaluation, part) for element in rules.elements]
            return None if None in parts else ListExpression(*parts)
        evaluation.message(self.get_name(), "invrl", rules)
        return None


class Keys(_OfRules):
    """Keys[association], Keys[rules], Keys[..., h]: the keys, each wrapped in h."""

    summary_text = "keys of an association"

    def eval(self, rules, evaluation):
        "Keys[rules_]"
        return self._each(rules, lambda key: key, evaluation, 0)

    def eval_wrapped(self, rules, h, evaluation):
        "Keys[rules_, h_]"
        return self._each(rules, lambda key: Expression(h, key), evaluation, 0)


class Values(_OfRules):
    """Values[association], Values[rules], Values[..., h]: the values, each wrapped in h."""

    summary_text = "values of an association"

    def eval(self, rules, evaluation):
        "Values[rules_]"
        return self._each(rules, lambda value: value, evaluation, 1)

    def eval_wrapped(self, rules, h, evaluation):
        "Values[rules_, h_]"
        return self._each(rules, lambda value: Expression(h, value), evaluation, 1)


class Lookup(Builtin):
    """Lookup[assoc, key], Lookup[assoc, {key, ...}], Lookup[assoc, key, default], Lookup[{assoc, ...}, key].

    The default is evaluated only where it is needed. https://reference.wolfram.com/language/ref/Lookup.html
    """

    context = "System`"
    attributes = A_HOLD_REST | A_PROTECTED
    messages = _INVALID
    rules = {"Lookup[key_][rules_]": "Lookup[rules, key]"}
    summary_text = "value of a key, or a default"

    def eval(self, rules, key, evaluation):
        "Lookup[rules_, key_]"
        return self._lookup(rules, key.evaluate(evaluation), None, evaluation)

    def eval_default(self, rules, key, default, evaluation):
        "Lookup[rules_, key_, default_]"
        return self._lookup(rules, key.evaluate(evaluation), default, evaluation)

    def _lookup(self, rules, key, default, evaluation):
        if rules.has_form("List", None) and rules.elements and all(map(data.is_association, rules.elements)):
            return ListExpression(*(self._lookup(each, key, default, evaluation) for each in rules.elements))
        found = data.rules_of(rules)
        if found is None:
            evaluation.message("Lookup", "invrl", rules)
            return None
        table = rules if data.is_association(rules) else data.association(reversed(found))
        if key.has_form("List", None):
            return ListExpression(*(self._one(table, each, default, evaluation) for each in key.elements))
        return self._one(table, key, default, evaluation)

    @staticmethod
    def _one(table, key, default, evaluation):
        value = data.lookup(table, key)
        if value is not None:
            return value
        return data.absent(key) if default is None else default.evaluate(evaluation)


class _OfKeys(Builtin):
    context = "System`"
    messages = _INVALID

    def _association(self, rules, evaluation):
        """`rules` as an association, or None and a message."""
        if data.is_association(rules):
            return rules
        found = data.rules_of(rules)
        if found is None:
            evaluation.message(self.get_name(), "invrl", rules)
            return None
        return data.association(found)

    def _mapped(self, function, rules, evaluation):
        """function[association] over a list of associations or for one."""
        if rules.has_form("List", None) and rules.elements and all(map(data.is_association, rules.elements)):
            return ListExpression(*map(function, rules.elements))
        table = self._association(rules, evaluation)
        return table and function(table)


class KeyExistsQ(_OfKeys):
    """https://reference.wolfram.com/language/ref/KeyExistsQ.html"""

    rules = {"KeyExistsQ[key_][rules_]": "KeyExistsQ[rules, key]"}
    summary_text = "test whether a key exists"

    def eval(self, rules, key, evaluation):
        "KeyExistsQ[rules_, key_]"
        table = self._association(rules, evaluation)
        return table and from_bool(data.lookup(table, key) is not None)


class KeyMemberQ(_OfKeys):
    """Whether a key matches a pattern. https://reference.wolfram.com/language/ref/KeyMemberQ.html"""

    rules = {"KeyMemberQ[pattern_][rules_]": "KeyMemberQ[rules, pattern]"}
    summary_text = "test whether a key matches a pattern"

    def eval(self, rules, pattern, evaluation):
        "KeyMemberQ[rules_, pattern_]"
        from mathics.eval.patterns import Matcher

        table = self._association(rules, evaluation)
        match = Matcher(pattern, evaluation).match
        return table and from_bool(any(match(rule.elements[0], evaluation) for rule in table.elements))


class KeyTake(_OfKeys):
    """KeyTake[assoc, {key, ...}]: the given keys that exist, in the order given."""

    rules = {"KeyTake[keys_][rules_]": "KeyTake[rules, keys]"}
    summary_text = "take some keys of an association"

    def eval(self, rules, keys, evaluation):
        "KeyTake[rules_, keys_]"
        wanted = [data.Key(data.bare(key)) for key in (keys.elements if keys.has_form("List", None) else (keys,))]

        def take(table):
            known = data.table_of(table)
            return data.association(known[key] for key in wanted if key in known)

        return self._mapped(take, rules, evaluation)


class KeyDrop(_OfKeys):
    """KeyDrop[assoc, {key, ...}]: without the given keys."""

    rules = {"KeyDrop[keys_][rules_]": "KeyDrop[rules, keys]"}
    summary_text = "drop some keys of an association"

    def eval(self, rules, keys, evaluation):
        "KeyDrop[rules_, keys_]"
        unwanted = {data.Key(data.bare(key)) for key in (keys.elements if keys.has_form("List", None) else (keys,))}

        def drop(table):
            return data.association(rule for key, rule in data.table_of(table).items() if key not in unwanted)

        return self._mapped(drop, rules, evaluation)


class AssociationThread(Builtin):
    """AssociationThread[keys, values], AssociationThread[keys -> values]: lists of one length."""

    context = "System`"
    messages = {"idim": "`1` and `2` must have the same length."}
    rules = {"AssociationThread[keys_ -> values_]": "AssociationThread[keys, values]"}
    summary_text = "association of keys and values"

    def eval(self, keys, values, evaluation):
        "AssociationThread[keys_List, values:(_List|_Association)]"
        values = values.elements if values.has_form("List", None) else [rule.elements[1] for rule in values.elements]
        if len(keys.elements) != len(values):
            evaluation.message("AssociationThread", "idim", keys, ListExpression(*values))
            return None
        return data.pairs(zip(keys.elements, values))


class AssociationMap(Builtin):
    """AssociationMap[f, {key, ...}] is <|key -> f[key], ...|>; AssociationMap[f, assoc] maps f over its rules."""

    context = "System`"
    rules = {"AssociationMap[f_][list_]": "AssociationMap[f, list]"}
    summary_text = "association of keys and a function's values"

    def eval_list(self, f, keys, evaluation):
        "AssociationMap[f_, keys_List]"
        return data.pairs((key, Expression(f, key).evaluate(evaluation)) for key in keys.elements)

    def eval_association(self, f, table, evaluation):
        "AssociationMap[f_, table_Association]"
        rules = ListExpression(*(Expression(f, rule) for rule in table.elements)).evaluate(evaluation)
        found = data.rules_of(rules)
        return found and data.association(found)


class KeyValueMap(Builtin):
    """KeyValueMap[f, assoc]: the list of f[key, value]."""

    context = "System`"
    rules = {"KeyValueMap[f_][table_]": "KeyValueMap[f, table]"}
    summary_text = "map a function over keys and values"

    def eval(self, f, table, evaluation):
        "KeyValueMap[f_, table_Association]"
        return ListExpression(*(Expression(f, *rule.elements) for rule in table.elements))


class KeyMap(Builtin):
    """KeyMap[f, assoc]: f applied to the keys."""

    context = "System`"
    rules = {"KeyMap[f_][table_]": "KeyMap[f, table]"}
    summary_text = "map a function over keys"

    def eval(self, f, table, evaluation):
        "KeyMap[f_, table_Association]"
        return data.association(
            Expression(rule.head, Expression(f, rule.elements[0]).evaluate(evaluation), rule.elements[1])
            for rule in table.elements
        )


class KeySelect(Builtin):
    """KeySelect[assoc, test]: the elements whose keys satisfy the test."""

    context = "System`"
    rules = {"KeySelect[test_][table_]": "KeySelect[table, test]"}
    summary_text = "select by key"

    def eval(self, table, test, evaluation):
        "KeySelect[table_Association, test_]"
        return data.association(
            rule for rule in table.elements if Expression(test, rule.elements[0]).evaluate(evaluation) is SymbolTrue
        )


class KeySort(Builtin):
    """KeySort[assoc]: sorted by keys."""

    context = "System`"
    summary_text = "sort by key"

    def eval(self, table, evaluation):
        "KeySort[table_Association]"
        return data.association(sorted(table.elements, key=lambda rule: rule.elements[0].element_order))


class Merge(Builtin):
    """Merge[{assoc, ...}, f]: f of the list of the values that each key has."""

    context = "System`"
    messages = _INVALID
    rules = {"Merge[f_][tables_]": "Merge[tables, f]"}
    summary_text = "merge associations"

    def eval(self, tables, f, evaluation):
        "Merge[tables_, f_]"
        found = data.rules_of(tables)
        if found is None:
            evaluation.message("Merge", "invrl", tables)
            return None
        groups: dict[data.Key, list] = {}
        for rule in found:
            groups.setdefault(data.Key(rule.elements[0]), []).append(rule.elements[1])
        return data.pairs(
            (key.expression, Expression(f, ListExpression(*values)).evaluate(evaluation))
            for key, values in groups.items()
        )


class Counts(Builtin):
    """Counts[list]: how often each distinct element occurs."""

    context = "System`"
    summary_text = "count distinct elements"

    def eval(self, list, evaluation):
        "Counts[list:(_List|_Association)]"
        return _counts(_values(list), None)


class CountsBy(Builtin):
    """CountsBy[list, f]: how often f has each value."""

    context = "System`"
    rules = {"CountsBy[f_][list_]": "CountsBy[list, f]"}
    summary_text = "count by a function's value"

    def eval(self, list, f, evaluation):
        "CountsBy[list:(_List|_Association), f_]"
        values = _values(list)
        return _counts(values, [Expression(f, value).evaluate(evaluation) for value in values])


class GroupBy(Builtin):
    """GroupBy[list, f], GroupBy[list, f, reduce], GroupBy[list, f -> g]: the elements by their values of f."""

    context = "System`"
    rules = {"GroupBy[f_][list_]": "GroupBy[list, f]"}
    summary_text = "group by a function's value"

    def eval(self, list, f, evaluation):
        "GroupBy[list:(_List|_Association), f_]"
        return self._grouped(list, f, None, evaluation)

    def eval_reduced(self, list, f, reduce, evaluation):
        "GroupBy[list:(_List|_Association), f_, reduce_]"
        return self._grouped(list, f, reduce, evaluation)

    @staticmethod
    def _grouped(list, f, reduce, evaluation):
        of, member = f.elements if data.is_rule(f) else (f, None)
        keyed = data.is_association(list)
        groups: dict[data.Key, list] = {}
        for element in list.elements:
            value = element.elements[1] if keyed else element
            if member is not None:
                new = Expression(member, value).evaluate(evaluation)
                element = Expression(SymbolRule, element.elements[0], new) if keyed else new
            groups.setdefault(data.Key(Expression(of, value).evaluate(evaluation)), []).append(element)
        made = []
        for key, members in groups.items():
            group = data.association(members) if keyed else ListExpression(*members)
            made.append((key.expression, group if reduce is None else Expression(reduce, group).evaluate(evaluation)))
        return data.pairs(made)


class AssociateTo(Builtin):
    """AssociateTo[variable, key -> value], AssociateTo[variable, {key -> value, ...}] changes the variable."""

    context = "System`"
    attributes = A_HOLD_FIRST | A_PROTECTED
    messages = _INVALID
    summary_text = "add keys to an association in place"

    def eval(self, variable, rules, evaluation):
        "AssociateTo[variable_, rules_]"

        def added(table, found):
            return data.association([*table.elements, *found])

        return _changed(self, variable, rules, evaluation, added)


class KeyDropFrom(Builtin):
    """KeyDropFrom[variable, key or keys] drops keys of the variable's association."""

    context = "System`"
    attributes = A_HOLD_FIRST | A_PROTECTED
    messages = _INVALID
    summary_text = "drop keys of an association in place"

    def eval(self, variable, keys, evaluation):
        "KeyDropFrom[variable_, keys_]"
        from mathics.core.systemsymbols import SymbolSet

        dropped = Expression(Symbol("System`KeyDrop"), variable, keys).evaluate(evaluation)
        return Expression(SymbolSet, variable, dropped).evaluate(evaluation)


def _changed(builtin, variable, rules, evaluation, change):
    from mathics.core.systemsymbols import SymbolSet

    table = variable.evaluate(evaluation)
    found = data.rules_of(rules)
    if not data.is_association(table) or found is None:
        evaluation.message(builtin.get_name(), "invrl", rules if data.is_association(table) else table)
        return None
    return Expression(SymbolSet, variable, change(table, found)).evaluate(evaluation)


def _evaluated(argument, evaluation):
    """A rule with its key (and, where it is not delayed, its value) evaluated; anything else evaluated whole."""
    if data.is_rule(argument):
        key, value = argument.elements
        new_key = key.evaluate(evaluation) or key
        new_value = value if argument.head is not SymbolRule else value.evaluate(evaluation) or value
        if new_key is key and new_value is value:
            return argument
        return Expression(argument.head, new_key, new_value)
    return argument.evaluate(evaluation) or argument


def _values(list) -> tuple:
    return tuple(rule.elements[1] for rule in list.elements) if data.is_association(list) else list.elements


def _counts(values, keys):
    found: dict[data.Key, int] = {}
    for key in map(data.Key, values if keys is None else keys):
        found[key] = found.get(key, 0) + 1
    return data.pairs((key.expression, Integer(count)) for key, count in found.items())


def slot_value(slot, slots, evaluation):
    """#name of a pure function: the value of the key in its first argument (slots[1])."""
    name = slot.elements[0]
    if len(slots) < 2:
        evaluation.message("Function", "slotn", name)
        return slot
    if not data.is_association(slots[1]):
        evaluation.message("Function", "slota", name, slots[1])
        return slot
    value = data.lookup(slots[1], name)
    return data.absent(name) if value is None else value
