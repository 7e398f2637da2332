(* The bifurcation diagram of x -> r x (1 - x): at every point {r, y} of the picture, how often the sequence comes by when its first steps
   are forgotten. Every point follows a sequence of its own, 800 steps long. *)

Needs["MetalLink`"];

folder = If[StringQ[exampleFolder], exampleFolder, Directory[]];

{columns, rows} = {960, 600};
half = 0.5/rows;

visits = MetalTable[
  Module[{x = 0.4, n = 0},
    Do[x = r x (1 - x), {200}];
    Do[x = r x (1 - x); If[Abs[x - y] < half, n++], {600}];
    n],
  {y, 1 - half, half, -2 half},
  {r, 2.8, 4., 1.2/(columns - 1)}];

(* White paper, blue to dark where it comes by more often. *)
colors = MetalMap[
  Function[n, With[{t = Min[1., Log[1. + n]/4.5]}, {1. - Min[1., 1.6 t], 1. - 0.95 t, 1. - 0.7 t^2}]],
  visits];

Export[FileNameJoin[{folder, "logistic_map.png"}], Image[NumericArray[colors, "Real32"]]];

(* At r = 2.8 the sequence comes to rest at 1 - 1/r. *)
row = Floor[(1 - half - (1 - 1/2.8))/(2 half) + 0.5];

<|"Picture" -> "logistic_map.png", "Row" -> row, "Visits" -> visits[[row + 1, 1]]|>
