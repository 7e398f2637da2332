"""A function that the package compiles, Sin[#]^2 + 3 # &: one pass over memory, and what compiling costs.

A kernel session gives the MSL; the library function that runs it is then called as the package calls it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from librarylink_host import allocate
from librarylink_host.types import NUMERIC_DTYPES, NUMERIC_TYPES
from metallink_build.kernels import NoKernel, metallink_session

from benchmarks.arrays import numbers
from benchmarks.contest import measure
from benchmarks.metallink import MetalLink, Missing
from benchmarks.peers import Arrays, Competitor, Expression, Peer
from benchmarks.plan import Plan
from benchmarks.rows import Row, time_row

NAME = "sin(x)^2 + 3x"
FUNCTION = "Sin[#]^2 + 3 # &"
CASES = ((np.float32, 10**8, 0.2), (np.float64, 5 * 10**7, 0.35))
TOLERANCE = 8.0  # units of one rounding: a sine, a square and a sum
COMPILE_ROUNDS = 5
COMPILE_GOALS_MS = {"new": 300.0, "cached in the process": 5.0, "from disk": 30.0}
NAMES = {dtype: name for name, dtype in NUMERIC_DTYPES.items()}
CODES = {name: code for code, (name, _) in NUMERIC_TYPES.items()}
PRECISIONS = ("Exact", "Single", "Double")


def _numpy(module: Any, given: Arrays, out: np.ndarray | None) -> np.ndarray:
    return module.add(module.sin(given["a"]) ** 2, 3 * given["a"], out=out)


def _torch(module: Any, given: Mapping[str, Any], out: Any) -> Any:
    return module.add(module.sin(given["a"]) ** 2, 3 * given["a"], out=out)


PLAIN = Expression(_numpy, _torch, "sin(a)**2 + 3*a", lambda mx, given: mx.sin(given["a"]) ** 2 + 3 * given["a"])


def program(session: Any, dtype: np.dtype) -> dict[str, Any]:
    """MSL and layout of the function for elements of a type, as the package hands them to the library."""
    compiled = f'MetalFunctionInformation[MetalCompile[{FUNCTION}, {{"{NAMES[dtype]}"}}]]'
    properties = session.evaluate(compiled)
    if not isinstance(properties, Mapping):
        raise RuntimeError(f"{compiled} gave {properties!r}")
    computed = PRECISIONS.index(properties["Precision"])
    return {"source": properties["Source"], "layout": [CODES[properties["ResultType"]], 0, computed]}


def competitor(metallink: MetalLink, made: dict[str, Any], array: np.ndarray) -> Competitor:
    layout, dimensions = np.array(made["layout"], np.int64), np.array(array.shape, np.int64)
    function = metallink.spec("compiled_numericarray")
    return metallink.competitor(function, made["source"], layout, dimensions, np.zeros(1, np.int64), array)


def rows(plan: Plan, metallink: MetalLink, peers: list[Peer]) -> Iterator[Row]:
    plan.say("a kernel session compiles")
    try:
        metallink.spec("compiled_numericarray")
        with metallink_session(plan.root) as session:
            made = {dtype: program(session, np.dtype(dtype)) for dtype, _, _ in CASES}
    except (Missing, NoKernel) as reason:
        yield Row(NAME, "", 0, skipped=str(reason))
        return
    for dtype, full, goal in CASES:
        arrays = {"a": numbers(dtype, plan.size(full), 1)}
        yield measure(
            plan,
            metallink,
            peers,
            NAME,
            np.dtype(dtype).name,
            partial(competitor, metallink, made[dtype], arrays["a"]),
            PLAIN,
            arrays,
            allocate(arrays["a"].shape, dtype),
            goal=goal,
            tolerance=TOLERANCE * np.finfo(dtype).eps,
        )
    yield from compile_rows(plan, made[np.float32])


def compile_rows(plan: Plan, made: dict[str, Any]) -> Iterator[Row]:
    """What the first calls of a function take, on one element, in processes that have set up the device."""
    plan.say("compile times")
    times: dict[str, list[float]] = {kind: [] for kind in COMPILE_GOALS_MS}
    for _ in range(1 if plan.is_quick else COMPILE_ROUNDS):
        with tempfile.TemporaryDirectory() as cache:
            first, second = first_calls(plan.root, made, cache)
            from_disk, _ = first_calls(plan.root, made, cache)
        for kind, ms in zip(COMPILE_GOALS_MS, (first, second, from_disk), strict=True):
            times[kind].append(ms)
    for kind, goal in COMPILE_GOALS_MS.items():
        detail = "a call on one element, the time to compute it included"
        yield time_row(f"compile {NAME}, {kind}", "float32", 1, times[kind], goal=goal, detail=detail)


def first_calls(root: Path, made: dict[str, Any], cache: str) -> list[float]:
    """Times in ms of the first call and the second in a new process, with compiled kernels kept in a folder."""
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.compiled", str(root)],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "SOFTMETAL_CACHE": cache},
        input=json.dumps(made),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


def time_first_calls(root: Path, made: dict[str, Any]) -> list[float]:
    metallink = MetalLink(root)
    one = np.ones(1, np.float32)
    metallink.arithmetic("add", one, one).fresh()  # sets up the device
    call = competitor(metallink, made, one).fresh
    times = []
    for _ in range(2):
        start = time.perf_counter_ns()
        call()
        times.append((time.perf_counter_ns() - start) / 1e6)
    return times


if __name__ == "__main__":
    print(json.dumps(time_first_calls(Path(sys.argv[1]), json.load(sys.stdin))))
