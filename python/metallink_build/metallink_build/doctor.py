"""Looks at everything MetalLink stands on and says what is found, what is missing, and what to do."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from metallink_build import kernels, provision
from metallink_build.paths import VENV, library_path, system_id


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at; a remedy stands where it is not well."""

    subject: str
    found: str
    remedy: str = ""


def examine(root: Path) -> Iterator[Finding]:
    """Each finding as soon as it is made; the later ones take seconds."""
    checks: tuple[Callable[[Path], Finding], ...] = (_machine, _python, _tools, _packages, _library, _device, _kernel)
    for check in checks:
        try:
            yield check(root)
        except kernels.NoKernel as error:
            yield Finding("kernel", str(error), "see the line above; METALLINK_KERNEL may name another")
        except Exception as error:  # a broken part must not hide the others
            yield Finding(
                check.__name__.strip("_"), f"{type(error).__name__}: {error}", "run `make setup`, then `make build`"
            )


def _machine(_: Path) -> Finding:
    remedy = ""
    if system_id() == "MacOSX-x86-64":
        remedy = "MetalLink needs Apple silicon; on an Intel Mac MetalQ[] is False"
    if system_id() == "Linux-ARM64":
        remedy = "the OpenCL runtime below softmetal comes for x86-64 only; name another one with SOFTMETAL_OPENCL"
    return Finding("machine", system_id(), remedy)


def _python(_: Path) -> Finding:
    found = f"{sys.version.split()[0]} in {VENV.name}"
    return Finding("Python", found, "" if provision.is_full() else "tests, demo and mathics-kernel need 3.11 to 3.14")


def _tools(_: Path) -> Finding:
    if sys.platform == "darwin":
        found = subprocess.run(["/usr/bin/xcrun", "--find", "clang"], capture_output=True, text=True, check=False)
        return Finding(
            "Xcode tools", found.stdout.strip() or "missing", "xcode-select --install" if found.returncode else ""
        )
    missing = provision.missing_debian_packages() if shutil.which("dpkg-query") else []
    if missing:
        return Finding(
            "Debian packages", f"missing: {' '.join(missing)}", f"apt-get install {' '.join(missing)}, or `make setup`"
        )
    clang = shutil.which("clang-19")
    return Finding("compiler", clang or "clang-19 is missing", "" if clang else "install clang-19 and lld-19")


def _packages(_: Path) -> Finding:
    if provision.is_current():
        return Finding("Python packages", f"as {provision.requirements().name} pins them")
    return Finding("Python packages", "not as pinned", "run `make setup`")


def _library(root: Path) -> Finding:
    path = library_path(root)
    if not path.exists():
        return Finding("library", f"{path.relative_to(root)} is missing", "run `make build`")
    return Finding("library", str(path.relative_to(root)))


def _device(root: Path) -> Finding:
    if not provision.is_full():
        return Finding("device", "not asked: librarylink_host needs Python 3.11")
    from librarylink_host import Library

    library = Library(library_path(root))
    if library.function("metallink_device_count", [], "Integer")() < 1:
        reason = library.function("metallink_last_error", [], "UTF8String")().removeprefix("MetalInformation: ")
        return Finding("device", f"none: {reason}", "run `make setup`; SOFTMETAL_OPENCL may name an OpenCL runtime")
    text = library.function("metallink_device_string", ["Integer", "UTF8String"], "UTF8String")
    return Finding(
        "device", f"{text(1, 'Name')} ({text(1, 'Library')}, double precision: {text(1, 'DoublePrecision')})"
    )


def _kernel(root: Path) -> Finding:
    if not provision.is_full():
        return Finding("kernel", "not asked: wolframclient and mathics-kernel need Python 3.11")
    path = kernels.kernel_path()
    with kernels.metallink_session(root) as session:
        version = session.evaluate("$Version")
        ready = session.evaluate("MetalLink`MetalQ[]")
    remedy = "" if ready is True else "MetalQ[] is False: see the lines above"
    return Finding("kernel", f"{_short(path, root)} ({version})", remedy)


def _short(path: Path, root: Path) -> str:
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)


def main(root: Path) -> int:
    """Prints the findings; 0 if all is well, 1 if something needs doing."""
    well = True
    for finding in examine(root):
        well = well and not finding.remedy
        print(f"{'ok     ' if not finding.remedy else 'MISSING'}  {finding.subject:<16} {finding.found}", flush=True)
        if finding.remedy:
            print(f"{'':9}{'':16} -> {finding.remedy}", flush=True)
    print("MetalLink is ready." if well else "See what the arrows say.")
    return 0 if well else 1
