"""The core under sanitizers: a C program calls it from one thread and from eight."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform != "linux", reason="links softmetal")]

# The OpenCL runtime and its worker threads are not instrumented: what happens inside them is not the library's.
SUPPRESSIONS = "\n".join(
    f"{kind}:{library}"
    for kind in ("race", "thread", "signal", "mutex", "deadlock")
    for library in ("libintelocl", "libtbb", "libocl", "libOclCpuBackEnd", "libcl_logger", "libobjc", "libgnustep-base")
)


@pytest.fixture(scope="module", params=["thread", "address", "undefined"])
def sanitized(request, root, tmp_path_factory) -> tuple[str, Path, Path]:
    """The sanitizer, the library built with it, and the program that calls it."""
    from metallink_build import compile

    library = compile.build(root, sanitize=request.param, report=lambda line: None)
    program = tmp_path_factory.mktemp(request.param) / "calls"
    flags = ["-O1", "-g1", "-Wall", "-Wextra", "-Werror", f"-fsanitize={request.param}", "-fno-sanitize-recover=all"]
    source = root / "py_tests" / "native" / "programs" / "calls.c"
    command = ["clang-19", *flags, "-I", root / "native" / "include", source, "-o", program, "-lpthread", "-ldl"]
    subprocess.run(command, check=True)
    return request.param, library, program


@pytest.mark.parametrize("threads", [1, 8])
def test_calls(sanitized, tmp_path, threads):
    name, library, program = sanitized
    suppressions = tmp_path / "suppressions"
    suppressions.write_text(SUPPRESSIONS if name == "thread" else "")
    options = {
        "TSAN_OPTIONS": f"halt_on_error=1:ignore_noninstrumented_modules=1:suppressions={suppressions}",
        "ASAN_OPTIONS": "detect_leaks=0:halt_on_error=1",  # pipelines live as long as the process
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    }
    done = subprocess.run(
        [program, library, str(threads), "20"],
        env={**os.environ, **options},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-6000:]
    assert "Sanitizer" not in done.stderr
