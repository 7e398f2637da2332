# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that make lists of numbers make long ones packed.

https://reference.wolfram.com/language/ref/Range.html, .../ConstantArray.html, .../RandomReal.html,
.../RandomInteger.html
"""

import math

import numpy as np
from mathics.builtin.list.constructing import ConstantArray as StockConstantArray
from mathics.builtin.list.constructing import Range as StockRange
from mathics.builtin.numbers.randomnumbers import RandomEnv
from mathics.builtin.numbers.randomnumbers import RandomInteger as StockRandomInteger
from mathics.builtin.numbers.randomnumbers import RandomReal as StockRandomReal
from mathics.core.atoms import Integer, MachineReal, Real
from mathics.core.list import ListExpression

from ..direct_rules import DirectRule
from ..packed import PACKED_FROM, to_list

INT64 = np.iinfo("int64")


class Range(StockRange):
    def eval(self, imin, imax, di, evaluation):
        "Range[imin_, imax_, di_]"
        packed = _range(imin, imax, di)
        return super().eval(imin, imax, di, evaluation) if packed is None else packed


class ConstantArray(StockConstantArray):
    def contribute(self, definitions, is_pymodule=False):
        super().contribute(definitions, is_pymodule)
        definitions.builtin[self.get_name()].downvalues.insert(0, DirectRule("ConstantArray", _constant_array))


class RandomReal(StockRandomReal):
    def eval_list(self, xmin, xmax, ns, evaluation):
        "RandomReal[{xmin_, xmax_}, ns_List]"
        shape = _shape(ns)
        if shape is None or not all(isinstance(x, (Integer, Real)) for x in (xmin, xmax)):
            return super().eval_list(xmin, xmax, ns, evaluation)
        with RandomEnv(evaluation) as rand:
            return to_list(rand.randreal(float(xmin.value), float(xmax.value), shape))


class RandomInteger(StockRandomInteger):
    def eval(self, rmin, rmax, evaluation):
        "RandomInteger[{rmin_, rmax_}]"
        if not all(isinstance(r, Integer) for r in (rmin, rmax)) or _in_machine_range(rmin, rmax):
            return super().eval(rmin, rmax, evaluation)
        with RandomEnv(evaluation):
            return Integer(_random_integer(*sorted((rmin.value, rmax.value))))

    def eval_list(self, rmin, rmax, ns, evaluation):
        "RandomInteger[{rmin_, rmax_}, ns_List]"
        shape = _shape(ns)
        if all(isinstance(r, Integer) for r in (rmin, rmax)) and not _in_machine_range(rmin, rmax):
            return _nested(ns, lambda: self.eval(rmin, rmax, evaluation))
        if shape is None or not all(isinstance(r, Integer) for r in (rmin, rmax)):
            return super().eval_list(rmin, rmax, ns, evaluation)
        with RandomEnv(evaluation) as rand:
            return to_list(rand.randint(rmin.value, rmax.value, shape))


def _in_machine_range(rmin, rmax) -> bool:
    """Whether NumPy draws such integers; it wants the end of the range behind the last of them."""
    return all(INT64.min <= r.value < INT64.max for r in (rmin, rmax))


def _random_integer(low: int, high: int) -> int:
    """Uniform in low to high, of any size, from the generator that SeedRandom seeds."""
    size = high - low + 1
    bits = size.bit_length()
    while True:
        number = int.from_bytes(np.random.bytes(-(-bits // 8)), "big") >> -bits % 8
        if number < size:
            return low + number


def _nested(dimensions, make):
    """A list of these dimensions, each element made anew; None where they are no dimensions."""
    if not all(isinstance(n, Integer) and n.value >= 0 for n in dimensions.elements):
        return None
    first, *rest = dimensions.elements
    inner = ListExpression(*rest)
    return ListExpression(*(_nested(inner, make) if rest else make() for _ in range(first.value)))


def _range(imin, imax, di):
    numbers = (imin, imax, di)
    if not all(isinstance(n, (Integer, MachineReal)) for n in numbers) or di.value == 0:
        return None
    if all(map(_is_machine_integer, numbers)):
        count = (imax.value - imin.value) // di.value + 1
        start, step = np.int64(imin.value), np.int64(di.value)
    else:
        if not all(math.isfinite(n.value) for n in numbers):
            return None
        # A last step that rounding leaves a little short still counts.
        count = math.floor((imax.value - imin.value) / di.value * (1 + 1e-14)) + 1
        start, step = float(imin.value), float(di.value)
    return to_list(start + np.arange(count, dtype="int64") * step) if count >= PACKED_FROM else None


def _constant_array(expression, evaluation):
    elements = expression._elements
    if len(elements) != 2 or not (_is_machine_integer(elements[0]) or isinstance(elements[0], MachineReal)):
        return None
    shape = _shape(elements[1])
    return None if shape is None else to_list(np.full(shape, elements[0].value))


def _shape(dimensions) -> tuple[int, ...] | None:
    """The dimensions of an array that is long enough to be packed, else None."""
    given = (dimensions,) if isinstance(dimensions, Integer) else dimensions.get_elements()
    if not given or not all(isinstance(n, Integer) and n.value > 0 for n in given):
        return None
    shape = tuple(int(n.value) for n in given)
    return shape if math.prod(shape) >= PACKED_FROM else None


def _is_machine_integer(expr) -> bool:
    return isinstance(expr, Integer) and INT64.min <= expr.value <= INT64.max
