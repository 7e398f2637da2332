# SPDX-License-Identifier: GPL-3.0-or-later
"""Packed arrays. Expected: https://reference.wolfram.com/language/Developer/ref/ToPackedArray.html,
.../FromPackedArray.html, .../PackedArrayQ.html; a packed list means what the same list means unpacked."""

import time

import numpy as np
import pytest
from mathics_kernel.packed import PackedList, to_array, to_list

LISTS = {
    "Integer": "{3, -1, 2}",
    "Real": "{3., -1.5, 2.25}",
    "Complex": "{1. + 2. I, -1. I + 0.5, 3. + 0. I}",
    "matrix": "{{1., 2., 3.}, {4., 5., 6.}}",
    "rank 3": "{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}",
}


@pytest.mark.parametrize("given", LISTS.values(), ids=LISTS)
def test_uniform_lists_pack(wl, given):
    assert wl.text(f"Developer`PackedArrayQ[p = Developer`ToPackedArray[{given}]]") == "True"
    assert wl.text(f"p === {given}") == "True"
    assert wl.text(f"{given} === p") == "True"
    assert wl.text(f"p == {given}") == "True"
    assert wl.text("Developer`PackedArrayQ[Developer`FromPackedArray[p]]") == "False"
    assert wl.text("Developer`FromPackedArray[p] === p") == "True"


OTHERS = ["{}", "{1, 2.}", "{x, 1}", "{1, 2^63}", "{{1}, {1, 2}}", "{1/2, 1/3}", "{1 + I, 2}", "a"]


@pytest.mark.parametrize("given", OTHERS)
def test_other_expressions_stay_as_they_are(wl, given):
    assert wl.text(f"Developer`PackedArrayQ[p = Developer`ToPackedArray[{given}]]") == "False"
    assert wl.text(f"p === ({given})") == "True"


@pytest.mark.parametrize("given", ["{N[10^400]}", "{10^400, 1.}", "{10^400/3}", "{1., N[10^400]}", "{{N[-10^400]}}"])
def test_numbers_beyond_the_machine_range_do_not_pack(wl, given):
    for kind in ("", ", Real", ", Complex"):
        assert wl.text(f"p = Developer`ToPackedArray[{given}{kind}]; {{Developer`PackedArrayQ[p], p === {given}}}") == (
            "{False, True}"
        )
        assert wl.messages == []


def test_elements_that_are_not_finite_are_symbols(wl):
    packed = PackedList(np.array([np.nan, np.inf, -np.inf, 1.0]))
    assert [str(element) for element in packed.elements] == [
        "System`Indeterminate",
        "System`DirectedInfinity[1]",
        "System`DirectedInfinity[-1]",
        "1.0",
    ]


def test_a_type_can_be_asked_for(wl):
    assert wl.text("Developer`PackedArrayQ[Developer`ToPackedArray[{1, 2.}, Real], Real]") == "True"
    assert wl.text("Developer`PackedArrayQ[Developer`ToPackedArray[{1, 2.}, Complex], Complex]") == "True"
    assert wl.text("Developer`PackedArrayQ[Developer`ToPackedArray[{1, 2.}, Integer]]") == "False"
    assert wl.text("Developer`PackedArrayQ[Developer`ToPackedArray[{{1, 2}}], Integer, 2]") == "True"
    assert wl.text("Developer`PackedArrayQ[Developer`ToPackedArray[{1, 2}], Real]") == "False"


