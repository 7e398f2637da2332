(* ::Package:: *)

(* MetalImageNegate *)

Begin["MetalLink`Private`"];

MetalImageNegate[image_] := checked[
  If[! imageQ[image], fail[MetalImageNegate, "image", describe[image]]];
  restoreImage[negate[image, ImageColorSpace[image]], image]]

MetalImageNegate[arguments___] := Null /; wrongCount[MetalImageNegate, Length[{arguments}], {1, 1}]

imageQ[image : (_Image | _Image3D)] := ImageQ[image]
imageQ[_] := False

(* As ColorNegate: what has a color space is negated in RGB, which for grayscale is the same. *)
negate[image_, Automatic | "Grayscale" | "RGB"] := compute[MetalImageNegate, "image_negate", {image}]
negate[image_, space_] := ColorConvert[negate[ColorConvert[image, "RGB"], "RGB"], space]

(* A library gives an image without options, and color conversion may change the type. *)
restoreImage[result_, image_] := setOptions[setType[result, ImageType[image]], keptOptions[image]]

setType[image_, type_] := If[ImageType[image] === type, image, Head[image][image, type]]

setOptions[image_, {}] := image
setOptions[image_, options_List] := Head[image][image, Sequence @@ options]

keptOptions[image_] := DeleteCases[Options[image], (Rule | RuleDelayed)[ColorSpace | Interleaving, _]]

End[];
