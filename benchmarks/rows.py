"""A row of the benchmark: what was measured, and whether it meets its goal."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from benchmarks.timing import Pairs, quartiles


@dataclass(frozen=True)
class Contest:
    """Ours against peers on one computation. ``ratio`` is ours divided by the best peer, the one of least median."""

    ours_ms: float
    peers: dict[str, float]
    best_peer: str
    ratio: float
    quartiles: tuple[float, float]

    @classmethod
    def of(cls, pairs: Mapping[str, Pairs]) -> Contest:
        medians = {name: statistics.median(pair.peer) for name, pair in pairs.items()}
        best = min(medians, key=lambda name: medians[name])
        ratios = quartiles(pairs[best].ratios)
        return cls(statistics.median(pairs[best].ours), medians, best, ratios.median, (ratios.low, ratios.high))


@dataclass(frozen=True)
class Row:
    """One line of the table and of bench.json.

    name, type, size   what was computed, on how many elements
    ours_ms, peers     median times; peers by name
    best_peer, ratio   the fastest peer; the median of the ratios of paired runs, ours divided by that peer
    quartiles          lower and upper quartile of the figure that the goal is about: of ratio, or of ours_ms
    goal, unit, met    "ratio": quartiles and goal are ratios; "ms": times. met: the lower quartile is within the goal
    allocating         the same contest where each run makes its result anew (no goal)
    gigabytes          10^9 bytes that a run reads and writes, by which bandwidth is told; None where it says nothing
    detail             where the time goes, and what else a reader should know
    skipped            why nothing was measured; None: it was
    wrong              how MetalLink's result differs from the reference, for which nothing was measured; None: right
    """

    name: str
    type: str
    size: int
    ours_ms: float | None = None
    peers: dict[str, float] = field(default_factory=dict)
    best_peer: str | None = None
    ratio: float | None = None
    quartiles: tuple[float, float] | None = None
    goal: float | None = None
    unit: str = "ratio"
    met: bool | None = None
    allocating: Contest | None = None
    gigabytes: float | None = None
    detail: str = ""
    skipped: str | None = None
    wrong: str | None = None

    @property
    def figure(self) -> float | None:
        """What the goal is about."""
        return self.ratio if self.unit == "ratio" else self.ours_ms

    @property
    def bandwidth(self) -> float | None:
        """10^9 bytes a second."""
        return self.gigabytes / self.ours_ms * 1e3 if self.gigabytes and self.ours_ms else None

    @property
    def rate(self) -> float | None:
        """Elements a second."""
        return self.size / self.ours_ms * 1e3 if self.ours_ms else None

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "bandwidth": self.bandwidth}


def contest_row(name: str, type: str, size: int, pairs: Mapping[str, Pairs], **more: Any) -> Row:
    """The row of a contest: ``pairs`` by the peer's name; ``goal`` is the largest ratio to the best peer."""
    contest = Contest.of(pairs)
    goal = more.get("goal")
    return Row(
        name,
        type,
        size,
        ours_ms=contest.ours_ms,
        peers=contest.peers,
        best_peer=contest.best_peer,
        ratio=contest.ratio,
        quartiles=contest.quartiles,
        met=None if goal is None else contest.quartiles[0] <= goal,
        **more,
    )


def time_row(name: str, type: str, size: int, times_ms: Sequence[float], **more: Any) -> Row:
    """The row of a time of ours alone; ``goal`` is in ms."""
    spread = quartiles(times_ms)
    goal = more.get("goal")
    return Row(
        name,
        type,
        size,
        ours_ms=spread.median,
        quartiles=(spread.low, spread.high),
        unit="ms",
        met=None if goal is None else spread.low <= goal,
        **more,
    )
