# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of the language on packed lists and numeric arrays, done on the array instead of element by element.

``FUNCTIONS`` maps a head to a function of (elements, evaluation): an expression, or None to leave it to the rules that
follow. They are tried where at least one element is an array, before every rule built in. Listable arithmetic is in
``thread``. Only what gives the same value as the elements would is here: where a result leaves its kind (an integer
sum beyond 64 bits, the square root of a negative number, an infinity), the elements decide.
"""

from collections.abc import Callable

import numpy as np
from mathics.core.atoms import Integer, MachineReal, NumericArray
from mathics.core.convert.python import from_bool
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol

from .direct_rules import DirectRule
from .packed import PackedList, number, to_list, unpacked
from .parts import part, take

INT64_MAX = np.iinfo(np.int64).max
NUMBER_TESTS = {"System`NumericQ", "System`NumberQ"}


def array_of(expr) -> np.ndarray | None:
    if isinstance(expr, PackedList):
        return expr.array
    return expr.value if isinstance(expr, NumericArray) else None


def _scalar(value):
    return number(value.item() if isinstance(value, np.generic) else value)


def _like(expr, array: np.ndarray):
    """A part of `expr`'s array as the kind of expression that it came from."""
    if not isinstance(array, np.ndarray) or not array.ndim:
        return _scalar(array)
    return NumericArray(np.ascontiguousarray(array)) if isinstance(expr, NumericArray) else to_list(array)


def _unary(function) -> Callable:
    def apply(elements, evaluation):
        return function(elements[0], array_of(elements[0])) if len(elements) == 1 else None

    return apply


def _total(expr, array):
    if array.dtype.kind not in "if" or not len(array):
        return None
    if array.dtype.kind == "i":
        if int(np.abs(array.astype("float64")).max()) * len(array) >= INT64_MAX // 2:
            return None
        return _value(array.sum(axis=0, dtype="int64"))
    total = array.sum(axis=0, dtype="float64")
    return _value(total) if np.isfinite(total).all() else None


def _value(result):
    return to_list(result) if np.ndim(result) else _scalar(result)


def _extreme(function):
    def apply(expr, array):
        if not array.size or array.dtype.kind not in "iuf" or np.isnan(array.astype("float64", copy=False)).any():
            return None
        return _scalar(function(array))

    return _unary(apply)


def _array_q(ranks: Callable[[int], bool], test_at: int) -> Callable:
    def apply(elements, evaluation):
        array = array_of(elements[0])
        if array is None or len(elements) > test_at + 1:
            return None
        if len(elements) > test_at and elements[test_at].get_name() not in NUMBER_TESTS:
            return None
        return from_bool(ranks(array.ndim))

    return apply


def _normal(expr, array):
    return unpacked(to_list(array)) if _has_non_finite(array) else to_list(array)


def _has_non_finite(array: np.ndarray) -> bool:
    if array.dtype.kind == "V":
        return _has_non_finite(array["re"]) or _has_non_finite(array["im"])
    return array.dtype.kind in "fc" and not np.isfinite(array).all()


def _flatten(expr, array):
    return _like(expr, array.reshape(-1))


def _n(expr, array):
    if isinstance(expr, NumericArray):
        return None
    return to_list(array.astype("float64")) if array.dtype.kind == "i" else expr


def _first_or_last(index: int):
    def apply(expr, array):
        return _like(expr, array[index]) if len(array) else None

    return _unary(apply)


def _all_but(selection: slice):
    return _unary(lambda expr, array: _like(expr, array[selection]) if len(array) else None)


def _join(elements, evaluation):
    parts = [e.array if isinstance(e, PackedList) else None for e in elements]
    if any(p is None for p in parts) or len({(p.dtype, p.shape[1:]) for p in parts}) != 1:
        return None
    return PackedList(np.concatenate(parts))


def _sort(expr, array):
    sortable = array.ndim == 1 and array.dtype.kind in "if" and not _has_non_finite(array)
    return to_list(np.sort(array)) if sortable else None


def _part(elements, evaluation):
    array = array_of(elements[0])
    if array is None:
        return None
    result = part(array, elements[1:])
    return None if result is None else _like(elements[0], result)


def _take(elements, evaluation):
    array = array_of(elements[0])
    result = None if array is None else take(array, elements[1:])
    return None if result is None else _like(elements[0], result)


def _array_reshape(elements, evaluation):
    array = array_of(elements[0])
    if array is None or len(elements) != 2 or not elements[1].has_form("List", 1, None):
        return None
    shape = [e.value if isinstance(e, Integer) else -1 for e in elements[1].elements]
    if min(shape) < 1 or np.prod(shape, dtype=object) != array.size:
        return None
    return _like(elements[0], array.reshape(shape))


def _transpose(expr, array):
    return _like(expr, np.swapaxes(array, 0, 1)) if array.ndim >= 2 else None


FUNCTIONS: dict[str, Callable] = {
    "Length": _unary(lambda expr, array: Integer(len(array)) if array.ndim else Integer(0)),
    "Dimensions": _unary(lambda expr, array: ListExpression(*map(Integer, array.shape))),
    "ArrayDepth": _unary(lambda expr, array: Integer(array.ndim)),
    "TensorRank": _unary(lambda expr, array: Integer(array.ndim)),
    "ArrayQ": _array_q(lambda rank: True, 2),
    "VectorQ": _array_q(lambda rank: rank == 1, 1),
    "MatrixQ": _array_q(lambda rank: rank == 2, 1),
    "Normal": _unary(_normal),
    "Total": _unary(_total),
    "Max": _extreme(np.max),
    "Min": _extreme(np.min),
    "Flatten": _unary(_flatten),
    "N": _unary(_n),
    "First": _first_or_last(0),
    "Last": _first_or_last(-1),
    "Rest": _all_but(slice(1, None)),
    "Most": _all_but(slice(None, -1)),
    "Reverse": _unary(lambda expr, array: _like(expr, array[::-1])),
    "Transpose": _unary(_transpose),
    "Sort": _unary(_sort),
    "Join": _join,
    "Part": _part,
    "Take": _take,
    "ArrayReshape": _array_reshape,
}


