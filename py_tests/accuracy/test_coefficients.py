"""The tables of coefficients in native/shaders are what their script computes."""

from __future__ import annotations

import pytest
from metallink_build.coefficients import FILES, text

SLOW = "bessel"


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if SLOW in name else (), id=name) for name in FILES]
)
def test_reproduced(root, name):
    assert (root / "native" / "shaders" / name).read_text(encoding="utf-8") == text(name)
