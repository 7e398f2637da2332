(* ::Package:: *)

(* The dynamic library: found beside the package, loaded at the first call, its failures turned into messages. *)

Begin["MetalLink`Private`"];


(* ::Section:: *)
(*Loading*)

$libraryDirectory := FileNameJoin[{$directory, "LibraryResources", $SystemID}]

$libraryFile := FileNameJoin[{$libraryDirectory, "MetalLink" <> Switch[$OperatingSystem, "MacOSX", ".dylib", "Windows", ".dll", _, ".so"]}]

(* Only what has been loaded is remembered, so a library that is built later is found. *)

$table = None;

libraryTable[caller_] := If[AssociationQ[$table], $table, $table = readTable[caller]]

(* The rendered table of functions. It is read in the System` context, whatever the user's contexts are. *)
readTable[caller_] := Module[{file = FileNameJoin[{$libraryDirectory, "LibraryFunctions.wl"}], table},
  If[! FileExistsQ[$libraryFile], fail[caller, "nolib", "there is no file " <> $libraryFile]];
  If[! FileExistsQ[file], fail[caller, "nolib", "there is no file " <> file]];
  table = Block[{$Context = "MetalLink`Private`", $ContextPath = {"System`"}}, Quiet[Get[file]]];
  If[! AssociationQ[table], fail[caller, "nolib", file <> " is damaged"]];
  If[table["Version"] =!= $version,
    fail[caller, "nolib", "the library is of version " <> ToString[table["Version"]] <> ", the package of version " <> $version]];
  table]

loaderText[] := With[{text = LibraryLink`$LibraryError}, If[StringQ[text], text, "it cannot be loaded"]]

(* operands is how often a repeated argument stands. *)
libraryFunction[caller_, key_, operands_] :=
  Replace[loaded[key, operands], _loaded :> (loaded[key, operands] = loadFunction[caller, key, operands])]

loadFunction[caller_, key_, operands_] := Module[{entry, function},
  entry = libraryTable[caller]["Functions"][key];
  function = Quiet[LibraryFunctionLoad[$libraryFile, entry["Symbol"],
    Join[entry["Arguments"], Table[entry["Repeated"], {operands}]], entry["Result"]]];
  If[Head[function] =!= LibraryFunction, fail[caller, "nolib", $libraryFile <> ": " <> loaderText[]]];
  function]


(* ::Section:: *)
(*Calls*)

(* An error code of the library, or a call that was not made, because an argument does not conform to the declaration. *)
failedCallQ[value_] := value === $Failed || Head[value] === LibraryFunctionError || uncalledQ[value]

uncalledQ[value_] := MatchQ[Head[value], _LibraryFunction]

overflowQ[value_] := MatchQ[value, LibraryFunctionError["LIBRARY_NUMERICAL_ERROR", _]]

lastError[caller_] := Quiet[libraryFunction[caller, "last_error", 0][]]

(* What went wrong, without the operands. The library's last error is of this call only if the call was made. *)
failureText[caller_, key_, value_] := If[uncalledQ[value],
  "the library was not called, because the arguments do not conform to the declaration of its function " <> key,
  errorText[caller, key, "the library's function " <> key <> " gives " <> codeName[value] <> " and no reason"]]

codeName[LibraryFunctionError[name_String, _]] := name
codeName[_] := "$Failed"

(* The library's text starts with the name of the public function, but the message is one of a function already. *)
errorText[caller_, key_, otherwise_] := With[{text = lastError[caller]},
  If[StringQ[text] && text =!= "",
    StringReplace[text, StartOfString ~~ libraryTable[caller]["Functions"][key]["Public"] ~~ ": " -> ""],
    otherwise]]

(* The value of a library function; a failure other than integer overflow gives its message. Loading is not part of what is quiet. *)
callLibrary[caller_, key_, arguments_, operands_: {}] :=
  checkValue[caller, key, quietly[libraryFunction[caller, key, Length[operands]], Join[arguments, operands]]]

quietly[function_, arguments_] := Quiet[function @@ arguments]

checkValue[caller_, key_, value_] :=
  If[failedCallQ[value] && ! overflowQ[value], fail[caller, "library", failureText[caller, key, value]], value]


(* ::Section:: *)
(*Computations*)

(* The last computation: function, device, the library's integers about it, and the function that took its place after overflow. *)
$lastCall = None;

(* The library's integers by their position. *)
$facts = <|"BytesAdopted" -> 1, "BytesCopied" -> 2, "Windows" -> 3, "CommandBuffers" -> 4, "GPUNanoseconds" -> 5, "WallNanoseconds" -> 6, "NonReal" -> 7,
  "Infinite" -> 8, "Overflow" -> 9, "FirstOverflow" -> 10, "Precision" -> 11|>;

$precisionNames = {"Exact", "Single", "Double", "EmulatedDouble"};

lastFact[name_] := $lastCall[[3, $facts[name]]]

(* A library function that computes on the device: selects $MetalDevice, calls, records what was done. *)
compute[caller_, key_, arguments_, operands_: {}] := (
  $lastCall = None;
  selectDevice[caller];
  recorded[caller, callLibrary[caller, key, arguments, operands]])

recorded[caller_, value_] := ($lastCall = {caller, $selectedDevice, callLibrary[caller, "last_call", {}], None}; value)

SetAttributes[exactly, HoldRest];

(* The language's own function gives what does not fit in 64 bits. *)
exactly[function_, expression_] := ($lastCall[[4]] = function; expression)

MetalLastCall[] := If[$lastCall === None, <||>, Join[
  <|"Function" -> $lastCall[[1]], "Device" -> $lastCall[[2]], "Precision" -> $precisionNames[[lastFact["Precision"] + 1]]|>,
  AssociationMap[lastFact, {"BytesAdopted", "BytesCopied", "Windows", "CommandBuffers"}],
  <|"GPUSeconds" -> lastFact["GPUNanoseconds"]*1.*^-9, "WallSeconds" -> lastFact["WallNanoseconds"]*1.*^-9|>,
  AssociationMap[lastFact, {"NonReal", "Infinite", "Overflow"}],
  <|"Fallback" -> $lastCall[[4]]|>]]

MetalLastCall[arguments___] := Null /; wrongCount[MetalLastCall, Length[{arguments}], {0, 0}]

End[];
