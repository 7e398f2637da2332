"""Computes the tables of coefficients in native/shaders and writes them as MSL: `invoke coefficients`.

Polynomials interpolate at Chebyshev points, computed with 60 digits and rounded at the end; each is of the lowest
degree that stays within its tolerance. Definitions: NIST Digital Library of Mathematical Functions (chapters 5, 7, 10).
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

import mpmath
import numpy as np
from mpmath import mp, mpf

from metallink_build import elementary_polynomials
from metallink_build.incremental import write_if_changed

DIGITS = 60
NODES = 48
TOLERANCE = mpf(2) ** -57  # relative, of polynomials whose result is a double


@dataclass
class Table:
    """An array of the given numbers, each rounded to a double."""

    name: str
    meaning: str
    numbers: list[Any]
    is_polynomial: bool = False  # then its length is a constant too

    def text(self) -> str:
        words = [f"0x{_bits(number):016x}ul" for number in self.numbers]
        rows = [", ".join(words[k : k + 6]) for k in range(0, len(words), 6)]
        meaning = "\n".join(f"// {line}" for line in self.meaning.splitlines())
        body = ",\n    ".join(rows)
        length = f"constant int {self.name}_length = {len(words)};\n" if self.is_polynomial else ""
        return f"{meaning}\nconstant ulong {self.name}[{len(words)}] = {{\n    {body}}};\n{length}"


@dataclass
class FloatTable(Table):
    """An array of the given numbers, each rounded to a float."""

    def text(self) -> str:
        words = [f"{np.float32(float(number)):.9g}" for number in self.numbers]
        words = [(word if set(word) & set(".en") else word + ".0") + "f" for word in words]
        rows = [", ".join(words[k : k + 6]) for k in range(0, len(words), 6)]
        meaning = "\n".join(f"// {line}" for line in self.meaning.splitlines())
        body = ",\n    ".join(rows)
        length = f"constant int {self.name}_length = {len(words)};\n" if self.is_polynomial else ""
        return f"{meaning}\nconstant float {self.name}[{len(words)}] = {{\n    {body}}};\n{length}"


@dataclass(frozen=True)
class Kind:
    """Double or float: the tables that a function has for both, and an overload for each to ask for them."""

    real: str
    element: str
    digits: int  # of the significand
    maximum: int  # all numbers are below 2^maximum
    phase_pairs: int  # coefficients of a Bessel function's phase with doubled precision

    def fit(
        self, f: Callable[[Any], Any], low: Any, high: Any, centre: Any, spare: int = 0, absolute: Any = None
    ) -> list[Any]:
        """As the function fit; within 1/16 of a unit in the last place, or 2^-spare of that."""
        return fit(f, low, high, centre, mpf(2) ** -(self.digits + 4 + spare), absolute)

    def pair(self, number: Any) -> tuple[float, float]:
        return pair(number) if self.real == "real64" else float_pair(number)

    def table(self, name: str, meaning: str, numbers: list[Any], is_polynomial: bool = False) -> SharedTable:
        return SharedTable(name, meaning, numbers, is_polynomial, self)

    def count(self, name: str, number: int) -> Count:
        return Count(name, number, self)


DOUBLE = Kind("real64", "ulong", 53, 1024, 6)
FLOAT = Kind("float", "float", 24, 128, 3)


@dataclass
class SharedTable:
    """An array behind a function of its name, which the type of a number chooses."""

    name: str
    meaning: str
    numbers: list[Any]
    is_polynomial: bool
    kind: Kind

    def text(self) -> str:
        array = f"{self.name}_{self.kind.real}"
        table = (Table if self.kind is DOUBLE else FloatTable)(array, self.meaning, self.numbers)
        kind, name = self.kind, self.name
        asked = f"inline constant const {kind.element} *{name}({kind.real}) {{ return {array}; }}\n"
        return (
            table.text()
            + asked
            + (Count(f"{name}_length", len(self.numbers), kind).text() if self.is_polynomial else "")
        )


@dataclass
class Count:
    """An integer that belongs to a table."""

    name: str
    number: int
    kind: Kind

    def text(self) -> str:
        return f"inline int {self.name}({self.kind.real}) {{ return {self.number}; }}\n"


Part = Union[Table, SharedTable, Count]


def _bits(number: Any) -> int:
    return struct.unpack("<Q", struct.pack("<d", float(number)))[0]


def pair(number: Any) -> tuple[float, float]:
    """The double next to a number, and the double next to the rest."""
    high = float(number)
    return high, float(number - mpf(high))


def float_pair(number: Any) -> tuple[float, float]:
    """The float next to a number, and the float next to the rest."""
    high = float(np.float32(float(number)))
    return high, float(np.float32(float(number - mpf(high))))


def short(number: Any, places: int) -> Any:
    """A number rounded to a multiple of 2^-places."""
    return mpmath.nint(number * mpf(2) ** places) / mpf(2) ** places


def chebyshev(f: Callable[[Any], Any], low: Any, high: Any) -> tuple[list[Any], Any]:
    """The Chebyshev series of f on [low, high] by interpolation at NODES points, and the least |f| at them."""
    middle, half = (low + high) / 2, (high - low) / 2
    cosines = [mpmath.cos(mp.pi * k / (2 * NODES)) for k in range(4 * NODES)]
    values = [f(middle + half * cosines[2 * k + 1]) for k in range(NODES)]
    series = [
        mpf(2) / NODES * mpmath.fdot(values, [cosines[j * (2 * k + 1) % (4 * NODES)] for k in range(NODES)])
        for j in range(NODES)
    ]
    series[0] /= 2
    return series, min(abs(v) for v in values)


def powers(series: list[Any], low: Any, high: Any, centre: Any) -> list[Any]:
    """A Chebyshev series on [low, high] in powers of t - centre, by Clenshaw's recurrence on polynomials."""
    middle, half = (low + high) / 2, (high - low) / 2
    shift, scale = (centre - middle) / half, 1 / half
    ahead, after = [mpf(0)], [mpf(0)]
    for c in reversed(series[1:]):
        ahead, after = _step(ahead, after, c, shift, scale), ahead
    return _add(_times_linear(ahead, shift, scale), _add([series[0]], [-a for a in after]))[: len(series)]


