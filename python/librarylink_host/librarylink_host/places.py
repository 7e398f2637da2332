"""Python values into C memory that a library has a place for: results of callbacks and of evaluateExpression."""

from __future__ import annotations

from ctypes import c_double, c_int, c_int64, c_void_p
from typing import TYPE_CHECKING, Any

import numpy as np

from .tensor import Tensor
from .types import TENSOR_DTYPES, ArgumentType

if TYPE_CHECKING:
    from .runtime import Runtime

MACHINE_INTEGERS = range(-(1 << 63), 1 << 63)


def store(runtime: Runtime, wanted: ArgumentType, address: int, value: Any, what: str) -> None:
    """Write a number or a tensor's handle; TypeError, ValueError or OverflowError name ``what`` if it does not fit."""
    match wanted.kind:
        case "Boolean":
            c_int.from_address(address).value = _boolean(value, what)
        case "Integer":
            c_int64.from_address(address).value = _integer(value, what)
        case "Real":
            c_double.from_address(address).value = _number(value, float, what)
        case "Complex":
            number = _number(value, complex, what)
            (c_double * 2).from_address(address)[:] = [number.real, number.imag]
        case _:
            c_void_p.from_address(address).value = runtime.tensors.put(Tensor(_array(value, wanted, what)))


def _boolean(value: Any, what: str) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{what} is {type(value).__name__}, not bool")
    return bool(value)


def _integer(value: Any, what: str) -> int:
    if not isinstance(value, (int, np.integer)):
        raise TypeError(f"{what} is {type(value).__name__}, not int")
    if int(value) not in MACHINE_INTEGERS:
        raise OverflowError(f"{what}, {value}, does not fit a machine integer")
    return int(value)


def _number(value: Any, kind: type, what: str) -> Any:
    if not isinstance(value, (int, float, complex, np.number)) or (kind is float and np.iscomplexobj(value)):
        raise TypeError(f"{what} is {type(value).__name__}, not {kind.__name__}")
    return kind(value)


def _array(value: Any, wanted: ArgumentType, what: str) -> np.ndarray:
    given = np.asarray(value)
    dtype = TENSOR_DTYPES[wanted.element]
    if given.size and not np.can_cast(given.dtype, dtype, "same_kind"):
        raise TypeError(f"{what} has elements {given.dtype}, not {dtype}")
    if given.ndim != wanted.rank:
        raise ValueError(f"{what} has rank {given.ndim}, not {wanted.rank}")
    return np.array(given, dtype, order="C")
