(* ::Package:: *)

(* MetalAdd, MetalSubtract, MetalTimes, MetalDivide *)

Begin["MetalLink`Private`"];

MetalAdd[arguments___, last : Except[_?optionQ], options___?optionQ] := checked[arithmetic[MetalAdd, {arguments, last}, {options}]]

MetalAdd[___?optionQ] := Null /; wrongCount[MetalAdd, 0, {1, Infinity}]


MetalTimes[arguments___, last : Except[_?optionQ], options___?optionQ] := checked[arithmetic[MetalTimes, {arguments, last}, {options}]]

MetalTimes[___?optionQ] := Null /; wrongCount[MetalTimes, 0, {1, Infinity}]


MetalSubtract[a : Except[_?optionQ], b : Except[_?optionQ], options___?optionQ] := checked[arithmetic[MetalSubtract, {a, b}, {options}]]

MetalSubtract[arguments___] := Null /; wrongCount[MetalSubtract, withoutOptions[{arguments}], {2, 2}]


MetalDivide[a : Except[_?optionQ], b : Except[_?optionQ], options___?optionQ] := checked[arithmetic[MetalDivide, {a, b}, {options}]]

MetalDivide[arguments___] := Null /; wrongCount[MetalDivide, withoutOptions[{arguments}], {2, 2}]

(* How many arguments there are before the options. *)
withoutOptions[{arguments___, ___?optionQ}] := Length[{arguments}]


