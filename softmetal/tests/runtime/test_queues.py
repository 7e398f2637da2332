"""Command buffers: states, order, handlers, queues and threads."""

import pytest

CASES = [
    "states",
    "polling",
    "empty",
    "handlers",
    "unwaited",
    "forgotten",
    "nested",
    "enqueue",
    "unretained",
    "many",
    "threads",
    "waiters",
]


@pytest.mark.parametrize("case", CASES)
def test_queue(program, case):
    program("queues").check(case)
