"""The functions and their oracle as native code: compiled into build/accuracy, called over arrays."""

from __future__ import annotations

import ctypes
import hashlib
from pathlib import Path

import numpy as np

from metallink_build.accuracy.functions import HEADERS, Function
from metallink_build.incremental import write_if_changed
from metallink_build.toolchain import find_program, run

VARIANTS = {
    "native": ("real64", ("-D__HAVE_DOUBLE__",)),
    "emulated": ("real64", ()),
    "float": ("real32", ()),  # without doubles, so that no float is taken as one
}
_KINDS = {"real64": 0, "real32": 1}

_PREFIX = """\
typedef float real32;
#define ONE(key, real, code) \\
    extern "C" __attribute__((visibility("default"))) void key(const real *xs, const real *, real *out, long n) \\
    { for (long i = 0; i < n; ++i) { real x = xs[i]; out[i] = code; } }
#define TWO(key, real, code) \\
    extern "C" __attribute__((visibility("default"))) void key(const real *xs, const real *ys, real *out, long n) \\
    { for (long i = 0; i < n; ++i) { real x = xs[i], y = ys[i]; out[i] = code; } }
"""


class Host:
    """The measured functions and the oracles of a checkout, compiled when something changed."""

    def __init__(self, root: Path, functions: tuple[Function, ...]) -> None:
        self._root = root
        self._build = root / "build" / "accuracy"
        self._functions = functions
        self._loaded: dict[str, ctypes.CDLL] = {}

    def compute(self, function: Function, variant: str, x: np.ndarray, y: np.ndarray | None) -> np.ndarray:
        """Results as float64, arguments given as float64, whatever the function's own type."""
        kind = np.float64 if function.real == "real64" else np.float32
        with np.errstate(over="ignore", invalid="ignore"):
            arguments = [np.ascontiguousarray(a, kind) for a in (x, x if y is None else y)]
        out = np.empty(x.shape, kind)
        call = getattr(self._library(variant), function.key)
        call(*(ctypes.c_void_p(a.ctypes.data) for a in (*arguments, out)), ctypes.c_long(x.size))
        with np.errstate(invalid="ignore"):
            return out.astype(np.float64)

    def errors(self, function: Function, x: np.ndarray, y: np.ndarray | None, got: np.ndarray) -> np.ndarray:
        """Units in the last place between `got` and the oracle's value at the same points."""
        call = getattr(self._library("oracle"), f"oracle_{function.oracle}")
        arrays = [np.ascontiguousarray(a, np.float64) for a in (x, x if y is None else y, got)]
        error = np.empty(x.shape, np.float64)
        pointers = (ctypes.c_void_p(a.ctypes.data) for a in (*arrays, error))
        call(*pointers, ctypes.c_long(x.size), ctypes.c_int(_KINDS[function.real]))
        return error

    def every_float(self, function: Function, first: int, count: int) -> tuple[float, int]:
        """The largest error among the floats with the bits from `first` on, and the bits where it occurs."""
        x = np.arange(first, first + count, dtype=np.uint64).astype(np.uint32).view(np.float32)
        out = np.empty(count, np.float32)
        compute = getattr(self._library("float"), function.key)
        compute(*(ctypes.c_void_p(a.ctypes.data) for a in (x, x, out)), ctypes.c_long(count))
        call = getattr(self._library("oracle"), f"float_{function.oracle}")
        call.restype = ctypes.c_double
        worst = ctypes.c_uint()
        units = call(ctypes.c_uint(first), ctypes.c_void_p(out.ctypes.data), ctypes.c_long(count), ctypes.byref(worst))
        return units, worst.value

    def _library(self, name: str) -> ctypes.CDLL:
        if name not in self._loaded:
            built = self._oracle() if name == "oracle" else self._variant(name)
            self._loaded[name] = ctypes.CDLL(str(built))
        return self._loaded[name]

    def _oracle(self) -> Path:
        source = self._root / "py_tests" / "accuracy" / "oracle.c"
        command = [
            find_program("clang-19", "clang-19"),
            "-O2",
            "-std=gnu11",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-shared",
            "-fPIC",
        ]
        return self._compile("oracle", [*command, str(source)], [source], ["-lm"])

    def _variant(self, name: str) -> Path:
        real, flags = VARIANTS[name]
        shaders = self._root / "native" / "shaders"
        shim = self._root / "py_tests" / "accuracy" / "host_shim.h"
        lines = [f'#include "{header}"' for header in HEADERS]
        lines.append(_PREFIX)
        for function in self._functions:
            if function.real == real:
                macro = "ONE" if function.arguments == 1 else "TWO"
                lines.append(f"{macro}({function.key}, {real}, {function.code})")
        source = self._build / f"{name}.cc"
        write_if_changed(source, "\n".join(lines) + "\n")
        command = [
            find_program("clang++-19", "clang-19"),
            *("-std=c++14", "-O2", "-march=native", "-ffp-contract=off", "-fno-math-errno", "-shared", "-fPIC", "-w"),
            *("-include", str(shim), "-I", str(shaders), *flags, str(source)),
        ]
        return self._compile(name, command, [shim, source, *sorted(shaders.rglob("*.h"))], [])

    def _compile(self, name: str, command: list[str], inputs: list[Path], libraries: list[str]) -> Path:
        digest = hashlib.sha256(repr(command).encode())
        for path in inputs:
            digest.update(path.read_bytes())
        product = self._build / f"{name}-{digest.hexdigest()[:16]}.so"
        if not product.exists():
            self._build.mkdir(parents=True, exist_ok=True)
            for old in self._build.glob(f"{name}-*.so"):
                old.unlink()
            partial = product.with_suffix(".partial")
            run([*command, "-o", str(partial), *libraries], f"compiling the functions ({name})")
            partial.replace(product)
        return product
