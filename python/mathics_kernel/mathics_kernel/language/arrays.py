# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays and numbers: ArrayReshape, Clip, MinMax, Ordering, RepeatedTiming."""

import time

from mathics.core.atoms import Integer, MachineReal, Real
from mathics.core.attributes import A_HOLD_FIRST, A_LISTABLE, A_NUMERIC_FUNCTION, A_PROTECTED
from mathics.core.builtin import Builtin
from mathics.core.expression import Expression
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol


class ArrayReshape(Builtin):
    """ArrayReshape[list, dims], ArrayReshape[list, dims, padding]: the elements in an array of these dimensions.

    Elements that do not fit are dropped, those that lack are the padding (0).
    https://reference.wolfram.com/language/ref/ArrayReshape.html
    """

    context = "System`"
    rules = {"ArrayReshape[list_, dims_]": "ArrayReshape[list, dims, 0]"}
    messages = {"dims": "`1` is not a list of positive integers."}
    summary_text = "array of given dimensions"

    def eval(self, list, dims, padding, evaluation):
        "ArrayReshape[list_List, dims_List, padding_]"
        import numpy as np

        from ..packed import PackedList

        shape = [dim.value if isinstance(dim, Integer) else 0 for dim in dims.elements]
        if not shape or min(shape) < 1:
            evaluation.message("ArrayReshape", "dims", dims)
            return None
        count = int(np.prod(shape))
        if isinstance(list, PackedList) and list.array.size >= count:
            return PackedList(list.array.reshape(-1)[:count].reshape(shape))
        elements = list.flatten_with_respect_to_head(Symbol("System`List")).elements[:count]
        return _nested([*elements, *[padding] * (count - len(elements))], shape)


def _nested(elements, shape):
    if len(shape) == 1:
        return ListExpression(*elements)
    step = len(elements) // shape[0]
    return ListExpression(*(_nested(elements[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])))


class Clip(Builtin):
    """Clip[x], Clip[x, {min, max}], Clip[x, {min, max}, {below, above}], over lists too.

    https://reference.wolfram.com/language/ref/Clip.html
    """

    context = "System`"
    attributes = A_NUMERIC_FUNCTION | A_PROTECTED
    rules = {
        "Clip[x_]": "Clip[x, {-1, 1}]",
        "Clip[x_List, limits_, values_]": "Map[Clip[#, limits, values] &, x]",
        "Clip[x_?NumericQ, {min_, max_}, {below_, above_}]": "Which[x < min, below, x > max, above, True, x]",
    }
    summary_text = "clip to an interval"

    def eval_list(self, x, min, max, evaluation):
        "Clip[x_List, {min_, max_}]"
        import numpy as np

        from ..packed import PackedList

        bounds = [limit.round_to_float() for limit in (min, max)]
        reals = isinstance(x, PackedList) and x.array.dtype.kind == "f" and None not in bounds
        if reals and all(isinstance(limit, Real) for limit in (min, max)):
            return PackedList(np.clip(x.array, *bounds))
        return ListExpression(
            *(Expression(Symbol("System`Clip"), element, ListExpression(min, max)) for element in x.elements)
        )

    def eval(self, x, min, max, evaluation):
        "Clip[x_?NumericQ, {min_, max_}]"
        value, low, high = (each.round_to_float(evaluation) for each in (x, min, max))
        if None in (value, low, high):
            return None
        return min if value < low else max if value > high else x


class MinMax(Builtin):
    """MinMax[list] is {Min[list], Max[list]}; MinMax[list, d] with d taken off and added.

    https://reference.wolfram.com/language/ref/MinMax.html
    """

    context = "System`"
    rules = {
        "MinMax[list_]": "{Min[list], Max[list]}",
        "MinMax[list_, {below_, above_}]": "{Min[list] - below, Max[list] + above}",
        "MinMax[list_, Scaled[s_]]": "MinMax[list, s (Max[list] - Min[list])]",
        "MinMax[list_, d_]": "MinMax[list, {d, d}]",
    }
    summary_text = "smallest and largest element"


class Ordering(Builtin):
    """Ordering[list], Ordering[list, n], Ordering[list, n, p]: positions of the elements in sorted order.

    https://reference.wolfram.com/language/ref/Ordering.html
    """

    context = "System`"
    rules = {
        "Ordering[list_]": "Ordering[list, All]",
        "Ordering[list_, n_Integer]": "Take[Ordering[list], Sign[n] Min[Abs[n], Length[list]]]",
        "Ordering[list_, All, p_]": "Sort[Range[Length[list]], p[list[[#1]], list[[#2]]] &]",
    }
    summary_text = "positions in sorted order"

    def eval(self, list, evaluation):
        "Ordering[list_List, All]"
        order = sorted(range(len(list.elements)), key=lambda index: list.elements[index].element_order)
        return ListExpression(*(Integer(index + 1) for index in order))


class RepeatedTiming(Builtin):
    """RepeatedTiming[expr], RepeatedTiming[expr, t]: {trimmed mean of the seconds of evaluations in t seconds, result}.

    https://reference.wolfram.com/language/ref/RepeatedTiming.html
    """

    context = "System`"
    attributes = A_HOLD_FIRST | A_PROTECTED
    rules = {"RepeatedTiming[expr_]": "RepeatedTiming[expr, 1]"}
    summary_text = "mean time of an evaluation"

    def eval(self, expr, t, evaluation):
        "RepeatedTiming[expr_, t_?RealValuedNumberQ]"
        limit = t.round_to_float()
        times: list[float] = []
        begun = time.perf_counter()
        while len(times) < 4 or time.perf_counter() - begun < limit:
            started = time.perf_counter()
            result = expr.copy(reevaluate=True).evaluate(evaluation)
            times.append(time.perf_counter() - started)
            if time.perf_counter() - begun > 4 * limit:
                break
        middle = sorted(times)[len(times) // 4 : max(len(times) - len(times) // 4, 1)]
        return ListExpression(MachineReal(sum(middle) / len(middle)), result)


class ReIm(Builtin):
    """ReIm[z] is {Re[z], Im[z]}."""

    context = "System`"
    attributes = A_LISTABLE | A_NUMERIC_FUNCTION | A_PROTECTED
    rules = {"ReIm[z_]": "{Re[z], Im[z]}"}
    summary_text = "real and imaginary part"


class AbsArg(Builtin):
    """AbsArg[z] is {Abs[z], Arg[z]}."""

    context = "System`"
    attributes = A_LISTABLE | A_NUMERIC_FUNCTION | A_PROTECTED
    rules = {"AbsArg[z_]": "{Abs[z], Arg[z]}"}
    summary_text = "absolute value and argument"
