"""Measures every function at many points and writes docs/accuracy.md."""

from __future__ import annotations

import ctypes
import platform
import time
from collections.abc import Callable
from pathlib import Path

import mpmath

from metallink_build.accuracy.functions import FUNCTIONS, Function
from metallink_build.accuracy.host import VARIANTS, Host
from metallink_build.accuracy.measure import Measurement, OracleCheck, check_oracle, measure, same_bits

CHECKED_BY_MPMATH = 1000
SAME_BITS = 10**5
SAME_BITS_AT_MOST = 10.0  # seconds of comparing a function's emulated results

_HEAD = """\
# Accuracy of functions

Largest errors in units in the last place (ulp) of the exact result, found at {points:,} points a function. Written by
`invoke accuracy`; the tests of py_tests/accuracy check the bounds at fewer points.

- A result that is subnormal is measured in units of the subnormal numbers; infinity counts as the number behind the
  largest; NaN, the infinities of poles and the signs of zeros must be right.
- The functions' own source (native/shaders) runs as native code of the host's processor, here {machine}; on the device
  the results are the same bits (py_tests/accuracy/test_device.py).
- Doubles were measured with native doubles. "Same bits" is the number of points at which doubles in integer arithmetic
  were compared with native ones: all were equal.
- Reference: the C library's functions of 113 bits ({libc}), modified Bessel functions summed in 113 bits;
  mpmath {mpmath} with 40 digits decides at points within 0.01 of the bound. "mpmath" is the largest difference, in
  units of the result, that it has from this reference at {checked:,} random points.

"""


def write(root: Path, points: int, names: list[str], say: Callable[[str], None] = print) -> list[str]:
    """Measure the functions of these names (none: all, and write docs/accuracy.md); returns the failures in words."""
    host = Host(root, FUNCTIONS)
    chosen = [function for function in FUNCTIONS if not names or function.name in names]
    sections: dict[str, list[str]] = {real: [] for real in ("real64", "real32")}
    details: list[str] = []
    failures: list[str] = []
    for function in chosen:
        started = time.monotonic()
        variant = next(name for name, (real, _) in VARIANTS.items() if real == function.real)
        measured = measure(host, function, variant, points)
        check = check_oracle(host, function, variant, CHECKED_BY_MPMATH)
        same, different = _compare(host, function)
        sections[function.real].append(_row(measured, check, same))
        details += _details(measured)
        failures += _failures(measured, check, different)
        say(f"{function.key}: {measured.largest.units:.3f} ulp, {time.monotonic() - started:.0f} s")
    if not names:
        (root / "docs" / "accuracy.md").write_text(_text(points, sections, details), encoding="utf-8")
    return failures


def _compare(host: Host, function: Function) -> tuple[int, tuple[float, ...] | None]:
    """Native against emulated doubles, at as many points as the time allows."""
    if function.real != "real64":
        return 0, None
    total, seed, started = 0, 3, time.monotonic()
    while total < SAME_BITS and time.monotonic() - started < SAME_BITS_AT_MOST:
        compared, different = same_bits(host, function, SAME_BITS // 10, seed)
        total, seed = total + compared, seed + 1
        if different is not None:
            return total, different
    return total, None


def _failures(measured: Measurement, check: OracleCheck, different: tuple[float, ...] | None) -> list[str]:
    key, failures = measured.function.key, []
    if measured.largest.units > measured.function.bound:
        failures.append(f"{key}: {measured.largest.units} ulp at {measured.largest.arguments}")
    if check.difference > 0.01:
        failures.append(f"{key}: the references differ by {check.difference} ulp at {check.arguments}")
    if different is not None:
        failures.append(f"{key}: native and emulated doubles differ at {different}")
    return failures


def _row(measured: Measurement, check: OracleCheck, same: int) -> str:
    function, largest = measured.function, measured.largest
    cells = [
        f"{function.name} `{function.code}`",
        f"{function.bound:g}",
        f"{largest.units:.3f}",
        _numbers(largest.arguments),
        f"{check.difference:.1g}",
        *([f"{same:,}"] if function.real == "real64" else []),
    ]
    return "| " + " | ".join(cells) + " |"


def _details(measured: Measurement) -> list[str]:
    rows = [
        f"| {kind} | {largest.points:,} | {largest.units:.3f} | {_numbers(largest.arguments)} |"
        for kind, largest in measured.ranges.items()
    ]
    what = "double" if measured.function.real == "real64" else "float"
    where = ", arguments above 0" if measured.function.positive else ""
    head = [f"### {measured.function.name}, {what}{where}", "", "| range | points | ulp | at |", "|---|---|---|---|"]
    return [*head, *rows, ""]


def _numbers(arguments: tuple[float, ...]) -> str:
    return ", ".join(repr(argument) for argument in arguments)


def _text(points: int, sections: dict[str, list[str]], details: list[str]) -> str:
    head = _HEAD.format(
        points=points,
        machine=platform.machine(),
        libc=f"glibc {_libc_version()}",
        mpmath=mpmath.__version__,
        checked=CHECKED_BY_MPMATH,
    )
    parts = [head.rstrip("\n"), "", "## Doubles", ""]
    parts += [
        "| function | bound | largest | at | mpmath | same bits |",
        "|---|---|---|---|---|---|",
        *sections["real64"],
        "",
    ]
    parts += [
        "## Floats",
        "",
        "Computed in float arithmetic alone.",
        "",
    ]
    parts += ["| function | bound | largest | at | mpmath |", "|---|---|---|---|---|", *sections["real32"], ""]
    return "\n".join([*parts, "## By range", "", *details]).rstrip("\n") + "\n"


def _libc_version() -> str:
    version = ctypes.CDLL(None).gnu_get_libc_version
    version.restype = ctypes.c_char_p
    return version().decode()
