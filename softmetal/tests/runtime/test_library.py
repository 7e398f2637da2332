"""Libraries, functions, pipelines and the device; limits and faults set from outside; leaks."""

import re

import pytest


@pytest.mark.parametrize("case", ["names", "macros", "options", "constants", "completion", "device", "small_stack"])
def test_library(program, case):
    program("library").check(case)


@pytest.mark.parametrize("case", ["compile_error", "syntax_error"])
def test_compile_error_names_the_users_line(program, case):
    code, _, text = program("library").check(case).partition(" ")
    assert code == "3"  # MTLLibraryErrorCompileFailure
    assert re.match(r"program_source:[34]:\d+: error: ", text), text
    if case == "compile_error":
        assert text.startswith("program_source:3:") and "undefined_thing" in text


def test_macro_of_the_wrong_type(program):
    assert "the value of SIZE is neither a string nor a number" in program("library").check("bad_macro")


def test_options_that_are_none(program):
    assert program("library").check("bad_options").splitlines() == [
        "3 preprocessorMacros: the name 4 is not a string",
        *(f'3 preprocessorMacros: the name "{name}" is not an identifier' for name in ("", "A B", "1st")),
        *(f"3 languageVersion {n * 65541} is none of MTLLanguageVersion1_0 to 3_2" for n in range(5)),
        "3 mathMode 3 is no MTLMathMode",
        "3 mathFloatingPointFunctions 2 is no MTLMathFloatingPointFunctions",
    ]


def test_warnings_beside_the_library(program):
    told = program("library").check("warnings")
    assert told == "4 program_source:1:1: warning: #warning beware of the dog\n"  # MTLLibraryErrorCompileWarning


def test_source_that_ends_too_early(program):
    told = r"3 program_source:\d+: error: the source has a NUL character here\n"
    assert re.fullmatch(told, program("library").check("bad_source"))


def test_constant_errors(program):
    missing, mistyped = program("library").check("constant_errors").splitlines()
    assert missing == "5 the library has no function named nobody; it has scaled"
    assert mistyped.startswith("3 function constant scale [[function_constant(0)]] is of type uint")


def test_constant_without_a_value(program):
    first, second, value = program("library").check("required_constant").splitlines()
    assert first.startswith("function k: function constant size [[function_constant(2)]] needs a value")
    assert second == first
    assert value == "9"


def test_argument_that_depends_on_a_constant(program):
    missing, bound = program("library").check("optional_argument").splitlines()
    assert "kernel k: argument b needs a buffer at index 1, and none is set" in missing and missing.endswith(" 0")
    assert bound == "none 15"


def test_subnormals(program):
    assert program("library").check("subnormals") == "2.8026e-45 1\n"
    assert program("library").check("subnormals", SOFTMETAL_FTZ="1") == "0 0\n"


def test_pipeline_errors(program):
    no_descriptor, nil, too_big, too_many = program("library").check("pipeline_errors").splitlines()
    assert no_descriptor == "the pipeline's descriptor is nil"
    assert nil.startswith("the function is nil")
    assert too_big == "pipeline of big: its threadgroup variables take 36000 bytes; the device has 32768"
    assert too_many == "pipeline of fill: maxTotalThreadsPerThreadgroup is 1500; the device has 1024"


def test_reflection(program):
    assert program("library").check("pipeline").splitlines() == [
        "out type 0 index 0 access 1 size 4",
        "value type 0 index 3 access 0 size 4",
        "shared type 1 index 1 access 1 size 4",
    ]


def test_limits(program):
    output = program("library").run("limits", SOFTMETAL_LIMITS="maxBufferLength=64K,workingSet=1M")
    assert output.output.splitlines() == ["65536 1048576", "0 none", "nil"]
    assert "length 65540 is more than the device's maxBufferLength 65536" in output.errors


def test_working_set(program):
    fits = program("library").check("working_set", SOFTMETAL_LIMITS="workingSet=48K")
    assert fits == "0 none\n"
    short = program("library").check("working_set", SOFTMETAL_LIMITS="workingSet=49151")
    text = "out of memory: the command buffer's buffers take 49152 bytes, the device's working set is 49151"
    assert short == f"8 {text}\n"


def test_grid_limit(program):
    output = program("library").check("grid_limit", SOFTMETAL_LIMITS="grid=16383")
    assert "the grid {16384, 1, 1} has more than the 16383 threads" in output
    assert program("library").check("grid_limit", SOFTMETAL_LIMITS="grid=16K") == "0 none\n"


def test_malformed_limit_is_told(program):
    result = program("library").run("limits", SOFTMETAL_LIMITS="size=3,grid")
    assert 'softmetal: SOFTMETAL_LIMITS: "size=3" is not understood\n' in result.errors
    assert 'softmetal: SOFTMETAL_LIMITS: "grid" is not understood\n' in result.errors


@pytest.mark.parametrize("size", ["maxBufferLength=0", "maxBufferLength=16777217T", "maxBufferLength=1MB"])
def test_malformed_number_is_told(program, size):
    """No number, none at all, and one that does not fit 64 bits."""
    errors = program("library").run("limits", SOFTMETAL_LIMITS=size).errors
    assert f'softmetal: SOFTMETAL_LIMITS: "{size}" is not understood\n' in errors


def test_malformed_fault_is_told(program):
    errors = program("library").run("device", SOFTMETAL_FAULT="malloc=1,alloc=x").errors
    assert errors.splitlines() == [
        f'softmetal: SOFTMETAL_FAULT: "{fault}" is not understood' for fault in ("malloc=1", "alloc=x")
    ]


FAULTS = [
    ("command_buffers", "commandbuffer=2", ["0 none", "1 SOFTMETAL_FAULT: commandbuffer", "0 none", "0 none"]),
    ("command_buffers", "device=3", ["0 none", "0 none", *["11 SOFTMETAL_FAULT: device lost"] * 2]),
    ("allocations", "alloc=2", ["buffer", "nil", "buffer"]),
    ("allocations", "alloc", ["nil", "nil", "nil"]),
    ("adoption", "nocopy", ["nil"]),
    ("compile_fault", "compile", ["nil SOFTMETAL_FAULT: compile"]),
    ("pipeline_fault", "pipeline=1", ["nil pipeline of fill: SOFTMETAL_FAULT: pipeline"]),
]


@pytest.mark.parametrize(("case", "fault", "lines"), FAULTS, ids=[f"{case}-{fault}" for case, fault, _ in FAULTS])
def test_fault(program, case, fault, lines):
    result = program("library").run(case, SOFTMETAL_FAULT=fault)
    assert [line.strip() for line in result.output.splitlines()] == lines


def test_leaks_are_listed(program):
    result = program("library").run("leak", SOFTMETAL_LEAKS="1")
    assert result.code == 1
    assert re.search(r'softmetal: alive at exit: MTLBuffer "forgotten" 0x[0-9a-f]+ \(retain count 1\)', result.errors)
    assert "softmetal: 1 objects alive at exit\n" in result.errors
    clean = program("library").run("device", SOFTMETAL_LEAKS="1")
    assert clean.errors == "softmetal: 0 objects alive at exit\n"


def test_no_runtime(program):
    result = program("library").run("device", SOFTMETAL_OPENCL="/nowhere/libopencl.so")
    assert result.code == 1
    assert result.errors.count("softmetal: no device: no OpenCL runtime: /nowhere/libopencl.so") == 1


def test_not_an_opencl_runtime(program):
    result = program("library").run("device", SOFTMETAL_OPENCL="libm.so.6")
    assert "softmetal: no device: libm.so.6 has no clGetPlatformIDs" in result.errors
