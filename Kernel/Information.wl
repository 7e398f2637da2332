(* ::Package:: *)

(* Devices: how many, which one is used, and what they are. *)

Begin["MetalLink`Private`"];


(* ::Section:: *)
(*The device in use*)

$device = 1;
$selectedDevice = None;

(* $MetalDevice is read at every call, so that Block works on it. *)
selectDevice[caller_] := If[$MetalDevice =!= $selectedDevice,
  checkDevice[caller];
  callLibrary[caller, "device_select", {$MetalDevice}];
  $selectedDevice = $MetalDevice]

checkDevice[caller_] := Module[{count = deviceCount[caller]},
  If[! deviceIndexQ[$MetalDevice, count], fail[caller, "device", $MetalDevice, count]]]

deviceIndexQ[index_, count_] := IntegerQ[index] && 1 <= index <= count

(* The number of devices; none is a failure with the library's reason. *)
deviceCount[caller_] := Module[{count = callLibrary[caller, "device_count", {}]},
  If[count < 1, fail[caller, "nodevice", errorText[caller, "device_count", "the library gives no reason"]]];
  count]

$MetalDevice := $device

$MetalDevice /: HoldPattern[$MetalDevice = index_] := setDevice[index]

setDevice[index_] := With[{count = $MetalDeviceCount},
  If[deviceIndexQ[index, count],
    $device = index,
    Message[$MetalDevice::device, index, count]; $Failed]]

$MetalDeviceCount := Replace[Quiet[checked[deviceCount[MetalQ]]], $Failed -> 0]

MetalQ[] := checked[deviceCount[MetalQ]] =!= $Failed

MetalQ[arguments___] := Null /; wrongCount[MetalQ, Length[{arguments}], {0, 0}]


(* ::Section:: *)
(*Properties*)

$deviceProperties = {"Name", "Library", "DoublePrecision", "Families", "UnifiedMemory", "MaxBufferLength", "RecommendedMaxWorkingSetSize", "CurrentAllocatedSize",
  "MaxThreadgroupMemoryLength", "MaxThreadsPerThreadgroup", "MaxTotalThreadsPerThreadgroup", "ThreadExecutionWidth"};

$textProperties = {"Name", "Library", "DoublePrecision", "Families"};

deviceProperty[index_, "UnifiedMemory"] := callLibrary[MetalInformation, "device_integer", {index, "UnifiedMemory"}] === 1
deviceProperty[index_, property_] :=
  callLibrary[MetalInformation, If[MemberQ[$textProperties, property], "device_string", "device_integer"], {index, property}]

deviceProperties[index_] := Map[Function[property, property -> deviceProperty[index, property]], $deviceProperties]

checkIndex[index_] := With[{count = deviceCount[MetalInformation]},
  If[! deviceIndexQ[index, count], fail[MetalInformation, "device", index, count]]]

MetalInformation[] := checked[Map[Function[index, index -> deviceProperties[index]], Range[deviceCount[MetalInformation]]]]

MetalInformation[index_] := checked[checkIndex[index]; deviceProperties[index]]

MetalInformation[index_, property_] := checked[
  checkIndex[index];
  If[! MemberQ[$deviceProperties, property], fail[MetalInformation, "property", property, $deviceProperties]];
  deviceProperty[index, property]]

MetalInformation[arguments___] := Null /; wrongCount[MetalInformation, Length[{arguments}], {0, 2}]

End[];
