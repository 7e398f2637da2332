"""softmetal under the address, leak, undefined-behaviour and thread sanitizers."""

import re

import pytest

from .conftest import HERE, OPTIONS

CASES = {
    "address": {
        "compute": ["add", "offsets", "saxpy", "sum", "dependent", "blit", "adopted"],
        "grids": ["1d", "3d"],
        "queues": ["states", "handlers", "nested", "enqueue", "unretained", "many", "threads", "forgotten"],
        "library": ["names", "macros", "constants", "required_constant", "completion", "device", "pipeline"],
        "regions": ["both"],
    },
    "thread": {
        "queues": ["handlers", "unwaited", "nested", "enqueue", "many", "threads", "waiters", "forgotten"],
        "library": ["completion"],
    },
}


@pytest.mark.parametrize(
    ("sanitizer", "name", "case"),
    [(sanitizer, name, case) for sanitizer in CASES for name in CASES[sanitizer] for case in CASES[sanitizer][name]],
)
def test_clean(sanitized, sanitizer, name, case):
    sanitized(sanitizer, name).check(case, **OPTIONS[sanitizer])


@pytest.mark.parametrize(
    "case", ["missing_buffer", "copy_wraps", "adopt_two_regions", "offset_outside", "use_after_end"]
)
def test_broken_rules_are_clean(sanitized, case):
    result = sanitized("address", "strictness").run(case, **OPTIONS["address"])
    assert result.code == 0, result.errors
    assert "Sanitizer" not in result.errors and "runtime error" not in result.errors


@pytest.mark.parametrize("case", ["buffer", "command_buffer", "encoder", "message", "argument"])
def test_released_objects_are_clean(sanitized, case):
    result = sanitized("address", "lifetime").run(case, **OPTIONS["address"])
    assert result.code == 0, result.errors
    assert "Sanitizer" not in result.errors and "has been deallocated" in result.errors + result.output


@pytest.mark.parametrize("case", ["write_past", "read_past", "adopted_write_past"])
def test_guards_work_beside_the_sanitizer(sanitized, case):
    output = sanitized("address", "bounds").check(case, SOFTMETAL_CHECK="bounds", **OPTIONS["address"])
    assert output.startswith("3 kernel ")


@pytest.mark.parametrize("sanitizer", OPTIONS)
def test_cache_by_threads(sanitized, sanitizer, tmp_path):
    """Once into an empty folder that may keep almost nothing, and once out of a full one."""
    program = sanitized(sanitizer, "caches")
    for size in ("60K", "1G", "1G"):
        program.check("threads", SOFTMETAL_CACHE=str(tmp_path), SOFTMETAL_CACHE_SIZE=size, **OPTIONS[sanitizer])


@pytest.mark.parametrize("case", ["runtime", "program"])
def test_a_planted_race_is_found(sanitized, case):
    """Both are in the program: softmetal's list of objects without its lock, and a counter that a handler changes."""
    result = sanitized("thread", "race").run(case, **OPTIONS["thread"])
    assert result.code == 66  # the sanitizer's own
    assert "WARNING: ThreadSanitizer: data race" in result.errors
    assert re.search(r"^    #0 .*race\+0x[0-9a-f]+\)", result.errors, re.MULTILINE), result.errors


def test_a_planted_leak_is_found(sanitized):
    """A front end's record that its library forgets, allocated inside libsoftmetal.so."""
    result = sanitized("address", "leak").run("library", **OPTIONS["address"])
    assert result.code != 0
    assert "ERROR: LeakSanitizer: detected memory leaks" in result.errors
    assert re.search(r"^    #[12] .*libsoftmetal\.so\+0x[0-9a-f]+\)", result.errors, re.MULTILINE), result.errors


def test_a_planted_object_is_counted(sanitized):
    result = sanitized("address", "leak").run("object", **OPTIONS["address"])
    assert result.code != 0
    assert "1 objects left alive" in result.errors


@pytest.mark.parametrize(
    ("file", "suppression"),
    [("races.txt", r"(race|mutex):lib(intelocl|tbb)\.so"), ("leaks.txt", r"leak:lib(objc|gnustep-base|intelocl)\.so")],
)
def test_what_suppressions_name(file, suppression):
    lines = [line for line in (HERE / file).read_text().splitlines() if line and not line.startswith("#")]
    assert lines
    assert all(re.fullmatch(suppression, line) for line in lines)
