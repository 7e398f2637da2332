(* ::Package:: *)

(* MetalTable *)

Begin["MetalLink`Private`"];

SetAttributes[MetalTable, HoldAll];

MetalTable[expression_, iterators : Except[_?optionQ] .., options___?optionQ] := checked[table[Hold[expression], Map[iterator, holdList[Hold[iterators]]],
  compileOptions[MetalTable, {options}], Hold[Table[expression, iterators]]]]

MetalTable[arguments___] := Null /; wrongCount[MetalTable, Count[Hold[arguments], Except[_?optionQ], {1}], {2, Infinity}]

holdList[held_Hold] := List @@ Map[Hold, held]

(* {held symbol, number of steps, Integer, from, step} or Real; or {held symbol, number of values, element type, values}. *)
iterator[Hold[{i_Symbol, rest__}]] := iteratorOf[Hold[i], {rest}]
iterator[Hold[{n_}]] := iteratorOf[Hold[unused], {n}]
iterator[Hold[n_?NumericQ]] := iteratorOf[Hold[unused], {n}]
iterator[Hold[x_]] := fail[MetalTable, "iterator", HoldForm[x]]

iteratorOf[symbol_, {values_List}] := valuesOf[symbol, operandOf[MetalTable, values, 2]]
iteratorOf[symbol_, {to_}] := rangeOf[symbol, {1, to, 1}]
iteratorOf[symbol_, {from_, to_}] := rangeOf[symbol, {from, to, 1}]
iteratorOf[symbol_, {from_, to_, by_}] := rangeOf[symbol, {from, to, by}]
iteratorOf[_, range_] := fail[MetalTable, "iterator", range]

valuesOf[symbol_, values_] := If[ArrayDepth[values] === 1, {symbol, Length[values], elementOf[values], values}, fail[MetalTable, "iterator", Short[values]]]

rangeOf[symbol_, range : {from_, to_, by_}] := (
  If[! AllTrue[range, NumericQ] || ! FreeQ[N[range], Complex] || by == 0, fail[MetalTable, "iterator", range]];
  {symbol, Max[0, Floor[stepCount[from, to, by]] + 1], If[IntegerQ[from] && IntegerQ[by], Integer, Real], from, by})

(* A last step that rounding puts beyond the end counts. *)
stepCount[from_, to_, by_] := If[MatchQ[{from, to, by}, {__Integer}], (to - from)/by, N[(to - from)/by] + 2.^-24]

table[Hold[body_], iterators_, {precision_, complex_}, exact_] := With[{dimensions = iterators[[All, 2]]},
  If[MemberQ[dimensions, 0], ReleaseHold[exact],
    runProgram[{MetalTable,
      programFor[MetalTable, {tableFunction[Hold[body], Join @@ iterators[[All, 1]]], {{"Iterators", iterators[[All, 3]]}}, None, precision === 1, complex}],
      dimensions,
      Join[{tableIntegers[iterators, dimensions], tableReals[iterators]}, Cases[iterators, {_, _, _String, values_} :> values]],
      Join[{1, 1}, Map[Function[iterator, 1], Cases[iterators, {_, _, _String, _}]]]},
      Table, ReleaseHold[exact]]]]

tableFunction[Hold[body_], Hold[symbols___]] := Hold[Function[{symbols}, body]]

(* From and step of every iterator: MetalLink`Compiler` reads them at these places. *)
tableIntegers[iterators_, dimensions_] := Developer`ToPackedArray[Join[dimensions, Join @@ Map[steps[Integer, 0], iterators]]]
tableReals[iterators_] := Developer`ToPackedArray[N[Join[Map[Function[iterator, 0.], iterators], Join @@ Map[steps[Real, 0.], iterators]]], Real]

steps[kind_, none_][iterator_] := If[iterator[[3]] === kind, iterator[[{4, 5}]], {none, none}]

End[];
