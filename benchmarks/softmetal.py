"""softmetal beside bare calls to the OpenCL runtime that it stands on."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from metallink_build import toolchain
from metallink_build.compile import build

from benchmarks.metallink import MetalLink
from benchmarks.peers import Peer
from benchmarks.plan import Plan
from benchmarks.rows import Row, contest_row, time_row
from benchmarks.timing import Pairs

COUNT = 10**8
CALLS = 1000  # a round
FEWEST_CALLS = 10
RATIO_GOAL = 1.1
DISPATCH_GOAL_MS = 0.010
LIBRARY_GOAL_MS = 20.0
SOURCE = Path(__file__).with_name("softmetal_peer.m")
# 10^9 bytes that a run of COUNT elements reads and writes.
GIGABYTES = {"add": 12 * COUNT / 1e9, "sin": 8 * COUNT / 1e9}
# As many kernels as a program of some size has; each differs, so that none is made from another.
KERNELS = 12


def compile_peer(plan: Plan) -> Path:
    library = build(plan.root, only="softmetal", report=lambda line: None)
    tools = toolchain.linux_toolchain()
    program = plan.root / "build" / "bench" / "softmetal_peer"
    program.parent.mkdir(parents=True, exist_ok=True)
    toolchain.run(
        [
            *(*tools.compiler, *tools.flags, *tools.language_flags[".m"]),
            *(f"-I{plan.root / 'softmetal' / 'include'}", str(SOURCE), "-o", str(program)),
            *(
                str(library),
                f"-Wl,-rpath,{library.parent}",
                "-lBlocksRuntime",
                "-lgnustep-base",
                "-lobjc",
                "-ldl",
                "-lm",
            ),
        ],
        SOURCE.name,
    )
    return program


def library_source() -> str:
    kernels = [
        f"""kernel void k{i}(device const float *a, device float *b, constant uint &n, threadgroup float *t,
                 uint i [[thread_position_in_grid]], uint l [[thread_index_in_threadgroup]]) {{
    t[l] = i < n ? a[i] * {i + 1}.0f : 0.0f;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (i < n) b[i] = t[l ^ 1] + sin(a[i]);
}}"""
        for i in range(KERNELS)
    ]
    return "\n".join(["#include <metal_stdlib>", "using namespace metal;", *kernels, ""])


def run(program: Path, *words: object, **environment: str) -> list[tuple[float, ...]]:
    """The numbers that the program prints, a tuple a line. A wrong result or a failure is an error."""
    command = [str(program), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | environment)
    if done.returncode != 0 or done.stderr:
        raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")
    return [tuple(map(float, line.split())) for line in done.stdout.splitlines()]


def library_times(program: Path, rounds: int) -> list[float]:
    """From source to all pipelines, in ms, each in a process of its own that finds them on disk."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "library.metal"
        source.write_text(library_source())
        cache = str(Path(folder) / "cache")
        run(program, "library", source, SOFTMETAL_CACHE=cache)
        return [run(program, "library", source, SOFTMETAL_CACHE=cache)[0][0] for _ in range(rounds)]


def rows(plan: Plan, metallink: MetalLink, peers: list[Peer]) -> Iterator[Row]:
    del metallink, peers
    if sys.platform == "darwin":
        yield Row("softmetal", "", 0, skipped="a Mac has Metal itself")
        return
    runtime = plan.root / ".venv" / "lib" / "libintelocl.so"
    program = compile_peer(plan)
    size = plan.size(COUNT)
    for function in ("add", "sin"):
        plan.say(f"softmetal {function}")
        times = run(program, "contest", runtime, function, size, plan.rounds, plan.settle)
        pairs = {"OpenCL": Pairs(*zip(*times, strict=True))}
        detail = "the same statement, memory and runtime"
        gigabytes = GIGABYTES[function] * size / COUNT
        name = f"softmetal {function}"
        yield contest_row(name, "float32", size, pairs, goal=RATIO_GOAL, gigabytes=gigabytes, detail=detail)
    plan.say("softmetal dispatch")
    ours, theirs = zip(
        *run(program, "dispatch", runtime, plan.rounds, max(plan.size(CALLS), FEWEST_CALLS)), strict=True
    )
    detail = f"OpenCL itself: {statistics.median(theirs) * 1e3:.1f} µs"
    yield time_row("softmetal dispatch and wait", "float32", 1, ours, goal=DISPATCH_GOAL_MS, detail=detail)
    plan.say("softmetal library")
    detail = f"{KERNELS} kernels, from source to pipelines"
    times = library_times(program, plan.rounds)
    yield time_row("softmetal library, cached", "", KERNELS, times, goal=LIBRARY_GOAL_MS, detail=detail)
