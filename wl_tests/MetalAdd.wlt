(* MetalAdd against Plus and the rules for types. *)

array[list_, type_] := NumericArray[list, type];
describeArray[x_] := {NumericArrayType[x], Normal[x]};
m = {{1, 2, 3}, {4, 5, 6}};
t = {{{1., 2.}, {3., 4.}}, {{5., 6.}, {7., 8.}}};


(* Lists *)

VerificationTest[MetalAdd[{1, 2, 3}, {10, 20, 30}], {11, 22, 33}, TestID -> "integers"]
VerificationTest[MetalAdd[{1.5, 2.5}, {0.25, -4.}], {1.75, -1.5}, TestID -> "reals"]
VerificationTest[MetalAdd[{1. + 2. I, 3. - I}, {0.5 - 1. I, 2. I}], {1.5 + 1. I, 3. + 1. I}, TestID -> "complex numbers"]
VerificationTest[MetalAdd[m, 10 m], {{11, 22, 33}, {44, 55, 66}}, TestID -> "matrices: every row"]
VerificationTest[MetalAdd[t, t], 2 t, TestID -> "rank 3"]
VerificationTest[MetalAdd[ConstantArray[1, {2, 3, 1, 2, 2}], ConstantArray[2, {2, 3, 1, 2, 2}]], ConstantArray[3, {2, 3, 1, 2, 2}], TestID -> "rank 5"]
VerificationTest[MetalAdd[{7}, {8}], {15}, TestID -> "one element"]
VerificationTest[MetalAdd[{{7.}}, {{8.}}], {{15.}}, TestID -> "one element of rank 2"]
VerificationTest[MetalAdd[{1, 2}, {0.5, 1.5}], {1.5, 3.5}, TestID -> "integers and reals"]
VerificationTest[MetalAdd[{1, 2}, {1. + I, 2.}], {2. + 1. I, 4. + 0. I}, TestID -> "integers and complex numbers"]
VerificationTest[MetalAdd[{1.5, 2.}, {1. + I, 2. - I}], {2.5 + 1. I, 4. - 1. I}, TestID -> "reals and complex numbers"]
VerificationTest[MetalAdd[{1, 2.5}, {1, 1}], {2., 3.5}, TestID -> "a list mixing integers and reals"]
VerificationTest[MetalAdd[{1, 2.5, 1. + I}, {1, 1, 1}], {2. + 0. I, 3.5 + 0. I, 2. + 1. I}, TestID -> "a list mixing integers, reals and complex numbers"]
VerificationTest[MetalAdd[{2^70, 0.5}, {1., 1.}], {2.^70, 1.5}, TestID -> "a large integer beside reals is taken as N takes it"]
VerificationTest[MetalAdd[{1, 2}, {3, 4}, {5, 6}, {7, 8}], {16, 20}, TestID -> "four lists"]
VerificationTest[MetalAdd @@ Table[{i, 2 i}, {i, 20}], {210, 420}, TestID -> "twenty lists"]
VerificationTest[MetalAdd[{1.*^16}, {1.}, {1.}], {1.*^16}, TestID -> "reals add from left to right"]
VerificationTest[MetalAdd[{1.}, {1.}, {1.*^16}], {1.*^16 + 2.}, TestID -> "reals add from left to right, small ones first"]
VerificationTest[MetalAdd[{0.1, 0.7, 1.*^-300}, {0.2, 0.1, 1.*^300}] === {0.1, 0.7, 1.*^-300} + {0.2, 0.1, 1.*^300}, True, TestID -> "two lists of reals equal Plus"]
VerificationTest[MetalAdd[{2^53, 2^53 + 1}, {1, 1}], {2^53 + 1, 2^53 + 2}, TestID -> "integers are not rounded to reals"]
VerificationTest[MetalAdd[{-2^63, 2^63 - 1}, {2^63 - 1, -2^63}], {-1, -1}, TestID -> "the ends of 64 bits"]
VerificationTest[Developer`PackedArrayQ[MetalAdd[N[Range[100]], N[Range[100]]]], True, TestID -> "results are packed"]
VerificationTest[With[{a = Range[1000], b = Range[1000]}, MetalAdd[a, b]; {a, b} === {Range[1000], Range[1000]}], True, TestID -> "arguments are unchanged"]


(* Numbers *)

VerificationTest[MetalAdd[{1, 2}, 10], {11, 12}, TestID -> "integer added to integers"]
VerificationTest[MetalAdd[10, {1, 2}], {11, 12}, TestID -> "number first"]
VerificationTest[MetalAdd[{1, 2}, 0.5], {1.5, 2.5}, TestID -> "real added to integers"]
VerificationTest[MetalAdd[{1, 2}, 0.5 + 1. I], {1.5 + 1. I, 2.5 + 1. I}, TestID -> "complex number added to integers"]
VerificationTest[MetalAdd[m, 1, 0.5, m], {{3.5, 5.5, 7.5}, {9.5, 11.5, 13.5}}, TestID -> "numbers between matrices"]
VerificationTest[MetalAdd[{0.5}, 2^70], {2.^70}, TestID -> "a large integer added to reals is taken as N takes it"]
VerificationTest[MetalAdd[1, 2, 3.5], 6.5, TestID -> "numbers only go to Plus"]
VerificationTest[MetalAdd[1/2, 1/3], 5/6, TestID -> "exact numbers only go to Plus"]
VerificationTest[MetalAdd[2^70, 2^70], 2^71, TestID -> "large integers only go to Plus"]


(* One argument *)

VerificationTest[MetalAdd[{1, 2}], {1, 2}, TestID -> "one list"]
VerificationTest[MetalAdd[5], 5, TestID -> "one number"]
VerificationTest[describeArray[MetalAdd[array[{1, 2}, "Integer8"]]], {"Integer8", {1, 2}}, TestID -> "one NumericArray"]
VerificationTest[MetalAdd["text"], $Failed, {MetalAdd::argument}, TestID -> "one argument is checked"]
VerificationTest[Head[MetalAdd[]], MetalAdd, {MetalAdd::argm}, TestID -> "no argument"]
VerificationTest[Head[MetalAdd["TargetPrecision" -> "Single"]], MetalAdd, {MetalAdd::argm}, TestID -> "only an option"]


(* Empty lists *)

VerificationTest[MetalAdd[{}, {}], {}, TestID -> "empty lists"]
VerificationTest[MetalAdd[{{}, {}}, {{}, {}}], {{}, {}}, TestID -> "empty rows"]
VerificationTest[MetalAdd[{}, 5], {}, TestID -> "empty list and a number"]
VerificationTest[MetalAdd[{}, {1}], $Failed, {MetalAdd::shape}, TestID -> "empty and not empty"]
VerificationTest[MetalAdd[{}, {{}}], $Failed, {MetalAdd::shape}, TestID -> "empty lists of different rank"]
VerificationTest[describeArray[MetalAdd[array[{}, "Real32"], {}]], {"Real32", {}}, TestID -> "empty NumericArray and empty list"]
VerificationTest[describeArray[MetalAdd[{}, array[{}, "UnsignedInteger64"], {}]], {"UnsignedInteger64", {}}, TestID -> "an empty list has no type"]
VerificationTest[describeArray[MetalAdd[{{}, {}}, array[{{}, {}}, "Integer8"]]], {"Integer8", {{}, {}}}, TestID -> "empty rows and an empty NumericArray"]
VerificationTest[MetalAdd[array[{}, "Integer8"], {{}, {}}], $Failed, {MetalAdd::shape}, TestID -> "empty NumericArray and empty rows"]
VerificationTest[describeArray[MetalAdd[array[{}, "Integer8"], array[{}, "UnsignedInteger8"]]], {"Integer16", {}}, TestID -> "empty NumericArrays have types"]
VerificationTest[
  MetalAdd[array[{}, "Integer8"], array[{}, "UnsignedInteger64"]],
  $Failed,
  {MetalAdd::types},
  TestID -> "empty NumericArrays without a common type"]
VerificationTest[
  Map[Function[n, describeArray[MetalAdd[array[{}, "Integer16"], {}, n]]], {5, 0.5, 1. I}],
  {{"Integer16", {}}, {"Real64", {}}, {"ComplexReal64", {}}},
  TestID -> "numbers with empty arrays"]
VerificationTest[MetalAdd[array[{}, "Integer8"], {1}], $Failed, {MetalAdd::shape}, TestID -> "empty NumericArray and a list"]


(* Integer overflow *)

VerificationTest[MetalAdd[{2^62, 1}, {2^62, 1}], {2^63, 2}, TestID -> "overflow of integers in a list gives exact integers"]
VerificationTest[MetalAdd[{-2^63, 1}, {-1, 1}], {-2^63 - 1, 2}, TestID -> "negative overflow"]
VerificationTest[MetalAdd[{2^62}, {2^62}, {-1}], {2^63 - 1}, TestID -> "a sum that overflows on the way"]
VerificationTest[MetalAdd[{2^63 - 1, 5}, 1], {2^63, 6}, TestID -> "overflow by a number"]
VerificationTest[MetalAdd[{{1, 2^62}, {3, 4}}, {{1, 2^62}, {3, 4}}], {{2, 2^63}, {6, 8}}, TestID -> "overflow in a matrix"]
VerificationTest[MetalAdd[{2^62}, {2^62}]; Lookup[MetalLastCall[], {"Fallback", "Overflow"}], {Plus, 1}, TestID -> "fallback is recorded"]
VerificationTest[MetalAdd[{1}, {1}]; MetalLastCall[]["Fallback"], None, TestID -> "fallback is not kept"]
VerificationTest[
  MetalAdd[array[{{1, 2}, {100, 127}}, "Integer8"], array[{{1, 2}, {100, 1}}, "Integer8"]],
  $Failed,
  {MetalAdd::overflow},
  TestID -> "overflow of a NumericArray"]
VerificationTest[MetalAdd[array[{200}, "UnsignedInteger8"], array[{100}, "UnsignedInteger8"]], $Failed, {MetalAdd::overflow}, TestID -> "overflow of unsigned integers"]
VerificationTest[MetalAdd[array[{5}, "UnsignedInteger8"], array[{-6}, "Integer8"]] // describeArray, {"Integer16", {-1}}, TestID -> "unsigned and negative"]


(* Not finite *)

VerificationTest[MetalAdd[{1.7*^308, 1.}, {1.7*^308, 1.}], {Infinity, 2.}, {MetalAdd::nonfinite}, TestID -> "overflow of reals is Infinity"]
VerificationTest[MetalAdd[{-1.7*^308, 1.}, {-1.7*^308, 1.}], {-Infinity, 2.}, {MetalAdd::nonfinite}, TestID -> "negative overflow of reals"]
VerificationTest[
  Quiet[Developer`PackedArrayQ[MetalAdd[{1.7*^308, 1.}, {1.7*^308, 1.}]]],
  False,
  TestID -> "a result that is not finite is not packed"]
