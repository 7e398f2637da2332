"""Calls cost a few microseconds: the goal is 5 for scalars and 15 for tensors where a bare ctypes callback takes 0.45.

Machines differ, so the limits are multiples of a bare callback's time, taken at the same moment; and twice the goal,
since on a busy machine, where caches are shared, the longer code loses more than the bare callback.
"""

import ctypes
import time

import numpy as np

SCALAR, TENSOR = 2 * 5 / 0.45, 2 * 15 / 0.45


def fastest(call, window=200_000, rounds=300):
    """Nanoseconds a call in the best of many windows, all of about the same length, so that load tells on all alike."""
    started = time.thread_time_ns()
    for _ in range(100):
        call()
    count = max(1, round(window / (time.thread_time_ns() - started) * 100))
    best = float("inf")
    for _ in range(rounds):
        started = time.thread_time_ns()
        for _ in range(count):
            call()
        best = min(best, (time.thread_time_ns() - started) / count)
    return best


def test_speed(load):
    signature = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
    callback = signature(lambda value: 1)
    bare = signature(ctypes.cast(callback, ctypes.c_void_p).value)
    plus = load("scalars").function("plus", ["Integer", "Integer"], "Integer")
    tensor_plus = load("tensors").function("plus", [("Real", "_", "Constant")] * 2, ("Real", "_"))
    array = np.arange(10.0)
    for _ in range(5):  # a noisy machine may spoil a round
        unit = fastest(lambda: bare(1))
        scalar = fastest(lambda: plus(2, 40)) / unit
        tensor = fastest(lambda: tensor_plus(array, array)) / unit
        if scalar < SCALAR and tensor < TENSOR:
            return
    assert scalar < SCALAR, "scalar call, in bare callbacks"
    assert tensor < TENSOR, "tensor call, in bare callbacks"
