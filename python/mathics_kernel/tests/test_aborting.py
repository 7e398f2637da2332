# SPDX-License-Identifier: GPL-3.0-or-later
"""TimeConstrained and Pause.

Expected: https://reference.wolfram.com/language/ref/TimeConstrained.html, .../Pause.html
"""

import time

import pytest


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("TimeConstrained[1 + 1, 60]", "2"),
        ("TimeConstrained[Pause[60], 0.1]", "$Aborted"),
        ('TimeConstrained[Pause[60], 0.1, "late"]', '"late"'),
        ('TimeConstrained[While[True], 0.1, "late"]', '"late"'),
        ('TimeConstrained[f[x_] := f[x]; Do[Null, {10^9}], 0.1, "late"]', '"late"'),
        ('TimeConstrained[TimeConstrained[Pause[60], 50, "inner"], 0.1, "outer"]', '"outer"'),
        ('TimeConstrained[TimeConstrained[Pause[60], 0.1, "inner"], 50, "outer"]', '"inner"'),
        ("{TimeConstrained[Pause[60], 0.1, 1], TimeConstrained[Pause[60], 0.1, 2]}", "{1, 2}"),
        ("TimeConstrained[3, Infinity]", "3"),
        ("CheckAbort[Abort[], 5]", "5"),
    ],
)
def test_time_constrained(wl, code, value):
    start = time.monotonic()
    assert wl.text(code) == value
    assert time.monotonic() - start < 20
    assert wl.text("1 + 1") == "2"


@pytest.mark.parametrize("limit", ["-1", "x", '"1"'])
def test_a_limit_is_a_positive_number(wl, limit):
    wl(f"TimeConstrained[1, {limit}]")
    assert wl.messages == ["TimeConstrained::timc"]


def test_code_that_never_looks_is_stopped_too(wl):
    start = time.monotonic()
    assert wl.text('TimeConstrained[FactorInteger[2^787 - 1], 0.5, "late"]') == '"late"'
    assert time.monotonic() - start < 30


def test_pause_takes_its_time(wl):
    start = time.monotonic()
    assert wl.text("Pause[0.2]") == "Null"
    assert time.monotonic() - start >= 0.2
