(* Waves from a few sources on a circle: the amplitudes add as complex numbers, each falling off with the distance; the intensity of the
   sum is what one sees. *)

Needs["MetalLink`"];

folder = If[StringQ[exampleFolder], exampleFolder, Directory[]];

{columns, rows} = {900, 600};
sources = 5;
waveNumber = 2 Pi/0.16;

intensity = MetalTable[
  Abs[Sum[
    With[{d = Sqrt[(x - Cos[2 Pi k/sources])^2 + (y - Sin[2 Pi k/sources])^2 + 0.002]}, Exp[I waveNumber d]/Sqrt[d]],
    {k, 0, sources - 1}]]^2,
  {y, 1.4, -1.4, -2.8/(rows - 1)},
  {x, -2.1, 2.1, 4.2/(columns - 1)}];

colors = MetalMap[
  Function[p, With[{t = 1 - Exp[-p/7.]}, {t^1.6, 0.9 t^2.6 + 0.1 t, 0.25 + 0.6 Sin[2.2 t] t - 0.2 t^3}]],
  intensity];

Export[FileNameJoin[{folder, "interference.png"}], Image[NumericArray[MetalMap[Clip[#, {0., 1.}] &, colors], "Real32"]]];

<|"Picture" -> "interference.png", "Intensity" -> intensity[[rows/2, columns/2]]|>
