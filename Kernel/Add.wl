(* ::Package:: *)

(* MetalAdd *)

Begin["MetalLink`Private`"];

MetalAdd[arguments___, last : Except[_Rule | _RuleDelayed], options : (_Rule | _RuleDelayed) ...] := checked[add[{arguments, last}, {options}]]

MetalAdd[(_Rule | _RuleDelayed) ...] := Null /; wrongCount[MetalAdd, 0, {1, Infinity}]

add[values_List, options_List] := With[{precision = targetPrecision[MetalAdd, options]},
  If[AllTrue[values, NumberQ], Plus @@ values, addArrays[values, precision]]]

addArrays[values_, precision_] := Module[{operands},
  operands = MapIndexed[Function[{value, index}, operandOf[MetalAdd, value, First[index]]], values];
  checkDimensions[operands];
  Which[
    Length[values] === 1, First[values],
    AnyTrue[operands, numericArrayOperandQ], addNumericArrays[operands, precision],
    True, addLists[values, operands, precision]]]

checkDimensions[operands_List] := Module[{arrays, first, dimensions},
  arrays = Flatten[Position[operands, _?arrayOperandQ, {1}, Heads -> False]];
  first = First[arrays];
  dimensions = operandDimensions[operands[[first]]];
  Scan[
    Function[i, If[operandDimensions[operands[[i]]] =!= dimensions,
      fail[MetalAdd, "shape", first, i, dimensions, operandDimensions[operands[[i]]]]]],
    Rest[arrays]]]

(* 1 for a number, which the library adds to every element. *)
broadcastFlags[operands_List] := Map[Function[x, If[arrayOperandQ[x], 0, 1]], operands]


(* ::Section:: *)
(*Lists*)

addLists[values_, operands_, precision_] := If[emptyQ[operands],
  operandValue[First[Select[operands, arrayOperandQ]]],
  addTensors[values, operands, precision]]

addTensors[values_, operands_, precision_] := Module[{type, tensors, result},
  type = widestType[Map[operandType, operands]];
  tensors = MapIndexed[Function[{x, index}, listTensor[x, type, First[index]]], operands];
  result = compute[MetalAdd, "add_tensor", {broadcastFlags[operands], precision}, tensors];
  If[overflowQ[result], exactly[Plus, Plus @@ values], finish[MetalAdd, result]]]

emptyQ[operands_List] := MemberQ[Flatten[Map[operandDimensions, operands]], 0]

widestType[types_List] := Which[MemberQ[types, Complex], Complex, MemberQ[types, Real], Real, True, Integer]

(* The library widens arrays; a number is given in the type of the result, as a tensor of one element. *)
listTensor[operand["Number", n_, _, _], type_, position_] := With[
  {tensor = Developer`ToPackedArray[If[type === Integer, {n}, N[{n}]], type]},
  If[Developer`PackedArrayQ[tensor], tensor, fail[MetalAdd, "argument", position, describe[n]]]]
listTensor[operand["List", list_, _, _], type_, position_] := list


(* ::Section:: *)
(*NumericArrays*)

addNumericArrays[operands_, precision_] := Module[{type, arrays, result},
  type = sumType[operands];
  arrays = MapIndexed[Function[{x, index}, operandNumericArray[x, type, First[index]]], operands];
  result = compute[MetalAdd, "add_numericarray", {broadcastFlags[operands], precision}, arrays];
  If[overflowQ[result],
    failOverflow[MetalAdd, type, operandDimensions[First[Select[operands, arrayOperandQ]]]],
    finish[MetalAdd, result]]]

operandNumericArray[operand["NumericArray", array_, _, _], type_, position_] := array
operandNumericArray[operand["List", list_, elementType_, _], type_, position_] := NumericArray[list, $listArrayType[elementType]]
operandNumericArray[operand["Number", n_, _, _], type_, position_] := (
  If[! fitsQ[n, type], fail[MetalAdd, "fit", position, n, type]];
  NumericArray[{If[elementKind[type] === Integer, n, N[n]]}, type])

$listArrayType = <|Integer -> "Integer64", Real -> "Real64", Complex -> "ComplexReal64"|>;

(* The type of the sum: that of the arrays from left to right, which numbers change only where they are of a wider kind. *)
sumType[operands_] := Module[{type, numbers},
  type = Fold[commonType, Map[arrayType, Select[operands, arrayOperandQ]]];
  numbers = Map[operandType, Select[operands, Function[x, ! arrayOperandQ[x]]]];
  Which[
    elementKind[type] === Complex, type,
    MemberQ[numbers, Complex], If[type === "Real32", "ComplexReal32", "ComplexReal64"],
    elementKind[type] === Integer && MemberQ[numbers, Real], "Real64",
    True, type]]

arrayType[operand["NumericArray", _, type_, _]] := type
arrayType[operand["List", _, type_, _]] := $listArrayType[type]

elementKind[type_String] := Which[
  StringStartsQ[type, "Complex"], Complex,
  StringStartsQ[type, "Real"], Real,
  True, Integer]

bits[type_String] := FromDigits[First[StringCases[type, DigitCharacter ..]]]

unsignedQ[type_String] := StringStartsQ[type, "Unsigned"]

typeName[Integer, n_] := "Integer" <> ToString[n]
typeName[Real, n_] := "Real" <> ToString[n]
typeName[Complex, n_] := "ComplexReal" <> ToString[n]

commonType[a_, a_] := a
commonType[a_, b_] := commonType[a, elementKind[a], b, elementKind[b]]

commonType[a_, Integer, b_, Integer] := commonIntegerType[a, b]
commonType[a_, Integer, b_, kindB_] := typeName[kindB, If[bits[a] <= 16 && bits[b] === 32, 32, 64]]
commonType[a_, kindA_, b_, Integer] := commonType[b, Integer, a, kindA]
commonType[a_, kindA_, b_, kindB_] := typeName[If[MemberQ[{kindA, kindB}, Complex], Complex, Real], Max[bits[a], bits[b]]]

commonIntegerType[a_, b_] /; unsignedQ[a] === unsignedQ[b] := If[bits[a] > bits[b], a, b]
commonIntegerType[a_, b_] /; unsignedQ[a] := commonIntegerType[b, a]
commonIntegerType[signed_, "UnsignedInteger64"] := fail[MetalAdd, "types", signed, "UnsignedInteger64"]
commonIntegerType[signed_, unsigned_] := If[bits[signed] > bits[unsigned], signed, typeName[Integer, 2 bits[unsigned]]]

(* Largest finite numbers of IEEE 754 binary16, binary32 and binary64. *)
$largest = <|16 -> 65504, 32 -> 2^128 - 2^104, 64 -> 2^1024 - 2^971|>;

fitsQ[n_Integer, type_] /; elementKind[type] === Integer := Switch[unsignedQ[type],
  True, 0 <= n < 2^bits[type],
  _, -2^(bits[type] - 1) <= n < 2^(bits[type] - 1)]
fitsQ[n_, type_] := Max[Abs[Re[n]], Abs[Im[n]]] <= $largest[bits[type]]

End[];
