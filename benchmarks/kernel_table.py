"""MetalMap[Sin, list] beside the kernel's own Sin[list], in a kernel session and by size, and the crossover.

Times are the kernel's own, by AbsoluteTiming. Where the kernel's function would take too long, by its time for the
size before, it is left out and said to be; no time is ever guessed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from metallink_build.kernels import NoKernel, metallink_session

from benchmarks.metallink import MetalLink
from benchmarks.peers import Peer
from benchmarks.plan import Plan
from benchmarks.rows import Row, contest_row, time_row
from benchmarks.timing import Pairs

NAME, TYPE, PEER = "MetalMap[Sin, list]", "Real list", "Sin[list]"
SIZES = tuple(10**power for power in range(3, 9))
QUICK_SIZES = SIZES[:3]
FEWER_ROUNDS, SHORT_SECONDS = 3, 0.1  # all rounds only of what takes less
DIFFERENCE = "1.*^-6"  # of results, at most: a device without doubles may compute sines in single precision


def rows(plan: Plan, metallink: MetalLink, peers: list[Peer]) -> Iterator[Row]:
    del metallink, peers
    plan.say("a kernel session starts")
    measured: list[Row] = []
    try:
        with metallink_session(plan.root) as session:
            for row in table(plan, session):
                measured.append(row)
                yield row
    except NoKernel as reason:
        yield Row(NAME, TYPE, 0, skipped=str(reason))
        return
    yield crossover(measured)


def seconds(session: Any, call: str) -> float:
    value = session.evaluate(f"First[AbsoluteTiming[bench`r = {call};]]")
    if not isinstance(value, float):
        raise RuntimeError(f"{call} gave {value!r} in place of a time")
    return value


def table(plan: Plan, session: Any) -> Iterator[Row]:
    expected = 0.0
    for size in QUICK_SIZES if plan.is_quick else SIZES:
        plan.say(f"{NAME} {size:,}")
        session.evaluate(f"bench`x = RandomReal[{{-10., 10.}}, {size}];")
        difference = f"Max[Abs[Normal[MetalMap[Sin, Take[bench`x, 1000]]] - Sin[Take[bench`x, 1000]]]] < {DIFFERENCE}"
        if session.evaluate(difference) is not True:
            yield Row(NAME, TYPE, size, met=False, wrong="it differs from the kernel's own Sin")
            return
        ours = seconds(session, "MetalMap[Sin, bench`x]")
        if expected > plan.kernel_seconds:
            times = [ours * 1e3, *(seconds(session, "MetalMap[Sin, bench`x]") * 1e3 for _ in range(FEWER_ROUNDS - 1))]
            detail = f"the kernel's own was not run: by the size before it takes some {expected:.0f} s"
            yield time_row(NAME, TYPE, size, times, detail=detail)
            continue
        row = contest_row(NAME, TYPE, size, {PEER: pairs(plan, session, ours)}, gigabytes=16 * size / 1e9)
        expected = 10 * row.peers[PEER] / 1e3
        yield row


def pairs(plan: Plan, session: Any, ours: float) -> Pairs:
    """Paired times in ms; fewer where one takes long."""
    rounds = plan.rounds if ours < SHORT_SECONDS else min(plan.rounds, FEWER_ROUNDS)
    runs = [(seconds(session, "MetalMap[Sin, bench`x]"), seconds(session, "Sin[bench`x]")) for _ in range(rounds)]
    return Pairs(tuple(mine * 1e3 for mine, _ in runs), tuple(theirs * 1e3 for _, theirs in runs))


def crossing(measured: Sequence[tuple[int, float]]) -> int | None:
    """The size from which on the ratio, given for rising sizes, stays below 1; None if it does not at the last size.

    Between two sizes the ratio's logarithm is taken as linear in the logarithm of the size.
    """
    if not measured or measured[-1][1] >= 1:
        return None
    above = [index for index, (_, ratio) in enumerate(measured) if ratio >= 1]
    if not above:
        return measured[0][0]
    (low, before), (high, after) = measured[above[-1]], measured[above[-1] + 1]
    share = math.log(before) / (math.log(before) - math.log(after))
    return round(math.exp(math.log(low) + share * (math.log(high) - math.log(low))))


def crossover(measured: Sequence[Row]) -> Row:
    compared = [(row.size, row.ratio) for row in measured if row.ratio is not None]
    size = crossing(compared)
    name = f"{NAME}: crossover"
    if size is None:
        return Row(name, TYPE, 0, detail=f"MetalMap is slower than {PEER} at every size that both ran")
    if compared[0][1] < 1:
        return Row(name, TYPE, size, detail=f"MetalMap is faster than {PEER} from the smallest size on")
    return Row(name, TYPE, size, detail=f"from about {size:,} elements on MetalMap is faster than {PEER}")
