(* Prices of European call options after F. Black and M. Scholes (1973), as a table over the price of the share and the time to expiry,
   and the same as a picture: brighter is dearer, lines where the option's price is a multiple of 10. *)

Needs["MetalLink`"];

folder = If[StringQ[exampleFolder], exampleFolder, Directory[]];

{strike, rate, volatility} = {100., 0.05, 0.3};

normal[x_] := Erfc[-x/Sqrt[2]]/2;
call[s_, t_] := With[{d = (Log[s/strike] + (rate + volatility^2/2) t)/(volatility Sqrt[t])},
  s normal[d] - strike Exp[-rate t] normal[d - volatility Sqrt[t]]];

prices = MetalTable[call[s, t], {t, 0.25, 1., 0.25}, {s, 80., 120., 10.}];

surface = MetalTable[call[s, t], {t, 2., 0.01, -1.99/479}, {s, 50., 170., 120./799}];

colors = MetalMap[
  Function[p, With[{t = Min[1., p/90.], line = If[p > 0.5 && Abs[p/10 - Round[p/10]] < 0.012 + 0.0004 p, 0.35, 1.]},
    {line (0.13 + 1.1 t - 0.3 t^2), line (0.1 + 0.85 t), line (0.35 + 0.5 Sin[3.4 t + 0.2] (1 - 0.6 t))}]],
  surface];

Export[FileNameJoin[{folder, "black_scholes.png"}], Image[NumericArray[MetalMap[Clip[#, {0., 1.}] &, colors], "Real32"]]];

<|"Picture" -> "black_scholes.png", "Prices" -> prices|>
