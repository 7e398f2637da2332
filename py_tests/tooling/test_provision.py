"""Set-up: which Python it chooses, and what it says where a machine lacks something."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from metallink_build import provision

SCRIPT = Path(provision.__file__).parents[1] / "provision.sh"


def make_program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def fake_python(path: Path, minor: int) -> Path:
    """Stands for Python 3.minor: answers the version question truly and, for a script, says that it was chosen."""
    real = sys.executable
    return make_program(
        path,
        f'if [ "$1" = -c ]; then exec {real} -c "import sys; sys.version_info = (3, {minor}, 0); $2"; fi\n'
        f"echo chosen 3.{minor}",
    )


def run_script(path: str, beyond: str = "") -> subprocess.CompletedProcess[str]:
    environment = {"PATH": path, "METALLINK_PYTHON_FOLDERS": beyond}
    return subprocess.run(["/bin/sh", str(SCRIPT)], env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder with what the script itself calls and no Python."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("dirname", "tr", "cat"):
        (folder / name).symlink_to(shutil.which(name) or name)
    return folder


def test_no_python_is_said_with_what_to_do(tools: Path) -> None:
    done = run_script(str(tools))
    assert done.returncode == 1
    assert "needs Python 3.11 to 3.14" in done.stderr
    assert "apt-get install python3 python3-venv" in done.stderr


def test_a_wrong_python_is_passed_over(tools: Path, tmp_path: Path) -> None:
    fake_python(tmp_path / "old" / "python3", 7)
    assert run_script(f"{tmp_path / 'old'}:{tools}").returncode == 1


def test_a_newer_python_elsewhere_is_preferred_to_an_old_one_on_path(tools: Path, tmp_path: Path) -> None:
    fake_python(tmp_path / "apple" / "python3", 9)
    fake_python(tmp_path / "brew" / "python3.13", 13)
    done = run_script(f"{tmp_path / 'apple'}:{tools}", beyond=str(tmp_path / "brew"))
    assert (done.returncode, done.stdout.strip()) == (0, "chosen 3.13")


def test_an_old_python_serves_where_it_is_all_there_is(tools: Path, tmp_path: Path) -> None:
    fake_python(tmp_path / "apple" / "python3", 9)
    done = run_script(f"{tmp_path / 'apple'}:{tools}")
    assert (done.returncode, done.stdout.strip()) == (0, "chosen 3.9")


def test_provision_refuses_a_python_that_does_not_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 15, 0))
    with pytest.raises(provision.SetupError, match=r"needs 3\.11 to 3\.14"):
        provision.check_python()


@pytest.mark.parametrize("name", ["$HOME", "it's", 'a "b"', "two words"])
def test_a_folder_that_tools_cannot_run_from_is_refused(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(provision, "ROOT", Path("somewhere") / name)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(provision.SetupError, match="move or rename it"):
        provision.check_folder()


def test_a_mac_takes_folders_with_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provision, "ROOT", Path("Macintosh HD/Ünï cødé"))
    monkeypatch.setattr(sys, "platform", "darwin")
    provision.check_folder()


def test_without_rights_the_command_for_an_administrator_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provision, "root_prefix", lambda: None)
    with pytest.raises(provision.SetupError) as caught:
        provision.install_debian_packages(["clang-19", "lld-19"])
    assert "apt-get install --yes --no-install-recommends clang-19 lld-19" in str(caught.value)


def test_without_network_apt_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make_program(tmp_path / "apt-get", "exit 100")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(provision, "root_prefix", lambda: [])
    with pytest.raises(provision.SetupError, match="is there a network"):
        provision.install_debian_packages(["clang-19"])


def test_no_sudo_means_no_rights(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert provision.root_prefix() is None


def test_a_failing_pip_says_how_to_do_without_a_network(tmp_path: Path) -> None:
    python = make_program(tmp_path / "python", "exit 1")
    with pytest.raises(provision.SetupError, match="PIP_FIND_LINKS"):
        provision.pip(python, "install", "something")


def test_missing_packages_are_those_that_dpkg_does_not_know(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make_program(tmp_path / "dpkg-query", 'for last; do :; done\n[ "$last" = lld-19 ] || printf installed')
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert provision.missing_debian_packages() == ["lld-19"]


def test_this_environment_is_as_pinned() -> None:
    """The environment that runs the tests is the one that set-up made: a second set-up has nothing to do."""
    assert provision.is_current()
