"""The emulated real64, compiled for the host's processor, against the processor's own double, bit for bit."""

from __future__ import annotations

import ctypes
import itertools
import subprocess

import numpy as np
import pytest

RANDOM = 1_000_000


@pytest.fixture(scope="module")
def emulated(root, tmp_path_factory):
    here = root / "py_tests" / "native" / "cpu"
    out = tmp_path_factory.mktemp("real64") / "real64.so"
    subprocess.run(
        [
            "clang++-19",
            "-std=c++14",
            "-O2",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-fno-fast-math",
            "-ffp-contract=off",
            "-shared",
            "-fPIC",
            "-I",
            here,
            "-I",
            root / "native" / "shaders",
            here / "real64.cc",
            "-o",
            out,
        ],
        check=True,
    )
    return ctypes.CDLL(str(out))


def edge_values() -> np.ndarray:
    """Bit patterns near every place where a branch of the arithmetic turns."""
    fractions = [0, 1, 2, 3, 1 << 51, (1 << 51) - 1, (1 << 51) + 1, (1 << 52) - 1, (1 << 52) - 2, 0x5555555555555]
    exponents = [0, 1, 2, 1022, 1023, 1024, 1023 + 52, 1023 + 63, 2045, 2046]
    magnitudes = [(e << 52) | f for e, f in itertools.product(exponents, fractions)]
    magnitudes += [0x7FF << 52, (0x7FF << 52) | 1, (0xFFF << 51), (0x7FF << 52) | ((1 << 52) - 1)]
    reals = [
        0.1,
        0.5,
        1.5,
        2.5,
        2.0**24 + 1,
        2.0**31,
        2.0**32,
        2.0**53 - 1,
        65504.0,
        65520.0,
        5.9e-8,
        1.4e-45,
        3.4028235677973366e38,
    ]
    magnitudes += np.array(reals).view(np.uint64).tolist()
    bits = np.array(magnitudes, np.uint64)
    return np.concatenate([bits, bits | np.uint64(1 << 63)])


