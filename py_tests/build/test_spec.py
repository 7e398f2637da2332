"""Specs: what the repository's say, and that wrong ones are refused with file, entry and field."""

from __future__ import annotations

import re

import pytest
from metallink_build.spec import MOST_STRINGS, SpecError, load_specs

GOOD = """
[family]
summary = "Things"
computations = ["int8", "float", "complex_float"]

[[function]]
name = "do_thing"
public = "MetalThing"
core = "ml_thing_do"
summary = "Does"
record = "start"
result = "tensor"
arguments = [{ name = "how", type = "string" }, { name = "arrays", type = "tensor", repeated = true }]

[[element]]
name = "Twice"
real = "x + x"
result = "same"
"""


def load(tmp_path, text: str):
    (tmp_path / "specs").mkdir(exist_ok=True)
    (tmp_path / "specs" / "things.toml").write_text(text)
    return load_specs(tmp_path)


def test_good(tmp_path):
    (family,) = load(tmp_path, GOOD)
    assert family.name == "things"
    assert [computation.msl for computation in family.computations] == ["char", "float", "ml::complex<float>"]
    (function,) = family.functions
    assert function.symbol == "metallink_do_thing"
    assert [argument.name for argument in function.fixed] == ["how"]
    assert function.repeated.wolfram == '{_, _, "Constant"}'
    (element,) = family.elements
    assert element.msl == {"real": "x + x"}


WRONG = [
    ("[family]", "[famly]", "the file: family: missing"),
    ("[family]", "[[family]]", "the file: family: a table expected"),
    ('summary = "Things"', "", "family: summary: missing"),
    ('summary = "Things"', 'summary = " "', "family: summary: a text on one line expected, not ' '"),
    ('summary = "Things"', "summary = 3", "family: summary: a string expected, not 3"),
    ('summary = "Things"', 'summary = "Things"\ncolour = "red"', "family: colour: unknown field; known are"),
    ('"int8", ', '"int9", ', "family: computations: unknown 'int9'; known are int8, uint8"),
    ('"int8", ', '"int8", "int8", ', "family: computations: 'int8' stands there twice"),
    ('["int8", "float", "complex_float"]', '"float"', "family: computations: an array expected"),
    ("[[function]]", "[[funktion]]", "the file: funktion: unknown field"),
    ('name = "do_thing"', "", "function: name: missing"),
    ('name = "do_thing"', 'name = "do thing"', "function do thing: name: a name of the form"),
    ('public = "MetalThing"', "", "function do_thing: public: missing"),
    ('public = "MetalThing"', 'public = "metalThing"', "function do_thing: public: a name of the form"),
    ('core = "ml_thing_do"', 'core = "thing_do()"', "function do_thing: core: a name of the form"),
    ('record = "start"', 'record = "stop"', "function do_thing: record: unknown 'stop'; known are start, error, keep"),
    ('result = "tensor"', 'result = "tensors"', "function do_thing: result: unknown 'tensors'"),
    ('result = "tensor"', "result = true", "function do_thing: result: a string expected, not True"),
    ('result = "tensor"', 'result = "tensor"\nalso = 1', "function do_thing: also: unknown field"),
    ('type = "string"', 'type = "text"', "function do_thing: argument how: type: unknown 'text'"),
    ('type = "string"', 'typ = "string"', "function do_thing: argument how: type: missing"),
    ('name = "how", ', "", "function do_thing: argument: name: missing"),
    ('type = "string"', 'type = "string", mode = "Shared"', "argument how: mode: unknown field"),
    ('type = "string"', 'type = "string", repeated = true', "argument how: repeated: not possible for type 'string'"),
    ('type = "string"', 'type = "tensor", repeated = true', "arguments: how: only the last argument can be repeated"),
    ("repeated = true", 'repeated = "yes"', "argument arrays: repeated: true or false expected, not 'yes'"),
    ('name = "arrays"', 'name = "how"', "function do_thing: arguments: name: 'how' stands there twice"),
    (
        'arguments = [{ name = "how", type = "string" }, ',
        'arguments = ["how", ',
        "arguments: tables expected, not 'how'",
    ),
    ('name = "Twice"', 'name = "twice"', "element twice: name: a name of the form"),
    ('real = "x + x"', "", "element Twice: no MSL: give at least one of integer, real, complex"),
    ('real = "x + x"', 'real = "y + y"', "element Twice: real: the MSL 'y \\+ y' does not use x"),
    ('real = "x + x"', 'quaternion = "x + x"', "element Twice: quaternion: unknown field"),
    ('real = "x + x"', 'complex = "x + x"', "element Twice: result: complex MSL needs the rule 'magnitude'"),
    ('"float", ', "", "element Twice: real: no real type among the family's computations"),
    ('result = "same"', 'result = "sane"', "element Twice: result: unknown 'sane'; known are real, same, integer"),
    ('result = "same"', 'result = "real"\ninteger = "x"', "element Twice: integer: under the rule 'real'"),
    ('result = "tensor"', 'result = "image"', "function do_thing: result: an image is made like an image argument"),
    (
        '{ name = "how", type = "string" }',
        ", ".join(f'{{ name = "how{k}", type = "string" }}' for k in range(5)),
        "function do_thing: arguments: 5 strings; at most 4",
    ),
    (
        '{ name = "how", type = "string" }',
        '{ name = "one", type = "image" }, { name = "other", type = "image" }',
        "function do_thing: arguments: 2 images",
    ),
    ('summary = "Things"', 'summary = "Things', "Illegal character .* line 3"),
]


