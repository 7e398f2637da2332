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
# GNUstep and GCC's Objective-C runtime take two locks of theirs in either order while a program starts, before it has a
# second thread: the order of locks is not asked for, races are, in all libraries but those of races.txt.
# Frames are module and offset: for names a sanitizer starts a program, and complains where there is none.
OPTIONS = {
    "address": {
        "ASAN_OPTIONS": "detect_leaks=1:symbolize=0",
        "LSAN_OPTIONS": f"print_suppressions=0 suppressions={HERE / 'leaks.txt'}",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    },
    "thread": {"TSAN_OPTIONS": f"detect_deadlocks=0 symbolize=0 suppressions={HERE / 'races.txt'}"},
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
