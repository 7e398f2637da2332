(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Operator forms, https://reference.wolfram.com/language/guide/FunctionCompositionAndOperatorForms.html *)

(* op[f][expr] is op[f, expr] *)
Scan[Function[op, Unprotect[op]; op[f_][expr_] := op[f, expr]; Protect[op]],
  {Map, Apply, Scan, MapIndexed, MapApply}];

(* op[p][expr] is op[expr, p] *)
Scan[Function[op, Unprotect[op]; op[p_][expr_] := op[expr, p]; Protect[op]],
  {Select, Cases, Count, DeleteCases, MatchQ, MemberQ, FreeQ, AllTrue, AnyTrue, NoneTrue, Append,
   Prepend, FirstCase, FirstPosition, Position, Replace, ReplaceAll, ReplaceRepeated, ReplacePart, MaximalBy, MinimalBy,
   StringMatchQ, StringContainsQ, StringStartsQ, StringEndsQ, StringFreeQ, StringReplace, StringCases, Extract}];

Unprotect[MapApply];
EqualTo[y_][x_] := x == y;
UnequalTo[y_][x_] := x != y;
GreaterThan[y_][x_] := x > y;
LessThan[y_][x_] := x < y;
GreaterEqualThan[y_][x_] := x >= y;
LessEqualThan[y_][x_] := x <= y;
MapApply[f_, expr_] := Apply[f, expr, {1}];
Protect[EqualTo, UnequalTo, GreaterThan, LessThan, GreaterEqualThan, LessEqualThan, MapApply];
