"""Sessions of a kernel with native and with emulated doubles, and random expressions run in them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def emulated(root: Any) -> Iterator[Any]:
    """A kernel session whose device computes doubles in integer arithmetic."""
    from metallink_build.kernels import metallink_session

    before = os.environ.get("METALLINK_EMULATE_DOUBLE")
    os.environ["METALLINK_EMULATE_DOUBLE"] = "1"
    try:
        with metallink_session(root) as session:
            yield session
    finally:
        if before is None:
            del os.environ["METALLINK_EMULATE_DOUBLE"]
        else:
            os.environ["METALLINK_EMULATE_DOUBLE"] = before
