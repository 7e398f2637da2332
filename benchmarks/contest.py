"""One computation, by MetalLink and by every peer that can do it: checked, then timed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from benchmarks.metallink import MetalLink, Missing
from benchmarks.peers import Arrays, Competitor, Expression, Lacks, Peer
from benchmarks.plan import Plan
from benchmarks.rows import Contest, Row, contest_row
from benchmarks.timing import Action, Pairs, interleave, milliseconds, no_collection

FEWER_ROUNDS, FEWEST_ROUNDS = 3, 1
CLEARLY_SLOWER = 1.3  # times the best
CHECKED_AT_ONCE = 10**6


class Wrong(Exception):
    """A competitor's result is not the reference's."""


def rounds_by_need(actions: Mapping[str, Action], rounds: int, few: int) -> dict[str, int]:
    """All rounds for peers that may be the best; ``few``, for the report, for those clearly slower in a first run.

    They have run before, when they were checked.
    """
    with no_collection():
        first = {name: milliseconds(action) for name, action in actions.items()}
    best = min(first.values())
    return {name: rounds if time <= CLEARLY_SLOWER * best else few for name, time in first.items()}


def race(ours: Action, peers: dict[str, Action], plan: Plan, few: int = FEWER_ROUNDS) -> dict[str, Pairs]:
    """Times of ours beside each peer."""
    ours()
    return interleave(ours, peers, rounds_by_need(peers, plan.rounds, few), plan.settle)


def check(name: str, result: np.ndarray, reference: np.ndarray, tolerance: float, sample: bool = False) -> None:
    """Raises Wrong unless type and shape are the reference's and every element is within the tolerance.

    It is relative to the element, and absolute where that is below 1: what passes through values of the order of 1,
    as sines do, is not more exact than these. ``sample``: of the first and the last elements only.
    """
    if result.dtype != reference.dtype or result.shape != reference.shape:
        raise Wrong(f"{name}: {result.dtype} {result.shape}, not {reference.dtype} {reference.shape}")
    got, right = result.reshape(-1), reference.reshape(-1)
    starts = range(0, right.size, CHECKED_AT_ONCE)
    for start in {0, starts[-1]} if sample else starts:
        part = slice(start, start + CHECKED_AT_ONCE)
        if np.array_equal(got[part], right[part]):
            continue
        same = np.isclose(got[part], right[part], rtol=tolerance, atol=tolerance)
        if not same.all():
            at = int(np.argmin(same))
            raise Wrong(f"{name}: element {start + at + 1} is {got[part][at]}, not {right[part][at]}")


def competitors(
    peers: list[Peer], expression: Expression, arrays: Arrays, out: np.ndarray
) -> tuple[dict[str, Competitor], list[str]]:
    """The peers that have the computation, and a remark on each that has not."""
    able: dict[str, Competitor] = {}
    remarks: list[str] = []
    for peer in peers:
        try:
            able[peer.name] = peer.competitor(expression, arrays, out)
        except Lacks as lack:
            remarks.append(f"{peer.name} has {lack}")
    return able, remarks


def check_ours(ours: Competitor, reference: np.ndarray, tolerance: float) -> None:
    """MetalLink's results, into memory that is there and into new memory, against NumPy's."""
    check("MetalLink", ours.as_numpy(ours.into()), reference, tolerance)
    check("MetalLink (allocating)", ours.as_numpy(ours.fresh()), reference, tolerance)


def right_ones(able: dict[str, Competitor], reference: np.ndarray, tolerance: float) -> tuple[dict, list[str]]:
    """The peers whose results are right, others may be fast by doing something else; and a remark on each other."""
    right: dict[str, Competitor] = {}
    remarks: list[str] = []
    for name, one in able.items():
        try:
            check(name, one.as_numpy(one.into()), reference, tolerance, sample=True)
            right[name] = one
        except Wrong as wrong:
            remarks.append(f"left out, {wrong}")
    return right, remarks


def allocating(ours: Competitor, able: dict[str, Competitor], plan: Plan) -> Contest:
    """The contest where every run makes its result."""
    return Contest.of(race(ours.fresh, {name: one.fresh for name, one in able.items()}, plan, FEWEST_ROUNDS))


def measure(
    plan: Plan,
    metallink: MetalLink,
    peers: list[Peer],
    name: str,
    type: str,
    find: Callable[[], Competitor],
    expression: Expression,
    arrays: Arrays,
    out: np.ndarray,
    *,
    goal: float | None,
    tolerance: float = 0.0,
    elements: int | None = None,
) -> Row:
    """The row of a contest. ``find`` gives ours, or raises Missing, and the row says so. ``out`` is the peers' result;
    ``elements`` are what the size counts (out's, if None)."""
    size = out.size if elements is None else elements
    plan.say(f"{name} {type} {size:,}")
    try:
        ours = find()
    except Missing as lack:
        return Row(name, type, size, goal=goal, skipped=str(lack))
    able, lacking = competitors(peers, expression, arrays, out)
    reference = np.array(able["numpy"].fresh())
    try:
        check_ours(ours, reference, tolerance)
    except Wrong as wrong:
        return Row(name, type, size, goal=goal, met=False, wrong=str(wrong))
    able, left_out = right_ones(able, reference, tolerance)
    pairs = race(ours.into, {peer: one.into for peer, one in able.items()}, plan)
    more: dict[str, Any] = {"goal": goal, "gigabytes": (sum(a.nbytes for a in arrays.values()) + out.nbytes) / 1e9}
    detail = "; ".join([metallink.detail(), *lacking, *left_out])
    return contest_row(name, type, size, pairs, allocating=allocating(ours, able, plan), detail=detail, **more)
