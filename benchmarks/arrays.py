"""Arithmetic and sine of whole arrays: bound by memory where MetalLink is as good as it should be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from librarylink_host import allocate

from benchmarks.contest import measure
from benchmarks.metallink import MetalLink
from benchmarks.peers import Expression, Peer
from benchmarks.plan import Plan
from benchmarks.rows import Row

SEED = 20240917
SIZES = {np.float32: 10**8, np.float64: 5 * 10**7, np.int64: 5 * 10**7, np.complex64: 5 * 10**7}
ARITHMETIC = (
    ("add", "add", Expression.of_function("add", "a + b", "ab")),
    ("multiply", "times", Expression.of_function("multiply", "a * b", "ab")),
)
SINE = Expression.of_function("sin", "sin(a)", "a")
ARITHMETIC_GOAL = 1.05
SINE_GOALS = {np.float32: 0.6, np.float64: 0.8}
# Of a product of complex numbers, whose parts may be summed with or without a fused multiply-add, in units of one
# rounding; of sines, which every library rounds in its own way.
COMPLEX_TOLERANCE = 4 * np.finfo(np.float32).eps
SINE_TOLERANCE = 4.0


def numbers(dtype: type, size: int, seed: int) -> np.ndarray:
    """Random numbers in whole pages, as arrays come from a library: reals from -10 to 10, integers below 2^31."""
    generator = np.random.default_rng(SEED + seed)
    made = allocate((size,), dtype)
    if dtype is np.int64:
        made[:] = generator.integers(-(2**31), 2**31, size)
    elif dtype is np.complex64:
        generator.random(out=made.view(np.float32), dtype=np.float32)
    else:
        generator.random(out=made, dtype=dtype)
        made -= dtype(0.5)
        made *= dtype(20)
    return made


def rows(plan: Plan, metallink: MetalLink, peers: list[Peer]) -> Iterator[Row]:
    for dtype, full in SIZES.items():
        size = plan.size(full)
        arrays = {"a": numbers(dtype, size, 1), "b": numbers(dtype, size, 2)}
        out = allocate((size,), dtype)
        for name, function, expression in ARITHMETIC:
            yield measure(
                plan,
                metallink,
                peers,
                name,
                out.dtype.name,
                partial(metallink.arithmetic, function, *arrays.values()),
                expression,
                arrays,
                out,
                goal=ARITHMETIC_GOAL,
                tolerance=COMPLEX_TOLERANCE if dtype is np.complex64 else 0.0,
            )
        if dtype in SINE_GOALS:
            yield measure(
                plan,
                metallink,
                peers,
                "sin",
                out.dtype.name,
                partial(metallink.map, "Sin", arrays["a"]),
                SINE,
                {"a": arrays["a"]},
                out,
                goal=SINE_GOALS[dtype],
                tolerance=SINE_TOLERANCE * np.finfo(dtype).eps,
            )
