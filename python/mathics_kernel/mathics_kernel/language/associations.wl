(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Functions of lists that see the values of an association, or give an association again. *)

Scan[Function[f, Unprotect[f]; f[a_Association, rest___] := f[Values[a], rest]; Protect[f]],
  {Total, Cases, Count, MemberQ, First, Last, AllTrue, AnyTrue, NoneTrue, Mean, Max, Min, Fold, FoldList, FreeQ, Commonest}];

Scan[Function[f, Unprotect[f]; f[a_Association, rest___] := Association[f[Normal[a], rest]]; Protect[f]],
  {Rest, Most, Take, Drop, Reverse, RotateLeft, RotateRight}];

Scan[Unprotect, {Scan, Apply, Normal, Select, Sort, SortBy, DeleteCases, Position, MapIndexed, Flatten, ReplaceAll, Replace}];
Scan[f_, a_Association, rest___] := Scan[f, Values[a], rest];
Apply[f_, a_Association] := f @@ Values[a];
Normal[a_Association, ___] := Replace[Hold[a], Hold[_[rules___]] :> {rules}];
Select[a_Association, test_, rest___] := Association[Select[Normal[a], Function[rule, test[Last[rule]]], rest]];
Sort[a_Association] := Association[SortBy[Normal[a], Last]];
Sort[a_Association, p_] := Association[Sort[Normal[a], Function[{x, y}, p[Last[x], Last[y]]]]];
SortBy[a_Association, f_] := Association[SortBy[Normal[a], Function[rule, f[Last[rule]]]]];
DeleteCases[a_Association, pattern_] := Association[DeleteCases[Normal[a], _[_, pattern]]];
Position[a_Association, pattern_, {1}] := Map[{Key[#]} &, Keys[Select[a, MatchQ[pattern]]]];
MapIndexed[f_, a_Association] := AssociationThread[Keys[a], KeyValueMap[f[#2, {Key[#1]}] &, a]];
ReplaceAll[e_, a_Association] := ReplaceAll[e, Normal[a]];
Replace[e_, a_Association, rest___] := Replace[e, Normal[a], rest];
DeleteMissing[a_Association] := DeleteCases[a, _Missing];
DeleteMissing[l_List] := DeleteCases[l, _Missing];
PositionIndex[l_List] := GroupBy[Range[Length[l]], Function[i, l[[i]]]];
MissingQ[_Missing] := True;
MissingQ[_] := False;
Scan[Protect, {Scan, Apply, Normal, Select, Sort, SortBy, DeleteCases, Position, MapIndexed, Flatten, ReplaceAll, Replace,
  DeleteMissing, PositionIndex, MissingQ}];
