# SPDX-License-Identifier: GPL-3.0-or-later
"""Bits of integers, in two's complement of any length."""

from functools import reduce
from operator import and_, or_, xor

from mathics.core.atoms import Integer
from mathics.core.attributes import A_FLAT, A_LISTABLE, A_ONE_IDENTITY, A_ORDERLESS, A_PROTECTED
from mathics.core.builtin import Builtin


class _Combined(Builtin):
    """A function of any number of integers, bit by bit."""

    attributes = A_FLAT | A_LISTABLE | A_ONE_IDENTITY | A_ORDERLESS | A_PROTECTED
    operation = None
    neutral = 0

    def combine(self, numbers):
        values = [number.value for number in numbers.get_sequence()]
        if not all(isinstance(value, int) for value in values):
            return None
        return Integer(reduce(type(self).operation, values, self.neutral))


class BitAnd(_Combined):
    """BitAnd[m, n, ...]: https://reference.wolfram.com/language/ref/BitAnd.html"""

    summary_text = "bits that all integers have"
    operation = and_
    neutral = -1

    def eval(self, numbers, evaluation):
        "BitAnd[numbers___Integer]"
        return self.combine(numbers)


class BitOr(_Combined):
    """BitOr[m, n, ...]: https://reference.wolfram.com/language/ref/BitOr.html"""

    summary_text = "bits that an integer has"
    operation = or_

    def eval(self, numbers, evaluation):
        "BitOr[numbers___Integer]"
        return self.combine(numbers)


class BitXor(_Combined):
    """BitXor[m, n, ...]: https://reference.wolfram.com/language/ref/BitXor.html"""

    summary_text = "bits that an odd number of integers has"
    operation = xor

    def eval(self, numbers, evaluation):
        "BitXor[numbers___Integer]"
        return self.combine(numbers)


class BitNot(Builtin):
    """BitNot[n] is -1 - n: https://reference.wolfram.com/language/ref/BitNot.html"""

    attributes = A_LISTABLE | A_PROTECTED
    summary_text = "complement of the bits of an integer"

    def eval(self, n, evaluation):
        "BitNot[n_Integer]"
        return Integer(~n.value)


def _shifted(n: int, places: int) -> Integer:
    return Integer(n << places if places >= 0 else n >> -places)


class BitShiftLeft(Builtin):
    """BitShiftLeft[n, k], k being 1 by default: https://reference.wolfram.com/language/ref/BitShiftLeft.html"""

    attributes = A_LISTABLE | A_PROTECTED
    summary_text = "bits moved to the left"
    rules = {"BitShiftLeft[n_]": "BitShiftLeft[n, 1]"}

    def eval(self, n, k, evaluation):
        "BitShiftLeft[n_Integer, k_Integer]"
        return _shifted(n.value, k.value)


class BitShiftRight(Builtin):
    """BitShiftRight[n, k], k being 1 by default: https://reference.wolfram.com/language/ref/BitShiftRight.html"""

    attributes = A_LISTABLE | A_PROTECTED
    summary_text = "bits moved to the right"
    rules = {"BitShiftRight[n_]": "BitShiftRight[n, 1]"}

    def eval(self, n, k, evaluation):
        "BitShiftRight[n_Integer, k_Integer]"
        return _shifted(n.value, -k.value)
