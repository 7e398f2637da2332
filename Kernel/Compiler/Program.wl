(* ::Package:: *)

(* Programs: a function with the types of its arguments becomes the text of a shader, compiled by the library when it first runs. *)

Begin["MetalLink`Compiler`"];


(* ::Section:: *)
(*Types of elements*)

(* The numbers of the library (element_types.h), the type of a value, and bits of a number or of a part. *)
$elements = <|
  "Integer8" -> {1, 1, 8}, "UnsignedInteger8" -> {2, 1, 8}, "Integer16" -> {3, 1, 16}, "UnsignedInteger16" -> {4, 1, 16}, "Integer32" -> {5, 1, 32},
  "UnsignedInteger32" -> {6, 1, 32}, "Integer64" -> {7, 1, 64}, "UnsignedInteger64" -> {8, 1, 64}, "Real32" -> {9, 2, 32}, "Real64" -> {10, 2, 64},
  "ComplexReal32" -> {11, 3, 32}, "ComplexReal64" -> {12, 3, 64}, "Real16" -> {13, 2, 16}, "ComplexReal16" -> {14, 3, 16}|>;

elementCode[name_] := $elements[name][[1]]
elementType[name_] := $elements[name][[2]]
elementBits[name_] := $elements[name][[3]]


(* ::Section:: *)
(*Programs*)

(* Whether the definitions that a program was made from are still the same. *)
currentQ[notes_] := AllTrue[notes, Function[entry, entry /. noted[Hold[x_], values_, then_] :> values[x] === then]]

(* Arguments: {"Array", element type, type}, an array whose elements are taken one by one; {"Number", element type, type}, one number for all
   elements; {"Index", rank}, the list of the element's indices; {"Iterators", kinds}, values by the indices: Integer or Real, from and step being operands,
   or the element type of a list of values.
   The result: an association of the source, the type of the result's values, elements and dimensions, whether loops have no bound, what it computes in
   (0 exact integers, 1 single, 2 double) and the definitions that it was made from; or what cannot be compiled and why. *)

program[held_, arguments_, base_, single_, complex_] := Catch[
  Block[{$lastId = 0, $noted = {}, $names = <||>, $dynamic = <||>, $slots = {}, $called = {}, $idNames = <||>, $complexResults = complex},
    With[{ids = Map[argumentIds, arguments]},
      written[readApplied[held, Join @@ MapThread[argumentTrees, {arguments, ids}]], ids, arguments, base, single]]],
  uncompilable]

argumentIds[{"Index", rank_}] := Map[newId[] &, Range[rank]]
argumentIds[{"Iterators", kinds_}] := Map[newId[] &, kinds]
argumentIds[_] := {newId[]}

argumentTrees[{"Index", _}, ids_] := {{"List", Map[variableTree, ids]}}
argumentTrees[_, ids_] := Map[variableTree, ids]

variableTree[id_] := {"Variable", id}

written[tree_, ids_, arguments_, base_, single_] := Block[{$single = single, $types = <||>, $assigning = ! FreeQ[tree, "Set" | "SetPart"], $arrays = arrayIds[tree], $block = None, $widened, $values, $lines, $known, $headers,
    $constantNames, $constantLines, $temporaries, $assigned, $loops, $unbounded, $inexact, $operands, $indent = "    ", $call = tree},
  finished[writtenUntilTyped[tree, ids, arguments], base, single]]

(* Variables widen from pass to pass, so this comes to an end. *)
writtenUntilTyped[tree_, ids_, arguments_] := With[{value = writtenOnce[tree, ids, arguments]},
  If[$widened, writtenUntilTyped[tree, ids, arguments], checkResult[value, tree]]]

writtenOnce[tree_, ids_, arguments_] := (
  $widened = False; $values = <||>; $lines = {}; $known = <||>; $headers = {"generic.h"}; $constantNames = <||>; $constantLines = {};
  $temporaries = 0; $assigned = 0; $loops = 0; $unbounded = False; $inexact = False;
  $operands = 0;
  MapThread[argumentLines, {arguments, ids}];
  emit[tree])

checkResult[value_, tree_] := (
  If[! FreeQ[typeOf[value], -1], refuseTree[tree, "it gives Null"]];
  If[! FreeQ[typeOf[value], -2], refuseTree[tree, "it has no value: no case fits"]];
  value)

newOperand[] := "operand" <> ToString[$operands++]

