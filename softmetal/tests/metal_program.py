"""Compiles and runs Objective-C programs against libsoftmetal.so, or on a Mac against Metal, and nothing else."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from metallink_build.toolchain import apple_toolchain, linux_toolchain

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 120  # seconds
LIBRARIES = ("BlocksRuntime", "gnustep-base", "objc", "pthread")


@dataclass(frozen=True)
class Result:
    """What a program printed. code is negative for a signal."""

    code: int
    output: str
    errors: str


@dataclass(frozen=True)
class Program:
    """A compiled program; its first argument names the case to run."""

    path: Path

    def run(self, *arguments: str, **environment: str) -> Result:
        done = subprocess.run(
            [str(self.path), *arguments],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        return Result(done.returncode, done.stdout, _without_notices(done.stderr))

    def check(self, *arguments: str, **environment: str) -> str:
        """Run a case that must end with success and say nothing on stderr; its output."""
        result = self.run(*arguments, **environment)
        assert (result.code, result.errors) == (0, ""), f"{result.code}\n{result.output}\n{result.errors}"
        return result.output


def _without_notices(errors: str) -> str:
    """Without what Metal says when its validation is switched on, "Metal API Validation Enabled"."""
    lines = errors.splitlines(keepends=True)
    return "".join(line for line in lines if not re.search(r"Metal (API|GPU) Validation Enabled", line))


def compile_program(
    source: Path,
    library: Path,
    folder: Path,
    libraries: tuple[str, ...] = LIBRARIES,
    sanitize: str | None = None,
) -> Program:
    """Compile one .m file as a Metal program of a user would be, linked with libsoftmetal.so and libraries.

    sanitize: as in metallink_build.compile.build; the library has to be built in the same way.
    """
    toolchain = linux_toolchain(sanitize)
    # A sanitizer's run-time library is in the program: it needs C++, and opens libraries on softmetal's behalf.
    runtime = ("-fsanitize-link-c++-runtime", "-lstdc++", f"-Wl,-rpath,{ROOT / '.venv' / 'lib'}") if sanitize else ()
    include = source.resolve().parents[2] / "include"
    product = folder / source.stem
    return _compiled(
        [
            *toolchain.compiler,
            *toolchain.flags,
            *toolchain.language_flags[".m"],
            *("-I", str(include), str(source), "-o", str(product)),
            *(str(library), f"-Wl,-rpath,{library.parent}", *runtime, "-lm"),
            *(f"-l{name}" for name in libraries),
        ],
        product,
    )


def compile_for_metal(source: Path, folder: Path) -> Program:
    """Compile one .m file with Apple's clang and SDK, to run on Metal itself."""
    toolchain = apple_toolchain()
    product = folder / source.stem
    flags = (*toolchain.flags, *toolchain.language_flags[".m"])
    return _compiled([*toolchain.compiler, *flags, str(source), "-o", str(product), *toolchain.libraries], product)


def _compiled(command: list[str], product: Path) -> Program:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Program(product)