def _step(ahead: list[Any], after: list[Any], c: Any, shift: Any, scale: Any) -> list[Any]:
    twice = [2 * a for a in _times_linear(ahead, shift, scale)]
    return _add(twice, _add([c], [-a for a in after]))


def _times_linear(p: list[Any], constant: Any, slope: Any) -> list[Any]:
    return _add([a * constant for a in p], [mpf(0), *(a * slope for a in p)])


def _add(p: list[Any], q: list[Any]) -> list[Any]:
    longer, shorter = (p, q) if len(p) >= len(q) else (q, p)
    return [a + b for a, b in zip(longer, [*shorter, *[mpf(0)] * (len(longer) - len(shorter))])]


def fit(
    f: Callable[[Any], Any], low: Any, high: Any, centre: Any, tolerance: Any = TOLERANCE, absolute: Any = None
) -> list[Any]:
    """Powers of t - centre of the shortest Chebyshev series within a tolerance: relative, or of the size `absolute`."""
    low, high = mpf(low), mpf(high)
    series, least = chebyshev(f, low, high)
    allowed = tolerance * (least if absolute is None else absolute)
    left_out = mpf(0)
    length = len(series)
    while left_out + abs(series[length - 1]) < allowed:
        length -= 1
        left_out += abs(series[length])
    if length > NODES - 4:
        raise ValueError(f"{NODES} points are not enough on {low} to {high}")
    return powers(series[:length], low, high, mpf(centre))


def zones(fits: list[list[Any]]) -> tuple[int, list[list[Any]]]:
    """Polynomials filled up to the same length, and that length."""
    length = max(len(coefficients) for coefficients in fits)
    return length, [[*coefficients, *[mpf(0)] * (length - len(coefficients))] for coefficients in fits]


