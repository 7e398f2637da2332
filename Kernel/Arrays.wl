(* ::Package:: *)

(* Operands: the machine numbers, packed lists and NumericArrays that a function may compute with, checked and packed once. *)

Begin["MetalLink`Private`"];


(* ::Section:: *)
(*Operands*)

machineIntegerQ[n_] := IntegerQ[n] && -2^63 <= n < 2^63

(* What a list may hold before it is packed: machine numbers, and integers of any size, which N turns into reals beside reals. *)
elementQ[x_] := IntegerQ[x] || MachineNumberQ[x]

operandOf[caller_, array_?NumericArrayQ, position_] := array
operandOf[caller_, list_List, position_] := packList[caller, list, position]
operandOf[caller_, number_?elementQ, position_] := number
operandOf[caller_, x_, position_] := fail[caller, "argument", position, describe[x]]


(* ::Section:: *)
(*Lists*)

emptyQ[list_] := MemberQ[Dimensions[list], 0]

(* Integer, Real or Complex: packed elements are all like the first. *)
listType[list_] := Head[Extract[list, Table[1, {ArrayDepth[list]}]]]

packList[caller_, list_, position_] := With[{packed = Developer`ToPackedArray[list]},
  If[Developer`PackedArrayQ[packed], packed, packMixed[caller, list, position]]]

(* A list that does not pack as it is: empty, or integers beside reals or complex numbers, or nothing that can be computed with. *)
packMixed[caller_, list_, position_] := Which[
  ! ArrayQ[list, _, elementQ], refuseList[caller, list, position],
  emptyQ[list], list,
  True, packNumbers[caller, list, position]]

packNumbers[caller_, list_, position_] := Module[{elements = Flatten[list], packed},
  If[VectorQ[elements, IntegerQ], refuseElement[caller, list, position, Function[x, ! machineIntegerQ[x]]]];
  packed = Developer`ToPackedArray[N[list], If[MemberQ[elements, _Complex], Complex, Real]];
  If[! Developer`PackedArrayQ[packed], refuseElement[caller, list, position, Function[x, ! MachineNumberQ[N[x]]], describeAsReal]];
  packed]

refuseList[caller_, list_, position_] := (
  refuseElement[caller, list, position, Function[x, ! elementQ[x]]];
  fail[caller, "ragged", position])

refuseElement[caller_, list_, position_, badQ_, name_: describe] := Replace[
  firstElement[list, badQ],
  {x_, path_} :> fail[caller, "element", position, name[x], path]]

(* {element, position} of the first element that badQ finds, or None. *)
firstElement[list_, badQ_] := Catch[visit[list, {}, badQ]; None, found]

visit[list_List, path_, badQ_] := Do[visit[list[[i]], Append[path, i], badQ], {i, Length[list]}]
visit[x_, path_, badQ_] := If[badQ[x], Throw[{x, path}, found]]


(* ::Section:: *)
(*Results*)

(* Not a number and infinite elements: one message; a list leaves its packed form, so that they are Indeterminate and Infinity. *)
finish[caller_, value_] := If[lastFact["NonReal"] + lastFact["Infinite"] === 0, value, finishNonFinite[caller, value]]

finishNonFinite[caller_, value_] := (
  Message[MessageName[caller, "nonfinite"], lastFact["NonReal"], lastFact["Infinite"]];
  If[ListQ[value], Developer`FromPackedArray[value], value])

(* Integer overflow of a NumericArray. *)
failOverflow[caller_, type_, dimensions_] :=
  fail[caller, "overflow", lastFact["Overflow"], type, indexPosition[lastFact["FirstOverflow"], dimensions]]

(* The position of the element with the given flattened index, both counted from 1. *)
indexPosition[index_, dimensions_] := Module[{rest = index - 1},
  Reverse[Map[Function[n, With[{i = Mod[rest, n] + 1}, rest = Quotient[rest, n]; i]], Reverse[dimensions]]]]

End[];
