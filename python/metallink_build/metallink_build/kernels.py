"""Which Wolfram kernel tests, demo and sessions use, and how MetalLink is loaded into it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from metallink_build.paths import ROOT, VENV

# A busy machine takes longer than wolframclient's 20 s.
STARTUP_SECONDS = 120


class NoKernel(RuntimeError):
    """No kernel was found, METALLINK_KERNEL names none, it did not start, or MetalLink did not load into it."""


def kernel_path() -> Path:
    """METALLINK_KERNEL if set, else Wolfram's kernel where wolframclient finds one, else mathics-kernel."""
    named = os.environ.get("METALLINK_KERNEL")
    if named:
        path = Path(named).expanduser()
        if not (path.is_file() and os.access(path, os.X_OK)):
            raise NoKernel(f"METALLINK_KERNEL names {path}, which is not an executable file; correct or unset it")
        return path
    return _wolfram_kernel() or _mathics_kernel()


def _wolfram_kernel() -> Path | None:
    from wolframclient.utils.environment import find_default_kernel_path

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


def load_inputs(root: Path = ROOT) -> tuple[str, str]:
    """The inputs that load MetalLink from the checkout at root, whatever the working directory.

    Two, because a whole input is parsed, and its symbols are made, before any of it runs.
    """
    return f"PacletDirectoryLoad[{wolfram_string(root)}];", 'Needs["MetalLink`"];'


def write_init_file(root: Path = ROOT) -> Path:
    """A file for a kernel's -initfile that loads MetalLink."""
    path = root / "build" / "kernel-init.wl"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(load_inputs(root)) + "\n", encoding="utf-8")
    return path


@contextmanager
def metallink_session(root: Path = ROOT) -> Iterator[Any]:
    """A started WolframLanguageSession with MetalLink loaded; it ends with the block."""
    from wolframclient.deserializers import WXFConsumerNumpy
    from wolframclient.evaluation import WolframLanguageSession

    path = kernel_path()
    session = WolframLanguageSession(str(path))
    # wolframclient 1.4 drops the constructor's consumer; NumPy's makes packed arrays ndarrays.
    session.consumer = WXFConsumerNumpy()
    session.set_parameter("STARTUP_TIMEOUT", STARTUP_SECONDS)
    try:
        _start(session, path)
        _load(session, root)
        yield session
    finally:
        session.terminate()


def _start(session: Any, path: Path) -> None:
    from wolframclient.exception import WolframKernelException

    try:
        session.start()
    except WolframKernelException as error:
        raise NoKernel(
            f"{error}\n`{path} -run 'Print[$Version]'` shows what the kernel itself says, if it is one"
        ) from None


def _load(session: Any, root: Path) -> None:
    said = [text for line in load_inputs(root) for text in session.evaluate_wrap(line).messages or ()]
    if session.evaluate('MemberQ[$Packages, "MetalLink`"]') is not True:
        raise NoKernel("\n".join([f"MetalLink did not load from {root}", *map(str, said)]))
