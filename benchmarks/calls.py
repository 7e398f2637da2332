"""What one call costs where there is nothing to compute: MetalAdd of two one-element NumericArrays."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from metallink_build import toolchain
from metallink_build.paths import library_path

from benchmarks.metallink import MetalLink
from benchmarks.peers import Peer
from benchmarks.plan import Plan
from benchmarks.rows import Row, time_row
from benchmarks.timing import no_collection

CALLS = 1000  # a round
FEWEST_CALLS = 10
WARM_UP = 100
HOST_GOAL_MS = 0.040
NATIVE_GOAL_MS = 0.012
SOURCE = Path(__file__).with_name("native_call.c")


def host_times(metallink: MetalLink, rounds: int, calls: int) -> list[float]:
    """Medians in ms of calls from Python through librarylink_host, a figure a round."""
    one = np.array([1.5], np.float32)
    call = metallink.arithmetic("add", one, one).fresh
    for _ in range(WARM_UP):
        call()
    medians = []
    with no_collection():
        for _ in range(rounds):
            times = []
            for _ in range(calls):
                start = time.perf_counter_ns()
                call()
                times.append(time.perf_counter_ns() - start)
            medians.append(float(np.median(times)) / 1e6)
    return medians


def compile_host(plan: Plan) -> Path:
    """The program that calls the library as a kernel in C would."""
    tools = toolchain.apple_toolchain() if sys.platform == "darwin" else toolchain.linux_toolchain()
    program = plan.root / "build" / "bench" / "native_call"
    program.parent.mkdir(parents=True, exist_ok=True)
    folders = [plan.root / "native" / "include", plan.root / "py_tests" / "native" / "programs"]
    includes = [f"-I{folder}" for folder in folders]
    command = [*tools.compiler, *tools.flags, *includes, str(SOURCE), "-o", str(program)]
    toolchain.run([*command, *(["-ldl"] if sys.platform != "darwin" else [])], SOURCE.name)
    return program


def native_times(plan: Plan, calls: int) -> list[float]:
    """Medians in ms of calls from C, a figure a round."""
    program = compile_host(plan)
    command = [str(program), str(library_path(plan.root)), str(plan.rounds), str(calls)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [int(line) / 1e6 for line in printed.split()]


def rows(plan: Plan, metallink: MetalLink, peers: list[Peer]) -> Iterator[Row]:
    del peers
    calls = max(plan.size(CALLS), FEWEST_CALLS)
    plan.say("one-element call")
    times = host_times(metallink, plan.rounds, calls)
    name = "one-element call"
    yield time_row(f"{name}, librarylink_host", "float32", 1, times, goal=HOST_GOAL_MS, detail=metallink.detail())
    detail = "called from C, by a host that does nothing itself; the device takes its dispatch and wait of it"
    yield time_row(f"{name}, native part", "float32", 1, native_times(plan, calls), goal=NATIVE_GOAL_MS, detail=detail)
