(* The package's symbols: what is exported, and how. *)

exports = {"$MetalDevice", "$MetalDeviceCount", "MetalAdd", "MetalCompile", "MetalCompiledFunction", "MetalDivide", "MetalFunctionInformation", "MetalImageNegate", "MetalInformation",
  "MetalLastCall", "MetalMap", "MetalMapIndexed", "MetalMapThread", "MetalQ", "MetalSubtract", "MetalTable", "MetalTimes"};
functions = {MetalAdd, MetalSubtract, MetalTimes, MetalDivide, MetalMap, MetalMapThread, MetalMapIndexed, MetalCompile, MetalCompiledFunction, MetalFunctionInformation, MetalImageNegate,
  MetalQ, MetalInformation, MetalLastCall};

VerificationTest[
  Sort[Names["MetalLink`*"]],
  Sort[exports],
  TestID -> "exports"]

VerificationTest[
  Union[Map[Attributes, functions]],
  {{Protected}},
  TestID -> "functions are Protected and nothing else"]

VerificationTest[Sort[Attributes[MetalTable]], {HoldAll, Protected}, TestID -> "MetalTable holds its arguments as Table does"]

VerificationTest[
  {Attributes[$MetalDevice], Attributes[$MetalDeviceCount]},
  {{Protected}, {Protected}},
  TestID -> "variables are Protected"]

VerificationTest[
  AllTrue[exports, Function[name, StringQ[ToExpression[name <> "::usage"]]]],
  True,
  TestID -> "every symbol has a usage message"]

VerificationTest[
  AllTrue[{MetalMap::usage, MetalMapThread::usage, MetalMapIndexed::usage}, Function[text, StringContainsQ[text, "level argument is refused"]]],
  True,
  TestID -> "usage messages tell of levels"]

VerificationTest[
  {Map[Options, {MetalAdd, MetalSubtract, MetalTimes, MetalDivide}], Map[Options, {MetalMap, MetalMapThread, MetalMapIndexed, MetalTable, MetalCompile}]},
  {Table[{"TargetPrecision" -> Automatic}, {4}], Table[{"TargetPrecision" -> Automatic, "ComplexResults" -> False}, {5}]},
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
