# SPDX-License-Identifier: GPL-3.0-or-later
"""Mathics3 keeps every number that there ever was, so that equal numbers are one object: a session that unpacks lists
or draws random numbers grows without end. Here those that nothing else refers to are forgotten now and then."""

from sys import getrefcount

LIMIT = 8192
# The cache's own reference, and getrefcount's argument.
UNUSED = 2


class NumberCache(dict):
    """Numbers by value. It holds at most LIMIT numbers, or twice those in use."""

    def __init__(self, numbers: dict):
        super().__init__(numbers)
        self._limit = LIMIT

    def __setitem__(self, value, number):
        super().__setitem__(value, number)
        if len(self) > self._limit:
            self._forget()

    def _forget(self) -> None:
        for value in list(self):
            if getrefcount(self[value]) <= UNUSED:
                del self[value]
        self._limit = max(LIMIT, 2 * len(self))


def install() -> None:
    from mathics.core.atoms import Complex, Integer, MachineReal, PrecisionReal, Rational

    Integer._integers = NumberCache(Integer._integers)
    MachineReal._machine_reals = NumberCache(MachineReal._machine_reals)
    PrecisionReal._precision_reals = NumberCache(PrecisionReal._precision_reals)
    Complex._complex_numbers = NumberCache(Complex._complex_numbers)
    Rational._rationals = NumberCache(Rational._rationals)
