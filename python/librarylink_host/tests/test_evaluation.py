"""evaluateExpression: the library has the host evaluate text, and may want its value."""

import numpy as np
import pytest

from librarylink_host import LibraryMisuseError, LibraryUnsupportedError

VALUES = {
    "boolean": ("Boolean", True),
    "integer": ("Integer", -(2**63)),
    "real": ("Real", 0.1),
    "complex_number": ("Complex", 1 - 2j),
    "matrix": (("Real", 2), [[1.5, 2.0], [3.0, 4.0]]),
}


def evaluating(load, value, name, result="Void"):
    return load("evaluation", evaluate=lambda text: value).function(name, ["UTF8String"], result)


def test_effect(load):
    seen = []
    effect = load("evaluation", evaluate=seen.append).function("effect", ["UTF8String"], "Void")
    effect('Print["\N{GREEK SMALL LETTER PI}"]')
    assert seen == ['Print["\N{GREEK SMALL LETTER PI}"]']


@pytest.mark.parametrize("name", VALUES)
def test_value(load, name):
    result, value = VALUES[name]
    got = evaluating(load, value, name, result)("the text")
    np.testing.assert_array_equal(got, value)
    assert load("evaluation").live() == []


@pytest.mark.parametrize("value", [np.float32(0.5), np.int64(3), 3])
def test_numbers_become_reals(load, value):
    assert evaluating(load, value, "real", "Real")("x") == float(value)
    assert evaluating(load, [[value]], "matrix", ("Real", 2))("x").tolist() == [[float(value)]]


@pytest.mark.parametrize(
    ("name", "value", "error", "words"),
    [
        ("integer", 2**63, OverflowError, "the value of 'x', 9223372036854775808, does not fit a machine integer"),
        ("integer", 1.0, TypeError, "the value of 'x' is float, not int"),
        ("boolean", 1, TypeError, "the value of 'x' is int, not bool"),
        ("real", "1.5", TypeError, "the value of 'x' is str, not float"),
        ("real", 1j, TypeError, "the value of 'x' is complex, not float"),
        ("complex_number", None, TypeError, "the value of 'x' is NoneType, not complex"),
        ("matrix", [1.0], ValueError, "the value of 'x' has rank 1, not 2"),
        ("matrix", [[1j]], TypeError, "the value of 'x' has elements complex128, not float64"),
    ],
)
def test_value_of_another_type(load, name, value, error, words):
    with pytest.raises(error, match=words) as caught:
        evaluating(load, value, name, VALUES[name][0])("x")
    assert caught.value.__notes__ == [f"in evaluateExpression, called by the library function {name}"]


def test_what_cannot_be_asked_for(load):
    with pytest.raises(LibraryUnsupportedError, match="evaluateExpression of 'x' with a result of type 9 and rank 0"):
        evaluating(load, "s", "string")("x")
    with pytest.raises(LibraryMisuseError, match="NULL for the place of a result"):
        evaluating(load, 1, "nowhere")("x")


def test_an_error_in_the_evaluator(load):
    def fail(text):
        raise ZeroDivisionError(text)

    with pytest.raises(ZeroDivisionError, match="1/0"):
        load("evaluation", evaluate=fail).function("effect", ["UTF8String"], "Void")("1/0")


def test_without_an_evaluator(load):
    with pytest.raises(LibraryUnsupportedError, match="no evaluator"):
        load("evaluation").function("effect", ["UTF8String"], "Void")("1")
