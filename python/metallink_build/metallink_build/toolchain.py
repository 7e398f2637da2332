"""Compilers and linkers: one for Linux, Apple's on a Mac, and a cross compiler that checks the macOS build on Linux."""

from __future__ import annotations

import platform
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

WARNINGS = ("-Wall", "-Wextra")
MACOS_MINIMUM = "13.0"
MACOS_SDK = "14.0"
# Undefined behaviour is looked for along with bad addresses: one build, one run. What it finds ends the process.
SANITIZERS = {
    "address": ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"),
    "thread": ("-fsanitize=thread",),
    "undefined": ("-fsanitize=undefined", "-fno-sanitize-recover=undefined"),
}


class BuildError(RuntimeError):
    """The library cannot be built; the text says why and what to do."""


@dataclass(frozen=True)
class Toolchain:
    """Command lines of one target.

    language_flags: per suffix of a source file (".c", ".m", ".cc").
    libraries: what every product is linked with.
    """

    compiler: tuple[str, ...]
    linker: tuple[str, ...]
    flags: tuple[str, ...]
    language_flags: dict[str, tuple[str, ...]]
    libraries: tuple[str, ...]

    def compile_command(self, source: Path, product: Path, dependencies: Path, extra: tuple[str, ...]) -> list[str]:
        return [
            *self.compiler,
            *self.flags,
            *self.language_flags[source.suffix],
            *extra,
            *("-MD", "-MF", str(dependencies)),
            *("-c", str(source), "-o", str(product)),
        ]

    def link_command(self, objects: list[Path], product: Path, extra: tuple[str, ...]) -> list[str]:
        return [*self.linker, *extra, *map(str, objects), "-o", str(product), *self.libraries]

    def identity(self) -> str:
        """Changes when the compiler or linker is replaced."""
        programs = (Path(command[0]).resolve() for command in (self.compiler, self.linker))
        return " ".join(f"{program}:{program.stat().st_size}:{program.stat().st_mtime_ns}" for program in programs)


def linux_toolchain(sanitize: str | None = None) -> Toolchain:
    """clang-19 with GNUstep and GCC's Objective-C runtime."""
    clang = find_program("clang-19", "clang-19")
    find_program("ld.lld-19", "lld-19")
    runtime_headers = _require_headers("/usr/lib/gcc/*/*/include/objc/objc.h", "libgnustep-base-dev").parent.parent
    foundation = _require_headers("/usr/include/GNUstep/Foundation/Foundation.h", "libgnustep-base-dev").parent.parent
    _require_headers("/usr/include/Block.h", "libblocksruntime-dev")
    sanitizer = _sanitizer_flags(sanitize)
    # A sanitizer's run-time library is in the program, not in the libraries it loads.
    complete = () if sanitize else ("-Wl,-z,defs",)
    objective_c = (
        "-fobjc-runtime=gcc",
        "-fblocks",
        "-fexceptions",
        "-fobjc-exceptions",
        "-D_NATIVE_OBJC_EXCEPTIONS",
        "-fconstant-string-class=NSConstantString",
        "-isystem",
        str(foundation),
        # After clang's own: GCC's intrinsics headers in the same folder would shadow them.
        "-idirafter",
        str(runtime_headers),
    )
    # nodelete: GCC's Objective-C runtime cannot forget classes, so a library that has some must never be unmapped.
    return Toolchain(
        compiler=(clang,),
        linker=(clang, "-shared", "-fuse-ld=lld", "-Wl,--as-needed", "-Wl,-z,nodelete", *complete, *sanitizer),
        # Sanitized libraries are for tests that ask what is wrong, not how fast: less of the compiler's time.
        flags=("-O1" if sanitize else "-O2", "-g", "-fPIC", "-fvisibility=hidden", *WARNINGS, "-Werror", *sanitizer),
        language_flags={
            ".c": ("-std=gnu11", "-Wno-c23-extensions"),
            ".m": ("-std=gnu11", *objective_c),
            ".cc": ("-std=c++17", "-Wno-c23-extensions"),
        },
        # BlocksRuntime first, and in every library, used or not: libgnustep-base exports block functions of its own
        # that copy nothing with this runtime, and a library's names are looked up in the order of its loader's needs.
        libraries=(
            *("-Wl,--no-as-needed", "-lBlocksRuntime", "-Wl,--as-needed"),
            *("-lgnustep-base", "-lobjc", "-lstdc++", "-lpthread", "-ldl", "-lm"),
        ),
    )


