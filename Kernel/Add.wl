(* ::Package:: *)

(* MetalAdd *)

Begin["MetalLink`Private`"];

MetalAdd[arguments___, last : Except[_?optionQ], options___?optionQ] := checked[add[{arguments, last}, {options}]]

MetalAdd[___?optionQ] := Null /; wrongCount[MetalAdd, 0, {1, Infinity}]

add[values_List, options_List] := With[{precision = targetPrecision[MetalAdd, options]},
  If[AllTrue[values, NumberQ], Plus @@ values, addArrays[values, precision]]]

addArrays[values_, precision_] := With[
  {operands = MapIndexed[Function[{value, index}, operandOf[MetalAdd, value, First[index]]], values]},
  checkDimensions[operands];
  Which[
    Length[values] === 1, First[values],
    AnyTrue[operands, NumericArrayQ], addNumericArrays[operands, sumType[operands], precision],
    emptyQ[firstArray[operands]], firstArray[operands],
    True, addLists[operands, broadcastFlags[operands], precision]]]

firstArray[operands_List] := SelectFirst[operands, Function[x, ! NumberQ[x]]]

checkDimensions[operands_List] := With[{dimensions = Map[Dimensions, Select[operands, Function[x, ! NumberQ[x]]]]},
  If[! SameQ @@ dimensions, failDimensions[operands, dimensions]]]

failDimensions[operands_, dimensions_] := Module[{positions, other},
  positions = Select[Range[Length[operands]], Function[i, ! NumberQ[operands[[i]]]]];
  other = SelectFirst[Range[Length[dimensions]], Function[i, dimensions[[i]] =!= First[dimensions]]];
  fail[MetalAdd, "shape", First[positions], positions[[other]], First[dimensions], dimensions[[other]]]]

(* 1 for a number, which the library adds to every element. *)
broadcastFlags[operands_List] := Map[Function[x, Boole[NumberQ[x]]], operands]


(* ::Section:: *)
(*Lists*)

addLists[operands_, flags_, precision_] := With[
  {sum = compute[MetalAdd, "add_tensor", {flags, precision}, If[MemberQ[flags, 1], numberTensors[operands], operands]]},
  If[overflowQ[sum], exactly[Plus, Plus @@ operands], finish[MetalAdd, sum]]]

(* The library widens arrays; a number is given in the type of the sum, as a tensor of one element. *)
numberTensors[operands_] := With[{type = widestType[Map[operandType, operands]]},
  MapIndexed[Function[{x, index}, If[NumberQ[x], numberTensor[x, type, First[index]], x]], operands]]

operandType[list_List] := listType[list]
operandType[number_] := Head[number]

widestType[types_List] := Which[MemberQ[types, Complex], Complex, MemberQ[types, Real], Real, True, Integer]

numberTensor[n_, type_, position_] := With[
  {tensor = Developer`ToPackedArray[If[type === Integer, {n}, N[{n}]], type]},
  If[Developer`PackedArrayQ[tensor], tensor, fail[MetalAdd, "argument", position, describe[n]]]]


(* ::Section:: *)
(*NumericArrays*)

addNumericArrays[operands_, type_, precision_] := Module[{arrays, sum},
  arrays = MapIndexed[Function[{x, index}, toNumericArray[x, type, First[index]]], operands];
  sum = compute[MetalAdd, "add_numericarray", {broadcastFlags[operands], precision}, arrays];
  If[overflowQ[sum], failOverflow[MetalAdd, type, Dimensions[firstArray[operands]]], finish[MetalAdd, sum]]]

toNumericArray[array_NumericArray, type_, position_] := array
toNumericArray[list_List, type_, position_] := NumericArray[list, If[emptyQ[list], type, arrayType[list]]]
toNumericArray[n_, type_, position_] := If[fitsQ[n, type],
  NumericArray[{If[integerTypeQ[type], n, N[n]]}, type],
  fail[MetalAdd, "fit", position, n, type]]

(* A list counts as a NumericArray of 64 bits; an empty list has no numbers and so no type. *)
typedQ[x_] := ! NumberQ[x] && ! (ListQ[x] && emptyQ[x])

arrayType[array_NumericArray] := NumericArrayType[array]
arrayType[list_List] := $listArrayType[listType[list]]

$listArrayType = <|Integer -> "Integer64", Real -> "Real64", Complex -> "ComplexReal64"|>;

(* The type of the sum: that of the arrays from left to right, which numbers change only where they are of a wider kind. *)
sumType[operands_] := Module[{type, numbers},
  type = Fold[commonType, Map[First, Split[Map[arrayType, Select[operands, typedQ]]]]];
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

commonType[type_, type_] := type
commonType[a_, b_] := Which[
  integerTypeQ[a] && integerTypeQ[b], commonIntegerType[a, kind[a], b, kind[b]],
  integerTypeQ[a], $typeNames[{kind[b], realBits[bits[a], bits[b]]}],
  integerTypeQ[b], $typeNames[{kind[a], realBits[bits[b], bits[a]]}],
  True, $typeNames[{If[MemberQ[{kind[a], kind[b]}, "Complex"], "Complex", "Real"], Max[bits[a], bits[b]]}]]

commonIntegerType[a_, same_, b_, same_] := If[bits[a] > bits[b], a, b]
commonIntegerType[a_, "Unsigned", b_, "Signed"] := commonIntegerType[b, "Signed", a, "Unsigned"]
commonIntegerType[a_, "Signed", "UnsignedInteger64", "Unsigned"] := fail[MetalAdd, "types", a, "UnsignedInteger64"]
commonIntegerType[a_, "Signed", b_, "Unsigned"] := $typeNames[{"Signed", Max[bits[a], 2 bits[b]]}]

(* Reals beside integers: Real32 holds 8 and 16 bits. *)
realBits[integerBits_, bits_] := If[integerBits <= 16 && bits === 32, 32, 64]

(* Largest finite numbers of IEEE 754 binary16, binary32 and binary64. *)
$largest = <|16 -> 65504, 32 -> 2^128 - 2^104, 64 -> 2^1024 - 2^971|>;

fitsQ[n_, type_] := Switch[kind[type],
  "Signed", -2^(bits[type] - 1) <= n < 2^(bits[type] - 1),
  "Unsigned", 0 <= n < 2^bits[type],
  _, Max[Abs[Re[n]], Abs[Im[n]]] <= $largest[bits[type]]]

End[];
