(* ::Package:: *)

(* Failures, argument counts and options, answered for as built-in functions do. *)

Begin["MetalLink`Private`"];


(* fail leaves the surrounding checked[...], which then gives $Failed. *)

SetAttributes[checked, HoldFirst];
checked[body_] := Catch[body, failure];

fail[function_, tag_String, arguments___] := (
  Message[MessageName[function, tag], arguments];
  Throw[$Failed, failure])


(* A wrong number of arguments gives a message and leaves the call unevaluated: wrongCount is the condition of a definition and never met. *)

wrongCount[function_, given_, {min_, max_}] := (If[! min <= given <= max, countMessage[function, given, min, max]]; False)

countMessage[function_, given_, min_, Infinity] := Message[MessageName[function, "argm"], function, given, min]
countMessage[function_, given_, 1, 1] := Message[MessageName[function, "argx"], function, given]
countMessage[function_, 1, n_, n_] := Message[MessageName[function, "argr"], function, n]
countMessage[function_, given_, n_, n_] := Message[MessageName[function, "argrx"], function, given, n]
countMessage[function_, given_, 1, 2] := Message[MessageName[function, "argt"], function, given, 1, 2]
countMessage[function_, given_, min_, max_] := Message[MessageName[function, "argb"], function, given, min, max]


(* Options: only declared names, and only the values that are listed. *)

(* The library's precision argument for every value of "TargetPrecision". *)
$precisionCodes = <|Automatic -> 0, "Single" -> 1, "Double" -> 2|>;

(* As OptionsPattern[] takes them: a rule, or a list of rules, nested or not; but an empty list is an array here. *)
optionQ[_Rule | _RuleDelayed] := True
optionQ[list_List] := ! Developer`PackedArrayQ[list] && list =!= {} && optionQ[First[list]] && AllTrue[list, optionQ]
optionQ[_] := False

optionName[name_String] := name
optionName[name_Symbol] := SymbolName[name]
optionName[name_] := name

checkOptionNames[function_, options_List] := Scan[
  Function[option,
    If[! MemberQ[Map[First, Options[function]], optionName[First[option]]],
      fail[function, "optx", First[option], function]]],
  Flatten[options]]

targetPrecision[function_, options_List] := Module[{value},
  checkOptionNames[function, options];
  value = OptionValue[function, options, "TargetPrecision"];
  If[! KeyExistsQ[$precisionCodes, value], fail[function, "optval", value, "TargetPrecision", Keys[$precisionCodes]]];
  $precisionCodes[value]]

complexResults[function_, options_List] := Module[{value = OptionValue[function, options, "ComplexResults"]},
  If[! MatchQ[value, True | False], fail[function, "optval", value, "ComplexResults", {True, False}]];
  value]


(* What an argument that is refused is, for a message. *)

describe[x_Integer] := "the integer " <> shortText[x] <> If[machineIntegerQ[x], "", ", which does not fit in 64 bits"]
describe[x_?NumberQ] := Switch[Precision[x],
  Infinity, "the exact number " <> shortText[x] <> ", of which N gives a machine number",
  MachinePrecision, "the number " <> shortText[x],
  _, "the arbitrary-precision number " <> shortText[x]]
describe[x_Symbol] := "the symbol " <> SymbolName[x]
describe[_String] := "a string"
describe[_List] := "a list"
describe[_NumericArray] := "a NumericArray that stays unevaluated"
describe[x_] := "an expression with head " <> ToString[Head[x], InputForm]

(* What N gives no machine number of, where reals are computed. *)
describeAsReal[x_Integer] := "the integer " <> shortText[x] <> ", which is too large for Real64"
describeAsReal[x_] := describe[x]

$longestNumber = 40;

(* A number for a message: of a long one the beginning and how long it is. *)
shortText[x_] := With[{text = ToString[x, InputForm]},
  If[StringLength[text] <= $longestNumber, text,
    StringTake[text, $longestNumber/2] <> "... (" <> If[IntegerQ[x], ToString[IntegerLength[x]] <> " digits)", ToString[StringLength[text]] <> " characters)"]]]

End[];