@pytest.mark.parametrize(("old", "new", "text"), WRONG, ids=range(len(WRONG)))
def test_wrong(tmp_path, old, new, text):
    wrong = GOOD.replace(old, new, 1)
    assert wrong != GOOD
    with pytest.raises(SpecError, match=f"^specs/things.toml: .*{text}"):
        load(tmp_path, wrong)


def test_the_wrapper_holds_as_many_strings(root):
    assert f"ML_LIBRARY_STRINGS = {MOST_STRINGS} " in (root / "native" / "librarylink.h").read_text()


def test_two_elements_of_one_name(tmp_path):
    element = GOOD[GOOD.index("[[element]]") :]
    with pytest.raises(SpecError, match="specs/things.toml: element name: 'Twice' stands there twice"):
        load(tmp_path, GOOD + element)


def test_two_functions_of_one_name(tmp_path):
    function = GOOD[GOOD.index("[[function]]") : GOOD.index("[[element]]")]
    with pytest.raises(SpecError, match="specs/things.toml: function name: 'do_thing' stands there twice"):
        load(tmp_path, GOOD + function)
    (tmp_path / "specs" / "others.toml").write_text(GOOD)
    with pytest.raises(SpecError, match="specs: name: 'do_thing' stands there twice"):
        load(tmp_path, GOOD)


def test_family_without_functions(tmp_path):
    with pytest.raises(SpecError, match=re.escape("specs/things.toml: no [[function]]")):
        load(tmp_path, GOOD[: GOOD.index("[[function]]")])


def test_no_specs(tmp_path):
    with pytest.raises(SpecError, match="no spec files found"):
        load_specs(tmp_path)


def test_not_utf8(tmp_path):
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "things.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(SpecError, match=re.escape("specs/things.toml: ")):
        load_specs(tmp_path)


def test_the_functions_of_this_version(root):
    """What the package relies on."""
    families = {family.name: family for family in load_specs(root)}
    functions = {function.name: function for family in families.values() for function in family.functions}
    assert set(functions) == {
        "add_tensor", "add_numericarray", "subtract_tensor", "subtract_numericarray", "times_tensor",
        "times_numericarray", "divide_tensor", "divide_numericarray", "map_tensor", "map_numericarray",
        "compiled_tensor", "compiled_numericarray", "image_negate", "last_error", "last_call", "device_count",
        "device_select", "device_string", "device_integer",
    }  # fmt: skip
    assert [element.name for element in families["map"].elements] == [
        "Sin", "Cos", "Tan", "ArcSin", "ArcCos", "ArcTan", "Sinh", "Cosh", "Tanh", "Exp", "Log", "Log10", "Sqrt",
        "ArcSinh", "ArcCosh", "ArcTanh", "Log2", "CubeRoot", "Sinc", "Haversine", "Erf", "Erfc", "Gamma", "LogGamma",
        "Factorial", "Abs", "Ceiling", "Floor", "Round", "Sign",
    ]  # fmt: skip
