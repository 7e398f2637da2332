"""Messages name the argument, what it is, and the numbers; they leave the session as it was."""

from __future__ import annotations

import pytest

# Code, message, parts of its text.
CASES = [
    ("MetalAdd[{1, 2, 3}, {1, 2, 3, 4}]", "MetalAdd::shape", ["1", "2", "{3}", "{4}"]),
    ("MetalAdd[5, {{1, 2}}, {{1}, {2}}]", "MetalAdd::shape", ["2", "3", "{1, 2}", "{2, 1}"]),
    ("MetalAdd[{1, 2}, {1, 1/2}]", "MetalAdd::element", ["{2}", "argument 2", "1/2"]),
    ("MetalAdd[{{1, 2}, {3, Pi}}, 1]", "MetalAdd::element", ["{2, 2}", "argument 1", "Pi"]),
    ("MetalAdd[{1, 2^64}, 1]", "MetalAdd::element", ["{2}", "18446744073709551616", "64 bits"]),
    ("MetalAdd[{1, 10^99}, 1]", "MetalAdd::element", ["{2}", "10000000000000000000... (100 digits)", "64 bits"]),
    ("MetalAdd[{1., 10^400}, 1]", "MetalAdd::element", ["{2}", "(401 digits), which is too large for Real64"]),
    ("MetalAdd[{1., 2.}, 10^400]", "MetalAdd::argument", ["Argument 2", "(401 digits), which is too large for Real64"]),
    ("MetalTimes[{1., 2.}, I]", "MetalTimes::argument", ["Argument 2", "exact number I, of which N gives"]),
    ("MetalAdd[{1, 1.5`30}, 1]", "MetalAdd::element", ["{2}", "arbitrary-precision"]),
    ("MetalAdd[{1, 2}, SparseArray[{1, 2}]]", "MetalAdd::argument", ["Argument 2", "SparseArray"]),
    ('MetalAdd[{1, 2}, "two"]', "MetalAdd::argument", ["Argument 2", "string"]),
    ("MetalAdd[<|1 -> 2|>, {1}]", "MetalAdd::argument", ["Argument 1", "Association"]),
    ("MetalAdd[{{1, 2}, {3}}, 1]", "MetalAdd::ragged", ["Argument 1"]),
    ('MetalAdd[NumericArray[{1}, "Integer8"], 1000]', "MetalAdd::fit", ["1000", "argument 2", "Integer8"]),
    ('MetalAdd[NumericArray[{1}, "Integer8"], 10^60]', "MetalAdd::fit", ["... (61 digits) at argument 2", "Integer8"]),
    ('MetalAdd[{1.}, {2.}, "TargetPrecision" -> "Half"]', "MetalAdd::optval", ["Half", "TargetPrecision", "Single"]),
    ('MetalAdd[{1.}, {2.}, "Device" -> 2]', "MetalAdd::optx", ["Device", "MetalAdd"]),
    ("MetalMap[Zeta, {1.}]", "MetalMap::nocomp", ["Zeta", "no such function"]),
    ("MetalMap[Sin, {1.}, {1}]", "MetalMap::level", ["{1}"]),
    ("MetalMap[Sqrt, {-1., -2., 4.}]", "MetalMap::nonfinite", ["no real numbers: 2", "infinite elements: 0"]),
    ("MetalMap[Log, {0., 0., -1., 2.}]", "MetalMap::nonfinite", ["no real numbers: 1", "infinite elements: 2"]),
    ("MetalMap[Exp, {1000., 1.}]", "MetalMap::nonfinite", ["no real numbers: 0", "infinite elements: 1"]),
    ('MetalAdd[NumericArray[{100, 1}, "Integer8"], 100]', "MetalAdd::overflow", ["type Integer8: 1", "{1}"]),
    ('MetalInformation[1, "Speed"]', "MetalInformation::property", ["Speed", "Name"]),
    ("MetalInformation[99]", "MetalInformation::device", ["99"]),
    ("$MetalDevice = 99", "$MetalDevice::device", ["99"]),
    ("MetalImageNegate[5]", "MetalImageNegate::image", ["5"]),
]


@pytest.mark.parametrize(("code", "name", "parts"), CASES, ids=[case[0] for case in CASES])
def test_message(metal, code, name, parts):
    answer = metal.evaluate(code)
    assert answer.names == [name]
    assert name == "MetalMap::nonfinite" or answer.failed
    for part in parts:
        assert part in answer.texts[0]


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("MetalAdd[]", "MetalAdd::argm"),
        ("MetalMap[]", "MetalMap::argt"),
        ("MetalMap[Sin, {1.}, 2, 3]", "MetalMap::argt"),
        ("MetalImageNegate[]", "MetalImageNegate::argx"),
        ("MetalImageNegate[1, 2]", "MetalImageNegate::argx"),
        ("MetalQ[1]", "MetalQ::argr"),
        ("MetalLastCall[1]", "MetalLastCall::argr"),
        ("MetalInformation[1, 2, 3]", "MetalInformation::argb"),
    ],
)
def test_wrong_number_of_arguments(metal, code, name):
    """A message, and the call stays unevaluated."""
    answer = metal.evaluate(f"ToString[Head[{code}]]")
    assert answer.names == [name]
    assert answer.value == code.partition("[")[0]


def test_a_call_that_does_not_conform(metal):
    """Neither the error of an earlier call nor the operands are in the text."""
    assert metal.evaluate("MetalMap[{10, 20}[[#]] &, {5}]").failed
    call = 'MetalLink`Private`callLibrary[MetalAdd, "add_numericarray", {{0, 0}, 0}, {Range[10^5], {1, 2}}]'
    answer = metal.evaluate(f"MetalLink`Private`checked[{call}]")
    assert answer.failed
    assert answer.names == ["MetalAdd::library"]
    assert "do not conform" in answer.texts[0]
    assert "add_numericarray" in answer.texts[0]
    assert "such part" not in answer.texts[0]
    assert len(answer.texts[0]) < 200


def test_text_of_the_library_names_no_function_twice(metal):
    answer = metal.evaluate("MetalMap[{10, 20}[[#]] &, {5}]")
    assert "MetalMap: " not in answer.texts[0].removeprefix("MetalMap::library: ")
    assert "a list has no such part" in answer.texts[0]


def test_messages_can_be_quiet(metal):
    answer = metal.evaluate("Quiet[MetalAdd[{1}, {1, 2}]]")
    assert answer.failed
    assert answer.names == []


def test_a_call_after_failures(metal):
    answer = metal.evaluate("MetalAdd[{1, 2}, {3, 4}]")
    assert list(answer.value) == [4, 6]
    assert answer.names == []
