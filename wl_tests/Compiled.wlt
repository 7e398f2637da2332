(* What a compiled function may contain: every construct against the language's own evaluation. *)

(* A function that gives a list, compiled as a whole: the places of the parts that are not what Map gives, but for rounding. *)
near[x_, y_] := x === y || NumberQ[x] && NumberQ[N[y]] && Abs[x - y] <= 1.*^-13 (1 + Abs[y]);
closeQ[a_, b_] := Dimensions[a] === Dimensions[b] && AllTrue[MapThread[near, {Flatten[{a}], Flatten[{b}]}], TrueQ];
failing[f_, values_, options___] := With[{got = MetalMap[f, values, options], expected = Map[f, values, {-1}]},
  If[ListQ[got], Select[Range[Length[First[expected]]], Function[k, ! closeQ[got[[All, k]], N[expected[[All, k]]]]]], got]];

reals = {-2.75, -1.5, -0.3, 0.4, 1.5, 2.25};
integers = {-7, -3, -1, 1, 2, 5, 12};
complexes = {0.3 + 0.4 I, -1.5 + 0.2 I, 2. - 1.1 I, -0.7 - 0.9 I};


(* Arithmetic *)

VerificationTest[
  failing[Function[x, {x + 1, 3 - x, -x, 2 x + 3 x^2 - x/4, 1/x, x/(1 + x^2), x^3, x^-2, x^5 - x^4, (x + 1)^7, Subtract[x, 2], Divide[x, 3], Minus[x], Plus[x, x, 1, Pi], Times[2, x, E],
    2^x, 2.5^x, Abs[x]^x, E^x, x^2 Sqrt[Abs[x]], Abs[x]^(1/3), (1 + x^2)^(-1/2), Plus[x], Times[x]}], reals],
  {},
  TestID -> "arithmetic and powers of reals"]
VerificationTest[
  MetalMap[Function[x, {x + 1, 3 - x, -x, 2 x - x^2, x^3, (x + 1)^2, Abs[x], Sign[x], Mod[x, 5], Mod[x, -3], Quotient[x, 3], Quotient[x, -2], Quotient[x, 3, 1], Max[x, 2], Min[x, 0, 3],
    GCD[x, 6], LCM[x, 4], BitAnd[x, 6], BitOr[x, 8], BitXor[x, 5], BitNot[x], BitShiftLeft[x, 3], BitShiftRight[x, 1], x^0 + 1, Boole[x > 2], UnitStep[x],
    Floor[x], Round[x], Floor[x, 4], Clip[x, {-2, 3}], If[x > 0, x, -x], Boole[EvenQ[x]], Boole[OddQ[x]]}], integers],
  Map[Function[x, {x + 1, 3 - x, -x, 2 x - x^2, x^3, (x + 1)^2, Abs[x], Sign[x], Mod[x, 5], Mod[x, -3], Quotient[x, 3], Quotient[x, -2], Quotient[x, 3, 1], Max[x, 2], Min[x, 0, 3],
    GCD[x, 6], LCM[x, 4], BitAnd[x, 6], BitOr[x, 8], BitXor[x, 5], BitNot[x], BitShiftLeft[x, 3], BitShiftRight[x, 1], x^0 + 1, Boole[x > 2], UnitStep[x],
    Floor[x], Round[x], Floor[x, 4], Clip[x, {-2, 3}], If[x > 0, x, -x], Boole[EvenQ[x]], Boole[OddQ[x]]}], integers, {-1}],
  TestID -> "integers stay exact integers"]
VerificationTest[
  failing[Function[x, {Floor[x], Ceiling[x], Round[x], IntegerPart[x], FractionalPart[x], Sign[x], Abs[x], Quotient[x, 0.5], Max[x, 1, 0.2], Min[x, -1], Round[x, 0.5],
    Floor[x, 0.25], Clip[x], Clip[x, {-1, 2}], Clip[x, {0, 1}, {-5, 7}], UnitStep[x], UnitStep[x, x + 1], Boole[x < 1], Max[{x, 2, x^2}]}], reals],
  {},
  TestID -> "rounding, remainders and bounds of reals"]

VerificationTest[
  MetalMap[Function[x, {Mod[x, 2], Mod[x, -0.75], Mod[x, 1, -0.5]}], {-2.75, -1.5, 0.25}],
  {{1.25, -0.5, 0.25}, {0.5, 0., -0.5}, {0.25, -0.5, 0.25}},
  TestID -> "remainders of reals have the sign of the divisor"]
VerificationTest[MetalMap[Mod[#, 5, 1] &, {-7, 5, 12}], {3, 5, 2}, TestID -> "remainders from an offset"]


(* Comparisons, logic, conditions *)

VerificationTest[
  failing[Function[x, {Boole[x < 1], Boole[-1 < x <= 1.5], Boole[x == 1.5], Boole[x != 1.5], Boole[x > 0 && x < 2], Boole[x < 0 || x > 2], Boole[! (x > 0)], Boole[Xor[x > 0, x > 1]], Boole[x >= -1.5],
    Boole[Nand[x > 0, x > 1]], Boole[Nor[x > 0, x > 1]], Boole[Implies[x > 0, x > 1]], Boole[1 > x > -2], Boole[Positive[x]], Boole[Negative[x]]}], reals],
  {},
  TestID -> "comparisons and logic"]
VerificationTest[
  failing[Function[x, {If[x > 0, Sqrt[x], 0.], If[x > 0, x, -x, 7], Which[x < -1, x^2, x < 1, 2 x, True, 5.], Piecewise[{{x, x < 0}, {2 x, x < 1}}, 9.], Piecewise[{{x, x < 0}}],
    Switch[Round[x], 0, 10., 2 | -2, 20., _, 30.], If[x > 0 && Log[Abs[x]] > 0, 1., 2.], If[If[x > 0, x > 1, x < -2], 1., 0.]}], reals],
  {},
  TestID -> "conditions"]
VerificationTest[MetalMap[# > 1 &, {{0.5, 1.5}, {2., 1.}}], {{False, True}, {True, False}}, TestID -> "results that are true or false"]
VerificationTest[MetalMap[0 < # < 2 || # == 5 &, {1, 2, 5}], {True, False, True}, TestID -> "chains of comparisons"]
VerificationTest[MetalMap[Boole[# == 0.3] &, {0.1 + 0.2, 0.3 + 1.*^-12}], {1, 0}, TestID -> "Equal leaves the last seven binary digits out"]


(* Elementary functions *)

VerificationTest[
  failing[Function[x, {Sin[x], Cos[x], Tan[x], ArcTan[x], Sinh[x], Cosh[x], Tanh[x], Exp[x], Log[Abs[x]], Log[2, Abs[x]], Log[10, Abs[x]], Log[3, Abs[x]], Log2[Abs[x]], Log10[Abs[x]], Sqrt[Abs[x]], ArcSin[x/3], ArcCos[x/3],
    Cot[x], Sec[x], Csc[x], Sech[x], Csch[x], Coth[x]}], reals],
  {},
  TestID -> "elementary functions"]
VerificationTest[
  failing[Function[x, {ArcTan[x, 1.], ArcTan[x, -x], ArcSinh[x], ArcCosh[1 + Abs[x]], ArcTanh[x/3], CubeRoot[x], ArcCot[x], ArcSec[3/x], ArcCsc[3/x], ArcCoth[3/x], ArcSech[1/(1 + Abs[x])], ArcCsch[x], Sinc[x], Haversine[x],
    InverseHaversine[Abs[x]/4], Power[Abs[x], x]}], reals],
  {},
  TestID -> "inverse functions, cube roots and powers"]
VerificationTest[
  failing[Function[x, {Erf[x], Erfc[x], Gamma[Abs[x]], Gamma[x], LogGamma[Abs[x]], Factorial[Abs[x]], Beta[Abs[x], 2.5]}], reals],
  {},
  TestID -> "error and gamma functions"]
VerificationTest[
  failing[Function[x, {BesselJ[0, x], BesselJ[1, x], BesselY[0, Abs[x]], BesselY[1, Abs[x]], BesselI[0, x], BesselI[1, x], BesselK[0, Abs[x]], BesselK[1, Abs[x]]}], reals],
  {},
  TestID -> "Bessel functions"]
VerificationTest[MetalMap[Factorial, {0, 5, 20, 25}], {1, 120, 20!, 25!}, TestID -> "factorials of integers are exact"]


(* Complex numbers *)

VerificationTest[
  failing[Function[x, {x + 1, 2 x - I, x^2 + x + 1, x^3, x^-2, 1/x, (1 + x)/(2 - x), Conjugate[x], I x, Abs[x] + 0. I, Re[x] + I Im[x], Sqrt[x], Exp[x], Sin[x], Cos[x], Tan[x], Sinh[x], Cosh[x], Tanh[x],
    Floor[x], Round[x], Sign[x], x^40}], complexes],
  {},
  TestID -> "complex arithmetic and functions"]
VerificationTest[
  failing[Function[x, {Log[x], x^2.5, x^x, 2^x, x^(1/3), Arg[x], ArcSin[x], ArcCos[x], ArcTan[x], ArcSinh[x], ArcCosh[x], ArcTanh[x], Sec[x], Csc[x], Cot[x], Sech[x], Csch[x], Coth[x], Sinc[x]}], complexes],
  {},
  TestID -> "complex logarithms, powers and inverse functions"]
VerificationTest[MetalMap[{Re[#], Im[#], Abs[#]} &, {3. + 4. I, 1. - 2. I}], {{3., 4., 5.}, {1., -2., Sqrt[5.]}}, TestID -> "parts of complex numbers are real"]
VerificationTest[MetalMap[Exp[2 Pi I #] &, {0.25, 0.5}], Map[Exp[2 Pi I #] &, {0.25, 0.5}], SameTest -> closeQ, TestID -> "complex results of reals"]
VerificationTest[
  {MetalMap[Sqrt[#] + 0 &, {-4., 9.}, "ComplexResults" -> True], MetalMap[Sqrt, {-4., 9.}, "ComplexResults" -> True]},
  {{2. I, 3. + 0. I}, {2. I, 3. + 0. I}},
  SameTest -> closeQ,
  TestID -> "complex results where reals are left"]
VerificationTest[MetalMap[Sqrt[#] + 0 &, {-4., 9.}], {Indeterminate, 3.}, {MetalMap::nonfinite}, TestID -> "not a number where reals are left"]


(* Local variables and loops *)

VerificationTest[
  failing[Function[x, {Module[{y = x}, y = y^2; y + 1], Module[{y}, y = 2 x; y], Block[{y = x, z = 1.}, z += y; z *= 2; z -= 1; z /= 3; z], With[{y = x^2}, y + 1/y], With[{a = 2., b = x}, a b],
    Module[{s = 0.}, Do[s += x^k/k!, {k, 0, 6}]; s], Module[{s = 0., k = 0}, While[k < 5, s += k x; k++]; s]}], reals],
  {},
  TestID -> "local variables"]
VerificationTest[
  failing[Function[x, {Module[{s = 0., k}, For[k = 1, k <= 5, k++, If[k == 3, Continue[]]; s += k x]; s], Module[{s = x}, While[True, s = s/2; If[Abs[s] < 0.1, Break[]]]; s],
    Module[{s = 0}, Do[If[i + j > 4, Break[]]; s += i j, {i, 3}, {j, 3}]; s + x], Nest[Cos, x, 20], Nest[Function[y, y/2 + 1], x, 5], NestWhile[#/2 &, Abs[x], # > 0.1 &],
    Fold[#1 x + #2 &, 0, Range[5]], Fold[#1/2 + #2 x &, 1., Range[2, 10, 3]], Fold[Plus, 0, {x, 1, 2.}], Sum[x^k, {k, 0, 5}], Product[x + k, {k, 3}], Sum[i j x, {i, 3}, {j, i}],
    Module[{a = x, b = 1.}, {a, b} = {b, a}; a - b], Module[{k = 1}, k++ + x], Module[{k = 1}, ++k + x], Module[{k = 5}, k-- - k + x], FixedPoint[(# + Abs[x]/#)/2 &, 1., 20]}], reals],
  {},
  TestID -> "loops"]
VerificationTest[
  MetalMap[Function[c, Module[{z = 0, n = 0}, While[Abs[z] < 2 && n < 100, z = z^2 + c; n++]; n]], complexes],
  Map[Function[c, Module[{z = 0, n = 0}, While[Abs[z] < 2 && n < 100, z = z^2 + c; n++]; n]], complexes],
  TestID -> "a variable that becomes complex in a loop"]
VerificationTest[
  MetalMap[Function[n, Module[{k = n, s = 0}, While[k != 1, k = If[EvenQ[k], Quotient[k, 2], 3 k + 1]; s++]; s]], {1, 7, 27, 97}],
  {0, 16, 111, 118},
  TestID -> "steps of the Collatz sequence"]
VerificationTest[MetalMap[First[Nest[{#[[2]], #[[1]] + #[[2]]} &, {0, 1}, #]] &, {1, 10, 50}], {1, 55, 12586269025}, TestID -> "a list as the state of a loop"]
VerificationTest[MetalMap[Function[x, While[True, Null]; x], {1., 2.}], $Failed, {MetalMap::library}, TestID -> "a loop without an end is ended"]


(* Lists *)

VerificationTest[MetalMap[{#, #^2, 1} &, {{1, 2}, {3, 4}}], Map[{#, #^2, 1} &, {{1, 2}, {3, 4}}, {-1}], TestID -> "a list at every element"]
VerificationTest[MetalMap[{{#, 0}, {1, # + 1}} &, {1, 2}], {{{1, 0}, {1, 2}}, {{2, 0}, {1, 3}}}, TestID -> "a matrix at every element"]
VerificationTest[MetalMap[{10, 20, 30}[[#]] &, {3, 1, -1}], {30, 10, 30}, TestID -> "parts of a constant list"]
VerificationTest[MetalMap[{10, 20, 30}[[#]] &, {4}], $Failed, {MetalMap::library}, TestID -> "a part that is not there"]
VerificationTest[
  failing[Function[x, {Total[{x, 1, x^2}], {1., 2.}.{x, 3.}, Plus @@ {x, 2, 3}, Max[Table[x k, {k, 3}]], Total[Map[#^2 &, {x, 2.}]], First[{x, 1}], Last[{1, x}], Length[{1, x}] + x, Total[{1, 2} x + {x, 1}], Total[Range[4] x]}], reals],
  {},
  TestID -> "lists on the way"]


(* Functions *)

square[x_] := x^2;
power[x_, n_Integer] := x^n;
scaled = Function[{x, y}, 2 x + y];
factor = 2.5;
chain = Sin @* Cos;
VerificationTest[
  failing[Function[x, {square[x], power[x, 3], scaled[x, 1], factor x, square[square[x] + 1], chain[x], (Sin @* square)[x], (Cos /* Abs)[x], #^2 &[x], Function[y, y + 1][x], Identity[x], scaled[square[x], factor]}], reals],
  {},
  TestID -> "named functions, pure functions and compositions"]
VerificationTest[
  {MetalMap[square, {2., 3.}], square[x_] := x^3; MetalMap[square, {2., 3.}], factor = 3.; MetalMap[factor # &, {2.}]},
  {{4., 9.}, {8., 27.}, {6.}},
  TestID -> "definitions that change"]
VerificationTest[MetalMap[Function[{a, b}, a + b] @@ {#, 1} &, {1, 2}], {2, 3}, TestID -> "Apply"]
VerificationTest[With[{n = 3}, MetalMap[#^n &, {2, 3}]], {8, 27}, TestID -> "With around"]
VerificationTest[MetalMap[Function[x, x + Pi], {1}] === {N[1 + Pi]}, True, TestID -> "constants to full precision"]


(* Overflow *)

VerificationTest[MetalMap[#^2 &, {2^40, 3}], {2^80, 9}, TestID -> "integers beyond 64 bits are exact"]
VerificationTest[MetalLastCall[]["Fallback"] =!= None, True, TestID -> "the fallback is recorded"]
VerificationTest[MetalMap[2^# &, {1, 70, -2}], {2, 2^70, 1/4}, TestID -> "powers that are no machine integers"]
VerificationTest[MetalMap[100 # &, NumericArray[{1, 2}, "Integer8"]], $Failed, {MetalMap::overflow}, TestID -> "integers that do not fit a NumericArray"]
VerificationTest[MetalMap[Exp[#]^2 &, {500.}], {Infinity}, {MetalMap::nonfinite}, TestID -> "reals that overflow"]


(* NumericArrays *)

VerificationTest[
  Map[Function[type, NumericArrayType[MetalMap[#^2 + 1 &, NumericArray[{1, 2}, type]]]], {"Integer8", "UnsignedInteger16", "Integer64", "Real16", "Real32", "Real64", "ComplexReal32", "ComplexReal64"}],
  {"Integer8", "UnsignedInteger16", "Integer64", "Real16", "Real32", "Real64", "ComplexReal32", "ComplexReal64"},
  TestID -> "a NumericArray keeps its type"]
VerificationTest[
  Map[Function[type, NumericArrayType[MetalMap[#/2 &, NumericArray[{1, 2}, type]]]], {"Integer8", "Integer64", "Real32"}],
  {"Real64", "Real64", "Real32"},
  TestID -> "a NumericArray of integers with real results"]
VerificationTest[Normal[MetalMap[{#, 2 #} &, NumericArray[{1., 2.}, "Real32"]]], {{1., 2.}, {2., 4.}}, TestID -> "lists from a NumericArray"]
VerificationTest[MetalLastCall[]["Precision"], "Single", TestID -> "Real32 in single precision"]


(* Refused *)

refusals = {
  Zeta[#] &, undefined[#] &, "text" &, # + "a" &, #1 + #2 &, If[# > 0, 1] &, Which[# > 1, 1] &, Module[{y}, y + #] &, BesselJ[2, #] &, # && True &, If[#, 1, 2] &, StringLength["a"] + # &,
  Function[{x, y}, x + y], undefinedSymbol + # &, {1, {2, #}} &, Print[#] &, Function[x, Break[]; x], Return[#] &, (x = #) &, {}[[#]] &, Sort[{#, 1}] &};
VerificationTest[
  Map[Function[f, Quiet[MetalMap[f, {1., 2.}]]], refusals],
  Map[Function[f, $Failed], refusals],
  TestID -> "what cannot be compiled gives $Failed"]
VerificationTest[MetalMap[Sin[Zeta[#]] &, {1., 2.}], $Failed, {MetalMap::nocomp}, TestID -> "a message for what cannot be compiled"]
recursive[n_] := If[n < 1, 1, n recursive[n - 1]];
VerificationTest[MetalMap[recursive, {3}], $Failed, {MetalMap::nocomp}, TestID -> "recursion is refused"]
VerificationTest[MetalMap[# + 1 &, {1.}, "ComplexResults" -> 1], $Failed, {MetalMap::optval}, TestID -> "wrong value of ComplexResults"]
