(* MetalMap against Map at level {-1}. *)

array[list_, type_] := NumericArray[list, type];
describeArray[x_] := {NumericArrayType[x], Normal[x]};
elementary = {Sin, Cos, Tan, ArcSin, ArcCos, ArcTan, Sinh, Cosh, Tanh, Exp, Log, Log10, Sqrt};
rounding = {Abs, Ceiling, Floor, Round, Sign};
values = {0.25, 0.5, 0.75, 0.9};

closeQ[result_, exact_] := Dimensions[result] === Dimensions[exact] && Max[Abs[result - exact]/Abs[exact]] <= 2.^-50;


(* Functions *)

VerificationTest[
  Select[elementary, Function[f, ! closeQ[MetalMap[f, values], Map[f, values, {-1}]]]],
  {},
  TestID -> "elementary functions of reals"]
VerificationTest[
  Select[elementary, Function[f, ! closeQ[MetalMap[f, {{0.25, 0.5}, {0.75, 0.9}}], Map[f, {{0.25, 0.5}, {0.75, 0.9}}, {-1}]]]],
  {},
  TestID -> "elementary functions of a matrix: every row"]
VerificationTest[
  Map[Function[f, MetalMap[f, {-2.5, -0.5, 0., 0.5, 1.5, 2.7}]], rounding],
  Map[Function[f, Map[f, {-2.5, -0.5, 0., 0.5, 1.5, 2.7}, {-1}]], rounding],
  TestID -> "rounding functions of reals give what Map gives"]
VerificationTest[MetalMap[Round, {0.5, 1.5, 2.5, -0.5, -1.5}], {0, 2, 2, 0, -2}, TestID -> "Round is half to even"]
VerificationTest[MetalMap[Floor, {{1.5, -1.5}}], {{1, -2}}, TestID -> "Floor gives integers"]
VerificationTest[MetalMap[Abs, {-1.5, 0., 2.}], {1.5, 0., 2.}, TestID -> "Abs of reals"]
VerificationTest[MetalMap[Abs, {3. + 4. I, -1. + 0. I}], {5., 1.}, TestID -> "Abs of complex numbers is real"]
VerificationTest[
  Map[Function[f, MetalMap[f, {-3, 0, 5}]], rounding],
  {{3, 0, 5}, {-3, 0, 5}, {-3, 0, 5}, {-3, 0, 5}, {-1, 0, 1}},
  TestID -> "rounding functions of integers give integers"]
