"""real64 against the processor's own double, bit for bit.

In integer arithmetic and over doubles: both compiled for the host's processor, and as kernels on the device.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from metallink_build.render import flatten

from py_tests.native.metal_kernel import HEAD, MetalKernels

RANDOM = 1_000_000
ROUNDS = 100  # of RANDOM patterns each, in the long tests
VARIANTS = {"emulated": (), "native": ("-D__HAVE_DOUBLE__",)}
U = np.uint64
COMPILER = ("clang++",) if sys.platform == "darwin" else ("clang++-19", "-march=native")


def compiled(root, folder, flags) -> ctypes.CDLL:
    here = root / "py_tests" / "native" / "cpu"
    shim = root / "py_tests" / "accuracy" / "host_shim.h"
    out = folder / "real64.so"
    subprocess.run(
        [
            *(*COMPILER, "-std=c++14", "-O2", "-Wall", "-Wextra", "-Werror"),
            *("-fno-fast-math", "-ffp-contract=off", "-shared", "-fPIC", "-include", shim),
            *("-I", root / "native" / "shaders", *flags, here / "real64.cc", "-o", out),
        ],
        check=True,
    )
    return ctypes.CDLL(str(out))


@pytest.fixture(scope="module", params=VARIANTS)
def arithmetic(request, root, tmp_path_factory):
    return compiled(root, tmp_path_factory.mktemp("real64"), VARIANTS[request.param])


@pytest.fixture(scope="module")
def emulated(root, tmp_path_factory):
    return compiled(root, tmp_path_factory.mktemp("real64"), VARIANTS["emulated"])


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


def with_exponent(bits: np.ndarray, exponent: np.ndarray) -> np.ndarray:
    return (bits & U(0x800FFFFFFFFFFFFF)) | (np.clip(exponent, 0, 2046).astype(U) << U(52))


def exponent_of(bits: np.ndarray) -> np.ndarray:
    return ((bits >> U(52)) & U(0x7FF)).astype(np.int64)


def random_pairs(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Random patterns; half of the pairs get exponents within 60 of each other, where rounding happens."""
    random = np.random.default_rng(seed)
    x, y = random.integers(0, 2**64, (2, RANDOM), U)
    y[::2] = with_exponent(y[::2], exponent_of(x[::2]) + random.integers(-60, 61, RANDOM // 2))
    return x, y


def rounding_pairs() -> tuple[np.ndarray, np.ndarray]:
    """Pairs whose sums, products and quotients are halfway or next to it.

    Few bits at both ends of the fraction; also at both ends of the exponents, where subnormals and overflow round.
    """
    random = np.random.default_rng(63)
    n = RANDOM // 2
    half, top = 1 << 51, (1 << 52) - 1
    fractions = np.array([0, 1, 2, 3, top, top - 1, half, half + 1, half - 1], U)
    low = U(1) << random.integers(0, 52, (2, n)).astype(U)
    high = U((1 << 52) - 1) - (U(1) << random.integers(0, 52, (2, n)).astype(U))
    fraction = np.choose(random.integers(0, 3, (2, n)), [random.choice(fractions, (2, n)), low, high])
    sign = random.integers(0, 2, (2, n)).astype(U) << U(63)
    x_exponent = random.choice([1, 2, 30, 500, 1000, 1023, 1024, 1500, 2000, 2045, 2046], n)
    sum_like = x_exponent + random.integers(-56, 57, n)
    product_like = random.choice([1, 2045]) - x_exponent + 1023 + random.integers(-56, 4, n)
    quotient_like = x_exponent + 1023 - random.choice([1, 2045], n) + random.integers(-4, 57, n)
    y_exponent = np.choose(random.integers(0, 3, n), [sum_like, product_like, quotient_like])
    bits = fraction | sign
    return with_exponent(bits[0], x_exponent), with_exponent(bits[1], y_exponent)


@functools.cache
def pairs() -> tuple[np.ndarray, np.ndarray]:
    edges = edge_values()
    meshed = (m.ravel() for m in np.meshgrid(edges, edges))
    x, y = (np.concatenate(parts) for parts in zip(meshed, rounding_pairs(), random_pairs(64)))
    return x, y


def random_triples(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Half of the summands near the negative product, as far as 110 places away: there the sum cancels or rounds."""
    x, y = random_pairs(seed)
    x[1::2] = with_exponent(x[1::2], 1023 + (exponent_of(x[1::2]) - 1023) // 2)
    y[1::2] = with_exponent(y[1::2], 1023 + (exponent_of(y[1::2]) - 1023) // 2)
    random = np.random.default_rng(seed + 1)
    z = random.integers(0, 2**64, RANDOM, U)
    with np.errstate(all="ignore"):
        product = -(x[1::2].view(float) * y[1::2].view(float))
        places = (random.integers(-110, 111, RANDOM // 2) * (random.random(RANDOM // 2) < 0.7)).astype(np.int32)
        z[1::2] = np.ldexp(product, places).view(U) ^ random.integers(0, 4, RANDOM // 2).astype(U)
    return x, y, z


@functools.cache
def triples() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    edges = edge_values()
    x, y, z = (m.ravel() for m in np.meshgrid(edges[::2], edges[::3], edges))
    near = np.concatenate(rounding_pairs())
    more = (near, np.roll(near, 1), np.roll(near, RANDOM // 2))
    x, y, z = (np.concatenate(parts) for parts in zip((x, y, z), more, random_triples(68)))
    return x, y, z


@functools.cache
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


def smaller(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """NaN if either is, -0 below +0: NumPy's minimum does not order zeros."""
    return np.where(np.isnan(a) | np.isnan(b), np.nan, np.where((a < b) | ((a == b) & np.signbit(a)), a, b))


def larger(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return -smaller(-a, -b)


def scaled(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.ldexp(a, np.fmod(b.view(np.int64), 2300).astype(np.int32))


BINARY = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
    "minimum": smaller,
    "maximum": larger,
    "copysign_": np.copysign,
    "scale": scaled,
    "equal": np.equal,
    "unequal": np.not_equal,
    "less": np.less,
    "less_equal": np.less_equal,
    "greater": np.greater,
    "greater_equal": np.greater_equal,
}


def check_binary(library, name: str, a: np.ndarray, b: np.ndarray) -> None:
    (got,) = run(getattr(library, name), a, b, outputs=1)
    with np.errstate(all="ignore"):
        expected = BINARY[name](a.view(float), b.view(float))
    assert_same_bits(got, expected if expected.dtype == float else expected.astype(U), a, b)


def check_fma(library, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> None:
    (got,) = run(library.fma_, x, y, z, outputs=1)
    (expected,) = run(library.processor_fma, x, y, z, outputs=1)
    assert_same_bits(got, expected.view(float), x, y, z)


@pytest.mark.parametrize("name", BINARY)
def test_binary(arithmetic, name):
    check_binary(arithmetic, name, *pairs())


def test_fma(arithmetic):
    check_fma(arithmetic, *triples())


def next_exponent(x: np.ndarray) -> np.ndarray:
    exponent = np.where(x == 0, -1075, np.frexp(x)[1].astype(np.int64) - 1)
    return np.where(np.isfinite(x), exponent, 1024).astype(np.int64)


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
    "exponent": next_exponent,
    "is_nan": lambda x: np.isnan(x).astype(U),
    "is_finite": lambda x: np.isfinite(x).astype(U),
    "is_negative": lambda x: np.signbit(x).astype(U),
}


def near_squares() -> np.ndarray:
    """Squares of doubles of few places, exact, and what lies next to them and to the squares of halfway numbers."""
    random = np.random.default_rng(69)
    roots = 1 + random.integers(0, 2**26, RANDOM // 8) / 2**26
    longer = 1 + random.integers(0, 2**52, RANDOM // 8) / 2**52
    squares = np.concatenate([roots * roots, 2 * roots * roots, longer * longer, 2 * longer * longer])
    squares = np.ldexp(squares, random.integers(-1070, 1020, squares.size).astype(np.int32)).view(U)
    return np.concatenate([squares, squares + U(1), squares - U(1)])


def check_unary(library, name: str, bits: np.ndarray) -> None:
    got, _ = run(getattr(library, name), bits, outputs=2)
    with np.errstate(all="ignore"):
        assert_same_bits(got, UNARY[name](bits.view(float)), bits)


@pytest.mark.parametrize("name", UNARY)
def test_unary(arithmetic, name):
    check_unary(arithmetic, name, singles())


def test_sqrt_near_squares(arithmetic):
    check_unary(arithmetic, "sqrt_", near_squares())


@pytest.mark.parametrize(("name", "kind"), [("to_long", np.int64), ("to_ulong", np.uint64)])
def test_to_integer(arithmetic, name, kind):
    bits = singles()
    got, overflowed = run(getattr(arithmetic, name), bits, outputs=2)
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
def test_from(arithmetic, source):
    kind = np.dtype(SOURCES[source])
    size = kind.itemsize * 8
    edges = [sign * (2**k) + d for sign in (1, -1) for k in range(size) for d in range(-3, 4)]
    edges += [(1 << k) + (1 << (k - 54)) + d for k in range(54, size) for d in (-1, 0, 1)]
    random = np.random.default_rng(66).integers(0, 2**64, RANDOM, np.uint64)
    random >>= np.random.default_rng(67).integers(0, 64, RANDOM).astype(np.uint64)
    patterns = np.concatenate([np.array([e % 2**64 for e in edges], np.uint64), random])
    if size <= 16:
        patterns = np.arange(1 << size, dtype=np.uint64)
    (got,) = run(getattr(arithmetic, f"from_{source}"), patterns, outputs=1)
    values = patterns.astype(f"u{kind.itemsize}").view(kind)
    with np.errstate(invalid="ignore"):
        assert_same_bits(got, values.astype(np.float64), patterns)


def seeds() -> Iterator[int]:
    return iter(range(1000, 1000 + ROUNDS))


@pytest.mark.long
@pytest.mark.parametrize("name", BINARY)
def test_binary_over_many_patterns(emulated, name):
    for seed in seeds():
        check_binary(emulated, name, *random_pairs(seed))


@pytest.mark.long
def test_fma_over_many_patterns(emulated):
    for seed in seeds():
        check_fma(emulated, *random_triples(seed))


@pytest.mark.long
@pytest.mark.parametrize("name", UNARY)
def test_unary_over_many_patterns(emulated, name):
    for seed in seeds():
        check_unary(emulated, name, random_pairs(seed)[1])


DEVICE = {
    "add": "a + b",
    "subtract": "a - b",
    "multiply": "a * b",
    "divide": "a / b",
    "minimum": "ml::min(a, b)",
    "maximum": "ml::max(a, b)",
    "fused": "ml::fma(a, b, c)",
    "square_root": "ml::sqrt(a)",
    "scaled": "ml::scale(a, int(long(ml::real64_bits(b)) % 2300))",
    "floor": "ml::floor(a)",
    "ceiling": "ml::ceil(a)",
    "truncated": "ml::trunc(a)",
    "rounded": "ml::round_even(a)",
    "through_float": "ml::convert(ml::convert(a, float()), real64())",
    "from_long": "ml::convert(long(ml::real64_bits(a)), real64())",
    "from_ulong": "ml::convert(ml::real64_bits(a), real64())",
    "to_long": "ml::real64_from_bits(ulong(ml::to_long(a, overflow)))",
    "to_ulong": "ml::real64_from_bits(ml::to_ulong(a, overflow))",
    "order": "ml::real64_from_bits(ulong(a < b) + 2ul * ulong(a <= b) + 4ul * ulong(a == b))",
}


def processors(name: str, x: np.ndarray, y: np.ndarray, z: np.ndarray, emulated) -> np.ndarray:
    """What the processor makes of the operations of DEVICE."""
    a, b = x.view(float), y.view(float)
    long_fits, ulong_fits = (a >= -(2.0**63)) & (a < 2.0**63), (a > -1) & (a < 2.0**64)
    fused = run(emulated.processor_fma, x, y, z, outputs=1)[0].view(float) if name == "fused" else None
    return {
        "add": lambda: a + b,
        "subtract": lambda: a - b,
        "multiply": lambda: a * b,
        "divide": lambda: a / b,
        "minimum": lambda: smaller(a, b),
        "maximum": lambda: larger(a, b),
        "fused": lambda: fused,
        "square_root": lambda: np.sqrt(a),
        "scaled": lambda: scaled(a, b),
        "floor": lambda: np.floor(a),
        "ceiling": lambda: np.ceil(a),
        "truncated": lambda: np.trunc(a),
        "rounded": lambda: np.rint(a),
        "through_float": lambda: a.astype(np.float32).astype(float),
        "from_long": lambda: x.view(np.int64).astype(float),
        "from_ulong": lambda: x.astype(float),
        "to_long": lambda: np.where(long_fits, a, 0).astype(np.int64),
        "to_ulong": lambda: np.where(ulong_fits, a, 0).astype(U),
        "order": lambda: (a < b) + U(2) * (a <= b) + U(4) * (a == b),
    }[name]()


def kernel_text(root, operations: dict[str, str]) -> str:
    kernel = """
kernel void {name}(device const ulong *x [[buffer(0)]], device const ulong *y [[buffer(1)]],
                   device const ulong *z [[buffer(2)]], device ulong *out [[buffer(3)]],
                   uint i [[thread_position_in_grid]])
{{
    real64 a = ml::real64_from_bits(x[i]), b = ml::real64_from_bits(y[i]), c = ml::real64_from_bits(z[i]);
    bool overflow = false;
    out[i] = ml::real64_bits({code});
}}
"""
    header = flatten(root / "native" / "shaders" / "real64" / "real64.h")
    return HEAD + header + "".join(kernel.format(name=name, code=code) for name, code in operations.items())


@pytest.fixture(scope="module")
def kernels(root, tmp_path_factory):
    return MetalKernels(root, tmp_path_factory.mktemp("metal"))


@pytest.mark.parametrize("name", DEVICE)
@pytest.mark.parametrize("emulate", [False, True], ids=["native", "emulated"])
def test_on_the_device(root, kernels, emulated, name, emulate):
    x, y, z = random_triples(70)
    edges, others = (m.ravel() for m in np.meshgrid(edge_values(), edge_values()))
    x[: edges.size], y[: edges.size] = edges, others
    got = kernels.run(kernel_text(root, DEVICE), name, x, y, z, emulate=emulate)
    with np.errstate(all="ignore"):
        expected = processors(name, x, y, z, emulated)
    assert_same_bits(got, expected, x, y)
