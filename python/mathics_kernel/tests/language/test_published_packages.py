# SPDX-License-Identifier: GPL-3.0-or-later
"""Three packages as they are published load by Needs and do what they say."""

from pathlib import Path

import pytest

PACKAGES = Path(__file__).parent / "packages"


@pytest.fixture(scope="module", autouse=True)
def on_path(wl):
    wl(f'AppendTo[$Path, "{PACKAGES}"]')
    for name in ("UnitTable", "TextTable", "ObjectStore"):
        assert wl.same(f'Needs["{name}`"]', "Null")
        assert wl.messages == []


def check(wl, code, expected, *messages):
    result = wl.text(f"result = ({code})")
    assert wl.messages == list(messages)
    assert wl(f"result === ({expected})").get_name() == "System`True", f"got {result}"


@pytest.mark.parametrize(
    ("code", "expected", "messages"),
    [
        ('ConvertUnit[3, "km" -> "m"]', "3000", []),
        ('ConvertUnit[{1, 2}, "ft" -> "m"]', "{381/1250, 381/625}", []),
        ('ConvertUnit[1, "mi" -> "km", "Digits" -> 2]', "161/100", []),
        ('ConvertUnit[1, "km" -> "h"]', "$Failed", ["ConvertUnit::kinds"]),
        ('ConvertUnit[1, "xx" -> "h"]', "$Failed", ["ConvertUnit::nounit"]),
        ('ConvertUnit[1, "xx" -> "h", "Failure" -> True]["Message"]', '"Nobody knows xx."', ["ConvertUnit::nounit"]),
        ('ConvertUnit[1, "m" -> "h", "Failure" -> True]["Message"]', '"Length is not Time."', ["ConvertUnit::kinds"]),
        ('ConvertUnit[1, "m" -> "m", "Digits" -> -1]', "$Failed", ["ConvertUnit::digits"]),
        ('Head[ConvertUnit[x, "m" -> "km"]]', "ConvertUnit", []),
        ('{UnitNames["Time"], Length[UnitNames[]], UnitNames["None"]}', '{{"s", "min", "h"}, 7, {}}', []),
        ("Options[ConvertUnit]", '{"Digits" -> Automatic, "Failure" -> False}', []),
        ('StringStartsQ[ConvertUnit::usage, "ConvertUnit[value"]', "True", []),
        ("Attributes[UnitNames]", "{Protected, ReadProtected}", []),
        ("UnitNames[1] = 2; UnitNames[1]", "UnitNames[1]", ["Set::write"]),
    ],
)
def test_unit_table(wl, code, expected, messages):
    check(wl, code, expected, *messages)


@pytest.mark.parametrize(
    ("code", "expected", "messages"),
    [
        ('TextTable[{{"a", 1}, {"bcd", 23}}]', '{"2 rows:", "a   |  1", "bcd | 23"}', []),
        (
            'TextTable[{<|"k" -> 1, "v" -> x|>, <|"k" -> 10, "v" -> y|>}, "Separator" -> " ", "Template" -> "`rows`:"]',
            '{"2:", "k  v", " 1 x", "10 y"}',
            [],
        ),
        ("TextTable[{{1, 2}, {3}}]", "$Failed", ["TextTable::ragged"]),
        ('TextLine[{"a", {1, 2}}]', '"a | {1, 2}"', []),
        ('TextLine[{1}, "Width" -> 3]', '"1"', ["OptionValue::nodef", "OptionValue::nodef"]),
    ],
)
def test_text_table(wl, code, expected, messages):
    check(wl, code, expected, *messages)


def test_object_store(wl):
    wl('s = StoreCreate["things"]')
    check(wl, 'StorePut[s, "a" -> <|"n" -> 1|>]', '<|"n" -> 1|>')
    check(wl, 'Head[StorePut[{"b" -> <|"n" -> 2, "t" -> "x"|>, "c" -> 3}][s]]', "Store")
    check(wl, '{Length[s], Keys[s], s["Name"]}', '{3, {"a", "b", "c"}, "things"}')
    check(wl, 'StoreGet[s, "c"]', "3")
    check(wl, 'StoreGet[s, "z"]', 'Missing["NoKey", "z"]', "Store::nokey")
    check(wl, 'StoreQuery[s, {"n" -> _Integer}]', '{<|"n" -> 1|>, <|"n" -> 2, "t" -> "x"|>}')
    check(wl, 'StoreQuery[Store[99], {"n" -> 1}]["Message"]', '"no such store: 99"')
    check(wl, "$StoreLog", '{{"Put", "a"}, {"Put", "b"}, {"Put", "c"}}')
    check(wl, "ToString[s]", '"Store[<things>]"')
    check(wl, "Length[Store[99]]", "1")


def test_contexts(wl):
    check(wl, 'Sort[Names["TextTable`*"]]', '{"TextLine", "TextTable"}')
    check(wl, '{Context[ConvertUnit], MemberQ[$ContextPath, "ObjectStore`"]}', '{"UnitTable`", True}')
    check(wl, 'MemberQ[$Packages, "ObjectStore`"]', "True")
    check(wl, "$Context", '"Global`"')
