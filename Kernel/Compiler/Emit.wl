(* ::Package:: *)

(* MSL text from a tree. A value is {type, text}, or {type, number} for a constant, or {"List", values}; types: 0 boolean, 1 integer,
   2 real, 3 complex, -1 Null, -2 of what gives no value because it goes elsewhere; {...} of a list. Every operation is a line of its own, `const R t5 = sin(t4);`; a line that is there
   already is not written again. *)

Begin["MetalLink`Compiler`"];

$msl = {"bool", "long", "R", "C"};
typeName[type_] := (If[type > 1, $inexact = True]; $msl[[type + 1]])
$kindNames = {"a boolean", "an integer", "a real number", "a complex number"};


(* ::Section:: *)
(*Lines*)

(* $known: names of lines by their right sides. $constants: lines of constants, at the head of the function. *)

line[text__] := ($lines = {$lines, StringJoin[$indent, text, "\n"]};)

fresh[] := "t" <> ToString[++$temporaries]

computed[type_, right_] := named[type, right, Lookup[$known, right, None]]
named[type_, right_, None] := keep[type, right, fresh[]]
named[type_, _, name_] := {type, name}

keep[type_, right_, name_] := (
  line["const ", typeName[type], " ", name, " = ", right, ";"];
  $known[right] = name;
  {type, name})

(* A value that later assignments do not change. *)
copied[{"List", values_}] := {"List", Map[copied, values]}
copied[{type_, text_String}] := If[StringStartsQ[text, "v"], With[{name = fresh[]},
  line["const ", typeName[type], " ", name, " = ", text, ";"]; {type, name}], {type, text}]
copied[value_] := value

(* The lines of a block and its value; what it computes is not known outside. *)
SetAttributes[captured, HoldFirst];
captured[expression_] := With[{assigned = $assigned},
  forget[Block[{$lines = {}, $known = $known, $indent = $indent <> "    "}, With[{value = expression}, {value, $lines}]], assigned]]

forget[result_, assigned_] := (If[$assigned =!= assigned, $known = <||>]; result)

insert[lines_] := ($lines = {$lines, lines};)


(* ::Section:: *)
(*Constants*)

constant[n_Integer] := {1, n}
constant[x_] := {If[Head[N[x]] === Complex, 3, 2], x}

literal[0, text_] := text
literal[1, n_Integer] := Which[
  n === -2^63, "(-9223372036854775807l - 1l)",
  -2^63 < n < 2^63, ToString[n] <> "l",
  True, refuse[n, "it does not fit in 64 bits"]]
literal[2, x_] := realLiteral[N[x]]
literal[3, x_] := StringJoin["make_complex<R>(", literal[2, Re[x]], ", ", literal[2, Im[x]], ")"]

realLiteral[x_] := knownConstant[x, Lookup[$constantNames, x, None]]
knownConstant[_, name_String] := name
knownConstant[x_, None] := With[{name = "c" <> ToString[Length[$constantNames] + 1]},
  $constantLines = {$constantLines, StringJoin["    const R ", name, " = number(0x", bits[x], "ul, R()); // ", constantText[x], "\n"]};
  $constantNames[x] = name]

constantText[x_] := ToString[x, InputForm]

(* The bits of a double, which BinarySerialize writes behind three bytes, the lowest first. *)
bits[Infinity] := "7ff0000000000000"
bits[-Infinity] := "fff0000000000000"
bits[x_] := IntegerString[FromDigits[Reverse[Drop[Normal[BinarySerialize[x]], 3]], 256], 16, 16]


(* ::Section:: *)
(*Types*)

typeOf[{"List", values_}] := Map[typeOf, values]
typeOf[{type_, _}] := type

(* The type that holds both. *)
joined[None, type_] := type
joined[a_Integer, b_Integer] := Which[
  a === -2, b,
  b === -2, a,
  (a === 0) =!= (b === 0) || Min[a, b] < 0 && a =!= b, None,
  True, Max[a, b]]
