"""Arguments at which functions are measured, by named kinds of ranges."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from metallink_build.accuracy.functions import Function

FORMATS = {"real64": (np.float64, np.uint64, 52, 1023), "real32": (np.float32, np.uint32, 23, 127)}


class Points:
    """Points of one element type: float64, or float32 values held as float64."""

    def __init__(self, real: str, seed: int) -> None:
        self._type, self._bits, self._fraction, self._bias = FORMATS[real]
        self._random = np.random.default_rng(seed)

    def patterns(self, count: int) -> np.ndarray:
        """Every bit pattern alike, NaN and infinities among them."""
        bits = self._random.integers(0, 2 ** (8 * self._bits().itemsize), count, self._bits)
        return self._numbers(bits)

    def exponents(self, count: int, low: int, high: int) -> np.ndarray:
        """Of either sign; exponents (of 2) from low to below high all alike, and all fractions."""
        magnitude = self._random.uniform(1, 2, count)
        signs = self._random.choice([-1.0, 1.0], count)
        with np.errstate(over="ignore"):
            return self._rounded(signs * np.ldexp(magnitude, self._random.integers(low, high, count)))

    def subnormal(self, count: int) -> np.ndarray:
        bits = self._random.integers(0, 2 ** (self._fraction + 2), count).astype(self._bits)
        sign = self._random.integers(0, 2, count).astype(self._bits) << self._bits(
            self._fraction + self._exponent_bits()
        )
        return self._numbers(bits | sign)

    def huge(self, count: int) -> np.ndarray:
        return self.exponents(count, self._fraction - 3, self._bias + 1)

    def between(self, count: int, low: float, high: float) -> np.ndarray:
        return self._rounded(self._random.uniform(low / 2, high / 2, count) * 2)

    def near(self, count: int, special: tuple[float, ...]) -> np.ndarray:
        """Around the given numbers, their opposites, 0 and 1: at distances of all sizes down to the last place."""
        centres = np.array([*special, *(-s for s in special), 0.0, 1.0, -1.0])
        centre = self._rounded(self._random.choice(centres, count))
        step = self._random.choice([-1.0, 1.0], count) * 2.0 ** self._random.uniform(-self._fraction - 1, 0, count)
        scale = np.where(centre == 0, 1.0, np.abs(centre))
        return self._rounded(centre + step * scale)

    def special(self, special: tuple[float, ...]) -> np.ndarray:
        """The given numbers and IEEE's own, each with its neighbours on both sides."""
        largest = float(np.finfo(self._type).max)
        tiny = float(np.finfo(self._type).tiny)
        smallest = float(np.finfo(self._type).smallest_subnormal)
        chosen = np.array([*special, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 10.0, largest, tiny, smallest, np.inf], self._type)
        chosen = np.concatenate([chosen, -chosen])
        with np.errstate(over="ignore"):
            down, up = (np.nextafter(chosen, self._type(to)) for to in (-np.inf, np.inf))
        return np.concatenate([chosen, down, up, np.array([np.nan], self._type)]).astype(np.float64)

    def _exponent_bits(self) -> int:
        return 8 * self._bits().itemsize - 1 - self._fraction

    def _numbers(self, bits: np.ndarray) -> np.ndarray:
        with np.errstate(invalid="ignore"):
            return bits.view(self._type).astype(np.float64)

    def _rounded(self, x: np.ndarray) -> np.ndarray:
        with np.errstate(over="ignore"):
            return x.astype(self._type).astype(np.float64)


def samples(function: Function, count: int, seed: int) -> Iterator[tuple[str, np.ndarray, np.ndarray | None]]:
    """Kind of range, x and y (None for one argument): about `count` points in all."""
    points = Points(function.real, seed)
    kinds = _kinds(points, function.ranges, function.special, function.positive)
    if function.arguments == 1:
        share = count // len(kinds)
        for kind, draw in kinds.items():
            yield kind, draw(share), None
        return
    others = _kinds(points, function.y_ranges, function.special, function.positive)
    share = max(1, count // (len(kinds) * len(others)))
    for kind, draw in kinds.items():
        for other, draw_other in others.items():
            x, y = draw(share), draw_other(share)
            if kind == other == "special values":
                x, y = (grid.ravel() for grid in np.meshgrid(x, y))
            common = min(len(x), len(y))
            yield kind if kind == other else f"{kind}; {other}", x[:common], y[:common]


def _kinds(
    points: Points, ranges: tuple[tuple[float, float], ...], special: tuple[float, ...], positive: bool
) -> dict[str, Callable[[int], np.ndarray]]:
    kinds = {
        f"{low:g} to {high:g}": lambda count, low=low, high=high: points.between(count, low, high)
        for low, high in ranges
    }
    kinds["all bit patterns"] = points.patterns
    kinds["exponents -40 to 40"] = lambda count: points.exponents(count, -40, 40)
    kinds["near zeros, poles, thresholds"] = lambda count: points.near(count, special)
    kinds["huge"] = points.huge
    kinds["subnormal"] = points.subnormal
    kinds["special values"] = lambda count: points.special(special)
    return {kind: lambda count, draw=draw: np.abs(draw(count)) for kind, draw in kinds.items()} if positive else kinds
