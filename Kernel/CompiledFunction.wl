(* ::Package:: *)

(* MetalCompile, MetalCompiledFunction, MetalFunctionInformation *)

Begin["MetalLink`Private`"];


(* ::Section:: *)
(*Making*)

MetalCompile[f_, types : Except[_?optionQ], options___?optionQ] :=
  checked[compileFunction[Hold[f], Map[parameterType, Flatten[{types}]], compileOptions[MetalCompile, {options}]]]

MetalCompile[arguments___] := Null /; wrongCount[MetalCompile, Count[{arguments}, Except[_?optionQ]], {2, 2}]

(* A parameter: the type of the language's numbers, or an element type. *)
$parameterTypes = <|Integer -> "Integer64", Real -> "Real64", Complex -> "ComplexReal64"|>;

parameterType[type_] := Which[
  KeyExistsQ[$parameterTypes, type], type,
  StringQ[type] && KeyExistsQ[$types, type], type,
  True, fail[MetalCompile, "type", type, Join[Keys[$parameterTypes], Keys[$types]]]]

parameterElement[type_] := Lookup[$parameterTypes, type, type]

(* Compiled at once for lists, so that what cannot be compiled shows here. *)
compileFunction[held_, types_, options_] := (
  functionProgram[MetalCompile, held, types, Map[parameterElement, types], Map[Function[type, "Array"], types], options];
  MetalCompiledFunction[held, types, options])

functionProgram[caller_, held_, types_, elements_, kinds_, {precision_, complex_}] := With[{base = functionBase[types]},
  programFor[caller, {held,
    MapThread[Function[{kind, element, type}, {kind, element, MetalLink`Compiler`elementType[parameterElement[type]]}], {kinds, elements, types}],
    base, singleQ[precision, base], complex}]]

(* With a type of NumericArrays among the parameters the result is a NumericArray. *)
functionBase[types_] := If[AnyTrue[types, StringQ], Fold[commonOf, Map[parameterElement, types]], None]


(* ::Section:: *)
(*Applying*)

MetalCompiledFunction[held_Hold, types_List, options_List][arguments___] := checked[
  If[Length[{arguments}] =!= Length[types], fail[MetalCompiledFunction, "count", Length[{arguments}], Length[types]]];
  applyFunction[held, types, options, MapThread[functionOperand, {{arguments}, types, Range[Length[types]]}]]]

(* A number or an array as the parameter takes it: integers for reals, reals for complex numbers. *)
functionOperand[value_, type_, position_] := With[{operand = operandOf[MetalCompiledFunction, value, position]},
  If[MetalLink`Compiler`elementType[elementOf[operand]] > MetalLink`Compiler`elementType[parameterElement[type]],
    fail[MetalCompiledFunction, "parameter", position, type, elementOf[operand]]];
  operand]

applyFunction[held_, types_, options_, operands_] := With[{arrays = Select[operands, Function[operand, ! NumberQ[operand]]]},
  Which[
    arrays === {}, First[applyArrays[held, types, options, Prepend[Rest[operands], {First[operands]}]]],
    ! SameQ @@ Map[Dimensions, arrays], failShape[MetalCompiledFunction, arrays],
    emptyQ[First[arrays]], First[arrays],
    True, applyArrays[held, types, options, operands]]]

(* Numbers are there for every element. *)
applyArrays[held_, types_, options_, operands_] := With[
  {flags = Map[Function[operand, Boole[NumberQ[operand]]], operands], shape = Dimensions[SelectFirst[operands, Function[operand, ! NumberQ[operand]]]]},
  runProgram[{MetalCompiledFunction,
    functionProgram[MetalCompiledFunction, held, types, Map[elementOf, operands], Map[Function[flag, If[flag === 1, "Number", "Array"]], flags], options],
    shape, functionArrays[types, Map[Function[operand, If[NumberQ[operand], {operand}, operand]], operands]], flags},
    First[held], MapThread[First[held], MapThread[Function[{operand, flag}, If[flag === 1, ConstantArray[operand, shape], operand]], {operands, flags}], Length[shape]]]]

functionArrays[types_, arrays_] := If[AnyTrue[types, StringQ] || AnyTrue[arrays, NumericArrayQ], Map[asNumericArray, arrays], Map[packed, arrays]]

packed[list_] := Developer`ToPackedArray[list]

Format[MetalCompiledFunction[held_Hold, types_List, _List]] := MetalCompiledFunction[types, "<>"]


(* ::Section:: *)
(*Information*)

$functionProperties = {"Source", "ArgumentTypes", "ResultType", "ResultDimensions", "Precision", "Function"};

MetalFunctionInformation[function_] := checked[functionInformation[function]]

MetalFunctionInformation[function_, property_] := checked[
  If[! MemberQ[$functionProperties, property], fail[MetalFunctionInformation, "property", property, $functionProperties]];
  functionInformation[function][property]]

MetalFunctionInformation[arguments___] := Null /; wrongCount[MetalFunctionInformation, Length[{arguments}], {1, 2}]

functionInformation[MetalCompiledFunction[held_Hold, types_List, options_List]] := With[
  {program = functionProgram[MetalFunctionInformation, held, types, Map[parameterElement, types], Map[Function[type, "Array"], types], options]},
  <|"Source" -> program["Source"], "ArgumentTypes" -> types, "ResultType" -> program["Element"], "ResultDimensions" -> program["Dimensions"],
    "Precision" -> {"Exact", "Single", "Double"}[[program["Computed"] + 1]], "Function" -> HoldForm @@ held|>]
functionInformation[x_] := fail[MetalFunctionInformation, "function", describe[x]]

End[];