def apple_toolchain(sanitize: str | None = None) -> Toolchain:
    """Apple's clang and SDK, through the command line tools."""
    if platform.machine() != "arm64":
        raise BuildError(f"MetalLink needs Apple silicon and a native Python; this one runs as {platform.machine()}")
    if shutil.which("xcrun") is None:
        raise BuildError("Apple's command line tools are missing; install them with: xcode-select --install")
    clang = _xcrun("--find", "clang")
    sdk = _xcrun("--show-sdk-path")
    platform_flags = ("-isysroot", sdk, "-arch", "arm64", f"-mmacosx-version-min={MACOS_MINIMUM}")
    sanitizer = _sanitizer_flags(sanitize)
    objective_c = ("-std=gnu11", "-fblocks", "-fno-objc-arc", *OBJECTIVE_C_ERRORS, *GUARDED_AT_RUN_TIME)
    return Toolchain(
        compiler=(clang,),
        linker=(clang, "-dynamiclib", *platform_flags, "-install_name", "@rpath/MetalLink.dylib", *sanitizer),
        # No -Werror: a warning that a newer Xcode brings must not keep a user from building.
        flags=(*platform_flags, "-O2", "-g", "-fvisibility=hidden", *WARNINGS, *sanitizer),
        language_flags={".c": ("-std=gnu11",), ".m": objective_c},
        libraries=("-framework", "Foundation", "-framework", "Metal"),
    )


def cross_toolchain(root: Path) -> Toolchain:
    """clang-19 and lld-19 for macOS with this project's own headers and stubs (macos/): a check, run on no Mac."""
    clang = find_program("clang-19", "clang-19")
    linker = find_program("ld64.lld-19", "lld-19")
    macos = root / "macos"
    platform_flags = (f"--target=arm64-apple-macos{MACOS_MINIMUM}", "-nostdlibinc", "-isystem", str(macos / "include"))
    objective_c = ("-std=gnu11", "-fblocks", "-fno-objc-arc", *GUARDED_AT_RUN_TIME)
    stubs = str(macos / "stubs")
    return Toolchain(
        compiler=(clang,),
        linker=(
            linker,
            *("-arch", "arm64", "-platform_version", "macos", MACOS_MINIMUM, MACOS_SDK),
            *("-dylib", "-install_name", "@rpath/MetalLink.dylib", "-F", stubs, "-L", stubs),
        ),
        flags=(*platform_flags, "-O2", "-fvisibility=hidden", *WARNINGS, "-Werror"),
        language_flags={".c": ("-std=gnu11",), ".m": objective_c},
        libraries=(
            *("-framework", "Foundation", "-framework", "CoreFoundation", "-framework", "Metal"),
            *("-lobjc", "-lSystem"),
        ),
    )


# On a Mac these are only warnings, and each of them is a fault whatever the compiler's version.
OBJECTIVE_C_ERRORS = (
    "-Werror=objc-method-access",
    "-Werror=implicit-function-declaration",
    "-Werror=incompatible-pointer-types",
    "-Werror=int-conversion",
    "-Werror=return-type",
)
# Newer methods are guarded by respondsToSelector:, which works on every Objective-C runtime and which clang's
# availability check does not know; macos/availability.json and its test take that check's place.
GUARDED_AT_RUN_TIME = ("-Wno-unguarded-availability-new",)


def find_program(name: str, package: str) -> str:
    """The absolute path of a program; a BuildError names the Debian package that has it."""
    found = shutil.which(name)
    if found is None:
        raise BuildError(f"{name} was not found; install it with: apt-get install {package}")
    return found


def run(command: list[str], what: str) -> None:
    """Run a compiler or linker; if it fails, raise its whole output with the command."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode != 0:
        status = f"{what} failed (exit status {done.returncode})"
        raise BuildError(f"{status}\n{shlex.join(command)}\n{done.stdout.rstrip()}")


def _require_headers(pattern: str, package: str) -> Path:
    found = sorted(Path("/").glob(pattern.lstrip("/")), key=_version_key)
    if not found:
        raise BuildError(f"{pattern} was not found; install it with: apt-get install {package}")
    return found[-1]


def _version_key(path: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in path.parts if part.isdigit())


def _sanitizer_flags(sanitize: str | None) -> tuple[str, ...]:
    if sanitize is None:
        return ()
    if sanitize not in SANITIZERS:
        raise BuildError(f"unknown sanitizer {sanitize!r}; known are {', '.join(SANITIZERS)}")
    return (*SANITIZERS[sanitize], "-fno-omit-frame-pointer")


def _xcrun(*arguments: str) -> str:
    done = subprocess.run(["xcrun", "--sdk", "macosx", *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise BuildError(f"xcrun {' '.join(arguments)} failed: {done.stderr.strip()}\nTry: xcode-select --install")
    return done.stdout.strip()
