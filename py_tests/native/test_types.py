"""The type of a sum, for all pairs of NumericArray types and of list types; empty arrays suffice."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

# Same kind, the wider; signed with unsigned, the next wider signed, with 64-bit unsigned an error; integers with reals
# Real64, 8- and 16-bit integers with Real32 Real32.
WIDTHS = {
    "Integer": [8, 16, 32, 64],
    "UnsignedInteger": [8, 16, 32, 64],
    "Real": [16, 32, 64],
    "ComplexReal": [16, 32, 64],
}
TYPES = [(kind, width) for kind, widths in WIDTHS.items() for width in widths]
COMPLEX_HALF = np.dtype([("re", np.float16), ("im", np.float16)])


def dtype(kind: str, width: int) -> np.dtype:
    if (kind, width) == ("ComplexReal", 16):
        return COMPLEX_HALF
    letters = {"Integer": ("i", 8), "UnsignedInteger": ("u", 8), "Real": ("f", 8), "ComplexReal": ("c", 4)}
    letter, bits = letters[kind]
    return np.dtype(f"{letter}{width // bits}")


def expected(a: tuple[str, int], b: tuple[str, int]) -> tuple[str, int] | None:
    (kind_a, width_a), (kind_b, width_b) = a, b
    if kind_a == kind_b:
        return kind_a, max(width_a, width_b)
    kinds = {kind_a, kind_b}
    widths = {kind_a: width_a, kind_b: width_b}
    if kinds == {"Integer", "UnsignedInteger"}:
        unsigned = widths["UnsignedInteger"]
        return None if unsigned == 64 else ("Integer", max(widths["Integer"], 2 * unsigned))
    if kinds == {"Real", "ComplexReal"}:
        return "ComplexReal", max(width_a, width_b)
    integer = widths.get("Integer", widths.get("UnsignedInteger"))
    (real,) = kinds - {"Integer", "UnsignedInteger"}
    return real, 32 if integer <= 16 and widths[real] == 32 else 64


@pytest.mark.parametrize(("a", "b"), list(itertools.product(TYPES, TYPES)), ids=lambda kind: f"{kind[0]}{kind[1]}")
def test_numericarrays(metal, failing, a, b):
    x, y = np.zeros((0,), dtype(*a)), np.zeros((0,), dtype(*b))
    wanted = expected(a, b)
    if wanted is None:
        with failing("LIBRARY_TYPE_ERROR", "no integer type holds both"):
            metal.add(x, y)
        return
    assert metal.add(x, y).dtype == dtype(*wanted)


def test_folded_from_the_left(metal, failing):
    unsigned, signed, real = (np.zeros(0, kind) for kind in (np.uint64, np.int8, np.float64))
    assert metal.add(unsigned, real, signed).dtype == np.float64
    with failing("LIBRARY_TYPE_ERROR", "UnsignedInteger64"):
        metal.add(unsigned, signed, real)


@pytest.mark.parametrize(("a", "b"), list(itertools.product([np.int64, np.float64, np.complex128], repeat=2)))
def test_lists(metal, a, b):
    assert metal.add(np.zeros(0, a), np.zeros(0, b), lists=True).dtype == np.result_type(a, b)


RULES = {
    "Sin": {"i": np.float64, "u": np.float64, "f": None},
    "Sqrt": {"i": np.float64, "u": np.float64, "f": None},
    "Floor": {"i": None, "u": None, "f": None},
    "Sign": {"i": None, "u": None, "f": None},
    "Abs": {"i": None, "u": None, "f": None},
}


@pytest.mark.parametrize("function", RULES)
@pytest.mark.parametrize("kind", [t for t in TYPES if t[0] != "ComplexReal"], ids=lambda kind: f"{kind[0]}{kind[1]}")
def test_map_numericarray(metal, function, kind):
    """The input's own type; integers become real under a function that is not exact on them."""
    array = np.zeros((0, 2), dtype(*kind))
    result = metal.map(function, array)
    assert result.dtype == np.dtype(RULES[function][array.dtype.kind] or array.dtype)
    assert result.shape == (0, 2)


@pytest.mark.parametrize("width", WIDTHS["ComplexReal"])
def test_map_complex(metal, failing, width):
    array = np.zeros(0, dtype("ComplexReal", width))
    assert metal.map("Abs", array).dtype == dtype("Real", width)
    for function in ("Sin", "Floor", "Sign"):
        with failing("LIBRARY_TYPE_ERROR", f"{function} is not defined for elements of type ComplexReal{width}"):
            metal.map(function, array)


@pytest.mark.parametrize(
    ("function", "kind", "wanted"),
    [
        ("Sin", np.int64, np.float64), ("Sin", np.float64, np.float64), ("Floor", np.int64, np.int64),
        ("Floor", np.float64, np.int64), ("Ceiling", np.float64, np.int64), ("Round", np.float64, np.int64),
        ("Sign", np.float64, np.int64), ("Abs", np.float64, np.float64), ("Abs", np.complex128, np.float64),
    ],
)  # fmt: skip
def test_map_list(metal, function, kind, wanted):
    assert metal.map(function, np.zeros(0, kind), lists=True).dtype == wanted
