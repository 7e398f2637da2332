# SPDX-License-Identifier: GPL-3.0-or-later
"""Aborts: from Ctrl-C, and from TimeConstrained's limit, inside Mathics and inside a library's function.

An abort sets ``evaluation.stopped``: Mathics looks at it at every step, and a library sees it through AbortQ. Python
code that looks at neither (a loop in SymPy) gets an exception; but never while a library's function runs, whose
callbacks could only lose it.
"""

import ctypes
import signal
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager

from mathics.core.interrupt import AbortInterrupt

GRACE_SECONDS = 0.05

_in_library: set[int] = set()  # threads that are inside a library's function
_limits: list["_Limit"] = []  # of the evaluating thread, outermost first


class _LimitReached(BaseException):
    """Raised in the evaluating thread; no `except Exception` of Mathics or SymPy swallows it, as Mathics' own pattern
    matcher does with its TimeoutInterrupt."""


@contextmanager
def inside_library():
    """Marks a call into a library: exceptions from outside wait until it returns."""
    thread = threading.get_ident()
    _in_library.add(thread)
    try:
        yield
    finally:
        _in_library.discard(thread)


def abort_requested(evaluation) -> bool:
    return bool(evaluation.stopped or evaluation.timeout)


def check_abort(evaluation) -> None:
    """Leave the evaluation if it has been asked to stop."""
    if not evaluation.stopped:
        return
    if any(limit.expired for limit in _limits):
        raise _LimitReached
    raise AbortInterrupt


def on_interrupt(evaluation, interruptible: Callable[[], bool]) -> None:
    """Make SIGINT abort what `evaluation` is doing, or raise KeyboardInterrupt in whatever else is `interruptible`."""
    main = threading.get_ident()

    def handle(*_):
        if not interruptible():
            return
        evaluation.stopped = True
        if main not in _in_library:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, handle)


def time_constrained(expr, seconds: float, failexpr, evaluation):
    """The value of `expr`, or of `failexpr` if it takes more than `seconds`."""
    limit = _Limit(seconds, evaluation)
    try:
        try:
            limit.start()
            return expr.evaluate(evaluation)
        finally:
            limit.finish()
    except _LimitReached:
        limit.finish()
        if not limit.expired:
            raise
    return failexpr.evaluate(evaluation)


class _Limit:
    def __init__(self, seconds: float, evaluation):
        self.evaluation = evaluation
        self.seconds = seconds
        self.thread = threading.get_ident()
        self.lock = threading.Lock()
        self.over = threading.Event()
        self.expired = False

    def start(self) -> None:
        _limits.append(self)
        self.evaluation.timeout_queue.append((self.seconds, time.time()))
        threading.Thread(target=self._watch, daemon=True, name="TimeConstrained").start()

    def finish(self) -> None:
        with self.lock:
            if self.over.is_set():
                return
            self.over.set()
            if self.expired:
                _set_exception(self.thread, None)
        _limits.remove(self)
        self.evaluation.timeout_queue.pop()
        if self.expired:
            self.evaluation.stopped = any(limit.expired for limit in _limits)

    def _watch(self) -> None:
        if self.over.wait(self.seconds):
            return
        with self.lock:
            if self.over.is_set():
                return
            self.expired = True
            self.evaluation.stopped = True
        while not self.over.wait(GRACE_SECONDS):
            with self.lock:
                if not self.over.is_set() and self.thread not in _in_library:
                    _set_exception(self.thread, _LimitReached)


def _set_exception(thread: int, exception: type | None) -> None:
    value = None if exception is None else ctypes.py_object(exception)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), value)
