"""What kind of file a library is, so that a wrong one is named instead of left to the loader's words."""

from __future__ import annotations

import platform
import struct
import sys
from pathlib import Path

from .errors import LibraryLoadError

_ELF_MACHINES = {3: "x86", 8: "MIPS", 40: "ARM", 62: "x86-64", 183: "ARM64", 243: "RISC-V"}
_MACH_MACHINES = {0x7: "x86", 0xC: "ARM", 0x01000007: "x86-64", 0x0100000C: "ARM64"}
_PE_MACHINES = {0x14C: "x86", 0x8664: "x86-64", 0xAA64: "ARM64"}
_HERE = {"x86_64": "x86-64", "AMD64": "x86-64", "aarch64": "ARM64", "arm64": "ARM64"}
_SYSTEMS = {"linux": "Linux", "darwin": "macOS", "win32": "Windows"}


def _elf(head: bytes) -> tuple[str, list[str], str]:
    order = "<" if head[5] == 1 else ">"
    kind, machine = struct.unpack_from(order + "HH", head, 16)
    kinds = {1: "an object file", 2: "a program", 3: "a shared library", 4: "a core dump"}
    return "Linux", [_ELF_MACHINES.get(machine, f"machine {machine}")], kinds.get(kind, f"of ELF type {kind}")


def _mach(head: bytes) -> tuple[str, list[str], str]:
    machine, _, kind = struct.unpack_from("<III", head, 4)
    kinds = {1: "an object file", 2: "a program", 6: "a shared library", 8: "a bundle"}
    return "macOS", [_MACH_MACHINES.get(machine, f"machine {machine:#x}")], kinds.get(kind, f"of Mach-O type {kind}")


def _fat(head: bytes) -> tuple[str, list[str], str]:
    count = struct.unpack_from(">I", head, 4)[0]
    offsets = [8 + 20 * index for index in range(count) if 28 + 20 * index <= len(head)]
    machines = [struct.unpack_from(">I", head, offset)[0] for offset in offsets]
    return "macOS", [_MACH_MACHINES.get(machine, f"machine {machine:#x}") for machine in machines], "a shared library"


def _pe(head: bytes) -> tuple[str, list[str], str]:
    offset = struct.unpack_from("<I", head, 60)[0]
    machine = struct.unpack_from("<H", head, offset + 4)[0] if offset + 6 <= len(head) else 0
    return "Windows", [_PE_MACHINES.get(machine, f"machine {machine:#x}")], "a shared library"


def _describe(head: bytes) -> tuple[str, list[str], str] | None:
    if len(head) < 64:
        return None
    if head.startswith(b"\x7fELF"):
        return _elf(head)
    if head.startswith((b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe")):
        return _mach(head)
    if head.startswith(b"\xca\xfe\xba\xbe"):
        return _fat(head)
    if head.startswith(b"MZ"):
        return _pe(head)
    return None


def check_library_file(path: Path) -> None:
    """Raise LibraryLoadError if the file is missing, no shared library, or one for another system or processor."""
    try:
        with path.open("rb") as file:
            head = file.read(4096)
    except FileNotFoundError:
        raise LibraryLoadError(f"{path}: there is no such file") from None
    except OSError as error:
        raise LibraryLoadError(f"{path}: {error.strerror}") from None
    described = _describe(head)
    if described is None:
        raise LibraryLoadError(f"{path}: not a dynamic library")
    system, machines, kind = described
    here, machine = _SYSTEMS.get(sys.platform, sys.platform), _HERE.get(platform.machine(), platform.machine())
    if system != here or machine not in machines:
        raise LibraryLoadError(
            f"{path}: a library for {system} on {' and '.join(machines)}, but this is {here} on {machine}"
        )
    if kind not in ("a shared library", "a bundle"):
        raise LibraryLoadError(f"{path}: {kind}, not a shared library")
