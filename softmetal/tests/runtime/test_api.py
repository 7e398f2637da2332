"""The parts of the interface that no other program here uses, each as a program would use it."""

import pytest

CASES = [
    "function_completion",
    "reflection",
    "descriptor_completion",
    "families",
    "managed",
    "resource",
    "descriptor",
    "debug_groups",
    "labels",
    "barriers",
    "arguments",
]


@pytest.mark.parametrize("case", CASES)
def test_interface(program, case):
    program("api").check(case)


def test_deallocator_is_called_once(program):
    result = program("api").run("deallocator")
    assert result.code == 0, result.errors
    assert result.errors.count("\n") == 1 and "length 100 is not a multiple of the page size 16384" in result.errors
