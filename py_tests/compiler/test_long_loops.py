"""Compiled functions whose elements take long: an abort is heard within their loops, and what comes after it works."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from librarylink_host import Library, LibraryFunctionError
from wolframclient.language import wlexpr

ABORTED_AFTER = 1.0
RETURNED_WITHIN = 0.5
TRIES = 3  # other programs may hold up one
LOOP = "Function[n, Module[{k = 0, y = 1.}, While[k < n, y = Sin[y] + 1; k++]; y]]"
STEPS = 2**25  # of every element: seconds for one alone


class Compiled:
    """A function of integers, called as the package calls it, in a kernel whose user aborts."""

    def __init__(self, session, library: Library) -> None:
        self.aborted: float | None = None
        self.source = session.evaluate(wlexpr(f'MetalFunctionInformation[MetalCompile[{LOOP}, Integer], "Source"]'))
        constants = ("Integer", 1, "Constant")
        arguments = ["UTF8String", constants, constants, constants, ("_", "_", "Constant")]
        aborting = Library(library.path, abort_q=lambda: self.aborted is not None)
        self.function = aborting.function("metallink_compiled_tensor", arguments, ("_", "_"))

    def __call__(self, n: np.ndarray) -> np.ndarray:
        layout = np.array([10, 1, 2])  # doubles, loops without a bound, computed in doubles
        return self.function(self.source, layout, np.array(n.shape), np.zeros(1, np.int64), n)

    def seconds_to_return(self, n: np.ndarray) -> float:
        def abort() -> None:
            self.aborted = time.perf_counter()

        timer = threading.Timer(ABORTED_AFTER, abort)
        timer.start()
        with pytest.raises(LibraryFunctionError):
            self(n)
        returned = time.perf_counter()
        assert self.aborted is not None
        taken = returned - self.aborted
        self.aborted = None
        return taken


@pytest.fixture(scope="module")
def compiled(kernel, library):
    return Compiled(kernel, library)


@pytest.mark.parametrize("count", [3, 50000], ids=["few elements", "many elements"])
def test_abort_within_a_loop(compiled, count):
    np.testing.assert_array_equal(compiled(np.array([0, 1])), [1.0, np.sin(1.0) + 1])
    taken = []
    while len(taken) < TRIES and (not taken or taken[-1] > RETURNED_WITHIN):
        taken.append(compiled.seconds_to_return(np.full(count, STEPS)))
    assert taken[-1] <= RETURNED_WITHIN, taken
    np.testing.assert_array_equal(compiled(np.array([0, 1])), [1.0, np.sin(1.0) + 1])
