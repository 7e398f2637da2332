# SPDX-License-Identifier: GPL-3.0-or-later
"""Packed lists: a List of machine numbers, rectangular, kept as one ndarray.

A ``PackedList`` is a ``ListExpression`` in every respect; its elements are made only when something asks for them.
``to_array`` goes the other way: any rectangular list of numbers to an ndarray.
"""

from fractions import Fraction
from itertools import chain
from operator import attrgetter

import numpy as np
from mathics.core.atoms import Complex, Integer, MachineReal, NumericArray, PrecisionReal, Rational, String
from mathics.core.element import BaseElement, ElementsProperties
from mathics.core.expression import Expression, ExpressionCache
from mathics.core.keycomparable import GENERAL_EXPRESSION_ELT_ORDER
from mathics.core.list import ListExpression
from mathics.core.pattern import pattern_objects
from mathics.core.symbols import Symbol, SymbolList

from .arrays import same

PACKED_FROM = 250  # numbers; shorter lists are no faster packed
PACKED_DTYPES = (np.dtype("int64"), np.dtype("float64"), np.dtype("complex128"))
_LIST = "System`List"
_elements_of = attrgetter("_elements")
_value_of = attrgetter("_value")


class PackedList(ListExpression):
    """A list of machine integers, reals or complex numbers, rank 1 and up; `array` is C-contiguous, never written."""

    def __init__(self, array: np.ndarray):
        if array.dtype not in PACKED_DTYPES or array.ndim < 1:
            raise TypeError(f"a packed list has rank >= 1 and int64, float64 or complex128 elements, not {array.dtype}")
        self.array = np.ascontiguousarray(array)
        self.options = None
        self.pattern_sequence = False
        self.location = None
        self.original = None
        self._head = SymbolList
        self._sympy = None
        self._is_literal = False
        self._made = None
        self._sequences = None
        self._cache = ExpressionCache(0, {_LIST}, [])
        self.elements_properties = ElementsProperties(
            elements_fully_evaluated=True, is_flat=array.ndim == 1, is_ordered=False, is_uniform=True
        )

    def __getnewargs__(self):
        return (self.array,)

    def __hash__(self):
        return hash((self.array.shape, self.array.dtype.str, self.array.tobytes()))

    def __repr__(self):
        return f"<PackedList: {self.array.dtype} {self.array.shape}>"

    @property
    def _elements(self):
        if self._made is None:
            rows = self.array
            self._made = number_atoms(rows) if rows.ndim == 1 else tuple(map(PackedList, rows))
        return self._made

    @property
    def elements(self):
        return self._elements

    @elements.setter
    def elements(self, values):
        raise TypeError("the elements of a packed list cannot be set")

    @property
    def value(self):
        return _nested_tuple(self.array.tolist())

    @property
    def is_literal(self):
        # Literal values are turned into Python objects wherever the list passes: that is what packing avoids.
        return False

    # A packed list is in normal form, holds no symbol but List, and needs no copy.
    def evaluate(self, evaluation):
        return self

    def rewrite_apply_eval_step(self, evaluation):
        return self, False

    def evaluate_elements(self, evaluation):
        return self

    def is_uncertain_final_definitions(self, definitions):
        return False

    def shallow_copy(self):
        return self

    def copy(self, reevaluate=False):
        return self

    def clear_cache(self):
        pass

    def is_numeric(self, evaluation=None):
        return False  # as of any list: NumericQ is about numbers

    def has_symbol(self, symbol_name):
        return symbol_name == _LIST

    def replace_vars(self, vars, options=None, in_scoping=True, in_function=True):
        return self

    def replace_slots(self, slots, evaluation):
        return self

    def sequences(self):
        return []

    def flatten_sequence(self, evaluation):
        return self

    def flatten_pattern_sequence(self, evaluation):
        return self

    def _flatten_sequence(self, sequence, evaluation):
        return self

    def _build_elements_properties(self):
        pass

    def _rebuild_cache(self):
        return self._cache

    def _timestamp_cache(self, evaluation):
        pass

    def _does_not_contain_symbol(self, symbol_name):
        return symbol_name != _LIST

    def has_form(self, heads, *element_counts):
        names = (heads,) if isinstance(heads, str) else heads
        if not element_counts or not any(name in ("List", _LIST) for name in names):
            return False
        if element_counts[0] is None:
            return True
        count = len(self.array)
        at_least = len(element_counts) == 2 and element_counts[1] is None
        return count in element_counts or (at_least and count >= element_counts[0])

    def do_apply_rules(self, rules, evaluation, level=0, options=None):
        if options is None:  # ReplaceAll
            if not any(map(_may_match_inside, rules)):
                return self, False
        else:
            _, last = options["levelspec"]
            if last is not None and 0 <= last <= level:
                return BaseElement.do_apply_rules(self, rules, evaluation, level, options)
        return super().do_apply_rules(rules, evaluation, level, options)

    def sameQ(self, other):
        if self is other:
            return True
        if not isinstance(other, ListExpression):
            return False
        array = other.array if isinstance(other, PackedList) else uniform_array(other)
        return array is not None and same(self.array, array)

    def equal2(self, rhs):
        if isinstance(rhs, PackedList) and np.array_equal(self.array, rhs.array):
            return True
        return super().equal2(rhs)

    @property
    def element_order(self):
        return (GENERAL_EXPRESSION_ELT_ORDER, SymbolList, len(self.array), _ElementOrder(self), 1)

    def to_python(self, *args, **kwargs):
        return self.array.tolist()


