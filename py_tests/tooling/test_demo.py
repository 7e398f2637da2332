"""What the demo calls an error, and that it can call a result wrong."""

from __future__ import annotations

import numpy as np
import pytest
from metallink_build.demo import FUNCTIONS, LIMITS, largest_error, largest_units, photograph

ONE = np.float32(1)
ABOVE_ONE = np.nextafter(ONE, np.float32(2))


def test_an_equal_result_is_exact() -> None:
    values = np.array([0.0, -1.5, 3e300])
    assert largest_error(values, values.astype(np.longdouble), 0) == ("exact", True)


@pytest.mark.parametrize("reference, units", [(1.0, 1.0), (1.0 + 2.0**-24, 0.5), (1.0 + 2.0**-23, 0.0)])
def test_errors_are_in_units_of_the_result_s_type(reference: float, units: float) -> None:
    assert largest_units(np.array([ABOVE_ONE]), np.array([reference])) == pytest.approx(units)


def test_an_error_beyond_the_limit_is_wrong() -> None:
    result, reference = np.array([1.0 + 8 * 2.0**-23], np.float32), np.array([1.0])
    assert largest_error(result, reference, limit=4) == ("8 ulp", False)
    assert largest_error(result, reference, limit=8) == ("8 ulp", True)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_result_that_is_not_finite_is_wrong(bad: float) -> None:
    assert not largest_error(np.array([bad]), np.array([1.0]), limit=1e300)[1]


def test_the_worst_part_of_a_complex_result_counts() -> None:
    assert not largest_error(np.array([1 + 2j]), np.array([1 + 2.5j]), limit=4)[1]


def test_integers_and_shapes() -> None:
    assert largest_error(np.array([1, 2, 3]), np.array([1, 5, 4]), 0) == ("2 differ", False)
    assert not largest_error(np.zeros(3), np.zeros((3, 1)), 0)[1]


def test_every_function_has_a_row_and_every_type_a_limit() -> None:
    assert len({function.name for function in FUNCTIONS}) == 18
    assert set(LIMITS) == {"Real32", "Real64"}


def test_the_photograph_is_one() -> None:
    pixels = photograph()
    assert pixels.shape == (512, 512, 3)
    assert pixels.dtype == np.uint8
    assert len(np.unique(pixels)) > 200
