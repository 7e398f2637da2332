(* ::Package:: *)
(* A package as many are published: a table of data, options, messages and Failure objects. *)

BeginPackage["UnitTable`"];

ConvertUnit::usage = "ConvertUnit[value, from -> to] converts a number or a list of numbers between units of one kind.";
UnitNames::usage = "UnitNames[] gives all units; UnitNames[kind] gives those of a kind.";
$UnitTable::usage = "$UnitTable is an association of units by kind.";

ConvertUnit::nounit = "`1` is not one of the units `2`.";
ConvertUnit::kinds = "The units `1` (`2`) and `3` (`4`) measure different things.";
ConvertUnit::digits = "The value `1` of the option Digits is neither Automatic nor a positive integer.";

Options[ConvertUnit] = {"Digits" -> Automatic, "Failure" -> False};

Begin["`Private`"];

$UnitTable = <|
  "Length" -> <|"m" -> 1, "km" -> 1000, "ft" -> 381/1250, "mi" -> 201168/125|>,
  "Time" -> <|"s" -> 1, "min" -> 60, "h" -> 3600|>
|>;

kindOf[unit_String] := kindOf[unit] = FirstCase[Keys[$UnitTable], kind_ /; KeyExistsQ[$UnitTable[kind], unit]];

UnitNames[] := Join @@ Values[Map[Keys, $UnitTable]];
UnitNames[kind_String] := Keys[Lookup[$UnitTable, kind, <||>]];

failed[tag_, template_, parameters_, True] := Failure[tag, <|
  "MessageTemplate" -> template, "MessageParameters" -> parameters|>];
failed[_, _, _, _] := $Failed;

ConvertUnit[value_, from_String -> to_String, opts : OptionsPattern[]] := Module[
  {digits = OptionValue["Digits"], asFailure = TrueQ[OptionValue["Failure"]], unknown, factor},
  unknown = SelectFirst[{from, to}, MissingQ[kindOf[#]] &];
  If[! MissingQ[unknown],
    Message[ConvertUnit::nounit, unknown, UnitNames[]];
    Return[failed["UnknownUnit", "Nobody knows `unit`.", <|"unit" -> unknown|>, asFailure]]];
  If[kindOf[from] =!= kindOf[to],
    Message[ConvertUnit::kinds, from, kindOf[from], to, kindOf[to]];
    Return[failed["Kinds", "`1` is not `2`.", {kindOf[from], kindOf[to]}, asFailure]]];
  If[digits =!= Automatic && ! MatchQ[digits, _Integer?Positive],
    Message[ConvertUnit::digits, digits];
    Return[$Failed]];
  factor = $UnitTable[kindOf[from], from]/$UnitTable[kindOf[to], to];
  If[digits === Automatic, value factor, Map[Round[#, 10^-digits] &, N[value factor], {-1}]]
] /; MatchQ[value, _?NumericQ | _?(VectorQ[#, NumericQ] &)];

SetAttributes[{ConvertUnit, UnitNames, $UnitTable}, {Protected, ReadProtected}];

End[];
EndPackage[];