SAME = [
    "Length[p]", "Dimensions[p]", "First[p]", "Last[p]", "Rest[p]", "Most[p]", "p[[2]]", "p[[-1]]", "p[[1 ;; 2]]",
    "p[[{1, -1}]]", "p[[All]]", "p[[2 ;;]]", "Take[p, 2]", "Take[p, -2]", "Take[p, {2, 3}]", "Reverse[p]", "Sort[p]",
    "Total[p]", "Max[p]", "Min[p]", "Join[p, p]", "p + p", "2 p", "p + 1", "p - p", "p^2", "-p", "p/2", "p*p",
    "Abs[p]", "Sin[p]", "Sqrt[p]", "Floor[p]", "Round[p]", "Sign[p]", "Map[g, p]", "g @@ p", "p /. 2 -> 7",
    "Select[p, # > 0 &]", "Fold[Plus, 0, p]", "MemberQ[p, 2]", "Position[p, 2]", "VectorQ[p]", "VectorQ[p, NumberQ]",
    "MatrixQ[p]", "ArrayQ[p]", "ListQ[p]", "Head[p]", "MatchQ[p, {__Integer}]", "MatchQ[p, {__Real}]", "NumericQ[p]",
    "MatchQ[p, {a_, b_, c_}]", "Replace[p, {a_, b_, c_} :> a + b]", "Append[p, x]", "Drop[p, 1]", "Table[i, {i, p}]",
    "Outer[Times, p, p]", "p . p", "Partition[p, 1]", "Flatten[{p, p}]", "Transpose[{p, p}]", "ToString[p]", "p == p",
    "p === Reverse[p]", "Riffle[p, 0]", "AllTrue[p, NumberQ]", "{p, x}", "g[p]", "Tally[p]", "N[p]", "Mean[p]",
    "DeleteDuplicates[p]", "StringRiffle[p]", "ArrayReshape[p, {3, 1}]", "Count[p, _Real]", "Hash[p] === Hash[p]",
    "Accumulate[p]", "Differences[p]", "MapIndexed[g, p]", "Scan[Sow, p]", "p[[4]]", "Ordering[p]", "Clip[p, {0, 1}]",
]  # fmt: skip


@pytest.mark.parametrize("expression", SAME)
@pytest.mark.parametrize("given", [LISTS["Integer"], LISTS["Real"]], ids=["Integer", "Real"])
def test_a_packed_list_means_what_the_list_means(wl, expression, given):
    plain = wl.text(f"Clear[p]; p = {given}; {expression}")
    said = wl.messages
    assert wl.text(f"p = Developer`ToPackedArray[{given}]; {expression}") == plain
    assert wl.messages == said


@pytest.mark.parametrize("operation", ["p + p", "p*p", "-p", "Abs[p]", "Total[p]", "p + 1", "p - p"])
def test_integers_never_wrap_around(wl, operation):
    given = "{9223372036854775807, -9223372036854775808, 4611686018427387904}"
    plain = wl.text(f"p = {given}; {operation}")
    assert wl.text(f"p = Developer`ToPackedArray[{given}]; {operation}") == plain


def test_numbers_that_are_not_finite_become_symbols(wl):
    wl.definitions.set_ownvalue("Global`p", PackedList(np.array([np.nan, np.inf, -np.inf, 1.0])))
    assert wl.text("Developer`FromPackedArray[p]") == "{Indeterminate, Infinity, -Infinity, 1.}"
    wl.definitions.set_ownvalue("Global`p", PackedList(np.array([complex(np.nan, 1), complex(np.inf, np.nan), 1j])))
    assert wl.text("Developer`FromPackedArray[p]") == "{Indeterminate, ComplexInfinity, 0. + 1.*I}"


def test_to_array_takes_rectangular_numbers_only(wl):
    assert to_array(wl("{{1, 2.5}, {1/2, 3}}")).tolist() == [[1, 2.5], [0.5, 3]]
    assert to_array(wl("{1, 2}"), "float64").tolist() == [1.0, 2.0]
    assert to_array(wl("{1, 2}")).dtype == np.int64
    assert to_array(wl("{1. I, 2}")).tolist() == [1j, 2]
    for refused in ("{{1, 2}, {3}}", "{x}", '{"1"}', "{1, {2}}", "5"):
        assert to_array(wl(refused)) is None, refused
    assert to_array(wl("{1.5}"), "int64") is None
    assert to_array(wl("{1. I}"), "float64") is None


def test_unsigned_integers_beyond_63_bits_stay_exact(wl):
    assert to_list(np.array([2**64 - 1, 0], "uint64")).sameQ(wl("{2^64 - 1, 0}"))


def test_large_lists_pack_and_add_fast(wl):
    wl("list = Table[i + 0.5, {i, 1000}]; list = Flatten[Table[list, {100}]]")
    start = time.process_time()
    wl("p = Developer`ToPackedArray[list]")
    assert time.process_time() - start < 0.5
    start = time.process_time()
    wl("q = p + p; Total[q]")
    assert time.process_time() - start < 0.1


