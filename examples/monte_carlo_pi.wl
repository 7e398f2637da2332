(* Pi by chance: in each of 512 x 512 cells a generator of its own throws 400 points at the unit square, and the share of them within the
   quarter circle estimates Pi/4. The generator is xorshift32 (G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8, 2003), on
   machine integers. The picture shows how far every cell is off: red above, blue below, and no pattern. *)

Needs["MetalLink`"];

folder = If[StringQ[exampleFolder], exampleFolder, Directory[]];

{cells, throws} = {512, 400};
word = 2^32 - 1;

xorshift[a_] := With[{b = BitAnd[BitXor[a, BitShiftLeft[a, 13]], word]},
  With[{c = BitXor[b, BitShiftRight[b, 17]]}, BitAnd[BitXor[c, BitShiftLeft[c, 5]], word]]];

estimates = MetalTable[
  Module[{state = BitAnd[2654435761 (cells i + j) + 1, word], x = 0., y = 0., inside = 0},
    Do[state = xorshift[state], {8}];
    Do[
      state = xorshift[state];
      x = state/2.^32;
      state = xorshift[state];
      y = state/2.^32;
      If[x^2 + y^2 < 1., inside++],
      {throws}];
    4. inside/throws],
  {i, cells}, {j, cells}];

colors = MetalMap[
  Function[p, With[{t = Clip[(p - Pi)/0.25, {-1., 1.}]}, {1. - Max[0., -t], 1. - Abs[t], 1. - Max[0., t]}]],
  estimates];

Export[FileNameJoin[{folder, "monte_carlo_pi.png"}], Image[NumericArray[colors, "Real32"]]];

<|"Picture" -> "monte_carlo_pi.png", "Pi" -> Mean[Flatten[estimates]]|>
