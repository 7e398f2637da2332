"""Which kernel is chosen, and what is said where there is none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from metallink_build import kernels


def test_the_named_kernel_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METALLINK_KERNEL", sys.executable)
    assert kernels.kernel_path() == Path(sys.executable)


@pytest.mark.parametrize("what", ["missing", "folder", "text"])
def test_a_name_of_no_program_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, what: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("no program")
    monkeypatch.setenv("METALLINK_KERNEL", str(tmp_path / what))
    with pytest.raises(kernels.NoKernel, match="not an executable file"):
        kernels.kernel_path()


def test_a_program_that_is_no_kernel_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METALLINK_KERNEL", "/bin/true")
    monkeypatch.setattr(kernels, "STARTUP_SECONDS", 2)
    with pytest.raises(kernels.NoKernel, match="what the kernel itself says"), kernels.metallink_session():
        pass


@pytest.mark.parametrize("text", ["plain", 'a "quoted" folder', "back\\slash"])
def test_strings_of_the_language(text: str) -> None:
    literal = kernels.wolfram_string(text)
    assert literal[0] == literal[-1] == '"'
    assert literal[1:-1].replace('\\"', '"').replace("\\\\", "\\") == text