def log_exp() -> Iterator[Part]:
    numbers = []
    for k in range(128):
        # Interval k of [181/256, 181/128): 256ths below 1, 128ths above. So few places of c that m c - 1 is a double.
        below = k < 75
        middle = (mpf(2 * (181 + k) + 1) if below else mpf(512 + 4 * (k - 75) + 2)) / 512
        inverse = mpf(1) if 73 <= k <= 75 else short(1 / middle, 7 if below else 8)
        numbers += [inverse, *pair(-mpmath.log(inverse))]
    yield Table(
        "log_intervals", "Of 128 intervals: c near the inverse of the middle, and -Log[c] in two parts.", numbers
    )
    high = short(mpmath.log(2), 42)
    yield Table("log_two", "Log[2], the first part of 42 binary places.", [high, *pair(mpmath.log(2) - high)])
    yield Table(
        "log_tail", "(Log[1 + r] - r + r^2/2 - r^3/3)/r^4.", [mpf((-1) ** (k + 1)) / k for k in range(4, 11)], True
    )
    yield Table("one_third", "1/3 in two parts.", list(pair(mpf(1) / 3)))
    numbers = []
    for k in range(128):
        numbers += pair(mpf(2) ** (mpf(k) / 128))
    yield Table("exp_intervals", "2^(k/128) in two parts.", numbers)
    step = mpmath.log(2) / 128
    high = short(step, 41)
    yield Table(
        "exp_step",
        "Log[2]/128, the first part of 41 binary places, and its inverse.",
        [high, *pair(step - high), 1 / step],
    )
    yield Table("exp_tail", "(Exp[r] - 1 - r)/r^2.", [1 / mpmath.factorial(k) for k in range(2, 8)], True)


def error_function(kind: Kind) -> Iterator[Part]:
    small = kind.fit(lambda t: mpmath.erf(mpmath.sqrt(t)) / mpmath.sqrt(t) - 1 if t else 2 / mpmath.sqrt(mp.pi) - 1,
                mpf(10) ** -30, mpf(1) / 4, 0, absolute=mpf(1))  # fmt: skip
    yield kind.table("erf_small", "Erf[x]/x - 1 in powers of x^2, |x| < 1/2.", small, True)
    length, rows = zones([kind.fit(mpmath.erf, mpf(k) / 2, mpf(k + 1) / 2, mpf(2 * k + 1) / 4) for k in range(1, 12)])
    yield kind.count("erf_length", length)
    yield kind.table(
        "erf_zones", "Erf[x] in powers of x - (2 k + 1)/4 where k/2 <= x < (k + 1)/2, k = 1 ... 11.", sum(rows, [])
    )
    centre = mpf(4)

    def scaled(q: Any) -> Any:
        x = centre * (1 + q) / (1 - q)
        return (1 + 2 * x) * mpmath.exp(x * x) * mpmath.erfc(x)

    low, high = (mpf("0.5") - centre) / (mpf("0.5") + centre), (mpf(28) - centre) / (28 + centre)
    yield kind.table(
        "erfc_scaled",
        "(1 + 2 x) Exp[x^2] Erfc[x] in powers of (x - 4)/(x + 4), 1/2 <= x <= 28.\n"
        "M. Shepherd, J. Laframboise, Chebyshev approximation of (1 + 2x) exp(x^2) erfc x, Math. Comp. 36 (1981).",
        kind.fit(scaled, low, high, 0),
        True,
    )


def gamma(kind: Kind) -> Iterator[Part]:
    fits = [
        kind.fit(lambda d, c=c: mpmath.gamma(1 + c + d), -mpf(1) / 8, mpf(1) / 8, 0, spare=9)
        for c in (mpf(k) / 4 for k in range(5))
    ]
    length, rows = zones(fits)
    yield kind.count("gamma_length", length)
    yield kind.table("gamma_zones", "Gamma[1 + k/4 + d] in powers of d, |d| <= 1/8, k = 0 ... 4.", sum(rows, []))
    lows = [kind.pair(c)[1] for row in rows for c in row[:3]]
    yield kind.table("gamma_zones_low", "What the first three of each lack.", lows)

    def stirling(t: Any) -> Any:
        if t == 0:
            return mpf(1) / 12
        x = 1 / mpmath.sqrt(t)
        with mpmath.workdps(2 * DIGITS):
            return x * (mpmath.loggamma(x) - (x - mpf(1) / 2) * mpmath.log(x) + x - mpmath.log(2 * mp.pi) / 2)

    yield kind.table(
        "stirling",
        "x (LogGamma[x] - (x - 1/2) Log[x] + x - Log[2 Pi]/2) in powers of 1/x^2, x >= 12.",
        kind.fit(stirling, 0, 1 / mpf(144), 0, spare=3),
        True,
    )
    yield kind.table("half_log_two_pi", "Log[2 Pi]/2 in two parts.", list(kind.pair(mpmath.log(2 * mp.pi) / 2)))

    def over(f: Callable[[Any], Any], limit: Any) -> Callable[[Any], Any]:
        return lambda d: f(d) / d if abs(d) > mpf(10) ** -25 else limit

    near_one = over(lambda d: mpmath.loggamma(1 + d), -mp.euler)
    near_two = over(lambda d: mpmath.loggamma(2 + d), 1 - mp.euler)
    quarter = mpf(1) / 4
    yield kind.table(
        "lgamma_near_one",
        "LogGamma[1 + d]/d in powers of d, |d| <= 1/4.",
        kind.fit(near_one, -quarter, quarter, 0),
        True,
    )
    yield kind.table(
        "lgamma_near_two",
        "LogGamma[2 + d]/d in powers of d, |d| <= 1/4.",
        kind.fit(near_two, -quarter, quarter, 0),
        True,
    )

    # The series itself: its first terms are wanted to more than a double's digits.
    series = [(-1) ** k * mp.pi ** (2 * k + 1) / mpmath.factorial(2 * k + 1) for k in range(13)]
    yield kind.table(
        "sine_pi_pairs",
        "The first three terms of Sin[Pi f]/f in powers of f^2, in two parts each.",
        [p for c in series[:3] for p in kind.pair(c)],
    )
    yield kind.table("sine_pi", "Those that follow.", series[3:], True)
    yield kind.table("pi_parts", "Pi in two parts.", list(kind.pair(mp.pi)))
    yield kind.table("lgamma_largest", "The largest x whose LogGamma is finite.", [_lgamma_largest(kind)])
    series = [mpf((-1) ** k) / (k + 2) for k in range(6)]
    yield kind.table("log_ratio_series", "1 - Log[1 + e]/e over e.", series)
    yield from _lgamma_zeros(kind)


