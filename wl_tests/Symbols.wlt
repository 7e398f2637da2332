(* The package's symbols: what is exported, and how. *)

exports = {"$MetalDevice", "$MetalDeviceCount", "MetalAdd", "MetalDivide", "MetalImageNegate", "MetalInformation", "MetalLastCall", "MetalMap", "MetalQ", "MetalSubtract",
  "MetalTimes"};
functions = {MetalAdd, MetalSubtract, MetalTimes, MetalDivide, MetalMap, MetalImageNegate, MetalQ, MetalInformation, MetalLastCall};

VerificationTest[
  Sort[Names["MetalLink`*"]],
  Sort[exports],
  TestID -> "exports"]

VerificationTest[
  Map[Attributes, functions],
  Table[{Protected}, {Length[functions]}],
  TestID -> "functions are Protected and nothing else"]

VerificationTest[
  {Attributes[$MetalDevice], Attributes[$MetalDeviceCount]},
  {{Protected}, {Protected}},
  TestID -> "variables are Protected"]

VerificationTest[
  AllTrue[exports, Function[name, StringQ[ToExpression[name <> "::usage"]]]],
  True,
  TestID -> "every symbol has a usage message"]

VerificationTest[
  StringContainsQ[MetalMap::usage, "the arguments and the results of the other functions of Real64 are rounded to single precision in this version"] && StringContainsQ[MetalMap::usage, "level argument is refused"],
  True,
  TestID -> "usage of MetalMap tells of single precision and of levels"]

VerificationTest[
  Map[Options, {MetalAdd, MetalSubtract, MetalTimes, MetalDivide, MetalMap}],
  Table[{"TargetPrecision" -> Automatic}, {5}],
  TestID -> "options"]

VerificationTest[
  Get["MetalLink`"]; {MetalQ[], MetalAdd[{1, 2}, {3, 4}], Attributes[MetalAdd]},
  {True, {4, 6}, {Protected}},
  TestID -> "Get a second time"]

VerificationTest[
  SetDirectory[$TemporaryDirectory];
  result = {MetalAdd[{1., 2.}, {3., 4.}], MetalMap[Sqrt, {4., 9.}]};
  ResetDirectory[];
  result,
  {{4., 6.}, {2., 3.}},
  TestID -> "another working directory"]

VerificationTest[
  MetalAdd = 5,
  5,
  {Set::wrsym},
  TestID -> "functions cannot be assigned"]

VerificationTest[
  {Head[MetalQ[1]], Head[MetalLastCall[1]], Head[MetalInformation[1, "Name", 3]]},
  {MetalQ, MetalLastCall, MetalInformation},
  {MetalQ::argr, MetalLastCall::argr, MetalInformation::argb},
  TestID -> "too many arguments stay unevaluated"]
