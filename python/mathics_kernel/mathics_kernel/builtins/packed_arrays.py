# SPDX-License-Identifier: GPL-3.0-or-later
"""Developer`ToPackedArray, FromPackedArray and PackedArrayQ.

https://reference.wolfram.com/language/Developer/ref/ToPackedArray.html and its neighbours
"""

from mathics.core.atoms import NumericArray
from mathics.core.builtin import Builtin
from mathics.core.convert.python import from_bool

from ..packed import PackedList, to_array, uniform_array, unpacked

TYPES = {"System`Integer": "int64", "System`Real": "float64", "System`Complex": "complex128"}


class ToPackedArray(Builtin):
    context = "Developer`"
    summary_text = "a list as a packed array, where it can be one"

    def eval(self, expr, evaluation):
        "Developer`ToPackedArray[expr_]"
        return _packed(expr, uniform_array(expr))

    def eval_type(self, expr, type, evaluation):
        "Developer`ToPackedArray[expr_, type_Symbol]"
        dtype = TYPES.get(type.get_name())
        return None if dtype is None else _packed(expr, _list_as(expr, dtype))

    def eval_tolerance(self, expr, type, tolerance, evaluation):
        "Developer`ToPackedArray[expr_, type_Symbol, tolerance_]"
        return self.eval_type(expr, type, evaluation)


class FromPackedArray(Builtin):
    context = "Developer`"
    summary_text = "a packed array as an ordinary list"

    def eval(self, expr, evaluation):
        "Developer`FromPackedArray[expr_]"
        return unpacked(expr)


class PackedArrayQ(Builtin):
    context = "Developer`"
    summary_text = "whether an expression is a packed array"

    def eval(self, expr, evaluation):
        "Developer`PackedArrayQ[expr_]"
        return from_bool(isinstance(expr, PackedList))

    def eval_type(self, expr, type, evaluation):
        "Developer`PackedArrayQ[expr_, type_Symbol]"
        return from_bool(_is_packed(expr, type))

    def eval_rank(self, expr, type, rank, evaluation):
        "Developer`PackedArrayQ[expr_, type_Symbol, rank_Integer]"
        return from_bool(_is_packed(expr, type) and expr.array.ndim == rank.value)


def _list_as(expr, dtype: str):
    return None if isinstance(expr, NumericArray) else to_array(expr, dtype)


def _packed(expr, array):
    if isinstance(expr, PackedList) and expr.array is array:
        return expr
    return expr if array is None or not array.size else PackedList(array)


def _is_packed(expr, type_) -> bool:
    return isinstance(expr, PackedList) and expr.array.dtype == TYPES.get(type_.get_name())
