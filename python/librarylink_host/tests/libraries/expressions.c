/* Managed library expressions: a linear congruential generator behind each id, as in Wolfram's demo_managed. */
#include <string.h>
#include "function.h"

#define MOST 100
static mint states[MOST];
static char used[MOST];
static mint made = 0, released = 0;

static void manage(WolframLibraryData libData, mbool mode, mint id) {
    (void)libData;
    if (mode == 0) made++; else released++;
    used[id] = mode == 0;
    states[id] = id;
}

static void fail(WolframLibraryData libData, mbool mode, mint id) {
    (void)id;
    if (mode == 0) libData->MTensor_getRank(NULL);
}

DLLEXPORT int WolframLibrary_initialize(WolframLibraryData libData) {
    memset(used, 0, sizeof used);
    int status = libData->registerLibraryExpressionManager("failing", fail);
    return status ? status : libData->registerLibraryExpressionManager("generator", manage);
}

DLLEXPORT void WolframLibrary_uninitialize(WolframLibraryData libData) { libData->unregisterLibraryExpressionManager("generator"); }

FUNCTION(next) {
    mint id = MArgument_getInteger(Args[0]);
    if (id < 1 || id >= MOST || !used[id]) return LIBRARY_FUNCTION_ERROR;
    states[id] = (states[id] * 1103515245 + 12345) % 2147483648;
    MArgument_setInteger(Res, states[id]);
    return LIBRARY_NO_ERROR;
}

FUNCTION(release) { return libData->releaseManagedLibraryExpression("generator", MArgument_getInteger(Args[0])); }
FUNCTION(register_again) { return libData->registerLibraryExpressionManager("generator", manage); }
FUNCTION(unregister) { return libData->unregisterLibraryExpressionManager("generator"); }
FUNCTION(counts) { MArgument_setInteger(Res, 1000 * made + released); return LIBRARY_NO_ERROR; }
