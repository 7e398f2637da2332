(* MetalMapIndexed against MapIndexed at level {-1}. *)

VerificationTest[MetalMapIndexed[#1 First[#2] &, {5., 6., 7.}], {5., 12., 21.}, TestID -> "a list"]
VerificationTest[
  MetalMapIndexed[#1 + 10 #2[[1]] + 100 #2[[2]] &, {{1, 2, 3}, {4, 5, 6}}],
  MapIndexed[#1 + 10 #2[[1]] + 100 #2[[2]] &, {{1, 2, 3}, {4, 5, 6}}, {-1}],
  TestID -> "a matrix: both indices"]
VerificationTest[
  MetalMapIndexed[Function[{x, p}, {x, Total[p], p[[3]]}], {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}],
  MapIndexed[Function[{x, p}, {x, Total[p], p[[3]]}], {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}, {-1}],
  TestID -> "depth 3"]
VerificationTest[MetalMapIndexed[#2 &, {7, 8}], {{1}, {2}}, TestID -> "the index itself"]
VerificationTest[Normal[MetalMapIndexed[#1 #2[[1]] &, NumericArray[{1., 2.}, "Real32"]]], {1., 4.}, TestID -> "a NumericArray"]
VerificationTest[MetalMapIndexed[#1 + First[#2] &][{1, 1}], {2, 3}, TestID -> "operator form"]
VerificationTest[MetalMapIndexed[#1 &, {}], {}, TestID -> "empty list"]
VerificationTest[MetalMapIndexed[#1 &, {1}, {1}], $Failed, {MetalMapIndexed::level}, TestID -> "level argument"]
VerificationTest[MetalMapIndexed[#1 &, 5], $Failed, {MetalMapIndexed::array}, TestID -> "a number"]
VerificationTest[MetalMapIndexed[#2[[2]] &, {1, 2}], $Failed, {MetalMapIndexed::nocomp}, TestID -> "an index that is not there"]
