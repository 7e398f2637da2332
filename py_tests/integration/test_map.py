"""MetalMap through a kernel: every function x type against mpmath or NumPy."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

ELEMENTARY = {
    "Sin": (mpmath.sin, -30.0, 30.0),
    "Cos": (mpmath.cos, -30.0, 30.0),
    "Tan": (mpmath.tan, -30.0, 30.0),
    "ArcSin": (mpmath.asin, -1.0, 1.0),
    "ArcCos": (mpmath.acos, -1.0, 1.0),
    "ArcTan": (mpmath.atan, -50.0, 50.0),
    "Sinh": (mpmath.sinh, -20.0, 20.0),
    "Cosh": (mpmath.cosh, -20.0, 20.0),
    "Tanh": (mpmath.tanh, -8.0, 8.0),
    "Exp": (mpmath.exp, -40.0, 40.0),
    "Log": (mpmath.log, 1e-6, 1e6),
    "Log10": (mpmath.log10, 1e-6, 1e6),
    "Sqrt": (mpmath.sqrt, 0.0, 1e6),
}
ROUNDING = {"Abs": np.abs, "Ceiling": np.ceil, "Floor": np.floor, "Round": np.rint, "Sign": np.sign}
SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]


def exact(function: str, x: np.ndarray) -> list[mpmath.mpf]:
    with mpmath.workdps(40):
        return [ELEMENTARY[function][0](mpmath.mpf(float(v))) for v in x.ravel()]


def units(result: np.ndarray, reference: list[mpmath.mpf], dtype: str) -> float:
    """Largest error in units in the last place of dtype."""
    with mpmath.workdps(40):
        spacing = [float(np.spacing(np.abs(np.asarray(float(r), dtype)))) for r in reference]
        return max(
            float(abs(mpmath.mpf(float(v)) - r) / s) for v, r, s in zip(result.ravel(), reference, spacing, strict=True)
        )


def arguments(rng: np.random.Generator, function: str, dtype: str) -> np.ndarray:
    _, low, high = ELEMENTARY[function]
    return rng.uniform(low, high, (9, 11)).astype(dtype)


@pytest.mark.parametrize("function", ELEMENTARY)
def test_real32_within_four_units(metal, rng, function):
    x = arguments(rng, function, "float32")
    answer = metal("MetalMap", function_symbol(function), x)
    assert answer.names == []
    assert answer.value.dtype == np.float32
    assert answer.value.shape == x.shape
    assert units(answer.value, exact(function, x), "float32") <= 4


@pytest.mark.parametrize("function", ELEMENTARY)
def test_lists_of_reals(metal, rng, packed, listed, function):
    x = arguments(rng, function, "float64")
    answer = metal("MetalMap", function_symbol(function), packed(x))
    assert answer.names == []
    assert listed(answer.value)
    assert answer.value.dtype == np.float64
    assert units(answer.value, exact(function, x), "float64") <= 1


@pytest.mark.parametrize("function", ROUNDING)
def test_rounding_of_lists_of_reals(metal, rng, packed, function):
    x = np.concatenate([rng.uniform(-1e6, 1e6, 400), np.arange(-20, 20) / 2, [0.0, -0.0, 2.0**52 + 1, -(2.0**62)]])
    answer = metal("MetalMap", function_symbol(function), packed(x))
    expected = ROUNDING[function](x)
    assert answer.value.dtype == (np.float64 if function == "Abs" else np.int64)
    np.testing.assert_array_equal(answer.value, expected.astype(answer.value.dtype))


@pytest.mark.parametrize("function", ROUNDING)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_rounding_of_real_numeric_arrays(metal, rng, function, dtype):
    x = np.concatenate([rng.uniform(-1000, 1000, 200), np.arange(-20, 20) / 2, [1e30, -1e30, np.inf]]).astype(dtype)
    answer = metal("MetalMap", function_symbol(function), x)
    assert answer.value.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(answer.value, ROUNDING[function](x))


@pytest.mark.parametrize("dtype", [*SIGNED, *UNSIGNED])
@pytest.mark.parametrize("function", ["Abs", "Sign"])
def test_integer_numeric_arrays_keep_their_type(metal, dtype, function):
    info = np.iinfo(dtype)
    low = info.min + 1 if info.min else 0
    x = np.array([low, 0, 1, info.max // 2, info.max], dtype)
    answer = metal("MetalMap", function_symbol(function), x)
    assert answer.value.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(answer.value, ROUNDING[function](x))


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int64"])
def test_integer_numeric_arrays_become_reals(metal, dtype):
    """Integers are taken as N takes them: no decimals are dropped."""
    x = np.array([1, 2, 3, 100], dtype)
    answer = metal("MetalMap", function_symbol("Sqrt"), x)
    assert answer.value.dtype == np.float64
    assert units(answer.value, exact("Sqrt", x), "float64") <= 1


@pytest.mark.parametrize("dtype", SIGNED)
def test_overflow_of_abs(metal, dtype):
    x = np.array([[5, 6], [np.iinfo(dtype).min, 7]], dtype)
    answer = metal("MetalMap", function_symbol("Abs"), x)
    assert answer.failed
    assert answer.names == ["MetalMap::overflow"]
    assert ": 1;" in answer.texts[0]
    assert "{2, 1}" in answer.texts[0]


@pytest.mark.parametrize("function", ["Floor", "Ceiling", "Round"])
def test_reals_beyond_64_bits_give_exact_integers(metal, packed, function):
    answer = metal("MetalMap", function_symbol(function), packed(np.array([2.5e18, 1e25, -1e300])))
    assert answer.names == []
    assert [int(v) for v in answer.value] == [2500000000000000000, int(1e25), int(-1e300)]
    assert str(metal.last_call()["Fallback"]) == function


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_abs_of_complex_numbers(metal, rng, dtype):
    x = (rng.standard_normal(99) + 1j * rng.standard_normal(99)).astype(dtype)
    x[:3] = [3 + 4j, -5, 1e-200j if dtype == "complex128" else 1e-30j]
    answer = metal("MetalMap", function_symbol("Abs"), x)
    assert answer.value.dtype == (np.float32 if dtype == "complex64" else np.float64)
    with mpmath.workdps(40):
        reference = [abs(mpmath.mpc(complex(v))) for v in x]
    assert units(answer.value, reference, answer.value.dtype.name) <= 4


@pytest.mark.parametrize("function", ["Sin", "Sqrt", "ArcTan"])
def test_functions_of_complex_numbers(metal, packed, function):
    z = np.array([1 + 2j, -0.5 + 0.25j, -3 - 4j])
    answer = metal("MetalMap", function_symbol(function), packed(z))
    assert answer.names == []
    expected = {"Sin": np.sin, "Sqrt": np.sqrt, "ArcTan": np.arctan}[function](z)
    np.testing.assert_allclose(np.asarray(answer.value), expected, rtol=1e-14)


def test_special_values_keep_their_bits(metal):
    x = np.array([-0.0, 0.0, np.inf, -np.inf, np.nan])
    answer = metal("MetalMap", function_symbol("Sqrt"), x)
    expected = np.array([-0.0, 0.0, np.inf, np.nan, np.nan])
    np.testing.assert_array_equal(answer.value, expected)
    assert np.signbit(answer.value[0])


def test_counts_of_elements_that_are_not_finite(metal):
    """Of what becomes so: not of what came so."""
    answer = metal("MetalMap", function_symbol("Log"), np.array([-1.0, 0.0, 1.0, -2.0]))
    assert answer.names == ["MetalMap::nonfinite"]
    call = metal.last_call()
    assert (call["NonReal"], call["Infinite"]) == (2, 1)


@pytest.mark.parametrize("x", [1e4, 1e6, 1e10, 1e16], ids=str)
@pytest.mark.parametrize("function", ["Sin", "Cos", "Tan"])
def test_large_arguments(metal, function, x):
    """Full range reduction, no fast math."""
    values = np.array([x, -x, x * 1.1], "float32")
    answer = metal("MetalMap", function_symbol(function), values)
    assert units(answer.value, exact(function, values), "float32") <= 4


def function_symbol(name: str):
    from wolframclient.language import wl

    return getattr(wl, name)
