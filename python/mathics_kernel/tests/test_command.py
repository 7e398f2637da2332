# SPDX-License-Identifier: GPL-3.0-or-later
"""The mathics-kernel command without a client: -run, -script, a terminal."""

import subprocess
import sys
from pathlib import Path

import pytest

KERNEL = str(Path(sys.executable).with_name("mathics-kernel"))


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess:
    return subprocess.run([KERNEL, *arguments], input=given, capture_output=True, text=True, timeout=200)


def test_run_evaluates_code_with_output_as_it_comes():
    done = run("-run", "x = 20; Print[x + 22]", "-run", "1/0; Print[$SystemID]")
    assert done.stdout.splitlines()[0] == "42"
    assert done.stdout.splitlines()[1].split("-")[0] in ("Linux", "MacOSX")
    assert "Power::infy" in done.stderr
    assert done.returncode == 0


def test_script_knows_its_file_and_its_exit_code(tmp_path):
    script = tmp_path / "script.wl"
    script.write_text('Print[FileNameTake[$InputFileName]];\nExit[3];\nPrint["never"];\n')
    done = run("-script", str(script))
    assert done.stdout == "script.wl\n"
    assert done.returncode == 3


def test_a_missing_script_is_said():
    done = run("-script", "no such file.wl")
    assert done.returncode == 2
    assert "no such file.wl" in done.stderr


def test_standard_input_is_read_as_a_session(tmp_path):
    (tmp_path / "init.wl").write_text("a = 5;")
    done = run("-noprompt", "-initfile", str(tmp_path / "init.wl"), given="f[x_] :=\n  a x\nf[3]\n1 +\n2\nQuit[]\n")
    assert done.stdout.split() == ["15", "3"]
    assert done.returncode == 0


def test_the_prelude_and_the_builtins_load_without_a_word():
    done = run("-run", "1")
    assert done.stderr == ""
    assert done.stdout == ""


STOCK = """
from mathics.core.load_builtin import import_and_load_builtins
import_and_load_builtins()
from mathics.session import MathicsSession
session = MathicsSession(character_encoding="UTF-8")
"""
OURS = """
from mathics_kernel.session import new_session
session = new_session()
"""
TIMED = """
import time
session.evaluate("1+1")
print(time.process_time())
"""


@pytest.mark.long
def test_the_start_takes_no_longer_than_mathics_own():
    seconds = {}
    for name, code in (("stock", STOCK), ("ours", OURS)):
        done = subprocess.run([sys.executable, "-c", code + TIMED], capture_output=True, text=True, check=True)
        seconds[name] = float(done.stdout)
    assert seconds["ours"] < seconds["stock"] + 0.3
