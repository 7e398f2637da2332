(* ::Package:: *)
(* Formatting with templates, string functions and options that are handed on. *)

BeginPackage["TextTable`"];

TextTable::usage = "TextTable[rows] gives the rows, lists or associations, as lines of text.";
TextLine::usage = "TextLine[cells] gives one line of a TextTable.";
TextTable::ragged = "Row `1` has `2` cells and not `3`.";

Options[TextLine] = {"Separator" -> " | ", "Widths" -> Automatic};
Options[TextTable] = Join[Options[TextLine], {"Header" -> None, "Template" -> "`rows` rows:"}];

Begin["`Private`"];

text[x_String] := x;
text[x_] := ToString[x, InputForm];

pad[cell_, width_Integer] := If[StringMatchQ[cell, NumberString], StringPadLeft, StringPadRight][cell, width];

TextLine[cells_List, opts : OptionsPattern[]] := With[{widths = OptionValue["Widths"]},
  StringRiffle[If[widths === Automatic, text /@ cells, MapThread[pad, {text /@ cells, widths}]], OptionValue["Separator"]]];

TextTable[rows : {__Association}, opts : OptionsPattern[]] :=
  TextTable[Values /@ rows, "Header" -> Keys[First[rows]], opts];

TextTable[rows : {__List}, opts : OptionsPattern[]] := Catch[Module[{all, widths, header = OptionValue["Header"]},
  all = If[ListQ[header], Prepend[rows, header], rows];
  MapIndexed[If[Length[#1] =!= Length[First[all]],
    Message[TextTable::ragged, First[#2], Length[#1], Length[First[all]]];
    Throw[$Failed, "ragged"]] &, all];
  widths = Max /@ Transpose[Map[StringLength[text[#]] &, all, {2}]];
  Join[
    {TemplateApply[OptionValue["Template"], <|"rows" -> Length[rows]|>]},
    Map[TextLine[#, "Widths" -> widths, FilterRules[{opts}, Options[TextLine]]] &, all]]
], "ragged"];

End[];
EndPackage[];
