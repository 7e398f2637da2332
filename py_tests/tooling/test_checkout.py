"""What holds for the checkout as a whole: licences, imports, names, style."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TEXT = {
    ".py",
    ".wl",
    ".wlt",
    ".m",
    ".h",
    ".c",
    ".cc",
    ".metal",
    ".toml",
    ".md",
    ".sh",
    ".txt",
    ".yml",
    ".j2",
    ".json",
    ".tbd",
}


NOT_OURS = {".git", ".venv", "build", "LibraryResources", ".pytest_cache", ".ruff_cache", ".hypothesis", "__pycache__"}


def own_files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in NOT_OURS and path.suffix != ".egg-info":
            yield from own_files(path)
        elif path.is_file():
            yield path


@pytest.fixture(scope="module")
def sources(root: Path) -> dict[Path, str]:
    """Every text file of the checkout but this one, which names what it looks for."""
    files = (path for path in own_files(root) if path.suffix in TEXT and path != Path(__file__))
    return {path.relative_to(root): path.read_text(encoding="utf-8") for path in files}


def test_only_mathics_kernel_imports_mathics(sources: dict[Path, str]) -> None:
    """mathics is GPL code; everything else reaches it as a separate program."""
    imports = re.compile(r"^\s*(?:from|import)\s+(?:mathics|mathics_kernel)\b|import_module\(.mathics", re.MULTILINE)
    importing = {path for path, text in sources.items() if path.suffix == ".py" and imports.search(text)}
    strays = [str(path) for path in importing if path.parts[:2] != ("python", "mathics_kernel")]
    assert not strays
    assert importing, "the pattern finds mathics_kernel's own imports"


def test_no_path_of_one_machine_and_no_registry_host(sources: dict[Path, str]) -> None:
    forbidden = re.compile(
        r"(?<![\w.])/(?:work|home|root|Users)/\w|pypi\.org|pythonhosted|deb\.debian\.org|registry\.npmjs"
    )
    strays = [f"{path}: {found.group()}" for path, text in sources.items() for found in forbidden.finditer(text)]
    assert not strays


def test_python_is_clean(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "."], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_tasks_are_listed_with_help(root: Path) -> None:
    invoke = Path(sys.executable).with_name("invoke")
    listed = subprocess.run([invoke, "--list"], cwd=root, capture_output=True, text=True, check=True).stdout
    rows = dict(re.findall(r"^  (\w+)\s+(\S.*)$", listed, re.MULTILINE))
    assert {"setup", "render", "build", "demo", "test", "kernel", "doctor", "clean"} <= set(rows)


def test_licences_stand_where_they_apply(root: Path) -> None:
    assert "MIT License" in (root / "LICENSE").read_text()
    assert "GPL-3.0-or-later" in (root / "LICENSE").read_text()
    assert "GPL-3.0-or-later" in (root / "python/mathics_kernel/pyproject.toml").read_text()


def test_every_pin_is_exact(root: Path) -> None:
    for path in (root / "requirements").glob("*.txt"):
        for line in path.read_text().splitlines():
            assert re.match(r"#|-r \w+\.txt$|[\w.-]+(?:\[\w+\])?==[\w.]+(?:; .+)?$", line), f"{path.name}: {line}"
