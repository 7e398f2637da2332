# SPDX-License-Identifier: GPL-3.0-or-later
"""The mathics-kernel command, with the arguments of a Wolfram kernel that wolframclient and scripts use."""

import argparse
import os
import sys
from pathlib import Path

EXIT_SYNTAX = 2


def main(argv: list[str] | None = None) -> None:
    """Run the command and leave the process: threads of libraries must not keep it alive."""
    code = run(parser().parse_args(argv))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(
        prog="mathics-kernel",
        description="An open-source Wolfram kernel: reads expressions from a terminal, a file, or wolframclient.",
    )
    p.add_argument("-noprompt", action="store_true", help="no banner and no In and Out labels")
    p.add_argument("-initfile", action="append", default=[], metavar="FILE", help="read FILE first (repeatable)")
    p.add_argument("-run", action="append", default=[], metavar="CODE", help="evaluate CODE (repeatable), then end")
    p.add_argument("-script", metavar="FILE", help="read FILE and end; what it Prints goes to standard output")
    return p


def run(args: argparse.Namespace) -> int:
    clients = [code for code in args.run if "KernelPrivateStart" in code]
    if clients:
        _detach_output()
    from .protocol import Client, end_with_parent

    client = Client.from_run_argument(clients[0]) if clients else None
    if client is not None:
        end_with_parent()
    evaluator = _start(_init_files(args), idle_too=client is None)
    if client is not None:
        client.serve(evaluator)
        return 0
    if args.script:
        return _run_script(evaluator, args.script)
    if args.run:
        return _run_code(evaluator, args.run)
    from .terminal import interact

    return interact(evaluator, prompt=not args.noprompt)


def _detach_output() -> None:
    """wolframclient gives pipes for standard output and error and never reads them: a full pipe would block."""
    log = os.environ.get("MATHICS_KERNEL_LOG", os.devnull)
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    os.close(descriptor)


def _init_files(args: argparse.Namespace) -> list[str]:
    # initkernel.m is wolframclient's own: it makes a Wolfram kernel speak the protocol that is built in here.
    return [path for path in args.initfile if Path(path).name != "initkernel.m"]


def _start(init_files: list[str], idle_too: bool):
    sys.set_int_max_str_digits(0)
    from .evaluator import Evaluator
    from .session import new_session

    evaluator = Evaluator(new_session())
    evaluator.abort_on_interrupt(idle_too)
    for path in init_files:
        _report(evaluator.get(str(Path(path).resolve())))
    return evaluator


def _run_script(evaluator, path: str) -> int:
    if not Path(path).is_file():
        print(f"mathics-kernel: no such file: {path}", file=sys.stderr)
        return EXIT_SYNTAX
    return _ended(evaluator, lambda: evaluator.get(str(Path(path).resolve())))


def _run_code(evaluator, codes: list[str]) -> int:
    for code in codes:
        status = _ended(evaluator, lambda code=code: evaluator.evaluate_text(code))
        if status:
            return status
    return 0


def _ended(evaluator, work) -> int:
    """Do `work` with output as it comes; the exit status: what Exit[n] says, else 0."""
    from .terminal import StandardOutput

    evaluator.evaluation.output = StandardOutput()
    try:
        work()
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else 0
    return 0


def _report(outcome) -> None:
    for name, text in outcome.messages:
        print(f"{name}: {text}", file=sys.stderr)
