(* ::Package:: *)

(* MetalLink: arrays and images on the GPU of an Apple-silicon Mac. Usage messages, options and messages stand here; the parts are in Kernel. *)

BeginPackage["MetalLink`"];

Unprotect["MetalLink`*"];
ClearAll["MetalLink`*", "MetalLink`Private`*", "MetalLink`Compiler`*"];


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
the sign of IEEE arithmetic where Divide gives ComplexInfinity, and 0/0 gives Indeterminate (NaN in a NumericArray); a message gives the counts. Complex numbers divide by (a + b I) (c - d I)/(c^2 + d^2), \
scaled so that the quotient is right wherever it is in range, and 1 of a number by itself; by zero they give ComplexInfinity.";

MetalMap::usage = "MetalMap[f, array] applies f to every number of array on the GPU, as Map[f, array, {-1}] does. MetalMap[f] is an operator form: \
MetalMap[f][array] is MetalMap[f, array].
f is a function of the language, a pure function, a composition, or a symbol with a definition of plain arguments: arithmetic, comparisons and logic, elementary and \
special functions, If, Which, Switch, Piecewise, Module, Block, With, assignments, Do, While, For, Nest, NestWhile, FixedPoint, Fold and more; it is compiled for the GPU when it is \
first used. What cannot be compiled gives a message with the expression and the reason, and $Failed. array is a list of any depth of machine integers, reals or complex numbers, a \
NumericArray, or a number, for which f[number] is given. A level argument is refused.
Integers stay integers under arithmetic and rounding; where a result does not fit in 64 bits, a list is computed by Map, exactly. Under other functions, and in \
quotients, integers are taken as N takes them. Every element of the result has one type: If with an integer and a real branch gives reals. f may give a list of fixed \
length. A NumericArray keeps its type where that can hold the result.
Where f leaves the real numbers, as Sqrt[-1.] does, the element is Indeterminate (NaN in a NumericArray), with \"ComplexResults\" -> True complex; at a pole with a sign, as Log[0.], \
and where it overflows, as Exp[1000.], it is infinite, at one without, as Gamma[-1.], Indeterminate; a message gives the counts.
The option \"TargetPrecision\" is Automatic (double precision for reals of 64 bits, single for Real32), \"Double\" or \"Single\". MetalLastCall[][\"Precision\"] tells what was used.";

MetalMapThread::usage = "MetalMapThread[f, {a, b, ...}] gives f of the numbers at the same place of all arrays, on the GPU, as MapThread[f, {a, b, ...}, r] does, r being the depth \
of the arrays, which have equal dimensions. f, arrays, results and options are as in MetalMap. A level argument is refused.";

MetalMapIndexed::usage = "MetalMapIndexed[f, array] gives f[x, {i, j, ...}] for every number x of array, on the GPU, where {i, j, ...} is its position, as \
MapIndexed[f, array, {-1}] does. MetalMapIndexed[f] is an operator form. f, array, results and options are as in MetalMap. A level argument is refused.";

MetalTable::usage = "MetalTable[expr, {i, imin, imax, di}, {j, jmin, jmax}, ...] gives the values of expr on the GPU, as Table does: a list of as many levels as there are \
iterators. MetalTable has the attribute HoldAll. Iterators are {n}, {i, imax}, {i, imin, imax}, {i, imin, imax, di} and {i, {i1, i2, ...}} with numbers that depend on no other iterator. \
What expr may contain, and the options, are as in MetalMap.";

MetalCompile::usage = "MetalCompile[f, {type1, type2, ...}] compiles f, a function of as many arguments, for the GPU and gives a MetalCompiledFunction. A type is Integer, Real or Complex, for \
numbers and lists, or an element type of NumericArrays, as \"Real32\"; with one of these the result is a NumericArray. Options are as in MetalMap.";

MetalCompiledFunction::usage = "MetalCompiledFunction[...] stands for a function that MetalCompile has made. Applied to numbers it gives a number; applied to arrays of equal dimensions, and numbers, it gives the \
array of its values at all elements. MetalFunctionInformation tells its source text in the Metal Shading Language.";

