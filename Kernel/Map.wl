(* ::Package:: *)

(* MetalMap *)

Begin["MetalLink`Private`"];

(* The operator form: MetalMap[f] and MetalMap[f, options] stay as they are until they are applied. It is defined first, because its left sides are evaluated. *)

MetalMap[f_, options___?optionQ][array_] := checked[map[f, array, {options}]]

MetalMap[f_, options___?optionQ][arguments___] := Null /; wrongCount[MetalMap, Length[{arguments}], {1, 1}]


MetalMap[f_, array : Except[_?optionQ], options___?optionQ] := checked[map[f, array, {options}]]

MetalMap[f_, array : Except[_?optionQ], level : Except[_?optionQ], ___?optionQ] :=
  checked[fail[MetalMap, "level", level]]

MetalMap[arguments___] := Null /; wrongCount[MetalMap, Count[{arguments}, Except[_?optionQ]], {1, 2}]


map[f_, value_, options_List] := mapWith[f, value, compileOptions[MetalMap, options]]

mapWith[f_, value_, options_] := If[NumberQ[value], f[value], mapArray[f, operandOf[MetalMap, value, 2], options]]

mapArray[f_, array_, {precision_, complex_}] := Which[
  ListQ[array] && emptyQ[array], array,
  ! complex && mapNameQ[f] && (! complexArrayQ[array] || f === Abs), mapNamed[f, systemName[f], array, precision],
  True, applyCompiled[{MetalMap, Hold[f], {array}, {}, {}, {precision, complex}}, f, Map[f, array, {-1}]]]

complexArrayQ[list_List] := listType[list] === Complex
complexArrayQ[array_] := kind[NumericArrayType[array]] === "Complex"

(* The library carries these: nothing is to compile. Factorials of integers are exact, which only the compiler gives. *)
mapNameQ[Factorial] := False
mapNameQ[f_] := MemberQ[libraryTable[MetalMap]["MapFunctions"], systemName[f]]

systemName[f_Symbol] /; Context[f] === "System`" := SymbolName[f]
systemName[_] := None

mapNamed[f_, name_, list_List, precision_] := With[{result = compute[MetalMap, "map_tensor", {name, precision, list}]},
  If[overflowQ[result], exactly[f, Map[f, list, {-1}]],
    finish[MetalMap, result]]]

mapNamed[f_, name_, array_, precision_] := With[{result = compute[MetalMap, "map_numericarray", {name, precision, array}]},
  If[overflowQ[result], failOverflow[MetalMap, NumericArrayType[array], Dimensions[array]]];
  finish[MetalMap, result]]

End[];
