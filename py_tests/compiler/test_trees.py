"""Random expressions, compiled, against NumPy; native and emulated doubles against each other, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from wolframclient.utils.packedarray import PackedArray

from py_tests.compiler.trees import Tree, Values, reals

BATCH = 20  # expressions that are compiled together
POINTS = 12


def drawn(count: int, depth: int) -> list[Tree]:
    """Expressions as hypothesis draws them, always the same ones."""
    found: list[Tree] = []

    @settings(
        max_examples=count, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(reals(depth))
    def collect(tree: Tree) -> None:
        found.append(tree)

    collect()
    return found[:count]


def points() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(20240917)
    return {
        "x": rng.uniform(-3, 3, POINTS),
        "y": rng.uniform(-3, 3, POINTS),
        "n": rng.integers(-9, 10, POINTS),
    }


def computed(session: Any, trees: list[Tree], at: dict[str, np.ndarray]) -> np.ndarray:
    """The values of all expressions, points x expressions."""
    for name, values in at.items():
        session.evaluate(wl_set(f"trees`{name}", values.view(PackedArray)))
    body = ", ".join(tree.text for tree in trees)
    function = f"Function[{{x, y, n}}, {{0. x, {body}}}]"
    result = session.evaluate(f"MetalMapThread[{function}, {{trees`x, trees`y, trees`n}}]")
    values = np.asarray(result, np.float64)
    assert values.shape == (POINTS, len(trees) + 1), body
    return values[:, 1:]


def wl_set(symbol: str, value: Any) -> Any:
    from wolframclient.language.expression import WLFunction, WLSymbol

    return WLFunction(WLSymbol("CompoundExpression"), WLFunction(WLSymbol("Set"), WLSymbol(symbol), value), None)


def check(trees: list[Tree], got: np.ndarray, at: dict[str, np.ndarray]) -> int:
    """How many values were compared; those that rounding makes uncertain are not."""
    exact = {name: Values.exact(values) for name, values in at.items()}
    compared = 0
    for k, tree in enumerate(trees):
        expected = tree.value(exact)
        sure = np.isfinite(expected.bound) & np.isfinite(expected.number)
        off = np.abs(got[:, k] - expected.number)[sure]
        assert np.all(off <= 4 * expected.bound[sure] + np.longdouble(2) ** -1074), tree.text
        compared += int(np.count_nonzero(sure))
    return compared


def batches(count: int, depth: int) -> list[list[Tree]]:
    trees = drawn(count, depth)
    return [trees[k : k + BATCH] for k in range(0, len(trees), BATCH)]


@pytest.mark.parametrize(("count", "depth"), [(220, 1), (80, 2)])
def test_random_expressions(kernel, count, depth):
    at = points()
    compared = total = 0
    for batch in batches(count, depth):
        compared += check(batch, computed(kernel, batch, at), at)
        total += len(batch) * POINTS
    assert compared > 0.8 * total


def test_native_and_emulated_doubles_agree(kernel, emulated):
    at = points()
    for batch in batches(40, 1):
        native, integers = computed(kernel, batch, at), computed(emulated, batch, at)
        assert emulated.evaluate('MetalLastCall[]["Precision"]') == "EmulatedDouble"
        same = (native.view(np.int64) == integers.view(np.int64)) | (np.isnan(native) & np.isnan(integers))
        assert np.all(same), [tree.text for k, tree in enumerate(batch) if not same[:, k].all()]


@pytest.mark.long
def test_ten_thousand_random_expressions(kernel, emulated):
    at = points()
    for depth in (2, 3, 4):
        for batch in batches(3400, depth):
            native = computed(kernel, batch, at)
            check(batch, native, at)
            integers = computed(emulated, batch, at)
            same = (native.view(np.int64) == integers.view(np.int64)) | (np.isnan(native) & np.isnan(integers))
            assert np.all(same), [tree.text for k, tree in enumerate(batch) if not same[:, k].all()]
