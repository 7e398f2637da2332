"""Which Wolfram kernel tests, demo and sessions use, and how MetalLink is loaded into it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from metallink_build.paths import ROOT, VENV


class NoKernel(RuntimeError):
    """No kernel was found, or METALLINK_KERNEL names none."""


def kernel_path() -> Path:
    """METALLINK_KERNEL if set, else Wolfram's kernel where wolframclient finds one, else mathics-kernel."""
    named = os.environ.get("METALLINK_KERNEL")
    if named:
        path = Path(named).expanduser()
        if not os.access(path, os.X_OK):
            raise NoKernel(f"METALLINK_KERNEL names {path}, which is not an executable file")
        return path
    return _wolfram_kernel() or _mathics_kernel()


def _wolfram_kernel() -> Path | None:
    from wolframclient.evaluation.kernel.path import find_default_kernel_path

    found = find_default_kernel_path()
    return Path(found) if found else None


def _mathics_kernel() -> Path:
    path = VENV / "bin" / "mathics-kernel"
    if not path.exists():
        raise NoKernel("no Wolfram kernel and no mathics-kernel found; run `make setup`")
    return path


def wolfram_string(text: str | Path) -> str:
    """The text as a string literal of the Wolfram Language."""
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def load_command(root: Path = ROOT) -> str:
    """The input that loads MetalLink from the checkout at root, whatever the working directory."""
    return f'PacletDirectoryLoad[{wolfram_string(root)}]; Needs["MetalLink`"]'


@contextmanager
def metallink_session(root: Path = ROOT) -> Iterator[Any]:
    """A started WolframLanguageSession with MetalLink loaded; it ends with the block."""
    from wolframclient.evaluation import WolframLanguageSession

    with WolframLanguageSession(str(kernel_path())) as session:
        # Two inputs: a whole input is parsed, and its symbols are made, before any of it runs.
        session.evaluate(f"PacletDirectoryLoad[{wolfram_string(root)}]")
        session.evaluate('Needs["MetalLink`"]')
        yield session
