"""Fixtures that all tests share: the checkout, the built library, and a kernel session with MetalLink loaded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests that take minutes too")


def pytest_configure(config: pytest.Config) -> None:
    # Never the user's own cache: tests damage theirs on purpose.
    os.environ["SOFTMETAL_CACHE"] = str(ROOT / "build" / "test-cache")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def library(root: Path) -> Any:
    """The built MetalLink library, loaded by librarylink_host."""
    from librarylink_host import Library
    from metallink_build.paths import library_path

    return Library(library_path(root))


@pytest.fixture(scope="session")
def kernel(root: Path) -> Iterator[Any]:
    """A kernel session driven by wolframclient, with MetalLink loaded."""
    from metallink_build.kernels import metallink_session

    with metallink_session(root) as session:
        yield session