def _lgamma_largest(kind: Kind) -> Any:
    """The largest number whose LogGamma is half a unit in the last place below what no number reaches."""
    limit = mpf(2) ** kind.maximum * (1 - mpf(2) ** -(kind.digits + 1))
    start = mpmath.log(limit / mpmath.log(limit))
    root = mpmath.exp(mpmath.findroot(lambda u: mpmath.log(mpmath.loggamma(mpmath.exp(u))) - mpmath.log(limit), start))
    unit = mpf(2) ** (mpmath.floor(mpmath.log(root, 2)) - kind.digits + 1)
    return mpmath.floor(root / unit) * unit


def _lgamma_zeros(kind: Kind) -> Iterator[Part]:
    rows = []
    for n in range(2, 18):
        for side in (0, 1):
            zero = _lgamma_zero(n, side)
            pole_distance = min(-zero - n, zero + n + 1)
            power = mpf(2) ** mpmath.floor(mpmath.log(pole_distance, 2))

            def over(u: Any, zero: Any = zero, power: Any = power) -> Any:
                u = u if abs(u) > mpf(10) ** -25 else mpf(10) ** -25  # next to the limit, which is as good
                with mpmath.workdps(2 * DIGITS):
                    return mpmath.log(abs(mpmath.gamma(zero + u * power))) / u

            eighth = mpf(1) / 8
            rows.append([*kind.pair(zero), 1 / power, *kind.fit(over, -eighth, eighth, 0)])
    length, filled = zones(rows)
    yield kind.count("lgamma_zero_length", length)
    yield kind.table(
        "lgamma_zeros",
        "Of the zeros in (-n - 1, -n), n = 2 ... 17, from right to left: the zero z in two parts, a power of two p,\n"
        "and LogGamma[z + u/p]/u in powers of u, |u| <= 1/8.",
        sum(filled, []),
    )


def _lgamma_zero(n: int, side: int) -> Any:
    """The zero of Log[Abs[Gamma[x]]] in (-n - 1, -n) nearer to -n (side 0) or to -n - 1 (side 1)."""
    with mpmath.workdps(3 * DIGITS):
        pole = -n - side
        # Next to a pole |Gamma[pole + d]| is about 1/(n! d).
        far = (
            mpf("0.457")
            if (n, side) == (2, 0)
            else mpf("0.253")
            if (n, side) == (2, 1)
            else 1 / mpmath.factorial(n + side)
        )
        toward = -1 if side == 0 else 1
        # In the logarithm of d, where the function is nearly straight.
        root = mpmath.findroot(lambda v: mpmath.log(abs(mpmath.gamma(pole + toward * mpmath.exp(v)))), mpmath.log(far))
        return pole + toward * mpmath.exp(root)


TINY = mpf(10) ** -25  # stands for 0 where a function is a limit there


