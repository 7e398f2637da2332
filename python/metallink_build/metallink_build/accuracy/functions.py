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
    positive: bool = False  # measured at positive arguments only

    @property
    def key(self) -> str:
        return f"{self.name}_{self.real}"

    @property
    def arguments(self) -> int:
        return 2 if self.y_ranges else 1


HEADERS = {"real64": ("real.h", "real64/gamma.h", "real64/error_function.h", "real64/bessel_modified.h"), "real32": ("real.h",)}

QUARTERS = tuple(k * pi / 4 for k in range(1, 24))
ZEROS_OF_LGAMMA = (-2.4570247382208006, -2.7476826467274127, -3.1435808883499798, -3.9552942848585977, -4.039361839740536)
ANY = ((-HUGE, HUGE),)

FUNCTIONS: tuple[Function, ...] = (
    # Elementary functions in double.
    # Special functions in double.
    Function("Erf", "ml::erf(x)", "erf", 4, ((-1, 1), (-6, 6)), (0.5, 1.0, 1.5, 5.92, 6.0)),
    Function("Erfc", "ml::erfc(x)", "erfc", 4, ((-1, 1), (-6, 6), (0, 28)), (0.5, 5.92, 6.0, 26.5, 27.2, 28.0)),
    Function("Gamma", "ml::gamma(x)", "gamma", 4, ((0, 13), (-6, 6), (-185, 172)), (*range(-20, 20), 170.6, 171.62, -184.0)),
    Function("Factorial", "ml::factorial(x)", "factorial", 4, ((-1, 12), (-6, 6), (-186, 171)), (*range(-20, 20), 170.62)),
    Function("LogGamma", "ml::lgamma(x)", "lgamma", 4, ((0, 13), (0, 3), (-20, 0), (-200, 1e6)), (*range(-20, 20), *ZEROS_OF_LGAMMA)),
    Function("Beta", "ml::beta(x, y)", "beta", 4, ((0, 10), (0, 200)), (1.0, 12.0, 90.0), ((0, 10), (0, 600), (0, 1e6)), positive=True),
    Function("BesselI0", "ml::bessel_i0(x)", "bessel_i0", 4, ((-10, 10), (0, 40), (-714, 714)), (4.0, 8.0, 16.0, 32.0, 713.98)),
    Function("BesselI1", "ml::bessel_i1(x)", "bessel_i1", 4, ((-10, 10), (0, 40), (-714, 714)), (4.0, 8.0, 16.0, 32.0, 713.98)),
    Function("BesselK0", "ml::bessel_k0(x)", "bessel_k0", 4, ((0, 2), (0, 20), (0, 745)), (2.0, 4.0, 8.0, 705.3, 741.0)),
    Function("BesselK1", "ml::bessel_k1(x)", "bessel_k1", 4, ((0, 2), (0, 20), (0, 745)), (2.0, 4.0, 8.0, 705.3, 741.0)),
    # In float.
    Function("Tan", "ml::tan(x)", "tan", 4, ((-2, 2), (-1e3, 1e3), (-1e9, 1e9)), QUARTERS, real="real32"),
    Function("Tanh", "ml::tanh(x)", "tanh", 4, ((-2, 2), (-10, 10)), (0.625, 9.02), real="real32"),
    Function("ArcTan", "ml::atan(x)", "atan", 4, ((-2, 2), (-1e3, 1e3)), (1.0,), real="real32"),
)


def named(name: str, real: str) -> Function:
    """The function of this name; StopIteration if there is none."""
    return next(function for function in FUNCTIONS if (function.name, function.real) == (name, real))
