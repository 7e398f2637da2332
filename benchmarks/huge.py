"""The sum that this library was made for: two arrays of 10^9 single-precision numbers, 12 GB in all.

It runs in a process of its own, beside NumPy alone, and only where memory is free for it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np
import psutil
from librarylink_host import allocate

from benchmarks.arrays import numbers
from benchmarks.contest import check
from benchmarks.metallink import MetalLink
from benchmarks.peers import Expression, NumPy, Peer
from benchmarks.plan import Plan
from benchmarks.rows import Row, contest_row
from benchmarks.timing import Pairs, interleave

NAME, TYPE, SIZE = "add", "float32", 10**9
FREE_BYTES = 20 * 10**9  # two operands and two results, and room
GOAL = 1.1
BYTES_AN_ELEMENT = 12


def rows(plan: Plan, metallink: MetalLink, peers: list[Peer]) -> Iterator[Row]:
    del metallink, peers
    size = plan.size(SIZE)
    free = psutil.virtual_memory().available
    if not plan.is_quick and free < FREE_BYTES:
        reason = f"{free / 1e9:.1f} GB of memory are free, {FREE_BYTES / 1e9:.0f} are needed"
        yield Row(NAME, TYPE, size, goal=GOAL, skipped=reason)
        return
    plan.say(f"{NAME} {TYPE} {size:,} in a process of its own")
    command = [sys.executable, "-m", "benchmarks.huge", str(plan.root), str(size), str(plan.rounds)]
    run = subprocess.run(command, cwd=plan.root, capture_output=True, text=True, check=False)
    if run.returncode:
        yield Row(NAME, TYPE, size, goal=GOAL, met=False, wrong=f"the process failed: {run.stderr.strip()[-500:]}")
        return
    measured = json.loads(run.stdout)
    pairs = Pairs(tuple(measured["pairs"]["ours"]), tuple(measured["pairs"]["peer"]))
    gigabytes = BYTES_AN_ELEMENT * size / 1e9
    yield contest_row(NAME, TYPE, size, {"numpy": pairs}, goal=GOAL, gigabytes=gigabytes, detail=measured["detail"])


def measure(root: Path, size: int, rounds: int) -> dict:
    """Paired times of MetalAdd and NumPy, and where ours went."""
    arrays = {"a": numbers(np.float32, size, 1), "b": numbers(np.float32, size, 2)}
    metallink = MetalLink(root, pool_bytes=FREE_BYTES)
    ours = metallink.arithmetic("add", *arrays.values())
    numpy = NumPy().competitor(Expression.of_function("add", "a + b", "ab"), arrays, allocate((size,), np.float32))
    check("MetalLink", ours.into(), numpy.into(), 0.0)
    pairs = interleave(ours.into, {"numpy": numpy.into}, {"numpy": rounds})["numpy"]
    return {"pairs": asdict(pairs), "detail": metallink.detail()}


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
