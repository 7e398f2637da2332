"""The library under test, and programs compiled against it once a session."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from metallink_build.compile import build

HERE = Path(__file__).resolve().parent
_specification = importlib.util.spec_from_file_location("metal_program", HERE / "metal_program.py")
metal_program = importlib.util.module_from_spec(_specification)
sys.modules["metal_program"] = metal_program
_specification.loader.exec_module(metal_program)


@pytest.fixture(scope="session")
def softmetal() -> Path:
    """libsoftmetal.so, built if need be."""
    return build(HERE.parents[1], only="softmetal", report=lambda line: None)


@pytest.fixture(scope="session")
def program(softmetal: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], object]:
    """program(name): softmetal/tests/runtime/<name>.m, compiled."""
    folder = tmp_path_factory.mktemp("programs")
    compiled = {}

    def get(name: str) -> object:
        if name not in compiled:
            compiled[name] = metal_program.compile_program(HERE / "runtime" / f"{name}.m", softmetal, folder)
        return compiled[name]

    return get
