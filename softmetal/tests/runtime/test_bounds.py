"""SOFTMETAL_CHECK=bounds: what kernels reach beyond their buffers is an error of the command buffer."""

import re

import pytest

FRAME = r' \(command buffer "frame"\)'
PAST = "bounds"
BEFORE = "bounds:before"


def place(kernel, argument, verb, offset, buffer, length, distance):
    """The text of one access. PageFault is 3."""
    side = f"{-offset} bytes before its beginning" if offset < 0 else f"{distance} bytes past its end"
    return (
        rf"3 kernel {kernel}: argument {argument} {verb} at byte offset {offset} of {buffer}, "
        rf"which has {length} bytes: {side}{FRAME}"
    )


RESULT = 'buffer "result"'
EXACT = {  # (case, mode): the lines
    ("read_past", PAST): [place("read", r"in \(index 0\)", "reads", 400, 'buffer "input"', 400, 0)],
    ("read_before", BEFORE): [place("read", r"in \(index 0\)", "reads", -12, 'buffer "input"', 400, 0)],
    ("write_past", PAST): [place("write", r"out \(index 3\)", "writes", 400, RESULT, 400, 0), "0 none"],
    ("write_past", BEFORE): [place("write", r"out \(index 3\)", "writes", 400, RESULT, 400, 0), "0 none"],
    ("write_before", PAST): [place("write", r"out \(index 3\)", "writes", -8, RESULT, 400, 0)],
    ("write_before", BEFORE): [place("write", r"out \(index 3\)", "writes", -8, RESULT, 400, 0)],
    ("write_offset", PAST): [place("write", r"out \(index 3\)", "writes", 400, RESULT, 400, 0)],
    ("odd", PAST): [place("write", r"out \(index 3\)", "writes", 388, 'buffer "odd"', 388, 0)],
    ("odd", BEFORE): [place("write", r"out \(index 3\)", "writes", 388, 'buffer "odd"', 388, 0)],
    ("hidden", PAST): [place("write", r"out \(index 3\)", "writes", 256, 'buffer "hidden"', 256, 0)],
    ("wrap", PAST): [place("wrap", r"out \(index 3\)", "writes", 2**34 - 4, RESULT, 400, 2**34 - 404)],
    ("bytes", PAST): [place("bytes", r"table \(index 4\)", "reads", 24, 'the bytes of "setBytes"', 24, 0)],
    ("same", PAST): [place("twice", r"in \(index 0\)", "reads", 400, RESULT, 400, 0)],
    ("wide", PAST): ["0 none", place("wide", r"out \(index 3\)", "writes", 396, 'buffer "wide"', 396, 0)],
    ("items", PAST): ["0 none"],
    ("items", BEFORE): ["0 none"],
    ("nothing_bound", PAST): ["3 kernel lost reads memory that is not its own, and has no buffer" + FRAME],
    ("adopted_write_past", PAST): [place("write", r"out \(index 3\)", "writes", 2**15, 'buffer "lent"', 2**15, 0)],
    ("adopted_write_past", BEFORE): [place("write", r"out \(index 3\)", "writes", 2**15, 'buffer "lent"', 2**15, 0)],
    ("adopted_write_before", BEFORE): [place("write", r"out \(index 3\)", "writes", -4, 'buffer "lent"', 2**15, 0)],
    ("adopted_gone", PAST): [
        r'3 kernel write: the program\'s memory under buffer "lent", 32768 bytes at 0x[0-9a-f]+, is there no longer'
        + FRAME
    ],
    ("adopted_shared", PAST): ["0 none"],
    ("adopted_shared", BEFORE): ["0 none"],
}


@pytest.mark.feature("Rules", "error of the command buffer: with `SOFTMETAL_CHECK`, what kernels reach beyond a buffer")
@pytest.mark.parametrize(("case", "mode"), EXACT)
def test_access_is_told(program, case, mode):
    lines = program("bounds").check(case, SOFTMETAL_CHECK=mode).splitlines()
    expected = EXACT[case, mode]
    assert len(lines) == len(expected)
    for line, pattern in zip(lines, expected):
        assert re.fullmatch(pattern, line), line


@pytest.mark.parametrize(
    ("case", "mode", "buffer", "length"),
    [
        ("read_far_past", PAST, "input", 400),
        ("adopted_read_past", PAST, "lent", 2**15),
        ("adopted_read_past", BEFORE, "lent", 2**15),
    ],
)
def test_first_of_many_accesses(program, case, mode, buffer, length):
    """Which thread comes first is open; each of them is at fault."""
    output = program("bounds").check(case, SOFTMETAL_CHECK=mode)
    found = re.match(rf'3 kernel read: argument in \(index 0\) reads at byte offset (\d+) of buffer "{buffer}"', output)
    assert found, output
    assert length <= int(found[1]) < 2**20


@pytest.mark.parametrize("mode", [PAST, BEFORE])
def test_many_pages_and_then_a_good_dispatch(program, mode):
    first, second = program("bounds").check("write_many", SOFTMETAL_CHECK=mode).splitlines()
    assert first.startswith("3 kernel write: argument out (index 3) writes at byte offset ")
    assert second == "0 none"


def test_address_that_no_memory_can_have(program):
    """The kernel cannot go on: the process ends, but not without a word."""
    result = program("bounds").run("read_wild", SOFTMETAL_CHECK=PAST)
    assert result.code < 0
    assert result.errors.startswith("softmetal: kernel read reaches for an address that no memory can have\n")


def test_fault_of_the_program_itself_is_not_hidden(program):
    result = program("bounds").run("own_fault", SOFTMETAL_CHECK=PAST)
    assert result.code == -11
    assert result.output.startswith("3 kernel write: ")


def test_abort(program):
    result = program("bounds").run("write_past", SOFTMETAL_CHECK=PAST, SOFTMETAL_VALIDATION="abort")
    assert result.code == -6
    assert result.errors.startswith("softmetal: kernel write: argument out (index 3) writes at byte offset 400 of")


def test_unknown_check_is_told(program):
    result = program("bounds").run("items", SOFTMETAL_CHECK="everything")
    assert result.errors == 'softmetal: SOFTMETAL_CHECK: "everything" is none of bounds, bounds:before\n'


@pytest.mark.parametrize("mode", [PAST, BEFORE])
@pytest.mark.parametrize(
    ("name", "case"),
    [
        *[("compute", case) for case in ("add", "offsets", "saxpy", "sum", "dependent", "blit", "adopted")],
        *[("queues", case) for case in ("handlers", "unwaited", "threads", "enqueue", "many")],
        *[("grids", case) for case in ("2d", "3d", "threadgroups", "barriers")],
    ],
)
def test_right_programs_run_as_ever(program, name, case, mode):
    program(name).check(case, SOFTMETAL_CHECK=mode)