def _may_match_inside(rule) -> bool:
    """Whether a rule could match a list, a number or the symbol List: not one for a symbol, a string or f[...]."""
    pattern = rule.pattern.expr
    if isinstance(pattern, String):
        return False
    head = pattern._head if isinstance(pattern, Expression) else pattern
    return not isinstance(head, Symbol) or head is SymbolList or head.name in pattern_objects


class _ElementOrder:
    """Compares the elements of a packed list with another list's without making them where both are packed."""

    __slots__ = ("packed",)

    def __init__(self, packed: PackedList):
        self.packed = packed

    def __eq__(self, other):
        if isinstance(other, _ElementOrder):
            return same(self.packed.array, other.packed.array)
        return self.packed._elements == other

    def __lt__(self, other):
        mine, theirs = self._first_difference(other)
        return mine < theirs

    def __gt__(self, other):
        mine, theirs = self._first_difference(other)
        return mine > theirs

    def __le__(self, other):
        mine, theirs = self._first_difference(other)
        return mine <= theirs

    def __ge__(self, other):
        mine, theirs = self._first_difference(other)
        return mine >= theirs

    def _first_difference(self, other):
        if not isinstance(other, _ElementOrder):
            return self.packed._elements, other
        a, b = self.packed.array, other.packed.array
        if a.shape != b.shape:
            return self.packed._elements, other.packed._elements
        differs = np.flatnonzero((a != b).ravel())
        at = int(differs[0]) if len(differs) else 0
        return tuple(number_atoms(array.reshape(-1)[at : at + 1]) for array in (a, b))


def to_list(array: np.ndarray) -> ListExpression:
    """A numeric ndarray of rank >= 1 as a packed list; unsigned values from 2^63 up stay exact, unpacked."""
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(np.int64).max:
        return _plain_list(array)
    kind = array.dtype.kind
    if kind == "V":
        array = array["re"].astype("float64") + 1j * array["im"].astype("float64")
        kind = "c"
    dtype = {"b": "int64", "i": "int64", "u": "int64", "f": "float64", "c": "complex128"}[kind]
    return PackedList(array.astype(dtype, copy=False))


def unpacked(packed: ListExpression) -> ListExpression:
    """The same list as ordinary elements, as any other list has them already; numbers that are not finite become
    Indeterminate, Infinity, -Infinity or ComplexInfinity, which a packed array cannot hold as symbols."""
    if not isinstance(packed, PackedList):
        return packed
    array = packed.array
    if array.ndim > 1:
        return ListExpression(*(unpacked(PackedList(row)) for row in array))
    return ListExpression(*number_atoms(array))


def number(value):
    """A Python number as an expression: Integer, MachineReal, Complex, or the symbol for one that is not finite."""
    from mathics.core.expression_predefined import MATHICS3_COMPLEX_INFINITY, MATHICS3_INFINITY, MATHICS3_NEG_INFINITY
    from mathics.core.systemsymbols import SymbolIndeterminate

    if isinstance(value, int):
        return Integer(value)
    if isinstance(value, float):
        if value != value:
            return SymbolIndeterminate
        if value in (float("inf"), float("-inf")):
            return MATHICS3_INFINITY if value > 0 else MATHICS3_NEG_INFINITY
        return MachineReal(value)
    if np.isinf(value):  # a part is, whatever the other one is
        return MATHICS3_COMPLEX_INFINITY
    if np.isnan(value):
        return SymbolIndeterminate
    return Complex(MachineReal(value.real), MachineReal(value.imag))


def exact_number(value: Fraction):
    """An Integer or a Rational."""
    return Integer(value.numerator) if value.denominator == 1 else Rational(value.numerator, value.denominator)


def number_atoms(array: np.ndarray) -> tuple:
    """The elements of a rank-1 int64, float64 or complex128 array; numbers that are not finite as symbols."""
    values = array.tolist()
    if array.dtype.kind == "i":
        return tuple(map(Integer, values))
    if not all_finite(array):
        return tuple(map(number, values))
    if array.dtype.kind == "f":
        return tuple(map(MachineReal, values))
    return tuple(Complex(MachineReal(z.real), MachineReal(z.imag)) for z in values)


