# SPDX-License-Identifier: GPL-3.0-or-later
"""NumericArray and what asks about one.

https://reference.wolfram.com/language/ref/NumericArray.html
"""

import numpy as np
from mathics.core.atoms import ByteArray, Integer, String
from mathics.core.atoms import NumericArray as NumericArrayAtom
from mathics.core.builtin import Builtin
from mathics.core.convert.python import from_bool
from mathics.core.list import ListExpression
from mathics.core.systemsymbols import SymbolAutomatic

from .. import arrays
from ..packed import to_array

# The type of NumericArray[list]: the array's own, as the narrowest would lose later values.
AUTOMATIC_TYPES = {"i": "Integer64", "f": "Real64", "c": "ComplexReal64"}


class NumericArray(Builtin):
    messages = {
        "nconv": "Element `1` at position `2` cannot be represented in the type `3`.",
        "type": "`1` is not a type of numeric array.",
        "method": "`1` is not a method of conversion.",
        "array": "`1` is not a rectangular array of machine numbers.",
    }
    summary_text = "an array of numbers of one machine type"

    def eval(self, array, evaluation):
        "NumericArray[array_]"
        return self._make(array, SymbolAutomatic, String("ClipAndRound"), evaluation)

    def eval_type(self, array, type, evaluation):
        "NumericArray[array_, type_]"
        return self._make(array, type, String("ClipAndRound"), evaluation)

    def eval_method(self, array, type, method, evaluation):
        "NumericArray[array_, type_, method_]"
        return self._make(array, type, method, evaluation)

    def _make(self, given, type_, method, evaluation):
        values = _values(given)
        if values is None:
            evaluation.message("NumericArray", "array", given)
            return None
        if type_ is SymbolAutomatic:
            name = arrays.TYPE_NAMES[values.dtype] if isinstance(given, NumericArrayAtom) else _automatic_type(values)
        else:
            name = arrays.SYNONYMS.get(_text(type_), _text(type_))
        if name not in arrays.DTYPES:
            evaluation.message("NumericArray", "type", type_)
            return None
        chosen = "ClipAndRound" if method is SymbolAutomatic else _text(method)
        if chosen not in arrays.METHODS:
            evaluation.message("NumericArray", "method", method)
            return None
        try:
            return NumericArrayAtom(_owned(arrays.convert(values, arrays.DTYPES[name], chosen), values, given))
        except arrays.ConversionError as error:
            from mathics.core.convert.python import from_python

            element = from_python(values.ravel().tolist()[error.position - 1])
            evaluation.message("NumericArray", "nconv", element, Integer(error.position), String(name))
            return None


class NumericArrayQ(Builtin):
    summary_text = "whether an expression is a valid numeric array"

    def eval(self, expr, evaluation):
        "NumericArrayQ[expr_]"
        return from_bool(isinstance(expr, NumericArrayAtom))

    def eval_type(self, expr, type, evaluation):
        "NumericArrayQ[expr_, type_]"
        if not isinstance(expr, NumericArrayAtom):
            return from_bool(False)
        types = type.elements if type.has_form(("List", "Alternatives"), None) else (type,)
        return from_bool(expr._type_name in [arrays.SYNONYMS.get(_text(t), _text(t)) for t in types])


class NumericArrayType(Builtin):
    messages = {"na": "`1` is not a numeric array."}
    summary_text = "the type of a numeric array"

    def eval(self, array, evaluation):
        "NumericArrayType[array_]"
        if isinstance(array, NumericArrayAtom):
            return String(array._type_name)
        evaluation.message("NumericArrayType", "na", array)
        return None


def _values(given) -> np.ndarray | None:
    if isinstance(given, ByteArray):
        return np.frombuffer(bytes(given.value), "uint8")
    array = to_array(given)
    return _big_integers(given) if array is None else array


def _big_integers(given) -> np.ndarray | None:
    """A rectangular list of integers of any size, as Python's."""
    if not isinstance(given, ListExpression):
        return None
    try:
        array = np.array(_nested_integers(given), dtype=object)
    except (TypeError, ValueError):
        return None
    return array if all(isinstance(v, int) for v in array.ravel()) else None


def _nested_integers(expr):
    if isinstance(expr, ListExpression):
        return [_nested_integers(e) for e in expr.elements]
    if not isinstance(expr, Integer):
        raise TypeError
    return int(expr.value)


def _automatic_type(values: np.ndarray) -> str:
    if values.dtype.kind == "O":
        return "UnsignedInteger64" if values.min() >= 0 else "Integer64"
    return AUTOMATIC_TYPES.get(values.dtype.kind, "UnsignedInteger8")


def _owned(array: np.ndarray, values: np.ndarray, given) -> np.ndarray:
    """Large arrays move to page-aligned memory once; a packed list's or another numeric array's memory is shared."""
    if array is values and not isinstance(given, ByteArray):
        return np.ascontiguousarray(array)
    if array.nbytes < arrays.PAGE_ALIGNED_FROM:
        return np.array(array, order="C")
    memory = arrays.empty(array.shape, array.dtype)
    memory[...] = array
    return memory


def _text(expr) -> str:
    return expr.value if isinstance(expr, String) else expr.get_name().removeprefix("System`")