STAYS_PACKED = [
    "First[{p, 5}]", "First[Map[Identity, {p, 5}]]", "Map[Identity, {p, p}][[2]]", "Module[{q = p}, q]",
    "With[{q = p}, q]", "Block[{q = p}, q]", "Function[q, q][p]", "(# &)[p]", "h[p]", "If[True, p]",
    "Replace[p, x_ :> x]", "p /. x -> 3", "Catch[Throw[p]]", "Quiet[p]", "Join[p, p]", "2 p", "p + p", "p[[1 ;; 2]]",
    "Reverse[p]", "<|1 -> p|>[1]", "Last[SortBy[{{1, p}}, First]][[2]]", "Replace[{p, 1}, l_List :> l, {1}][[1]]",
    "Identity @@ {p}", "N[p]",
]  # fmt: skip


@pytest.mark.parametrize("expression", STAYS_PACKED)
def test_a_packed_list_stays_packed_on_its_way(wl, expression):
    wl("Clear[p, h]; h[q_] := q; p = Developer`ToPackedArray[{3., -1.5, 2.25}]")
    assert wl.text(f"Developer`PackedArrayQ[{expression}]") == "True"


RULES = [
    "x -> 3", "2 -> 7", "List -> g", "_Integer -> 0", "f[_] -> 2", "{a_, b_, c_} :> a", "u_ -> 2", "u_ /; u > 1 -> 2",
    "HoldPattern[2] -> 5", "{2 -> 1, 3 -> 0}", '"a" -> 1',
]  # fmt: skip
REPLACEMENTS = ["p /. {}", "Replace[p, {}]", "Replace[p, {}, {{1}}]", "Replace[{{p, 1}}, {}, {{1}}]"]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("replace", REPLACEMENTS)
def test_replacement_rules_find_the_same(wl, replace, rule):
    expression = replace.format(rule)
    plain = wl.text(f"Clear[p, x, g, f]; p = {{3, -1, 2}}; {expression}")
    assert wl.text(f"p = Developer`ToPackedArray[{{3, -1, 2}}]; {expression}") == plain


@pytest.mark.parametrize(
    ("code", "plain"),
    [
        ("Range[300]", "Table[i, {i, 300}]"),
        ("Range[-5, 700, 2]", "Table[i, {i, -5, 700, 2}]"),
        ("Range[600, 1, -2]", "Table[i, {i, 600, 1, -2}]"),
        ("ConstantArray[0.5, {20, 20}]", "Table[0.5, {20}, {20}]"),
        ("ConstantArray[7, 300]", "Table[7, {300}]"),
    ],
)
def test_functions_that_make_long_lists_pack_them(wl, code, plain):
    assert wl.text(f"Developer`PackedArrayQ[{code}]") == "True"
    assert wl.text(f"{code} === {plain}") == "True"


def test_a_range_of_reals_ends_where_it_should(wl):
    assert wl.text("r = Range[0., 1., 0.001]; {Length[r], Last[r], r[[501]]}") == "{1001, 1., 0.5}"


def test_random_lists_are_packed_in_range_and_repeatable(wl):
    wl("SeedRandom[1]; a = RandomReal[{2, 3}, {20, 30}]; SeedRandom[1]; b = RandomReal[{2, 3}, {20, 30}]")
    assert wl.text("{Developer`PackedArrayQ[a], Dimensions[a], a === b}") == "{True, {20, 30}, True}"
    assert wl.text("2 <= Min[Flatten[a]] <= Max[Flatten[a]] <= 3") == "True"
    assert wl.text("Union[RandomInteger[{1, 3}, 500]]") == "{1, 2, 3}"


def test_a_call_with_a_long_packed_list_takes_no_longer(wl):
    definition = 'g[x_List, n_Integer, OptionsPattern[{"A" -> 1}]] /; Length[x] > 2 := '
    wl(definition + 'Module[{y = x}, {Length[y], OptionValue["A"]}]')
    wl("p = Developer`ToPackedArray[ConstantArray[0.5, 10^6]]; g[p, 2]")
    start = time.process_time()
    assert wl.text('g[p, 1, "A" -> 2]') == "{1000000, 2}"
    assert time.process_time() - start < 0.2
