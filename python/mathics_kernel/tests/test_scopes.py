# SPDX-License-Identifier: GPL-3.0-or-later
"""Module's symbols and the limit of iterations.

Expected: https://reference.wolfram.com/language/ref/Module.html, .../Temporary.html, .../$IterationLimit.html
"""

import pytest


def local_count(wl) -> int:
    return sum("$" in name.split("`")[-1][1:] for name in wl.definitions.user if name.startswith("Global`"))


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("Module[{v = {1, 2, 3}}, Length[v]]", "3"),
        ("Do[Module[{v = Range[300], w}, w = v; v[[1]] = 5; Total[w]], {5}]", "Null"),
        ("Module[{v = 1}, Module[{u = v}, u = u + 1; v = u]; v]", "2"),
        ("Module[{g}, g[x_] := x + 1; g[2]]", "3"),
        ("Catch[Module[{v = 7}, Throw[v]]]", "7"),
        ("h[x_] := Module[{v = x}, Return[v]; 0]; h[4]", "4"),
        ("Module[{v = 3}, Reap[Sow[v]]]", "{3, {{3}}}"),
        ('k[x_] := Module[{v = x}, "yes" /; v > 0]; k[_] := "no"; {k[1], k[-1]}', '{"yes", "no"}'),
        ("Table[Module[{v = i}, v^2], {i, 3}]", "{1, 4, 9}"),
        ("Module[{a, b}, a = b; b = 2; a]", "2"),
    ],
)
def test_local_symbols_are_gone_after_a_module(wl, code, value):
    wl.reset()
    assert wl.text(code) == value
    assert local_count(wl) == 0


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("Module[{c = 0}, count[] := ++c]; {count[], count[], count[]}", "{1, 2, 3}"),
        ("adder = Module[{n = 5}, Function[x, x + n]]; adder[1]", "6"),
        ("Module[{a = 1, b}, b = 2; get[] := {a, b}]; get[]", "{1, 2}"),
        ("Module[{a}, a[1] = 10; table = Hold[a]]; table /. Hold[s_] :> s[1]", "10"),
        ("held = Reap[Module[{v = 3}, Sow[Hold[v]]]][[2, 1, 1]]; ReleaseHold[held]", "3"),
        ("caught = Catch[Module[{v = 8}, Throw[Hold[v]]]]; ReleaseHold[caught]", "8"),
        ("Module[{a = 1}, Module[{b = 2}, a := b + 40]; ans := a]; ans", "42"),
        ("outer[] := inner[]; Module[{v = 9}, inner[] := v]; outer[]", "9"),
    ],
)
def test_what_refers_to_a_local_symbol_keeps_it(wl, code, value):
    wl.reset()
    assert wl.text(code) == value


def test_the_iteration_limit_is_about_one_chain(wl):
    assert wl.text("a = b; b = c; c = {1, x}; Do[a, {6000}]; a") == "{1, x}"
    assert wl.messages == []


def test_an_endless_chain_is_stopped(wl):
    wl.reset()
    assert wl.text('x := y; y := x; CheckAbort[x, "stopped"]') == '"stopped"'
    assert wl.messages == ["$IterationLimit::itlim"]
    assert wl.text("1 + 1") == "2"


def test_recursion_goes_as_deep_as_the_limit(wl):
    wl.reset()
    assert wl.text("$RecursionLimit") == "1024"
    assert wl.text("d[0] = 0; d[n_] := 1 + d[n - 1]; d[300]") == "300"
    assert wl.text("e[n_] := Module[{m = n}, If[m == 0, 0, 1 + e[m - 1]]]; e[150]") == "150"
    assert wl.text('endless[n_] := 1 + endless[n + 1]; CheckAbort[endless[1], "stopped"]') == '"stopped"'
    assert wl.messages == ["$RecursionLimit::reclim"]
    assert wl.text("1 + 1") == "2"
