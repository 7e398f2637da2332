"""Elementary and special functions within their stated bounds, against 113-bit and 40-digit references."""

from __future__ import annotations

import pytest
from metallink_build.accuracy.functions import FUNCTIONS
from metallink_build.accuracy.host import VARIANTS, Host
from metallink_build.accuracy.measure import check_oracle, measure, same_bits

POINTS = 10**5
CHECKED_BY_MPMATH = 25
EMULATED = 2000

DOUBLES = [function for function in FUNCTIONS if function.real == "real64"]


@pytest.fixture(scope="module")
def host(root):
    return Host(root, FUNCTIONS)


def variant_of(function) -> str:
    return next(name for name, (real, _) in VARIANTS.items() if real == function.real)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.key)
def test_within_the_bound(host, function):
    largest = measure(host, function, variant_of(function), POINTS).largest
    assert largest.units <= function.bound, f"{largest.units} units at {largest.arguments}"


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.key)
def test_the_oracle_agrees_with_mpmath(host, function):
    check = check_oracle(host, function, variant_of(function), CHECKED_BY_MPMATH)
    assert check.points == CHECKED_BY_MPMATH
    assert check.difference < 0.01, f"at {check.arguments}"


@pytest.mark.parametrize("function", DOUBLES, ids=lambda function: function.key)
def test_native_and_emulated_have_the_same_bits(host, function):
    compared, different = same_bits(host, function, EMULATED)
    assert compared > EMULATED // 2
    assert different is None


EVERY_FLOAT = {
    "Tan", "ArcTan", "Tanh", "ArcSinh", "ArcCosh", "ArcTanh", "Exp2", "Exp10", "Expm1", "Log2", "Log1p", "CubeRoot",
    "Erf", "Erfc",
}  # fmt: skip
BLOCK = 1 << 24


@pytest.mark.long
@pytest.mark.parametrize(
    "function",
    [function for function in FUNCTIONS if function.real == "real32" and function.name in EVERY_FLOAT],
    ids=lambda function: function.key,
)
def test_every_float(host, function):
    for first in range(0, 1 << 32, BLOCK):
        units, worst = host.every_float(function, first, BLOCK)
        assert units <= function.bound, f"{units} units at the float with the bits {worst:#x}"
