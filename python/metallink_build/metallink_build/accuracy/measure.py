"""The largest errors of a function over many points, kind of range by kind of range."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from metallink_build.accuracy import exact
from metallink_build.accuracy.functions import Function
from metallink_build.accuracy.host import Host
from metallink_build.accuracy.points import samples

CHUNK = 10**6
NEAR_BOUND = 0.01  # units: points this close to the bound are checked by mpmath
MPMATH_LARGEST = 2.0**200  # beyond, mpmath takes too long or too few digits


@dataclass
class Largest:
    """The largest error in a range, and where it occurred."""

    units: float = -1.0
    arguments: tuple[float, ...] = ()
    points: int = 0

    def take(self, error: np.ndarray, x: np.ndarray, y: np.ndarray | None) -> None:
        self.points += error.size
        if error.size and (error.max() > self.units):
            at = int(error.argmax())
            self.units = float(error[at])
            self.arguments = (float(x[at]),) if y is None else (float(x[at]), float(y[at]))


@dataclass
class Measurement:
    """One function in one variant."""

    function: Function
    variant: str
    ranges: dict[str, Largest] = field(default_factory=dict)
    by_mpmath: int = 0  # points that mpmath decided

    @property
    def largest(self) -> Largest:
        return max(self.ranges.values(), key=lambda largest: largest.units)


def measure(host: Host, function: Function, variant: str, count: int, seed: int = 1) -> Measurement:
    """Errors against the oracle at about `count` points; mpmath decides close to the bound."""
    result = Measurement(function, variant)
    for part in range(0, count, CHUNK):
        for kind, x, y in samples(function, min(CHUNK, count - part), seed + part):
            got = host.compute(function, variant, x, y)
            error = host.errors(function, x, y, got)
            close = np.flatnonzero((np.abs(error - function.bound) <= NEAR_BOUND) & np.isfinite(got))
            for at in close[:100]:
                arguments = (x[at],) if y is None else (x[at], y[at])
                error[at] = exact.error_units(exact.FUNCTIONS[function.oracle], arguments, got[at], function.real)
            result.by_mpmath += len(close[:100])
            result.ranges.setdefault(kind, Largest()).take(error, x, y)
    return result


@dataclass
class OracleCheck:
    """mpmath against the oracle: how often, and by how much their errors of the same result differ."""

    points: int = 0
    difference: float = 0.0
    arguments: tuple[float, ...] = ()


def check_oracle(host: Host, function: Function, variant: str, count: int, seed: int = 2) -> OracleCheck:
    """At `count` random points, both references' errors of the computed value, in units in the last place."""
    check = OracleCheck()
    xs, ys, gots, errors = [], [], [], []
    for _, x, y in samples(function, 8 * count, seed):
        got = host.compute(function, variant, x, y)
        # mpmath has no -0.
        usable = np.isfinite(got) & (got != 0) & (x != 0) & (np.abs(x) < MPMATH_LARGEST)
        usable &= y is None or ((y != 0) & (np.abs(y) < MPMATH_LARGEST))
        xs.append(x[usable])
        ys.append(x[usable] if y is None else y[usable])
        gots.append(got[usable])
        errors.append(host.errors(function, x, y, got)[usable])
    x, y, got, error = (np.concatenate(parts) for parts in (xs, ys, gots, errors))
    chosen = np.random.default_rng(seed).choice(x.size, min(count, x.size), replace=False)
    for at in chosen:
        arguments = (x[at],) if function.arguments == 1 else (x[at], y[at])
        units = exact.error_units(exact.FUNCTIONS[function.oracle], arguments, got[at], function.real)
        difference = abs(units - error[at]) if units != error[at] else 0.0
        check.points += 1
        if difference > check.difference:
            check.difference, check.arguments = float(difference), tuple(map(float, arguments))
    return check


def same_bits(host: Host, function: Function, count: int, seed: int = 3) -> tuple[int, tuple[float, ...] | None]:
    """Points at which native and emulated doubles were compared, and the arguments of the first that differ, if any."""
    compared = 0
    for _, x, y in samples(function, count, seed):
        native, emulated = (host.compute(function, variant, x, y) for variant in ("native", "emulated"))
        differ = (native.view(np.uint64) != emulated.view(np.uint64)) & ~(np.isnan(native) & np.isnan(emulated))
        compared += x.size
        if differ.any():
            at = int(np.flatnonzero(differ)[0])
            return compared, (float(x[at]),) if y is None else (float(x[at]), float(y[at]))
    return compared, None
