(* ::Package:: *)

(* MetalMapIndexed *)

Begin["MetalLink`Private`"];

MetalMapIndexed[f_, options___?optionQ][array_] := checked[mapIndexed[f, array, compileOptions[MetalMapIndexed, {options}]]]

MetalMapIndexed[f_, options___?optionQ][arguments___] := Null /; wrongCount[MetalMapIndexed, Length[{arguments}], {1, 1}]

MetalMapIndexed[f_, array : Except[_?optionQ], options___?optionQ] := checked[mapIndexed[f, array, compileOptions[MetalMapIndexed, {options}]]]

MetalMapIndexed[f_, Except[_?optionQ], level : Except[_?optionQ], ___?optionQ] := checked[fail[MetalMapIndexed, "level", level]]

MetalMapIndexed[arguments___] := Null /; wrongCount[MetalMapIndexed, Count[{arguments}, Except[_?optionQ]], {1, 2}]


mapIndexed[f_, value_, options_] := If[NumberQ[value], fail[MetalMapIndexed, "array", 2, describe[value]], indexArray[f, operandOf[MetalMapIndexed, value, 2], options]]

indexArray[f_, array_, options_] := If[ListQ[array] && emptyQ[array], array,
  With[{dimensions = Dimensions[array]},
    applyCompiled[{MetalMapIndexed, Hold[f], {array}, {{"Index", Length[dimensions]}}, {integersBeside[array, dimensions]}, options},
      f, MapIndexed[f, array, {-1}]]]]

(* An operand of integers beside an array of either kind. *)
integersBeside[array_, integers_] := If[ListQ[array], Developer`ToPackedArray[integers], NumericArray[integers, "Integer64"]]

End[];
