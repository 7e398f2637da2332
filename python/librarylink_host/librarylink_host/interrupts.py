"""Exceptions that arrive from outside while a library runs: Control-C, and those set by other threads.

Python raises them at the first bytecode of a callback, before the callback's own "try": ctypes would drop them and
leave the callback's result undefined, a pointer perhaps.  So SIGINT's handler is wrapped: while a library runs, what it
raises is kept for the call (AbortQ is then true), and raised when the library returns.  Handlers of the user's own that
run during a call are interrupted as usual.  sys.unraisablehook is wrapped for exceptions that come another way.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

from .calls import Calls

ENTRY_MARK = "librarylink_host entry "  # in the names of callbacks, by which the hook knows them

_all_calls: list[Calls] = []


def watch(calls: Calls) -> None:
    """Let exceptions from outside find these calls."""
    _all_calls.append(calls)
    _wrap_unraisable_hook()
    if threading.current_thread() is threading.main_thread():
        _wrap_interrupt_handler()


def _is_ours(hook: Any) -> bool:
    return getattr(hook, "librarylink_host", False)


def _mark(hook: Callable) -> Callable:
    hook.librarylink_host = True
    return hook


def _wrap_unraisable_hook() -> None:
    previous = sys.unraisablehook
    if _is_ours(previous):
        return

    def hook(unraisable: Any) -> None:
        where = f"{unraisable.err_msg} {unraisable.object!r}"
        for calls in _all_calls:
            if ENTRY_MARK in where and calls.current() is not None:
                calls.fail(unraisable.exc_value, where.split(ENTRY_MARK, 1)[1].split(" ")[0])
                return
        previous(unraisable)

    sys.unraisablehook = _mark(hook)


def _wrap_interrupt_handler() -> None:
    previous = signal.getsignal(signal.SIGINT)
    if not callable(previous) or _is_ours(previous):
        return

    def handler(number: int, frame: Any) -> None:
        running = [call for call in map(Calls.current, _all_calls) if call is not None and not call.outside]
        try:
            previous(number, frame)
        except BaseException as error:
            if not running:
                raise
            running[0].fail(error, "a signal handler")

    signal.signal(signal.SIGINT, _mark(handler))
