(* ::Package:: *)

(* MSL text from a tree. A value is {type, text}, or {type, number} for a constant, or {"List", values}; types: 0 boolean, 1 integer,
   2 real, 3 complex, -1 none; {...} of a list. Every operation is a line of its own, `const R t5 = sin(t4);`; a line that is there
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
bits[x_] := IntegerString[FromDigits[Reverse[Drop[Normal[BinarySerialize[x]], 3]], 256], 16, 16]


(* ::Section:: *)
(*Types*)

typeOf[{"List", values_}] := Map[typeOf, values]
typeOf[{type_, _}] := type

(* The type that holds both. *)
joined[None, type_] := type
joined[a_Integer, b_Integer] := If[(a === 0) =!= (b === 0) || Min[a, b] < 0 && a =!= b, None, Max[a, b]]
joined[a_List, b_List] /; Length[a] === Length[b] := MapThread[joined, {a, b}]
joined[_, _] := None

joinedOrRefuse[a_, b_, tree_] := With[{type = joined[a, b]},
  If[FreeQ[type, None], type, refuseTree[tree, "its value is once " <> typeText[a] <> " and once " <> typeText[b]]]]

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

emitNode["List", trees_] := {"List", emitAll[trees]}
emitNode["Copy", tree_] := copied[emit[tree]]
emitNode["Call", name_, trees_] := Block[{$call = {"Call", name, trees}}, callFunction[name, emitAll[trees]]]

(* Where an argument assigns, what came before it keeps its value. *)
emitAll[trees_] := If[Length[trees] > 1 && $assigning && ! FreeQ[trees, "Set" | "After"], Map[Function[tree, copied[emit[tree]]], trees], Map[emit, trees]]

emitNode[name : "And" | "Or", {}] := {0, If[name === "And", "true", "false"]}
emitNode[name : "And" | "Or", {tree_}] := condition[tree]
emitNode[name : "And" | "Or", {tree_, rest__}] := junction[name, condition[tree], captured[emitNode[name, {rest}]]]

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

emitNode["If", c_, a_, b_] := With[{test = Last[condition[c]]}, branches[test, captured[emit[a]], captured[emit[b]], {"If", c, a, b}]]

branches["true", {a_, lines_}, _, _] := (insert[lines]; a)
branches["false", _, {b_, lines_}, _] := (insert[lines]; b)
branches[test_, {a_, aLines_}, {b_, bLines_}, tree_] := branched[test, {a, aLines}, {b, bLines}, joinedOrNull[typeOf[a], typeOf[b], tree]]

(* A branch that gives Null, or does not come to an end, gives no value of the whole. *)
joinedOrNull[-1, _, _] := -1
joinedOrNull[_, -1, _] := -1
joinedOrNull[a_, b_, tree_] := joinedOrRefuse[a, b, tree]

branched[test_, {_, {}}, {_, {}}, -1] := {-1, ""}
branched[test_, {_, aLines_}, {_, bLines_}, -1] := (ifElse[test, aLines, bLines]; {-1, ""})
branched[test_, {a : {_, _String}, {}}, {b : {_, _String}, {}}, type_] /; typeOf[a] === typeOf[b] :=
  computed[type, StringJoin[test, " ? ", Last[a], " : ", Last[b]]]
branched[test_, a_, b_, type_] := With[{result = declared[type]}, 
  ifElse[test, assigning[result, a], assigning[result, b]];
  result]

declared[types_List] := {"List", Map[declared, types]}
declared[type_] := With[{name = fresh[]}, line[typeName[type], " ", name, ";"]; {type, name}]

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

declare[id_, None] := If[KeyExistsQ[$types, id], declareLine[variableOf[id]]]
declare[id_, tree_] := declareValue[id, emit[tree], tree]

declareValue[_, {-1, _}, tree_] := refuseTree[tree, "it gives Null"]
declareValue[id_, value_, tree_] := (widen[id, typeOf[value], tree]; declareValues[variableOf[id], value])

declareLine[{"List", variables_}] := Scan[declareLine, variables]
declareLine[{type_, name_}] := line[typeName[type], " ", name, " = ", typeName[type], "();"]

declareValues[{"List", variables_}, {"List", values_}] := MapThread[declareValues, {variables, values}]
declareValues[{type_, name_}, value_] := line[typeName[type], " ", name, " = ", as[value, type], ";"]

variableOf[id_] := $values[id] = variableValue[$types[id], "v" <> ToString[id]]
variableValue[types_List, name_] := {"List", MapIndexed[Function[{type, k}, variableValue[type, name <> "_" <> ToString[First[k]]]], types]}
variableValue[type_, name_] := {type, name}

(* A variable has the widest type of all that is assigned to it. Where that is not known yet, the text is made once more. *)
widen[id_, type_, tree_] := With[{wide = joinedOrRefuse[Lookup[$types, id, None], type, tree]},
  If[wide =!= Lookup[$types, id, None], $types[id] = wide; $widened = True]]

emitNode["Set", id_Integer, tree_] := assign[id, emit[tree], tree]
emitNode["Set", ids_List, tree_] := assignAll[ids, copied[emit[tree]], tree]

assignAll[ids_, {"List", values_}, tree_] /; Length[ids] === Length[values] := {"List", MapThread[assign[#1, #2, tree] &, {ids, values}]}
assignAll[_, _, tree_] := refuseTree[tree, "it is no list of as many elements as are assigned"]

assign[_, {-1, _}, tree_] := refuseTree[tree, "it gives Null"]
assign[id_, value_, tree_] := (
  widen[id, typeOf[value], tree];
  assignLines[variableOf[id], value];
  $assigned++;
  $known = <||>;
  $values[id])

emitNode["After", id_, tree_] := With[{before = copied[emit[{"Variable", id}]]}, emit[tree]; before]

emitNode["Sequence", trees_] := (Scan[emit, Most[trees]]; emit[Last[trees]])

emitNode["Break"] := leave["break;", {"Call", "Break", {}}]
emitNode["Continue"] := leave["continue;", {"Call", "Continue", {}}]

leave[text_, tree_] := If[$loops > 0, line[text]; {-1, ""}, refuseTree[tree, "it stands in no loop"]]

(* Nothing from before a loop is known in it, because its steps assign. *)
SetAttributes[loopBody, HoldFirst];
loopBody[expression_] := Last[captured[$known = <||>; Block[{$loops = $loops + 1}, expression]]]

loopBlock[head__, lines_] := (line[head, " {"]; insert[lines]; line["}"]; $assigned++; $known = <||>; {-1, ""})

emitNode["Loop", test_, body_, {"Null"}] := ($unbounded = True; loopBlock["while (!stop(s))", loopBody[emitTest[test]; emit[body]]])
emitNode["Loop", test_, body_, step_] := With[{first = fresh[]},
  $unbounded = True;
  loopBlock["for (bool ", first, " = true; !stop(s); ", first, " = false)",
    loopBody[ifElse["!" <> first, Last[captured[emit[step]]], {}]; emitTest[test]; emit[body]]]]

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
      emit[body]]]]

iteratorText[1, from_, "1l", k_] := from <> " + " <> k
iteratorText[1, from_, by_, k_] := StringJoin[from, " + ", k, " * ", by]
iteratorText[2, from_, by_, k_] := StringJoin[from, " + convert(", k, ", R()) * ", by]

End[];
