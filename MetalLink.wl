(* ::Package:: *)

(* MetalLink: arrays and images on the GPU of an Apple-silicon Mac. Usage messages, options and messages stand here; the parts are in Kernel. *)

BeginPackage["MetalLink`"];

Unprotect["MetalLink`*"];
ClearAll["MetalLink`*", "MetalLink`Private`*"];


(* ::Section:: *)
(*Usage*)

MetalAdd::usage = "MetalAdd[a, b, ...] gives the sum of arrays of the same dimensions on the GPU, as Plus does. The arguments are lists of any depth \
of machine integers, reals or complex numbers, NumericArrays of any type, and numbers, which are added to every element.
Lists of integers give exact integers, also where a sum does not fit in 64 bits; integers with reals give reals, anything with complex numbers complex \
numbers. With a NumericArray the result is a NumericArray: of the wider type, for signed with unsigned integers the next wider signed type, for integers with \
reals Real64, or Real32 for 8- and 16-bit integers with Real32; a number takes the type of the arrays within its kind. Sums are taken from left to right.
The option \"TargetPrecision\" is Automatic (double precision for reals of 64 bits, single for Real32), \"Double\" or \"Single\".
Different dimensions, anything else than numbers, lists of machine numbers and NumericArrays, and a sum that does not fit the integer type of a \
NumericArray give a message and $Failed.";

MetalSubtract::usage = "MetalSubtract[a, b] gives the difference a - b of two arrays of the same dimensions on the GPU, as Subtract does. The arguments, the types of results and \
the options are those of MetalAdd: lists of machine numbers, NumericArrays, and a number in the place of an array.
A difference of integers in lists that does not fit in 64 bits is exact; one that does not fit the integer type of NumericArrays, as a negative one of unsigned \
integers, gives a message and $Failed.";

MetalTimes::usage = "MetalTimes[a, b, ...] gives the product of arrays of the same dimensions on the GPU, element by element, as Times does. The arguments, the types of results and \
the options are those of MetalAdd; products are taken from left to right.
A product of integers in lists that does not fit in 64 bits is exact; one that does not fit the integer type of NumericArrays gives a message and $Failed. Only the whole \
product must fit, not the partial ones. Complex numbers multiply by (a + b I) (c + d I) = (a c - b d) + (a d + b c) I, every product and sum rounded.";

MetalDivide::usage = "MetalDivide[a, b] gives the quotient a/b of two arrays of the same dimensions on the GPU, element by element, as Divide does. The arguments and \
the options are those of MetalAdd.
Integers are taken as N takes them, so that the result is a list of reals, or a NumericArray of type Real64, and not of rational numbers. Division by zero gives infinities with \
the sign of IEEE arithmetic where Divide gives ComplexInfinity, and 0/0 gives Indeterminate (NaN in a NumericArray); a message gives the counts. Complex numbers divide by Smith's \
formula, whose intermediate results do not overflow.";

MetalMap::usage = "MetalMap[f, array] applies f to every number of array on the GPU, as Map[f, array, {-1}] does. MetalMap[f] is an operator form: \
MetalMap[f][array] is MetalMap[f, array].
f is one of Sin, Cos, Tan, ArcSin, ArcCos, ArcTan, Sinh, Cosh, Tanh, Exp, Log, Log10, Sqrt, Abs, Ceiling, Floor, Round and Sign. array is a list of any depth of \
machine integers or reals, a NumericArray, or a number, for which f[number] is given; of complex arrays only Abs is available. A level argument is refused.
Integers in a list are taken as N takes them, except by Abs, Ceiling, Floor, Round and Sign, which give exact integers; Ceiling, Floor, Round and Sign of reals in a list give \
integers. A NumericArray of reals keeps its type. Where f leaves the real numbers, as Sqrt[-1.] does, the element is Indeterminate (NaN in a NumericArray); at a pole, as Log[0.], \
and where it overflows, as Exp[1000.], it is infinite; a message gives the counts.
The option \"TargetPrecision\" is Automatic (double precision for reals of 64 bits, single for Real32), \"Double\" or \"Single\". Abs, Ceiling, Floor, Round, Sign and Sqrt of Real64 are \
in double precision everywhere. On devices without doubles the arguments and the results of the other functions of Real64 are rounded to single precision in this version, so that \
Sin[1.*^8 + 0.5] has no right digit there and Log[1. + 1.*^-9] is 0: a message says so once a session, \"TargetPrecision\" -> \"Double\" refuses it, and \
MetalLastCall[][\"Precision\"] tells what was used.";

MetalImageNegate::usage = "MetalImageNegate[image] gives the negative of image on the GPU, as ColorNegate does: every value v becomes 1 - v. image is an Image or Image3D of type \
\"Bit\", \"Byte\", \"Bit16\", \"Real32\" or \"Real64\" with any number of channels; an alpha channel stays as it is, and so do color space, type, interleaving, options and meta information. Images of another \
color space than grayscale or RGB are negated in RGB. Anything else than an image gives a message and $Failed.";

MetalQ::usage = "MetalQ[] gives True if MetalLink's library and a GPU that it can use are found, and otherwise False and a message that says what is missing.";

