(* Pi by chance: of the points that are thrown at the unit square, the share Pi/4 falls within the quarter circle. On the left the first
   400 throws, blue inside and red outside. On the right what 10 to 10^5 throws estimate, by a logarithmic scale: the blue curve; the grey
   line is Pi, and the grey band holds two of three such estimates: it narrows as the square root of the number of throws grows.
   The generator is xorshift32 (G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8, 2003), on machine integers. *)

Needs["MetalLink`"];

folder = If[StringQ[exampleFolder], exampleFolder, Directory[]];

{size, columns, shown} = {360, 600, 400};
seed = 2654435761;
word = 2^32 - 1;

xorshift[a_] := With[{b = BitAnd[BitXor[a, BitShiftLeft[a, 13]], word]},
  With[{c = BitXor[b, BitShiftRight[b, 17]]}, BitAnd[BitXor[c, BitShiftLeft[c, 5]], word]]];

(* What n throws estimate: every column of the picture makes all of its throws itself. *)
estimate[n_] := Module[{state = seed, x = 0., y = 0., inside = 0},
  Do[
    state = xorshift[state]; x = state/2.^32;
    state = xorshift[state]; y = state/2.^32;
    If[x^2 + y^2 < 1., inside++],
    {n}];
  4. inside/n];

throws[column_] := Floor[10.^(1 + 4 (column - 1)/(columns - 1)) + 0.5];
estimates = MetalTable[estimate[throws[k]], {k, columns}];

(* A colour over another one; edge is by how many pixels it reaches beyond this one. *)
painted[color_, ground_, edge_] := With[{part = Clip[edge + 0.5, {0., 1.}]}, part color + (1 - part) ground];

(* The point {u, v} of the square, with the throw that comes down next to it. *)
throwColor[u_, v_] := Module[{state = seed, x = 0., y = 0., distance = 4., inside = True},
  Do[
    state = xorshift[state]; x = state/2.^32;
    state = xorshift[state]; y = state/2.^32;
    If[(x - u)^2 + (y - v)^2 < distance, distance = (x - u)^2 + (y - v)^2; inside = x^2 + y^2 < 1.],
    {shown}];
  painted[
    If[inside, {0.1, 0.3, 0.75}, {0.8, 0.25, 0.2}],
    painted[{0.3, 0.3, 0.3}, If[u^2 + v^2 < 1, {0.93, 0.96, 1.}, {1., 0.96, 0.95}], 0.5 - size Abs[Sqrt[u^2 + v^2] - 1]],
    2.2 - size Sqrt[distance]]];

(* The value y beside the estimate from n throws, and the next one, which the curve is drawn up to. *)
height = 1.6;
curveColor[y_, value_, next_, n_] := With[{pixels = size/height, deviation = Sqrt[Pi (4 - Pi)/n]},
  painted[
    {0.1, 0.3, 0.75},
    painted[{0.35, 0.35, 0.35}, painted[{0.86, 0.87, 0.89}, {0.97, 0.97, 0.97}, pixels (deviation - Abs[y - Pi])], 0.5 - pixels Abs[y - Pi]],
    1. - pixels Max[Min[value, next] - y, y - Max[value, next]]]];

values = Join[ConstantArray[0., size], estimates];
nexts = Join[ConstantArray[0., size], Rest[estimates], {Last[estimates]}];
rows = MetalTable[size - i + 0.5, {i, size}, {j, size + columns}];
places = MetalTable[j, {i, size}, {j, size + columns}];

colors = MetalMapThread[
  Function[{row, column, value, next},
    If[column <= size,
      throwColor[(column - 0.5)/size, row/size],
      curveColor[Pi + height (row/size - 0.5), value, next, throws[column - size]]]],
  {rows, places, ConstantArray[values, size], ConstantArray[nexts, size]}];

Export[FileNameJoin[{folder, "monte_carlo_pi.png"}], Image[NumericArray[colors, "Real32"]]];

<|"Picture" -> "monte_carlo_pi.png", "Throws" -> {throws[1], throws[300], throws[columns]}, "Pi" -> estimates[[{1, 300, columns}]]|>
