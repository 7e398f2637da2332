# SPDX-License-Identifier: GPL-3.0-or-later
"""Part and Take specifications of the language as selections of an ndarray."""

import numpy as np
from mathics.core.atoms import Integer
from mathics.core.symbols import Symbol


def part(array: np.ndarray, specifications) -> np.ndarray | None:
    """array[[i, j, ...]]; None for a specification that selects nothing or is no integer, list, span or All."""
    if not specifications or len(specifications) > array.ndim:
        return None
    # From the last axis to the first, so that an index that removes an axis moves no later one.
    for axis in reversed(range(len(specifications))):
        selection = _selection(specifications[axis], array.shape[axis])
        if selection is None:
            return None
        array = array[(slice(None),) * axis + (selection,)]
    return array


def take(array: np.ndarray, specifications) -> np.ndarray | None:
    """Take[array, n], Take[array, {m, n}], Take[array, {m, n, s}] for each axis in turn."""
    if not specifications or len(specifications) > array.ndim:
        return None
    for axis, specification in enumerate(specifications):
        selection = _taken(specification, array.shape[axis])
        if selection is None:
            return None
        array = array[(slice(None),) * axis + (selection,)]
    return array


def _selection(spec, length: int):
    if isinstance(spec, Integer):
        return _index(spec.value, length)
    if spec is Symbol("System`All"):
        return slice(None)
    if spec.has_form("Span", 2, 3):
        return _span(spec.elements, length)
    if spec.has_form("List", None):
        indices = [_index(e.value, length) if isinstance(e, Integer) else None for e in spec.elements]
        return None if None in indices else np.array(indices, "int64")
    return None


def _index(position: int, length: int) -> int | None:
    if 1 <= position <= length:
        return position - 1
    return length + position if -length <= position <= -1 else None


def _span(elements, length: int) -> slice | None:
    everything = Symbol("System`All")
    ends = [1, length]
    for at in (0, 1):
        if elements[at] is not everything:
            ends[at] = _integer(elements[at])
    step = _integer(elements[2]) if len(elements) == 3 else 1
    return None if None in ends else _range(*ends, step, length)


def _taken(spec, length: int) -> slice | None:
    if isinstance(spec, Integer):
        count = spec.value
        if abs(count) > length:
            return None
        return slice(0, count) if count >= 0 else slice(length + count, length)
    if spec is Symbol("System`All"):
        return slice(None)
    if not spec.has_form("List", 1, 2, 3):
        return None
    numbers = [_integer(e) for e in spec.elements]
    if None in numbers:
        return None
    first, last = numbers[0], numbers[min(1, len(numbers) - 1)]
    return _range(first, last, numbers[2] if len(numbers) == 3 else 1, length)


def _range(first: int, last: int, step, length: int) -> slice | None:
    """From position `first` to `last`, both included; None if either is outside, or for a step backwards."""
    if not isinstance(step, int) or step < 1:
        return None
    start = _index(first, length)
    if start is None and not (first == length + 1 and last == length):
        return None
    end = last if last >= 0 else length + last + 1
    if not 0 <= end <= length:
        return None
    start = length if start is None else start
    return slice(start, end, step) if end >= start else None


def _integer(expr) -> int | None:
    return expr.value if isinstance(expr, Integer) else None
