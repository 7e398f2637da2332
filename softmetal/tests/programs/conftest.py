"""The authors' programs, compiled against softmetal on Linux and against Metal on a Mac."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from metal_program import Program, compile_for_metal, compile_program

HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="session")
def author_program(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Program]:
    """author_program(name): <name>.m, compiled."""
    folder = tmp_path_factory.mktemp("author-programs")
    compiled: dict[str, Program] = {}

    def get(name: str) -> Program:
        if name not in compiled:
            source = HERE / f"{name}.m"
            if sys.platform == "darwin":
                compiled[name] = compile_for_metal(source, folder)
            else:
                compiled[name] = compile_program(source, request.getfixturevalue("softmetal"), folder)
        return compiled[name]

    return get
