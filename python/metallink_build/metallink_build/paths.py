"""Where the parts of the checkout lie; nothing here depends on the working directory."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / "build"
RENDERED = BUILD / "rendered"
VENV = ROOT / ".venv"


def system_id() -> str:
    """The name that the Wolfram Language gives this kind of machine ($SystemID)."""
    machine = platform.machine()
    if sys.platform == "darwin":
        return "MacOSX-ARM64" if machine == "arm64" else "MacOSX-x86-64"
    return "Linux-ARM64" if machine in ("aarch64", "arm64") else "Linux-x86-64"


def library_directory(root: Path = ROOT) -> Path:
    return root / "LibraryResources" / system_id()


def library_path(root: Path = ROOT) -> Path:
    """The LibraryLink dynamic library that `build` makes for this machine."""
    return library_directory(root) / ("MetalLink.dylib" if sys.platform == "darwin" else "MetalLink.so")
