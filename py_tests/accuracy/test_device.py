"""The measured functions on the device: the same bits as the host's processor computes from the same source."""

from __future__ import annotations

import numpy as np
import pytest
from metallink_build.accuracy.functions import FUNCTIONS, HEADERS, Function
from metallink_build.accuracy.host import Host
from metallink_build.accuracy.points import samples
from metallink_build.render import flatten

from py_tests.native.metal_kernel import HEAD, MetalKernels

POINTS = 4000
IN_A_PROGRAM = 6  # kernels compiled together
# In integer arithmetic a function takes seconds to compile: one of each kind, the others in the long run.
EMULATED = {"Erf", "BesselI0"}

BODY = {
    "real64": "real64 x = ml::real64_from_bits(xs[i]), y = ml::real64_from_bits(ys[i]); "
    "out[i] = ml::real64_bits({code});",
    "real32": "float x = as_type<float>(uint(xs[i])), y = as_type<float>(uint(ys[i])); out[i] = as_type<uint>({code});",
}
KERNEL = """kernel void {key}(device const ulong *xs [[buffer(0)]], device const ulong *ys [[buffer(1)]],
                          device ulong *out [[buffer(2)]], uint i [[thread_position_in_grid]]) {{ {body} }}
"""


def program(root, functions: list[Function]) -> str:
    """A source with a kernel for each of the functions."""
    seen: set = set()
    headers = "".join(flatten(root / "native" / "shaders" / header, seen) for header in HEADERS)
    kernels = [KERNEL.format(key=f.key, body=BODY[f.real].format(code=f.code)) for f in functions]
    return HEAD + headers + "".join(kernels)


def neighbours(function: Function) -> list[Function]:
    """The function and those that are compiled with it."""
    alike = [other for other in FUNCTIONS if other.real == function.real]
    first = alike.index(function) // IN_A_PROGRAM * IN_A_PROGRAM
    return alike[first : first + IN_A_PROGRAM]


@pytest.fixture(scope="module")
def host(root):
    return Host(root, FUNCTIONS)


@pytest.fixture(scope="module")
def device(root, tmp_path_factory):
    return MetalKernels(root, tmp_path_factory.mktemp("metal"))


def bits(values: np.ndarray, real: str) -> np.ndarray:
    if real == "real64":
        return values.view(np.uint64)
    with np.errstate(over="ignore", invalid="ignore"):
        return values.astype(np.float32).view(np.uint32).astype(np.uint64)


def arguments(function: Function) -> tuple[np.ndarray, np.ndarray]:
    drawn = [(x, x if y is None else y) for _, x, y in samples(function, POINTS, seed=4)]
    return np.concatenate([x for x, _ in drawn]), np.concatenate([y for _, y in drawn])


def assert_same_bits(host, device, function: Function, text: str, variant: str) -> None:
    x, y = arguments(function)
    expected = host.compute(function, variant, x, y)
    results = device.run(
        text, function.key, bits(x, function.real), bits(y, function.real), emulate=variant == "emulated"
    )
    if function.real == "real64":
        got = results.view(np.float64)
    else:
        got = results.astype(np.uint32).view(np.float32).astype(np.float64)
    assert np.isfinite(expected).sum() > 100
    np.testing.assert_array_equal(np.isnan(got), np.isnan(expected))
    number = ~np.isnan(expected)
    np.testing.assert_array_equal(results[number], bits(expected, function.real)[number])


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.key)
def test_same_bits_on_the_device(root, host, device, function):
    variant = "native" if function.real == "real64" else "float"
    assert_same_bits(host, device, function, program(root, neighbours(function)), variant)


DOUBLES = [function for function in FUNCTIONS if function.real == "real64"]


@pytest.mark.parametrize(
    "function",
    [
        pytest.param(function, marks=() if function.name in EMULATED else pytest.mark.long, id=function.name)
        for function in DOUBLES
    ],
)
def test_same_bits_on_a_device_without_doubles(root, host, device, function):
    assert_same_bits(host, device, function, program(root, [function]), "emulated")
