PacletObject[<|
  "Name" -> "MetalLink",
  "Version" -> "0.1.0",
  "WolframVersion" -> "12.2+",
  "Description" -> "Arrays and images on the GPU of an Apple-silicon Mac, through Metal",
  "License" -> "MIT",
  "SystemID" -> {"MacOSX-ARM64", "Linux-x86-64"},
  "Extensions" -> {
    {"Kernel", "Root" -> ".", "Context" -> {{"MetalLink`", "MetalLink.wl"}}},
    {"LibraryLink", "Root" -> "LibraryResources", "SystemID" -> {"MacOSX-ARM64", "Linux-x86-64"}}
  }
|>]
