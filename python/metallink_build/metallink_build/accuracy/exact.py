"""The same functions by mpmath, to 40 digits: what checks the C library's functions of 113 bits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath

from metallink_build.accuracy.points import FORMATS

DIGITS = 40


def error_units(function: Callable[..., Any], arguments: tuple[float, ...], got: float, real: str) -> float:
    """Units in the last place between `got` and the exact value; as error_units of oracle.c has it."""
    exact = value(function, arguments)
    if exact is None or mpmath.isnan(exact):
        return 0.0 if math.isnan(got) else math.inf
    if math.isnan(got):
        return math.inf
    if mpmath.isinf(exact):
        return 0.0 if math.isinf(got) and (got > 0) == (exact > 0) else math.inf
    _, _, fraction, bias = FORMATS[real]
    exponent = 1 - bias if exact == 0 else mpmath.frexp(exact)[1] - 1
    exponent = min(max(exponent, 1 - bias), bias)
    with mpmath.workdps(DIGITS):
        unit = mpmath.ldexp(1, exponent - fraction)
        if math.isinf(got):
            limit = mpmath.ldexp(1 if got > 0 else -1, bias + 1)
            return 0.0 if abs(exact) >= abs(limit) and (exact > 0) == (got > 0) else float(abs(limit - exact) / unit)
        return float(abs(mpmath.mpf(got) - exact) / unit)


def value(function: Callable[..., Any], arguments: tuple[float, ...]) -> Any:
    """The function of real numbers to 40 digits, near its zeros too; None where it has no value."""
    with mpmath.workdps(DIGITS):
        numbers = [mpmath.mpf(a) for a in arguments]
        try:
            exact = function(*numbers)
            # Digits that cancelled are asked for again.
            for digits in (2 * DIGITS, 4 * DIGITS):
                with mpmath.workdps(digits):
                    finer = function(*numbers)
                if mpmath.almosteq(exact, finer, rel_eps=mpmath.mpf(10) ** -30):
                    break
                exact = finer
        except (ValueError, ZeroDivisionError, OverflowError, ArithmeticError):
            return None
        return None if isinstance(exact, mpmath.mpc) and exact.imag != 0 else mpmath.re(exact)


def _odd_root(x: Any) -> Any:
    return mpmath.sign(x) * mpmath.cbrt(abs(x))


def _beta(a: Any, b: Any) -> Any:
    with mpmath.workdps(300):  # large arguments cancel
        return mpmath.beta(a, b)


def _log_gamma(x: Any) -> Any:
    return mpmath.log(abs(mpmath.gamma(x))) if x < 0 else mpmath.loggamma(x)


# By the names of the oracles.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "exp": mpmath.exp,
    "exp2": lambda x: mpmath.mpf(2) ** x,
    "exp10": lambda x: mpmath.mpf(10) ** x,
    "expm1": mpmath.expm1,
    "log": mpmath.log,
    "log1p": mpmath.log1p,
    "log2": lambda x: mpmath.log(x, 2),
    "log10": lambda x: mpmath.log(x, 10),
    "cbrt": _odd_root,
    "sqrt": mpmath.sqrt,
    "pow": mpmath.power,
    "sin": mpmath.sin,
    "cos": mpmath.cos,
    "tan": mpmath.tan,
    "asin": mpmath.asin,
    "acos": mpmath.acos,
    "atan": mpmath.atan,
    "atan2": mpmath.atan2,
    "sinh": mpmath.sinh,
    "cosh": mpmath.cosh,
    "tanh": mpmath.tanh,
    "asinh": mpmath.asinh,
    "acosh": mpmath.acosh,
    "atanh": mpmath.atanh,
    "erf": mpmath.erf,
    "erfc": mpmath.erfc,
    "gamma": mpmath.gamma,
    "factorial": lambda x: mpmath.gamma(x + 1),
    "lgamma": _log_gamma,
    "beta": _beta,
    "bessel_j0": lambda x: mpmath.besselj(0, x),
    "bessel_j1": lambda x: mpmath.besselj(1, x),
    "bessel_y0": lambda x: mpmath.bessely(0, x),
    "bessel_y1": lambda x: mpmath.bessely(1, x),
    "bessel_i0": lambda x: mpmath.besseli(0, x),
    "bessel_i1": lambda x: mpmath.besseli(1, x),
    "bessel_k0": lambda x: mpmath.besselk(0, x),
    "bessel_k1": lambda x: mpmath.besselk(1, x),
    "sinc": mpmath.sinc,
    "haversine": lambda x: mpmath.sin(x / 2) ** 2,
}