(* The function of the language that gives the same of numbers and the exact result of integers, and the library's name of the operation. *)
$builtIn = <|MetalAdd -> Plus, MetalSubtract -> Subtract, MetalTimes -> Times, MetalDivide -> Divide|>;

$operation = <|MetalAdd -> "add", MetalSubtract -> "subtract", MetalTimes -> "times", MetalDivide -> "divide"|>;

arithmetic[caller_, values_List, options_List] := With[{precision = targetPrecision[caller, options]},
  If[AllTrue[values, NumberQ], $builtIn[caller] @@ values, arrayArithmetic[caller, values, precision]]]

arrayArithmetic[caller_, values_, precision_] := With[
  {operands = MapIndexed[Function[{value, index}, operandOf[caller, value, First[index]]], values]},
  checkDimensions[caller, operands];
  Which[
    Length[values] === 1, First[values],
    AnyTrue[operands, NumericArrayQ], numericArrayArithmetic[caller, operands, resultType[caller, operands], precision],
    emptyQ[firstArray[operands]], firstArray[operands],
    True, listArithmetic[caller, operands, broadcastFlags[operands], precision]]]

firstArray[operands_List] := SelectFirst[operands, Function[x, ! NumberQ[x]]]

checkDimensions[caller_, operands_List] := With[{dimensions = Map[Dimensions, Select[operands, Function[x, ! NumberQ[x]]]]},
  If[! SameQ @@ dimensions, failDimensions[caller, operands, dimensions]]]

failDimensions[caller_, operands_, dimensions_] := Module[{positions, other},
  positions = Select[Range[Length[operands]], Function[i, ! NumberQ[operands[[i]]]]];
  other = SelectFirst[Range[Length[dimensions]], Function[i, dimensions[[i]] =!= First[dimensions]]];
  fail[caller, "shape", First[positions], positions[[other]], First[dimensions], dimensions[[other]]]]

(* 1 for a number, which stands for an array of it. *)
broadcastFlags[operands_List] := Map[Function[x, Boole[NumberQ[x]]], operands]


(* ::Section:: *)
(*Lists*)

listArithmetic[caller_, operands_, flags_, precision_] := With[
  {result = compute[caller, $operation[caller] <> "_tensor", {flags, precision}, If[MemberQ[flags, 1], numberTensors[caller, operands], operands]]},
  If[overflowQ[result], exactly[$builtIn[caller], $builtIn[caller] @@ operands], finish[caller, result]]]

(* The library widens arrays; a number is given in the type of the result, as a tensor of one element. *)
numberTensors[caller_, operands_] := With[{type = widestType[caller, Map[operandType, operands]]},
  MapIndexed[Function[{x, index}, If[NumberQ[x], numberTensor[caller, x, type, First[index]], x]], operands]]

operandType[list_List] := listType[list]
operandType[number_] := Head[number]

widestType[caller_, types_List] := Which[
  MemberQ[types, Complex], Complex,
  MemberQ[types, Real] || caller === MetalDivide, Real,
  True, Integer]

numberTensor[caller_, n_, type_, position_] := With[
  {tensor = Developer`ToPackedArray[If[type === Integer, {n}, N[{n}]], type]},
  If[Developer`PackedArrayQ[tensor], tensor, fail[caller, "argument", position, If[type === Integer, describe, describeAsReal][n]]]]


(* ::Section:: *)
(*NumericArrays*)

numericArrayArithmetic[caller_, operands_, type_, precision_] := Module[{arrays, result},
  arrays = MapIndexed[Function[{x, index}, toNumericArray[caller, x, type, First[index]]], operands];
  result = compute[caller, $operation[caller] <> "_numericarray", {broadcastFlags[operands], precision}, arrays];
  If[overflowQ[result], failOverflow[caller, type, Dimensions[firstArray[operands]]], finish[caller, result]]]

toNumericArray[caller_, array_NumericArray, type_, position_] := array
toNumericArray[caller_, list_List, type_, position_] := NumericArray[list, If[emptyQ[list], type, arrayType[list]]]
toNumericArray[caller_, n_, type_, position_] := If[fitsQ[n, type],
  NumericArray[{If[integerTypeQ[type], n, N[n]]}, type],
  fail[caller, "fit", position, shortText[n], type]]

(* A list counts as a NumericArray of 64 bits; an empty list has no numbers and so no type. *)
typedQ[x_] := ! NumberQ[x] && ! (ListQ[x] && emptyQ[x])

arrayType[array_NumericArray] := NumericArrayType[array]
arrayType[list_List] := $listArrayType[listType[list]]

$listArrayType = <|Integer -> "Integer64", Real -> "Real64", Complex -> "ComplexReal64"|>;

(* The type of the result: that of the arrays from left to right, which numbers change only where they are of a wider kind. Integers divide
   as real numbers. *)
resultType[caller_, operands_] := Module[{types, type, numbers},
  types = Map[arrayType, Select[operands, typedQ]];
  type = If[caller === MetalDivide && AllTrue[types, integerTypeQ], "Real64", Fold[commonType[caller], Map[First, Split[types]]]];
  numbers = Map[Head, Select[operands, NumberQ]];
  Which[
    kind[type] === "Complex", type,
    MemberQ[numbers, Complex], $typeNames[{"Complex", If[kind[type] === "Real", bits[type], 64]}],
    kind[type] =!= "Real" && MemberQ[numbers, Real], "Real64",
    True, type]]

(* Kind of the types and bits of a number or of a complex number's part. *)
$types = <|
  "Integer8" -> {"Signed", 8}, "Integer16" -> {"Signed", 16}, "Integer32" -> {"Signed", 32}, "Integer64" -> {"Signed", 64},
  "UnsignedInteger8" -> {"Unsigned", 8}, "UnsignedInteger16" -> {"Unsigned", 16}, "UnsignedInteger32" -> {"Unsigned", 32}, "UnsignedInteger64" -> {"Unsigned", 64},
  "Real16" -> {"Real", 16}, "Real32" -> {"Real", 32}, "Real64" -> {"Real", 64},
  "ComplexReal16" -> {"Complex", 16}, "ComplexReal32" -> {"Complex", 32}, "ComplexReal64" -> {"Complex", 64}|>;

$typeNames = AssociationThread[Values[$types], Keys[$types]];

kind[type_] := First[$types[type]]

bits[type_] := Last[$types[type]]

integerTypeQ[type_] := MemberQ[{"Signed", "Unsigned"}, kind[type]]

(* The library's table; two types that are not in it have no common integer type. *)
commonType[caller_][type_, type_] := type
commonType[caller_][a_, b_] := Lookup[libraryTable[caller]["CommonTypes"][a], b, fail[caller, "types", a, b]]

(* Numbers of this magnitude are the first that do not round to a finite number of IEEE 754 binary16, binary32 and binary64. *)
$tooLarge = <|16 -> 65520, 32 -> 2^128 - 2^103, 64 -> 2^1024 - 2^970|>;

fitsQ[n_, type_] := Switch[kind[type],
  "Signed", -2^(bits[type] - 1) <= n < 2^(bits[type] - 1),
  "Unsigned", 0 <= n < 2^bits[type],
  _, Max[Abs[Re[n]], Abs[Im[n]]] < $tooLarge[bits[type]]]

End[];