VerificationTest[
  Quiet[MetalAdd[{1.7*^308, 1.}, {1.7*^308, 1.}]]; MetalLastCall[]["Infinite"],
  1,
  TestID -> "count of infinite elements"]
VerificationTest[
  NumericArrayQ[MetalAdd[array[{3.*^38, 1.}, "Real32"], array[{3.*^38, 1.}, "Real32"]]],
  True,
  {MetalAdd::nonfinite},
  TestID -> "a NumericArray keeps its infinities"]


(* NumericArrays *)

VerificationTest[
  Map[Function[type, describeArray[MetalAdd[array[{1, 2}, type], array[{3, 4}, type]]]],
    {"Integer8", "UnsignedInteger8", "Integer16", "UnsignedInteger16", "Integer32", "UnsignedInteger32", "Integer64", "UnsignedInteger64"}],
  {{"Integer8", {4, 6}}, {"UnsignedInteger8", {4, 6}}, {"Integer16", {4, 6}}, {"UnsignedInteger16", {4, 6}}, {"Integer32", {4, 6}}, {"UnsignedInteger32", {4, 6}},
    {"Integer64", {4, 6}}, {"UnsignedInteger64", {4, 6}}},
  TestID -> "integer types keep their type"]
VerificationTest[
  Map[Function[type, describeArray[MetalAdd[array[{1., 2.5}, type], array[{3., 4.}, type]]]], {"Real32", "Real64"}],
  {{"Real32", {4., 6.5}}, {"Real64", {4., 6.5}}},
  TestID -> "real types keep their type"]
