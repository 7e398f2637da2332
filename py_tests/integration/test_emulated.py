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


@pytest.fixture
def unannounced(emulated) -> Any:
    """The session as it is before the message of single precision."""
    emulated.evaluate("MetalLink`Private`$singleAnnounced = False;")
    return emulated


@pytest.mark.parametrize(
    "array", ["{0.5, 1.5}", "{{1, 2}, {3, 4}}", 'NumericArray[{0.5}, "Real64"]', 'NumericArray[{1, 2}, "Integer8"]']
)
def test_elementary_functions_are_single_and_say_so_once(unannounced, ask, array):
    answer = ask(unannounced, f"MetalMap[Sin, {array}]")
    assert answer.names == ["MetalMap::single"]
    assert "Sin" in answer.texts[0]
    assert ask(unannounced, 'MetalLastCall[]["Precision"]').value == "Single"
    assert ask(unannounced, f"MetalMap[Sin, {array}]").names == []
    assert ask(unannounced, "MetalMap[Cos, {0.5}]").names == []


def test_arguments_are_rounded_to_single_precision(emulated, ask):
    """What the message and the usage say: the argument is rounded, and so is the result."""
    x = np.array([0.1, 1.5, 12345.678, 1e8 + 0.5])
    answer = ask(emulated, "Quiet[MetalMap[Sin, {0.1, 1.5, 12345.678, 1.*^8 + 0.5}]]")
    rounded = x.astype("float32").astype("float64")
    np.testing.assert_allclose(np.asarray(answer.value), np.sin(rounded), rtol=2.0**-21)


def test_double_precision_is_refused_where_it_is_not(unannounced, ask):
    answer = ask(unannounced, 'MetalMap[Sin, {0.5}, "TargetPrecision" -> "Double"]')
    assert answer.failed
    assert answer.names == ["MetalMap::library"]
    assert "Sin is not available in double precision" in answer.texts[0]
    answer = ask(unannounced, 'MetalMap[Sqrt, {2.}, "TargetPrecision" -> "Double"] === {Sqrt[2.]}')
    assert (answer.value, answer.names) == (True, [])


@pytest.mark.parametrize(
    "code",
    [
        'MetalMap[Sin, {0.5}, "TargetPrecision" -> "Single"]',
        'MetalMap[Sin, NumericArray[{0.5}, "Real32"]]',
        'MetalMap[Sin, NumericArray[{}, "Real64"]]',
        "MetalMap[Abs, {0.5, -1.5}]",
        "MetalMap[Floor, {0.5, -1.5}]",
        "MetalMap[Sqrt, {0.5, 2.}]",
        "MetalMap[Abs, {1, -2}]",
        "MetalAdd[{0.5}, {0.25}]",
        "Quiet[MetalMap[Sin, {0.5}]]",
    ],
)
def test_no_message_of_single_precision(unannounced, ask, code):
    """Asked for, of single type, empty, exact, or made quiet."""
    assert ask(unannounced, code).names == []


def test_square_root_is_in_double_precision(emulated, ask):
    answer = ask(emulated, "MetalMap[Sqrt, {2., 3., 1.*^300}]")
    np.testing.assert_array_equal(np.asarray(answer.value), np.sqrt([2.0, 3.0, 1e300]))
    assert ask(emulated, 'MetalLastCall[]["Precision"]').value == "EmulatedDouble"
