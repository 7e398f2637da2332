# SPDX-License-Identifier: GPL-3.0-or-later
"""Small functions of lists, strings and numbers that Mathics3 lacks, said in the language itself.

A name's rules are parsed when it is first used. Each is as https://reference.wolfram.com/language/ref/<name>.html says.
"""

from mathics.core.attributes import A_HOLD_REST, A_NO_ATTRIBUTES, A_PROTECTED
from mathics.core.builtin import Builtin
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol
from mathics.core.systemsymbols import SymbolSequence

_NOTHING = Symbol("System`Nothing")

RULES = {
    "FirstCase": {
        "FirstCase[list_, pattern_]": 'FirstCase[list, pattern, Missing["NotFound"], {1}]',
        "FirstCase[list_, pattern_, default_]": "FirstCase[list, pattern, default, {1}]",
        "FirstCase[list_, pattern_, default_, level_]": (
            "Replace[Cases[list, pattern, level, 1], {{found_} :> found, _ :> default}]"
        ),
    },
    "SelectFirst": {
        "SelectFirst[a_Association, rest__]": "SelectFirst[Values[a], rest]",
        "SelectFirst[list_, test_]": 'SelectFirst[list, test, Missing["NotFound"]]',
        "SelectFirst[list_, test_, default_]": "Replace[Select[list, test, 1], {{found_} :> found, _ :> default}]",
    },
    "LengthWhile": {
        "LengthWhile[list_, test_]": "Module[{n = 0}, While[n < Length[list] && TrueQ[test[list[[n + 1]]]], n++]; n]",
    },
    "TakeWhile": {"TakeWhile[list_, test_]": "Take[list, LengthWhile[list, test]]"},
    "TakeDrop": {"TakeDrop[list_, n_]": "{Take[list, n], Drop[list, n]}"},
    "DeleteDuplicatesBy": {"DeleteDuplicatesBy[list_, f_]": "Map[First, Values[GroupBy[list, f]]]"},
    "CountDistinct": {"CountDistinct[list_]": "Length[DeleteDuplicates[list]]"},
    "DuplicateFreeQ": {"DuplicateFreeQ[list_]": "Length[DeleteDuplicates[list]] === Length[list]"},
    "ContainsAll": {"ContainsAll[a_, b_]": "Complement[b, a] === {}"},
    "ContainsAny": {"ContainsAny[a_, b_]": "Intersection[a, b] =!= {}"},
    "ContainsNone": {"ContainsNone[a_, b_]": "Intersection[a, b] === {}"},
    "ContainsExactly": {"ContainsExactly[a_, b_]": "Union[a] === Union[b]"},
    "ReverseSortBy": {"ReverseSortBy[list_, f_]": "Reverse[SortBy[list, f]]"},
    "SquareMatrixQ": {"SquareMatrixQ[m_]": "MatrixQ[m] && SameQ @@ Dimensions[m]"},
    "MapApply": {"MapApply[f_, expr_]": "Apply[f, expr, {1}]"},
    "DeleteMissing": {"DeleteMissing[a_]": "DeleteCases[a, _Missing]"},
    "MissingQ": {"MissingQ[expr_]": "MatchQ[expr, _Missing]"},
    "PositionIndex": {"PositionIndex[l_List]": "GroupBy[Range[Length[l]], l[[#]] &]"},
    "Differences": {
        "Differences[list_List]": "Rest[list] - Most[list]",
        "Differences[list_List, n_Integer]": "Nest[Differences, list, n]",
    },
    "Ratios": {"Ratios[list_List]": "Rest[list] / Most[list]"},
    "Subdivide": {
        "Subdivide[n_]": "Subdivide[0, 1, n]",
        "Subdivide[max_, n_]": "Subdivide[0, max, n]",
        "Subdivide[min_, max_, n_Integer]": "Table[min + (max - min) i / n, {i, 0, n}]",
    },
    "Rescale": {
        "Rescale[list_List]": "Rescale[list, {Min[list], Max[list]}]",
        "Rescale[x_, {min_, max_}]": "(x - min) / (max - min)",
        "Rescale[x_, {min_, max_}, {low_, high_}]": "low + (high - low) (x - min) / (max - min)",
    },
    "RootMeanSquare": {"RootMeanSquare[list_List]": "Sqrt[Mean[list^2]]"},
    "Echo": {
        "Echo[x_]": '(Print[">> ", x]; x)',
        "Echo[x_, label_]": '(Print[">> ", label, " ", x]; x)',
        "Echo[x_, label_, f_]": '(Print[">> ", label, " ", f[x]]; x)',
    },
    "StringDelete": {"StringDelete[s_, pattern_]": 'StringReplace[s, pattern -> ""]'},
    "StringCount": {"StringCount[s_String, pattern_]": "Length[StringCases[s, pattern]]"},
    "StringPart": {
        "StringPart[s_String, n_Integer]": "StringTake[s, {n}]",
        "StringPart[s_String, n_List]": "Map[StringPart[s, #] &, n]",
    },
    "StringStartsQ": {
        "StringStartsQ[s_, pattern_, rest___]": "StringMatchQ[s, pattern ~~ ___, rest]",
    },
    "StringEndsQ": {
        "StringEndsQ[s_, pattern_, rest___]": "StringMatchQ[s, ___ ~~ pattern, rest]",
    },
    "RightComposition": {"RightComposition[f__][x___]": "(Composition @@ Reverse[{f}])[x]"},
    "OperatorApplied": {"OperatorApplied[f_][x_][y_]": "f[y, x]"},
    "CurryApplied": {"CurryApplied[f_, 2][x_][y_]": "f[x, y]"},
    "UnixTime": {"UnixTime[]": "Round[AbsoluteTime[] - 2208988800]"},
    "Success": {
        'Success[tag_, a_Association]["Tag"]': "tag",
        "Success[tag_, a_Association][name_String]": "Lookup[a, name]",
    },
}
_ATTRIBUTES = {"FirstCase": A_HOLD_REST, "SelectFirst": A_HOLD_REST}


class Nothing(Builtin):
    """An element that a list drops. https://reference.wolfram.com/language/ref/Nothing.html"""

    context = "System`"
    rules = {"Nothing[___]": "Nothing"}
    summary_text = "element that is left out of lists"


def dropping_nothing(evaluate_elements):
    """ListExpression.evaluate_elements that leaves out Nothing, the one rule of a list, and splices Sequence in."""

    def evaluate(self, evaluation):
        evaluated = evaluate_elements(self, evaluation)
        if not any(element is _NOTHING or element.get_head() is SymbolSequence for element in evaluated._elements):
            return evaluated
        spliced = []
        for element in evaluated._elements:
            spliced += element._elements if element.get_head() is SymbolSequence else (element,)
        return ListExpression(*(element for element in spliced if element is not _NOTHING))

    return evaluate


def _builtin(name: str, rules: dict[str, str]) -> type:
    attributes = A_PROTECTED | _ATTRIBUTES.get(name, A_NO_ATTRIBUTES)
    members = {"__module__": __name__, "context": "System`", "rules": rules, "attributes": attributes}
    return type(name, (Builtin,), members)


globals().update({name: _builtin(name, rules) for name, rules in RULES.items()})
