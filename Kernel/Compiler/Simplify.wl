(* ::Package:: *)

(* Simplification, as trees are made: calls of constants become constants, exact as long as their numbers are; divisions, differences
   and powers become what a processor has. Common subexpressions are found where text is made: Emit.wl. *)

Begin["MetalLink`Compiler`"];

make[name_, trees_] := If[AllTrue[trees, constantQ], fold[name, trees], rewrite[name, trees]]

constantQ[{"Number" | "Boolean", _}] := True
constantQ[_] := False

(* The language's own value; where it has none that is a number, the call stays for the GPU. *)
fold[name_, trees_] := folded[Quiet[Symbol["System`" <> name] @@ Map[Last, trees]], name, trees]

folded[value : True | False, _, _] := {"Boolean", value}
folded[value_?numericQ, _, _] := {"Number", value}
folded[_, name_, trees_] := rewrite[name, trees]

numericQ[DirectedInfinity[1 | -1]] := True
numericQ[x_] := NumericQ[x] && NumberQ[N[x]]


(* Products: what is divided by stands as a power with a negative exponent; -x as a product with -1. *)

rewrite["Times", {}] := {"Number", 1}
rewrite["Times", {a_}] := a
rewrite["Times", {{"Number", -1}, a_}] := {"Call", "Minus", {a}}
rewrite["Times", {a_, b_}] := product[a, b]
rewrite["Times", {a_, b_, rest__}] := make["Times", {make["Times", {a, b}], rest}]

product[{"Number", 1}, {"Call", "Divide", {{"Number", 1}, b_}}] := {"Call", "Divide", {{"Number", 1}, b}}
product[a_, {"Call", "Divide", {{"Number", 1}, b_}}] := make["Divide", {a, b}]
product[{"Call", "Divide", {{"Number", 1}, a_}}, b_] := make["Divide", {b, a}]
product[a_, b_] := {"Call", "Times", {a, b}}

rewrite["Plus", {}] := {"Number", 0}
rewrite["Plus", {a_}] := a
rewrite["Plus", {a_, {"Call", "Minus", {b_}}}] := {"Call", "Subtract", {a, b}}
rewrite["Plus", {a_, b_}] := {"Call", "Plus", {a, b}}
rewrite["Plus", {a_, b_, rest__}] := make["Plus", {make["Plus", {a, b}], rest}]

rewrite["Minus", {a_}] := {"Call", "Minus", {a}}

rewrite["Power", {a_, {"Number", 1}}] := a
rewrite["Power", {a_, {"Number", n_Integer}}] := If[n < 0, make["Divide", {{"Number", 1}, make["Power", {a, {"Number", -n}}]}], {"Call", "Power", {a, {"Number", n}}}]
rewrite["Power", {a_, {"Number", 1/2}}] := {"Call", "Sqrt", {a}}
rewrite["Power", {a_, {"Number", -1/2}}] := make["Divide", {{"Number", 1}, {"Call", "Sqrt", {a}}}]
rewrite["Power", {{"Number", E}, x_}] := {"Call", "Exp", {x}}
rewrite["Power", {a_, b_, rest__}] := make["Power", {a, make["Power", {b, rest}]}]

rewrite["Log", {{"Number", 2}, x_}] := {"Call", "Log2", {x}}
rewrite["Log", {{"Number", 10}, x_}] := {"Call", "Log10", {x}}
rewrite["Log", {b_, x_}] := make["Divide", {make["Log", {x}], make["Log", {b}]}]

rewrite[name : "Min" | "Max", trees_] := If[Length[trees] > 2, make[name, {make[name, Take[trees, 2]], Sequence @@ Drop[trees, 2]}], {"Call", name, trees}]

rewrite[name_, trees_] := {"Call", name, trees}

End[];
