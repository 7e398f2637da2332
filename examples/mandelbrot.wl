(* The Mandelbrot set: for every point c of a rectangle, in how many steps z -> z^2 + c leaves a circle, made smooth. A function with a loop,
   a complex variable and an integer one, compiled and run at 614,400 points by MetalTable; colours by MetalMap. *)

Needs["MetalLink`"];

folder = If[StringQ[exampleFolder], exampleFolder, Directory[]];

{columns, rows} = {960, 640};
{left, right, bottom, top} = {-2.2, 0.8, -1., 1.};
limit = 300;

escape = MetalTable[
  Module[{c = x + I y, z = 0. + 0. I, n = 0},
    While[n < limit && Re[z]^2 + Im[z]^2 < 256., z = z^2 + c; n++];
    If[n == limit, 0., n + 4. - Log2[Log2[Re[z]^2 + Im[z]^2]]]],
  {y, top, bottom, (bottom - top)/(rows - 1)},
  {x, left, right, (right - left)/(columns - 1)}];

(* Colours go round with the logarithm of the steps; the set itself is black. *)
colors = MetalMap[
  Function[n, If[n == 0., {0., 0., 0.},
    With[{t = 2.2 Log[n]}, {0.5 - 0.5 Cos[t - 0.6], 0.5 - 0.5 Cos[t + 0.1], 0.5 - 0.5 Cos[t + 0.9]}]]],
  escape];

Export[FileNameJoin[{folder, "mandelbrot.png"}], Image[NumericArray[colors, "Real32"]]];

<|"Picture" -> "mandelbrot.png", "Center" -> escape[[rows/2, columns/2]], "Corner" -> escape[[1, 1]]|>
