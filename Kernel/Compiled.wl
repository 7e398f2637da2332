(* ::Package:: *)

(* Compiled functions over arrays: which program, the call, and what its result is in the language. *)

Begin["MetalLink`Private`"];


(* ::Section:: *)
(*Programs*)

(* By held function, arguments, common element type, precision and whether complex; kept while the definitions that they were made from stay as they are. *)
$programs = <||>;

programFor[caller_, key_] := currentProgram[caller, key, Lookup[$programs, Key[key], None]]

currentProgram[caller_, key_, None] := newProgram[caller, key, MetalLink`Compiler`program @@ key]
currentProgram[caller_, key_, program_] := If[MetalLink`Compiler`currentQ[program["Noted"]], program, currentProgram[caller, key, None]]

newProgram[caller_, key_, {expression_, reason_}] := fail[caller, "nocomp", expression, reason]
newProgram[_, key_, program_] := $programs[key] = program


(* ::Section:: *)
(*Operands*)

(* What a compiled function is applied to: its element type and the array that is handed over. *)
elementOf[array_?NumericArrayQ] := NumericArrayType[array]
elementOf[list_List] := If[emptyQ[list], "Real64", $listArrayType[listType[list]]]
elementOf[number_] := $listArrayType[Head[number]]

arrayArgument[array_] := With[{element = elementOf[array]}, {"Array", element, MetalLink`Compiler`elementType[element]}]

(* Beside a NumericArray lists are NumericArrays. *)
alikeArrays[arrays_] := If[AnyTrue[arrays, NumericArrayQ], Map[asNumericArray, arrays], arrays]

asNumericArray[array_?NumericArrayQ] := array
asNumericArray[list_] := NumericArray[list, elementOf[list]]

(* The type that NumericArrays have in common, None of lists. Integers that no type holds are computed in 64 bits. *)
commonElement[arrays_] := If[AnyTrue[arrays, NumericArrayQ], Fold[commonOf, Map[elementOf, arrays]], None]

commonOf["UnsignedInteger64", b_] /; kind[b] === "Signed" := "Integer64"
commonOf[a_, "UnsignedInteger64"] /; kind[a] === "Signed" := "Integer64"
commonOf[a_, b_] := commonType[MetalMap][a, b]

(* Whether reals are computed in single precision: asked for, or no array has more. *)
singleQ[precision_, base_] := precision === 1 || precision === 0 && base =!= None && ! integerTypeQ[base] && bits[base] <= 32


(* ::Section:: *)
(*Calls*)

(* A program over operands: {arguments, dimensions, operands with the flag of those that are there as a whole}. exact is the language's own value of a list,
   for integers that do not fit. *)
SetAttributes[runProgram, HoldRest];
runProgram[{caller_, program_, dimensions_, operands_, flags_}, fallback_, exact_] := With[{listQ = ! AnyTrue[operands, NumericArrayQ]},
  With[{result = compute[caller, If[listQ, "compiled_tensor", "compiled_numericarray"],
      {program["Source"], layoutOf[program], Join[dimensions, program["Dimensions"]], flags}, operands]},
    If[overflowQ[result],
      If[listQ, exactly[fallback, exact], failOverflow[caller, program["Element"], dimensions]],
      finish[caller, If[program["Type"] === 0, booleans[result], result]]]]]

layoutOf[program_] := {MetalLink`Compiler`elementCode[program["Element"]], Boole[program["Unbounded"]], program["Computed"]}

booleans[list_List] := Map[Function[row, {False, True}[[row + 1]]], list, {ArrayDepth[list] - 1}]

(* f of the elements of arrays with equal dimensions, and of their indices if arguments says so. *)
SetAttributes[applyCompiled, HoldRest];
applyCompiled[{caller_, held_, arrays_, more_, operands_, {precision_, complex_}}, fallback_, exact_] := With[{base = commonElement[arrays]},
  runProgram[{caller,
    programFor[caller, {held, Join[Map[arrayArgument, arrays], more], base, singleQ[precision, base], complex}],
    Dimensions[First[arrays]], Join[arrays, operands], Join[Map[Function[array, 0], arrays], Map[Function[operand, 1], operands]]},
    fallback, exact]]

compileOptions[caller_, options_] := {targetPrecision[caller, options], complexResults[caller, options]}

End[];
