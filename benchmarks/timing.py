"""Times of two competitors in turn, and what they say about each other.

A machine's speed drifts, with its clock and with what else runs on it. So competitors run in turn, A B A B ..., each
run of one is divided by the run of the other beside it, and the figure is the median of these ratios.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

Action = Callable[[], Any]


@dataclass(frozen=True)
class Quartiles:
    low: float
    median: float
    high: float


def quartiles(values: Sequence[float]) -> Quartiles:
    """Quartiles with linear interpolation between the order statistics; of one value, the value itself."""
    if len(values) == 1:
        return Quartiles(values[0], values[0], values[0])
    return Quartiles(*statistics.quantiles(values, n=4, method="inclusive"))


@contextmanager
def no_collection() -> Iterator[None]:
    """Python's garbage collector stays out of the times."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def milliseconds(action: Action, settle: float = 0.0) -> float:
    """The time of one run. The result lives until the time is taken: freeing it is no part of the run.

    Before it the process rests for ``settle`` seconds: worker threads of whoever ran before spin on for some
    milliseconds, and would take a processor from this run.
    """
    if settle:
        time.sleep(settle)
    start = time.perf_counter_ns()
    result = action()
    stop = time.perf_counter_ns()
    del result
    return (stop - start) / 1e6


@dataclass(frozen=True)
class Pairs:
    """Times in ms of the runs of two competitors; those at one place were taken side by side."""

    ours: tuple[float, ...]
    peer: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.ours) != len(self.peer) or not self.ours:
            raise ValueError(f"{len(self.ours)} runs of ours and {len(self.peer)} of the peer are no pairs")

    @property
    def ratios(self) -> tuple[float, ...]:
        return tuple(ours / peer for ours, peer in zip(self.ours, self.peer, strict=True))


def interleave(ours: Action, peers: dict[str, Action], rounds: dict[str, int], settle: float = 0.0) -> dict[str, Pairs]:
    """Runs ours and each peer in turn, ``rounds[name]`` times; a pair is ours and the peer right behind it."""
    times: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in peers}
    with no_collection():
        for turn in range(max(rounds.values(), default=0)):
            for name, peer in peers.items():
                if turn < rounds[name]:
                    times[name][0].append(milliseconds(ours, settle))
                    times[name][1].append(milliseconds(peer, settle))
    return {name: Pairs(tuple(mine), tuple(theirs)) for name, (mine, theirs) in times.items()}
