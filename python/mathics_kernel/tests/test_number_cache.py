# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers that nothing refers to are forgotten; those in use stay one object for each value."""

from mathics.core.atoms import Integer, Integer1, MachineReal
from mathics_kernel.number_cache import LIMIT


def test_a_session_does_not_keep_every_number(wl):
    """40,000 numbers pass through; what stays is bounded by the limit and by twice what was in use before."""
    before = len(MachineReal._machine_reals)
    for first in range(40):
        wl(f"Total[Map[# + 1. &, Range[{first}., {first}.999, 0.001]]]; 0")
    assert len(MachineReal._machine_reals) <= max(LIMIT, 2 * before) + LIMIT // 4


def test_numbers_in_use_stay_the_same_objects(wl):
    kept = [MachineReal(n + 0.5) for n in range(3 * LIMIT)]
    for n in range(3 * LIMIT):
        MachineReal(n + 0.25)
    assert all(MachineReal(n + 0.5) is number for n, number in enumerate(kept))
    assert Integer(1) is Integer1
