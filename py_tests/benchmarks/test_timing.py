"""Pairs, quartiles and goals, on times that are made up."""

from __future__ import annotations

import gc
import time

import numpy as np
import pytest

from benchmarks import contest
from benchmarks.contest import Wrong, check, rounds_by_need
from benchmarks.kernel_table import crossing
from benchmarks.rows import Contest, Row, contest_row, time_row
from benchmarks.timing import Pairs, interleave, milliseconds, no_collection, quartiles


@pytest.mark.parametrize("values", [[3.0], [1.0, 2.0], [5.0, 1.0, 3.0], list(range(1, 10)), [0.1, 7.0, 7.0, 9.5]])
def test_quartiles_are_those_of_numpy(values):
    found = quartiles(values)
    np.testing.assert_allclose((found.low, found.median, found.high), np.percentile(values, [25, 50, 75]))


def test_ratios_are_of_runs_side_by_side():
    """A machine that becomes ten times slower halfway changes every time and no ratio."""
    ours, peer = (1.0, 1.0, 10.0, 10.0, 10.0), (2.0, 2.0, 20.0, 20.0, 20.0)
    contest = Contest.of({"peer": Pairs(ours, peer)})
    assert (contest.ratio, contest.quartiles) == (0.5, (0.5, 0.5))


def test_the_best_peer_counts():
    pairs = {"slow": Pairs((1.0, 1.0, 1.0), (4.0, 4.0, 4.0)), "fast": Pairs((1.2, 1.0, 1.1), (1.0, 1.0, 1.0))}
    row = contest_row("add", "float32", 3, pairs, goal=1.05)
    assert (row.best_peer, row.ratio, row.peers) == ("fast", 1.1, {"slow": 4.0, "fast": 1.0})
    assert row.quartiles == pytest.approx((1.05, 1.15))


@pytest.mark.parametrize(("goal", "met"), [(1.01, True), (1.0, True), (0.99, False), (None, None)])
def test_a_goal_is_met_when_the_lower_quartile_is(goal, met):
    ratios = (0.9, 1.0, 1.5, 1.6, 1.7)  # the lower quartile is 1
    assert contest_row("add", "", 1, {"peer": Pairs(ratios, (1.0,) * 5)}, goal=goal).met is met
    assert time_row("call", "", 1, ratios, goal=goal).met is met


@pytest.mark.parametrize(("ours", "peer"), [((), ()), ((1.0,), ()), ((1.0, 2.0), (1.0,))])
def test_what_is_no_pairs(ours, peer):
    with pytest.raises(ValueError, match="no pairs"):
        Pairs(ours, peer)


def test_runs_take_turns():
    order = []
    pairs = interleave(
        lambda: order.append("ours"),
        {"a": lambda: order.append("a"), "b": lambda: order.append("b")},
        {"a": 3, "b": 1},
    )
    assert order == ["ours", "a", "ours", "b", "ours", "a", "ours", "a"]
    assert (len(pairs["a"].ratios), len(pairs["b"].ratios)) == (3, 1)


def test_a_time_does_not_include_the_rest_or_the_end_of_the_result():
    class Slow:
        def __del__(self):
            time.sleep(0.2)

    start = time.perf_counter()
    measured = milliseconds(Slow, settle=0.2)
    assert measured < 100
    assert time.perf_counter() - start >= 0.4


def test_clearly_slower_peers_run_less():
    rounds = rounds_by_need({"fast": lambda: None, "slow": lambda: time.sleep(0.01)}, 9, 3)
    assert rounds == {"fast": 9, "slow": 3}


def test_garbage_is_collected_again_after_an_error():
    with pytest.raises(KeyError), no_collection():
        assert not gc.isenabled()
        raise KeyError
    assert gc.isenabled()


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(contest, "CHECKED_AT_ONCE", 1000)


@pytest.mark.parametrize("sample", [False, True])
def test_wrong_results_are_found(sample):
    reference = np.arange(3000, dtype=np.float32)
    check("one", reference.copy(), reference, 0.0, sample)
    for place in (0, reference.size - 1):
        wrong = reference.copy()
        wrong[place] += 1
        with pytest.raises(Wrong, match=f"one: element {place + 1} is"):
            check("one", wrong, reference, 1e-7, sample)
    for other in (reference[1:], reference.astype(np.float64), reference.reshape(3, -1)):
        with pytest.raises(Wrong, match="one: float"):
            check("one", other, reference, 1.0, sample)


def test_the_middle_is_checked_too():
    reference = np.arange(3000, dtype=np.float32)
    wrong = reference.copy()
    wrong[1500] = np.nan
    with pytest.raises(Wrong, match="element 1501 is nan"):
        check("one", wrong, reference, 1.0)


@pytest.mark.parametrize(
    ("measured", "size"),
    [
        ([], None),
        ([(10, 2.0), (100, 1.5)], None),
        ([(10, 0.5), (100, 0.4)], 10),
        ([(100, 10.0), (10_000, 0.1)], 1000),
        ([(10, 0.5), (100, 10.0), (10_000, 0.1)], 1000),
    ],
)
def test_crossover(measured, size):
    assert crossing(measured) == size


def test_rates():
    row = Row("add", "float32", 10**6, ours_ms=10.0, gigabytes=0.012)
    assert row.rate == pytest.approx(1e8)
    assert row.bandwidth == pytest.approx(1.2)
    assert Row("add", "float32", 1, skipped="no").rate is None
