"""native/pruning.m as a function on strings, and sources of compiled functions as the library puts them together."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable
from pathlib import Path

from metallink_build.render import flatten
from metallink_build.toolchain import linux_toolchain

HEAD = "#pragma METAL fp contract(off)\n#include <metal_stdlib>\nusing namespace metal;\n"
INCLUDE = '#include "'


def pruner(root: Path, folder: Path) -> Callable[[str], str]:
    library = folder / "pruning.so"
    source = root / "native" / "pruning.m"
    command = [*linux_toolchain().compiler, "-x", "c", "-shared", "-fPIC", "-g", str(source), "-o", str(library)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    prune = ctypes.CDLL(str(library)).ml_prune
    prune.restype = None

    def run(text: str) -> str:
        buffer = ctypes.create_string_buffer(text.encode())
        prune(buffer)
        return buffer.value.decode()

    return run


def expanded(root: Path, source: str) -> str:
    """A compiled function's source with the library's headers in place of its includes, each once."""
    seen: set[Path] = set()

    def replaced(line: str) -> str:
        if not line.startswith(INCLUDE):
            return line
        return flatten(root / "native" / "shaders" / line[len(INCLUDE) :].rstrip('"'), seen)

    return HEAD + "\n".join(map(replaced, source.splitlines()))
