(* ::Package:: *)

(* The functions that a compiled function may call: how a value comes from their arguments' values, by the kinds of the arguments. *)

Begin["MetalLink`Compiler`"];

callFunction[name_, values_] := If[MemberQ[values, {"List", _}] && MemberQ[$listable, name], threaded[name, values], called[$functions[name], values]]

called[entry : {handler_, ___}, values_] := calledValue[handler[entry, values]]

calledValue[value_List] := value
calledValue[_] := refuseCall["these arguments are not available"]

(* A list among the arguments of an arithmetic or elementary function: element by element. *)
threaded[name_, values_] := With[{lengths = Union[Cases[values, {"List", list_} :> Length[list]]]},
  If[Length[lengths] > 1, refuseCall["its lists have different lengths"]];
  {"List", Table[callFunction[name, Map[elementOf[#, k] &, values]], {k, First[lengths]}]}]

elementOf[{"List", values_}, k_] := values[[k]]
elementOf[value_, _] := value

refuseCall[reason_] := refuseTree[$call, reason]

(* The type of numbers as wide as all, and at least so wide. *)
widest[values_, least_: 1] := With[{types = Map[typeOf, values]},
  If[! AllTrue[types, IntegerQ], refuseCall["an argument is a list"]];
  If[Min[types] < 1, refuseCall[If[Min[types] < 0, "an argument has no value", "an argument is true or false; Boole makes it a number"]]];
  Max[types, least]]

(* Headers, and families of elementary functions, which have one for each kind of reals. *)
need[names_List] := Scan[need, names]
need[name_String] := If[! MemberQ[$headers, headerOf[name]], AppendTo[$headers, headerOf[name]]]

headerOf[name_] := Which[
  StringEndsQ[name, ".h"], name,
  $single, "real32_elementary.h",
  True, "real64/" <> name <> ".h"]

call[name_, texts_] := StringJoin[name, "(", StringRiffle[texts, ", "], ")"]

(* With the state, for integers: what does not fit is noted there. *)
callChecked[type_, name_, texts_] := (need["generic_integer.h"]; computed[type, call[name, Append[texts, "s"]]])

asAll[values_, type_] := Map[as[#, type] &, values]


(* ::Section:: *)
(*Arithmetic*)

$operators = <|"add" -> " + ", "subtract" -> " - ", "multiply" -> " * "|>;

arithmetic[{_, name_}, {a_, b_}] := operate[name, widest[{a, b}], a, b]

operate[name_, 1, a_, b_] := callChecked[1, name, asAll[{a, b}, 1]]
operate[name_, 2, a_, b_] := computed[2, StringJoin[as[a, 2], $operators[name], as[b, 2]]]
operate["multiply", 3, a_, b_] := complexProduct[a, b, typeOf[a], typeOf[b]]
operate[name_, 3, a_, b_] := (need["generic_complex.h"]; computed[3, StringJoin[as[a, 3], $operators[name], as[b, 3]]])

complexProduct[a_, b_, 3, 3] := (need["generic_complex.h"]; computed[3, StringJoin[as[a, 3], " * ", as[b, 3]]])
complexProduct[a_, b_, 3, _] := (need["generic_complex.h"]; computed[3, StringJoin[as[a, 3], " * ", as[b, 2]]])
complexProduct[a_, b_, _, 3] := complexProduct[b, a, 3, 2]

division[_, {a_, b_}] := divide[widest[{a, b}, 2], a, b]

divide[2, a_, b_] := computed[2, StringJoin[as[a, 2], " / ", as[b, 2]]]
divide[3, a_, b_] := (need["generic_complex.h"]; computed[3, StringJoin[as[a, 3], " / ", as[b, If[typeOf[b] === 3, 3, 2]]]])

negation[_, {a_}] := negate[widest[{a}], a]

negate[1, a_] := callChecked[1, "negate", {as[a, 1]}]
negate[type_, a_] := computed[type, "-" <> as[a, type]]


(* ::Section:: *)
(*Powers*)

$mostMultiplied = 32;

power[_, {a_, b_}] := power[a, b, widest[{a, b}]]

power[a_, {1, n_Integer}, _] := Which[
  n === 0, zerothPower[typeOf[a], a],
  0 < n <= $mostMultiplied, multiplied[If[StringQ[Last[a]], a, typed[a]], n],
  typeOf[a] === 1, callChecked[1, "power", {as[a, 1], literal[1, n]}],
  typeOf[a] === 2, realPower[a, {1, n}],
  True, (need["generic_complex.h"]; computed[3, call["power", {as[a, 3], literal[1, n]}]])]
power[a_, b_, 1] := callChecked[1, "power", asAll[{a, b}, 1]]
power[a_, b_, 2] := If[$complexResults && typeOf[b] === 2, complexPower[a, b], realPower[a, b]]
power[a_, b_, 3] := If[typeOf[b] === 1, need["generic_complex.h"]; computed[3, call["power", {as[a, 3], as[b, 1]}]], complexPower[a, b]]

typed[a_] := {typeOf[a], as[a, typeOf[a]]}

realPower[a_, b_] := (need[{"power", "generic_real.h"}]; computed[2, call["power", asAll[{a, b}, 2]]])
complexPower[a_, b_] := (need[{"functions.h", "generic_complex.h"}]; computed[3, call["power", asAll[{a, b}, 3]]])

(* 0^0 is not determined. *)
zerothPower[1, a_] := callChecked[1, "power", {as[a, 1], "0l"}]
zerothPower[_, a_] := realPower[{2, "abs(" <> as[a, typeOf[a]] <> ")"}, {2, 0}]

(* By repeated squaring. *)
multiplied[a_, 1] := a
multiplied[a_, n_] := If[EvenQ[n], square[multiplied[a, n/2]], operate["multiply", typeOf[a], multiplied[a, n - 1], a]]
square[a_] := operate["multiply", typeOf[a], a, a]


(* ::Section:: *)
(*Functions of numbers*)

(* Of reals and complex numbers. *)
elementary[{_, name_, header_}, values : {_}] := elementaryCall[name, header, widest[values, 2], values]

elementaryCall[name_, headers_, type_, values_] := (
  need[If[type === 3, {"functions.h", "generic_complex.h", headers}, headers]];
  computed[type, call[name, asAll[values, type]]])

(* Of a part of the reals: elsewhere not a number, or complex if that is wanted. *)
partial[{_, name_, header_}, values : {_}] := elementaryCall[name, header, If[$complexResults, 3, widest[values, 2]], values]

(* Of reals only. *)
realFunction[{_, name_, header_}, values : {_}] := realCall[name, header, values]

realCall[name_, headers_, values_] := (
  If[widest[values, 2] === 3, refuseCall["it is available for real numbers only"]];
  need[headers];
  computed[2, call[name, asAll[values, 2]]])

betaOf[_, values : {_, _}] := realCall["beta", "generic_special.h", values]

(* Of integers only. *)
integersOnly[values_] := If[widest[values] > 1, refuseCall["it is available for integers only"]]

integerFunction[{_, name_}, {a_}] := (integersOnly[{a}]; callChecked[1, name, {as[a, 1]}])

(* One argument after another; of one alone its absolute value. *)
divisor[{_, name_}, values_] := (
  integersOnly[values];
  If[Length[values] === 1, callChecked[1, "abs", asAll[values, 1]],
    Fold[callChecked[1, name, asAll[{#1, #2}, 1]] &, First[values], Rest[values]]])

shift[entry_, {a_}] := shift[entry, {a, {1, 1}}]
shift[{_, name_}, values : {_, _}] := (integersOnly[values]; callChecked[1, name, asAll[values, 1]])

bitOperation[{_, operator_}, values_] := (
  integersOnly[values];
  Fold[computed[1, StringJoin[as[#1, 1], operator, as[#2, 1]]] &, First[values], Rest[values]])

bitNot[_, {a_}] := (integersOnly[{a}]; computed[1, "~" <> as[a, 1]])

(* To integers: part by part of complex numbers. *)
rounding[{_, name_, complexName_, ___}, {a_}] := Switch[widest[{a}],
  1, a,
  2, callRounding[name, as[a, 2]],
  _, elementaryCall[complexName, "generic_complex.h", 3, {a}]]
rounding[entry : {_, _, _, multiple_}, {a_, b_}] := With[{type = widest[{a, b}]},
  If[type === 1, callChecked[1, multiple, asAll[{a, b}, 1]],
    arithmetic[{Null, "multiply"}, {rounding[entry, {divide[type, a, b]}], b}]]]

callRounding[name_, text_] := (need["generic_real.h"]; computed[1, call[name, {text, "s"}]])

absolute[_, {a_}] := Switch[widest[{a}],
  1, callChecked[1, "abs", {as[a, 1]}],
  _, computed[2, call["abs", {as[a, typeOf[a]]}]]]

signOf[_, {a_}] := Switch[widest[{a}],
  1, (need["generic_integer.h"]; computed[1, call["sign", {as[a, 1]}]]),
  2, callRounding["sign_integer", as[a, 2]],
  _, (need["generic_complex.h"]; computed[3, call["sign", {as[a, 3]}]])]

(* Parts of complex numbers. *)
partOf[{_, name_, real_}, {a_}] := With[{type = widest[{a}]}, If[type < 3, real[a, type], need[{"inverse_trigonometric", "generic_complex.h"}]; computed[2, call[name, {as[a, 3]}]]]]

zeroOf[_, _] := {1, 0}
itself[a_, _] := a
realArgument[a_, _] := (need[{"inverse_trigonometric", "generic_complex.h"}]; computed[2, call["arg", {as[a, 3]}]])

conjugate[_, {a_}] := If[widest[{a}] < 3, a, need["generic_complex.h"]; computed[3, call["conjugate", {as[a, 3]}]]]

(* Two or three arguments, integers or reals. *)
modular[{_, name_}, values_] := Switch[widest[values],
  1, callChecked[1, name, asAll[values, 1]],
  2, (need["generic_real.h"]; computed[2, call[name, asAll[values, 2]]]),
  _, refuseCall["it is available for real numbers only"]]

quotientOf[_, {a_, b_}] := Switch[widest[{a, b}],
  1, callChecked[1, "quotient", asAll[{a, b}, 1]],
  2, (need["generic_real.h"]; computed[1, call["quotient", Append[asAll[{a, b}, 2], "s"]]]),
  _, refuseCall["it is available for real numbers only"]]
quotientOf[entry_, {a_, b_, d_}] := quotientOf[entry, {arithmetic[{Null, "subtract"}, {a, d}], b}]

fractional[_, {a_}] := With[{type = widest[{a}]}, If[type === 1, {1, 0}, elementaryCall["fractional_part", "generic_real.h", type, {a}]]]

(* ArcTan[x, y] is the angle of the point {x, y}. *)
arcTangent[entry_, {a_}] := elementary[entry, {a}]
arcTangent[_, {x_, y_}] := With[{type = widest[{x, y}, 2]}, elementaryCall["angle", {"inverse_trigonometric", "generic_real.h"}, type, {x, y}]]

factorialOf[_, {a_}] := If[widest[{a}] === 1, callChecked[1, "factorial", {as[a, 1]}], realCall["factorial", "generic_special.h", {a}]]

bessel[{_, name_}, {{1, n : 0 | 1}, a_}] := realCall["bessel_" <> name <> ToString[n], "generic_special.h", {a}]
bessel[_, {_, _}] := refuseCall["only the orders 0 and 1 are available"]

numeric[_, {a_}] := With[{type = widest[{a}, 2]}, {type, as[a, type]}]

parity[{_, operator_}, {a_}] := If[typeOf[a] === 1, computed[0, StringJoin["(", as[a, 1], " & 1l) ", operator, " 0l"]], {0, "false"}]

(* What a value is: its type tells. *)
kindTest[{_, types___}, {value_}] := {0, If[MemberQ[{types}, typeOf[value]], "true", "false"]}
truth[_, {value_}] := If[typeOf[value] === 0, value, {0, "false"}]

signTest[{_, operator_}, {a_}] := compared[operator, a, {1, 0}]

(* Clip[x, {min, max}, {below, above}]. *)
clip[entry_, {a_}] := clip[entry, {a, {"List", {{1, -1}, {1, 1}}}}]
clip[entry_, {a_, {"List", {least_, most_}}}] := clip[entry, {a, {"List", {least, most}}, {"List", {least, most}}}]
clip[_, {a_, {"List", {least_, most_}}, {"List", {below_, above_}}}] := choose[compared["<", a, least], below, choose[compared[">", a, most], above, a]]

choose[{_, test_}, a_, b_] := With[{type = widest[{a, b}]}, computed[type, StringJoin[test, " ? ", as[a, type], " : ", as[b, type]]]]

extremum[{_, name_, realName_}, values_] := With[{flat = flatValues[values]},
  If[flat === {}, {2, If[name === "min", Infinity, -Infinity]}, Fold[extreme[widest[{#1, #2}], name, realName, #1, #2] &, First[flat], Rest[flat]]]]

extreme[1, name_, _, a_, b_] := (need["generic_integer.h"]; computed[1, call[name, asAll[{a, b}, 1]]])
extreme[2, _, name_, a_, b_] := (need["generic_real.h"]; computed[2, call[name, asAll[{a, b}, 2]]])
extreme[_, _, _, _, _] := refuseCall["complex numbers have no order"]

flatValues[values_] := Join @@ Map[flatValue, values]
flatValue[{"List", values_}] := flatValues[values]
flatValue[value_] := {value}


(* ::Section:: *)
(*Comparisons*)

comparison[{_, operator_}, values_] := conjunction[MapThread[compared[operator, #1, #2] &, {Most[values], Rest[values]}]]
allDifferent[_, values_] := conjunction[Map[compared["!=", First[#], Last[#]] &, Subsets[values, {2}]]]

conjunction[{}] := {0, "true"}
conjunction[{test_}] := test
conjunction[tests_] := computed[0, StringRiffle[Map[Last, tests], " && "]]

compared[operator_, a_, b_] := If[typeOf[a] === 0 && typeOf[b] === 0, compare[operator, 0, a, b], compare[operator, widest[{a, b}], a, b]]

compare["==", 2, a_, b_] := (need["generic_real.h"]; computed[0, call["equal", asAll[{a, b}, 2]]])
compare["==", 3, a_, b_] := (need["generic_complex.h"]; computed[0, call["equal", asAll[{a, b}, 3]]])
compare["!=", type_Integer, a_, b_] /; type > 1 := computed[0, "!" <> Last[compare["==", type, a, b]]]
compare[operator : "==" | "!=", 0, a_, b_] := computed[0, StringJoin["(", Last[a], ") ", operator, " (", Last[b], ")"]]
compare[_, 0, _, _] := refuseCall["it is not available for true and false"]
compare[_, 3, _, _] := refuseCall["complex numbers have no order"]
compare[operator_, type_, a_, b_] := computed[0, StringJoin[as[a, type], " ", operator, " ", as[b, type]]]

(* SameQ tells an integer from a real number. *)
sameness[_, {a_, b_}] := If[typeOf[a] =!= typeOf[b], {0, "false"}, Switch[typeOf[a],
  0 | 1, compare["==", typeOf[a], a, b],
  2, (need["generic_real.h"]; computed[0, call["same", asAll[{a, b}, 2]]]),
  _, (need["generic_complex.h"]; computed[0, call["same", asAll[{a, b}, 3]]])]]
difference[entry_, values_] := computed[0, "!" <> Last[sameness[entry, values]]]

logical[{_, combine_}, values_] := (
  If[! MatchQ[Map[typeOf, values], {0 ...}], refuseCall["an argument is neither true nor false"]];
  computed[0, combine[Map["(" <> Last[#] <> ")" &, values]]])

boole[_, {a_}] := If[typeOf[a] === 0, computed[1, "long(" <> Last[a] <> ")"], refuseCall["the argument is neither true nor false"]]

unitStep[_, values_] := (
  widest[values];
  computed[1, "long(" <> Last[conjunction[Map[compared[">=", #, {1, 0}] &, values]]] <> ")"])


(* ::Section:: *)
(*Lists*)

partOfList[_, {a_, places__}] := partsOf[a, {places}]

partsOf[a_, {}] := a
partsOf[a_, {place : {"All" | "Span" | "List", _}, rest___}] := {"List", Map[partsOf[#, {rest}] &, severalParts[a, place]]}
partsOf[a_, {place_, rest___}] := partsOf[takePart[a, place], {rest}]

severalParts[{"List", values_}, {"All", _}] := values
severalParts[{"List", values_}, {"Span", {from_, to_, by_}}] := Replace[Quiet[Check[Take[values, {from, to /. All -> -1, by}], None]],
  Except[_List] :> refuseCall["the list has " <> ToString[Length[values]] <> " elements"]]
severalParts[a_, {"List", places_}] := Map[takePart[a, #] &, places]
severalParts[_, _] := refuseCall["it is no list"]

takePart[{"List", values_}, {1, k_Integer}] := If[1 <= Abs[k] <= Length[values], values[[k]], refuseCall["the list has " <> ToString[Length[values]] <> " elements"]]
takePart[{"List", values_}, k_] := (
  If[typeOf[k] =!= 1, refuseCall["a position is an integer"]];
  computedPart[values, Map[typeOf, values], k])
takePart[_, _] := refuseCall["it is no list"]

(* Of rows: element by element. *)
computedPart[values_, {_List ..}, k_] := With[{lengths = Union[Map[Length[Last[#]] &, values]]},
  If[Length[lengths] > 1, refuseCall["the rows of the list have different lengths"]];
  {"List", Table[takePart[{"List", Map[Last[#][[j]] &, values]}, k], {j, First[lengths]}]}]
computedPart[values_, types_, k_] := tablePart[values, Fold[joined, None, types], as[k, 1]]

(* An array, filled once. *)
tablePart[values_, type_Integer, k_] := With[{table = tableOf[typeName[type], asAll[values, type]]},
  {type, Last[computed[type, StringJoin[table, "[part(", k, ", ", ToString[Length[values]], "l, s)]"]]]}]
tablePart[_, _, _] := refuseCall["the elements of the list have different types"]

tableOf[type_, texts_] := knownTable[type, StringRiffle[texts, ", "], Length[texts]]
knownTable[type_, list_, length_] := With[{right = "{" <> list <> "}"}, namedTable[type, right, length, Lookup[$known, type <> right, None]]]
namedTable[type_, right_, length_, None] := With[{name = fresh[]},
  line["const ", type, " ", name, "[", ToString[length], "] = ", right, ";"];
  $known[type <> right] = name]
namedTable[_, _, _, name_] := name

firstOf[_, {{"List", values_}}] := First[values]
lastOf[_, {{"List", values_}}] := Last[values]
restOf[{_, function_}, {{"List", values_}}] := {"List", function[values]}
joinedLists[_, lists : {{"List", _} ..}] := {"List", Join @@ Map[Last, lists]}
appended[_, {{"List", values_}, value_}] := {"List", Append[values, value]}
prepended[_, {{"List", values_}, value_}] := {"List", Prepend[values, value]}
lengthOf[_, {{"List", values_}}] := {1, Length[values]}
totalOf[_, {{"List", values_}}] := If[values === {}, {1, 0}, Fold[callFunction["Plus", {#1, #2}] &, values]]
dotProduct[_, {a : {"List", _}, b : {"List", _}}] := totalOf[None, {callFunction["Times", {a, b}]}]


(* ::Section:: *)
(*Functions by name*)

$functions = <|
  "Plus" -> {arithmetic, "add"}, "Subtract" -> {arithmetic, "subtract"}, "Times" -> {arithmetic, "multiply"}, "Divide" -> {division}, "Minus" -> {negation},
  "Power" -> {power}, "Sqrt" -> {partial, "sqrt", {}}, "CubeRoot" -> {realFunction, "cbrt", "cube_root"},
  "Exp" -> {elementary, "exp", "exponential"}, "Log" -> {partial, "log", "logarithm"}, "Log2" -> {partial, "log2", "logarithm"},
  "Log10" -> {partial, "log10", "logarithm"},
  "Sin" -> {elementary, "sin", "trigonometric"}, "Cos" -> {elementary, "cos", "trigonometric"}, "Tan" -> {elementary, "tan", "trigonometric"},
  "Cot" -> {elementary, "cot", {"trigonometric", "generic_elementary.h"}}, "Sec" -> {elementary, "sec", {"trigonometric", "generic_elementary.h"}}, "Csc" -> {elementary, "csc", {"trigonometric", "generic_elementary.h"}},
  "ArcSin" -> {partial, "asin", "inverse_trigonometric"}, "ArcCos" -> {partial, "acos", "inverse_trigonometric"}, "ArcTan" -> {arcTangent, "atan", "inverse_trigonometric"},
  "ArcCot" -> {elementary, "acot", {"inverse_trigonometric", "generic_elementary.h"}}, "ArcSec" -> {partial, "asec", {"inverse_trigonometric", "generic_elementary.h"}}, "ArcCsc" -> {partial, "acsc", {"inverse_trigonometric", "generic_elementary.h"}},
  "Sinh" -> {elementary, "sinh", "hyperbolic"}, "Cosh" -> {elementary, "cosh", "hyperbolic"}, "Tanh" -> {elementary, "tanh", "hyperbolic"},
  "Coth" -> {elementary, "coth", {"hyperbolic", "generic_elementary.h"}}, "Sech" -> {elementary, "sech", {"hyperbolic", "generic_elementary.h"}}, "Csch" -> {elementary, "csch", {"hyperbolic", "generic_elementary.h"}},
  "ArcSinh" -> {elementary, "asinh", "hyperbolic"}, "ArcCosh" -> {partial, "acosh", "hyperbolic"}, "ArcTanh" -> {partial, "atanh", "hyperbolic"},
  "ArcCoth" -> {partial, "acoth", {"hyperbolic", "generic_elementary.h"}}, "ArcSech" -> {partial, "asech", {"hyperbolic", "generic_elementary.h"}}, "ArcCsch" -> {elementary, "acsch", {"hyperbolic", "generic_elementary.h"}},
  "Sinc" -> {elementary, "sinc", "generic_special.h"}, "Haversine" -> {elementary, "haversine", "generic_special.h"},
  "InverseHaversine" -> {realFunction, "inverse_haversine", {"inverse_trigonometric", "generic_elementary.h"}},
  "Erf" -> {realFunction, "erf", "generic_special.h"}, "Erfc" -> {realFunction, "erfc", "generic_special.h"},
  "Gamma" -> {realFunction, "gamma", "generic_special.h"}, "LogGamma" -> {realFunction, "log_gamma", "generic_special.h"},
  "Beta" -> {betaOf}, "Factorial" -> {factorialOf},
  "BesselJ" -> {bessel, "j"}, "BesselY" -> {bessel, "y"}, "BesselI" -> {bessel, "i"}, "BesselK" -> {bessel, "k"},
  "Abs" -> {absolute}, "Sign" -> {signOf}, "Floor" -> {rounding, "floor_integer", "floor", "floor_multiple"},
  "Ceiling" -> {rounding, "ceiling_integer", "ceil", "ceiling_multiple"}, "Round" -> {rounding, "round_integer", "round_even", "round_multiple"}, "IntegerPart" -> {rounding, "integer_part", "trunc"}, "FractionalPart" -> {fractional},
  "Mod" -> {modular, "mod"}, "Quotient" -> {quotientOf}, "GCD" -> {divisor, "gcd"}, "LCM" -> {divisor, "lcm"},
  "BitAnd" -> {bitOperation, " & "}, "BitOr" -> {bitOperation, " | "}, "BitXor" -> {bitOperation, " ^ "}, "BitNot" -> {bitNot},
  "BitShiftLeft" -> {shift, "bit_shift_left"}, "BitShiftRight" -> {shift, "bit_shift_right"},
  "BitLength" -> {integerFunction, "bit_length"},
  "Re" -> {partOf, "real_part", itself}, "Im" -> {partOf, "imaginary_part", zeroOf}, "Arg" -> {partOf, "arg", realArgument}, "Conjugate" -> {conjugate},
  "Min" -> {extremum, "min", "least"}, "Max" -> {extremum, "max", "greatest"}, "Clip" -> {clip},
  "Less" -> {comparison, "<"}, "LessEqual" -> {comparison, "<="}, "Greater" -> {comparison, ">"}, "GreaterEqual" -> {comparison, ">="},
  "Equal" -> {comparison, "=="}, "Unequal" -> {allDifferent}, "SameQ" -> {sameness}, "UnsameQ" -> {difference},
  "Not" -> {logical, Function[texts, "!" <> First[texts]]}, "Xor" -> {logical, Function[texts, StringRiffle[texts, " != "]]},
  "Nand" -> {logical, Function[texts, "!(" <> StringRiffle[texts, " && "] <> ")"]}, "Nor" -> {logical, Function[texts, "!(" <> StringRiffle[texts, " || "] <> ")"]},
  "Implies" -> {logical, Function[texts, StringJoin["!", First[texts], " || ", Last[texts]]]},
  "Equivalent" -> {logical, Function[texts, StringJoin[First[texts], " == ", Last[texts]]]},
  "Boole" -> {boole}, "UnitStep" -> {unitStep}, "EvenQ" -> {parity, "=="}, "OddQ" -> {parity, "!="},
  "Positive" -> {signTest, ">"}, "Negative" -> {signTest, "<"}, "NonNegative" -> {signTest, ">="}, "NonPositive" -> {signTest, "<="},
  "IntegerQ" -> {kindTest, 1}, "NumberQ" -> {kindTest, 1, 2, 3}, "NumericQ" -> {kindTest, 1, 2, 3}, "BooleanQ" -> {kindTest, 0}, "TrueQ" -> {truth},
  "N" -> {numeric},
  "Part" -> {partOfList}, "First" -> {firstOf}, "Last" -> {lastOf}, "Rest" -> {restOf, Rest}, "Most" -> {restOf, Most}, "Reverse" -> {restOf, Reverse},
  "Join" -> {joinedLists}, "Append" -> {appended}, "Prepend" -> {prepended}, "Length" -> {lengthOf}, "Total" -> {totalOf}, "Dot" -> {dotProduct}|>;

(* These go through the lists that they are given. *)
$listable = Complement[Keys[$functions], {"Min", "Max", "Clip", "Part", "First", "Last", "Rest", "Most", "Reverse", "Join", "Append", "Prepend", "Length", "Total", "Dot", "IntegerQ", "NumberQ", "NumericQ",
  "BooleanQ", "TrueQ", "Less", "LessEqual", "Greater", "GreaterEqual",
  "Equal", "Unequal", "SameQ", "UnsameQ", "Not", "Xor", "Nand", "Nor", "Implies", "Equivalent"}];

End[];
