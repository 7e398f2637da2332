"""MetalLink's library functions, called through librarylink_host: what the benchmark measures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from librarylink_host import Library, LibraryDataType, LibraryFunctionError, ResultPool
from metallink_build.paths import library_path
from metallink_build.spec import Function, load_specs

from benchmarks.peers import Competitor

NUMERIC_ARRAY = LibraryDataType("NumericArray")
IMAGE = LibraryDataType("Image|Image3D")
ARGUMENTS = {
    "flags": ("Integer", 1, "Constant"),
    "integers": ("Integer", 1, "Constant"),
    "integer": "Integer",
    "precision": "Integer",
    "string": "UTF8String",
    "tensor": ("_", "_", "Constant"),
    "numericarray": (NUMERIC_ARRAY, "Constant"),
    "image": (IMAGE, "Constant"),
}
RESULTS = {
    "tensor": ("_", "_"),
    "numericarray": NUMERIC_ARRAY,
    "image": IMAGE,
    "string": "UTF8String",
    "integer": "Integer",
    "integers": ("Integer", 1),
    "void": "Void",
}
RECORD = ("adopted", "copied", "windows", "command_buffers", "gpu_ns", "wall_ns")
PRECISIONS = ("exact integers", "single", "native double", "emulated double")
PRECISION_AT = 10
POOL_BYTES = 2 << 30


class Missing(Exception):
    """The built library has no such function."""


class MetalLink:
    """The built library twice: once with results from a pool, once with new memory for each."""

    def __init__(self, root: Path, pool_bytes: int = POOL_BYTES) -> None:
        path = library_path(root)
        self.pooled = Library(path, allocator=ResultPool(pool_bytes))
        self.fresh = Library(path)
        self._specs = [function for family in load_specs(root) for function in family.functions]
        self._last_call = self.pooled.function("metallink_last_call", [], RESULTS["integers"])
        self._last_error = self.pooled.function("metallink_last_error", [], "UTF8String")

    def spec(self, name: str) -> Function:
        """The library function of that name."""
        for function in self._specs:
            if function.name == name:
                return function
        raise Missing(f"the library has no function {name}")

    def competitor(self, function: Function, *arguments: Any) -> Competitor:
        """Calls of a library function with these arguments."""
        return Competitor(
            self._call(self.pooled, function, arguments),
            self._call(self.fresh, function, arguments),
            as_numpy=lambda result: getattr(result, "data", result) if function.result == "image" else result,
        )

    def arithmetic(self, name: str, *operands: np.ndarray) -> Competitor:
        """A function of whole NumericArrays, element by element: "add", "subtract", "times", "divide"."""
        flags = np.zeros(len(operands), np.int64)
        return self.competitor(self.spec(f"{name}_numericarray"), flags, 0, *operands)

    def map(self, element: str, array: np.ndarray) -> Competitor:
        """A named function of every element of a NumericArray."""
        return self.competitor(self.spec("map_numericarray"), element, 0, array)

    def _call(self, library: Library, function: Function, arguments: tuple) -> Callable[[], Any]:
        types = [ARGUMENTS[argument.type] for argument in function.arguments]
        types += types[-1:] * (len(arguments) - len(types))
        loaded = library.function(function.symbol, types, RESULTS[function.result])

        def call() -> Any:
            try:
                return loaded(*arguments)
            except LibraryFunctionError as error:
                raise RuntimeError(f"{error}: {self._last_error()}") from None

        return call

    def record(self) -> dict[str, int]:
        """What the last computation of this thread did."""
        return dict(zip(RECORD, self._last_call().tolist(), strict=False))

    def precision(self) -> str:
        return PRECISIONS[int(self._last_call()[PRECISION_AT])]

    def detail(self) -> str:
        """Where the time of the last computation went."""
        record = self.record()
        buffers = record["command_buffers"]
        return (
            f"GPU {record['gpu_ns'] / 1e6:.4g} of {record['wall_ns'] / 1e6:.4g} ms, {buffers} command "
            f"buffer{'s' if buffers != 1 else ''}, {megabytes(record['adopted'])} adopted, "
            f"{megabytes(record['copied'])} copied"
        )


def megabytes(count: int) -> str:
    return f"{count / 1e6:.4g} MB" if count >= 10**5 else f"{count} bytes"
