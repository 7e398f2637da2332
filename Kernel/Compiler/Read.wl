(* ::Package:: *)

(* Reading: a held function becomes a tree of lists. Nothing of the user's is evaluated but the definitions that it names.

   Nodes: {"Number", x}, {"Boolean", b}, {"Null"}, {"Variable", id}, {"List", trees}, {"Call", name, trees}, {"And", trees}, {"Or", trees},
   {"If", condition, tree, tree}, {"Let", ids, trees, tree} (never assigned), {"Module", ids, trees or None, tree}, {"Set", id, tree},
   {"SetPart", id, positions, tree}, {"Sequence", trees}, {"Loop", test, body, step}, {"Do", id, from, to, by, body}, {"Break"}, {"Continue"},
   {"Block", id, tree}, which {"Return", id, tree} leaves, {"Missing"}, where no case fits, {"Kind", types, tree} and {"LengthIs", n, tree}, which
   types tell, and as positions {"All"} and {"Span", from, to, by}. *)

Begin["MetalLink`Compiler`"];


(* ::Section:: *)
(*Refusals*)

(* refuse leaves the compilation with what cannot be compiled, held, and the reason. *)

SetAttributes[refuse, HoldFirst];
refuse[expression_, reason_] := Throw[{HoldForm[expression], reason}, uncompilable]

refuseHeld[Hold[expression_], reason_] := refuse[expression, reason]
refuseHeld[Hold[expressions___], reason_] := refuse[{expressions}, reason]

(* The expression that a tree was read from, near enough for a message. *)
refuseTree[tree_, reason_] := Throw[{HoldForm @@ unread[tree], reason}, uncompilable]

unread[{"Number", x_}] := Hold[x]
unread[{"Boolean", x_}] := Hold[x]
unread[{"Null"}] := Hold[Null]
unread[{"Variable", id_}] := Lookup[$idNames, id, Hold[Slot[id]]]
unread[{"Copy", tree_}] := unread[tree]
unread[{"List", trees_}] := unreadCall[Hold[List], trees]
unread[{"Call", name_, trees_}] := unreadCall[Hold @@ {Symbol["System`" <> name]}, trees]
unread[{name : "And" | "Or", trees_}] := unreadCall[Hold @@ {Symbol["System`" <> name]}, trees]
unread[{"If", c_, a_, {"Null"}}] := unreadCall[Hold[If], {c, a}]
unread[{"If", trees__}] := unreadCall[Hold[If], {trees}]
unread[{"Set", id_, tree_}] := unreadCall[Hold[Set], {{"Variable", id}, tree}]
unread[{"SetPart", id_, places_, tree_}] := unreadCall[Hold[Set], {{"Call", "Part", Prepend[places, {"Variable", id}]}, tree}]
unread[{"Return", _, tree_}] := unreadCall[Hold[Return], {tree}]
unread[{"Block", _, tree_}] := unread[tree]
unread[{"All"}] := Hold[All]
unread[{"Span", trees__}] := unreadCall[Hold[Span], {trees}]
unread[{"Sequence", trees_}] := unreadCall[Hold[CompoundExpression], trees]
unread[{"Loop", test_, body_, _}] := unreadCall[Hold[While], {test, body}]
unread[{"Let" | "Module", _, _, tree_}] := unread[tree]
unread[{tag_, ___}] := Hold[tag]

unreadCall[Hold[f_], trees_] := Replace[Fold[Join, Hold[], Map[unread, trees]], Hold[arguments___] :> Hold[f[arguments]]]

(* Symbols of variables, for messages. *)
$idNames = <||>;


(* ::Section:: *)
(*Expressions*)

(* The name of a symbol of the language, without evaluating it. *)
SetAttributes[languageName, HoldFirst];
languageName[f_] := If[Context[f] === "System`", SymbolName[Unevaluated[f]], None]

(* Trees by the symbol, held, that stands for them; what is in $dynamic is seen by called definitions too. *)
$names = <||>;
$dynamic = <||>;
$slots = {};
$called = {};
$return = None;
$lastId = 0;

newId[] := ++$lastId

SetAttributes[{read, readTest, readSymbol, readNamed, readAtom}, HoldFirst];

