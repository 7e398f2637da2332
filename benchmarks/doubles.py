"""Doubles on a GPU that has none: operations a second in integer arithmetic, beside the device's own doubles.

A device is set up once a process, so two processes compute in turn: one with the device's doubles, one with
METALLINK_EMULATE_DOUBLE=1.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from librarylink_host import allocate
from metallink_build.spec import load_specs

from benchmarks.metallink import MetalLink, Missing
from benchmarks.peers import Peer
from benchmarks.plan import Plan
from benchmarks.rows import Row, contest_row
from benchmarks.timing import Pairs, milliseconds, no_collection

ARITHMETIC = {"add": "add", "multiply": "times", "divide": "divide"}
ARITHMETIC_SIZE, FUNCTION_SIZE = 10**7, 10**6
FUNCTION_ROUNDS = 3
EMULATED = "emulated double"
# Arguments: between 0.1 and 0.9, where nearly every function is defined, or above 1 for those that begin there.
ABOVE_ONE = ("ArcCosh", "ArcCoth", "ArcSec", "ArcCsc")
SEED = 5


@dataclass(frozen=True)
class Run:
    """One computation of a worker: its time, or why there is none."""

    ms: float = 0.0
    precision: str = ""
    missing: str = ""


class Worker:
    """A process that computes on request, with or without the device's doubles."""

    def __init__(self, root: Path, emulate: bool) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.doubles", str(root)],
            cwd=root,
            env={**os.environ, "METALLINK_EMULATE_DOUBLE": "1" if emulate else "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def run(self, name: str, size: int) -> Run:
        self._process.stdin.write(json.dumps([name, size]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the process that computes {name} ended with code {self._process.wait()}")
        return Run(**json.loads(answer))


def arguments(name: str, size: int) -> np.ndarray:
    made = allocate((size,), np.float64)
    made[:] = np.random.default_rng(SEED).uniform(0.1, 0.9, size)
    if name in ABOVE_ONE:
        made += 1
    return made


def compute(metallink: MetalLink, calls: dict[tuple[str, int], Any], name: str, size: int) -> Run:
    """One timed run in a worker; the first of its kind compiles and is not the one that is timed."""
    key = name, size
    try:
        if key not in calls:
            calls.clear()
            values = arguments(name, size)
            function = ARITHMETIC.get(name)
            one = metallink.arithmetic(function, values, values) if function else metallink.map(name, values)
            calls[key] = one.into
            calls[key]()
    except Missing as lack:
        return Run(missing=str(lack))
    with no_collection():
        time = milliseconds(calls[key])
    return Run(time, metallink.precision())


def serve(root: Path) -> None:
    """Answers requests on standard input, one JSON a line, until it ends."""
    metallink = MetalLink(root)
    calls: dict[tuple[str, int], Any] = {}
    for line in sys.stdin:
        print(json.dumps(vars(compute(metallink, calls, *json.loads(line)))), flush=True)


def elements(root: Path) -> list[str]:
    """The functions of one element that the library knows by name."""
    families = [family for family in load_specs(root) if any(one.public == "MetalMap" for one in family.functions)]
    return [element.name for family in families for element in family.elements]


def rows(plan: Plan, metallink: MetalLink, peers: list[Peer]) -> Iterator[Row]:
    del metallink, peers
    with ExitStack() as stack:
        emulated = stack.enter_context(Worker(plan.root, emulate=True))
        native = stack.enter_context(Worker(plan.root, emulate=False))
        for name in ARITHMETIC:
            yield measure(plan, emulated, native, name, plan.size(ARITHMETIC_SIZE), plan.rounds)
        rounds = min(plan.rounds, FUNCTION_ROUNDS)
        for name in elements(plan.root):
            yield measure(plan, emulated, native, name, plan.size(FUNCTION_SIZE), rounds)


def measure(plan: Plan, emulated: Worker, native: Worker, name: str, size: int, rounds: int) -> Row:
    title = f"emulated {name}"
    plan.say(f"{title} float64 {size:,}")
    first = emulated.run(name, size)
    if first.missing or first.precision != EMULATED:
        reason = first.missing or f"without doubles it is computed in {first.precision}"
        return Row(title, "float64", size, skipped=reason)
    native.run(name, size)
    runs = [(emulated.run(name, size).ms, native.run(name, size).ms) for _ in range(rounds)]
    pairs = Pairs(tuple(mine for mine, _ in runs), tuple(other for _, other in runs))
    row = contest_row(title, "float64", size, {"native": pairs})
    rates = f"{row.rate:.3g} operations/s, native {size / row.peers['native'] * 1e3:.3g}"
    return contest_row(title, "float64", size, {"native": pairs}, detail=rates)


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