joined[-2, types_List] := types
joined[types_List, -2] := types
joined[a_List, b_List] /; Length[a] === Length[b] := MapThread[joined, {a, b}]
joined[_, _] := None

joinedOrRefuse[a_, b_, tree_] := With[{type = joined[a, b]},
  If[FreeQ[type, None], type, refuseTree[tree, "its value is once " <> typeText[a] <> " and once " <> typeText[b]]]]

typeText[-2] := "no value"
typeText[-1] := "Null"
typeText[type_Integer] := $kindNames[[type + 1]]
typeText[types_List] := "a list of " <> ToString[Length[types]]

(* The text of a value as the type. *)
as[{type_, x_String}, type_] := x
as[{type_, x_String}, to_] := converted[type, to, x]
as[{_, x_}, type_] := literal[type, x]

converted[1, 2, x_] := Last[computed[2, "convert(" <> x <> ", R())"]]
converted[1, 3, x_] := converted[2, 3, converted[1, 2, x]]
converted[2, 3, x_] := Last[computed[3, "as_complex(" <> x <> ")"]]

converted[value_, type_Integer] := {type, as[value, type]}
converted[{"List", values_}, types_List] := {"List", MapThread[converted, {values, types}]}


(* ::Section:: *)
(*Expressions*)

emit[tree_] := emitNode @@ tree

emitNode["Number", x_] := constant[x]
emitNode["Boolean", b_] := {0, If[b, "true", "false"]}
emitNode["Null"] := {-1, ""}
emitNode["Variable", id_] := variable[id, Lookup[$values, id, None]]
variable[id_, None] := refuseTree[{"Variable", id}, "it is used before it has a value"]
variable[_, value_] := value

emitNode["All"] := {"All", None}
emitNode["Span", trees__] := {"Span", Map[Last, {trees}]}

emitNode["List", trees_] := {"List", emitAll[trees]}
emitNode["Copy", tree_] := copied[emit[tree]]
emitNode["Call", name_, trees_] := emitCall[name, trees]

emitCall[name_, trees_] := emitFunction[name, trees]
emitFunction[name_, trees_] := Block[{$call = {"Call", name, trees}}, callFunction[name, emitAll[trees]]]

(* Where an argument assigns, what came before it keeps its value. *)
emitAll[trees_] := If[Length[trees] > 1 && $assigning && ! FreeQ[trees, "Set" | "SetPart" | "After"], Map[Function[tree, copied[emit[tree]]], trees], Map[emit, trees]]

emitNode[name : "And" | "Or", {}] := {0, If[name === "And", "true", "false"]}
emitNode[name : "And" | "Or", {tree_}] := condition[tree]
emitNode[name : "And" | "Or", {tree_, rest__}] := decided[name, condition[tree], {rest}]

(* What is known at once leaves the rest out: it may not even have a meaning for these types. *)
decided["And", value : {_, "false"}, _] := value
decided["Or", value : {_, "true"}, _] := value
decided[name_, {_, "true" | "false"}, rest_] := emitNode[name, rest]
decided[name_, value_, rest_] := junction[name, value, captured[emitNode[name, rest]]]

junction[name_, {_, a_}, {{_, b_}, {}}] := computed[0, StringJoin[a, If[name === "And", " && ", " || "], b]]
junction[name_, {_, a_}, {{_, b_}, lines_}] := With[{result = fresh[]},
  line["bool ", result, " = ", a, ";"];
  line["if (", If[name === "And", "", "!"], result, ") {"];
  insert[{lines, StringJoin[$indent, "    ", result, " = ", b, ";\n"]}];
  line["}"];
  {0, result}]

condition[tree_] := checkCondition[emit[tree], tree]
checkCondition[value : {0, _}, _] := value
checkCondition[_, tree_] := refuseTree[tree, "it is neither true nor false"]

emitNode["If", c_, a_, b_] := Switch[Last[condition[c]],
  "true", emit[a],
  "false", emit[b],
  _, branches[Last[condition[c]], captured[emit[a]], captured[emit[b]], {"If", c, a, b}]]

