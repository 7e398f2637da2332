"""Grids at and around multiples of the threadgroup, and sizes beyond 32 bits."""

import pytest


@pytest.mark.parametrize("case", ["1d", "2d", "3d", "threadgroups", "barriers", "64bit", "largest", "simdgroups"])
def test_grid(program, case):
    program("grids").check(case)


@pytest.mark.long
def test_blits_of_more_than_4_gigabytes(program):
    program("grids").check("large_blits")
