"""Real16 and ComplexReal16, which not every kernel has: sums and functions against NumPy's float16."""

from __future__ import annotations

import numpy as np
import pytest

VALUES = [1.5, -2.5, 0.1, 1000.0, 6e-8, 2049.0]
OTHERS = [0.25, 2.5, 0.2, 24.5, 6e-8, 1.0]


@pytest.fixture(scope="module")
def half(metal):
    """Evaluates code with an array a and an array b: {type, values}."""
    if metal.evaluate('ToString[NumericArrayQ[Quiet[NumericArray[{1.5}, "Real16"]]]]').value != "True":
        pytest.skip("this kernel has no Real16")

    def run(code: str):
        arrays = f'a = NumericArray[{{{literal(VALUES)}}}, "Real16"], b = NumericArray[{{{literal(OTHERS)}}}, "Real16"]'
        answer = metal.evaluate(f"With[{{{arrays}}}, {{NumericArrayType[#], Normal[#]}} &[{code}]]")
        assert answer.names == []
        return answer.value[0], np.asarray(answer.value[1], dtype="float64")

    return run


def literal(values: list[float]) -> str:
    return ", ".join(f"{value:.17f}" for value in values)


def test_sum(half):
    kind, values = half("MetalAdd[a, b]")
    assert kind == "Real16"
    expected = np.array(VALUES, "float16") + np.array(OTHERS, "float16")
    np.testing.assert_array_equal(values, expected.astype("float64"))


def test_wider_type(half):
    kind, values = half('MetalAdd[a, NumericArray[b, "Real32"]]')
    assert kind == "Real32"
    expected = np.array(VALUES, "float16").astype("float32") + np.array(OTHERS, "float16").astype("float32")
    np.testing.assert_array_equal(values, expected.astype("float64"))


@pytest.mark.parametrize(("function", "numpy"), [("Abs", np.abs), ("Floor", np.floor), ("Round", np.rint)])
def test_rounding(half, function, numpy):
    kind, values = half(f"MetalMap[{function}, a]")
    assert kind == "Real16"
    np.testing.assert_array_equal(values, numpy(np.array(VALUES, "float16")).astype("float64"))


def test_square_root_is_computed_in_float(half):
    kind, values = half("MetalMap[Sqrt, MetalMap[Abs, a]]")
    assert kind == "Real16"
    expected = np.sqrt(np.abs(np.array(VALUES, "float16")).astype("float32")).astype("float16")
    np.testing.assert_array_equal(values, expected.astype("float64"))


def test_number_that_does_not_fit(metal, half):
    answer = metal.evaluate('MetalAdd[NumericArray[{1.}, "Real16"], 70000]')
    assert answer.failed
    assert answer.names == ["MetalAdd::fit"]
