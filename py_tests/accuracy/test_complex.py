"""Elementary functions of complex numbers whose parts are doubles, on the device, against mpmath."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from metallink_build.render import flatten
from mpmath import mpc, mpf

from py_tests.native.metal_kernel import HEAD, MetalKernels

UNIT = 2.0**-53
BOUND = 4  # of the error's magnitude relative to the result's, in halves of a unit in the last place
BOUNDS = {
    **dict.fromkeys(("exp", "log", "sqrt", "sin", "cos", "sinh", "cosh"), BOUND),
    **dict.fromkeys(("asin", "acos", "atan", "asinh", "acosh", "atanh"), BOUND),
    **dict.fromkeys(("tan", "tanh"), 6),
}
# On the branch cuts, as the language's documentation continues them; the sign of a zero does not count.
LOG = np.log(2 + np.sqrt(3))
HALF_PI = np.pi / 2
CUTS = {
    "log": [(-1, np.pi * 1j)],
    "sqrt": [(-4, 2j)],
    "asin": [(2, HALF_PI - LOG * 1j), (-2, -HALF_PI + LOG * 1j)],
    "acos": [(2, LOG * 1j), (-2, np.pi - LOG * 1j)],
    "atan": [(2j, HALF_PI + np.log(3) / 2 * 1j), (-2j, -HALF_PI - np.log(3) / 2 * 1j)],
    "asinh": [(2j, LOG + HALF_PI * 1j), (-2j, -LOG - HALF_PI * 1j)],
    "acosh": [(-2, LOG + np.pi * 1j), (0.5, np.pi / 3 * 1j), (-0.5, 2 * np.pi / 3 * 1j)],
    "atanh": [(2, np.log(3) / 2 - HALF_PI * 1j), (-2, -np.log(3) / 2 + HALF_PI * 1j)],
}
KERNEL = """
kernel void {name}_part(device const ulong *re [[buffer(0)]], device const ulong *im [[buffer(1)]],
                        device const ulong *which [[buffer(2)]], device ulong *out [[buffer(3)]],
                        uint i [[thread_position_in_grid]])
{{
    ml::complex<real64> z = ml::make_complex<real64>(ml::real64_from_bits(re[i]), ml::real64_from_bits(im[i]));
    z = ml::{name}(z);
    out[i] = ml::real64_bits(which[i] != 0ul ? z.im : z.re);
}}
"""


@pytest.fixture(scope="module")
def kernels(root, tmp_path_factory):
    return MetalKernels(root, tmp_path_factory.mktemp("metal"))


@pytest.fixture(scope="module")
def headers(root):
    seen = set()
    names = ("functions.h", "generic_complex.h")
    return HEAD + "".join(flatten(root / "native" / "shaders" / name, seen) for name in names)


def compute(kernels, headers: str, name: str, z: np.ndarray, emulate: bool = False) -> np.ndarray:
    part = np.repeat(np.array([0, 1], np.uint64), z.size)
    parts = kernels.run(
        headers + KERNEL.format(name=name),
        f"{name}_part",
        np.tile(z.real, 2),
        np.tile(z.imag, 2),
        part,
        emulate=emulate,
    )
    return parts.view(float).reshape(2, z.size)


def exact(name: str, z: np.ndarray) -> list[mpc]:
    values = []
    for a, b in zip(z.real.tolist(), z.imag.tolist()):
        far = min(abs(a), abs(b)) < 1e-30 or max(abs(a), abs(b)) > 1e30
        with mpmath.workprec(2200 if far else 300):  # 1 + z keeps the smallest part of z
            values.append(getattr(mpmath, name)(mpc(a, b)))
    return values


def plane(size: float, count: int, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return random.uniform(-size, size, count) + 1j * random.uniform(-size, size, count)


def far_and_near(power: int, count: int, seed: int) -> np.ndarray:
    """Parts of any magnitude up to 2^power, independent of each other."""
    random = np.random.default_rng(seed)
    parts = np.ldexp(random.uniform(1, 2, (2, count)), random.integers(-power, power, (2, count)).astype(np.int32))
    parts *= random.choice([-1, 1], (2, count))
    return parts[0] + 1j * parts[1]


def near(centre: complex, count: int, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    size = 2.0 ** -random.integers(1, 50, count)
    return centre + size * np.exp(1j * random.uniform(-np.pi, np.pi, count))


def points(name: str) -> np.ndarray:
    few = 150
    sets = [plane(2, few, 1), plane(30, few, 2), *(near(c, few // 3, 3) for c in (0, 1, -1, 1j, -1j))]
    if name in ("exp", "sinh", "cosh", "sin", "cos"):
        grows = plane(1, few, 4)
        along = 705 + 8 * grows.real  # some exponentials overflow alone and not times a small sine
        sets += [along + 1j * 2 * grows.imag] if name in ("exp", "sinh", "cosh") else [2 * grows.imag + 1j * along]
        sets += [far_and_near(6, few, 5)]
    elif name in ("tan", "tanh"):
        sets += [far_and_near(9, few, 5)]
    else:
        sets += [far_and_near(1000, few, 5)]
    if name == "log":
        sets += [np.exp(1j * plane(3, few, 6).real)]
    return np.concatenate(sets)


def errors(got: np.ndarray, expected: list[mpc]) -> np.ndarray:
    """The error's magnitude relative to the result's; infinite where it overflows and should not, or the reverse."""
    found = []
    with mpmath.workdps(60):
        for re, im, value in zip(*got.tolist(), expected):
            if max(abs(value.real), abs(value.imag)) > mpf(2) ** 1023:
                found.append(
                    0.0 if not np.isfinite(re + im) or abs(mpc(re, im) - value) < abs(value) * 1e-10 else np.inf
                )
            elif not np.isfinite(re) or not np.isfinite(im):
                found.append(np.inf)
            else:
                found.append(float(abs(mpc(re, im) - value) / max(abs(value), mpf(2) ** -1000)))
    return np.array(found)


@pytest.mark.parametrize("name", BOUNDS)
def test_within_the_bound(kernels, headers, name):
    z = points(name)
    error = errors(compute(kernels, headers, name, z), exact(name, z)) / UNIT
    assert error.max() <= BOUNDS[name], f"{error.max():.1f} at {z[error.argmax()]!r}"


@pytest.mark.parametrize("name", CUTS)
def test_branch_cuts(kernels, headers, name):
    z, expected = np.array(CUTS[name], complex).T
    for signed in (z, z.conj() if name not in ("atan", "asinh") else -z.conj()):
        re, im = compute(kernels, headers, name, signed)
        np.testing.assert_allclose(re, expected.real, rtol=1e-15, atol=1e-15)
        np.testing.assert_allclose(im, expected.imag, rtol=1e-15, atol=1e-15)


@pytest.mark.parametrize("name", ["exp", "log"])
def test_native_and_emulated_have_the_same_bits(kernels, headers, name):
    z = points(name)
    native, emulated = (compute(kernels, headers, name, z, emulate).view(np.uint64) for emulate in (False, True))
    np.testing.assert_array_equal(native, emulated)
