"""A device without doubles: the same results through the emulation, and a record that says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from metallink_build.kernels import metallink_session


@pytest.fixture(scope="module")
def emulated(root) -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("METALLINK_EMULATE_DOUBLE", "1")
        with metallink_session(root) as session:
            yield session


def test_information(emulated, ask):
    assert ask(emulated, 'MetalInformation[1, "DoublePrecision"]').value == "Emulated"


def test_addition_is_exact(emulated, metal, ask, packed):
    rng = np.random.default_rng(3)
    a, b = rng.standard_normal((2, 5000)) * 10.0 ** rng.integers(-300, 300, (2, 5000))
    answer = ask(emulated, metal.expression("MetalAdd", packed(a), packed(b)))
    np.testing.assert_array_equal(answer.value, a + b)
    assert ask(emulated, 'MetalLastCall[]["Precision"]').value == "EmulatedDouble"


@pytest.mark.parametrize(("function", "numpy"), [("Floor", np.floor), ("Ceiling", np.ceil), ("Round", np.rint)])
def test_rounding_is_exact(emulated, ask, function, numpy):
    x = np.array([2.0**40 + 0.5, -(2.0**40) - 0.5, 0.5, 1.5, -2.5, 1e15 + 0.25])
    code = f"MetalMap[{function}, {{2.^40 + 0.5, -2.^40 - 0.5, 0.5, 1.5, -2.5, 1.*^15 + 0.25}}]"
    np.testing.assert_array_equal(np.asarray(ask(emulated, code).value), numpy(x).astype("int64"))


@pytest.mark.parametrize(
    ("function", "numpy"), [("Sin", np.sin), ("Exp", np.exp), ("ArcTan", np.arctan), ("Log10", np.log10)]
)
def test_elementary_functions_are_in_double_precision(emulated, ask, function, numpy):
    x = np.array([0.1, 1.5, 12.25, 600.5])
    answer = ask(emulated, f"MetalMap[{function}, {{0.1, 1.5, 12.25, 600.5}}]")
    assert answer.names == []
    np.testing.assert_allclose(np.asarray(answer.value), numpy(x), rtol=2.0**-51)
    assert ask(emulated, 'MetalLastCall[]["Precision"]').value == "EmulatedDouble"


def test_large_arguments_keep_their_digits(emulated, ask):
    answer = ask(emulated, "MetalMap[Sin, {1.*^8 + 0.5, 1.*^300}]")
    np.testing.assert_allclose(np.asarray(answer.value), np.sin([1e8 + 0.5, 1e300]), rtol=2.0**-51)


def test_single_precision_on_demand(emulated, ask):
    answer = ask(emulated, 'MetalMap[Sin, {0.5}, "TargetPrecision" -> "Single"]')
    assert answer.names == []
    assert np.asarray(answer.value)[0] == np.float64(np.float32(np.asarray(answer.value)[0]))
    assert ask(emulated, 'MetalLastCall[]["Precision"]').value == "Single"


def test_square_root_is_in_double_precision(emulated, ask):
    answer = ask(emulated, "MetalMap[Sqrt, {2., 3., 1.*^300}]")
    np.testing.assert_array_equal(np.asarray(answer.value), np.sqrt([2.0, 3.0, 1e300]))
    assert ask(emulated, 'MetalLastCall[]["Precision"]').value == "EmulatedDouble"
