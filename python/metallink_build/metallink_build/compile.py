"""Builds the dynamic libraries: sources to objects to libsoftmetal.so and MetalLink.so or MetalLink.dylib.

Only what changed is compiled again: an object is kept with a record of its command and of the contents of every
file of the checkout that it was made from. One build at a time holds build/lock.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from metallink_build.incremental import Files, Record, parse_depfile, write_if_changed
from metallink_build.paths import library_path
from metallink_build.toolchain import (
    BuildError,
    Toolchain,
    apple_toolchain,
    cross_toolchain,
    linux_toolchain,
    run,
)

Report = Callable[[str], None]


def say(line: str) -> None:
    """Prints at once: a log, too, tells what a build waits for."""
    print(line, flush=True)


TARGETS = ("host", "macos")
EXPORTS = {
    "MetalLink": ("WolframLibrary_*", "metallink_*"),
    "softmetal": ("MTL*", "__objc_class_name_MTL*", "softmetal_*", "sm_*"),
}


@dataclass(frozen=True)
class Library:
    """A dynamic library to build. Paths are absolute; includes are compiler flags."""

    name: str
    sources: tuple[Path, ...]
    product: Path
    objects: Path
    includes: tuple[str, ...] = ()
    link_flags: tuple[str, ...] = ()
    links: tuple[Path, ...] = ()


def build(
    root: Path,
    target: str = "host",
    only: str | None = None,
    sanitize: str | None = None,
    report: Report = say,
) -> Path:
    """Build the library of the checkout at root and return its path.

    target: "host" for this machine, "macos" for build/macos/MetalLink.dylib from Linux.
    only: "softmetal" builds libsoftmetal.so alone (Linux).
    sanitize: "address", "thread" or "undefined"; the products then go to build/sanitize-<name>/.
    Raises BuildError with the compiler's whole output and its command.
    """
    _check_request(target, only, sanitize)
    root = root.resolve()
    with _lock(root / "build" / "lock", report):
        if only == "softmetal":
            return _build_library(root, softmetal_library(root, sanitize), linux_toolchain(sanitize), report)
        _render(root)
        if target == "macos" and sys.platform != "darwin":
            return _build_library(root, metallink_library(root, target), cross_toolchain(root), report)
        if sys.platform == "darwin":
            product = _build_library(root, metallink_library(root, "host", sanitize), apple_toolchain(sanitize), report)
        else:
            toolchain = linux_toolchain(sanitize)
            softmetal = _build_library(root, softmetal_library(root, sanitize), toolchain, report)
            product = _build_library(root, metallink_library(root, "host", sanitize, softmetal), toolchain, report)
        functions = root / "build" / "rendered" / "LibraryFunctions.wl"
        write_if_changed(product.parent / functions.name, functions.read_text())
        return product


def softmetal_library(root: Path, sanitize: str | None = None) -> Library:
    """libsoftmetal.so; it finds the OpenCL runtime in the checkout's .venv."""
    folder = _products(root, sanitize) / "softmetal"
    return Library(
        name="softmetal",
        sources=_sources(root / "softmetal" / "src", (".c", ".m", ".cc")),
        product=folder / "libsoftmetal.so",
        objects=_objects(root, sanitize, "softmetal"),
        includes=("-I", str(root / "softmetal" / "include"), "-iquote", str(root / "softmetal" / "src")),
        link_flags=(
            "-Wl,-soname,libsoftmetal.so",
            f"-Wl,-rpath,$ORIGIN/{os.path.relpath(root / '.venv' / 'lib', folder)}",
            _export_flag(root, "softmetal"),
        ),
    )


def metallink_library(root: Path, target: str, sanitize: str | None = None, softmetal: Path | None = None) -> Library:
    """MetalLink from native/ and the rendered sources, for this machine or for the macOS check."""
    rendered = root / "build" / "rendered"
    sources = (*_sources(root / "native", (".m",)), *_sources(rendered, (".m", ".c")))
    # The core's headers by quoted names only: <memory.h> is the system's, whatever native/ has.
    quoted = (f"-iquote{root / 'native'}", f"-iquote{rendered}")
    includes = ("-I", str(root / "native" / "include"), *quoted)
    metal_headers = ("-isystem", str(root / "softmetal" / "include"))
    if target == "macos" and sys.platform != "darwin":
        product = root / "build" / "macos" / "MetalLink.dylib"
        return Library("MetalLink", sources, product, _objects(root, None, "macos"), (*includes, *metal_headers))
    product = library_path(root)
    if sanitize:
        product = _products(root, sanitize) / product.name
    objects = _objects(root, sanitize, "host")
    if softmetal is None:
        return Library("MetalLink", sources, product, objects, includes)
    link_flags = (
        f"-Wl,-rpath,$ORIGIN/{os.path.relpath(softmetal.parent, product.parent)}",
        _export_flag(root, "MetalLink"),
    )
    return Library("MetalLink", sources, product, objects, (*includes, *metal_headers), link_flags, (softmetal,))


