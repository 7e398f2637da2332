(* MetalSubtract, MetalTimes and MetalDivide against Subtract, Times and Divide; what they share with MetalAdd is in MetalAdd.wlt. *)

array[list_, type_] := NumericArray[list, type];
describeArray[x_] := {NumericArrayType[x], Normal[x]};
functions = {MetalSubtract, MetalTimes, MetalDivide};
m = {{1, 2, 3}, {4, 5, 6}};
integerTypes = {"Integer8", "UnsignedInteger8", "Integer16", "UnsignedInteger16", "Integer32", "UnsignedInteger32", "Integer64", "UnsignedInteger64"};


(* Lists *)

VerificationTest[MetalSubtract[{10, 20, 30}, {1, 2, 33}], {9, 18, -3}, TestID -> "difference of integers"]
VerificationTest[MetalTimes[{1, -2, 3}, {10, 20, 30}], {10, -40, 90}, TestID -> "product of integers"]
VerificationTest[MetalDivide[{1, -3, 8}, {4, 2, 2}], {0.25, -1.5, 4.}, TestID -> "quotient of integers as N takes them"]
VerificationTest[
  With[{a = {0.1, 0.7, -3.3, 15.}, b = {0.3, -0.1, 1.7, 137.}},
    {MetalSubtract[a, b] === Subtract[a, b], MetalTimes[a, b] === Times[a, b]}],
  {True, True},
  TestID -> "reals equal the language's own"]
VerificationTest[
  MetalDivide[{1., 7., -33., 15.}, {3., -1., 17., 137.}] === N[{1/3, -7, -33/17, 15/137}],
  True,
  TestID -> "quotients of reals are rounded once"]
VerificationTest[
  With[{a = {1. + 2. I, 3. - 1. I}, b = {0.5 - 1. I, 2. + 2. I}},
    {MetalSubtract[a, b], MetalTimes[a, b], MetalDivide[a, b]}],
  {{0.5 + 3. I, 1. - 3. I}, {2.5 + 0. I, 8. + 4. I}, {-1.2 + 1.6 I, 0.5 - 1. I}},
  SameTest -> Equal,
  TestID -> "complex numbers"]
VerificationTest[
  MetalDivide[{1.*^200 + 1.*^200 I, 1.*^-200 + 1.*^-200 I}, {1.*^200 + 1.*^200 I, 1.*^-200 + 1.*^-200 I}],
  {1. + 0. I, 1. + 0. I},
  SameTest -> Equal,
  TestID -> "complex quotients of numbers whose squares are out of range"]