VerificationTest[MetalMap[Abs, {2^53 + 1, -2^62 - 1}], {2^53 + 1, 2^62 + 1}, TestID -> "Abs of integers is exact"]
VerificationTest[closeQ[MetalMap[Sin, {1, 2, 3}], N[Sin[{1, 2, 3}]]], True, TestID -> "integers are taken as N takes them"]
VerificationTest[MetalMap[Sqrt, {4, 9}], {2., 3.}, TestID -> "Sqrt of integers is real"]
VerificationTest[MetalMap[Sqrt, {4, 2.25}], {2., 1.5}, TestID -> "a list mixing integers and reals"]
VerificationTest[Developer`PackedArrayQ[MetalMap[Sin, values]], True, TestID -> "results are packed"]
VerificationTest[Dimensions[MetalMap[Cos, ConstantArray[0.5, {2, 3, 1, 4}]]], {2, 3, 1, 4}, TestID -> "rank 4"]
VerificationTest[MetalMap[Exp, {0.}], {1.}, TestID -> "one element"]


(* Operator form, numbers, empty lists *)

VerificationTest[MetalMap[Floor][{1.5, 2.5}], {1, 2}, TestID -> "operator form"]
VerificationTest[MetalMap[Floor], MetalMap[Floor], TestID -> "operator form waits for its argument"]
VerificationTest[
  MetalMap[Sin, "TargetPrecision" -> "Single"][{0.5}] === MetalMap[Sin, {0.5}, "TargetPrecision" -> "Single"],
  True,
  TestID -> "operator form with an option"]
VerificationTest[Map[MetalMap[Abs], {{-1, 2}, {3, -4}}], {{1, 2}, {3, 4}}, TestID -> "operator form in Map"]
VerificationTest[Head[MetalMap[Floor][{1.5}, 2]], MetalMap[Floor], {MetalMap::argx}, TestID -> "operator form with two arguments"]
VerificationTest[MetalMap[Floor, 2.5], 2, TestID -> "number"]
VerificationTest[MetalMap[Sin, 5], Sin[5], TestID -> "exact number as Map gives it"]
VerificationTest[MetalMap[Sin, {}], {}, TestID -> "empty list"]
VerificationTest[MetalMap[Sin, {{}, {}}], {{}, {}}, TestID -> "empty rows"]
VerificationTest[
  Map[Function[type, describeArray[MetalMap[Sin, array[{{}, {}}, type]]]], {"Integer8", "Real32", "Real64"}],
  {{"Real64", {{}, {}}}, {"Real32", {{}, {}}}, {"Real64", {{}, {}}}},
  TestID -> "empty NumericArrays"]
VerificationTest[describeArray[MetalMap[Abs, array[{}, "ComplexReal32"]]], {"Real32", {}}, TestID -> "Abs of an empty complex NumericArray"]


(* NumericArrays *)

VerificationTest[
  Map[Function[type, describeArray[MetalMap[Abs, array[{-1, 2}, type]]]], {"Integer8", "Integer16", "Integer32", "Integer64"}],
  {{"Integer8", {1, 2}}, {"Integer16", {1, 2}}, {"Integer32", {1, 2}}, {"Integer64", {1, 2}}},
  TestID -> "Abs keeps integer types"]
VerificationTest[MetalMap[Floor, array[{1.5, -1.5}, "Real32"]] // describeArray, {"Real32", {1., -2.}}, TestID -> "Floor of Real32 is Real32"]
VerificationTest[MetalMap[Round, array[{2.5, -0.5}, "Real64"]] // describeArray, {"Real64", {2., 0.}}, TestID -> "Round of Real64 is Real64"]
VerificationTest[MetalMap[Sqrt, array[{{4., 9.}}, "Real32"]] // describeArray, {"Real32", {{2., 3.}}}, TestID -> "Sqrt of Real32"]
VerificationTest[MetalMap[Abs, array[{3. + 4. I}, "ComplexReal32"]] // describeArray, {"Real32", {5.}}, TestID -> "Abs of ComplexReal32"]
VerificationTest[
  With[{x = Normal[array[values, "Real32"]]},
    Select[elementary, Function[f, Max[Abs[Normal[MetalMap[f, array[values, "Real32"]]] - Map[f, x, {-1}]]/Abs[Map[f, x, {-1}]]] > 2.^-21]]],
  {},
  TestID -> "elementary functions of Real32 within 4 units in the last place"]
VerificationTest[MetalMap[Abs, array[{1, -128, -128}, "Integer8"]], $Failed, {MetalMap::overflow}, TestID -> "overflow of a NumericArray"]


(* Overflow to exact integers *)

VerificationTest[MetalMap[Floor, {1.*^20, 2.5}], {10^20, 2}, TestID -> "Floor beyond 64 bits"]
VerificationTest[MetalMap[Ceiling, {{1.5}, {1.*^300}}], {{2}, {Ceiling[1.*^300]}}, TestID -> "Ceiling beyond 64 bits"]
VerificationTest[MetalMap[Abs, {-2^63, 1}], {2^63, 1}, TestID -> "Abs beyond 64 bits"]
VerificationTest[MetalMap[Floor, {1.*^20, 2.5}]; MetalLastCall[]["Fallback"], Floor, TestID -> "fallback is recorded"]


(* Not finite *)

VerificationTest[MetalMap[Sqrt, {-1., 4.}], {Indeterminate, 2.}, {MetalMap::nonfinite}, TestID -> "Sqrt of a negative number"]
VerificationTest[MetalMap[Log, {0., 1.}], {-Infinity, 0.}, {MetalMap::nonfinite}, TestID -> "Log of zero"]
VerificationTest[MetalMap[ArcSin, {2.}], {Indeterminate}, {MetalMap::nonfinite}, TestID -> "ArcSin beyond 1"]
VerificationTest[MetalMap[Exp, {1000.}], {Infinity}, {MetalMap::nonfinite}, TestID -> "overflow of Exp"]
VerificationTest[
  Quiet[MetalMap[Sqrt, {-1., 4., -2.}]]; Lookup[MetalLastCall[], {"NonReal", "Infinite"}],
  {2, 0},
  TestID -> "counts of elements that are not finite"]
VerificationTest[
  NumericArrayQ[MetalMap[Sqrt, array[{-1., 4.}, "Real32"]]],
  True,
  {MetalMap::nonfinite},
  TestID -> "a NumericArray keeps NaN"]


(* Precision *)

VerificationTest[
  MetalMap[Sin, {0.5}, "TargetPrecision" -> "Single"] === Normal[MetalMap[Sin, array[{0.5}, "Real32"]]],
  True,
  TestID -> "single precision"]
VerificationTest[
  With[{single = MetalMap[Exp, {0.3}, "TargetPrecision" -> "Single"]},
    {MetalMap[Exp, {0.3}, {"TargetPrecision" -> "Single"}] === single, MetalMap[Exp, {"TargetPrecision" -> "Single"}][{0.3}] === single}],
  {True, True},
  TestID -> "options as a list"]
VerificationTest[MetalMap[Exp, {0.3}, {"Precision" -> "Single"}], $Failed, {MetalMap::optx}, TestID -> "unknown option in a list"]
VerificationTest[MetalMap[Floor, {2.^40 + 0.5}, "TargetPrecision" -> "Double"], {2^40}, TestID -> "double precision"]
VerificationTest[MetalMap[Sin, {0.5}, "TargetPrecision" -> "Half"], $Failed, {MetalMap::optval}, TestID -> "wrong precision"]
VerificationTest[MetalMap[Sin, {0.5}, "Precision" -> "Single"], $Failed, {MetalMap::optx}, TestID -> "unknown option"]


(* Refused *)

VerificationTest[MetalMap["Sin", {0.5}], $Failed, {MetalMap::nocomp}, TestID -> "a function's name is no function"]
VerificationTest[MetalMap[Zeta, {0.5}], $Failed, {MetalMap::nocomp}, TestID -> "a function that the GPU lacks is refused, not the identity"]
VerificationTest[MetalMap[undefinedFunction][{0.5}], $Failed, {MetalMap::nocomp}, TestID -> "an undefined function in operator form"]
VerificationTest[MetalMap[Sin, {0.5}, {1}], $Failed, {MetalMap::level}, TestID -> "level argument"]
VerificationTest[MetalMap[Sin, {0.5}, {-1}], $Failed, {MetalMap::level}, TestID -> "level -1 as an argument"]
VerificationTest[Head[MetalMap[]], MetalMap, {MetalMap::argt}, TestID -> "no argument"]
VerificationTest[Head[MetalMap[Sin, {0.5}, 1, 2]], MetalMap, {MetalMap::argt}, TestID -> "four arguments"]
VerificationTest[MetalMap[Sin, {1/2}], $Failed, {MetalMap::element}, TestID -> "rational in a list"]
VerificationTest[MetalMap[Sin, {x0, 1.}], $Failed, {MetalMap::element}, TestID -> "symbol in a list"]
VerificationTest[MetalMap[Sin, {{1.}, {2., 3.}}], $Failed, {MetalMap::ragged}, TestID -> "ragged list"]
VerificationTest[MetalMap[Sin, "text"], $Failed, {MetalMap::argument}, TestID -> "string"]
VerificationTest[MetalMap[Sin, SparseArray[{1., 2.}]], $Failed, {MetalMap::argument}, TestID -> "SparseArray"]
VerificationTest[MetalMap[Sin, <|"a" -> 1.|>], $Failed, {MetalMap::argument}, TestID -> "Association"]
VerificationTest[MetalMap[Sin][a -> 1], $Failed, {MetalMap::argument}, TestID -> "operator form of a rule"]
