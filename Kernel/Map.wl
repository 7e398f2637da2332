(* ::Package:: *)

(* MetalMap *)

Begin["MetalLink`Private`"];

MetalMap[f_, array : Except[_Rule | _RuleDelayed], options : (_Rule | _RuleDelayed) ...] := checked[map[f, array, {options}]]

MetalMap[f_, array : Except[_Rule | _RuleDelayed], level : Except[_Rule | _RuleDelayed], (_Rule | _RuleDelayed) ...] :=
  checked[fail[MetalMap, "level", level]]

(* The operator form: MetalMap[f] and MetalMap[f, options] stay as they are until they are applied. *)
MetalMap[f_, options : (_Rule | _RuleDelayed) ...][array_] := checked[map[f, array, {options}]]

MetalMap[f_, options : (_Rule | _RuleDelayed) ...][arguments___] := Null /; wrongCount[MetalMap, Length[{arguments}], {1, 1}]

MetalMap[arguments___] := Null /; wrongCount[MetalMap, Count[{arguments}, Except[_Rule | _RuleDelayed]], {1, 2}]


map[f_, value_, options_List] := Module[{precision, name},
  precision = targetPrecision[MetalMap, options];
  name = mapName[f];
  If[NumberQ[value], f[value], mapArray[f, name, operandOf[MetalMap, value, 2], precision]]]

mapArray[f_, name_, x_, precision_] :=
  If[numericArrayOperandQ[x], mapNumericArray[name, x, precision], mapList[f, name, x, precision]]

(* The library's name of a function that it has, else a message that lists them. *)
mapName[f_] := With[{names = libraryTable[MetalMap]["MapFunctions"], name = systemName[f]},
  If[MemberQ[names, name], name, fail[MetalMap, "function", f, names]]]

systemName[f_Symbol] /; Context[f] === "System`" := SymbolName[f]
systemName[_] := None

mapList[_, _, operand[_, list_, _, dimensions_], _] /; MemberQ[dimensions, 0] := list

mapList[f_, name_, operand[_, list_, _, _], precision_] := Module[{result},
  result = compute[MetalMap, "map_tensor", {name, precision, list}];
  If[overflowQ[result], exactly[f, Map[f, list, {-1}]], finish[MetalMap, result]]]

mapNumericArray[name_, operand[_, array_, type_, dimensions_], precision_] := Module[{result},
  result = compute[MetalMap, "map_numericarray", {name, precision, array}];
  If[overflowQ[result], failOverflow[MetalMap, type, dimensions], finish[MetalMap, result]]]

End[];
