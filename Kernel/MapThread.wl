(* ::Package:: *)

(* MetalMapThread *)

Begin["MetalLink`Private`"];

MetalMapThread[f_, arrays : Except[_?optionQ], options___?optionQ] := checked[mapThread[f, arrays, compileOptions[MetalMapThread, {options}]]]

MetalMapThread[f_, Except[_?optionQ], level : Except[_?optionQ], ___?optionQ] := checked[fail[MetalMapThread, "level", level]]

MetalMapThread[arguments___] := Null /; wrongCount[MetalMapThread, Count[{arguments}, Except[_?optionQ]], {2, 2}]


mapThread[f_, arrays_List, options_] /; arrays =!= {} && ! Developer`PackedArrayQ[arrays] :=
  threadArrays[f, MapIndexed[Function[{array, index}, threadOperand[array, First[index]]], arrays], options]
mapThread[f_, matrix_?Developer`PackedArrayQ, options_] /; ArrayDepth[matrix] > 1 := threadArrays[f, Map[Identity, matrix], options]
mapThread[_, {}, _] := {}
mapThread[_, arrays_, _] := fail[MetalMapThread, "arrays", If[ListQ[arrays], "a list of numbers", describe[arrays]]]

threadOperand[array_, position_] := Replace[operandOf[MetalMapThread, array, position],
  number_?NumberQ :> fail[MetalMapThread, "array", position, describe[number]]]

threadArrays[f_, arrays_, options_] := (
  If[! SameQ @@ Map[Dimensions, arrays], failShape[MetalMapThread, arrays]];
  If[ListQ[First[arrays]] && emptyQ[First[arrays]], First[arrays],
    With[{alike = alikeArrays[arrays]},
      applyCompiled[{MetalMapThread, Hold[f], alike, {}, {}, options}, f, MapThread[f, arrays, ArrayDepth[First[arrays]]]]]])

failShape[caller_, arrays_] := With[{other = First[Select[Range[Length[arrays]], Dimensions[arrays[[#]]] =!= Dimensions[First[arrays]] &]]},
  fail[caller, "shape", 1, other, Dimensions[First[arrays]], Dimensions[arrays[[other]]]]]

End[];
