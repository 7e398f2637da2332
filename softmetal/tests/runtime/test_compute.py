"""Whole computations through the runtime; each program compares with a loop on the CPU."""

import pytest


@pytest.mark.parametrize("case", ["add", "offsets", "saxpy", "sum", "dependent", "blit", "adopted"])
@pytest.mark.parametrize("validation", ["error", "off"])
def test_compute(program, case, validation):
    program("compute").check(case, SOFTMETAL_VALIDATION=validation)
