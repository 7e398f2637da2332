"""The functions that are measured: their MSL, their reference, their bound, and where points are dense."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

HUGE = 1.7976931348623157e308
FLOAT_HUGE = 3.4028234663852886e38


@dataclass(frozen=True)
class Function:
    """One function of `real`, "real64" or "real32" (Metal's float)."""

    name: str  # as in the Wolfram Language where it has one
    code: str  # MSL over x, and y where there are two arguments
    oracle: str  # oracle_<name> of oracle.c and of mpmath_oracle.py
    bound: float  # units in the last place
    ranges: tuple[tuple[float, float], ...]  # intervals of x that get points of their own
    special: tuple[float, ...] = ()  # zeros, poles and thresholds: points crowd around them
    y_ranges: tuple[tuple[float, float], ...] = ()  # of the second argument
    real: str = "real64"

    @property
    def key(self) -> str:
        return f"{self.name}_{self.real}"

    @property
    def arguments(self) -> int:
        return 2 if self.y_ranges else 1


HEADERS = {"real64": ("real.h",), "real32": ("real.h",)}

QUARTERS = tuple(k * pi / 4 for k in range(1, 24))
ANY = ((-HUGE, HUGE),)

FUNCTIONS: tuple[Function, ...] = (
    # Elementary functions in double.
    # Special functions in double.
    # In float.
    Function("Tan", "ml::tan(x)", "tan", 4, ((-2, 2), (-1e3, 1e3), (-1e9, 1e9)), QUARTERS, real="real32"),
    Function("Tanh", "ml::tanh(x)", "tanh", 4, ((-2, 2), (-10, 10)), (0.625, 9.02), real="real32"),
    Function("ArcTan", "ml::atan(x)", "atan", 4, ((-2, 2), (-1e3, 1e3)), (1.0,), real="real32"),
)


def named(name: str, real: str) -> Function:
    """The function of this name; StopIteration if there is none."""
    return next(function for function in FUNCTIONS if (function.name, function.real) == (name, real))
