"""Sets up a machine for MetalLink: Debian packages or Apple's command line tools, .venv, pinned Python packages.

Runs before anything is installed, with the standard library of Python 3.9 or later alone. A second run finds all
in place and ends at once; whatever is missing ends in a message that says what to do.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
VENV = ROOT / ".venv"
STAMP = VENV / "metallink-setup.json"

# What the build on Linux needs; libobjc and GCC's C++ library come along.
DEBIAN_PACKAGES = (
    "clang-19",
    "lld-19",
    "libclang-rt-19-dev",
    "libgnustep-base-dev",
    "libblocksruntime-dev",
    "opencl-c-headers",
)
BUILD_PROJECTS = ("python/metallink_build",)
FULL_PROJECTS = (*BUILD_PROJECTS, "python/librarylink_host", "python/mathics_kernel")
RUNTIME_NOTICE = (
    "The OpenCL runtime that stands in for a GPU on Linux comes with them: intel-opencl-rt with intel-cmplr-lib-rt,\n"
    "    276 MB to download, 850 MB on disk, proprietary, free of charge under Intel's licence for developer tools."
)


class SetupError(Exception):
    """What is missing and what to do about it, for a person to read."""


def say(text: str) -> None:
    print(text, flush=True)


def is_full() -> bool:
    """Whether this Python can carry tests, demo and mathics-kernel; an older one only builds."""
    return sys.version_info[:2] >= (3, 11)


def check_folder() -> None:
    """Refuses folder names that pip's scripts or, on Linux, Intel's OpenCL runtime cannot live with."""
    bad = {"$", "'", '"', "\\"} | (set() if sys.platform == "darwin" else {" "})
    found = sorted(bad & set(str(ROOT)))
    if found:
        raise SetupError(
            f"the checkout lies in\n    {ROOT}\nand tools that it needs cannot run from a folder with "
            f"{' or '.join(map(repr, found))} in its name: move or rename it."
        )


def check_python() -> None:
    if not (3, 9) <= sys.version_info[:2] <= (3, 14):
        raise SetupError(
            f"Python {sys.version.split()[0]} ({sys.executable}) does not serve: MetalLink needs 3.11 to 3.14 "
            "(3.9 or 3.10 to build only)."
        )
    if not is_full():
        say(
            f"Python {sys.version.split()[0]} builds MetalLink; tests, demo and mathics-kernel need 3.11 to 3.14 "
            "(brew install python@3.13, or the installer from python.org)."
        )


def missing_debian_packages() -> list[str]:
    wanted = [*DEBIAN_PACKAGES] + ([] if has_venv() else [venv_package()])
    return [name for name in wanted if not is_installed(name)]


def is_installed(package: str) -> bool:
    query = ["dpkg-query", "--show", "--showformat=${db:Status-Status}", package]
    return subprocess.run(query, capture_output=True, text=True, check=False).stdout == "installed"


def has_venv() -> bool:
    return (
        subprocess.run([sys.executable, "-c", "import ensurepip, venv"], capture_output=True, check=False).returncode
        == 0
    )


def venv_package() -> str:
    return f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"


def install_debian_packages(missing: Sequence[str]) -> None:
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *missing]
    by_hand = f"    apt-get update && {' '.join(command)}\n(as root), then run the same command again."
    prefix = root_prefix()
    if prefix is None:
        raise SetupError(
            "These Debian packages are missing, and neither root rights nor sudo are at hand:\n"
            f"    {' '.join(missing)}\nAsk an administrator for\n{by_hand}"
        )
    say(f"    apt-get installs {' '.join(missing)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    update = subprocess.run([*prefix, "apt-get", "update", "--quiet"], stdout=subprocess.DEVNULL, check=False)
    install = subprocess.run([*prefix, *command, "--quiet"], env=environment, check=False)
    if install.returncode == 0:
        return
    reason = (
        "the package lists could not be fetched (is there a network?)" if update.returncode else "see its lines above"
    )
    raise SetupError(f"apt-get did not install {' '.join(missing)}: {reason}.\nDo this by hand:\n{by_hand}")


def root_prefix() -> list[str] | None:
    """What to put before a command to run it as root: nothing, sudo, or None where there is no way."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if not sudo:
        return None
    ask = [] if sys.stdin.isatty() else ["-n"]
    allowed = subprocess.run([sudo, *ask, "true"], capture_output=not sys.stdin.isatty(), check=False).returncode == 0
    return [sudo, *ask] if allowed else None


