"""Elementary functions of doubles at special values: as the C library has them (C11, Annex F), and exact cases."""

from __future__ import annotations

import ctypes
import ctypes.util
import math

import numpy as np
import pytest
from metallink_build.accuracy.functions import FUNCTIONS
from metallink_build.accuracy.host import Host

C_NAMES = (
    *("exp", "exp2", "exp10", "expm1", "log", "log1p", "log2", "log10", "cbrt", "sin", "cos", "tan"),
    *("asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "pow", "atan2"),
)
TINY = (5e-324, 2.2250738585072009e-308, 2.2250738585072014e-308, 1e-300, 2.0**-60, 2.0**-54, 2.0**-30, 2.0**-28)
MIDDLE = (
    0.3,
    1 / 3,
    0.5,
    math.log(2) / 2,
    math.sqrt(0.5),
    1 - 2.0**-53,
    1.0,
    1 + 2.0**-52,
    math.sqrt(2),
    1.5,
    2.0,
    2.5,
    3.0,
)
LARGE = (
    math.pi / 4,
    math.pi / 2,
    math.pi,
    4.0,
    10.0,
    22.0,
    100.0,
    1000.0,
    2.0**27,
    2.0**52,
    2.0**53 - 1,
    2.0**53,
    2.0**54,
)
HUGE = (2.0**60, 1e22, 1e300, 2.0**1023, 1.7976931348623157e308, math.inf)
THRESHOLDS = (
    *(709.782712893384, 709.7827128933841, -745.1332191019411, -745.1332191019412, -708.3964185322641),
    *(1024.0, 1023.9999999999999, -1074.0, -1075.0, -1074.9999999999998, 308.2547155599167, 308.25471555991674),
    *(-323.3062153431158, -323.60724533877976, 710.4758600739439, 710.475860073944, -36.7, -37.5),
)
MAGNITUDES = (0.0, *TINY, *MIDDLE, *LARGE, *HUGE, math.nan)
VALUES = np.array([*MAGNITUDES, *(-m for m in MAGNITUDES), *THRESHOLDS])


@pytest.fixture(scope="module")
def host(root):
    return Host(root, FUNCTIONS)


def points(function) -> tuple[np.ndarray, np.ndarray]:
    if function.arguments == 1:
        return VALUES, VALUES
    x, y = np.meshgrid(VALUES, VALUES)
    return x.ravel(), y.ravel()


def from_c(name: str, arguments: int, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    call = getattr(ctypes.CDLL(ctypes.util.find_library("m")), name)
    call.restype = ctypes.c_double
    call.argtypes = [ctypes.c_double] * arguments
    return np.array([call(*pair[:arguments]) for pair in zip(x.tolist(), y.tolist())])


@pytest.mark.parametrize("variant", ["native", "emulated"])
@pytest.mark.parametrize("name", C_NAMES)
def test_special_values(host, name, variant):
    function = next(f for f in FUNCTIONS if f.oracle == name and f.real == "real64")
    x, y = points(function)
    got = host.compute(function, variant, x, y)
    expected = from_c(name, function.arguments, x, y)
    with np.errstate(all="ignore"):
        near = np.abs(got - expected) <= 4 * np.spacing(np.abs(expected))  # the C library's own error included
    same = (got == expected) & (np.signbit(got) == np.signbit(expected))
    right = same | (np.isnan(got) & np.isnan(expected)) | (near & (expected != 0) & np.isfinite(expected))
    wrong = np.flatnonzero(~right)
    assert wrong.size == 0, [(x[k], y[k], got[k], expected[k]) for k in wrong[:5]]


EXACT = {
    "exp2": [(float(k), 2.0**k) for k in range(-1074, 1024)],
    "exp10": [(float(k), 10.0**k) for k in range(23)],
    "log2": [(2.0**k, float(k)) for k in range(-1074, 1024)],
    "log10": [(10.0**k, float(k)) for k in range(23)],
    "cbrt": [(float(k) ** 3, float(k)) for k in range(-200, 200)]
    + [(2.0 ** (3 * k), 2.0**k) for k in range(-358, 342)],
}


@pytest.mark.parametrize("name", EXACT)
def test_exact_values(host, name):
    function = next(f for f in FUNCTIONS if f.oracle == name and f.real == "real64")
    x, expected = np.array(EXACT[name]).T
    assert np.array_equal(host.compute(function, "native", x, None), expected)


def test_exact_powers(host):
    function = next(f for f in FUNCTIONS if f.oracle == "pow" and f.real == "real64")
    whole = [(float(b), float(n)) for b in range(-40, 41) if b for n in range(1, 40) if abs(b) ** n < 2**53]
    roots = [(float(k * k), 0.5) for k in range(1, 1000)] + [(float(k**4), 0.25) for k in range(1, 1000)]
    powers = [(2.0, float(n)) for n in range(-1074, 1024)] + [(0.5, float(n)) for n in range(-1023, 1075)]
    x, y = np.array(whole + roots + powers).T
    expected = [float(int(b) ** int(n)) for b, n in whole] + [math.sqrt(k) for k, _ in roots[:999]]
    expected += [float(k) for k in range(1, 1000)]
    expected += [2.0**n for n in range(-1074, 1024)] + [2.0**-n for n in range(-1023, 1075)]
    assert np.array_equal(host.compute(function, "native", x, y), np.array(expected))
