"""The core under sanitizers: a C program calls it from one thread and from eight."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform != "linux", reason="links softmetal")]


@pytest.fixture(scope="module", params=["thread", "address", "undefined"])
def sanitized(request, root, tmp_path_factory) -> tuple[Path, Path]:
    """The library built with a sanitizer, and the program that calls it."""
    from metallink_build import compile

    library = compile.build(root, sanitize=request.param, report=lambda line: None)
    softmetal = library.parent / "softmetal" / "libsoftmetal.so"
    program = tmp_path_factory.mktemp(request.param) / "calls"
    flags = ["-O1", "-g1", "-Wall", "-Wextra", "-Werror", f"-fsanitize={request.param}", "-fno-sanitize-recover=all"]
    source = root / "py_tests" / "native" / "programs" / "calls.c"
    # The sanitizer's run-time library is in the program: it has to have what the libraries need of it, and it opens
    # libraries on their behalf.
    folders = (library.parent, softmetal.parent, root / ".venv" / "lib")
    linked = [library, softmetal, "-fsanitize-link-c++-runtime", "-lstdc++", "-lm", "-lpthread", "-ldl"]
    paths = [f"-Wl,-rpath,{folder}" for folder in folders]
    command = ["clang-19", *flags, "-I", root / "native" / "include", source, "-o", program, *linked, *paths]
    subprocess.run(command, check=True)
    return library, program


@pytest.mark.parametrize("threads", [1, 8])
def test_calls(root, sanitized, threads):
    library, program = sanitized
    races = root / "softmetal" / "tests" / "sanitizers" / "races.txt"
    options = {
        "TSAN_OPTIONS": f"detect_deadlocks=0:symbolize=0:suppressions={races}",  # as softmetal's own tests
        # Pipelines live as long as the process; the OpenCL runtime's threads have signal stacks of their own.
        "ASAN_OPTIONS": "detect_leaks=0:use_sigaltstack=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
    done = subprocess.run(
        [program, library, str(threads), "20"],
        env={**os.environ, **options},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
