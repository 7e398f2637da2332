"""Faults of earlier GPU array libraries that the package or the way through a kernel could bring back."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import psutil
import pytest


@pytest.mark.parametrize("n", [1, 2, 31, 32, 33, 63, 64, 65, 511, 513, 1023, 1025, 4095, 4097, 100_001])
def test_sizes_that_are_no_multiple_of_a_threadgroup(metal, n):
    """Every element is computed, and none beyond the end."""
    a = np.arange(n, dtype="int32")
    np.testing.assert_array_equal(metal("MetalAdd", a, a).value, 2 * a)


@pytest.mark.parametrize("shape", [(3_000_000, 1), (1, 3_000_000), (10_000, 1, 1)], ids=str)
def test_long_thin_axes(metal, shape):
    a = np.arange(np.prod(shape), dtype="int32").reshape(shape)
    answer = metal("MetalAdd", a, a)
    assert answer.value.shape == shape
    np.testing.assert_array_equal(answer.value, 2 * a)


def test_ten_million_elements_in_few_command_buffers(metal):
    """No buffer, copy and command buffer for every 100,000 elements."""
    a = np.arange(10_000_000, dtype="float32")
    answer = metal("MetalAdd", a, a)
    np.testing.assert_array_equal(answer.value, a + a)
    call = metal.last_call()
    assert call["CommandBuffers"] <= 20  # windows follow the time that they take: a busy machine has more of them
    assert call["Windows"] == call["CommandBuffers"]


def test_large_arrays_are_used_in_place(metal):
    a = np.ones(4_000_000, "float32")
    metal("MetalAdd", a, a)
    call = metal.last_call()
    assert call["BytesAdopted"] > 0.9 * 3 * a.nbytes
    assert call["BytesCopied"] < 0.1 * 3 * a.nbytes


def test_results_do_not_change_from_run_to_run(metal, packed):
    x = np.random.default_rng(5).standard_normal(50_000)
    first = metal("MetalMap", function("Sin"), packed(x)).value.tobytes()
    assert all(metal("MetalMap", function("Sin"), packed(x)).value.tobytes() == first for _ in range(5))


def test_a_hundred_calls_in_a_loop(metal):
    code = "Union[Table[MetalAdd[{1, 2, 3}, {10, 20, 30}], {100}]]"
    assert [list(row) for row in metal.evaluate(code).value] == [[11, 22, 33]]


def test_memory_does_not_grow(metal):
    """50 calls with 4 MB each: what a call takes it gives back."""
    process = psutil.Process(metal.evaluate("$ProcessID").value)
    metal.evaluate('ones = NumericArray[ConstantArray[1, 10^6], "Real32"];')
    metal.evaluate("Do[MetalAdd[ones, ones], {10}]")
    before = process.memory_info().rss
    metal.evaluate("Do[MetalAdd[ones, ones], {50}]")
    metal.evaluate("Clear[ones]")
    assert process.memory_info().rss - before < 64 << 20


def test_nan_is_not_lost_and_does_not_hang(metal):
    x = np.full(10_000, np.nan)
    x[5] = 4.0
    answer = metal("MetalMap", function("Sqrt"), x)
    assert answer.value[5] == 2
    assert np.isnan(np.delete(answer.value, 5)).all()


def test_abort_ends_a_long_evaluation(metal):
    """What comes after an abort works."""
    start = time.monotonic()
    code = 'TimeConstrained[Do[MetalAdd[NumericArray[{1.}, "Real32"], 1.], {10^6}], 0.5, "ended"]'
    assert metal.evaluate(code).value == "ended"
    assert time.monotonic() - start < 20
    assert list(metal.evaluate("MetalAdd[{1}, {2}]").value) == [3]


def test_abort_ends_one_long_call(metal):
    """Inside the library, which looks for an abort between windows; the call is then no call that was made."""
    metal.evaluate('long = NumericArray[ConstantArray[1.5, 6*10^7], "Real32"]; MetalMap[Tan, long];')
    start = time.monotonic()
    metal.evaluate("MetalMap[Tan, long];")
    whole = time.monotonic() - start
    assert metal.last_call()["Windows"] > 3
    start = time.monotonic()
    answer = metal.evaluate(f'TimeConstrained[MetalMap[Tan, long]; "done", {whole / 3:.6f}, "ended"]')
    ended = time.monotonic() - start
    assert (answer.value, answer.names) == ("ended", [])
    assert metal.last_call() == {}
    assert ended < whole / 3 + 2
    metal.evaluate("Clear[long]")
    assert list(metal.evaluate("MetalAdd[{1}, {2}]").value) == [3]
    assert metal.last_call()["Windows"] == 1


def test_abort_is_not_swallowed(metal):
    code = 'CheckAbort[MetalAdd[{1}, Abort[]], "aborted"]'
    assert metal.evaluate(code).value == "aborted"


def test_calls_from_two_threads_of_the_client(metal):
    def call(k: int) -> list[int]:
        return [int(x) for x in metal("MetalAdd", np.full(1000, k, "int64"), np.full(1000, 1, "int64")).value[:2]]

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(call, range(8))) == [[k + 1, k + 1] for k in range(8)]


def test_int16_beyond_its_range(metal):
    a = np.array([20_000], "int16")
    assert metal("MetalAdd", a, a).names == ["MetalAdd::overflow"]


def test_unknown_function_is_not_the_identity(metal):
    answer = metal.evaluate("MetalMap[undefinedFunction, {0.5}]")
    assert answer.failed
    assert answer.names == ["MetalMap::nocomp"]


def function(name: str):
    from wolframclient.language import wl

    return getattr(wl, name)
