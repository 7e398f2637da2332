# SPDX-License-Identifier: GPL-3.0-or-later
"""The short way of matching finds what Mathics' pattern matcher finds.

Semantics: https://reference.wolfram.com/language/tutorial/Patterns.html; the general matcher is the oracle here.
"""

import itertools

import numpy as np
import pytest
from mathics.core.attributes import A_FLAT
from mathics.core.rules import Rule
from mathics.core.symbols import Symbol
from mathics_kernel.packed import PackedList
from mathics_kernel.simple_patterns import compiled

SIMPLE = [
    "f[]", "f[x_]", "f[x_, y_]", "f[_]", "f[0, x_]", "f[x_Integer]", "f[x_, y_List]", "f[x___]", "f[x__]", "f[___]",
    "f[x_, y___]", "f[x_, y__Integer]", "f[x_, y___String]", "{x_, y_}", '{"a", x___}', "f[x_Symbol, g]", "f[1]",
    "x_", "f[x_, x_]", "f[x_ /; x > 0]", "f[x_?EvenQ]", "f[x___?IntegerQ]", "f[x_?NumericQ, __]", "f[{x_}, ___]",
    "f[x : {_}]", "f[x : {__Integer}, y_]", "f[0 | 1, x_]", "f[x : 0 | _Symbol, y_]", "f[x : Except[0], y_]", "x_[1]",
    "f[g_Symbol[x_]]", "_[_, _]", "{__Integer}", "{__}", "{___?NumberQ}", "x : _Integer | _String",
    "HoldPattern[f[x_]]", "f[_, _] /; True", "f[x_, y_] /; x =!= y", "f[Verbatim[a], _]", "f[x_][y_]",
]  # fmt: skip
GENERAL = [
    "f[x___, y_]", "f[x_ | y_]", "Plus[x_, y_]", "f[x : (y_ | z_)]", "f[x__, y___]", "f[x_ ..]", "f[x_., y_]",
    "f[x_ : 1, y_]", "f[x_ : 1, y___]",
]  # fmt: skip
EXPRESSIONS = [
    "f[]", "f[1]", "f[0, a]", "f[a, {1}]", "f[1, 2]", "f[1, 2, 3]", 'f["s", "t"]', "f[{1}, {2, 3}]", "{1, 2}", "f[2]",
    '{"a", 2, 3}', '{"a"}', "f[a, g]", "g[1]", "f", "1", "f[a, 1, 2]", "f[x, Hold[Sequence[]]]", "f[a, a]",
    "f[{1}, {1}]", "{1., 2.}", "f[{1, 2}, 0]", "f[h[1]]", "{}", "f[1][2]", "f[{}, 1]", "f[-1]",
]  # fmt: skip


def rule_of(wl, pattern: str) -> Rule:
    held = wl(f"Hold[{pattern}]")
    attributes = A_FLAT if "Plus" in pattern else 0
    return Rule(held.elements[0], Symbol("System`True"), attributes=attributes)


def condition_of(wl, rule: Rule):
    return compiled(rule.pattern, wl.definitions, set())


@pytest.mark.parametrize("pattern", SIMPLE)
def test_simple_patterns_match_as_the_general_matcher_does(wl, pattern):
    rule = rule_of(wl, pattern)
    test = condition_of(wl, rule)
    assert test is not None
    evaluation = wl._session.evaluation
    packed = [PackedList(np.array(values)) for values in ([1, 2], [1.0, 2.0], [[1, 2], [3, 4]], [1.0, np.nan])]
    for expression in [wl(f"Hold[{code}]").elements[0] for code in EXPRESSIONS] + packed:
        found = []
        rule.pattern.match(
            expression,
            {
                "yield_func": lambda values, rest, found=found: found.append(values),
                "vars_dict": {},
                "evaluation": evaluation,
                "fully": True,
            },
        )
        values = {}
        assert test(expression, values, evaluation) == bool(found), expression
        if found:
            assert set(values) == set(found[0]), expression
            assert all(values[name].sameQ(found[0][name]) for name in values), expression