MetalFunctionInformation::usage = "MetalFunctionInformation[function] gives properties of a MetalCompiledFunction as an association.
MetalFunctionInformation[function, \"property\"] gives one property: \"Source\" (the text in the Metal Shading Language), \"ArgumentTypes\", \"ResultType\", \"ResultDimensions\", \
\"Precision\" or \"Function\".";

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
Options[MetalMap] = {"TargetPrecision" -> Automatic, "ComplexResults" -> False};
Options[MetalMapThread] = {"TargetPrecision" -> Automatic, "ComplexResults" -> False};
Options[MetalMapIndexed] = {"TargetPrecision" -> Automatic, "ComplexResults" -> False};
Options[MetalTable] = {"TargetPrecision" -> Automatic, "ComplexResults" -> False};
Options[MetalCompile] = {"TargetPrecision" -> Automatic, "ComplexResults" -> False};


Begin["`Private`"];


(* ::Section:: *)
(*Messages*)

Scan[
  Function[function,
    function::library = "`1`";
    function::nolib = "MetalLink's library is not available: `1`.";
    function::nodevice = "There is no GPU that MetalLink can use: `1`. The command invoke doctor, in MetalLink's folder, tells more.";
    function::device = "`1` is not the index of a GPU; there are `2`."],
  {MetalAdd, MetalSubtract, MetalTimes, MetalDivide, MetalMap, MetalMapThread, MetalMapIndexed, MetalTable, MetalCompile, MetalCompiledFunction, MetalFunctionInformation, MetalImageNegate, MetalQ, MetalInformation, $MetalDevice}];

Scan[
  Function[function,
    function::argument = "Argument `1` is `2`; a number, a list of machine numbers or a NumericArray is expected.";
    function::element = "The element at position `3` of argument `1` is `2`; machine integers, reals or complex numbers are expected.";
    function::ragged = "Argument `1` is a ragged list; a list with rows of equal length is expected.";
    function::nonfinite = "Elements of the result that are no real numbers: `1`; infinite elements: `2`.";
    function::overflow = "Elements of the result that do not fit in the type `2`: `1`; the first is at position `3`.";
    function::optval = "Value `1` of option `2` is not one of `3`."],
  {MetalAdd, MetalSubtract, MetalTimes, MetalDivide, MetalMap, MetalMapThread, MetalMapIndexed, MetalTable, MetalCompile, MetalCompiledFunction}];

Scan[
  Function[function,
    function::nocomp = "`1` cannot be compiled for the GPU: `2`.";
    function::level = "The level specification `1` is refused: the function is always applied to the numbers of arrays.";
    function::shape = "Arguments `1` and `2` have dimensions `3` and `4`; arrays of equal dimensions are expected.";
    function::array = "Argument `1` is `2`; an array is expected."],
  {MetalMap, MetalMapThread, MetalMapIndexed, MetalTable, MetalCompile, MetalCompiledFunction, MetalFunctionInformation}];

Scan[
  Function[function,
    function::shape = "Arguments `1` and `2` have dimensions `3` and `4`; arrays of equal dimensions are expected.";
    function::fit = "The number `2` at argument `1` does not fit in the type `3` of the arrays.";
    function::types = "Arguments of the types `1` and `2` have no common integer type."],
  {MetalAdd, MetalSubtract, MetalTimes, MetalDivide}];

MetalMapThread::arrays = "Argument 2 is `1`; a list of arrays is expected.";

MetalTable::iterator = "`1` is no iterator with a symbol and real numbers, or with a list of numbers.";

MetalCompile::type = "`1` is not one of the types `2`.";

MetalCompiledFunction::count = "`1` arguments are given; the function has `2`.";
MetalCompiledFunction::parameter = "Argument `1` has elements of type `3`, which its parameter of type `2` does not take.";

MetalFunctionInformation::function = "Argument 1 is `1`; a MetalCompiledFunction is expected.";
MetalFunctionInformation::property = "`1` is not one of the properties `2`.";

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
  Function[part, Get[FileNameJoin[Join[{$directory, "Kernel"}, StringSplit[part <> ".wl", "/"]]]]],
  {"Arguments", "Library", "Information", "Arrays", "Arithmetic", "Compiler/Read", "Compiler/Patterns", "Compiler/Simplify", "Compiler/Functions", "Compiler/Emit", "Compiler/Program",
    "Compiled", "Map", "MapThread", "MapIndexed", "Table", "CompiledFunction", "Images"}];

End[];

Protect["MetalLink`*"];

EndPackage[];