MetalInformation::usage = "MetalInformation[] gives properties of all GPUs as a list of rules index -> properties.
MetalInformation[i] gives the properties of GPU i as a list of rules.
MetalInformation[i, \"property\"] gives one property: \"Name\", \"Library\" (which Metal is used: Apple's or softmetal), \"DoublePrecision\" (\"Native\" or \"Emulated\"), \"Families\", \
\"UnifiedMemory\" (True or False), \"MaxBufferLength\", \"RecommendedMaxWorkingSetSize\", \"CurrentAllocatedSize\", \"MaxThreadgroupMemoryLength\" (all in bytes), \
\"MaxThreadsPerThreadgroup\", \"MaxTotalThreadsPerThreadgroup\" or \"ThreadExecutionWidth\" (all in threads).
An index or a property that is not there gives a message and $Failed.";

MetalLastCall::usage = "MetalLastCall[] gives an association of what the last call did on the GPU: \"Function\", \"Device\", \"Precision\" (\"Exact\" for integers, \"Single\", \"Double\", or \
\"EmulatedDouble\"), \"BytesAdopted\" (memory used in place), \"BytesCopied\", \"Windows\", \"CommandBuffers\", \"GPUSeconds\", \"WallSeconds\", the numbers of elements that are \"NonReal\", \"Infinite\" or \
\"Overflow\", and \"Fallback\" (the function that gave an exact result in the kernel after integer overflow, or None). Before the first call, and after one that failed on the GPU, it is empty.";

$MetalDevice::usage = "$MetalDevice is the index of the GPU that MetalLink uses, at first 1. It can be set to an integer from 1 to $MetalDeviceCount.";

$MetalDeviceCount::usage = "$MetalDeviceCount is the number of GPUs that MetalLink can use, 0 where there is none or the library cannot be loaded.";


(* ::Section:: *)
(*Options*)

Options[MetalAdd] = {"TargetPrecision" -> Automatic};
Options[MetalSubtract] = {"TargetPrecision" -> Automatic};
Options[MetalTimes] = {"TargetPrecision" -> Automatic};
Options[MetalDivide] = {"TargetPrecision" -> Automatic};
Options[MetalMap] = {"TargetPrecision" -> Automatic};


Begin["`Private`"];


(* ::Section:: *)
(*Messages*)

Scan[
  Function[function,
    function::library = "`1`";
    function::nolib = "MetalLink's library is not available: `1`.";
    function::nodevice = "There is no GPU that MetalLink can use: `1`. The command invoke doctor, in MetalLink's folder, tells more.";
    function::device = "`1` is not the index of a GPU; there are `2`."],
  {MetalAdd, MetalSubtract, MetalTimes, MetalDivide, MetalMap, MetalImageNegate, MetalQ, MetalInformation, $MetalDevice}];

Scan[
  Function[function,
    function::argument = "Argument `1` is `2`; a number, a list of machine numbers or a NumericArray is expected.";
    function::element = "The element at position `3` of argument `1` is `2`; machine integers, reals or complex numbers are expected.";
    function::ragged = "Argument `1` is a ragged list; a list with rows of equal length is expected.";
    function::nonfinite = "Elements of the result that are no real numbers: `1`; infinite elements: `2`.";
    function::overflow = "Elements of the result that do not fit in the type `2`: `1`; the first is at position `3`.";
    function::optval = "Value `1` of option `2` is not one of `3`."],
  {MetalAdd, MetalSubtract, MetalTimes, MetalDivide, MetalMap}];

Scan[
  Function[function,
    function::shape = "Arguments `1` and `2` have dimensions `3` and `4`; arrays of equal dimensions are expected.";
    function::fit = "The number `2` at argument `1` does not fit in the type `3` of the arrays.";
    function::types = "Arguments of the types `1` and `2` have no common integer type."],
  {MetalAdd, MetalSubtract, MetalTimes, MetalDivide}];

MetalMap::function = "`1` is not one of the functions `2`.";
MetalMap::single = "This GPU has no doubles: the arguments and the results of `1` were rounded to single precision. MetalLastCall[][\"Precision\"] tells for every call; this \
message is given once.";
MetalMap::level = "The level specification `1` is refused: MetalMap always applies the function at level {-1}.";

MetalImageNegate::image = "Argument 1 is `1`; an Image or Image3D is expected.";

MetalInformation::property = "`1` is not one of the properties `2`.";


(* ::Section:: *)
(*Parts*)

$directory = ExpandFileName[DirectoryName[$InputFileName]];

(* The version stands in PacletInfo.wl; the library's must be the same. *)
versionIn[text_String] := versionIn[StringSplit[text, "\"Version\" -> \""]]
versionIn[{_, version_String}] := First[StringSplit[version, "\""]]
versionIn[_] := "unknown"

$version = versionIn[Quiet[ReadString[FileNameJoin[{$directory, "PacletInfo.wl"}]]]];

Scan[
  Function[part, Get[FileNameJoin[{$directory, "Kernel", part <> ".wl"}]]],
  {"Arguments", "Library", "Information", "Arrays", "Arithmetic", "Map", "Images"}];

End[];

Protect["MetalLink`*"];

EndPackage[];
