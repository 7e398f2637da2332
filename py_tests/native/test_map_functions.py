"""MetalMap's functions beyond NumPy's: against the C library through Python, over floats and doubles."""

from __future__ import annotations

import math

import numpy as np
import pytest

FUNCTIONS = {
    "ArcSinh": np.arcsinh, "ArcCosh": np.arccosh, "ArcTanh": np.arctanh, "Log2": np.log2, "CubeRoot": np.cbrt,
    "Sinc": lambda x: np.sinc(x / np.pi), "Haversine": lambda x: np.sin(x / 2) ** 2,
    "Erf": np.vectorize(math.erf), "Erfc": np.vectorize(math.erfc),
    "Gamma": np.vectorize(lambda x: math.nan if x < 0 and x == int(x) else math.gamma(x)),
    "LogGamma": np.vectorize(lambda x: math.nan if x < 0 else math.lgamma(x)),
    "Factorial": np.vectorize(lambda x: math.nan if x < 0 and x == int(x) else math.gamma(x + 1)),
}  # fmt: skip


def points() -> np.ndarray:
    random = np.random.default_rng(40)
    return np.concatenate([random.uniform(-3, 3, 4000), random.uniform(0, 30, 4000), [1.0, 2.0, 5.0, -1.0, -2.0]])


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_doubles(metal, double_precision, function):
    x = points()
    expected = FUNCTIONS[function](x)
    for lists in (True, False):
        got = metal.map(function, x, lists=lists)
        assert got.dtype == np.float64
        np.testing.assert_allclose(got, expected, rtol=2e-13, atol=1e-15)  # the C library's own gamma is that far off
        assert metal.record()["precision"] == double_precision
        assert metal.record()["nonreal"] == np.isnan(expected).sum()


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_floats(metal, function):
    x = points().astype(np.float32)
    expected = FUNCTIONS[function](x.astype(np.float64))
    got = metal.map(function, x)
    assert got.dtype == np.float32
    np.testing.assert_allclose(got, expected.astype(np.float32), rtol=5e-7, atol=1e-6)
    assert metal.record()["precision"] == 1


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_integers_become_real(metal, function):
    x = np.arange(1, 8)
    expected = FUNCTIONS[function](x.astype(np.float64))
    got = metal.map(function, x, lists=True)
    np.testing.assert_allclose(got, expected, rtol=1e-13, atol=1e-15)


def test_gamma_of_integers_is_exact(metal):
    """23 factorials are doubles; the others are the nearest ones."""
    n = np.arange(0, 171)
    expected = np.array([float(math.factorial(k)) for k in n])
    np.testing.assert_array_equal(metal.map("Factorial", n.astype(np.float64)), expected)
    np.testing.assert_array_equal(metal.map("Gamma", n + 1.0), expected)
