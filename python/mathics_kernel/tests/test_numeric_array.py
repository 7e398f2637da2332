# SPDX-License-Identifier: GPL-3.0-or-later
"""NumericArray. Expected: https://reference.wolfram.com/language/ref/NumericArray.html (types, methods, properties),
.../NumericArrayQ.html, .../NumericArrayType.html"""

import numpy as np
import pytest

INTEGERS = {f"{sign}Integer{bits}": (sign, bits) for sign in ("", "Unsigned") for bits in (8, 16, 32, 64)}
TYPES = (*INTEGERS, "Real16", "Real32", "Real64", "ComplexReal16", "ComplexReal32", "ComplexReal64")


def limits(kind: str) -> tuple[int, int]:
    sign, bits = INTEGERS[kind]
    return (0, 2**bits - 1) if sign else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_is_made_and_named(wl, kind):
    assert wl.text(f'a = NumericArray[{{{{1, 2, 3}}, {{4, 5, 6}}}}, "{kind}"]; NumericArrayType[a]') == f'"{kind}"'
    assert wl.text("{NumericArrayQ[a], Head[a], AtomQ[a], Dimensions[a], Length[a], ArrayDepth[a]}") == (
        "{True, NumericArray, True, {2, 3}, 2, 2}"
    )
    assert wl.text("Normal[a] == {{1, 2, 3}, {4, 5, 6}}") == "True"


@pytest.mark.parametrize("kind", INTEGERS)
def test_the_default_method_clips_and_rounds(wl, kind):
    low, high = limits(kind)
    assert wl.text(f'Normal[NumericArray[{{{low - 1}, {high + 1}}}, "{kind}"]]') == f"{{{low}, {high}}}"
    assert wl.text(f'Normal[NumericArray[{{2.5, 3.5, 1.75}}, "{kind}"]]') == "{2, 4, 2}"


@pytest.mark.parametrize("kind", INTEGERS)
def test_check_refuses_what_the_type_cannot_hold(wl, kind):
    low, high = limits(kind)
    assert wl.text(f'Normal[NumericArray[{{{low}, {high}}}, "{kind}", "Check"]]') == f"{{{low}, {high}}}"
    for value in (low - 1, high + 1, 1.5):
        assert wl.text(f'NumericArrayQ[NumericArray[{{0, {value}}}, "{kind}", "Check"]]') == "False"
        assert wl.messages == ["NumericArray::nconv"]


@pytest.mark.parametrize("kind", INTEGERS)
def test_coerce_is_a_cast_in_c(wl, kind):
    low, high = limits(kind)
    assert wl.text(f'Normal[NumericArray[{{{high + 1}, {low - 1}}}, "{kind}", "Coerce"]]') == f"{{{low}, {high}}}"
    assert wl.text(f'Normal[NumericArray[{{2.9}}, "{kind}", "Coerce"]]') == "{2}"


@pytest.mark.parametrize(
    ("method", "given", "expected"),
    [
        ("Round", "{2.5, 3.5}", "{2, 4}"),
        ("ClipAndRound", "{2.5, 300}", "{2, 255}"),
        ("ClipAndCoerce", "{2.9, 300}", "{2, 255}"),
        ("ClipAndCheck", "{2, 300}", "{2, 255}"),
        ("Scale", "{0., 0.5, 1.}", "{0, 128, 255}"),
        ("ClipAndScale", "{-1., 2.}", "{0, 255}"),
    ],
)
def test_methods(wl, method, given, expected):
    assert wl.text(f'Normal[NumericArray[{given}, "UnsignedInteger8", "{method}"]]') == expected


def test_real_types_round_to_their_precision(wl):
    for kind, dtype in (("Real16", np.float16), ("Real32", np.float32), ("Real64", np.float64)):
        value = wl(f'First[Normal[NumericArray[{{0.1}}, "{kind}"]]]').value
        assert value == float(dtype(0.1))


def test_without_a_type_the_numbers_choose(wl):
    for given, kind in (("{1, 2}", "Integer64"), ("{1., 2}", "Real64"), ("{1. I, 2}", "ComplexReal64")):
        assert wl.text(f"NumericArrayType[NumericArray[{given}]]") == f'"{kind}"'


def test_a_numeric_array_converts_to_another_type(wl):
    assert wl.text('Normal[NumericArray[NumericArray[{1.5, 300.}, "Real32"], "UnsignedInteger8"]]') == "{2, 255}"