@pytest.mark.parametrize("pattern", GENERAL)
def test_other_patterns_are_left_to_it(wl, pattern):
    assert condition_of(wl, rule_of(wl, pattern)) is None


def test_long_packed_lists_keep_their_form(wl):
    packed = PackedList(np.zeros(10))
    assert condition_of(wl, rule_of(wl, "{__Real}"))(packed, {}, wl._session.evaluation)
    assert packed._made is None


@pytest.mark.parametrize(
    ("definition", "call", "value"),
    [
        ("f[x_, y___] := {x, {y}}", "{f[1], f[1, 2], f[1, 2, 3]}", "{{1, {}}, {1, {2}}, {1, {2, 3}}}"),
        ("f[x__] := Length[{x}]", "{f[a], f[a, b], f[]}", "{1, 2, f[]}"),
        ("f[0] = 1; f[n_] := n f[n - 1]", "f[5]", "120"),
        ("f[x_Integer] := i; f[x_Real] := r; f[_] := o", "{f[1], f[1.], f[x]}", "{i, r, o}"),
        ("SetAttributes[f, Orderless]; f[x_Integer, y_] := {x, y}", "f[a, 1]", "{1, a}"),
        ("SetAttributes[f, Flat]; f[x_, y_] := g[x, y]", "f[1, 2]", "g[1, 2]"),
        ("SetAttributes[f, HoldAll]; f[x_, y_] := Hold[x]", "f[1 + 1, 2]", "Hold[1 + 1]"),
        ("f[x_, y_] := x", "f[Sequence[1, 2]]", "1"),
        ("f[x_, y_ : 5, z_Real : 7] := {y, z}", "{f[1], f[1, 2], f[1, 2, 3.]}", "{{5, 7}, {2, 7}, {2, 3.}}"),
        ("f[x_, y_String : 5, z_ : 7] := {x, y, z}", '{f[1, 2], f[1, "s", 3]}', '{{1, 5, 2}, {1, "s", 3}}'),
        ("f[x_ : 1] := {x}", "{f[], f[2], f[2, 3]}", "{{1}, {2}, f[2, 3]}"),
        ("Options[f] = {a -> 1}; f[_, OptionsPattern[]] := OptionValue[a]", "{f[0], f[0, a -> 2]}", "{1, 2}"),
        ("f[x_, o : OptionsPattern[]] := {x, {o}}", "{f[0], f[0, {b -> 2}]}", "{{0, {}}, {0, {{b -> 2}}}}"),
        ("f[x_, OptionsPattern[]] := x", "f[0, 1]", "f[0, 1]"),
        ("f[x_, y_ : 5, OptionsPattern[]] := {x, y}", "{f[0], f[0, 1], f[0, 1, a -> 2]}", "{{0, 5}, {0, 1}, {0, 1}}"),
        ("SetAttributes[f, {Flat, Orderless}]; f[x___] := {x}", "{f[2, 1], f[]}", "{{1, 2}, {}}"),
        ("f[x_, o : OptionsPattern[]] /; x > 0 := {o}", "{f[0, a -> 1], f[1, a -> 1]}", "{f[0, a -> 1], {a -> 1}}"),
        ("f[x_, x_] := same; f[_, _] := other", "{f[1, 1], f[1, 2]}", "{same, other}"),
        ("f[a_][b_] := {a, b}; f[a_][b_][c_] := {a, b, c}", "f[1][2]", "{1, 2}"),
        ("f[x_] := Sequence[x, x]", "{f[1], 3}", "{1, 1, 3}"),
    ],
)
def test_definitions(wl, definition, call, value):
    wl.reset()
    wl(definition)
    assert wl.text(call) == value


def test_every_count_of_arguments(wl):
    wl.reset()
    wl("f[a_, b_, c___] := {a, b, {c}}")
    for count in range(6):
        arguments = list(itertools.islice("uvwxyz", count))
        wanted = f"f[{', '.join(arguments)}]"
        if count >= 2:
            wanted = f"{{{arguments[0]}, {arguments[1]}, {{{', '.join(arguments[2:])}}}}}"
        assert wl.text(f"f[{', '.join(arguments)}]") == wanted