def pairs() -> tuple[np.ndarray, np.ndarray]:
    edges = edge_values()
    a, b = (m.ravel() for m in np.meshgrid(edges, edges))
    random = np.random.default_rng(64)
    x, y = random.integers(0, 2**64, (2, RANDOM), np.uint64)
    # Random patterns are far apart: half of the pairs get exponents within 60 of each other, where rounding happens.
    near = random.integers(-60, 61, RANDOM // 2)
    exponent = np.clip(((x[::2] >> np.uint64(52)) & np.uint64(0x7FF)).astype(np.int64) + near, 0, 2046).astype(
        np.uint64
    )
    y[::2] = (y[::2] & np.uint64(0x800FFFFFFFFFFFFF)) | (exponent << np.uint64(52))
    return np.concatenate([a, x]), np.concatenate([b, y])


def singles() -> np.ndarray:
    random = np.random.default_rng(65)
    bits = random.integers(0, 2**64, RANDOM, np.uint64)
    # Half of them where rounding to an integer and to float happens: exponents from -160 to 70.
    exponent = random.integers(1023 - 160, 1023 + 71, RANDOM // 2).astype(np.uint64)
    bits[::2] = (bits[::2] & np.uint64(0x800FFFFFFFFFFFFF)) | (exponent << np.uint64(52))
    # And halfway cases: few bits set.
    halves = (random.integers(-(2**20), 2**20, RANDOM // 4) / 2 ** random.integers(0, 24, RANDOM // 4)).view(np.uint64)
    return np.concatenate([edge_values(), bits, halves])


def run(function, *inputs: np.ndarray, outputs: int) -> list[np.ndarray]:
    results = [np.zeros(inputs[0].shape, np.uint64) for _ in range(outputs)]
    function(*(ctypes.c_void_p(a.ctypes.data) for a in (*inputs, *results)), ctypes.c_long(inputs[0].size))
    return results


def assert_same_bits(got: np.ndarray, expected: np.ndarray, *inputs: np.ndarray) -> None:
    """Equal bits, any NaN being equal to any other."""
    kind = expected.dtype
    wrong = got.astype(f"u{kind.itemsize}") != expected.view(f"u{kind.itemsize}")
    if kind.kind == "f":
        wrong &= ~(np.isnan(expected) & np.isnan(got.astype(f"u{kind.itemsize}").view(kind)))
    if wrong.any():
        at = np.flatnonzero(wrong)[0]
        shown = [hex(int(a[at])) for a in inputs]
        pytest.fail(
            f"{wrong.sum()} of {wrong.size} wrong; first: {shown} gave {hex(int(got[at]))}, not {expected[at]!r}"
        )


BINARY = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "equal": np.equal,
    "unequal": np.not_equal,
    "less": np.less,
    "less_equal": np.less_equal,
    "greater": np.greater,
    "greater_equal": np.greater_equal,
}


@pytest.mark.parametrize("name", BINARY)
def test_binary(emulated, name):
    a, b = pairs()
    (got,) = run(getattr(emulated, name), a, b, outputs=1)
    with np.errstate(all="ignore"):
        expected = BINARY[name](a.view(float), b.view(float))
    assert_same_bits(got, expected if expected.dtype == float else expected.astype(np.uint64), a, b)


UNARY = {
    "negate": np.negative,
    "absolute": np.abs,
    "floor_": np.floor,
    "ceil_": np.ceil,
    "trunc_": np.trunc,
    "round_even": np.rint,
    "sqrt_": np.sqrt,
    "to_float": lambda x: x.astype(np.float32),
    "to_half": lambda x: x.astype(np.float16),
    "is_nan": lambda x: np.isnan(x).astype(np.uint64),
    "is_finite": lambda x: np.isfinite(x).astype(np.uint64),
}


@pytest.mark.parametrize("name", UNARY)
def test_unary(emulated, name):
    bits = singles()
    got, _ = run(getattr(emulated, name), bits, outputs=2)
    with np.errstate(all="ignore"):
        assert_same_bits(got, UNARY[name](bits.view(float)), bits)


@pytest.mark.parametrize(("name", "kind"), [("to_long", np.int64), ("to_ulong", np.uint64)])
def test_to_integer(emulated, name, kind):
    bits = singles()
    got, overflowed = run(getattr(emulated, name), bits, outputs=2)
    low, high = (-(2.0**63), 2.0**63) if kind is np.int64 else (0.0, 2.0**64)
    with np.errstate(invalid="ignore"):
        values = np.trunc(bits.view(float))
        fits = (values >= low) & (values < high)
        expected = np.where(fits, values, 0).astype(kind)
    assert fits.any()
    assert not fits.all()
    assert_same_bits(overflowed, (~fits).astype(np.uint64), bits)
    assert_same_bits(got, expected.view(np.uint64), bits)


SOURCES = {
    "long": np.int64, "ulong": np.uint64, "int": np.int32, "uint": np.uint32, "short": np.int16, "ushort": np.uint16,
    "char": np.int8, "uchar": np.uint8, "float": np.float32, "half": np.float16,
}  # fmt: skip


@pytest.mark.parametrize("source", SOURCES)
def test_from(emulated, source):
    kind = np.dtype(SOURCES[source])
    size = kind.itemsize * 8
    edges = [sign * (2**k) + d for sign in (1, -1) for k in range(size) for d in range(-3, 4)]
    edges += [(1 << k) + (1 << (k - 54)) + d for k in range(54, size) for d in (-1, 0, 1)]
    random = np.random.default_rng(66).integers(0, 2**64, RANDOM, np.uint64)
    random >>= np.random.default_rng(67).integers(0, 64, RANDOM).astype(np.uint64)
    patterns = np.concatenate([np.array([e % 2**64 for e in edges], np.uint64), random])
    if size <= 16:
        patterns = np.arange(1 << size, dtype=np.uint64)
    (got,) = run(getattr(emulated, f"from_{source}"), patterns, outputs=1)
    values = patterns.astype(f"u{kind.itemsize}").view(kind)
    with np.errstate(invalid="ignore"):
        assert_same_bits(got, values.astype(np.float64), patterns)