def all_finite(array: np.ndarray) -> bool:
    """Whether no element is an infinity or NaN."""
    return array.dtype.kind in "iu" or bool(np.isfinite(array).all())


def uniform_array(expr) -> np.ndarray | None:
    """What ToPackedArray packs: a rectangular list of machine integers only, or reals only, or complex only; None
    for anything else."""
    if isinstance(expr, PackedList):
        return expr.array
    return _list_array(expr, mixed=False)


def packed_list(elements: list) -> ListExpression:
    """The list of elements, packed if they are enough numbers of one kind."""
    made = ListExpression(*elements)
    if not elements or not isinstance(elements[0], (Integer, MachineReal, Complex, ListExpression)):
        return made
    array = uniform_array(made)
    return made if array is None or array.size < PACKED_FROM else PackedList(array)


def to_array(expr, dtype=None) -> np.ndarray | None:
    """A rectangular list of numbers, a packed list or a NumericArray as an ndarray, not copied where it can be.

    Numbers of several kinds become the widest: int64, float64, complex128; exact non-integers become float64. With
    `dtype` the array is converted to it, but never reals to integers or complex numbers to reals: then the result is
    None, as it is for anything that is not rectangular and numeric.
    """
    if isinstance(expr, PackedList):
        array = expr.array
    elif isinstance(expr, NumericArray):
        array = expr.value
    else:
        array = _list_array(expr, mixed=True)
    if array is None or dtype is None or array.dtype == dtype:
        return array
    if not array.size and isinstance(expr, ListExpression) and not isinstance(expr, PackedList):
        return array.astype(dtype)
    if "iufc".find(np.dtype(dtype).kind) < "iufc".find(array.dtype.kind):
        return None
    return array.astype(dtype)


def _list_array(expr, mixed: bool) -> np.ndarray | None:
    if not isinstance(expr, ListExpression):
        return None
    shape = [len(expr._elements)]
    level = expr._elements
    while level:
        kinds = set(map(type, level))
        if not kinds <= {ListExpression, PackedList}:
            break
        if PackedList in kinds:
            return _stack([to_array(row) if mixed else uniform_array(row) for row in level], shape, mixed)
        lengths = {len(row._elements) for row in level}
        if len(lengths) != 1:
            return None
        shape.append(lengths.pop())
        level = tuple(chain.from_iterable(map(_elements_of, level)))
    if not level:
        return np.zeros(shape, "int64") if mixed else None
    values = _numbers(level, kinds, mixed)
    return None if values is None else values.reshape(shape)


def _stack(rows: list, shape: list, mixed: bool) -> np.ndarray | None:
    if any(row is None for row in rows) or len({row.shape for row in rows}) != 1:
        return None
    if not mixed and len({row.dtype for row in rows}) != 1:
        return None
    return np.stack(rows).reshape(*shape, *rows[0].shape)


def _numbers(atoms: tuple, kinds: set, mixed: bool) -> np.ndarray | None:
    try:
        if kinds == {MachineReal}:
            return np.fromiter(map(_value_of, atoms), np.float64, len(atoms))
        if kinds == {Integer}:
            return np.fromiter(map(_value_of, atoms), np.int64, len(atoms))
        if kinds == {Complex}:
            return _complex_numbers(atoms, mixed)
        if not mixed or not kinds <= {Integer, MachineReal, PrecisionReal, Rational, Complex}:
            return None
        if Complex in kinds:
            return _complex_numbers(atoms, mixed)
        return _in_machine_range(np.array([float(atom.value) for atom in atoms], np.float64))
    except OverflowError:
        return None


def _complex_numbers(atoms: tuple, mixed: bool) -> np.ndarray | None:
    if not mixed and not all(type(z.real) is MachineReal and type(z.imag) is MachineReal for z in atoms):
        return None
    return _in_machine_range(np.array([complex(*_parts(z)) for z in atoms], np.complex128))


def _in_machine_range(array: np.ndarray) -> np.ndarray | None:
    """None where a number is too large for a machine number: it became an infinity."""
    return array if np.isfinite(array).all() else None


def _parts(atom) -> tuple[float, float]:
    if isinstance(atom, Complex):
        return float(atom.real.value), float(atom.imag.value)
    return float(atom.value), 0.0


def _plain_list(array: np.ndarray) -> ListExpression:
    if array.ndim == 1:
        return ListExpression(*map(Integer, array.tolist()))
    return ListExpression(*map(_plain_list, array))


def _nested_tuple(values):
    return tuple(map(_nested_tuple, values)) if isinstance(values, list) else values
