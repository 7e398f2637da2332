(* ::Package:: *)

(* Patterns, of definitions and of Switch: what must be true that a tree matches, and which trees the names in it stand for. *)

Begin["MetalLink`Compiler`"];


(* ::Section:: *)
(*Matching*)

(* {tests, symbols, trees} of an atom and a held pattern. Blanks with heads are asked when types are known: {"Kind", types, tree}. *)
matched[_, Hold[Verbatim[Blank][]]] := {{}, {}, {}}
matched[tree_, Hold[Verbatim[Blank][h_]]] := {{{"Kind", Lookup[$kindsOfHeads, Hold[h], {}], tree}}, {}, {}}
matched[tree_, Hold[Verbatim[Pattern][x_Symbol, p_]]] := joinMatches[{matched[tree, Hold[p]], {{}, {Hold[x]}, {tree}}}]
matched[tree_, Hold[Verbatim[PatternTest][p_, test_]]] := guarded[matched[tree, Hold[p]], Function[names, readApplied[Hold[test], {tree}]]]
matched[tree_, Hold[Verbatim[Condition][p_, c_]]] := guarded[matched[tree, Hold[p]], Function[names, readNaming[names, Hold[c]]]]
matched[tree_, Hold[Verbatim[HoldPattern][p_]]] := matched[tree, Hold[p]]
matched[tree_, Hold[Verbatim[Alternatives][ps__]]] := {{{"Or", Map[nameless[matched[tree, #], #] &, holdEach[Hold[ps]]]}}, {}, {}}
matched[tree_, Hold[Verbatim[Except][p_]]] := {{make["Not", {nameless[matched[tree, Hold[p]], Hold[p]]}]}, {}, {}}
matched[{"List", trees_}, Hold[{ps___}]] := If[Length[trees] === Length[Hold[ps]], matchedAll[trees, holdEach[Hold[ps]]], {{{"Boolean", False}}, {}, {}}]
matched[tree_, Hold[{ps___}]] := With[{n = Length[Hold[ps]]},
  joinMatches[{{{{"LengthIs", n, tree}}, {}, {}}, matchedAll[Table[{"Call", "Part", {tree, {"Number", k}}}, {k, n}], holdEach[Hold[ps]]]}]]
matched[_, held : Hold[(Verbatim[BlankSequence] | Verbatim[BlankNullSequence] | Verbatim[Optional] | Verbatim[Repeated] | Verbatim[RepeatedNull] | Verbatim[OptionsPattern])[___]]] :=
  refuseHeld[held, "patterns of a fixed number of arguments can be compiled"]
matched[tree_, Hold[p_]] := {{make["SameQ", {tree, read[p]}]}, {}, {}}

$kindsOfHeads = <|Hold[Integer] -> {1}, Hold[Real] -> {2}, Hold[Complex] -> {3}, Hold[List] -> {"List"}|>;

matchedAll[trees_, patterns_] := joinMatches[MapThread[matched, {trees, patterns}]]

(* A name that stands twice asks for the same value. *)
joinMatches[{}] := {{}, {}, {}}
joinMatches[{match_}] := match
joinMatches[{{tests_, symbols_, trees_}, {moreTests_, moreSymbols_, moreTrees_}, rest___}] := With[{known = AssociationThread[symbols, trees]},
  joinMatches[{{
    Join[tests, moreTests, MapThread[If[KeyExistsQ[known, #1], make["SameQ", {known[#1], #2}], {"Boolean", True}] &, {moreSymbols, moreTrees}]],
    Join[symbols, moreSymbols], Join[trees, moreTrees]}, rest}]]

guarded[{tests_, symbols_, trees_}, test_] := {Append[tests, test[{symbols, trees}]], symbols, trees}

readNaming[{symbols_, trees_}, Hold[x_]] := Block[{$names = bound[$names, symbols, trees]}, readTest[x]]

nameless[{tests_, {}, {}}, _] := allOf[tests]
nameless[_, held_] := refuseHeld[held, "alternatives with names cannot be compiled"]

(* Whether all tests hold: those that are known are left out. *)
allOf[tests_] := allLeft[DeleteCases[tests, {"Boolean", True}]]
allLeft[{}] := {"Boolean", True}
allLeft[{test_}] := test
allLeft[tests_] := If[MemberQ[tests, {"Boolean", False}], {"Boolean", False}, {"And", tests}]


(* ::Section:: *)
(*Cases*)

(* The first of the rules {patterns, conditions, body} that fits the atoms, all held, else no value. *)
readRules[{}, _] := {"Missing"}
readRules[{{patterns_, conditions_, body_}, rest___}, atoms_] := readGuarded[matchedAll[atoms, patterns], conditions, body, Hold[readRules[{rest}, atoms]]]

readGuarded[{tests_, symbols_, trees_}, conditions_, body_, Hold[else_]] := With[{names = bound[$names, symbols, trees]},
  With[{test = Block[{$names = names}, allOf[Join[tests, Map[Function[held, readTest @@ held], conditions]]]]},
    decide[test, Block[{$names = names}, read @@ body], else]]]

SetAttributes[decide, HoldRest];
decide[{"Boolean", True}, yes_, _] := yes
decide[{"Boolean", False}, _, no_] := no
decide[test_, yes_, no_] := {"If", test, yes, no}

(* A definition: its patterns, its conditions on either side, and its body. *)
ruleParts[Verbatim[RuleDelayed][Verbatim[HoldPattern][left_], right_]] := bodyParts[leftParts[Hold[left]], Hold[right]]
ruleParts[Verbatim[Rule][left_, right_]] := ruleParts[RuleDelayed[left, right]]

leftParts[Hold[Verbatim[Condition][left_, c_]]] := Append[leftParts[Hold[left]], Hold[c]]
leftParts[Hold[_[patterns___]]] := {holdEach[Hold[patterns]]}

bodyParts[parts_, Hold[Verbatim[Condition][body_, c_]]] := bodyParts[Append[parts, Hold[c]], Hold[body]]
bodyParts[parts_, body_] := {First[parts], Rest[parts], body}

End[];
