# SPDX-License-Identifier: GPL-3.0-or-later
"""Part of expressions that hold associations: positions there may be keys, and stand for values."""

from mathics.core.atoms import Integer, String
from mathics.core.convert.expression import to_expression_with_specialization
from mathics.core.exceptions import MessageException
from mathics.core.expression import Expression
from mathics.core.list import ListExpression
from mathics.core.symbols import Atom

from . import _association as data


class PartError(Exception):
    """The message Part gives: (tag, arguments...)."""


def by_key(index) -> bool:
    return isinstance(index, String) or index.has_form("System`Key", 1)


def concerns_associations(expression, indices) -> bool:
    """Whether Mathics3's own Part does not know what to do."""
    if data.is_association(expression) or any(map(by_key, indices)):
        return True
    return (
        len(indices) > 1 and isinstance(expression, Expression) and any(map(data.is_association, expression.elements))
    )


def part_with_keys(stock_part):
    """Mathics3's eval_Part, but for associations."""

    def eval_part(list_of_list, indices, evaluation, assign_rhs=None):
        whole = list_of_list[0]
        if assign_rhs is not None or not concerns_associations(whole, indices):
            return stock_part(list_of_list, indices, evaluation, assign_rhs)
        try:
            return part(whole, list(indices))
        except PartError as error:
            evaluation.message("Part", *error.args)
        except MessageException as error:
            error.message(evaluation)
        return False

    return eval_part


def part(expression, indices: list):
    """expression[[indices]]; a key that is absent gives Missing, a position that is absent PartError."""
    if not indices:
        return expression
    index, rest = indices[0], indices[1:]
    if isinstance(expression, Atom):
        raise PartError("partd", index)
    if index.get_name() == "System`All":
        return _rebuilt(expression, _all(expression), rest)
    if index.has_form("List", None):
        return _rebuilt(expression, [_element(expression, each) for each in index.elements], rest)
    if index.has_form("Span", None):
        return _rebuilt(expression, _span(expression, index), rest)
    if isinstance(index, Integer) and index.value == 0:
        return part(expression.head, rest)
    return part(_element(expression, index)[1], rest)


def put(expression, indices: list, value, rule_head=None):
    """The expression with expression[[indices]] replaced; a new key goes to the end of its association.

    Where the indices stand for several parts, a list of as many values goes to them one by one.
    """
    if not indices:
        return value
    index, rest = indices[0], indices[1:]
    if data.is_association(expression) and not _is_position(index):
        old = data.lookup(expression, index)
        if old is None and rest:
            raise PartError("keyw", data.bare(index), expression)
        new = put(old, rest, value, rule_head)
        head = rule_head if rule_head is not None and not rest else data.SymbolRule
        return data.with_value(expression, index, new, head)
    if isinstance(expression, Atom):
        raise PartError("partd", index)
    if isinstance(index, Integer) and index.value == 0:
        return to_expression_with_specialization(put(expression.head, rest, value), *expression.elements)
    packed = _put_packed(expression, indices, value)
    if packed is not None:
        return packed
    positions = _positions(expression, index)
    several = not isinstance(index, Integer)
    values = [value] * len(positions)
    if several and value.has_form("List", len(positions)):
        values = value.elements
    elements = list(expression.elements)
    for position, each in zip(positions, values):
        elements[position] = _put_element(expression, elements[position], rest, each)
    if data.is_association(expression):
        return data.association(elements)
    return to_expression_with_specialization(expression.head, *elements)


def _put_element(parent, element, rest, value):
    if data.is_association(parent):
        return Expression(element.head, element.elements[0], put(element.elements[1], rest, value))
    return put(element, rest, value)


def _put_packed(expression, indices, value):
    """A packed list with one number changed stays packed; None where that is not what is asked."""
    from ..packed import PackedList, uniform_array

    if not isinstance(expression, PackedList) or not all(isinstance(index, Integer) for index in indices):
        return None
    array = expression.array
    if len(indices) != array.ndim:
        return None
    number = uniform_array(ListExpression(value))
    if number is None or number.dtype != array.dtype or number.ndim != 1:
        return None
    where = []
    for index, count in zip(indices, array.shape):
        if not 1 <= abs(index.value) <= count:
            raise PartError("partw", index, expression)
        where.append(index.value - 1 if index.value > 0 else index.value)
    changed = array.copy()
    changed[tuple(where)] = number[0]
    return PackedList(changed)


def _is_position(index) -> bool:
    if index.has_form("List", None):
        return all(isinstance(each, Integer) for each in index.elements)
    return isinstance(index, Integer) or index.has_form("Span", None) or index.get_name() == "System`All"


def _positions(expression, index) -> list[int]:
    if index.get_name() == "System`All":
        return list(range(len(expression.elements)))
    if index.has_form("Span", None):
        return _span_positions(len(expression.elements), index)
    wanted = index.elements if index.has_form("List", None) else (index,)
    for each in wanted:
        if not isinstance(each, Integer):
            raise PartError("pspec", index)
    return [_position(expression, each) for each in wanted]


def _element(expression, index):
    """(rule or None, element): of an association its rule and value."""
    if data.is_association(expression):
        if isinstance(index, Integer):
            rule = expression.elements[_position(expression, index)]
            return rule, rule.elements[1]
        rule = data.table_of(expression).get(data.Key(data.bare(index)))
        if rule is None:
            return None, data.absent(index)
        return rule, rule.elements[1]
    if not isinstance(index, Integer):
        raise PartError("pkspec1" if by_key(index) else "pspec", index)
    return None, expression.elements[_position(expression, index)]


def _all(expression) -> list:
    if data.is_association(expression):
        return [(rule, rule.elements[1]) for rule in expression.elements]
    return [(None, element) for element in expression.elements]


def _span(expression, span) -> list:
    everything = _all(expression)
    return [everything[position] for position in _span_positions(len(everything), span)]


def _span_positions(count: int, span) -> list[int]:
    from mathics.eval.list.eol import parts_span_selector

    return [each.value for each in parts_span_selector(span)(ListExpression(*map(Integer, range(count))))]


def _rebuilt(expression, chosen: list, rest: list):
    elements = [(rule, part(element, rest)) for rule, element in chosen]
    if data.is_association(expression):
        return data.association(
            Expression(rule.head, rule.elements[0], element) for rule, element in elements if rule is not None
        )
    return to_expression_with_specialization(expression.head, *(element for _, element in elements))


def _position(expression, index) -> int:
    count = len(expression.elements)
    value = index.value
    if not 1 <= abs(value) <= count:
        raise PartError("partw", index, expression)
    return value - 1 if value > 0 else count + value
