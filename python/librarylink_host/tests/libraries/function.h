#include "WolframLibrary.h"
#include "WolframImageLibrary.h"
#include "WolframNumericArrayLibrary.h"

#define FUNCTION(name) \
    EXTERN_C DLLEXPORT int name(WolframLibraryData libData, mint Argc, MArgument *Args, MArgument Res); \
    int name(WolframLibraryData libData, mint Argc, MArgument *Args, MArgument Res)