def _check_request(target: str, only: str | None, sanitize: str | None) -> None:
    if target not in TARGETS:
        raise BuildError(f"unknown target {target!r}; known are {', '.join(TARGETS)}")
    if only not in (None, "softmetal"):
        raise BuildError(f'unknown part {only!r}; only "softmetal" can be built alone')
    if only == "softmetal" and (sys.platform == "darwin" or target == "macos"):
        raise BuildError("softmetal stands in for Metal on Linux; there is nothing to build for macOS")
    if sanitize and target == "macos":
        raise BuildError("a sanitized library needs the compiler's run-time library: build it for the host")


def _render(root: Path) -> None:
    from metallink_build.render import render

    render(root)


def _products(root: Path, sanitize: str | None) -> Path:
    return root / "build" / f"sanitize-{sanitize}" if sanitize else root / "build"


def _objects(root: Path, sanitize: str | None, name: str) -> Path:
    return root / "build" / "obj" / (f"{name}-{sanitize}" if sanitize else name)


def _sources(folder: Path, suffixes: tuple[str, ...]) -> tuple[Path, ...]:
    return tuple(sorted(path for path in folder.rglob("*") if path.suffix in suffixes and path.is_file()))


def _export_flag(root: Path, name: str) -> str:
    """A linker version script: the Objective-C metadata of GCC's runtime ignores -fvisibility=hidden."""
    script = root / "build" / "obj" / f"{name}.exports"
    exported = "".join(f" {pattern};" for pattern in EXPORTS[name])
    write_if_changed(script, f"{{ global:{exported} local: *; }};\n")
    return f"-Wl,--version-script={script}"


def _build_library(root: Path, library: Library, toolchain: Toolchain, report: Report) -> Path:
    if not library.sources:
        raise BuildError(f"{library.name}: no source files found for {library.product.name}")
    builder = _Builder(root, toolchain, report)
    objects = builder.compile_all(library)
    builder.link(library, objects)
    return library.product


class _Builder:
    """Compiles and links what is not up to date."""

    def __init__(self, root: Path, toolchain: Toolchain, report: Report) -> None:
        self._root = root
        self._toolchain = toolchain
        self._report_line = report
        self._report_lock = Lock()
        self._identity = toolchain.identity()
        self._files = Files()

    def compile_all(self, library: Library) -> list[Path]:
        objects = [library.objects / self._object_name(source) for source in library.sources]
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            jobs = [
                pool.submit(self._compile, source, product, library.includes)
                for source, product in zip(library.sources, objects)
            ]
            _, waiting = wait(jobs, return_when=FIRST_EXCEPTION)
            for job in waiting:
                job.cancel()
        failures = [job.exception() for job in jobs if not job.cancelled() and job.exception()]
        if not failures:
            return objects
        if not all(isinstance(failure, BuildError) for failure in failures):
            raise next(failure for failure in failures if not isinstance(failure, BuildError))
        raise BuildError("\n\n".join(map(str, failures)))

    def link(self, library: Library, objects: list[Path]) -> None:
        product = library.product
        # Moved into place as a whole: a process that has the old library mapped keeps it. Under its own name, which
        # a Mach-O signature carries.
        partial = library.objects / product.name
        inputs = [*objects, *library.links]
        command = self._toolchain.link_command(inputs, partial, library.link_flags)
        record = self._record(library.objects / f"{product.name}.json", product, command)
        if record.up_to_date():
            return
        self._report(f"link {self._shown(product)}")
        product.parent.mkdir(parents=True, exist_ok=True)
        record.begin()
        run(command, f"linking {self._shown(product)}")
        partial.replace(product)
        record.complete(inputs)

    def _compile(self, source: Path, product: Path, includes: tuple[str, ...]) -> None:
        depfile = product.with_suffix(".d")
        command = self._toolchain.compile_command(source, product, depfile, includes)
        record = self._record(product.with_suffix(".json"), product, command)
        if record.up_to_date():
            return
        self._report(f"compile {self._shown(source)}")
        record.begin()
        run(command, f"compiling {self._shown(source)}")
        record.complete(self._own_files(depfile))

    def _report(self, line: str) -> None:
        with self._report_lock:
            self._report_line(line)

    def _record(self, path: Path, product: Path, command: list[str]) -> Record:
        key = hashlib.sha256("\0".join([self._identity, *command]).encode()).hexdigest()
        return Record(path, product, key, self._files)

    def _own_files(self, depfile: Path) -> list[Path]:
        """The files of the checkout that an object was made from; system headers come with the compiler."""
        paths = parse_depfile(depfile.read_text(), Path.cwd())
        return sorted({path for path in paths if self._root in path.parents})

    def _object_name(self, source: Path) -> Path:
        relative = source.relative_to(self._root)
        return relative.with_name(relative.name + ".o")

    def _shown(self, path: Path) -> str:
        return str(path.relative_to(self._root))


@contextmanager
def _lock(path: Path, report: Report) -> Iterator[None]:
    """Only one build of a checkout at a time; the system frees the lock if a build is killed."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        opened = path.open("w")
    except OSError as error:
        raise BuildError(
            f"{path} cannot be written ({error.strerror}): a build needs a checkout that it may write to"
        ) from None
    with opened as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            report("waiting for another build of this checkout")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
