(* MetalMapThread against MapThread at the common depth. *)

array[list_, type_] := NumericArray[list, type];

VerificationTest[MetalMapThread[#1^2 + #2 &, {{1., 2.}, {3., 4.}}], {4., 8.}, TestID -> "two lists"]
VerificationTest[MetalMapThread[Plus, {{{1, 2}, {3, 4}}, {{10, 20}, {30, 40}}, {{1, 1}, {1, 1}}}], {{12, 23}, {34, 45}}, TestID -> "three matrices, by every number"]
VerificationTest[MetalMapThread[Plus, {{{1, 2}, {3, 4}}, {{10, 20}, {30, 40}}}], MapThread[Plus, {{{1, 2}, {3, 4}}, {{10, 20}, {30, 40}}}, 2], TestID -> "as MapThread at depth 2"]
VerificationTest[MetalMapThread[#1 + #2 &, {{1, 2}, {0.5, 1.5}}], {1.5, 3.5}, TestID -> "integers with reals"]
VerificationTest[MetalMapThread[If[#1 > #2, #1, #2] &, {{1, 5}, {3, 4}}], {3, 5}, TestID -> "integers stay integers"]
VerificationTest[MetalMapThread[Times, {{2^40, 2}, {2^40, 3}}], {2^80, 6}, TestID -> "beyond 64 bits"]
VerificationTest[MetalMapThread[Plus[##] &, {{1, 2}, {3, 4}, {5, 6}}], {9, 12}, TestID -> "all arguments by ##"]
VerificationTest[MetalMapThread[{#1, #2} &, {{1, 2}, {3, 4}}], {{1, 3}, {2, 4}}, TestID -> "lists at every element"]
VerificationTest[
  With[{result = MetalMapThread[#1 #2 &, {array[{1., 2.}, "Real32"], array[{3., 4.}, "Real64"]}]}, {NumericArrayType[result], Normal[result]}],
  {"Real64", {3., 8.}},
  TestID -> "NumericArrays of two types"]
VerificationTest[
  With[{result = MetalMapThread[#1 + #2 &, {array[{1, 2}, "Integer8"], array[{3, 4}, "UnsignedInteger8"]}]}, {NumericArrayType[result], Normal[result]}],
  {"Integer16", {4, 6}},
  TestID -> "signed with unsigned"]
VerificationTest[NumericArrayType[MetalMapThread[#1 + #2 &, {array[{1., 2.}, "Real64"], {3., 4.}}]], "Real64", TestID -> "a NumericArray with a list"]
VerificationTest[MetalMapThread[Plus, {}], {}, TestID -> "no arrays"]
VerificationTest[MetalMapThread[Plus, {{}, {}}], {}, TestID -> "empty arrays"]
VerificationTest[MetalMapThread[Plus, {{1, 2}, {3}}], $Failed, {MetalMapThread::shape}, TestID -> "different dimensions"]
VerificationTest[MetalMapThread[Plus, {{1, 2}, 3}], $Failed, {MetalMapThread::array}, TestID -> "a number among the arrays"]
VerificationTest[MetalMapThread[Plus, 5], $Failed, {MetalMapThread::arrays}, TestID -> "no list"]
VerificationTest[MetalMapThread[Plus, {{1}, {2}}, 1], $Failed, {MetalMapThread::level}, TestID -> "level argument"]
VerificationTest[MetalMapThread[#1 + #3 &, {{1}, {2}}], $Failed, {MetalMapThread::nocomp}, TestID -> "more arguments than arrays"]
VerificationTest[Head[MetalMapThread[Plus]], MetalMapThread, {MetalMapThread::argr}, TestID -> "one argument"]
