"""Asynchronous tasks and their events."""

import time

import pytest

from librarylink_host import Library, LibraryLinkError, LibraryMisuseError
from librarylink_host import library as library_module


@pytest.fixture
def library(load):
    return load("tasks")


def test_timer(library):
    task = library.function("start", ["Integer"] * 2, "Integer")(5, 3)
    events = [library.next_event(10) for _ in range(3)]
    assert [(event.task, event.type) for event in events] == [(task, "timer")] * 3
    assert [[(item.name, item.value) for item in event.data] for event in events] == [[("tick", i)] for i in (1, 2, 3)]
    assert library.next_event(0) is None
    assert library.next_event(0.01) is None
    assert library.live() == []


def test_removing(library):
    task = library.function("start", ["Integer"] * 2, "Integer")(5, 100_000)
    assert library.next_event(10).task == task
    assert library.tasks() == [task]
    alive = library.function("alive", ["Integer"], "Integer")
    assert alive(task) == 11
    assert library.remove_task(task)
    assert not library.remove_task(task)
    assert alive(task) == 0
    assert library.tasks() == []


def test_task_without_a_thread(library):
    task = library.function("without_thread", [], "Integer")()
    library.function("raise_now", ["Integer"], "Void")(task)
    event = library.next_event(10)
    assert (event.task, event.type, len(event.data)) == (task, "now", 0)
    remove = library.function("remove_task", ["Integer"], "Integer")
    assert [remove(task), remove(task)] == [0, 1]
    library.function("raise_now", ["Integer"], "Void")(task)  # dropped: the task is gone
    assert library.next_event(0) is None


def test_error_in_a_task_surfaces_in_the_next_call(library):
    library.function("start_bad", [], "Integer")()
    assert library.next_event(10).type == "done"
    with pytest.raises(LibraryMisuseError, match="0x123 is no MTensor"):
        library.function("alive", ["Integer"], "Integer")(1)


def test_unloading_ends_tasks(compile_library):
    library = Library(compile_library("tasks"))
    library.function("start", ["Integer"] * 2, "Integer")(5, 100_000)
    started = time.monotonic()
    library.unload()
    assert time.monotonic() - started < 5


def test_stubborn_task_keeps_the_library_in_memory(compile_library, monkeypatch):
    monkeypatch.setattr(library_module, "TASK_SECONDS", 0.1)
    library = Library(compile_library("tasks"))
    library.function("start_stubborn", [], "Integer")()
    relent = library._file.symbol("relent", None)
    with pytest.raises(LibraryLinkError, match="stays in memory: the thread of a task did not end"):
        library.unload()
    relent(0, 0, 0, 0)  # so that the thread ends before the interpreter
