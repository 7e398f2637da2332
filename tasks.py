"""The tasks of a MetalLink checkout: `.venv/bin/invoke --list`. `make` is a thin door to them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from invoke import Context, Exit, task

ROOT = Path(__file__).resolve().parent


def run(*command: object, **environment: str) -> None:
    """Runs a program in the foreground; its failure is this task's."""
    code = subprocess.run(
        [str(word) for word in command], cwd=ROOT, env={**os.environ, **environment}, check=False
    ).returncode
    if code:
        raise Exit(code=code)


def need_full_python(what: str) -> None:
    if sys.version_info < (3, 11):
        raise Exit(
            f"{what} needs Python 3.11 to 3.14; .venv has {sys.version.split()[0]}. "
            "Install one (brew install python@3.13, or from python.org) and run `make setup`.",
            code=1,
        )


@task
def setup(_: Context) -> None:
    """Install what is missing: Debian packages or a check of Apple's tools, .venv, pinned Python packages."""
    run("sh", ROOT / "python" / "metallink_build" / "provision.sh")


@task
def render(_: Context) -> None:
    """Render the specs into wrappers, shaders and tables below build/rendered/."""
    from metallink_build import render as renderer
    from metallink_build.spec import SpecError

    try:
        renderer.render(ROOT)
    except SpecError as error:
        raise Exit(str(error), code=1) from None


@task(
    help={
        "target": "host (this machine) or macos (cross-build of the dylib on Linux, for verification)",
        "only": "one part: softmetal",
    }
)
def build(_: Context, target: str = "host", only: str = "") -> None:
    """Render and compile the library for this machine; only what changed is compiled again."""
    from metallink_build import compile as compiler
    from metallink_build.spec import SpecError

    try:
        product = compiler.build(ROOT, target=target, only=only or None)
    except (SpecError, compiler.BuildError) as error:
        raise Exit(str(error), code=1) from None
    print(f"built {product.relative_to(ROOT)}")


@task(pre=[build])
def demo(_: Context) -> None:
    """Run the main job in a kernel session: MetalAdd, MetalMap, MetalImageNegate, with times and errors."""
    need_full_python("The demo")
    from metallink_build import demo as demonstration

    code = demonstration.main(ROOT)
    if code:
        raise Exit(code=code)


@task(
    pre=[build],
    help={
        "long": "the runs that take minutes too",
        "only": "a folder, file or pytest node",
        "match": "pytest's -k expression",
    },
)
def test(_: Context, long: bool = False, only: str = "", match: str = "") -> None:
    """Run every test: native, softmetal, host, kernels, integration, the macOS cross-build."""
    need_full_python("Testing")
    words = [*(["--long"] if long else []), *(["-k", match] if match else []), *([only] if only else [])]
    # Two at a time, a file to each: kernels and compilers are processes of their own, so that more would only wait.
    run(sys.executable, "-m", "pytest", "--numprocesses", "2", "--dist", "loadfile", *words)


@task(
    pre=[build],
    help={
        "setup": "install the packages that MetalLink is compared with, first",
        "only": "suites, with commas between: arrays, images, calls, doubles, kernel, huge ...",
        "quick": "small sizes and few rounds: shows that everything runs, its figures say nothing",
    },
)
def bench(_: Context, setup: bool = False, only: str = "", quick: bool = False) -> None:
    """Measure the library's speed beside its peers: a table, build/bench/bench.json and bench.png."""
    need_full_python("The benchmark")
    if setup:
        run(sys.executable, "-m", "benchmarks.install")
    words = [*(["--only", only] if only else []), *(["--quick"] if quick else [])]
    run(sys.executable, "-m", "benchmarks", *words)


@task(pre=[build])
def kernel(_: Context) -> None:
    """Start an interactive kernel session with MetalLink loaded."""
    need_full_python("mathics-kernel")
    from metallink_build import kernels

    try:
        path = kernels.kernel_path()
    except kernels.NoKernel as error:
        raise Exit(str(error), code=1) from None
    run(path, "-initfile", kernels.write_init_file(ROOT))


@task(
    help={
        "points": "a function, in all its ranges together",
        "only": "names of functions, separated by commas; then docs/accuracy.md stays as it is",
    }
)
def accuracy(_: Context, points: int = 10**7, only: str = "") -> None:
    """Measure the errors of elementary and special functions and write docs/accuracy.md (an hour; Linux)."""
    need_full_python("Measuring")
    from metallink_build.accuracy import report

    failures = report.write(ROOT, int(points), [name for name in only.split(",") if name])
    if failures:
        raise Exit("\n".join(failures), code=1)


@task
def coefficients(_: Context) -> None:
    """Compute the tables of coefficients in native/shaders anew (minutes)."""
    need_full_python("Computing")
    from metallink_build import coefficients as tables

    tables.write(ROOT)


@task
def doctor(_: Context) -> None:
    """Say what is found, what is missing, and what to do about it."""
    from metallink_build import doctor as examiner

    code = examiner.main(ROOT)
    if code:
        raise Exit(code=code)


@task
def clean(_: Context) -> None:
    """Remove what was built: build/ and LibraryResources/ (.venv stays)."""
    for name in ("build", "LibraryResources"):
        shutil.rmtree(ROOT / name, ignore_errors=True)
