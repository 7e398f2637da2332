# SPDX-License-Identifier: GPL-3.0-or-later
"""mathics-kernel at a terminal: prompts, several lines to an input, history from session to session, Ctrl-C."""

import fcntl
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

KERNEL = str(Path(sys.executable).with_name("mathics-kernel"))
SECONDS = 120  # where many tests share a processor
UP = "\x1b[A"
CONTROL_C = "\x03"
ESCAPES = re.compile(r"\x1b\[[?\d;]*[a-zA-Z]|\r")


def _take_terminal() -> None:
    """Make standard input the terminal of this process: Ctrl-C reaches it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A kernel behind a pseudo-terminal; `home` is where it keeps its history."""

    def __init__(self, home: Path):
        self._master, slave = pty.openpty()
        environment = {**os.environ, "HOME": str(home), "TERM": "xterm", "INPUTRC": os.devnull}
        self.process = subprocess.Popen(
            [KERNEL],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(slave)
        self._unread = ""

    def until(self, text: str) -> str:
        """What appears up to and with `text`."""
        deadline = time.monotonic() + SECONDS
        while text not in self._unread:
            ready, _, _ = select.select([self._master], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"{text!r} did not appear; there is {self._unread!r}"
            self._unread += ESCAPES.sub("", os.read(self._master, 4096).decode())
        seen, self._unread = self._unread.split(text, 1)
        return seen + text

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def close(self) -> int:
        self.type("Quit[]\n")
        status = self.process.wait(timeout=SECONDS)
        os.close(self._master)
        return status


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("home")


def test_a_session(home):
    terminal = Terminal(home)
    assert "mathics-kernel" in terminal.until("In[1]:= ")
    terminal.type("x = 40\n")
    terminal.until("Out[1]= 40")
    terminal.until("In[2]:= ")
    terminal.type("f[a_] :=\n  a + 2\n")
    terminal.until("In[3]:= ")
    terminal.type("f[x]\n")
    terminal.until("Out[3]= 42")
    terminal.type("% + Out[1]\n")
    terminal.until("Out[4]= 82")
    terminal.type("Pause[600]\n")
    terminal.until("Pause[600]")
    time.sleep(1)
    terminal.type(CONTROL_C)
    terminal.until("$Aborted")
    terminal.type("1/0\n")
    terminal.until("Power::infy")
    assert terminal.close() == 0
    assert "f[x]" in (home / ".mathics_kernel_history").read_text()


def test_the_history_of_the_last_session(home):
    terminal = Terminal(home)
    terminal.until("In[1]:= ")
    terminal.type(UP * 2 + "\n")  # before Quit[]
    assert "Power::infy" in terminal.until("Out[1]= ")
    assert terminal.close() == 0
