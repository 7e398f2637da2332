"""Arguments into C memory, and results out of it."""

from __future__ import annotations

import ctypes
import operator
from typing import TYPE_CHECKING, Any

from .errors import LibraryArgumentError
from .strings import read_result
from .types import ArgumentType

if TYPE_CHECKING:
    from .calls import Call
    from .objects import ObjectTable
    from .runtime import Runtime
    from .strings import Strings

SLOT = 2  # 8-byte words a value: a complex number has two


class Frame:
    """C memory of one call: a slot for each argument and for the result, and the array of MArguments."""

    __slots__ = ("integers", "reals", "_pointers", "arguments", "result", "result_slot")

    def __init__(self, count: int) -> None:
        words = SLOT * (count + 1)
        self.integers = (ctypes.c_int64 * words)()
        self.reals = (ctypes.c_double * words).from_buffer(self.integers)
        base = ctypes.addressof(self.integers)
        self._pointers = (ctypes.c_void_p * max(count, 1))(*[base + 8 * SLOT * index for index in range(count)])
        self.arguments = ctypes.addressof(self._pointers)
        self.result = base + 8 * SLOT * count
        self.result_slot = SLOT * count

    def clear_result(self) -> None:
        self.integers[self.result_slot] = self.integers[self.result_slot + 1] = 0


class Converter:
    """Moves values of one type into a slot of a frame and out of the result's slot."""

    def store(self, frame: Frame, slot: int, value: Any, call: Call) -> None:
        """Put an argument into its slot; LibraryArgumentError if it does not fit."""

    def withdraw(self, frame: Frame, slot: int) -> None:
        """Take back an argument of a call that was never made."""

    def read(self, frame: Frame) -> Any:
        """The result as a Python value; LibraryMisuseError if there is none or it is of another type."""

    def discard(self, frame: Frame) -> None:
        """Free the result of a call that failed otherwise."""


class VoidConverter(Converter):
    pass


class IntegerConverter(Converter):
    def store(self, frame: Frame, slot: int, value: Any, call: Call) -> None:
        if type(value) is not int:
            if isinstance(value, bool) or not hasattr(value, "__index__"):
                raise LibraryArgumentError(f"Integer expected, not {type(value).__name__}")
            value = operator.index(value)
        if not -(1 << 63) <= value < 1 << 63:
            raise LibraryArgumentError(f"{value} does not fit a machine integer")
        frame.integers[slot] = value

    def read(self, frame: Frame) -> int:
        return frame.integers[frame.result_slot]


class BooleanConverter(Converter):
    def store(self, frame: Frame, slot: int, value: Any, call: Call) -> None:
        if type(value).__name__ not in ("bool", "bool_"):  # Python's and NumPy's
            raise LibraryArgumentError(f"Boolean expected, not {type(value).__name__}")
        frame.integers[slot] = bool(value)

    def read(self, frame: Frame) -> bool:
        return frame.integers[frame.result_slot] & 0xFFFFFFFF != 0  # an mbool has 32 bits


class RealConverter(Converter):
    def store(self, frame: Frame, slot: int, value: Any, call: Call) -> None:
        if type(value) is not float:
            value = _number(value, "Real", float)
        frame.reals[slot] = value

    def read(self, frame: Frame) -> float:
        return frame.reals[frame.result_slot]


class ComplexConverter(Converter):
    def store(self, frame: Frame, slot: int, value: Any, call: Call) -> None:
        number = _number(value, "Complex", complex)
        frame.reals[slot], frame.reals[slot + 1] = number.real, number.imag

    def read(self, frame: Frame) -> complex:
        return complex(frame.reals[frame.result_slot], frame.reals[frame.result_slot + 1])


def _number(value: Any, kind: str, convert: type) -> Any:
    if isinstance(value, (bool, str, bytes)):
        raise LibraryArgumentError(f"{kind} expected, not {type(value).__name__}")
    try:
        return convert(value)
    except OverflowError:
        raise LibraryArgumentError(f"{kind} expected; an integer of {value.bit_length()} bits is too large") from None
    except (TypeError, ValueError):
        raise LibraryArgumentError(f"{kind} expected, not {type(value).__name__}") from None


class StringConverter(Converter):
    def __init__(self, strings: Strings) -> None:
        self._strings = strings

    def store(self, frame: Frame, slot: int, value: Any, call: Call) -> None:
        frame.integers[slot] = self._strings.pass_argument(value, call.function)

    def withdraw(self, frame: Frame, slot: int) -> None:
        self._strings.disown(frame.integers[slot])

    def read(self, frame: Frame) -> str:
        return read_result(frame.integers[frame.result_slot])


class ObjectConverter(Converter):
    def __init__(self, table: ObjectTable, wanted: ArgumentType) -> None:
        self._table = table
        self._wanted = wanted

    def store(self, frame: Frame, slot: int, value: Any, call: Call) -> None:
        frame.integers[slot] = self._table.pass_argument(value, self._wanted, call)

    def withdraw(self, frame: Frame, slot: int) -> None:
        self._table.withdraw(frame.integers[slot])

    def read(self, frame: Frame) -> Any:
        return self._table.take_result(frame.integers[frame.result_slot], self._wanted)

    def discard(self, frame: Frame) -> None:
        self._table.discard_result(frame.integers[frame.result_slot])


def converter(runtime: Runtime, wanted: ArgumentType) -> Converter:
    match wanted.kind:
        case "Void":
            return VoidConverter()
        case "Integer":
            return IntegerConverter()
        case "Boolean":
            return BooleanConverter()
        case "Real":
            return RealConverter()
        case "Complex":
            return ComplexConverter()
        case "UTF8String":
            return StringConverter(runtime.strings)
    return ObjectConverter(runtime.table_of(wanted), wanted)
