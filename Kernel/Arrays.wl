(* ::Package:: *)

(* Operands: what a function may compute with, checked and packed once. An operand is operand[kind, value, type, dimensions]: kind "Number" or "List" with the types
   Integer, Real and Complex, or kind "NumericArray" with the types of NumericArray. *)

Begin["MetalLink`Private`"];


(* ::Section:: *)
(*Operands*)

machineIntegerQ[n_] := IntegerQ[n] && -2^63 <= n < 2^63

(* What a list may hold before it is packed: machine numbers, and integers of any size, which N turns into reals beside reals. *)
elementQ[x_] := IntegerQ[x] || MachineNumberQ[x]

operandOf[caller_, x_NumericArray, position_] := operand["NumericArray", x, NumericArrayType[x], Dimensions[x]]
operandOf[caller_, x_List, position_] := With[{packed = packList[caller, x, position]},
  operand["List", packed, listType[packed], Dimensions[packed]]]
operandOf[caller_, x_?elementQ, position_] := operand["Number", x, Head[x], {}]
operandOf[caller_, x_, position_] := fail[caller, "argument", position, describe[x]]

arrayOperandQ[operand[kind_, _, _, _]] := kind =!= "Number"

numericArrayOperandQ[operand[kind_, _, _, _]] := kind === "NumericArray"

operandValue[operand[_, value_, _, _]] := value

operandType[operand[_, _, type_, _]] := type

operandDimensions[operand[_, _, _, dimensions_]] := dimensions


(* ::Section:: *)
(*Lists*)

(* An empty list holds no numbers: its type is the weakest. *)
listType[list_] := Which[
  MemberQ[Dimensions[list], 0], Integer,
  Developer`PackedArrayQ[list, Integer], Integer,
  Developer`PackedArrayQ[list, Real], Real,
  True, Complex]

packList[caller_, list_, position_] := With[{packed = Developer`ToPackedArray[list]},
  If[Developer`PackedArrayQ[packed], packed, packMixed[caller, list, position]]]

(* A list that does not pack as it is: empty, or integers beside reals or complex numbers, or nothing that can be computed with. *)
packMixed[caller_, list_, position_] := Which[
  ! ArrayQ[list, _, elementQ], refuseList[caller, list, position],
  MemberQ[Dimensions[list], 0], list,
  True, packNumbers[caller, list, position]]

packNumbers[caller_, list_, position_] := Module[{elements = Flatten[list], packed},
  If[VectorQ[elements, IntegerQ], refuseElement[caller, list, position, Function[x, ! machineIntegerQ[x]]]];
  packed = Developer`ToPackedArray[N[list], If[MemberQ[elements, _Complex], Complex, Real]];
  If[! Developer`PackedArrayQ[packed], refuseElement[caller, list, position, Function[x, ! MachineNumberQ[N[x]]]]];
  packed]

refuseList[caller_, list_, position_] := (
  refuseElement[caller, list, position, Function[x, ! elementQ[x]]];
  fail[caller, "ragged", position])

refuseElement[caller_, list_, position_, badQ_] := Replace[
  firstElement[list, badQ],
  {x_, path_} :> fail[caller, "element", position, describe[x], path]]

(* {element, position} of the first element that badQ finds, or None. *)
firstElement[list_, badQ_] := Catch[visit[list, {}, badQ]; None, found]

visit[list_List, path_, badQ_] := Do[visit[list[[i]], Append[path, i], badQ], {i, Length[list]}]
visit[x_, path_, badQ_] := If[badQ[x], Throw[{x, path}, found]]


(* ::Section:: *)
(*Results*)

(* Not a number and infinite elements: one message; a list leaves its packed form, so that they are Indeterminate and Infinity. *)
finish[caller_, value_] := If[$lastCall["NonReal"] + $lastCall["Infinite"] == 0,
  value,
  Message[MessageName[caller, "nonfinite"], $lastCall["NonReal"], $lastCall["Infinite"]];
  If[ListQ[value], Developer`FromPackedArray[value], value]]

(* Integer overflow of a NumericArray. *)
failOverflow[caller_, type_, dimensions_] :=
  fail[caller, "overflow", $lastCall["Overflow"], type, indexPosition[$firstOverflow, dimensions]]

(* The position of the element with the given flattened index, both counted from 1. *)
indexPosition[index_, dimensions_] := Module[{rest = index - 1},
  Reverse[Map[Function[n, With[{i = Mod[rest, n] + 1}, rest = Quotient[rest, n]; i]], Reverse[dimensions]]]]

End[];