def _on_arrays(function: Callable) -> Callable:
    def apply(expression, evaluation):
        elements = expression._elements
        if not any(isinstance(e, (PackedList, NumericArray)) for e in elements):
            return None
        return function(elements, evaluation)

    return apply


def install(definitions) -> None:
    """Put the array functions before the rules of their heads."""
    for name, function in FUNCTIONS.items():
        definition = definitions.builtin.get(f"System`{name}")
        if definition is not None:
            definition.downvalues.insert(0, DirectRule(name, _on_arrays(function)))


# -- Listable arithmetic ------------------------------------------------------------------------------------------

UNARY = {
    "Minus": np.negative,
    "Abs": np.abs,
    "Sign": np.sign,
    "Floor": np.floor,
    "Ceiling": np.ceil,
    "Round": np.rint,
    "Exp": np.exp,
    "Log": np.log,
    "Sqrt": np.sqrt,
    "Sin": np.sin,
    "Cos": np.cos,
    "Tan": np.tan,
    "ArcSin": np.arcsin,
    "ArcCos": np.arccos,
    "ArcTan": np.arctan,
    "Sinh": np.sinh,
    "Cosh": np.cosh,
    "Tanh": np.tanh,
    "Re": np.real,
    "Im": np.imag,
    "Arg": np.angle,
    "Conjugate": np.conjugate,
}
TO_INTEGER = {"Floor", "Ceiling", "Round", "Sign"}
INTEGERS_TOO = {"Minus", "Abs", "Sign", "Floor", "Ceiling", "Round"}
COMPLEX_TOO = {"Minus", "Abs", "Re", "Im", "Arg", "Conjugate", "Exp", "Sin", "Cos"}
N_ARY = {"Plus": np.add, "Times": np.multiply, "Subtract": np.subtract, "Divide": np.divide}


def thread(expr):
    """The value of a listable function of packed lists, or None where the elements must decide."""
    head = expr._head
    if not isinstance(head, Symbol):
        return None
    name = head.name.removeprefix("System`")
    elements = expr._elements
    if name == "Mod":
        return _thread_mod(elements)
    with np.errstate(all="ignore"):
        if name in UNARY and len(elements) == 1:
            return _thread_unary(name, elements[0].array)
        if name in N_ARY:
            return _thread_n_ary(N_ARY[name], elements)
    return None


def _thread_unary(name: str, array: np.ndarray):
    kind = array.dtype.kind
    if kind == "i" and (name not in INTEGERS_TOO or array.size and array.min() == np.iinfo(np.int64).min):
        return None
    if kind == "c" and name not in COMPLEX_TOO:
        return None
    result = array if kind == "i" and name in ("Floor", "Ceiling", "Round") else UNARY[name](array)
    if not np.isfinite(result).all():
        return None
    if name in TO_INTEGER and kind == "f":
        if result.size and np.abs(result).max() >= 2.0**63:
            return None
        result = result.astype("int64")
    return to_list(result)


def _operands(elements) -> list | None:
    """Arrays of one shape, and machine numbers; None if there is anything else."""
    operands = []
    for element in elements:
        if isinstance(element, PackedList):
            operands.append(element.array)
        elif isinstance(element, (Integer, MachineReal)) and abs(element.value) <= INT64_MAX:
            operands.append(element.value)
        else:
            return None
    return operands if len({o.shape for o in operands if isinstance(o, np.ndarray)}) == 1 else None


def _thread_n_ary(function, elements):
    operands = _operands(elements)
    if operands is None:
        return None
    if all(isinstance(o, int) or isinstance(o, np.ndarray) and o.dtype.kind == "i" for o in operands):
        return _thread_integers(function, operands)
    if any(isinstance(o, int) and o == 0 for o in operands):
        return None  # an exact zero times a real is exact
    result = operands[0]
    for operand in operands[1:]:
        result = function(result, operand)
    return to_list(result) if np.isfinite(result).all() else None


def _thread_mod(elements):
    """Mod[m, n] of lists of one kind of number, or of a list and a number of its kind."""
    operands = _operands(elements)
    if operands is None or len(operands) != 2:
        return None
    arrays = [np.asarray(operand) for operand in operands]
    if len({array.dtype for array in arrays}) != 1 or arrays[0].dtype.kind not in "if" or not np.all(arrays[1]):
        return None
    result = np.mod(*arrays)
    return to_list(result) if np.isfinite(result).all() else None


def _thread_integers(function, operands):
    """Sums and products of integers that certainly stay below 2^62 at every step."""
    if function is np.divide or any(isinstance(o, np.ndarray) and not o.size for o in operands):
        return None
    sizes = [float(np.abs(np.asarray(o, "float64")).max()) for o in operands]
    bound = np.prod(np.maximum(sizes, 1)) if function is np.multiply else sum(sizes)
    if bound >= 2.0**62:
        return None
    result = operands[0]
    for operand in operands[1:]:
        result = function(result, operand)
    return to_list(result)
