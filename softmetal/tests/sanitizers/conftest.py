"""The runtime's test programs once more, each compiled with a sanitizer, over a libsoftmetal.so that is built so."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import metal_program
import pytest
from metallink_build.compile import build

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
# Objective-C's runtime and the OpenCL runtime keep memory until the process ends; what softmetal keeps is counted by
# tests of its own. Libraries that are not instrumented are taken as right: what they lock cannot be seen.
OPTIONS = {
    "address": {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"},
    "thread": {"TSAN_OPTIONS": f"ignore_noninstrumented_modules=1 suppressions={HERE / 'suppressions.txt'}"},
}


@pytest.fixture(scope="session")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], metal_program.Program]:
    """sanitized(sanitizer, name): the program <name>.m of this folder or of runtime/, compiled."""

    @cache
    def library(sanitizer: str) -> Path:
        return build(ROOT, only="softmetal", sanitize=sanitizer, report=lambda line: None)

    @cache
    def program(sanitizer: str, name: str) -> metal_program.Program:
        source = next(path for folder in (HERE, HERE.parent / "runtime") if (path := folder / f"{name}.m").exists())
        folder = tmp_path_factory.mktemp(sanitizer)
        return metal_program.compile_program(source, library(sanitizer), folder, sanitize=sanitizer)

    return program
