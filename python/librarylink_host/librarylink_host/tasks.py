"""Asynchronous tasks: threads of a library, and the events that they raise."""

from __future__ import annotations

import itertools
import queue
import threading
from collections.abc import Callable
from ctypes import CFUNCTYPE, c_int64, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .data_store import DataStore
from .objects import place
from .strings import read_text

if TYPE_CHECKING:
    from .runtime import Runtime

_RUN = CFUNCTYPE(None, c_int64, c_void_p)


@dataclass(frozen=True)
class AsynchronousEvent:
    """What a library raised: the task's id, the type of the event, and its data."""

    task: int
    type: str
    data: DataStore


class Tasks:
    """Entries *AsynchronousTask* and raiseAsyncEvent."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._next = itertools.count(1)
        self._alive: set[int] = set()
        self._threads: list[threading.Thread] = []  # also of tasks that were removed and have yet to end
        self._events: queue.Queue[AsynchronousEvent] = queue.Queue()

    def alive(self) -> list[int]:
        return sorted(self._alive)

    def next_event(self, timeout: float | None) -> AsynchronousEvent | None:
        try:
            return self._events.get(timeout=timeout) if timeout != 0 else self._events.get_nowait()
        except queue.Empty:
            return None

    def remove(self, task: int) -> bool:
        """The task's thread sees by asynchronousTaskAliveQ that it is to end."""
        known = task in self._alive
        self._alive.discard(task)
        return known

    def remove_all(self, seconds: float) -> bool:
        """Remove every task and wait for its thread; whether all threads ended in that time."""
        self._alive.clear()
        for thread in self._threads:
            thread.join(seconds)
        return not any(thread.is_alive() for thread in self._threads)

    def _run(self, function: Callable[[int, Any], None], task: int, data: int | None) -> None:
        try:
            function(task, data)
        finally:
            self._alive.discard(task)

    # -- LibraryLink's functions -------------------------------------------------------------------------------------

    def createAsynchronousTaskWithoutThread(self) -> int:
        task = next(self._next)
        self._alive.add(task)
        return task

    def createAsynchronousTaskWithThread(self, function: int, data: int | None) -> int:
        task = next(self._next)
        run = _RUN(place(function, "the function of a task"))
        thread = threading.Thread(target=self._run, args=(run, task, data), name=f"task {task}", daemon=True)
        self._threads = [known for known in self._threads if known.is_alive()] + [thread]
        self._alive.add(task)
        thread.start()
        return task

    def raiseAsyncEvent(self, task: int, kind: int, data: int | None) -> None:
        """Takes the DataStore.  Events of a task that was removed are dropped."""
        stores = self._runtime.data_stores
        text = read_text(kind, "the type of an event")
        values = DataStore()
        if data is not None:
            item = stores.objects[data]
            stores.remove(item)
            values = stores.result_value(item)
        if task in self._alive:
            self._events.put(AsynchronousEvent(task, text, values))

    def asynchronousTaskAliveQ(self, task: int) -> int:
        return int(task in self._alive)

    def asynchronousTaskStartedQ(self, task: int) -> int:
        return int(task in self._alive)

    def removeAsynchronousTask(self, task: int) -> int:
        """0, or 1 if there is no such task."""
        return int(not self.remove(task))
