(* MetalImageNegate against ColorNegate. *)

bytes = {{{0, 10, 255}, {1, 2, 3}, {100, 150, 200}}, {{9, 8, 7}, {255, 255, 255}, {0, 0, 0}}};
gray = {{0., 0.25, 0.5}, {0.75, 1., 0.125}};
voxels = {{{0., 0.25}, {0.5, 1.}}, {{1., 0.5}, {0.25, 0.}}, {{0., 1.}, {0.5, 0.5}}};
sameImageQ[a_, b_] := {Head[a], ImageType[a], ImageDimensions[a], ImageChannels[a], ImageColorSpace[a], ImageData[a]} ===
  {Head[b], ImageType[b], ImageDimensions[b], ImageChannels[b], ImageColorSpace[b], ImageData[b]};
equalsColorNegate[image_] := sameImageQ[MetalImageNegate[image], ColorNegate[image]];

VerificationTest[
  ImageData[MetalImageNegate[Image[bytes, "Byte"]], "Byte"],
  255 - bytes,
  TestID -> "bytes"]
VerificationTest[ImageData[MetalImageNegate[Image[{{0, 1, 1}, {1, 0, 0}}, "Bit"]]], {{1, 0, 0}, {0, 1, 1}}, TestID -> "bits"]
VerificationTest[ImageData[MetalImageNegate[Image[257 bytes, "Bit16"]], "Bit16"], 65535 - 257 bytes, TestID -> "16 bits"]
VerificationTest[ImageData[MetalImageNegate[Image[gray, "Real32"]]], 1 - gray, TestID -> "Real32"]
VerificationTest[ImageData[MetalImageNegate[Image[gray, "Real64"]]], 1 - gray, TestID -> "Real64"]
VerificationTest[
  ImageData[MetalImageNegate[Image[{{-0.5, 1.5}}, "Real64"]]],
  {{1.5, -0.5}},
  TestID -> "reals are not clipped"]
VerificationTest[
  Map[Function[type, ImageType[MetalImageNegate[Image[{{0, 1}}, type]]]], {"Bit", "Byte", "Bit16", "Real32", "Real64"}],
  {"Bit", "Byte", "Bit16", "Real32", "Real64"},
  TestID -> "types are kept"]
VerificationTest[
  AllTrue[{"Bit", "Byte", "Bit16", "Real32", "Real64"}, Function[type, equalsColorNegate[Image[Image[bytes, "Byte"], type]]]],
  True,
  TestID -> "color images of all types equal ColorNegate"]
VerificationTest[
  AllTrue[Range[1, 6], Function[n, With[{image = Image[Table[Mod[i + j + k, 256], {i, 5}, {j, 7}, {k, n}], "Byte"]},
    ImageChannels[MetalImageNegate[image]] === n && equalsColorNegate[image]]]],
  True,
  TestID -> "1 to 6 channels equal ColorNegate"]
VerificationTest[
  ImageData[MetalImageNegate[Image[{{{10, 20, 30, 77}, {0, 0, 0, 0}}}, "Byte", ColorSpace -> "RGB"]], "Byte"],
  {{{245, 235, 225, 77}, {255, 255, 255, 0}}},
  TestID -> "alpha of a color image is untouched"]
VerificationTest[
  ImageData[MetalImageNegate[Image[{{{10, 77}, {0, 255}}}, "Byte", ColorSpace -> "Grayscale"]], "Byte"],
  {{{245, 77}, {255, 255}}},
  TestID -> "alpha of a grayscale image is untouched"]
VerificationTest[
  ImageData[MetalImageNegate[Image[{{{10, 20, 30, 40, 50}}}, "Byte"]], "Byte"],
  {{{245, 235, 225, 215, 205}}},
  TestID -> "five channels have no alpha"]
VerificationTest[
  With[{image = Image[Table[bytes[[All, All, c]], {c, 3}], "Byte", Interleaving -> False]},
    {ImageDimensions[MetalImageNegate[image]], ImageData[MetalImageNegate[image], "Byte", Interleaving -> True]}],
  {{3, 2}, 255 - bytes},
  TestID -> "planar image"]
VerificationTest[
  With[{image = Image3D[voxels, "Real32"]}, {Head[MetalImageNegate[image]], ImageData[MetalImageNegate[image]]}],
  {Image3D, 1 - voxels},
  TestID -> "3D image"]
VerificationTest[equalsColorNegate[Image3D[Table[Mod[i j k + c, 256], {i, 3}, {j, 4}, {k, 5}, {c, 3}], "Byte"]], True, TestID -> "3D color image equals ColorNegate"]
VerificationTest[equalsColorNegate[Image[{{0.5}}, "Real32"]], True, TestID -> "one pixel"]
VerificationTest[
  equalsColorNegate[Image[Table[Mod[i j, 256], {i, 1}, {j, 2049}], "Byte"]],
  True,
  TestID -> "one long row"]
VerificationTest[
  Map[Function[space, With[{image = ColorConvert[Image[N[bytes]/255, "Real64", ColorSpace -> "RGB"], space]},
    {ImageColorSpace[MetalImageNegate[image]], ImageType[MetalImageNegate[image]] === ImageType[image],
      Max[Abs[ImageData[ColorConvert[MetalImageNegate[image], "RGB"]] - (1 - N[bytes]/255)]] < 0.01}]], {"HSB", "XYZ", "LAB", "LUV", "LCH"}],
  {{"HSB", True, True}, {"XYZ", True, True}, {"LAB", True, True}, {"LUV", True, True}, {"LCH", True, True}},
  TestID -> "other color spaces are negated in RGB"]
VerificationTest[
  With[{image = ColorConvert[Image[bytes, "Byte", ColorSpace -> "RGB"], "HSB"]},
    {ImageColorSpace[MetalImageNegate[image]], ImageType[MetalImageNegate[image]]}],
  {"HSB", ImageType[ColorConvert[Image[bytes, "Byte", ColorSpace -> "RGB"], "HSB"]]},
  TestID -> "color space and type of a byte image in HSB"]
VerificationTest[
  With[{image = Image[bytes, "Byte", ColorSpace -> "RGB", ImageSize -> 200, MetaInformation -> <|"Camera" -> "test"|>]},
    Lookup[Options[MetalImageNegate[image]], {ImageSize, MetaInformation}] === Lookup[Options[image], {ImageSize, MetaInformation}]],
  True,
  TestID -> "options and meta information are kept"]
VerificationTest[MetalImageNegate[MetalImageNegate[Image[bytes, "Byte"]]] // ImageData[#, "Byte"] &, bytes, TestID -> "twice gives the image"]
VerificationTest[MetalImageNegate[Image[bytes, "Byte"]]; MetalLastCall[]["Function"], MetalImageNegate, TestID -> "last call"]

VerificationTest[MetalImageNegate[5], $Failed, {MetalImageNegate::image}, TestID -> "a number is no image"]
VerificationTest[MetalImageNegate[{{0.5}}], $Failed, {MetalImageNegate::image}, TestID -> "a list is no image"]
VerificationTest[MetalImageNegate[Red], $Failed, {MetalImageNegate::image}, TestID -> "a color is no image"]
VerificationTest[MetalImageNegate[Graphics[{}]], $Failed, {MetalImageNegate::image}, TestID -> "graphics are no image"]
VerificationTest[Head[MetalImageNegate[]], MetalImageNegate, {MetalImageNegate::argx}, TestID -> "no argument"]
VerificationTest[
  Head[MetalImageNegate[Image[{{0.5}}], 2]],
  MetalImageNegate,
  {MetalImageNegate::argx},
  TestID -> "two arguments"]
