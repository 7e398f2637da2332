(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Small functions of lists, strings and numbers that Mathics3 lacks, by their reference pages. *)

Unprotect[FirstCase, SelectFirst, TakeWhile, LengthWhile, TakeDrop, DeleteDuplicatesBy, CountDistinct, DuplicateFreeQ,
  ContainsAll, ContainsAny, ContainsNone, ContainsExactly, ReverseSortBy, SquareMatrixQ, Differences, Ratios, Subdivide,
  Rescale, RootMeanSquare, Echo, StringDelete, StringCount, StringPart, RightComposition, OperatorApplied,
  CurryApplied, UnixTime, $MaxMachineInteger, Success];

ClearAll[FirstCase];
SetAttributes[FirstCase, HoldRest];
FirstCase[list_, pattern_] := FirstCase[list, pattern, Missing["NotFound"], {1}];
FirstCase[list_, pattern_, default_] := FirstCase[list, pattern, default, {1}];
FirstCase[list_, pattern_, default_, level_] := Replace[Cases[list, pattern, level, 1], {{found_, ___} :> found, _ :> default}];

SelectFirst[list_, test_] := SelectFirst[list, test, Missing["NotFound"]];
SetAttributes[SelectFirst, HoldRest];
SelectFirst[list_, test_, default_] := Replace[Select[list, test, 1], {{found_} :> found, _ :> default}];
SelectFirst[a_Association, test_, default_] := SelectFirst[Values[a], test, default];

TakeWhile[list_, test_] := Take[list, LengthWhile[list, test]];
LengthWhile[list_, test_] := Module[{n = 0}, While[n < Length[list] && TrueQ[test[list[[n + 1]]]], n++]; n];
TakeDrop[list_, n_] := {Take[list, n], Drop[list, n]};
DeleteDuplicatesBy[list_, f_] := Map[First, Values[GroupBy[list, f]]];
CountDistinct[list_] := Length[DeleteDuplicates[list]];
DuplicateFreeQ[list_] := CountDistinct[list] === Length[list];
ContainsAll[a_, b_] := Complement[b, a] === {};
ContainsAny[a_, b_] := Intersection[a, b] =!= {};
ContainsNone[a_, b_] := Intersection[a, b] === {};
ContainsExactly[a_, b_] := Union[a] === Union[b];
ReverseSortBy[list_, f_] := Reverse[SortBy[list, f]];
SquareMatrixQ[m_] := MatrixQ[m] && SameQ @@ Dimensions[m];

Differences[list_List] := Rest[list] - Most[list];
Differences[list_List, n_Integer] := Nest[Differences, list, n];
Ratios[list_List] := Rest[list] / Most[list];
Subdivide[n_] := Subdivide[0, 1, n];
Subdivide[max_, n_] := Subdivide[0, max, n];
Subdivide[min_, max_, n_Integer] := Table[min + (max - min) i/n, {i, 0, n}];
Rescale[list_List] := Rescale[list, {Min[list], Max[list]}];
Rescale[x_, {min_, max_}] := (x - min)/(max - min);
Rescale[x_, {min_, max_}, {low_, high_}] := low + (high - low) (x - min)/(max - min);
RootMeanSquare[list_List] := Sqrt[Mean[list^2]];

Echo[x_] := (Print[">> ", x]; x);
Echo[x_, label_] := (Print[">> ", label, " ", x]; x);
Echo[x_, label_, f_] := (Print[">> ", label, " ", f[x]]; x);

StringDelete[s_, pattern_] := StringReplace[s, pattern -> ""];
StringCount[s_String, pattern_] := Length[StringCases[s, pattern]];
StringPart[s_String, n_Integer] := StringTake[s, {n}];
StringPart[s_String, n_List] := Map[StringPart[s, #] &, n];

RightComposition[f__][x___] := (Composition @@ Reverse[{f}])[x];
OperatorApplied[f_][x_][y_] := f[y, x];
CurryApplied[f_, 2][x_][y_] := f[x, y];
UnixTime[] := Round[AbsoluteTime[] - 2208988800];
$MaxMachineInteger = 2^63 - 1;

Success[tag_, a_Association]["Tag"] := tag;
Success[tag_, a_Association][name_String] := Lookup[a, name];

Protect[FirstCase, SelectFirst, TakeWhile, LengthWhile, TakeDrop, DeleteDuplicatesBy, CountDistinct, DuplicateFreeQ,
  ContainsAll, ContainsAny, ContainsNone, ContainsExactly, ReverseSortBy, SquareMatrixQ, Differences, Ratios, Subdivide,
  Rescale, RootMeanSquare, Echo, StringDelete, StringCount, StringPart, RightComposition, OperatorApplied,
  CurryApplied, UnixTime, $MaxMachineInteger, Success];

Unprotect[Cases, Extract];
Extract[expr_, n_Integer] := expr[[n]];
Cases[expr_, pattern_, level_, n_Integer] := With[{found = Cases[expr, pattern, level]}, Take[found, Min[n, Length[found]]]];
Protect[Cases, Extract];
