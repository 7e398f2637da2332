"""Calls from several threads at once."""

import sys
import threading
import time

import numpy as np
import pytest


def run(count, work):
    errors = []

    def guarded(index):
        try:
            work(index)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


@pytest.fixture
def eager_switching():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def test_tensors(load, eager_switching):
    library = load("tensors")
    plus = library.function("plus", [("Real", 1, "Constant")] * 2, ("Real", 1))
    part = library.function("part", [("_", "_"), ("Integer", 1)], ("_", "_"))

    def work(index):
        array = np.full(100, float(index))
        for _ in range(100):
            assert (plus(array, array) == 2 * index).all()
            assert part(array.reshape(10, 10), [3]).tolist() == [index] * 10

    run(8, work)
    assert library.live() == []


def test_shares(load, eager_switching):
    library = load("modes", leaks="unload")
    keep = library.function("keep_tensor", [("Real", 1, "Shared")], "Integer")
    disown = library.function("disown_tensor", [], "Void")
    array = np.zeros(3)
    run(8, lambda _: [keep(array) for _ in range(50)])
    assert library.function("kept_shares", [], "Integer")() == 400
    run(8, lambda _: [disown() for _ in range(50)])
    assert library.live() == []


def test_errors_stay_with_their_call(load, eager_switching):
    from librarylink_host import LibraryFunctionError

    sent = load("aborts", lambda tag: None).function("send", ["Integer"], "Integer")

    def work(index):
        for _ in range(50):
            if index % 2:
                assert sent(0) == 7
                continue
            with pytest.raises(LibraryFunctionError) as caught:
                sent(index + 10)
            assert caught.value.code == index + 10
            assert caught.value.messages == ("first", "second")

    run(8, work)


def test_calls_run_at_the_same_time(load):
    sleep = load("aborts").function("sleep_ms", ["Integer"], "Integer")
    started = time.monotonic()
    run(4, lambda _: sleep(200))
    assert time.monotonic() - started < 0.7
