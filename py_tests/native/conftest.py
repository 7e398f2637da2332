"""The library's functions under Python names, and the arrays that the tests are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from librarylink_host import Image, Library, LibraryDataType, LibraryFunctionError

COMPLEX_HALF = np.dtype([("re", np.float16), ("im", np.float16)])
RECORD = (
    "bytes_adopted", "bytes_copied", "windows", "command_buffers", "gpu_ns", "wall_ns", "nonreal", "infinite",
    "overflows", "first_overflow", "precision",
)  # fmt: skip
LIST_TYPES = {np.dtype(np.int64): "Integer", np.dtype(np.float64): "Real", np.dtype(np.complex128): "Complex"}


class MetalError(Exception):
    """A library function failed: the name of its LIBRARY_* code and the library's own text."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text


class Metal:
    """The built library. Arrays are NumericArrays, with ``lists=True`` packed lists; all are passed without a copy."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def arithmetic(
        self,
        verb: str,
        *operands: np.ndarray,
        numbers: tuple[int, ...] = (),
        precision: int = 0,
        lists: bool = False,
    ) -> np.ndarray:
        """add, subtract, times or divide; operands at the places `numbers` have one element and stand for numbers."""
        flags = np.array([k in numbers for k in range(len(operands))], np.int64)
        kind, result = self._kinds(lists)
        name = f"metallink_{verb}_{'tensor' if lists else 'numericarray'}"
        arguments = [("Integer", 1, "Constant"), "Integer", *[kind] * len(operands)]
        return self._call(name, arguments, result, flags, precision, *operands)

    def add(self, *operands: np.ndarray, **options: Any) -> np.ndarray:
        return self.arithmetic("add", *operands, **options)

    def subtract(self, *operands: np.ndarray, **options: Any) -> np.ndarray:
        return self.arithmetic("subtract", *operands, **options)

    def times(self, *operands: np.ndarray, **options: Any) -> np.ndarray:
        return self.arithmetic("times", *operands, **options)

    def divide(self, *operands: np.ndarray, **options: Any) -> np.ndarray:
        return self.arithmetic("divide", *operands, **options)

    def map(self, function: str, array: np.ndarray, precision: int = 0, lists: bool = False) -> np.ndarray:
        kind, result = self._kinds(lists)
        name = "metallink_map_tensor" if lists else "metallink_map_numericarray"
        return self._call(name, ["UTF8String", "Integer", kind], result, function, precision, array)

    def compiled(self, source: str, layout: list[int], array: np.ndarray) -> np.ndarray:
        """A shader of the caller's own. layout: type of the result, 1 for loops without a bound, precision."""
        kind, result = self._kinds(lists=False)
        integers = ("Integer", 1, "Constant")
        lists = [np.array(numbers, np.int64) for numbers in (layout, array.shape, [0])]
        arguments = ["UTF8String", *[integers] * 3, kind]
        return self._call("metallink_compiled_numericarray", arguments, result, source, *lists, array)

    def negate(self, image: Image) -> Image:
        kind = LibraryDataType("Image|Image3D")
        return self._call("metallink_image_negate", [(kind, "Constant")], kind, image)

    def record(self) -> dict[str, int]:
        """What the last computation of this thread did."""
        numbers = self.library.function("metallink_last_call", [], ("Integer", 1))()
        return dict(zip(RECORD, numbers.tolist(), strict=True))

    def error(self) -> str:
        return self.library.function("metallink_last_error", [], "UTF8String")()

    def device_count(self) -> int:
        return self._call("metallink_device_count", [], "Integer")

    def device_text(self, property: str, device: int = 1) -> str:
        return self._call("metallink_device_string", ["Integer", "UTF8String"], "UTF8String", device, property)

    def device_number(self, property: str, device: int = 1) -> int:
        return self._call("metallink_device_integer", ["Integer", "UTF8String"], "Integer", device, property)

    def select(self, device: int) -> None:
        self._call("metallink_device_select", ["Integer"], "Void", device)

    def _kinds(self, lists: bool) -> tuple[Any, Any]:
        if lists:
            return ("_", "_", "Constant"), ("_", "_")
        kind = LibraryDataType("NumericArray")
        return (kind, "Constant"), kind

    def _call(self, name: str, arguments: list[Any], result: Any, *values: Any) -> Any:
        try:
            return self.library.function(name, arguments, result)(*values)
        except LibraryFunctionError as failure:
            raise MetalError(failure.error_name, self.error()) from failure


@pytest.fixture(scope="session")
def metal(library) -> Metal:
    return Metal(library)


@pytest.fixture(scope="session")
def double_precision(metal) -> int:
    """The record's code for arithmetic in doubles: 2 native, 3 emulated."""
    return {"Native": 2, "Emulated": 3}[metal.device_text("DoublePrecision")]


@pytest.fixture(params=["1", "0"], ids=["zero-copy", "copied"])
def zero_copy(request, monkeypatch) -> bool:
    monkeypatch.setenv("METALLINK_ZERO_COPY", request.param)
    return request.param == "1"


@pytest.fixture(scope="session")
def failing() -> Callable[..., Any]:
    """``with failing("LIBRARY_TYPE_ERROR", "text"):`` the call must fail with that code and text."""

    def expect(code: str, text: str) -> Any:
        return pytest.raises(MetalError, match=f"(?s)^{code}: .*{text}")

    return expect
