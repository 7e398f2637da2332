"""Kernels of a source text on the device, over NumPy arrays of 64-bit elements: for tests of shader headers."""

from __future__ import annotations

import ctypes
import platform
import subprocess
from pathlib import Path

import numpy as np
from metallink_build.compile import build
from metallink_build.toolchain import apple_toolchain, linux_toolchain

SOURCE = Path(__file__).resolve().parent / "cpu" / "metal_kernel.m"
HEAD = """#pragma METAL fp contract(off)
#include <metal_stdlib>
using namespace metal;
"""


class MetalKernels:
    """Runs kernels; compiled into folder."""

    def __init__(self, root: Path, folder: Path) -> None:
        product = folder / "metal_kernel.so"
        if platform.system() == "Darwin":
            toolchain, extra = apple_toolchain(), ()
        else:
            softmetal = build(root, only="softmetal", report=lambda line: None)
            toolchain = linux_toolchain()
            extra = ("-isystem", str(root / "softmetal" / "include"), str(softmetal), f"-Wl,-rpath,{softmetal.parent}")
        flags = (*toolchain.flags, *toolchain.language_flags[".m"], *extra)
        subprocess.run([*toolchain.linker, *flags, str(SOURCE), "-o", str(product), *toolchain.libraries], check=True)
        self._run = ctypes.CDLL(str(product)).metal_kernel_run

    def run(self, msl: str, name: str, *inputs: np.ndarray, emulate: bool) -> np.ndarray:
        """Results, as bits, of kernel `name` whose buffers are the inputs and after them the results."""
        arrays = [np.ascontiguousarray(a) for a in inputs]
        result = np.zeros(arrays[0].shape, np.uint64)
        pointers = (ctypes.c_void_p * (len(arrays) + 1))(*(a.ctypes.data for a in (*arrays, result)))
        text = ctypes.create_string_buffer(10000)
        code = self._run(
            *(msl.encode(), name.encode(), int(emulate), pointers, len(arrays) + 1),
            *(ctypes.c_long(result.size), text, ctypes.c_size_t(len(text))),
        )
        assert code == 0, text.value.decode()
        return result
