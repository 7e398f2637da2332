"""AbortQ, interrupts, errors in handlers, messages, thread numbers."""

import ctypes
import os
import signal
import threading
import time

import pytest

from librarylink_host import (
    LibraryAborted,
    LibraryFunctionError,
    LibraryMessageWarning,
    LibraryMisuseError,
)

LONG = 20_000  # milliseconds


@pytest.fixture(autouse=True)
def interrupts():
    """Control-C raises KeyboardInterrupt, also where the tests run in the background of a shell, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def soon():
    """soon(action): call the action from another thread in 50 ms"""
    timers = []

    def start(action):
        timer = threading.Timer(0.05, action)
        timers.append(timer)
        timer.start()

    yield start
    for timer in timers:
        timer.join()


@pytest.mark.parametrize("function", ["wait_for_abort", "wait_in_thread"])
def test_abort_from_another_thread(load, soon, function):
    library = load("aborts")
    wait = library.function(function, ["Integer"], "Integer")
    soon(library.abort)
    started = time.monotonic()
    with pytest.raises(LibraryAborted, match="LIBRARY_FUNCTION_ERROR"):
        wait(LONG)
    assert time.monotonic() - started < 5
    assert wait(1) == int(function == "wait_in_thread")  # the next call is not aborted


def test_abort_without_a_call_has_no_effect(load):
    library = load("aborts")
    library.abort()
    assert library.function("abort_q", [], "Integer")() == 0


def test_abort_is_for_one_library(load, soon):
    library, other = load("aborts"), load("aborts")
    soon(other.abort)
    assert library.function("wait_for_abort", ["Integer"], "Integer")(150) == 0


def test_abort_q_is_asked(load):
    asked = []

    def abort_q():
        asked.append(1)
        return len(asked) >= 3

    library = load("aborts", None, abort_q)
    with pytest.raises(LibraryAborted):
        library.function("wait_for_abort", ["Integer"], "Integer")(LONG)
    assert len(asked) == 3


@pytest.mark.parametrize("function", ["wait_for_abort", "wait_in_thread"])
def test_abort_q_of_an_event(load, soon, function):
    event = threading.Event()
    library = load("aborts", abort_q=event.is_set)
    soon(event.set)
    with pytest.raises(LibraryAborted):
        library.function(function, ["Integer"], "Integer")(LONG)


def test_error_in_abort_q_surfaces(load):
    def abort_q():
        raise KeyError("lost?")

    library = load("aborts", abort_q=abort_q)
    with pytest.raises(KeyError, match="lost") as caught:
        library.function("wait_for_abort", ["Integer"], "Integer")(LONG)
    assert "in AbortQ, called by the library function wait_for_abort" in caught.value.__notes__


def test_interrupt_ends_the_call(load, soon):
    """Control-C reaches the main thread inside of a callback, before or after its own "try" begins."""
    library = load("aborts")
    wait = library.function("wait_for_abort", ["Integer"], "Integer")
    for _ in range(5):
        soon(lambda: os.kill(os.getpid(), signal.SIGINT))
        started = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            wait(LONG)
        assert time.monotonic() - started < 5


def test_interrupt_of_a_handler(load, soon):
    """A handler that hangs is interrupted, not only the library behind it."""

    def on_message(tag):
        soon(lambda: os.kill(os.getpid(), signal.SIGINT))
        time.sleep(LONG / 1000)

    send = load("aborts", on_message).function("send", ["Integer"], "Integer")
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        send(0)
    assert time.monotonic() - started < 5


def test_interrupt_outside_of_calls(load, soon):
    load("aborts")
    soon(lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        time.sleep(5)


def test_exception_set_by_another_thread(load, soon):
    class Stop(Exception):
        pass

    library = load("aborts")
    thread = ctypes.c_ulong(threading.get_ident())
    soon(lambda: ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(Stop)))
    with pytest.raises(Stop):
        library.function("wait_for_abort", ["Integer"], "Integer")(LONG)


def test_interrupt_of_a_call_without_callbacks(load, soon):
    sleep = load("aborts").function("sleep_ms", ["Integer"], "Integer")
    soon(lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        sleep(300)
        time.sleep(1)


def test_error_on_a_thread_of_the_library(load):
    with pytest.raises(LibraryMisuseError, match="0x123 is no MTensor") as caught:
        load("aborts").function("misuse_in_thread", [], "Integer")()
    assert "on a thread of the library's own" in caught.value.__notes__[0]


def test_messages(load):
    sent = []
    library = load("aborts", sent.append)
    send = library.function("send", ["Integer"], "Integer")
    assert send(0) == 7
    assert sent == ["first", "second"]
    with pytest.raises(LibraryFunctionError, match="messages: first, second") as caught:
        send(4)
    assert caught.value.messages == ("first", "second")
    assert sent == ["first", "second"] * 2


def test_messages_that_nobody_handles(load):
    with pytest.warns(LibraryMessageWarning, match="send: first, second"):
        assert load("aborts").function("send", ["Integer"], "Integer")(0) == 7


def test_error_in_message_handler_surfaces(load):
    def on_message(tag):
        raise RuntimeError(f"no {tag}")

    with pytest.raises(RuntimeError, match="no first"):
        load("aborts", on_message).function("send", ["Integer"], "Integer")(0)


def test_parallel_thread_number(load):
    assert load("aborts").function("threads", [], "Integer")() == 3001


def test_unload_during_a_call(load, soon):
    library = load("aborts")
    errors = []

    def unload():
        try:
            library.unload()
        except Exception as error:
            errors.append(str(error))

    soon(unload)
    assert library.function("wait_for_abort", ["Integer"], "Integer")(200) == 0
    assert len(errors) == 1
    assert "while a call of it is in progress" in errors[0]
