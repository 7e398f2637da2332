"""The libraries that MetalLink is compared with, each with the threads that it takes by default.

A peer computes an expression two ways: into a result that is there already, and into a new one. MLX has no way to name
the result; it keeps the memory of results that nobody holds, so its runs reuse it unless that cache is switched off.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

CACHE_BYTES = 4 << 30
Arrays = Mapping[str, np.ndarray]


class Lacks(Exception):
    """The peer has no such function or element type."""


@dataclass(frozen=True)
class Competitor:
    """``into()`` computes into memory that is there, ``fresh()`` into new memory; both give the result."""

    into: Callable[[], Any]
    fresh: Callable[[], Any]
    as_numpy: Callable[[Any], np.ndarray] = np.asarray


@dataclass(frozen=True)
class Expression:
    """What is computed, in each peer's own words; None: the peer has no words for it.

    numpy(np, arrays, out) gives the result, in out unless that is None; torch(torch, tensors, out) likewise;
    mlx(mx, arrays) gives a new result; numexpr is the text of the expression.
    """

    numpy: Callable[[Any, Arrays, np.ndarray | None], np.ndarray]
    torch: Callable[[Any, Mapping[str, Any], Any], Any] | None
    numexpr: str | None
    mlx: Callable[[Any, Mapping[str, Any]], Any] | None

    @classmethod
    def of_function(cls, name: str, numexpr: str, arrays: str) -> Expression:
        """A function that NumPy, torch and MLX call by one name, of the named arrays."""

        def into(module: Any, given: Mapping[str, Any], out: Any) -> Any:
            return getattr(module, name)(*(given[array] for array in arrays), out=out)

        return cls(into, into, numexpr, lambda mx, given: getattr(mx, name)(*(given[array] for array in arrays)))


class NumPy:
    name = "numpy"

    def competitor(self, expression: Expression, arrays: Arrays, out: np.ndarray) -> Competitor:
        compute = expression.numpy
        return Competitor(lambda: compute(np, arrays, out), lambda: compute(np, arrays, None))


class NumExpr:
    name = "numexpr"
    types = (np.float32, np.float64, np.int32, np.int64, np.complex128)

    def __init__(self) -> None:
        self._module = importlib.import_module("numexpr")

    def competitor(self, expression: Expression, arrays: Arrays, out: np.ndarray) -> Competitor:
        if expression.numexpr is None:
            raise Lacks("no such function")
        if out.dtype not in self.types:
            raise Lacks(f"no elements of {out.dtype}")
        evaluate, text = self._module.evaluate, expression.numexpr
        return Competitor(lambda: evaluate(text, arrays, out=out), lambda: evaluate(text, arrays))


class Torch:
    name = "torch"

    def __init__(self) -> None:
        self._module = importlib.import_module("torch")

    def competitor(self, expression: Expression, arrays: Arrays, out: np.ndarray) -> Competitor:
        torch, compute = self._module, expression.torch
        if compute is None:
            raise Lacks("no such function")
        tensors = {name: torch.from_numpy(array) for name, array in arrays.items()}
        result = torch.from_numpy(out)
        return Competitor(lambda: compute(torch, tensors, result), lambda: compute(torch, tensors, None))


class Mlx:
    name = "mlx"
    types = (np.uint8, np.int32, np.int64, np.float32, np.float64, np.complex64)

    def __init__(self) -> None:
        self._module = importlib.import_module("mlx.core")

    def competitor(self, expression: Expression, arrays: Arrays, out: np.ndarray) -> Competitor:
        mx, compute = self._module, expression.mlx
        if compute is None:
            raise Lacks("no such function")
        if out.dtype not in self.types:
            raise Lacks(f"no elements of {out.dtype}")
        mx.set_default_device(mx.cpu)
        copies = {name: mx.array(array, dtype=getattr(mx, str(array.dtype))) for name, array in arrays.items()}
        mx.eval(list(copies.values()))

        def run(cache: int) -> Any:
            mx.set_cache_limit(cache)
            result = compute(mx, copies)
            mx.eval(result)
            return result

        return Competitor(lambda: run(CACHE_BYTES), lambda: run(0))


PEERS = (NumPy, NumExpr, Torch, Mlx)
Peer = NumPy | NumExpr | Torch | Mlx


def available(kinds: Sequence[Callable[[], Peer]] = PEERS) -> tuple[list[Peer], dict[str, str]]:
    """The peers that are installed and load, and the reasons why others do not."""
    found: list[Peer] = []
    missing: dict[str, str] = {}
    for kind in kinds:
        try:
            found.append(kind())
        except (ImportError, OSError) as error:
            missing[kind.name] = str(error)
    return found, missing


def versions(peers: Sequence[Peer]) -> dict[str, str]:
    from importlib.metadata import version

    return {peer.name: version(peer.name) for peer in peers}