def test_part_and_take(wl):
    wl('a = NumericArray[{{1, 2, 3}, {4, 5, 6}}, "Integer16"]')
    assert wl.text("a[[2, 3]]") == "6"
    assert wl.text("a[[-1, 1]]") == "4"
    assert wl.text("{NumericArrayType[a[[1]]], Normal[a[[1]]]}") == '{"Integer16", {1, 2, 3}}'
    assert wl.text("Normal[a[[All, 2]]]") == "{2, 5}"
    assert wl.text("Normal[a[[1, 2 ;; 3]]]") == "{2, 3}"
    assert wl.text("Normal[a[[{2, 1}, 1]]]") == "{4, 1}"
    assert wl.text("Normal[Take[a, 1]]") == "{{1, 2, 3}}"
    assert wl.text("{Normal[First[a]], Normal[Last[a]]}") == "{{1, 2, 3}, {4, 5, 6}}"


def test_same_is_by_type_and_value(wl):
    wl('a = NumericArray[{1, 2}, "Real32"]')
    assert wl.text('a === NumericArray[{1, 2}, "Real32"]') == "True"
    assert wl.text('a === NumericArray[{1, 3}, "Real32"]') == "False"
    assert wl.text('a === NumericArray[{1, 2}, "Real64"]') == "False"
    assert wl.text("a === {1., 2.}") == "False"


def test_input_form_can_be_read_back(wl):
    assert wl.text('NumericArray[{{1, -2}}, "Integer8"]') == 'NumericArray[{{1, -2}}, "Integer8"]'


def test_the_largest_unsigned_integers_are_written_too(wl):
    for given in ("{18446744073709551615}", "{{18446744073709551615, 1}, {2, 9223372036854775808}}"):
        array = f'NumericArray[{given}, "UnsignedInteger64"]'
        assert wl.text(array) == array
        assert wl.text(f"Normal[{array}]") == given


def test_integers_beyond_the_doubles_are_clipped_or_refused(wl):
    for kind in ("Real64", "ComplexReal64"):
        assert (
            wl.text(
                f'Normal[NumericArray[{{10^400, -10^400, 1}}, "{kind}"]] == {{1, -1, 0}} $MaxMachineNumber + '
                "{0, 0, 1}"
            )
            == "True"
        )
        assert wl.text(f'NumericArrayQ[NumericArray[{{1, 10^400}}, "{kind}", "Check"]]') == "False"
        assert wl.messages == ["NumericArray::nconv"]


def test_reals_beyond_the_machine_numbers_are_refused(wl):
    for given in ("{N[10^400]}", "{1., 10^400/3}", "{{N[10^400] I, 1.}}"):
        assert wl.text(f'NumericArrayQ[NumericArray[{given}, "Real64"]]') == "False"
        assert wl.messages == ["NumericArray::array"]


def test_patterns_match_its_head(wl):
    assert wl.text('MatchQ[NumericArray[{1}, "Real32"], _NumericArray]') == "True"
    assert wl.text('g[x_NumericArray] := "array"; g[_] := "other"; {g[NumericArray[{1}, "Real32"]], g[{1}]}') == (
        '{"array", "other"}'
    )


def test_empty_arrays(wl):
    assert wl.text('a = NumericArray[{}, "Real32"]; {NumericArrayQ[a], Length[a], Normal[a]}') == "{True, 0, {}}"


@pytest.mark.parametrize("given", ["{{1, 2}, {3}}", '{1, "a"}', "{x}", "3"])
def test_what_is_no_array_stays_and_says_so(wl, given):
    assert wl.text(f'NumericArrayQ[NumericArray[{given}, "Real32"]]') == "False"
    assert wl.messages == ["NumericArray::array"]


def test_unknown_types_and_methods_say_so(wl):
    wl('NumericArray[{1}, "Integer7"]')
    assert wl.messages == ["NumericArray::type"]
    wl('NumericArray[{1}, "Integer8", "Guess"]')
    assert wl.messages == ["NumericArray::method"]


def test_not_finite_numbers_become_symbols_in_a_list(wl):
    wl('a = NumericArray[{1.*^308, 1.}, "Real32", "Coerce"]')
    assert wl.text("Normal[a]") == "{Infinity, 1.}"
    assert wl.text("a === a") == "True"
