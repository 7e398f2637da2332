# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel at a terminal: In[n] and Out[n], history, several lines to an input, Ctrl-C aborts."""

import sys
from contextlib import suppress
from pathlib import Path

from mathics.core.evaluation import Output
from mathics.core.interrupt import AbortInterrupt

HISTORY = Path("~/.mathics_kernel_history").expanduser()
HISTORY_LINES = 2000


class StandardOutput(Output):
    """Messages to standard error, prints to standard output, as they come."""

    def out(self, out):
        if out.is_message:
            print(f"{out.symbol}::{out.tag}: {out.text}", file=sys.stderr, flush=True)
        else:
            print(out.text, flush=True)


def interact(evaluator, prompt: bool = True) -> int:
    """Read, evaluate and print until end of input or Quit; the exit status."""
    evaluator.evaluation.output = StandardOutput()
    _set_history(evaluator, 100)
    terminal = sys.stdin.isatty()
    save_history = _use_readline() if terminal else lambda: None
    if prompt and terminal:
        _banner()
    try:
        while True:
            line_number = evaluator.definitions.get_line_no() + 1
            text = _read(f"In[{line_number}]:= " if prompt and terminal else "", evaluator)
            if text is None:
                return 0
            _evaluate_and_print(evaluator, text, f"Out[{line_number}]= " if prompt else "")
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else 0
    finally:
        save_history()


def _evaluate_and_print(evaluator, text: str, label: str) -> None:
    from mathics.core.symbols import SymbolNull

    outcome = evaluator.evaluate_text(text)
    if outcome.result is SymbolNull:
        return
    try:
        print(label + evaluator.evaluation.format_output(outcome.result, "text"), flush=True)
    except (KeyboardInterrupt, AbortInterrupt):
        evaluator.evaluation.stopped = False
        print("$Aborted", flush=True)


def _read(label: str, evaluator) -> str | None:
    """One complete input, of one or more lines; None at the end."""
    lines = []
    while True:
        try:
            lines.append(input(label if not lines else ""))
        except EOFError:
            return "\n".join(lines) if lines else None
        except KeyboardInterrupt:
            print()
            lines = []
            continue
        text = "\n".join(lines)
        if text.strip() and (lines[-1].strip() == "" or _complete(text, evaluator)):
            return text
        if not text.strip():
            lines = []


def _complete(text: str, evaluator) -> bool:
    """Whether `text` parses as far as it goes: only an input that stops in the middle asks for another line."""
    from mathics.core.parser import MathicsMultiLineFeeder, parse
    from mathics_scanner.errors import IncompleteSyntaxError, SyntaxError
    from mathics_scanner.location import ContainerKind

    feeder = MathicsMultiLineFeeder(text, "", ContainerKind.STRING)
    try:
        while not feeder.empty():
            parse(evaluator.definitions, feeder)
    except IncompleteSyntaxError:
        return False
    except SyntaxError:
        return True
    return True


def _set_history(evaluator, length: int) -> None:
    from mathics.core.atoms import Integer

    evaluator.definitions.set_ownvalue("System`$HistoryLength", Integer(length))


def _use_readline():
    """Line editing and a history file; returns what saves it."""
    try:
        import readline
    except ImportError:
        return lambda: None
    readline.set_history_length(HISTORY_LINES)
    with suppress(OSError):  # there is none before the first time
        readline.read_history_file(HISTORY)

    def save():
        try:
            readline.write_history_file(HISTORY)
        except OSError as error:
            print(f"mathics-kernel: history not saved: {error}", file=sys.stderr)

    return save


def _banner() -> None:
    from importlib.metadata import version

    print(f"mathics-kernel {version('mathics_kernel')} on Mathics3 {version('Mathics3')}. Quit[] or Ctrl-D ends.")
