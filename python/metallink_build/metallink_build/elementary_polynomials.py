"""The polynomials of the elementary functions of doubles, for coefficients.py.

The weighted errors at Chebyshev points of the interval get the least sum of squares, which is within a small factor of
the best approximation (L. N. Trefethen, Approximation Theory and Approximation Practice, 2013). The coefficients are
rounded to double one after the other, lowest power first, and each time the rest is fitted again, so that the higher
ones take up what rounding left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mpmath import asin, atan, cos, exp, linspace, log, lu_solve, matrix, mp, mpf, pi, sin, sinh, sqrt, taylor

PRECISION = 400
POINTS = 64


@dataclass(frozen=True)
class Polynomial:
    """Of the given number of terms, lowest power first, for `function` of the variable `z` from low to high."""

    name: str
    what: str
    function: Callable[[mpf], mpf]
    low: mpf
    high: mpf
    terms: int
    weight: Callable[[mpf], mpf]  # error of the polynomial times this is the error of the whole, relative to it


def series(function: Callable[[mpf], mpf], skipped: int, step: int) -> Callable[[mpf], mpf]:
    """(function(x) minus its terms below x^skipped) / x^skipped as a function of x^step, by its power series."""
    coefficients = taylor(function, 0, skipped + 60)[skipped::step]
    return lambda z: sum(c * z**k for k, c in enumerate(coefficients))


def odd(function: Callable[[mpf], mpf]) -> Callable[[mpf], mpf]:
    """(function(x) - x) / x^3 as a function of x^2."""
    near = series(function, 3, 2)
    return lambda z: near(z) if z < mpf(1) / 100 else (function(sqrt(z)) - sqrt(z)) / (z * sqrt(z))


def logarithm_rest(z: mpf) -> mpf:
    """(log(1 + f) / s - 2) / s^2 with s = f / (2 + f), z = s^2: 2 atanh(s) = log(1 + f)."""
    return sum(mpf(2) / (2 * k + 3) * z**k for k in range(80))


def polynomials() -> tuple[Polynomial, ...]:
    half_ln2 = log(2) / 2
    return (
    Polynomial(
        "sin_rest", "(sin(r) - r) / r^3 in r^2, |r| <= Pi/4", odd(sin), mpf(0), (pi / 4) ** 2, 6,
        lambda z: z * sqrt(z) / sin(sqrt(z)) if z else mpf(0),
    ),
    Polynomial(
        "cos_rest", "(cos(r) - 1 + r^2 / 2) / r^4 in r^2, |r| <= Pi/4", series(cos, 4, 2), mpf(0), (pi / 4) ** 2, 6,
        lambda z: z**2 / cos(sqrt(z)),
    ),
    Polynomial(
        "exp_rest", "(exp(r) - 1 - r) / r^2, |r| <= Log[2]/2", series(exp, 2, 1), -half_ln2, half_ln2, 11,
        lambda z: abs(z * z / (exp(z) - 1)) if z else mpf(0),
    ),
    Polynomial(
        "sinh_rest", "(sinh(x) - x) / x^3 in x^2, |x| <= Log[2]/2", odd(sinh), mpf(0), half_ln2**2, 5,
        lambda z: z * sqrt(z) / sinh(sqrt(z)) if z else mpf(0),
    ),
    Polynomial(
        "log_rest", "(log(1 + f) / s - 2) / s^2 with s = f / (2 + f) in s^2, 1 + f from Sqrt[1/2] to Sqrt[2]",
        logarithm_rest, mpf(0), (3 - 2 * sqrt(2)) ** 2, 7, lambda z: z / 2,
    ),
    Polynomial(
        "asin_rest", "(asin(x) - x) / x^3 in x^2, |x| <= 1/2", odd(asin), mpf(0), mpf(1) / 4, 13,
        lambda z: z * sqrt(z) / asin(sqrt(z)) if z else mpf(0),
    ),
    Polynomial(
        "atan_rest", "(atan(x) - x) / x^3 in x^2, |x| <= Sqrt[2] - 1", odd(atan), mpf(0), (sqrt(2) - 1) ** 2, 11,
        lambda z: z * sqrt(z) / atan(sqrt(z)) if z else mpf(0),
    ),
    Polynomial(
        "cbrt_start", "m^(-1/3), m from 1 to 2", lambda z: z ** (-mpf(1) / 3), mpf(1), mpf(2), 4,
        lambda z: z ** (mpf(1) / 3),
    ),
)  # fmt: skip


def rounded(x: mpf) -> mpf:
    return mpf(float(x))


def chebyshev_points(polynomial: Polynomial) -> list[mpf]:
    middle, half = (polynomial.high + polynomial.low) / 2, (polynomial.high - polynomial.low) / 2
    return [middle + half * cos((2 * k + 1) * pi / (2 * POINTS)) for k in range(POINTS)]


def least_squares(polynomial: Polynomial, known: list[mpf]) -> list[mpf]:
    """The coefficients above the known ones with the least sum of squares of weighted errors."""
    points = chebyshev_points(polynomial)
    powers = range(len(known), polynomial.terms)
    system, right = matrix(POINTS, len(powers)), matrix(POINTS, 1)
    for i, z in enumerate(points):
        weight = polynomial.weight(z)
        for j, k in enumerate(powers):
            system[i, j] = weight * z**k
        right[i] = weight * (polynomial.function(z) - sum(c * z**k for k, c in enumerate(known)))
    return list(lu_solve(system.T * system, system.T * right))


def fitted(polynomial: Polynomial) -> list[mpf]:
    known: list[mpf] = []
    while len(known) < polynomial.terms:
        known.append(rounded(least_squares(polynomial, known)[0]))
    return known


def largest_error(polynomial: Polynomial, coefficients: list[mpf]) -> mpf:
    points = linspace(polynomial.low, polynomial.high, 400)
    return max(
        abs(polynomial.function(z) - sum(c * z**k for k, c in enumerate(coefficients))) * polynomial.weight(z)
        for z in points
    )


def tables() -> Iterator[tuple[str, str, list[mpf]]]:
    """Name, meaning and coefficients of every polynomial."""
    with mp.workprec(PRECISION):
        for polynomial in polynomials():
            coefficients = fitted(polynomial)
            error = float(log(largest_error(polynomial, coefficients), 2))
            yield polynomial.name, f"{polynomial.what}.\nRelative error of the function 2^{error:.1f}.", coefficients