argumentLines[{"Array", element_, type_}, {id_}] := defined[id, type, operandText[type, newOperand[], elementCode[element], "i"]]
argumentLines[{"Number", element_, type_}, {id_}] := defined[id, type, operandText[type, newOperand[], elementCode[element], "0ul"]]
argumentLines[{"Index", _}, ids_] := MapThread[Function[{id, place}, defined[id, 1, StringJoin["long(", place, ") + 1l"]]], {ids, indexPlaces[Length[ids], newOperand[]]}]
argumentLines[{"Iterators", kinds_}, ids_] := With[{integers = newOperand[], reals = newOperand[]},
  MapThread[iteratorLine[#1, #2, #3, Length[ids] + 2 #4 - 2, integers, reals] &, {ids, kinds, indexPlaces[Length[ids], integers], Range[Length[ids]]}]]

(* The places from 0 of an element in all dimensions, which are the first numbers of an operand. *)
indexPlaces[1, _] := {"place"}
indexPlaces[rank_, operand_] := (
  line["ulong rest = place;"];
  Reverse[Map[indexPlace[#, operand] &, Range[rank, 1, -1]]])

indexPlace[1, _] := "rest"
indexPlace[k_, operand_] := With[{name = "p" <> ToString[k]},
  line["const ulong n", ToString[k], " = ulong(", operandText[1, operand, 7, ToString[k - 1] <> "ul"], ");"];
  line["const ulong ", name, " = rest % n", ToString[k], ";"];
  line["rest /= n", ToString[k], ";"];
  name]

(* From and step stand behind the dimensions in the operand of integers, at the same places in that of reals. *)
iteratorLine[id_, Integer, place_, at_, integers_, _] := defined[id, 1, StringJoin[
  operandText[1, integers, 7, ToString[at] <> "ul"], " + long(", place, ") * ", operandText[1, integers, 7, ToString[at + 1] <> "ul"]]]
iteratorLine[id_, Real, place_, at_, _, reals_] := defined[id, 2, StringJoin[
  operandText[2, reals, 10, ToString[at] <> "ul"], " + convert(", place, ", R()) * ", operandText[2, reals, 10, ToString[at + 1] <> "ul"]]]
iteratorLine[id_, element_String, place_, _, _, _] := defined[id, elementType[element], operandText[elementType[element], newOperand[], elementCode[element], place]]

defined[id_, type_, text_] := With[{name = "x" <> ToString[id]},
  line["const ", typeName[type], " ", name, " = ", text, ";"];
  $values[id] = {type, name}]

(* Elements as they stand in memory: types of integers, and names of functions. *)
$integerTypes = <|1 -> "char", 2 -> "uchar", 3 -> "short", 4 -> "ushort", 5 -> "int", 6 -> "uint", 7 -> "long"|>;
$realTypes = <|9 -> "real32", 10 -> "real64", 13 -> "real16"|>;

operandText[1, operand_, 8, at_] := StringJoin["unsigned64_operand(", operand, ", ", at, ", s)"]
operandText[1, operand_, code_, at_] := StringJoin["integer_operand<", $integerTypes[code], ">(", operand, ", ", at, ")"]
operandText[2, operand_, code_, at_] := If[KeyExistsQ[$realTypes, code],
  StringJoin[$realTypes[code], "_operand(", operand, ", ", at, ", finite, R())"],
  StringJoin["real_operand(", operand, ", ", ToString[code], "u, ", at, ", finite, R())"]]
operandText[3, operand_, code_, at_] := StringJoin["complex_operand(", operand, ", ", ToString[code], "u, ", at, ", finite, R())"]

(* The numbers of the result, one after another, all in the type of the widest. *)
flatResult[{"List", values_}] := Join @@ Map[flatResult, values]
flatResult[value_] := {value}

dimensionsOf[{"List", values_}] := With[{inner = Union[Map[dimensionsOf, values]]},
  If[Length[inner] === 1, Prepend[First[inner], Length[values]], refuseTree[$call, "the lists of the result have different lengths"]]]
dimensionsOf[_] := {}

finished[value_, base_, single_] := With[{flat = flatResult[value]},
  With[{type = Fold[joined, None, Map[typeOf, flat]]},
    If[type === None, refuseTree[$call, "its result has parts that are true or false beside numbers, or no parts"]];
    finished[value, flat, type, single, resultElement[type, base]]]]

finished[value_, flat_, type_, single_, element_] := (
  MapIndexed[resultLine[#1, First[#2] - 1, Length[flat], elementType[element], elementCode[element]] &, flat];
  <|"Source" -> sourceText[$operands, single], "Type" -> type, "Element" -> element, "Dimensions" -> dimensionsOf[value],
    "Unbounded" -> $unbounded, "Computed" -> Which[! $inexact, 0, single, 1, True, 2], "Noted" -> Flatten[$noted]|>)

resultLine[value_, k_, n_, type_, code_] := line["exceptional |= ", giveText[code], placeText[n, k], ", ", resultText[value, type], If[type === 1, ", s", ", i, finite, noted"], ");"]

giveText[8] := "give_unsigned64(result, "
giveText[code_] := Which[
  KeyExistsQ[$integerTypes, code], StringJoin["give_integer<", $integerTypes[code], ">(result, "],
  KeyExistsQ[$realTypes, code], StringJoin["give_", $realTypes[code], "(result, "],
  True, StringJoin["give_complex(result, ", ToString[code], "u, "]]

resultText[value : {0, _}, _] := "long(" <> Last[value] <> ")"
resultText[value_, type_] := as[value, type]

placeText[1, _] := "i"
placeText[n_, k_] := StringJoin["i * ", ToString[n], "ul + ", ToString[k], "ul"]

(* The elements of the result: of lists the machine types; of NumericArrays, which have the element type base in common, base, or the
   narrowest type above it that holds the result. *)
resultElement[type_, base_] := Which[
  base === None, {"Integer64", "Real64", "ComplexReal64"}[[Max[type, 1]]],
  type === 0, refuseTree[$call, "its result is true or false, which no NumericArray holds; Boole makes it a number"],
  type === 1 && elementType[base] === 1, base,
  True, realElement[If[type === 3, 3, 2], If[elementType[base] === 1, 64, elementBits[base]]]]

realElement[type_, bits_] := First[Select[Keys[$elements], Function[name, elementType[name] === type && elementBits[name] === bits]]]

sourceText[count_, single_] := StringJoin[
  Map[Function[header, "#include \"" <> header <> "\"\n"], includeOrder[$headers]],
  "\ntypedef ", If[single, "float", "real64"], " R;\ntypedef ml::complex<R> C;\n\nnamespace ml {\n\n",
  "inline bool compiled_element(", operandParameters[count], "device void *result, ulong i, ulong place, thread state &s, thread exceptions &noted)\n{\n",
  "    bool finite = true;\n    bool exceptional = false;\n",
  StringJoin[Flatten[{$constantLines}]], StringJoin[Flatten[{$lines}]],
  "    return finish(i, exceptional, s, noted);\n}\n\n} // namespace ml\n\n",
  "kernel void compiled(", StringJoin[Table[StringJoin["device const void *operand", ToString[k], " [[buffer(", ToString[k], ")]],\n    "], {k, 0, count - 1}]],
  StringRiffle[$kernelText, StringJoin[Table["operand" <> ToString[k] <> ", ", {k, 0, count - 1}]]]]

(* Templates over R come behind the functions that they call. *)
includeOrder[{first_, rest___}] := Join[{first}, Select[{rest}, ! StringStartsQ[#, "generic"] &], Select[{rest}, StringStartsQ[#, "generic"] &]]

operandParameters[count_] := StringJoin[Table["device const void *operand" <> ToString[k] <> ", ", {k, 0, count - 1}]]

$kernelText = {"device void *result [[buffer(ML_BUFFER_RESULT)]],
    device atomic_uint *counts [[buffer(ML_BUFFER_COUNTS)]],
    device uint *flag [[buffer(ML_BUFFER_FLAG)]],
    constant uint &length [[buffer(ML_BUFFER_LENGTH)]],
    constant ml_compiled_window &window [[buffer(ML_BUFFER_PARAMETERS)]],
    uint thread_index [[thread_position_in_grid]])
{
    ml::exceptions noted = ml::no_exceptions();
    ulong before = (ulong(window.first_high) << 32) | ulong(window.first_low);
    if (counting == 0u) {
        ulong i = thread_index;
        ml::state s = ml::start(counts);
        if (ml::compiled_element(", "result, i, before + i, s, noted)) {
            flag[0] = 1u;
        }
    } else {
        for (uint k = 0u; k < ML_COUNTED_RUN; ++k) {
            ulong i = ulong(thread_index) * ML_COUNTED_RUN + k;
            if (i < length) {
                ml::state s = ml::start(counts);
                ml::compiled_element(", "result, i, before + i, s, noted);
            }
        }
        ml::report(counts, noted);
    }
}
"};

End[];
