(* MetalCompile, MetalCompiledFunction and MetalFunctionInformation. *)

f = MetalCompile[#1^2 + #2 &, {Real, Integer}];
VerificationTest[Head[f], MetalCompiledFunction, TestID -> "a compiled function"]
VerificationTest[f[1.5, 2], 4.25, TestID -> "numbers"]
VerificationTest[f[3, 2], 11., TestID -> "an integer for a real"]
VerificationTest[f[{1., 2.}, {3, 4}], {4., 8.}, TestID -> "arrays"]
VerificationTest[f[{{1., 2.}, {3., 4.}}, 10], {{11., 14.}, {19., 26.}}, TestID -> "an array and a number"]
VerificationTest[f[{}, 1], {}, TestID -> "an empty list"]
VerificationTest[f[{1., 2.}, {1, 2, 3}], $Failed, {MetalCompiledFunction::shape}, TestID -> "different dimensions"]
VerificationTest[f[1., 2.5], $Failed, {MetalCompiledFunction::parameter}, TestID -> "a real for an integer"]
VerificationTest[f[1.], $Failed, {MetalCompiledFunction::count}, TestID -> "too few arguments"]
VerificationTest[f["a", 1], $Failed, {MetalCompiledFunction::argument}, TestID -> "a string"]
VerificationTest[MetalCompile[Exp[I #] &, Real][0.], 1. + 0. I, SameTest -> Equal, TestID -> "one type without a list"]
VerificationTest[MetalCompile[2 # &, Integer][{2^62, 1}], {2^63, 2}, TestID -> "beyond 64 bits"]
single = MetalCompile[Sin[#] &, {"Real32"}];
VerificationTest[NumericArrayType[single[NumericArray[{0.5}, "Real32"]]], "Real32", TestID -> "a NumericArray"]
VerificationTest[MetalCompile[Zeta[#] &, {Real}], $Failed, {MetalCompile::nocomp}, TestID -> "what cannot be compiled shows at once"]
VerificationTest[MetalCompile[# &, {String}], $Failed, {MetalCompile::type}, TestID -> "no type"]
VerificationTest[MetalCompile[#1 + #2 &, {Real}], $Failed, {MetalCompile::nocomp}, TestID -> "too few types"]
VerificationTest[
  Lookup[MetalFunctionInformation[f], {"ArgumentTypes", "ResultType", "ResultDimensions", "Precision"}],
  {{Real, Integer}, "Real64", {}, "Double"},
  TestID -> "information"]
VerificationTest[StringContainsQ[MetalFunctionInformation[f, "Source"], "kernel void compiled("], True, TestID -> "the source text"]
VerificationTest[MetalFunctionInformation[single, "Precision"], "Single", TestID -> "single precision"]
VerificationTest[MetalFunctionInformation[f, "Speed"], $Failed, {MetalFunctionInformation::property}, TestID -> "no property"]
VerificationTest[MetalFunctionInformation[Sin], $Failed, {MetalFunctionInformation::function}, TestID -> "no compiled function"]
VerificationTest[
  MetalFunctionInformation[MetalCompile[Sin[#] + Sin[#] &, {Real}], "Source"] === MetalFunctionInformation[MetalCompile[Sin[#] + Sin[#] &, {Real}], "Source"],
  True,
  TestID -> "the text is always the same"]
VerificationTest[
  StringCount[MetalFunctionInformation[MetalCompile[Sin[#]^2 + Sin[#] &, {Real}], "Source"], "sin("],
  1,
  TestID -> "a common subexpression is computed once"]
VerificationTest[StringContainsQ[ToString[f], "Real, Integer"] && StringLength[ToString[f]] < 80, True, TestID -> "a short form"]
