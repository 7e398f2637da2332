(* Every form in which a compiled function may write a construct; the values are those of the language's reference pages. *)

near[a_, b_] := Dimensions[a] === Dimensions[b] && Max[Abs[Flatten[{a - b}]]] <= 1.*^-14;

VerificationTest[
  MetalMap[Function[x, {Log[x], Log[2, x], Log[10, x], Log[3, x], Log[0.5, x], Log[x, 2], Log[E, x], Log2[x], Log10[x], Log[2, 8]}], {4.}],
  {{1.3862943611198906, 2., 0.6020599913279624, 1.2618595071429148, -2., 0.5, 1.3862943611198906, 2., 0.6020599913279624, 3.}},
  SameTest -> near,
  TestID -> "logarithms in every base"]
VerificationTest[
  MetalMap[Function[x, {x^0, x^0., x^1, x^-1, x^(1/2), x^(-1/2), x^(1/3), x^(-3/2), x^2., x^Pi, 0^x, 1^x, (-1)^x, 0.25^x}], {2.}],
  {{1., 1., 2., 0.5, 1.4142135623730951, 0.7071067811865476, 1.2599210498948732, 0.35355339059327373, 4., 8.824977827076287, 0., 1., 1., 0.0625}},
  SameTest -> near,
  TestID -> "powers of reals"]
VerificationTest[MetalMap[Function[n, {0^n, 1^n, n^n, (-2)^n, n^3}], {1, 2, 5}], {{0, 1, 1, -2, 1}, {0, 1, 4, 4, 8}, {0, 1, 3125, -32, 125}}, TestID -> "powers of integers"]
VerificationTest[
  MetalMap[Function[x, {x^2, x^1.5, x^I, I^x}], {2., -1.5}, "ComplexResults" -> True],
  {{4., 2.8284271247461903, Exp[I Log[2.]], -1.}, {2.25, -1.8371173070873836 I, Exp[I Log[1.5] - Pi], Exp[-0.75 Pi I]}},
  SameTest -> near,
  TestID -> "powers that leave the reals"]
VerificationTest[
  MetalMap[Function[x, {Clip[x], Clip[x, {-1, 2}], Clip[x, {0, 1}, {5, 7}], Clip[x, {-Infinity, 1}], Clip[x, {0, Infinity}]}], {-2., 0.5, 3.}],
  {{-1., -1., 5., -2., 0.}, {0.5, 0.5, 0.5, 0.5, 0.5}, {1., 2., 7., 1., 3.}},
  TestID -> "Clip with one, two and three arguments"]
VerificationTest[
  MetalMap[Function[n, {Round[n, 3], Floor[n, 3], Ceiling[n, 3], Round[n, -3], Floor[n, -3], Ceiling[n, -3], Round[n, 2]}], {-7, -1, 4, 5, 10^17 + 1}],
  {{-6, -9, -6, -6, -6, -9, -8}, {0, -3, 0, 0, 0, -3, 0}, {3, 3, 6, 3, 6, 3, 4}, {6, 3, 6, 6, 6, 3, 4},
    {10^17 + 2, 10^17 - 1, 10^17 + 2, 10^17 + 2, 10^17 + 2, 10^17 - 1, 10^17}},
  TestID -> "integers rounded to multiples stay exact integers"]
VerificationTest[MetalMap[Function[x, {Round[x, 2], Floor[x, 3], Ceiling[x, 3]}], {-2.75, 0.4, 3.5}], {{-2, -3, 0}, {0, 0, 3}, {4, 3, 6}}, TestID -> "reals rounded to multiples of an integer"]
VerificationTest[
  MetalMap[Function[x, {Round[x, 0.5], Floor[x, 0.5], Ceiling[x, 0.5], Mod[x, 2.5, 1], Mod[x, 3, -1.], Quotient[x, 2.5, 1], Quotient[x, 0.5]}], {-2.75, 4.25}],
  {{-3., -3., -2.5, 2.25, 0.25, -2., -6.}, {4., 4., 4.5, 1.75, 1.25, 1., 8.}},
  TestID -> "reals rounded to multiples, and remainders from an offset"]
VerificationTest[
  MetalMap[Function[n, {Mod[n, 3, 1], Mod[n, 3, -1], Mod[n, -3, 1], Quotient[n, 3, 1], Quotient[n, 3, -1], Quotient[n, -3]}], {-7, 0, 5}],
  {{2, -1, -1, -3, -2, 2}, {3, 0, 0, -1, 0, 0}, {2, -1, -1, 1, 2, -2}},
  TestID -> "remainders and quotients from an offset"]
VerificationTest[
  MetalMap[Function[n, {GCD[n, 12, 18], GCD[n], GCD[], LCM[n, 4, 6], LCM[n], GCD[n, 0], GCD[0, 0], LCM[n, 0]}], {-6, 0, 9}],
  {{6, 6, 0, 12, 6, 6, 0, 0}, {6, 0, 0, 0, 0, 0, 0, 0}, {3, 9, 0, 36, 9, 9, 0, 0}},
  TestID -> "GCD and LCM of any number of integers"]
VerificationTest[
  MetalMap[Function[n, {BitAnd[n, 12, 10], BitOr[n, -8], BitXor[n, -1], BitNot[n], BitAnd[n], BitAnd[], BitOr[], BitXor[], BitShiftLeft[n, 2], BitShiftRight[n, 2], BitShiftLeft[n], BitShiftRight[n],
    BitShiftLeft[n, -1], BitShiftRight[n, -2], BitShiftRight[n, 100], BitLength[n]}], {-6, 9, -1}],
  {{8, -6, 5, 5, -6, -1, 0, 0, -24, -2, -12, -3, -3, -24, -1, 3}, {8, -7, -10, -10, 9, -1, 0, 0, 36, 2, 18, 4, 4, 36, 0, 4}, {8, -1, 0, 0, -1, -1, 0, 0, -4, -1, -2, -1, -1, -4, -1, 0}},
  TestID -> "bits of negative integers, and shifts"]
VerificationTest[
  MetalMap[Function[x, {Min[{x, 1}], Max[{x, {2, 3}}], Min[x], Max[{x}, 1, {2}], UnitStep[x], UnitStep[x, x - 1], UnitStep[x, 2, 3 - x], UnitStep[]}], {-1., 0., 2., 4.}],
  {{-1., 3., -1., 2., 0., 0., 0., 1.}, {0., 3., 0., 2., 1., 0., 1., 1.}, {1., 3., 2., 2., 1., 1., 1., 1.}, {1., 4., 4., 4., 1., 1., 0., 1.}},
  TestID -> "Min, Max and UnitStep of several arguments and of lists"]
VerificationTest[
  MetalMap[Function[x, {Min[], Max[], Min[{}], Max[x, Min[]], Boole[x < Infinity], Boole[-Infinity < x]}], {-1.}],
  {{Infinity, -Infinity, Infinity, Infinity, 1., 1.}},
  {MetalMap::nonfinite},
  TestID -> "Min and Max of nothing, and infinities"]
VerificationTest[
  MetalMapThread[ArcTan, {{1., 0., 0., -1., -1., 0.}, {0., 1., -1., 0., -0., 0.}}],
  {0., N[Pi/2], -N[Pi/2], N[Pi], N[Pi], Indeterminate},
  {MetalMapThread::nonfinite},
  TestID -> "angles on the axes and at the origin"]
VerificationTest[MetalMap[Function[x, {Arg[x], Re[x], Im[x], Abs[x], Conjugate[x]}], {-1, 2, 0}], {{N[Pi], -1, 0, 1, -1}, {0, 2, 0, 2, 2}, {0, 0, 0, 0, 0}}, SameTest -> near, TestID -> "parts of integers"]
VerificationTest[
  MetalMap[Function[x, {ArcTan[x, 1 + I], Arg[x + 0. I]}], {1., -2.}],
  {{1.0172219678978514 + 0.40235947810852507 I, 0}, {2.5880182946927478 - 0.40235947810852507 I, N[Pi]}},
  SameTest -> near,
  TestID -> "angles of complex coordinates"]


(* Conditions *)

VerificationTest[
  MetalMap[Function[x, {Boole[0 < x < 3 <= 5], Boole[0 < x != 3], Boole[x == 2 == 2.], Boole[1 < x == 2], Boole[Less[x]], Boole[Less[]], Boole[Equal[x]], Boole[Unequal[x, 1, 2]], Boole[And[]], Boole[Or[]],
    Boole[Xor[]], Boole[Xor[x > 0]], Boole[TrueQ[x > 1]], Boole[IntegerQ[x]], Boole[NumericQ[x]]}], {-1., 2., 3.}],
  {{0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1}, {1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1}, {0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 1}},
  TestID -> "chains of comparisons, and logic of few arguments"]
VerificationTest[
  MetalMap[Function[n, {Which[n > 1, 5, n <= 1, 6], Piecewise[{{1, n < 2}, {2, n > 2}}], Piecewise[{{1, n < 2}}, 7], Module[{y = 0}, Which[n > 1, y = 5]; y], Module[{y = 0}, If[n > 1, y = 5]; y],
    Switch[n, 1, 10, 2 | 3, 20, _, 30], Switch[n, 1, 10, _Integer, 20], Switch[n, _Real, 10, _, 20], Switch[n, _?EvenQ, 10, _, 20], Switch[n, k_ /; k > 1, 10 k, k_, -k],
    Switch[n > 1, True, 5, False, 6], Switch[{n, 1}, {1, _}, 3, {a_, b_}, a + b], Switch[n, Except[1], 8, _, 9], Switch[{n, n}, {a_, a_}, 1, _, 2], Switch[n, 1., 5, _, 6]}], {1, 2, 4}],
  {{6, 1, 1, 0, 0, 10, 10, 20, 20, -1, 6, 3, 9, 1, 6}, {5, 0, 7, 5, 5, 20, 20, 20, 10, 20, 5, 3, 8, 1, 6}, {5, 2, 7, 5, 5, 30, 20, 20, 10, 40, 5, 5, 8, 1, 6}},
  TestID -> "Which, Piecewise and Switch with patterns"]
VerificationTest[MetalMap[Which[# > 1, 5] &, {1, 2}], $Failed, {MetalMap::library}, TestID -> "no case fits an element"]
VerificationTest[MetalMap[Switch[#, "a", 5] &, {1, 2}], $Failed, {MetalMap::nocomp}, TestID -> "a pattern that is no number"]


(* Loops *)

VerificationTest[
  MetalMap[Function[n, {Module[{s = 0}, Do[s += 1, 3]; Do[s += 1, {3}]; Do[s += i, {i, 3}]; Do[s += i, {i, 2, 3}]; Do[s += i, {i, 10, 1, -3}]; Do[s += i, {i, {5, 7, 11}}]; Do[s += i j, {i, 2}, {j, i}];
      Do[s += 1, {i, 3, 1}]; s],
    Module[{k = 0}, While[k++ < n]; k], Module[{k = 0}, While[k < n, k++]; k], Module[{k = 0}, For[Null, k < n, k++]; k], Module[{k}, For[k = 0, k < n, Null, k++]; k], Module[{k}, For[k = 0, True, k++, If[k > n, Break[]]]; k],
    Module[{s = 0}, Do[If[i == 3, Continue[], s += i], {i, 5}]; s],
    Nest[2 # &, 1, n], Nest[2 # &, n, 0], Fold[Plus, 0, Range[n]], Fold[Times, 1, Range[1, n, 2]], Fold[#1 + #2^2 &, n, Range[3, n]], Fold[Plus, {n, 1, 2}], Fold[Max, n, {1, 2, 3}],
    NestWhile[Quotient[#, 2] &, n, # > 1 &], NestWhile[# + 1 &, n, # < 10 &, 1, 2], NestWhile[Quotient[#, 2] &, n, #1 != #2 &, 2], FixedPoint[Quotient[#, 2] &, n], FixedPoint[# + 1 &, n, 5],
    Sum[k, {k, n}], Product[k, {k, n}], Sum[k n, {k, {1, 3}}], Sum[1, {k, 0}]}], {1, 6}],
  {{69, 2, 1, 1, 1, 2, 12, 2, 1, 1, 1, 1, 4, 3, 1, 3, 0, 0, 6, 1, 1, 4, 0}, {69, 7, 6, 6, 6, 7, 12, 64, 6, 21, 15, 92, 9, 6, 1, 8, 0, 0, 11, 21, 720, 24, 0}},
  TestID -> "loops in all their forms"]
VerificationTest[
  MetalMap[Function[x, {Module[{s = 0.}, Do[s += i, {i, 0, 1, 0.25}]; Do[s += i, {i, 0, 1, 1/4}]; Do[s += i, {i, x, x + 2}]; s], FixedPoint[(# + x/#)/2 &, x, SameTest -> (Abs[#1 - #2] < 1.*^-9 &)], Nest[# + 1. &, 0., 3]}], {1., 4.}],
  {{11., 1., 3.}, {20., 2., 3.}},
  SameTest -> near,
  TestID -> "loops over reals"]


(* Lists *)

VerificationTest[
  MetalMap[Function[k, {{10, 20, 30}[[k]], {{1, 2}, {3, 4}, {5, 6}}[[k, k]], Total[{{1, 2}, {3, 4}}[[All, 1]]] k, Total[{10, 20, 30}[[2 ;; 3]]], Total[{10, 20, 30}[[-2 ;;]]], Total[{10, 20, 30}[[{1, k}]]],
    Total[{10, 20, 30, 40}[[1 ;; 4 ;; 2]]], Last[{{1, 2}, {3, 4}, {5, 6}}[[k]]]}], {1, 2, -1}],
  {{10, 1, 4, 50, 50, 20, 40, 2}, {20, 4, 8, 50, 50, 30, 40, 4}, {30, 6, -4, 50, 50, 40, 40, 6}},
  TestID -> "parts: backwards, of rows, spans and lists of positions"]
VerificationTest[Map[Function[f, Quiet[MetalMap[f, {1, 4}]]], {{10, 20}[[0]] + # &, {10, 20}[[3]] + # &, {10, 20}[[#]] &, {10, 20}[[1 ;; 3]] &}], {$Failed, $Failed, $Failed, $Failed}, TestID -> "parts that are not there"]
VerificationTest[
  MetalMap[Function[x, {Total[Rest[{x, 1}]], Total[Most[{x, 1}]], First[Reverse[{x, 1}]], Last[Append[{x}, 5]], Total[Join[{x}, {1, 2}]], First[Prepend[{x}, 2]], Total[ConstantArray[x, 3]], Total[Total[ConstantArray[x, {2, 3}]]]}], {4}],
  {{1, 4, 1, 5, 7, 2, 12, 24}},
  TestID -> "lists made of lists"]
VerificationTest[
  MetalMap[Function[x, {Module[{t = {x, 2 x}}, t = {t[[2]], t[[1]]}; t], Nest[{#[[2]], #[[1]]} &, {x, 2 x}, 3], Module[{a = x, b = 2 x}, {a, b} = {b, a}; {a, b}]}], {1}],
  {{{2, 1}, {2, 1}, {2, 1}}},
  TestID -> "lists whose elements change places"]
VerificationTest[
  MetalMap[Function[x, Module[{t = ConstantArray[0, 5]}, t[[1]] = 1; Do[t[[k]] = t[[k - 1]] x, {k, 2, 5}]; t[[2]] += 100; t[[-1]]++; t]], {1.5, 2.}],
  {{1., 101.5, 2.25, 3.375, 6.0625}, {1., 102., 4., 8., 17.}},
  TestID -> "parts of a local list are assigned"]
VerificationTest[
  MetalMap[Function[x, Module[{t = {{1, 2}, {3, 4}}, i = 2}, t[[i, 1]] = x; t[[1]] = {7, 8}; t[[i, i]] *= 10; t[[i]] = {t[[i, 2]], t[[i, 1]]}; t]], {1, 2}],
  {{{7, 8}, {40, 1}}, {{7, 8}, {40, 2}}},
  TestID -> "parts and rows of a local matrix"]
VerificationTest[
  MetalMap[Function[x, Module[{t = {3, 1, 2}, h}, Do[Do[If[t[[l]] > t[[l + 1]], h = t[[l]]; t[[l]] = t[[l + 1]]; t[[l + 1]] = h], {l, 2}], {3}]; t x]], {1, 2}],
  {{1, 2, 3}, {2, 4, 6}},
  TestID -> "a local list is sorted"]
VerificationTest[MetalMap[Function[x, Module[{i = 0, t = {1, 2, 3}}, t[[++i]] = 10; t[[++i]] += 5 + x; t]], {1}], {{10, 8, 3}}, TestID -> "positions are computed once"]
VerificationTest[MetalMap[Function[x, Module[{t = {1, {2, 3}}}, t[[2, 1]] = x; t[[2]]]], {1, 2.5}], {{1., 3.}, {2.5, 3.}}, TestID -> "a part of a ragged local list"]
VerificationTest[
  Map[Function[f, Quiet[MetalMap[f, {1, 4}]]],
    {Function[x, Module[{t = {1, 2}}, t[[x]] = 5; t]], Function[x, Module[{t = {1, 2}}, Do[t[[i]] = {1, 2}, {i, 2}]; t]], Function[x, Module[{t = 5}, t[[1]] = 2; t]], Function[x, Module[{t = {1, 2}}, t[[3]] = x; t]]}],
  {$Failed, $Failed, $Failed, $Failed},
  TestID -> "parts that cannot be assigned"]


(* Definitions *)

cases[0] = 100; cases[n_Integer] := n^2; cases[x_ /; x > 3.] := -x; cases[x_] := 2 x; cases[{a_, b_}] := a b; cases[x_, x_] := 1; cases[x_, y_] := 2;
VerificationTest[MetalMap[Function[n, {cases[n], cases[n, 1], cases[{n, 3}]}], {0, 1, 2}], {{100, 2, 0}, {1, 1, 3}, {4, 2, 6}}, TestID -> "definitions by value, type, condition and shape"]
VerificationTest[MetalMap[cases, {1.5, 7.}], {3., -7.}, TestID -> "the definitions for reals"]
guarded[n_] := n^2 /; n > 2;
guarded[n_] := (If[n == 1, Return[77]]; n + 1);
VerificationTest[MetalMap[guarded, {1, 2, 3}], {77, 3, 9}, TestID -> "a condition on the right side, and Return"]
root[n_] := Module[{k = 0}, While[True, k++; If[k^2 > n, Return[k]]]; -1];
factors[n_] := Module[{k, l}, For[k = 1, k < 10, k++, l = 0; While[l < 10, l++; If[k l == n, Return[{k, l}]]]]; {0, 0}];
VerificationTest[MetalMap[Function[n, {{root[n], 0}, factors[n]}], {6, 35, 101}], {{{3, 0}, {1, 6}}, {{6, 0}, {5, 7}}, {{11, 0}, {0, 0}}}, TestID -> "Return from loops"]
onlyPositive[n_ /; n > 0] := n;
VerificationTest[MetalMap[onlyPositive, {1, 2}], {1, 2}, TestID -> "a definition that fits all elements"]
VerificationTest[MetalMap[onlyPositive, {1, -2}], $Failed, {MetalMap::library}, TestID -> "a definition that does not fit an element"]
fromDo[n_] := (Do[If[k > n, Return[k]], {k, 9}]; 1);
VerificationTest[Map[Function[f, Quiet[MetalMap[f, {1., 2.}]]], {fromDo, Return[#] &, 1 + Return[#] &, Function[x, cases[1, 2, 3]]}], {$Failed, $Failed, $Failed, $Failed}, TestID -> "Return that leaves no definition"]


(* Not for complex numbers *)

VerificationTest[
  Map[Function[f, Quiet[MetalMap[f, {1. + I}]]], {Erf, Erfc, Gamma, LogGamma, Factorial, Beta[#, 2] &, BesselJ[0, #] &, Mod[#, 2] &, Quotient[#, 2] &, CubeRoot}],
  {$Failed, $Failed, $Failed, $Failed, $Failed, $Failed, $Failed, $Failed, $Failed, $Failed},
  TestID -> "functions of real numbers only"]
VerificationTest[MetalMap[Gamma, {1. + I}], $Failed, {MetalMap::nocomp}, TestID -> "a message for a function of real numbers only"]
