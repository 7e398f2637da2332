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


map[f_, value_, options_List] := map[f, value, targetPrecision[MetalMap, options], mapName[f]]

map[f_, value_, precision_, name_] := If[NumberQ[value], f[value], mapArray[f, name, operandOf[MetalMap, value, 2], precision]]

mapArray[f_, name_, list_List, precision_] := If[emptyQ[list], list, mapList[f, name, list, precision]]

mapArray[f_, name_, array_, precision_] := With[{result = compute[MetalMap, "map_numericarray", {name, precision, array}]},
  If[overflowQ[result], failOverflow[MetalMap, NumericArrayType[array], Dimensions[array]]];
  announceSingle[f, precision, NumericArrayType[array]];
  finish[MetalMap, result]]

mapList[f_, name_, list_, precision_] := With[{result = compute[MetalMap, "map_tensor", {name, precision, list}]},
  If[overflowQ[result], exactly[f, Map[f, list, {-1}]],
    announceSingle[f, precision, "Real64"];
    finish[MetalMap, result]]]

(* The first time that doubles are computed in single precision without being asked to. Integers are taken as doubles. *)
$singleAnnounced = False;

announceSingle[f_, precision_, type_] := If[
  lastFact["Precision"] === 1 && lastFact["Windows"] > 0 && precision === $precisionCodes[Automatic] && ! singleTypeQ[type] && ! $singleAnnounced,
  $singleAnnounced = True;
  Message[MetalMap::single, f]]

singleTypeQ[type_] := MatchQ[type, "Real16" | "Real32" | "ComplexReal16" | "ComplexReal32"]

(* The library's name of a function that it has, else a message that lists them. *)
mapName[f_] := With[{names = libraryTable[MetalMap]["MapFunctions"], name = systemName[f]},
  If[MemberQ[names, name], name, fail[MetalMap, "function", f, names]]]

systemName[f_Symbol] /; Context[f] === "System`" := SymbolName[f]
systemName[_] := None

End[];