def _nonzero(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """f with twice the digits, at a tiny number instead of 0."""

    def value(t: Any) -> Any:
        with mpmath.workdps(2 * DIGITS):
            return f(t if abs(t) > TINY else TINY)

    return value


def _oscillating_zones(
    kind: Kind, name: str, f: Callable[[Any], Any], zones_: list[tuple[Any, Any, Any]], last: int
) -> Iterator[Part]:
    """Rows of a centre in two parts and powers of x - centre, from (low, high, zero of f or None) of each zone."""
    rows = []
    for low, high, zero in zones_:
        low, high = mpf(low), mpf(high)
        centre = short((low + high) / 2, 20) if zero is None else zero
        margin = mpf(1) / 100 if low > 0 else 0
        if zero is None:
            coefficients = kind.fit(lambda d, c=centre: f(c + d), low - margin - centre, high + margin - centre, 0)
        else:
            quotient = _nonzero(lambda d, c=centre: f(c + d) / d)
            coefficients = [mpf(0), *kind.fit(quotient, low - margin - centre, high + margin - centre, 0)]
        rows.append([*kind.pair(centre), *coefficients])
    length, filled = zones(rows)
    yield kind.count(f"{name}_length", length)
    yield kind.table(
        f"{name}_zones",
        f"{last} zones: the centre, a zero if one lies there, in two parts, and powers of x less it.",
        sum(filled, []),
    )


OSCILLATING_LIMIT = 32  # from here on amplitude and phase


def bessel_oscillating(kind: Kind) -> Iterator[Part]:
    def j(order: int) -> Callable[[Any], Any]:
        return lambda x: mpmath.besselj(order, x)

    def y(order: int) -> Callable[[Any], Any]:
        return lambda x: mpmath.bessely(order, x)

    def middle(k: int, shift: Any) -> Any:
        return (k + mpf(shift)) * mp.pi

    # Zone k reaches from (k - s) Pi to (k + 1 - s) Pi where k is the integer part of x/Pi + s.
    rows = [(0, middle(1, -0.75), None)]
    rows += [(middle(k, -0.75), middle(k + 1, -0.75), mpmath.besseljzero(0, k)) for k in range(1, 12)]
    yield from _oscillating_zones(kind, "bessel_j0", j(0), rows, len(rows))
    rows = [(0, middle(1, -0.25), mpf(0))]
    rows += [(middle(k, -0.25), middle(k + 1, -0.25), mpmath.besseljzero(1, k)) for k in range(1, 12)]
    yield from _oscillating_zones(kind, "bessel_j1", j(1), rows, len(rows))
    rows = [("0.6", "1.2", mpmath.besselyzero(0, 1)), ("1.2", middle(2, -1.25), None)]
    rows += [(middle(k, -1.25), middle(k + 1, -1.25), mpmath.besselyzero(0, k)) for k in range(2, 12)]
    yield from _oscillating_zones(kind, "bessel_y0", y(0), rows, len(rows))
    rows = [("0.7", "1.4", None), ("1.4", "2.6", mpmath.besselyzero(1, 1)), ("2.6", middle(2, -0.75), None)]
    rows += [(middle(k, -0.75), middle(k + 1, -0.75), mpmath.besselyzero(1, k)) for k in range(2, 12)]
    yield from _oscillating_zones(kind, "bessel_y1", y(1), rows, len(rows))

    y0_rest = _nonzero(
        lambda t: mpmath.bessely(0, mpmath.sqrt(t)) - mpmath.log(t) / mp.pi * mpmath.besselj(0, mpmath.sqrt(t))
    )
    yield kind.table(
        "bessel_y0_rest",
        "BesselY[0, x] - 2/Pi Log[x] BesselJ[0, x] in powers of x^2, x < 0.61.",
        kind.fit(y0_rest, 0, mpf("0.37"), 0, absolute=mpf("0.3")),
        True,
    )

    def y1_rest(t: Any) -> Any:
        x = mpmath.sqrt(t)
        return (mpmath.bessely(1, x) - 2 / mp.pi * (mpmath.log(x) * mpmath.besselj(1, x) - 1 / x)) / x

    yield kind.table(
        "bessel_y1_rest",
        "(BesselY[1, x] - 2/Pi (Log[x] BesselJ[1, x] - 1/x))/x in powers of x^2, x < 0.71.",
        kind.fit(_nonzero(y1_rest), 0, mpf("0.51"), 0),
        True,
    )
    limit = 1 / mpf(OSCILLATING_LIMIT) ** 2
    for order in (0, 1):
        phase, square = _hankel(order)
        series = kind.fit(phase, 0, limit, 0, spare=kind.digits - 13)
        yield kind.table(
            f"bessel_phase{order}_pairs",
            f"x (phase - x + {2 * order + 1} Pi/4) of BesselJ[{order}, x] + I BesselY[{order}, x] in powers of 1/x^2,\n"
            "x >= 32: the first coefficients in two parts each.",
            [p for c in series[: kind.phase_pairs] for p in kind.pair(c)],
            True,
        )
        yield kind.table(f"bessel_phase{order}", "Those that follow.", series[kind.phase_pairs :], True)
        yield kind.table(
            f"bessel_square{order}",
            f"x Abs[BesselJ[{order}, x] + I BesselY[{order}, x]]^2 in powers of 1/x^2, x >= 32.",
            kind.fit(square, 0, limit, 0),
            True,
        )
    quarter = mp.pi / 4 + mpf(1) / 50
    sine = _nonzero(lambda t: (mpmath.sin(mpmath.sqrt(t)) / mpmath.sqrt(t) - 1) / t)
    cosine = _nonzero(lambda t: (mpmath.cos(mpmath.sqrt(t)) - 1 + t / 2) / t**2)
    yield kind.table(
        "bessel_sine", "(Sin[a]/a - 1)/a^2 in powers of a^2, |a| < 0.8.", kind.fit(sine, 0, quarter**2, 0), True
    )
    yield kind.table(
        "bessel_cosine", "(Cos[a] - 1 + a^2/2)/a^4 in powers of a^2.", kind.fit(cosine, 0, quarter**2, 0), True
    )
    yield kind.table("bessel_quarter_pi", "Pi/4 in two parts.", list(kind.pair(mp.pi / 4)))
    yield kind.table("bessel_two_over_pi", "2/Pi.", [2 / mp.pi])
    yield kind.table("bessel_inverse_pi", "1/Pi.", [1 / mp.pi])


def _hankel(order: int) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """Phase and squared amplitude as the tables have them, over t = 1/x^2 (DLMF 10.18)."""

    def hankel(t: Any) -> tuple[Any, Any]:
        x = 1 / mpmath.sqrt(t)
        turned = x - (2 * order + 1) * mp.pi / 4
        return x, (mpmath.besselj(order, x) + 1j * mpmath.bessely(order, x)) * mpmath.expj(-turned)

    def phase(t: Any) -> Any:
        if t == 0:
            return mpf(4 * order * order - 1) / 8
        x, h = hankel(t)
        return x * mpmath.arg(h)

    def square(t: Any) -> Any:
        if t == 0:
            return 2 / mp.pi
        x, h = hankel(t)
        return x * abs(h) ** 2

    return phase, square


def bessel_modified(kind: Kind) -> Iterator[Part]:
    for order in (0, 1):

        def small_i(t: Any, order: int = order) -> Any:
            x = 2 * mpmath.sqrt(t)
            return (mpmath.besseli(order, x) / (x / 2) ** order - 1) / t

        what = "BesselI[0, x]" if order == 0 else "2 BesselI[1, x]/x"
        yield kind.table(
            f"bessel_i{order}_series",
            f"({what} - 1)/t in powers of t = x^2/4, x < 4.",
            kind.fit(_nonzero(small_i), 0, 4, 0),
            True,
        )
        yield from _scaled_zones(
            kind, f"bessel_i{order}", lambda x, order=order: mpmath.besseli(order, x) * mpmath.exp(-x), 4, 4
        )

        def small_k(t: Any, order: int = order) -> Any:
            x = mpmath.sqrt(t)
            if order == 0:
                return mpmath.besselk(0, x) + mpmath.log(x) * mpmath.besseli(0, x)
            return (mpmath.besselk(1, x) - mpmath.log(x) * mpmath.besseli(1, x) - 1 / x) / x

        what = (
            "BesselK[0, x] + Log[x] BesselI[0, x]" if order == 0 else "(BesselK[1, x] - Log[x] BesselI[1, x] - 1/x)/x"
        )
        yield kind.table(
            f"bessel_k{order}_rest",
            f"{what} in powers of x^2, x < 1.",
            kind.fit(_nonzero(small_k), 0, mpf("1.01"), 0),
            True,
        )
        yield from _scaled_zones(
            kind, f"bessel_k{order}", lambda x, order=order: mpmath.besselk(order, x) * mpmath.exp(x), 1, 4
        )


def _scaled_zones(kind: Kind, name: str, f: Callable[[Any], Any], first: int, count: int) -> Iterator[Part]:
    """Sqrt[x] f(x) over u = 1/x, from x = first in doubling zones: rows of the centre and powers of u less it."""
    rows = []
    for k in range(count):
        high = mpf(1) / (first * 2**k)
        low = mpf(0) if k == count - 1 else high / 2
        centre = (low + high) / 2

        def scaled(d: Any, centre: Any = centre) -> Any:
            x = 1 / (centre + d)
            return mpmath.sqrt(x) * f(x)

        # In place of infinity a number so large that the next term of the asymptotic series is below the last digit.
        bottom = max(low, mpf(10) ** -18) - centre
        rows.append([centre, *kind.fit(scaled, bottom, high - centre, 0)])
    length, filled = zones(rows)
    yield kind.count(f"{name}_length", length)
    yield kind.table(
        f"{name}_zones",
        f"Of zones of x from {first} on, each twice as long as the one before, {count} of them, the last without end:\n"
        "c, and Sqrt[x] times the function, scaled by Exp, in powers of 1/x - c.",
        sum(filled, []),
    )


FLOAT_TOLERANCE = mpf(2) ** -29


def float_elementary() -> Iterator[Part]:
    log_two = mpmath.log(2)
    high = short(log_two, 16)
    yield FloatTable(
        "float_log_two",
        "Log[2], the first part of 16 binary places, and its inverse.",
        [high, *float_pair(log_two - high)[:1], 1 / log_two],
    )
    tail = _nonzero(lambda r: (mpmath.exp(r) - 1 - r) / r**2)
    yield FloatTable(
        "float_exp_tail",
        "(Exp[r] - 1 - r)/r^2, |r| < 0.35.",
        fit(tail, mpf(-0.35), mpf(0.35), 0, FLOAT_TOLERANCE),
        True,
    )

    def log_tail(t: Any) -> Any:
        s = mpmath.sqrt(t)
        return (mpmath.log((1 + s) / (1 - s)) - 2 * s) / s**3

    series = fit(_nonzero(log_tail), 0, mpf("0.0295"), 0, mpf(2) ** -34)
    yield FloatTable(
        "float_log_first",
        "(Log[(1 + s)/(1 - s)] - 2 s)/s^3 in powers of s^2, |s| < 0.1716: the first in two parts.",
        list(float_pair(series[0])),
    )
    yield FloatTable("float_log_tail", "The others.", series[1:], True)
    yield FloatTable("float_inverse_log_two", "1/Log[2] in two parts.", list(float_pair(1 / log_two)))
    yield FloatTable("float_log_ten", "Log[10] in two parts.", list(float_pair(mpmath.log(10))))
    yield FloatTable("float_log_two_pair", "Log[2] in two parts.", list(float_pair(log_two)))


def elementary() -> Iterator[Part]:
    for name, meaning, numbers in elementary_polynomials.tables():
        yield Table(name, meaning, numbers, True)


def _both(parts: Callable[[Kind], Iterator[Part]]) -> Callable[[], Iterator[Part]]:
    return lambda: itertools.chain(parts(DOUBLE), parts(FLOAT))


FILES: dict[str, Callable[[], Iterator[Part]]] = {
    "real64/coefficients/elementary.h": elementary,
    "real64/coefficients/log_exp.h": log_exp,
    "real32_coefficients.h": float_elementary,
    "special/coefficients/error_function.h": _both(error_function),
    "special/coefficients/gamma.h": _both(gamma),
    "special/coefficients/bessel_oscillating.h": _both(bessel_oscillating),
    "special/coefficients/bessel_modified.h": _both(bessel_modified),
}


def text(name: str) -> str:
    """The header of one file of tables."""
    with mpmath.workdps(DIGITS):
        parts = "\n".join(part.text() for part in FILES[name]())
    return (
        "// Computed by python/metallink_build/metallink_build/coefficients.py, doubles as their bits.\n"
        f"#pragma once\n\nnamespace ml {{\n\n{parts}\n}} // namespace ml\n"
    )


def write(root: Path) -> None:
    """Compute all tables anew and write what changed."""
    for name in FILES:
        write_if_changed(root / "native" / "shaders" / name, text(name))