read[n_Integer] := {"Number", n}
read[n_Real] := {"Number", n}
read[n_Rational] := {"Number", n}
read[n_Complex] := {"Number", n}
read[x : DirectedInfinity[1 | -1]] := {"Number", x}
read[x_Symbol] := readSymbol[x, Lookup[$names, Hold[x], None]]
read[Slot[n_Integer]] := readSlot[n]
read[{elements___}] := {"List", readAll[Hold[elements]]}
read[h_Symbol[arguments___]] := readNamed[h, Hold[arguments], Lookup[$readers, languageName[h], None]]
read[h_[arguments___]] := readApplied[Hold[h], readAll[Hold[arguments]]]
read[x_] := refuse[x, "it is no number"]

(* Where Return has no meaning: everywhere but in the statements of a definition. *)
readTest[x_] := Block[{$return = None}, read[x]]

(* Trees of held expressions; ## stands for all arguments from its number on. *)
readAll[held_Hold] := Block[{$return = None}, If[FreeQ[held, SlotSequence], List @@ Map[read, held], Join @@ List @@ Map[readSpliced, held]]]

SetAttributes[readSpliced, HoldFirst];
readSpliced[SlotSequence[n_Integer]] := Drop[$slots, n - 1]
readSpliced[x_] := {read[x]}

readSlot[n_] := If[1 <= n <= Length[$slots], $slots[[n]], refuseHeld[Hold[Slot[n]], "the function has " <> ToString[Length[$slots]] <> " arguments"]]

$symbols = Join[
  <|Hold[True] -> {"Boolean", True}, Hold[False] -> {"Boolean", False}, Hold[Null] -> {"Null"}, Hold[I] -> {"Number", I}|>,
  AssociationMap[Function[held, {"Number", First[held]}],
    {Hold[Pi], Hold[E], Hold[EulerGamma], Hold[GoldenRatio], Hold[Degree], Hold[Catalan], Hold[Glaisher], Hold[Khinchin], Hold[Infinity],
      Hold[$MachineEpsilon], Hold[$MaxMachineNumber], Hold[$MinMachineNumber]}]];

readSymbol[x_, None] := readConstant[Hold[x], Lookup[$symbols, Hold[x], None]]
readSymbol[_, tree_] := tree

readConstant[Hold[x_], None] := readOwnValue[Hold[x], OwnValues[x]]
readConstant[_, tree_] := tree

(* A symbol that has a value stands for it. *)
readOwnValue[held_, {_ :> value_}] := (note[held, OwnValues]; If[MemberQ[$called, held], refuseHeld[held, "its value refers to itself"]];
  Block[{$called = Append[$called, held], $names = $dynamic, $slots = {}}, read[value]])
readOwnValue[held_, _] := refuseHeld[held, "it has no value"]

(* What the result depends on besides the function itself: symbols and their definitions. *)
$noted = {};
note[Hold[x_], values_] := ($noted = {$noted, noted[Hold[x], values, values[x]]};)

readNamed[h_, arguments_, None] := readApplied[Hold[h], readAll[arguments]]
readNamed[h_, arguments_, reader_] := readResult[Block[{$return = If[MemberQ[$statements, reader], $return, None]}, reader @@ arguments], Hold[h], arguments]

readResult[tree_List, _, _] := tree
readResult[_, Hold[h_], Hold[arguments___]] := refuse[h[arguments], "these arguments are not available"]


(* ::Section:: *)
(*Applied functions*)

atomicQ[{"Number" | "Variable" | "Boolean", ___}] := True
atomicQ[{"List", trees_}] := AllTrue[trees, atomicQ]
atomicQ[_] := False

(* Trees that are used several times are computed once: build gets an atom for each. *)
withAtoms[trees_, build_] := If[AllTrue[trees, atomicQ], build[trees], letAtoms[Map[If[atomicQ[#], None, newId[]] &, trees], trees, build]]

letAtoms[ids_, trees_, build_] := {"Let", DeleteCases[ids, None], Pick[trees, Map[# =!= None &, ids]],
  build[MapThread[If[#1 === None, #2, {"Variable", #1}] &, {ids, trees}]]}

readApplied[Hold[f_Symbol], trees_] := readCall[Hold[f], trees, languageName[f]]
readApplied[Hold[Function[body_]], trees_] := withAtoms[trees, Function[atoms, Block[{$slots = atoms}, readTest[body]]]]
readApplied[Hold[Function[Null, body_, ___]], trees_] := readApplied[Hold[Function[body]], trees]
readApplied[held : Hold[Function[parameter_Symbol, body_, ___]], trees_] := readParameters[held, {Hold[parameter]}, Hold[body], trees]
readApplied[held : Hold[Function[{parameters___}, body_, ___]], trees_] := readParameters[held, holdEach[Hold[parameters]], Hold[body], trees]
readApplied[Hold[(Composition | RightComposition)[f_]], trees_] := readApplied[Hold[f], trees]
readApplied[Hold[Composition[f_, rest__]], trees_] := readApplied[Hold[f], {readApplied[Hold[Composition[rest]], trees]}]
readApplied[Hold[RightComposition[f_, rest__]], trees_] := readApplied[Hold[RightComposition[rest]], {readApplied[Hold[f], trees]}]
readApplied[Hold[Identity], {tree_}] := tree
readApplied[Hold[f_], _] := refuse[f, "it is no function that can be compiled"]

holdEach[held_Hold] := List @@ Map[Hold, held]

readParameters[held_, parameters_, body_, trees_] := If[Length[parameters] > Length[trees],
  refuseHeld[held, "it has " <> ToString[Length[parameters]] <> " parameters and is applied to " <> ToString[Length[trees]] <> " arguments"],
  withAtoms[Take[trees, Length[parameters]], Function[atoms,
    Block[{$names = bound[$names, parameters, atoms]}, readTest @@ body]]]]

bound[names_, {}, {}] := names
bound[names_, symbols_, trees_] := (
  MapThread[nameVariable, {symbols, trees}];
  Join[names, AssociationThread[symbols, trees]])

nameVariable[symbol_, {"Variable", id_}] := If[! KeyExistsQ[$idNames, id], $idNames[id] = symbol]

readCall[Hold[f_], trees_, None] := Which[
  KeyExistsQ[$names, Hold[f]], refuse[f, "a function in a variable cannot be compiled"],
  OwnValues[f] =!= {}, note[Hold[f], OwnValues]; readApplied[ownValue[f], trees],
  True, readDefinition[Hold[f], trees, DownValues[f]]]
readCall[_, trees_, "Identity"] := First[trees]
readCall[Hold[f_], trees_, name_] := Which[
  KeyExistsQ[$functions, name], make[name, trees],
  MemberQ[{"And", "Or"}, name], {name, trees},
  KeyExistsQ[$readers, name], refuse[f, "it can be compiled only where its arguments are written out"],
  True, refuse[f, "there is no such function on the GPU"]]

SetAttributes[ownValue, HoldFirst];
ownValue[f_] := Replace[OwnValues[f], {_ :> value_} :> Hold[value]]

(* Definitions of f with as many arguments, in the order in which the language tries them. *)
readDefinition[held_, trees_, rules_] := readFitting[held, trees, Select[Map[ruleParts, rules], Length[First[#]] === Length[trees] &]]

readFitting[held : Hold[f_], trees_, rules_] := (
  note[held, DownValues];
  If[rules === {}, refuse[f, "it is neither a function of the language nor has it a definition for " <> ToString[Length[trees]] <> " arguments"]];
  If[MemberQ[$called, held], refuse[f, "recursive definitions cannot be compiled"]];
  withAtoms[trees, Function[atoms,
    Block[{$called = Append[$called, held], $slots = {}, $names = $dynamic, $return = newId[]}, returning[$return, readRules[rules, atoms]]]]])

returning[id_, tree_] := If[FreeQ[tree, {"Return", id, _}], tree, {"Block", id, tree}]


(* ::Section:: *)
(*Constructs*)

(* User code stands in functions with named parameters only: #s of its own must stay. *)

SetAttributes[{readIf, readWhich, readSwitch, readCase, readPiecewise, readInequality, readModule, readBlock, readWith, readSet, readPart, readPlace, readConstantArray, readUpdate, readAddTo, readSubtractFrom, readTimesBy, readDivideBy,
  readIncrement, readDecrement, readPreIncrement, readPreDecrement, readSequence, readDo, readWhile,
  readFor, readNest, readNestWhile, readFixedPoint, readFold, readSum, readProduct, readTable, readRange, readMap, readApply, readReturn}, HoldAll];

readIf[c_, a_] := readIf[c, a, Null]
readIf[c_, a_, b_] := conditional[readTest[c], Hold[a], Hold[b]]
readIf[c_, a_, b_, _] := readIf[c, a, b]

readWhich[] := {"Missing"}
readWhich[c_, a_, rest___] := conditional[readTest[c], Hold[a], Hold[Which[rest]]]

conditional[c_, Hold[a_], Hold[b_]] := decide[c, read[a], read[b]]

readPiecewise[pieces_] := readPiecewise[pieces, 0]
readPiecewise[{}, default_] := read[default]
readPiecewise[{{a_, c_}, rest___}, default_] := conditional[readTest[c], Hold[a], Hold[Piecewise[{rest}, default]]]

readSwitch[x_, cases___] := withAtoms[{readTest[x]}, Function[atoms, readRules[Map[readCase @@ # &, Partition[holdEach[Hold[cases]], 2]], atoms]]]
readCase[Hold[p_], body_] := {{Hold[p]}, {}, body}

(* a < b <= c as the language holds it: Inequality[a, Less, b, LessEqual, c]. *)
readInequality[chain__] := With[{parts = holdEach[Hold[chain]]},
  withAtoms[Map[readHeld, parts[[1 ;; ;; 2]]], Function[atoms,
    {"And", MapThread[make[heldName[#2], {#1, #3}] &, {Most[atoms], parts[[2 ;; ;; 2]], Rest[atoms]}]}]]]

readHeld[Hold[x_]] := read[x]
heldName[Hold[f_]] := languageName[f]


(* Local variables. *)

readModule[{variables___}, body_] := readLocal[holdEach[Hold[variables]], Hold[body], False]
readModule[{variables___}, body_, rest__] := readModule[{variables}, CompoundExpression[body, rest]]
readBlock[{variables___}, body_] := readLocal[holdEach[Hold[variables]], Hold[body], True]

readLocal[variables_, body_, dynamicQ_] := Module[{ids = Map[newId[] &, variables], symbols = Map[localSymbol, variables], trees},
  trees = Map[localStart, variables];
  Block[{$names = bound[$names, symbols, Map[{"Variable", #} &, ids]], $dynamic = $dynamic},
    If[dynamicQ, $dynamic = bound[$dynamic, symbols, Map[{"Variable", #} &, ids]]];
    {"Module", ids, trees, read @@ body}]]

localSymbol[Hold[x_Symbol]] := Hold[x]
localSymbol[Hold[Set[x_Symbol, _]]] := Hold[x]
localSymbol[held_] := refuseHeld[held, "a local variable is a symbol, or symbol = value"]

localStart[Hold[_Symbol]] := None
localStart[Hold[Set[_, value_]]] := readTest[value]

readWith[{variables___}, body_] := withAtoms[Map[localStart, holdEach[Hold[variables]]], Function[atoms,
  Block[{$names = bound[$names, Map[localSymbol, holdEach[Hold[variables]]], atoms]}, read[body]]]]
readWith[first_List, rest__, body_] := readWith[first, With[rest, body]]

(* Assignments. *)

readSet[{targets__}, value_] := {"Set", Map[variableId, holdEach[Hold[targets]]], read[value]}
readSet[Verbatim[Part][x_, places__], value_] := {"SetPart", variableId[Hold[x]], readPlaces[Hold[places]], read[value]}
readSet[target_, value_] := {"Set", variableId[Hold[target]], read[value]}

variableId[Hold[x_Symbol]] := variableId[Hold[x], Lookup[$names, Hold[x], None]]
variableId[held_] := refuseHeld[held, "only local variables can be assigned"]
variableId[held_, {"Variable", id_}] := id
variableId[held_, _] := refuseHeld[held, "only local variables can be assigned"]

readUpdate[operation_, Verbatim[Part][x_, places__], value_] := updatePart[variableId[Hold[x]], readPlaces[Hold[places]], Function[tree, make[operation, {tree, read[value]}]]]
readUpdate[operation_, x_, value_] := With[{id = variableId[Hold[x]]}, {"Set", id, make[operation, {{"Variable", id}, read[value]}]}]

updatePart[id_, places_, change_] := withAtoms[places, Function[atoms,
  {"SetPart", id, atoms, change[{"Call", "Part", Prepend[atoms, {"Variable", id}]}]}]]

readAddTo[x_, value_] := readUpdate["Plus", x, value]
readSubtractFrom[x_, value_] := readUpdate["Subtract", x, value]
readTimesBy[x_, value_] := readUpdate["Times", x, value]
readDivideBy[x_, value_] := readUpdate["Divide", x, value]
readPreIncrement[x_] := readUpdate["Plus", x, 1]
readPreDecrement[x_] := readUpdate["Subtract", x, 1]

(* x++ gives the value before. *)
readIncrement[x_] := {"After", read[x], readUpdate["Plus", x, 1]}
readDecrement[x_] := {"After", read[x], readUpdate["Subtract", x, 1]}

readSequence[] := {"Null"}
readSequence[x_] := read[x]
readSequence[xs__] := {"Sequence", List @@ Map[read, Hold[xs]]}


(* Loops. *)

readWhile[test_] := readWhile[test, Null]
readWhile[test_, body_] := {"Loop", readTest[test], read[body], {"Null"}}

readFor[start_, test_, step_] := readFor[start, test, step, Null]
readFor[start_, test_, step_, body_] := {"Sequence", {readTest[start], {"Loop", readTest[test], read[body], readTest[step]}}}

(* An iterator: the held symbol or None, and from, to, by; or the symbol and its values. *)
iteration[Hold[{n_}]] := {None, $one, read[n], $one}
iteration[Hold[{i_Symbol, {values___}}]] := {Hold[i], readAll[Hold[values]]}
iteration[Hold[{i_Symbol, to_}]] := {Hold[i], $one, read[to], $one}
iteration[Hold[{i_Symbol, from_, to_}]] := {Hold[i], read[from], read[to], $one}
iteration[Hold[{i_Symbol, from_, to_, by_}]] := {Hold[i], read[from], read[to], read[by]}
iteration[Hold[n_]] := {None, $one, read[n], $one}

$one = {"Number", 1};

(* statement[tree] gives the tree of a step, where tree is the variable; the symbol stands for it. *)
iterate[{symbol_, from_, to_, by_}, statement_] := With[{id = newId[]}, {"Do", id, from, to, by, naming[symbol, {"Variable", id}, statement]}]
iterate[{symbol_, values_}, statement_] := {"Sequence", Append[
  Map[Function[value, withAtoms[{value}, Function[atoms, naming[symbol, First[atoms], statement]]]], values], {"Null"}]}

naming[None, tree_, statement_] := statement[tree]
naming[symbol_, tree_, statement_] := Block[{$names = bound[$names, {symbol}, {tree}]}, statement[tree]]

iterateAll[Hold[], body_] := read @@ body
iterateAll[Hold[iterator_, rest___], body_] := iterate[iteration[Hold[iterator]], Function[tree, iterateAll[Hold[rest], body]]]

readDo[body_, iterators__] := iterateAll[Hold[iterators], Hold[body]]

(* A variable that starts with a tree, what is done to it, and in the end its value; change[variable, id] is the statement. *)
running[start_, change_] := With[{id = newId[]}, {"Module", {id}, {start}, {"Sequence", {change[{"Variable", id}, id], {"Variable", id}}}}]

readNest[f_, x_, n_] := running[read[x], Function[{variable, id},
  iterate[{None, $one, read[n], $one}, Function[tree, {"Set", id, readApplied[Hold[f], {variable}]}]]]]

readNestWhile[f_, x_, test_] := running[read[x], Function[{variable, id},
  {"Loop", readApplied[Hold[test], {variable}], {"Set", id, readApplied[Hold[f], {variable}]}, {"Null"}}]]
readNestWhile[f_, x_, test_, 1] := readNestWhile[f, x, test]
readNestWhile[f_, x_, test_, 2] := running[read[x], Function[{variable, id}, With[{last = newId[]},
  {"Module", {last}, {variable}, {"Sequence", {
    {"Set", id, readApplied[Hold[f], {variable}]},
    {"Loop", readApplied[Hold[test], {{"Variable", last}, variable}],
      {"Sequence", {{"Set", last, variable}, {"Set", id, readApplied[Hold[f], {variable}]}}}, {"Null"}}}}}]]]
readNestWhile[f_, x_, test_, 1, most_] := running[read[x], Function[{variable, id},
  iterate[{None, $one, read[most], $one}, Function[tree, {"Sequence", {
    {"If", readApplied[Hold[test], {variable}], {"Null"}, {"Break"}},
    {"Set", id, readApplied[Hold[f], {variable}]}}}]]]]

readFixedPoint[f_, x_] := readFixedPoint[f, x, SameTest -> SameQ]
readFixedPoint[f_, x_, Verbatim[Rule][SameTest, test_]] := running[read[x], Function[{variable, id},
  {"Loop", {"Boolean", True}, fixedPointStep[Hold[f], Hold[test], variable, id], {"Null"}}]]
readFixedPoint[f_, x_, most_] := readFixedPoint[f, x, most, SameTest -> SameQ]
readFixedPoint[f_, x_, most_, Verbatim[Rule][SameTest, test_]] := running[read[x], Function[{variable, id},
  iterate[{None, $one, read[most], $one}, Function[tree, fixedPointStep[Hold[f], Hold[test], variable, id]]]]]

fixedPointStep[f_, test_, variable_, id_] := withAtoms[{{"Copy", variable}}, Function[atoms, {"Sequence", {
  {"Set", id, readApplied[f, atoms]},
  {"If", readApplied[test, {First[atoms], variable}], {"Break"}, {"Null"}}}}]]

readFold[f_, list_] := foldList[Hold[f], literalList[Hold[list]]]
readFold[f_, x_, Range[range__]] := running[read[x], Function[{variable, id},
  iterate[rangeOf[Hold[range]], Function[tree, {"Set", id, readApplied[Hold[f], {variable, tree}]}]]]]
readFold[f_, x_, list_] := foldList[Hold[f], Prepend[literalList[Hold[list]], read[x]]]

foldList[_, {}] := refuseHeld[Hold[{}], "nothing can be folded"]
foldList[_, {tree_}] := tree
foldList[f_, {a_, b_, rest___}] := foldList[f, {readApplied[f, {a, b}], rest}]

rangeOf[Hold[to_]] := iteration[Hold[{None, to}]]
rangeOf[Hold[from_, to_]] := iteration[Hold[{None, from, to}]]
rangeOf[Hold[from_, to_, by_]] := iteration[Hold[{None, from, to, by}]]

readSum[body_, iterators__] := accumulate["Plus", {"Number", 0}, Hold[iterators], Hold[body]]
readProduct[body_, iterators__] := accumulate["Times", {"Number", 1}, Hold[iterators], Hold[body]]

accumulate[operation_, start_, iterators_, body_] := running[start, Function[{variable, id},
  accumulateAll[iterators, Function[tree, {"Set", id, make[operation, {variable, read @@ body}]}]]]]

accumulateAll[Hold[iterator_], statement_] := iterate[iteration[Hold[iterator]], statement]
accumulateAll[Hold[iterator_, rest__], statement_] := iterate[iteration[Hold[iterator]], Function[tree, accumulateAll[Hold[rest], statement]]]

readBreak[] := {"Break"}
readContinue[] := {"Continue"}

(* The language's Return leaves a definition from its statements and from the bodies of While and For; Do it leaves as Break[] does. *)
readReturn[x_] := If[$return === None,
  refuse[Return[x], "it leaves a definition f[x_] := ..., from its statements or those of While and For; Break[] leaves Do"],
  {"Return", $return, readTest[x]}]


(* ::Section:: *)
(*Lists written out*)

$longestList = 256;

readConstantArray[x_, n_] := readTable[x, {n}]
readConstantArray[x_, {n_}] := readTable[x, {n}]
readConstantArray[x_, {n_, rest__}] := readTable[ConstantArray[x, {rest}], {n}]

readTable[body_, iterator_] := {"List", Map[Function[value, withAtoms[{value}, Function[atoms,
  naming[First[iterationSymbol[Hold[iterator]]], First[atoms], Function[tree, read[body]]]]]], iterationValues[Hold[iterator]]]}
readTable[body_, iterator_, rest__] := readTable[Table[body, rest], iterator]

iterationSymbol[Hold[{i_Symbol, _, ___}]] := {Hold[i]}
iterationSymbol[_] := {None}

iterationValues[held_] := constantRange[held, iteration[held]]

constantRange[_, {_, values_}] := values
constantRange[held_, {_, {"Number", from_}, {"Number", to_}, {"Number", by_}}] := With[{values = Range[from, to, by]},
  If[Length[values] <= $longestList, Map[Function[x, {"Number", x}], values],
    refuseHeld[held, "lists of more than " <> ToString[$longestList] <> " elements cannot be compiled"]]]
constantRange[held_, _] := refuseHeld[held, "the length of a list must be a constant"]

readRange[range__] := {"List", constantRange[Hold[Range[range]], rangeOf[Hold[range]]]}

(* Positions in a list: trees, and what only Part knows. *)
readPart[list_, places__] := make["Part", Prepend[readPlaces[Hold[places]], read[list]]]

readPlaces[held_] := List @@ Map[readPlace, held]

readPlace[All] := {"All"}
readPlace[Verbatim[Span][from_, to_]] := readPlace[Span[from, to, 1]]
readPlace[Verbatim[Span][from_, to_, by_]] := Join[{"Span"}, Map[constantPlace, {Hold[from], Hold[to], Hold[by]}]]
readPlace[x_] := readTest[x]

constantPlace[Hold[All]] := {"Number", All}
constantPlace[held_] := checkedPlace[held, read @@ held]
checkedPlace[_, tree : {"Number", _Integer}] := tree
checkedPlace[held_, _] := refuseHeld[held, "the ends of a span must be constants"]

readMap[f_, list_] := {"List", Map[Function[tree, readApplied[Hold[f], {tree}]], literalList[Hold[list]]]}

readApply[f_, list_] := readApplied[Hold[f], literalList[Hold[list]]]

literalList[held_] := literalElements[held, read @@ held]
literalElements[_, {"List", trees_}] := trees
literalElements[held_, _] := refuseHeld[held, "its elements are not written out"]


(* ::Section:: *)
(*Constructs by name*)

$readers = <|
  "If" -> readIf, "Which" -> readWhich, "Switch" -> readSwitch, "Piecewise" -> readPiecewise, "Inequality" -> readInequality, "Module" -> readModule, "Block" -> readBlock, "With" -> readWith,
  "Set" -> readSet, "CompoundExpression" -> readSequence, "Do" -> readDo, "While" -> readWhile, "For" -> readFor, "Nest" -> readNest,
  "NestWhile" -> readNestWhile, "FixedPoint" -> readFixedPoint, "Fold" -> readFold, "Sum" -> readSum, "Product" -> readProduct, "Table" -> readTable,
  "Range" -> readRange, "ConstantArray" -> readConstantArray, "Part" -> readPart, "Map" -> readMap, "Apply" -> readApply, "Return" -> readReturn,
  "AddTo" -> readAddTo, "SubtractFrom" -> readSubtractFrom, "TimesBy" -> readTimesBy, "DivideBy" -> readDivideBy, "Increment" -> readIncrement,
  "Decrement" -> readDecrement, "PreIncrement" -> readPreIncrement, "PreDecrement" -> readPreDecrement,
  "Break" -> readBreak, "Continue" -> readContinue|>;

(* Through these Return goes to the definition that they stand in. *)
$statements = {readIf, readWhich, readSwitch, readModule, readBlock, readWith, readSequence, readWhile, readFor, readReturn};

End[];
