# SPDX-License-Identifier: GPL-3.0-or-later
"""wolframclient's side of a kernel: expressions in and evaluation data out, as WXF over two ZeroMQ sockets.

The client binds; the kernel pulls expressions from one socket, pushes replies to the other and publishes log
lines as JSON to a third. See initkernel.m in wolframclient for what a Wolfram kernel does there.
"""

import json
import os
import re
import threading
import time

from . import wxf
from .evaluator import Evaluator, Outcome

START = re.compile(r'ClientLibrary`Private`KernelPrivateStart\["([^"]*)", "([^"]*)"(?:, "([^"]*)", (\d+))?\];?\s*')
DEBUG, INFO, WARN, ERROR = 1, 2, 3, 4
READY = b"OK"
PARENT_CHECK_SECONDS = 0.5


class Client:
    """The sockets of one client. uris: (expressions, replies[, log])."""

    def __init__(self, expressions: str, replies: str, log: str | None = None, log_level: int = ERROR + 1):
        import zmq

        context = zmq.Context()
        self.expressions = context.socket(zmq.PULL)
        self.expressions.connect(expressions)
        self.replies = context.socket(zmq.PUSH)
        self.replies.connect(replies)
        self.log_level = log_level
        self.logger = None
        if log:
            self.logger = context.socket(zmq.PUB)
            self.logger.connect(log)

    @classmethod
    def from_run_argument(cls, code: str) -> "Client | None":
        """The client that `-run code` asks for, None where the code is something else."""
        match = START.fullmatch(code.strip())
        if match is None:
            return None
        expressions, replies, log, level = match.groups()
        return cls(expressions, replies, log, int(level) if level else ERROR + 1)

    def log(self, level: int, text: str) -> None:
        if self.logger is not None and level >= self.log_level:
            self.logger.send(json.dumps({"msg": text, "level": level}).encode())

    def serve(self, evaluator: Evaluator) -> None:
        """Answer expressions until one of them quits."""
        self.replies.send(READY)
        while True:
            frame = self.expressions.recv(copy=False)
            self.log(DEBUG, "Evaluating a new expression.")
            try:
                reply = self.answer(evaluator, frame.buffer)
            except SystemExit:
                return
            self.replies.send(reply, copy=False)
            self.log(DEBUG, "Done responding.")

    def answer(self, evaluator: Evaluator, data) -> bytes:
        full_name = evaluator.definitions.lookup_name
        try:
            expr = wxf.loads(data, full_name)
        except Exception as error:  # whatever the bytes are, the client gets an answer
            return _reply(_failed(f"The expression cannot be read: {error}"), full_name)
        if expr.get_name() == "System`Quit":
            raise SystemExit
        outcome = evaluator.evaluate(expr)
        for line in outcome.printed:
            self.log(INFO, line)
        for _, text in outcome.messages:
            self.log(WARN, text)
        self.log(INFO, f"Evaluation took: {outcome.seconds:.6f}s")
        try:
            return _reply(outcome, full_name)
        except Exception as error:  # an atom of Mathics that has no WXF form must not leave the client waiting
            return _reply(_failed(f"The result cannot be written: {type(error).__name__}: {error}"), full_name)


def end_with_parent() -> None:
    """End this process soon after its parent is gone, also in the middle of an evaluation."""
    parent = os.getppid()

    def watch():
        while os.getppid() == parent:
            time.sleep(PARENT_CHECK_SECONDS)
        os._exit(0)

    threading.Thread(target=watch, daemon=True, name="parent-watch").start()


def _failed(text: str) -> Outcome:
    from mathics.core.systemsymbols import SymbolFailed

    return Outcome(SymbolFailed, [("General::kernel", text)])


def _reply(outcome: Outcome, full_name) -> bytes:
    """The association that EvaluationData gives, with the result as WXF bytes and the messages as text."""
    from mathics.core.atoms import String
    from mathics.core.expression import Expression
    from mathics.core.symbols import Symbol
    from mathics.core.systemsymbols import SymbolMessageName

    messages = []
    for name, text in outcome.messages:
        symbol, tag = name.rsplit("::", 1)
        messages.append((Expression(SymbolMessageName, Symbol(full_name(symbol)), String(tag)), text))
    return wxf.dumps(
        {
            "Result": wxf.dumps(outcome.result),
            "Success": not outcome.messages,
            "FailureType": "MessageFailure" if outcome.messages else None,
            "OutputLog": outcome.printed,
            "Output": outcome.printed,
            "Messages": [name for name, _ in messages],
            "MessagesText": [text for _, text in messages],
            "Timing": outcome.seconds,
            "AbsoluteTiming": outcome.seconds,
        }
    )
