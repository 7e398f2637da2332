"""Command buffers: states, order, handlers, queues and threads."""

from pathlib import Path

import metal_program
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
    "exit",
    "single",
]


@pytest.mark.parametrize("case", CASES)
def test_queue(program, case):
    program("queues").check(case)


def test_blocks_that_cannot_be_copied_are_told(softmetal, tmp_path):
    """libgnustep-base has block functions that copy nothing; a program that links it first gets those."""
    wrong_order = ("gnustep-base", "objc", "BlocksRuntime", "pthread")
    source = Path(__file__).resolve().parent / "queues.m"
    result = metal_program.compile_program(source, softmetal, tmp_path, wrong_order).run("handlers")
    assert result.code == -6
    assert "link it with -lBlocksRuntime before -lgnustep-base" in result.errors