def provide_linux() -> None:
    if not shutil.which("dpkg-query") or not shutil.which("apt-get"):
        absent = [name for name in ("clang-19", "ld64.lld-19") if not shutil.which(name)]
        if absent or not has_venv():
            raise SetupError(
                f"This Linux has no apt-get, and {', '.join(absent) or 'the Python module venv'} is missing. "
                "MetalLink is set up on Debian 12; elsewhere "
                f"install what matches {' '.join(DEBIAN_PACKAGES)} and Python's venv."
            )
        return
    missing = missing_debian_packages()
    if missing:
        install_debian_packages(missing)


def provide_macos() -> None:
    found = subprocess.run(["/usr/bin/xcrun", "--find", "clang"], capture_output=True, text=True, check=False)
    if found.returncode:
        raise SetupError(
            "Xcode's command line tools are missing. Install them with\n    xcode-select --install\n"
            "and run the same command again."
        )


def provide_system() -> None:
    if sys.platform == "darwin":
        provide_macos()
    elif sys.platform.startswith("linux"):
        provide_linux()
    else:
        raise SetupError(f"MetalLink runs on macOS (Apple silicon) and Linux; this is {sys.platform}.")


def requirements() -> Path:
    return ROOT / "requirements" / ("dev.txt" if is_full() else "build.txt")


def projects() -> tuple[str, ...]:
    return FULL_PROJECTS if is_full() else BUILD_PROJECTS


def wanted_stamp() -> dict[str, str]:
    """What .venv must have been made from to be up to date."""
    digest = hashlib.sha256()
    for path in [
        *sorted((ROOT / "requirements").glob("*.txt")),
        *(ROOT / name / "pyproject.toml" for name in projects()),
    ]:
        digest.update(path.read_bytes())
    return {"python": sys.version.split()[0], "requirements": digest.hexdigest(), "root": str(ROOT)}


def is_current() -> bool:
    try:
        return json.loads(STAMP.read_text()) == wanted_stamp()
    except (OSError, ValueError):
        return False


def provide_python_packages() -> None:
    if is_current():
        return
    python = VENV / "bin" / "python"
    if not venv_serves(python):
        say("    .venv is made")
        shutil.rmtree(VENV, ignore_errors=True)
        made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False)
        if made.returncode:
            raise SetupError(f"python -m venv {VENV} failed:\n{made.stdout}{made.stderr}")
    if is_full() and sys.platform.startswith("linux"):
        say(f"    {RUNTIME_NOTICE}")
    say(f"    pip installs the packages that {requirements().relative_to(ROOT)} pins")
    pip(python, "install", "--requirement", str(requirements()))
    editable = [word for name in projects() for word in ("--editable", str(ROOT / name))]
    pip(python, "install", "--quiet", "--no-deps", "--no-build-isolation", *editable)
    STAMP.write_text(json.dumps(wanted_stamp(), indent=1))


def venv_serves(python: Path) -> bool:
    """Whether .venv has the Python that runs this and still lies where it was made; another is replaced."""
    version = "import sys; print(sys.version.split()[0], sys.prefix)"
    if not python.exists():
        return False
    seen = subprocess.run([str(python), "-c", version], capture_output=True, text=True, check=False).stdout.strip()
    script = VENV / "bin" / "pip"
    return seen == f"{sys.version.split()[0]} {VENV}" and script.exists() and str(VENV) in script.read_text()


def pip(python: Path, *arguments: str) -> None:
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]
    if subprocess.run(command, check=False).returncode == 0:
        return
    raise SetupError(
        "pip did not install the packages; its lines above say why. Without a network, give it a folder of wheels\n"
        "(export PIP_FIND_LINKS=folder PIP_NO_INDEX=1) or an index it can reach (PIP_INDEX_URL);\n"
        "then run the same command again."
    )


def base_python() -> str | None:
    """The interpreter that .venv's own Python came from, when set-up is started from within .venv."""
    if Path(sys.prefix).resolve() != VENV.resolve():
        return None
    return getattr(sys, "_base_executable", None)


def main() -> int:
    outer = base_python()
    if outer and not is_current():
        # .venv must not be replaced by the Python that runs from it.
        os.execv(outer, [outer, str(Path(__file__).resolve())])
    try:
        check_folder()
        check_python()
        provide_system()
        provide_python_packages()
    except SetupError as error:
        print(f"set-up stopped: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("set-up stopped; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