branches[test_, {a_, aLines_}, {b_, bLines_}, tree_] := branched[test, {a, aLines}, {b, bLines}, joinedOrNull[typeOf[a], typeOf[b], tree]]

(* A branch that gives Null gives no value of the whole; one that goes elsewhere leaves that to the other. *)
joinedOrNull[-2, type_, _] := type
joinedOrNull[type_, -2, _] := type
joinedOrNull[-1, _, _] := -1
joinedOrNull[_, -1, _] := -1
joinedOrNull[a_, b_, tree_] := joinedOrRefuse[a, b, tree]

branched[test_, {_, {}}, {_, {}}, -1] := {-1, ""}
branched[test_, {_, aLines_}, {_, bLines_}, type : -1 | -2] := (ifElse[test, aLines, bLines]; {type, ""})
branched[test_, {a : {_, _String}, {}}, {b : {_, _String}, {}}, type_] /; typeOf[a] === typeOf[b] :=
  computed[type, StringJoin[test, " ? ", Last[a], " : ", Last[b]]]
branched[test_, a_, b_, type_] := With[{result = declared[type]}, 
  ifElse[test, assigning[result, a], assigning[result, b]];
  result]

declared[types_List] := {"List", Map[declared, types]}
declared[type_] := With[{name = fresh[]}, line[typeName[type], " ", name, " = ", typeName[type], "();"]; {type, name}]

assigning[_, {{-2, _}, lines_}] := lines
assigning[result_, {value_, lines_}] := {lines, Last[captured[assignLines[result, value]]]}

assignLines[{"List", results_}, {"List", values_}] := MapThread[assignLines, {results, values}]
assignLines[{type_, name_}, value_] := line[name, " = ", as[value, type], ";"]

ifElse[test_, a_, b_] := ifElse[test, a, b, emptyLinesQ[a], emptyLinesQ[b]]
ifElse[_, _, _, True, True] := Null
ifElse[test_, a_, _, False, True] := (line["if (", test, ") {"]; insert[a]; line["}"])
ifElse[test_, _, b_, True, False] := (line["if (!(", test, ")) {"]; insert[b]; line["}"])
ifElse[test_, a_, b_, False, False] := (line["if (", test, ") {"]; insert[a]; line["} else {"]; insert[b]; line["}"])

emptyLinesQ[lines_] := Flatten[{lines}] === {}


(* ::Section:: *)
(*Variables and statements*)

emitNode["Let", ids_, trees_, body_] := (
  MapThread[Function[{id, tree}, $values[id] = copied[emit[tree]]], {ids, trees}];
  emit[body])

emitNode["Module", ids_, trees_, body_] := (MapThread[declare, {ids, trees}]; emit[body])

declare[id_, None] := If[KeyExistsQ[$types, id], If[arrayQ[id], declareArray[id, {}], declareLine[variableOf[id]]]]
declare[id_, tree_] := declareValue[id, emit[tree], tree]

declareValue[_, {-1 | -2, _}, tree_] := refuseTree[tree, "it gives Null"]
declareValue[id_, value_, tree_] := (widen[id, typeOf[value], tree]; If[arrayQ[id], declareArray[id, flatResult[value]], declareValues[variableOf[id], value]])

declareLine[{"List", variables_}] := Scan[declareLine, variables]
declareLine[{type_, name_}] := line[typeName[type], " ", name, " = ", typeName[type], "();"]

declareValues[{"List", variables_}, {"List", values_}] := MapThread[declareValues, {variables, values}]
declareValues[{type_, name_}, value_] := line[typeName[type], " ", name, " = ", as[value, type], ";"]

variableOf[id_] := $values[id] = If[arrayQ[id], First[arrayValue[$types[id], "v" <> ToString[id], 0]], variableValue[$types[id], "v" <> ToString[id]]]
variableValue[types_List, name_] := {"List", MapIndexed[Function[{type, k}, variableValue[type, name <> "_" <> ToString[First[k]]]], types]}
variableValue[type_, name_] := {type, name}