VerificationTest[
  Map[Function[type, describeArray[MetalAdd[array[{1. + 2. I}, type], array[{0.5 - 1. I}, type]]]], {"ComplexReal32", "ComplexReal64"}],
  {{"ComplexReal32", {1.5 + 1. I}}, {"ComplexReal64", {1.5 + 1. I}}},
  TestID -> "complex types keep their type"]
VerificationTest[
  MetalAdd[array[{2^64 - 2}, "UnsignedInteger64"], array[{1}, "UnsignedInteger64"]] // describeArray,
  {"UnsignedInteger64", {2^64 - 1}},
  TestID -> "unsigned integers of 64 bits"]
VerificationTest[MetalAdd[array[m, "Integer16"], array[m, "Integer16"]] // describeArray, {"Integer16", 2 m}, TestID -> "a NumericArray of rank 2"]
VerificationTest[
  NumericArrayType[MetalAdd[array[{1}, #1], array[{1}, #2]]] & @@@ {
    {"Integer8", "Integer32"}, {"UnsignedInteger8", "UnsignedInteger16"}, {"Integer8", "UnsignedInteger8"}, {"UnsignedInteger16", "Integer8"},
    {"Integer32", "UnsignedInteger8"}, {"UnsignedInteger32", "Integer32"}, {"Real32", "Real64"}, {"ComplexReal32", "Real64"}, {"ComplexReal32", "Real32"},
    {"Integer8", "Real32"}, {"Integer16", "Real32"}, {"Integer32", "Real32"}, {"Integer64", "Real64"}, {"UnsignedInteger64", "Real32"}, {"Integer8", "ComplexReal64"}},
  {"Integer32", "UnsignedInteger16", "Integer16", "Integer32", "Integer32", "Integer64", "Real64", "ComplexReal64", "ComplexReal32", "Real32", "Real32", "Real64", "Real64",
    "Real64", "ComplexReal64"},
  TestID -> "types of sums of two types"]
(* The package chooses numbers' types by its own rule for two types, the library results' by its own: they are the same, also where there is none. *)
packageType[a_, b_] := MetalLink`Private`checked[MetalLink`Private`commonType[MetalAdd][a, b]];
libraryType[a_, b_] := With[
  {sum = MetalLink`Private`checked[MetalLink`Private`compute[MetalAdd, "add_numericarray", {{0, 0}, 0}, {array[{1}, a], array[{1}, b]}]]},
  If[NumericArrayQ[sum], NumericArrayType[sum], sum]];
types = Select[Keys[MetalLink`Private`$types], Function[type, NumericArrayQ[Quiet[array[{1}, type]]]]];
pairs = Flatten[Table[{types[[i]], types[[j]]}, {i, Length[types]}, {j, Length[types]}], 1];

VerificationTest[
  {Length[types] >= 12, Select[pairs, Function[pair, Quiet[packageType @@ pair] =!= Quiet[libraryType @@ pair]]]},
  {True, {}},
  TestID -> "package and library have the same rule for two types"]
VerificationTest[
  NumericArrayType[MetalAdd[array[{1}, "UnsignedInteger8"], array[{1}, "Integer8"], array[{1}, "Real32"]]],
  "Real32",
  TestID -> "types fold from left to right"]
VerificationTest[
  MetalAdd[array[{1}, "UnsignedInteger64"], array[{1}, "Integer32"]],
  $Failed,
  {MetalAdd::types},
  TestID -> "UnsignedInteger64 with signed integers"]


(* Numbers and lists with NumericArrays *)

VerificationTest[MetalAdd[array[{1, 2}, "Integer8"], 100] // describeArray, {"Integer8", {101, 102}}, TestID -> "an integer takes the type"]
VerificationTest[MetalAdd[array[{1, 2}, "Integer8"], 128], $Failed, {MetalAdd::fit}, TestID -> "an integer that does not fit"]
VerificationTest[MetalAdd[array[{1, 2}, "UnsignedInteger16"], -1], $Failed, {MetalAdd::fit}, TestID -> "a negative integer and an unsigned type"]
VerificationTest[MetalAdd[array[{1, 2}, "UnsignedInteger64"], 2^64 - 3] // describeArray, {"UnsignedInteger64", {2^64 - 2, 2^64 - 1}}, TestID -> "an integer beyond 63 bits"]
VerificationTest[MetalAdd[array[{1, 2}, "Integer8"], 0.5] // describeArray, {"Real64", {1.5, 2.5}}, TestID -> "a real with an integer type"]
VerificationTest[MetalAdd[array[{1, 2}, "Real32"], 0.5] // describeArray, {"Real32", {1.5, 2.5}}, TestID -> "a real takes the type"]
VerificationTest[MetalAdd[array[{1, 2}, "Real32"], 7] // describeArray, {"Real32", {8., 9.}}, TestID -> "an integer with a real type"]
VerificationTest[MetalAdd[array[{1, 2}, "Real32"], 1.*^39], $Failed, {MetalAdd::fit}, TestID -> "a real that does not fit"]
VerificationTest[MetalAdd[array[{1, 2}, "Real32"], 1. I] // describeArray, {"ComplexReal32", {1. + 1. I, 2. + 1. I}}, TestID -> "a complex number with Real32"]
VerificationTest[MetalAdd[array[{1, 2}, "Integer16"], 1. I] // describeArray, {"ComplexReal64", {1. + 1. I, 2. + 1. I}}, TestID -> "a complex number with integers"]
VerificationTest[MetalAdd[array[{1, 2}, "Integer8"], 1000, 0.5] // describeArray, {"Real64", {1001.5, 1002.5}}, TestID -> "an integer and a real with an integer type"]
VerificationTest[MetalAdd[{1, 2}, array[{1, 2}, "Integer8"]] // describeArray, {"Integer64", {2, 4}}, TestID -> "a list of integers counts as Integer64"]
VerificationTest[MetalAdd[array[{1, 2}, "Real32"], {0.5, 1.5}] // describeArray, {"Real64", {1.5, 3.5}}, TestID -> "a list of reals counts as Real64"]
VerificationTest[MetalAdd[array[{1, 2}, "Real32"], {1. I, 1.}] // describeArray, {"ComplexReal64", {1. + 1. I, 3. + 0. I}}, TestID -> "a list of complex numbers counts as ComplexReal64"]


(* Precision *)

VerificationTest[
  MetalAdd[{0.1}, {0.2}, "TargetPrecision" -> "Single"],
  Normal[NumericArray[{0.30000001192092896}, "Real32"]],
  TestID -> "single precision rounds to float"]
VerificationTest[MetalAdd[{0.1}, {0.2}, "TargetPrecision" -> "Double"] === {0.1 + 0.2}, True, TestID -> "double precision"]
VerificationTest[MetalAdd[{0.1}, {0.2}, "TargetPrecision" -> Automatic] === {0.1 + 0.2}, True, TestID -> "automatic precision of lists is double"]
VerificationTest[MetalAdd[{2^60 + 1}, {1}, "TargetPrecision" -> "Single"], {2^60 + 2}, TestID -> "integers are exact in single precision too"]
VerificationTest[MetalAdd[{1.}, {2.}, "TargetPrecision" -> "Half"], $Failed, {MetalAdd::optval}, TestID -> "wrong precision"]
VerificationTest[MetalAdd[{1.}, {2.}, "Precision" -> "Single"], $Failed, {MetalAdd::optx}, TestID -> "unknown option"]
VerificationTest[
  SetOptions[MetalAdd, "TargetPrecision" -> "Single"];
  MetalAdd[{0.1}, {0.2}];
  SetOptions[MetalAdd, "TargetPrecision" -> Automatic];
  MetalLastCall[]["Precision"],
  "Single",
  TestID -> "SetOptions"]
VerificationTest[MetalAdd[1, 2, "Precision" -> "Single"], $Failed, {MetalAdd::optx}, TestID -> "options of numbers are checked"]
VerificationTest[
  With[{single = MetalAdd[{0.1}, {0.2}, "TargetPrecision" -> "Single"]},
    Map[Function[options, MetalAdd[{0.1}, {0.2}, options] === single],
      {{"TargetPrecision" -> "Single"}, {{"TargetPrecision" -> "Single"}}, "TargetPrecision" :> "Single", {TargetPrecision -> "Single"}}]],
  {True, True, True, True},
  TestID -> "options as a list"]
VerificationTest[
  MetalAdd[{0.1}, {0.2}, {"TargetPrecision" -> "Single"}, "TargetPrecision" -> "Double"] === MetalAdd[{0.1}, {0.2}, "TargetPrecision" -> "Single"],
  True,
  TestID -> "the first of two values of an option counts"]
VerificationTest[MetalAdd[{1.}, {2.}, {"Precision" -> "Single"}], $Failed, {MetalAdd::optx}, TestID -> "unknown option in a list"]
VerificationTest[MetalAdd[{1.}, {2.}, {"TargetPrecision" -> "Half"}], $Failed, {MetalAdd::optval}, TestID -> "wrong precision in a list"]
VerificationTest[Head[MetalAdd[{"TargetPrecision" -> "Single"}]], MetalAdd, {MetalAdd::argm}, TestID -> "only a list of options"]
VerificationTest[MetalAdd[{}, {}, {}], {}, TestID -> "an empty list is no list of options"]


(* Different dimensions *)

VerificationTest[MetalAdd[{1, 2, 3}, {1, 2, 3, 4}], $Failed, {MetalAdd::shape}, TestID -> "unequal lengths"]
VerificationTest[MetalAdd[m, Transpose[m]], $Failed, {MetalAdd::shape}, TestID -> "transposed matrix"]
VerificationTest[MetalAdd[{1, 2, 3, 4, 5, 6}, m], $Failed, {MetalAdd::shape}, TestID -> "as many elements, another rank"]
VerificationTest[MetalAdd[{1, 2}, {1, 2}, {1, 2, 3}], $Failed, {MetalAdd::shape}, TestID -> "unequal third argument"]
VerificationTest[MetalAdd[array[{1, 2}, "Integer8"], array[{1}, "Integer8"]], $Failed, {MetalAdd::shape}, TestID -> "unequal NumericArrays"]
VerificationTest[MetalAdd[{1, 2}, array[{1}, "Integer8"]], $Failed, {MetalAdd::shape}, TestID -> "unequal list and NumericArray"]


(* Refused *)

VerificationTest[MetalAdd[{1/2, 1}, {1, 1}], $Failed, {MetalAdd::element}, TestID -> "rational in a list"]
VerificationTest[MetalAdd[{1 + I, 1}, {1, 1}], $Failed, {MetalAdd::element}, TestID -> "exact complex number in a list"]
VerificationTest[MetalAdd[{Sqrt[2], 1}, {1, 1}], $Failed, {MetalAdd::element}, TestID -> "exact root in a list"]
VerificationTest[MetalAdd[{Pi, 1}, {1, 1}], $Failed, {MetalAdd::element}, TestID -> "Pi in a list"]
VerificationTest[MetalAdd[{undefinedSymbol, 1}, {1, 1}], $Failed, {MetalAdd::element}, TestID -> "symbol in a list"]
VerificationTest[MetalAdd[{1, 2}, {1, "2"}], $Failed, {MetalAdd::element}, TestID -> "string in a list"]
VerificationTest[MetalAdd[{1.5`30, 1}, {1, 1}], $Failed, {MetalAdd::element}, TestID -> "arbitrary precision in a list"]
VerificationTest[MetalAdd[{2^64, 1}, {1, 1}], $Failed, {MetalAdd::element}, TestID -> "integer beyond 64 bits in a list"]
VerificationTest[MetalAdd[{Infinity, 1.}, {1., 1.}], $Failed, {MetalAdd::element}, TestID -> "Infinity in a list"]
VerificationTest[MetalAdd[{True, False}, {1, 1}], $Failed, {MetalAdd::element}, TestID -> "booleans in a list"]
VerificationTest[MetalAdd[{{1, 2}, {3}}, {{1, 2}, {3}}], $Failed, {MetalAdd::ragged}, TestID -> "ragged list"]
VerificationTest[MetalAdd[{1, {2}}, 1], $Failed, {MetalAdd::ragged}, TestID -> "list of unequal depth"]
VerificationTest[MetalAdd[{1, 2}, 1/2], $Failed, {MetalAdd::argument}, TestID -> "rational"]
VerificationTest[MetalAdd[{1, 2}, Pi], $Failed, {MetalAdd::argument}, TestID -> "Pi"]
VerificationTest[MetalAdd[{1, 2}, 1.5`30], $Failed, {MetalAdd::argument}, TestID -> "arbitrary precision"]
VerificationTest[MetalAdd[{1, 2}, 2^64], $Failed, {MetalAdd::argument}, TestID -> "integer beyond 64 bits"]
VerificationTest[MetalAdd[{1, 2}, undefinedSymbol], $Failed, {MetalAdd::argument}, TestID -> "symbol"]
VerificationTest[MetalAdd["12", {1, 2}], $Failed, {MetalAdd::argument}, TestID -> "string"]
VerificationTest[MetalAdd[{1, 2}, SparseArray[{1, 2}]], $Failed, {MetalAdd::argument}, TestID -> "SparseArray"]
VerificationTest[MetalAdd[{1, 2}, <|"a" -> 1, "b" -> 2|>], $Failed, {MetalAdd::argument}, TestID -> "Association"]
VerificationTest[MetalAdd[{1, 2}, Quantity[1, "Meters"]], $Failed, {MetalAdd::argument}, TestID -> "Quantity"]
VerificationTest[MetalAdd[{1, 2}, ByteArray[{1, 2}]], $Failed, {MetalAdd::argument}, TestID -> "ByteArray"]
VerificationTest[MetalAdd[{1, 2}, Quiet[GPUArray[{1, 2}]]], $Failed, {MetalAdd::argument}, TestID -> "GPUArray"]
VerificationTest[MetalAdd[{1, 2}, QuantityArray[{1, 2}, "Meters"]], $Failed, {MetalAdd::argument}, TestID -> "QuantityArray"]
VerificationTest[MetalAdd[{1, 2}, Dataset[{1, 2}]], $Failed, {MetalAdd::argument}, TestID -> "Dataset"]
VerificationTest[Quiet[Check[MetalAdd[NumericArray[{1, undefinedSymbol}, "Real64"]], "refused", {MetalAdd::argument}]], "refused", TestID -> "a NumericArray that stays unevaluated"]
VerificationTest[NumericArrayType[MetalAdd[NumericArray[{1, 2}, "Real16"], 1. + 2. I]], "ComplexReal16", TestID -> "a complex number beside Real16"]
VerificationTest[MetalAdd[{1, 2}, "TargetPrecision" -> "Single", {1, 2}], $Failed, {MetalAdd::argument}, TestID -> "an option before an argument"]
VerificationTest[MetalAdd[{1., 2.}, {1., 2.}], {2., 4.}, TestID -> "a call after all these failures"]
