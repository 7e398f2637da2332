(* Devices and the record of the last call. *)

integerProperties = {"MaxBufferLength", "RecommendedMaxWorkingSetSize", "MaxThreadgroupMemoryLength", "MaxThreadsPerThreadgroup",
  "MaxTotalThreadsPerThreadgroup", "ThreadExecutionWidth"};

VerificationTest[MetalQ[], True, TestID -> "MetalQ"]

VerificationTest[IntegerQ[$MetalDeviceCount] && $MetalDeviceCount >= 1, True, TestID -> "device count"]

VerificationTest[$MetalDevice, 1, TestID -> "default device"]

VerificationTest[$MetalDevice = 1; $MetalDevice, 1, TestID -> "device can be set"]

VerificationTest[$MetalDevice = 0, $Failed, {$MetalDevice::device}, TestID -> "device 0 is refused"]

VerificationTest[$MetalDevice = $MetalDeviceCount + 1, $Failed, {$MetalDevice::device}, TestID -> "device beyond the count is refused"]

VerificationTest[$MetalDevice = "first", $Failed, {$MetalDevice::device}, TestID -> "device that is no index is refused"]

VerificationTest[
  Quiet[$MetalDevice = 0]; {$MetalDevice, MetalAdd[{1}, {2}]},
  {1, {3}},
  TestID -> "a refused device changes nothing"]

VerificationTest[
  Block[{$MetalDevice = $MetalDeviceCount + 1}, MetalAdd[{1}, {2}]],
  $Failed,
  {MetalAdd::device},
  TestID -> "a device set by Block is checked at the call"]

VerificationTest[
  Map[First, MetalInformation[]],
  Range[$MetalDeviceCount],
  TestID -> "all devices"]

VerificationTest[
  DeleteCases[MetalInformation[1], "CurrentAllocatedSize" -> _] === DeleteCases[1 /. MetalInformation[], "CurrentAllocatedSize" -> _],
  True,
  TestID -> "one device is a part of all"]

VerificationTest[
  "Name" /. MetalInformation[1],
  MetalInformation[1, "Name"],
  TestID -> "one property is a part of one device"]

VerificationTest[
  StringQ[MetalInformation[1, "Name"]] && StringLength[MetalInformation[1, "Name"]] > 0,
  True,
  TestID -> "device name"]

VerificationTest[
  MemberQ[{"Metal", "softmetal"}, MetalInformation[1, "Library"]],
  True,
  TestID -> "which Metal"]

VerificationTest[
  MemberQ[{"Native", "Emulated"}, MetalInformation[1, "DoublePrecision"]],
  True,
  TestID -> "double precision of the device"]

VerificationTest[
  MemberQ[{True, False}, MetalInformation[1, "UnifiedMemory"]],
  True,
  TestID -> "unified memory is True or False"]

VerificationTest[
  AllTrue[integerProperties, Function[property, IntegerQ[MetalInformation[1, property]] && MetalInformation[1, property] > 0]],
  True,
  TestID -> "limits are positive integers"]

VerificationTest[
  IntegerQ[MetalInformation[1, "CurrentAllocatedSize"]] && MetalInformation[1, "CurrentAllocatedSize"] >= 0,
  True,
  TestID -> "allocated size"]

VerificationTest[MetalInformation[0], $Failed, {MetalInformation::device}, TestID -> "information on device 0"]

VerificationTest[MetalInformation[$MetalDeviceCount + 1, "Name"], $Failed, {MetalInformation::device}, TestID -> "information beyond the count"]

VerificationTest[MetalInformation["Name"], $Failed, {MetalInformation::device}, TestID -> "information on no index"]

VerificationTest[MetalInformation[1, "Speed"], $Failed, {MetalInformation::property}, TestID -> "unknown property"]

VerificationTest[
  MetalAdd[{1., 2.}, {3., 4.}];
  Sort[Keys[MetalLastCall[]]],
  Sort[{"Function", "Device", "Precision", "BytesAdopted", "BytesCopied", "Windows", "CommandBuffers", "GPUSeconds", "WallSeconds", "NonReal", "Infinite", "Overflow",
    "Fallback"}],
  TestID -> "last call: keys"]

VerificationTest[
  MetalAdd[{1., 2.}, {3., 4.}]; Lookup[MetalLastCall[], {"Function", "Device", "Fallback", "NonReal", "Infinite", "Overflow"}],
  {MetalAdd, 1, None, 0, 0, 0},
  TestID -> "last call: a plain addition"]

VerificationTest[
  MetalMap[Abs, {1, -2}]; Lookup[MetalLastCall[], {"Function", "Precision"}],
  {MetalMap, "Exact"},
  TestID -> "last call: integers are exact"]

VerificationTest[
  MetalAdd[NumericArray[{1, 2}, "Real32"], NumericArray[{1, 2}, "Real32"]]; MetalLastCall[]["Precision"],
  "Single",
  TestID -> "last call: Real32 is single"]

VerificationTest[
  MetalAdd[{1., 2.}, {3., 4.}];
  MetalLastCall[]["Precision"],
  If[MetalInformation[1, "DoublePrecision"] === "Native", "Double", "EmulatedDouble"],
  TestID -> "last call: reals are double"]

VerificationTest[
  MetalAdd[{1., 2.}, {3., 4.}, "TargetPrecision" -> "Single"]; MetalLastCall[]["Precision"],
  "Single",
  TestID -> "last call: single precision on demand"]

VerificationTest[
  MetalAdd[N[Range[1000]], N[Range[1000]]];
  {MetalLastCall[]["BytesAdopted"] + MetalLastCall[]["BytesCopied"], MetalLastCall[]["WallSeconds"] > 0, MetalLastCall[]["GPUSeconds"] >= 0,
    MetalLastCall[]["CommandBuffers"], MetalLastCall[]["Windows"]},
  {24000, True, True, 1, 1},
  TestID -> "last call: memory, time and one command buffer"]