(* A variable has the widest type of all that is assigned to it. Where that is not known yet, the text is made once more. *)
widen[id_, type_, tree_] := With[{wide = alike[id, joinedOrRefuse[Lookup[$types, id, None], type, tree], tree]},
  If[wide =!= Lookup[$types, id, None], $types[id] = wide; $widened = True]]

emitNode["Set", id_Integer, tree_] := assign[id, emitAssigned[tree], tree]
emitNode["Set", ids_List, tree_] := assignAll[ids, copied[emit[tree]], tree]

(* The elements of a list change one after another. *)
emitAssigned[tree_] := Replace[emit[tree], list : {"List", _} :> copied[list]]

assignAll[ids_, {"List", values_}, tree_] /; Length[ids] === Length[values] := {"List", MapThread[assign[#1, #2, tree] &, {ids, values}]}
assignAll[_, _, tree_] := refuseTree[tree, "it is no list of as many elements as are assigned"]

assign[_, {-1 | -2, _}, tree_] := refuseTree[tree, "it gives Null"]
assign[id_, value_, tree_] := (
  widen[id, typeOf[value], tree];
  assignLines[variableOf[id], value];
  noteAssigned[];
  $values[id])

noteAssigned[] := ($assigned++; $known = <||>)

emitNode["After", before_, tree_] := With[{value = copied[emit[before]]}, emit[tree]; value]

emitNode["Sequence", trees_] := (Scan[emitStatement, Most[trees]]; emit[Last[trees]])

(* Where nobody asks for the value, none need be there. *)
emitStatement[tree_] := emit[discarded[tree]]

discarded[{"If", c_, a_, b_}] := {"If", c, discarded[a], discarded[b]}
discarded[{"Sequence", trees_}] := {"Sequence", Append[Most[trees], discarded[Last[trees]]]}
discarded[{name : "Let" | "Module", ids_, trees_, body_}] := {name, ids, trees, discarded[body]}
discarded[{"Missing"}] := {"Null"}
discarded[tree_] := tree

emitNode["Missing"] := (line["fault(s, ML_FAULT_CASE);"]; {-2, ""})

(* Asked of types. *)
emitNode["Kind", types_, tree_] := With[{type = typeOf[emit[tree]]}, {0, If[MemberQ[types, If[ListQ[type], "List", type]], "true", "false"]}]
emitNode["LengthIs", n_, tree_] := With[{type = typeOf[emit[tree]]}, {0, If[ListQ[type] && Length[type] === n, "true", "false"]}]

emitNode["Break"] := leave["break;", {"Call", "Break", {}}]
emitNode["Continue"] := leave["continue;", {"Call", "Continue", {}}]

leave[text_, tree_] := If[$loops > 0, line[text]; {-2, ""}, refuseTree[tree, "it stands in no loop"]]

(* The body of a definition that Return leaves: a loop of one step. A Return within its loops leaves them one by one. *)
emitNode["Block", id_, body_] := (
  declare[id, None];
  If[! FreeQ[Cases[{body}, {"Loop", __}, Infinity], {"Return", id, _}], line["bool ", leavingName[id], " = false;"]];
  With[{lines = Last[captured[Block[{$loops = 0, $block = id}, assignUnlessGone[id, emit[body], body]]]]},
    line["do {"]; insert[lines]; line["} while (false);"]];
  noteAssigned[];
  Lookup[$values, id, {-2, ""}])

assignUnlessGone[_, {-2, _}, _] := Null
assignUnlessGone[id_, value_, tree_] := assign[id, value, tree]

leavingName[id_] := "leaving" <> ToString[id]

emitNode["Return", id_, tree_] := (
  assign[id, emitAssigned[tree], tree];
  If[$loops > 0, line[leavingName[id], " = true;"]];
  line["break;"];
  {-2, ""})

leaveFurther[tree_] := If[$block =!= None && ! FreeQ[tree, {"Return", $block, _}], line["if (", leavingName[$block], ") { break; }"]]

(* Nothing from before a loop is known in it, because its steps assign. *)
SetAttributes[loopBody, HoldFirst];
loopBody[expression_] := Last[captured[$known = <||>; Block[{$loops = $loops + 1}, expression]]]

loopBlock[head__, lines_] := (line[head, " {"]; insert[lines]; line["}"]; noteAssigned[]; {-1, ""})

emitNode["Loop", test_, body_, step_] := With[{value = loopLines[test, body, step]}, leaveFurther[body]; value]

loopLines[test_, body_, {"Null"}] := ($unbounded = True; loopBlock["while (!stop(s))", loopBody[emitTest[test]; emitStatement[body]]])
loopLines[test_, body_, step_] := With[{first = fresh[]},
  $unbounded = True;
  loopBlock["for (bool ", first, " = true; !stop(s); ", first, " = false)",
    loopBody[ifElse["!" <> first, Last[captured[emitStatement[step]]], {}]; emitTest[test]; emitStatement[body]]]]

emitTest[{"Boolean", True}] := Null
emitTest[test_] := line["if (!(", Last[condition[test]], ")) { break; }"]

emitNode["Do", id_, from_, to_, by_, body_] := doLoop[id, Map[emit, {from, to, by}], ToString[id], body, {"Call", "Range", {from, to, by}}]

doLoop[id_, values_, name_, body_, tree_] := With[{type = Max[Map[typeOf, values]]},
  If[! MatchQ[type, 1 | 2] || Min[Map[typeOf, values]] < 1, refuseTree[tree, "an iterator is an integer or a real number"]];
  If[! boundedQ[values], $unbounded = True];
  doLines[id, type, Map[as[#, type] &, values], "k" <> name, "i" <> name, body]]

(* A number of steps that is known and small. *)
boundedQ[{{_, from_?NumericQ}, {_, to_?NumericQ}, {_, by_?NumericQ}}] := TrueQ[Abs[to - from] <= 1000 Abs[by]]
boundedQ[_] := False

doLines[id_, type_, {from_, to_, by_}, k_, i_, body_] := With[{n = Last[computed[1, StringJoin["steps(", from, ", ", to, ", ", by, ", s)"]]]},
  loopBlock["for (long ", k, " = 0l; ", k, " < ", n, " && !stop(s); ++", k, ")",
    loopBody[
      line["const ", typeName[type], " ", i, " = ", iteratorText[type, from, by, k], ";"];
      $values[id] = {type, i};
      emitStatement[body]]]]

(* ::Section:: *)
(*Parts of local lists*)

(* A list variable of which a part at a computed position is assigned is an array in memory; its elements have one type. *)
arrayIds[tree_] := If[FreeQ[tree, "SetPart"], {}, Union[Cases[{tree}, {"SetPart", id_, Except[{{"Number", _} ..}], _} :> id, Infinity]]]
arrayQ[id_] := MemberQ[$arrays, id]

alike[id_, type_, tree_] := If[arrayQ[id] && ListQ[type], alikeType[type, tree], type]
alikeType[types_, tree_] := With[{wide = Fold[joined, None, Flatten[types]]},
  If[MemberQ[types, _List] && ! SameQ @@ Map[arrayDimensions, types] || wide === None, refuseTree[tree, "it is no array of numbers"]];
  Map[Function[type, wide], types, {-1}]]

arrayDimensions[types_List] := Prepend[arrayDimensions[First[types]], Length[types]]
arrayDimensions[_] := {}

(* The value and the number of elements so far. *)
arrayValue[types_List, name_, from_] := With[{parts = Rest[FoldList[Function[{part, type}, arrayValue[type, name, Last[part]]], {None, from}, types]]},
  {{"List", Map[First, parts]}, Last[Last[parts]]}]
arrayValue[type_, name_, from_] := {{type, StringJoin[name, "[", ToString[from], "]"]}, from + 1}

declareArray[id_, values_] := With[{type = First[Flatten[$types[id]]]},
  variableOf[id];
  line[typeName[type], " v", ToString[id], "[", ToString[Times @@ arrayDimensions[$types[id]]], "] = {", StringRiffle[asAll[values, type], ", "], "};"]]

(* The place of a part in the array, and the dimensions of what is there. *)
placeInArray[id_, places_] := With[{dimensions = arrayDimensions[$types[id]]},
  If[Length[places] > Length[dimensions], refuseCall["the list has " <> ToString[Length[dimensions]] <> " levels"]];
  {placeLine[placeSum[places, dimensions]], Drop[dimensions, Length[places]]}]

placeSum[places_, dimensions_] := StringRiffle[MapIndexed[
  StringJoin["part(", placeNumber[#1], ", ", ToString[dimensions[[First[#2]]]], "l, s) * ", ToString[Times @@ Drop[dimensions, First[#2]]], "ul"] &, places], " + "]

placeNumber[place_] := If[typeOf[place] === 1, as[place, 1], refuseCall["a position is an integer"]]

placeLine[text_] := namedPlace[text, Lookup[$known, text, None]]
namedPlace[text_, None] := With[{name = fresh[]}, line["const ulong ", name, " = ", text, ";"]; $known[text] = name]
namedPlace[_, name_] := name

elementText[id_, place_, k_] := StringJoin["v", ToString[id], "[", place, If[k > 0, " + " <> ToString[k] <> "ul", ""], "]"]

arrayPart[id_, {place_, dimensions_}] := With[{type = First[Flatten[$types[id]]]},
  First[Fold[Function[{list, n}, Map[Function[part, {"List", part}], Partition[list, n]]],
    Table[computed[type, elementText[id, place, k]], {k, 0, Times @@ dimensions - 1}], Reverse[dimensions]]]]

emitCall["Part", trees : {{"Variable", id_}, places__}] := If[arrayPartQ[id, {places}],
  Block[{$call = {"Call", "Part", trees}}, arrayPart[id, placeInArray[id, emitAll[{places}]]]],
  emitFunction["Part", trees]]

arrayPartQ[id_, places_] := arrayQ[id] && KeyExistsQ[$types, id] && ! MatchQ[places, {{"Number", _} ..}] && FreeQ[places, "All" | "Span" | "List"]

emitNode["SetPart", id_, places_, tree_] := Block[{$call = {"SetPart", id, places, tree}},
  With[{values = emitAll[Prepend[places, tree]]},
    If[! ListQ[Lookup[$types, id, None]], refuseCall["the variable has no list"]];
    If[MemberQ[{-1, -2}, typeOf[First[values]]], refuseTree[tree, "it gives Null"]];
    assignPart[id, Rest[values], copied[First[values]]];
    noteAssigned[];
    First[values]]]

assignPart[id_, places_, value_] := If[arrayQ[id], assignArrayPart[id, placeInArray[id, places], value], assignFixedPart[id, Map[Last, places], value]]

assignArrayPart[id_, {place_, dimensions_}, value_] := With[{flat = flatResult[value]},
  If[arrayDimensions[typeOf[value]] =!= dimensions || Length[flat] =!= Times @@ dimensions, refuseCall["a part of other dimensions is assigned"]];
  widenAll[id, Fold[joined, None, Map[typeOf, flat]]];
  MapIndexed[Function[{element, k}, line[elementText[id, place, First[k] - 1], " = ", as[element, First[Flatten[$types[id]]]], ";"]], flat]]

widenAll[id_, type_] := widen[id, Map[Function[old, type], $types[id], {-1}], $call]

assignFixedPart[id_, places_, value_] := With[{part = Fold[takePart[#1, {1, #2}] &, variableOf[id], places]},
  With[{type = joinedOrRefuse[typeOf[part], typeOf[value], $call]},
    widen[id, ReplacePart[$types[id], places -> type], $call];
    assignLines[Fold[takePart[#1, {1, #2}] &, variableOf[id], places], value]]]


(* ::Section:: *)
(*Iterators*)

iteratorText[1, from_, "1l", k_] := from <> " + " <> k
iteratorText[1, from_, by_, k_] := StringJoin[from, " + ", k, " * ", by]
iteratorText[2, from_, by_, k_] := StringJoin[from, " + convert(", k, ", R()) * ", by]

End[];