VerificationTest[MetalTimes[m, m], m^2, TestID -> "product of matrices: every row"]
VerificationTest[MetalDivide[m, m], N[m/m], TestID -> "quotient of matrices"]
VerificationTest[MetalSubtract[{1, 2}, {0.5, 1.5}], {0.5, 0.5}, TestID -> "integers less reals"]
VerificationTest[MetalTimes[{1, 2}, {1. I, 2.}], {0. + 1. I, 4. + 0. I}, TestID -> "integers times complex numbers"]
VerificationTest[MetalTimes[{1, 2}, {3, 4}, {5, 6}, {7, 8}], {105, 384}, TestID -> "four factors"]
VerificationTest[MetalTimes @@ Table[{1, 2, -1}, {30}], {1, 2^30, 1}, TestID -> "thirty factors"]
VerificationTest[MetalTimes[{0.1}, {0.7}, {0.3}] === {(0.1*0.7)*0.3}, True, TestID -> "products are taken from left to right"]
VerificationTest[Map[Function[f, f[{}, {}]], functions], {{}, {}, {}}, TestID -> "empty lists"]
VerificationTest[Map[Function[f, Developer`PackedArrayQ[f[N[Range[100]], N[Range[100]]]]], functions], {True, True, True}, TestID -> "results are packed"]
VerificationTest[
  With[{a = Range[1000], b = Range[1000]}, Scan[Function[f, f[a, b]], functions]; {a, b} === {Range[1000], Range[1000]}],
  True,
  TestID -> "arguments are unchanged"]


(* Numbers *)

VerificationTest[{MetalSubtract[{1, 2}, 10], MetalSubtract[10, {1, 2}]}, {{-9, -8}, {9, 8}}, TestID -> "differences with a number on either side"]
VerificationTest[{MetalDivide[{1, 2}, 4], MetalDivide[4, {1, 2}]}, {{0.25, 0.5}, {4., 2.}}, TestID -> "quotients with a number on either side"]
VerificationTest[MetalTimes[2, {1, 2}, 0.5, {3, 4}], {3., 8.}, TestID -> "numbers between lists"]
VerificationTest[MetalDivide[{1, 2}, 2^70], {2.^-70, 2.^-69}, TestID -> "a large integer is taken as N takes it where integers are divided"]
VerificationTest[MetalDivide[1, 3], 1/3, TestID -> "integers only go to Divide"]
VerificationTest[{MetalSubtract[1/2, 1/3], MetalTimes[2^70, 2]}, {1/6, 2^71}, TestID -> "exact numbers only"]
VerificationTest[MetalTimes[{1, 2}], {1, 2}, TestID -> "one factor"]


(* Integers that do not fit *)

VerificationTest[MetalTimes[{2^62, 3}, {2, 3}], {2^63, 9}, TestID -> "a product of a list that does not fit is exact"]
VerificationTest[MetalTimes[{2^40}, {2^40}, {2^40}], {2^120}, TestID -> "a product far beyond 64 bits"]
VerificationTest[MetalTimes[{2^40}, {2^40}, {0}], {0}, TestID -> "zero after an overflow"]
VerificationTest[MetalTimes[{2^62}, {2}, {-1}], {-2^63}, TestID -> "the smallest integer"]
VerificationTest[MetalSubtract[{-2^63, 5}, {1, 1}], {-2^63 - 1, 4}, TestID -> "a difference of a list that does not fit is exact"]
VerificationTest[
  {MetalTimes[{2^62}, {2}]; MetalLastCall[]["Fallback"], MetalSubtract[{-2^63}, {1}]; MetalLastCall[]["Fallback"]},
  {Times, Subtract},
  TestID -> "fallbacks are recorded"]
VerificationTest[MetalTimes[array[{100, 1}, "Integer8"], array[{2, 1}, "Integer8"]], $Failed, {MetalTimes::overflow}, TestID -> "a product that does not fit its type"]
VerificationTest[
  MetalSubtract[array[{5, 1}, "UnsignedInteger16"], array[{2, 2}, "UnsignedInteger16"]],
  $Failed,
  {MetalSubtract::overflow},
  TestID -> "a negative difference of unsigned integers"]


(* Not finite *)

VerificationTest[
  MetalDivide[{1., -1., 0., 3.}, {0., 0., 0., 2.}],
  {Infinity, -Infinity, Indeterminate, 1.5},
  {MetalDivide::nonfinite},
  TestID -> "division by zero"]
VerificationTest[MetalDivide[{1, 0}, 0], {Infinity, Indeterminate}, {MetalDivide::nonfinite}, TestID -> "integers divided by zero"]
VerificationTest[Quiet[MetalDivide[{1, 0, 1}, 0]]; Lookup[MetalLastCall[], {"Infinite", "NonReal"}], {2, 1}, TestID -> "counts of divisions by zero"]
VerificationTest[MetalTimes[{1.*^200, 1.}, {1.*^200, 2.}], {Infinity, 2.}, {MetalTimes::nonfinite}, TestID -> "overflow of a product of reals"]
VerificationTest[
  NumericArrayQ[MetalDivide[array[{1., 2.}, "Real32"], array[{0., 2.}, "Real32"]]],
  True,
  {MetalDivide::nonfinite},
  TestID -> "a NumericArray keeps its infinities"]


(* NumericArrays *)

VerificationTest[
  Map[Function[type, describeArray[MetalTimes[array[{5, 6}, type], array[{3, 4}, type]]]], integerTypes],
  Map[Function[type, {type, {15, 24}}], integerTypes],
  TestID -> "products keep integer types"]
VerificationTest[
  Map[Function[type, describeArray[MetalSubtract[array[{5, 6}, type], array[{3, 4}, type]]]], integerTypes],
  Map[Function[type, {type, {2, 2}}], integerTypes],
  TestID -> "differences keep integer types"]
VerificationTest[
  Map[Function[type, describeArray[MetalDivide[array[{5, 6}, type], array[{4, 3}, type]]]], integerTypes],
  Table[{"Real64", {1.25, 2.}}, {8}],
  TestID -> "quotients of integers are Real64"]
VerificationTest[
  describeArray[MetalDivide[array[{5, 6}, "UnsignedInteger64"], array[{-4, 3}, "Integer8"]]],
  {"Real64", {-1.25, 2.}},
  TestID -> "quotients need no common integer type"]
VerificationTest[
  MetalTimes[array[{5, 6}, "UnsignedInteger64"], array[{-4, 3}, "Integer8"]],
  $Failed,
  {MetalTimes::types},
  TestID -> "products need a common integer type"]
VerificationTest[
  Map[NumericArrayType, {
    MetalDivide[array[{1}, "Integer8"], array[{2.}, "Real32"]], MetalDivide[array[{1}, "Integer32"], array[{2.}, "Real32"]],
    MetalDivide[array[{1}, "Integer8"], 3], MetalDivide[3, array[{1.}, "Real32"]], MetalTimes[array[{1}, "Integer8"], 3], MetalTimes[array[{1}, "Integer8"], 0.5],
    MetalTimes[array[{1.}, "Real32"], 2. I], MetalSubtract[array[{1.}, "Real32"], {1}]}],
  {"Real32", "Real64", "Real64", "Real32", "Integer8", "Real64", "ComplexReal32", "Real64"},
  TestID -> "types of mixtures"]
VerificationTest[
  Map[Function[type, NumericArrayType[MetalDivide[array[{1. + 2. I}, type], array[{2. I}, type]]]], {"ComplexReal32", "ComplexReal64"}],
  {"ComplexReal32", "ComplexReal64"},
  TestID -> "complex types keep their type"]
VerificationTest[MetalTimes[array[{1, 2}, "Integer8"], 200], $Failed, {MetalTimes::fit}, TestID -> "a factor that does not fit the type"]
VerificationTest[describeArray[MetalDivide[array[{1, 2}, "Integer8"], 200]], {"Real64", {0.005, 0.01}}, TestID -> "a divisor takes no integer type"]
VerificationTest[
  MetalTimes[array[{1.}, "Real32"], 3.4028235677973362*^38] // Normal,
  {2.^128 - 2.^104},
  TestID -> "a number that rounds to the largest float fits"]
VerificationTest[MetalTimes[array[{1.}, "Real32"], 3.4028235677973366*^38], $Failed, {MetalTimes::fit}, TestID -> "a number that does not"]


(* Arguments and options *)

VerificationTest[
  Map[Function[f, f[{1., 2.}, {1., 2., 3.}]], functions],
  {$Failed, $Failed, $Failed},
  {MetalSubtract::shape, MetalTimes::shape, MetalDivide::shape},
  TestID -> "different dimensions"]
VerificationTest[
  Map[Function[f, f[{1., 2.}, "text"]], functions],
  {$Failed, $Failed, $Failed},
  {MetalSubtract::argument, MetalTimes::argument, MetalDivide::argument},
  TestID -> "no array"]
VerificationTest[
  {Head[MetalSubtract[{1}]], Head[MetalDivide[{1}]], Head[MetalTimes[]]},
  {MetalSubtract, MetalDivide, MetalTimes},
  {MetalSubtract::argr, MetalDivide::argr, MetalTimes::argm},
  TestID -> "too few arguments"]
VerificationTest[
  {Head[MetalSubtract[{1}, {2}, {3}]], Head[MetalDivide[{1}, {2}, {3}, "TargetPrecision" -> "Single"]]},
  {MetalSubtract, MetalDivide},
  {MetalSubtract::argrx, MetalDivide::argrx},
  TestID -> "too many arguments"]
VerificationTest[
  MetalDivide[{1.}, {3.}, "TargetPrecision" -> "Single"],
  Normal[NumericArray[{0.3333333432674408}, "Real32"]],
  TestID -> "single precision"]
VerificationTest[
  Map[Function[f, f[{1.}, {2.}, "TargetPrecision" -> "Half"]], functions],
  {$Failed, $Failed, $Failed},
  {MetalSubtract::optval, MetalTimes::optval, MetalDivide::optval},
  TestID -> "wrong precision"]
VerificationTest[
  Map[Function[f, f[{1.}, {2.}, "Precision" -> "Single"]], functions],
  {$Failed, $Failed, $Failed},
  {MetalSubtract::optx, MetalTimes::optx, MetalDivide::optx},
  TestID -> "unknown option"]
VerificationTest[
  Map[Function[f, f[{1.}, {2.}]; MetalLastCall[]["Function"]], functions],
  functions,
  TestID -> "the function is recorded"]
VerificationTest[
  MetalDivide[{1.*^308 + 1.*^308 I, 1.*^-310 - 1.*^-310 I, 1. + 2. I}, {1.*^308 + 1.*^308 I, 1.*^-310 - 1.*^-310 I, 4.}],
  {1. + 0. I, 1. + 0. I, 0.25 + 0.5 I},
  TestID -> "complex numbers next to the ends of the range"]
VerificationTest[
  {MetalDivide[{1. + 0. I, 0. + 0. I}, {0. + 0. I, 0. + 0. I}], MetalTimes[{1.*^200 + 1.*^200 I}, {1.*^200 + 1.*^200 I}], MetalMap[1/# &, {0. + 0. I}]},
  {{ComplexInfinity, Indeterminate}, {ComplexInfinity}, {ComplexInfinity}},
  {MetalDivide::nonfinite, MetalTimes::nonfinite, MetalMap::nonfinite},
  TestID -> "infinite complex numbers"]
