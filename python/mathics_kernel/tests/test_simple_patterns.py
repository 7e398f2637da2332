# SPDX-License-Identifier: GPL-3.0-or-later
"""The short way of matching finds what Mathics' pattern matcher finds.

Semantics: https://reference.wolfram.com/language/tutorial/Patterns.html; the general matcher is the oracle here.
"""

import itertools

import pytest
from mathics.core.attributes import A_FLAT
from mathics.core.rules import Rule
from mathics.core.symbols import Symbol
from mathics_kernel.simple_patterns import simple_pattern

SIMPLE = [
    "f[]", "f[x_]", "f[x_, y_]", "f[_]", "f[0, x_]", "f[x_Integer]", "f[x_, y_List]", "f[x___]", "f[x__]", "f[___]",
    "f[x_, y___]", "f[x_, y__Integer]", "f[x_, y___String]", "{x_, y_}", '{"a", x___}', "f[x_Symbol, g]",
]  # fmt: skip
GENERAL = [
    "f[x_, x_]", "f[x___, y_]", "f[x_ /; x > 1]", "f[x_?EvenQ]", "f[x_:1]", "f[g[x_]]", "f[x:{_}]", "f[_][x_]",
    "f[OptionsPattern[]]", "f[x_ | y_]", "x_", "f[1]", "x_[1]", "Plus[x_, y_]",
]  # fmt: skip
EXPRESSIONS = [
    "f[]", "f[1]", "f[0, a]", "f[a, {1}]", "f[1, 2]", "f[1, 2, 3]", 'f["s", "t"]', "f[{1}, {2, 3}]", "{1, 2}",
    '{"a", 2, 3}', '{"a"}', "f[a, g]", "g[1]", "f", "1", "f[a, 1, 2]", "f[x, Hold[Sequence[]]]",
]  # fmt: skip


def compiled(wl, pattern: str) -> Rule:
    held = wl(f"Hold[{pattern}]")
    return Rule(held.elements[0], Symbol("System`True"), attributes=0)


@pytest.mark.parametrize("pattern", SIMPLE)
def test_simple_patterns_match_as_the_general_matcher_does(wl, pattern):
    rule = compiled(wl, pattern)
    simple = simple_pattern(rule.pattern)
    if rule.pattern.isliteral:
        assert simple is None
        return
    assert simple is not None
    evaluation = wl._session.evaluation
    for code in EXPRESSIONS:
        expression = wl(f"Hold[{code}]").elements[0]
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
        values = simple.bind(expression)
        assert (values is not None) == bool(found), code
        if found:
            assert set(values) == set(found[0]), code
            assert all(values[name].sameQ(found[0][name]) for name in values), code


@pytest.mark.parametrize("pattern", GENERAL)
def test_other_patterns_are_left_to_it(wl, pattern):
    attributes = A_FLAT if "Plus" in pattern else 0
    rule = Rule(wl(f"Hold[{pattern}]").elements[0], Symbol("System`True"), attributes=attributes)
    assert simple_pattern(rule.pattern) is None


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
