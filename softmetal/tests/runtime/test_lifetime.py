"""Objects released too often or used too late: what the program is told. And many calls in one process."""

import re

import pytest

GONE = r"\(0x[0-9a-f]+\) has been deallocated: it was released too often, or is used after its last release"
OVER_RELEASED = {
    "buffer": ("MTLBuffer", "samples"),
    "library": ("MTLLibrary", "kernels"),
    "function": ("MTLFunction", "adder"),
    "pipeline": ("MTLComputePipelineState", "adding"),
    "queue": ("MTLCommandQueue", "second"),
    "command_buffer": ("MTLCommandBuffer", "frame"),
    "encoder": ("MTLCommandEncoder", "pass"),
}


@pytest.mark.feature("Rules", "released too often, a line on stderr: {words}")
@pytest.mark.parametrize("case", OVER_RELEASED)
def test_over_release_names_class_and_label(program, case):
    protocol, label = OVER_RELEASED[case]
    result = program("lifetime").run(case)
    assert result.code == 0
    expected = rf'softmetal: -\[{protocol} release\]: the {protocol} "{label}" {GONE}\n'
    assert re.fullmatch(expected, result.errors), result.errors


def test_over_release_of_the_device(program):
    result = program("lifetime").run("device")
    assert result.code == 0
    assert re.fullmatch(r'softmetal: -\[MTLDevice release\]: the device ".+" was released too often\n', result.errors)


def test_over_release_can_end_the_process(program):
    result = program("lifetime").run("buffer", SOFTMETAL_VALIDATION="abort")
    assert result.code == -6
    assert 'softmetal: -[MTLBuffer release]: the MTLBuffer "samples"' in result.errors


@pytest.mark.feature("Rules", "used after its last release, a line on stderr: any object")
def test_message_to_a_released_object(program):
    result = program("lifetime").run("message")
    assert (result.code, result.output) == (0, "0 (nil)\n")
    told = re.findall(rf'softmetal: -\[MTLBuffer (\w+)\]: the MTLBuffer "samples" {GONE}\n', result.errors)
    assert told == ["length", "contents", "retain", "label"]


def test_released_object_as_an_argument(program):
    output = program("lifetime").check("argument")
    assert re.fullmatch(rf'5 -\[MTLComputeCommandEncoder setBuffer.*\]: the MTLBuffer "samples" {GONE} .*\n', output)


def test_many_calls_do_not_grow(program):
    program("lifetime").check("growth")
