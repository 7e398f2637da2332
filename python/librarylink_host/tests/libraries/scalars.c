/* Scalars of every type, error codes, results that are never set. */
#include "function.h"

DLLEXPORT mint WolframLibrary_getVersion(void) { return WolframLibraryVersion; }

static mint initialized = 0;
DLLEXPORT int WolframLibrary_initialize(WolframLibraryData libData) {
    initialized += libData->VersionNumber;
    return LIBRARY_NO_ERROR;
}

FUNCTION(initialized_sum) { MArgument_setInteger(Res, initialized); return LIBRARY_NO_ERROR; }

FUNCTION(plus) {
    MArgument_setInteger(Res, MArgument_getInteger(Args[0]) + MArgument_getInteger(Args[1]));
    return LIBRARY_NO_ERROR;
}

FUNCTION(times) {
    MArgument_setReal(Res, MArgument_getReal(Args[0]) * MArgument_getReal(Args[1]));
    return LIBRARY_NO_ERROR;
}

FUNCTION(conjugate) {
    mcomplex z = MArgument_getComplex(Args[0]);
    mcimag(z) = -mcimag(z);
    MArgument_setComplex(Res, z);
    return LIBRARY_NO_ERROR;
}

FUNCTION(negate) { MArgument_setBoolean(Res, !MArgument_getBoolean(Args[0])); return LIBRARY_NO_ERROR; }

/* All kinds at once, to see that each stands in its slot. */
FUNCTION(mixed) {
    mcomplex z = MArgument_getComplex(Args[2]);
    mreal sum = (mreal)MArgument_getInteger(Args[0]) + MArgument_getReal(Args[1]) + mcreal(z) + mcimag(z);
    MArgument_setReal(Res, MArgument_getBoolean(Args[3]) ? sum : -sum);
    return LIBRARY_NO_ERROR;
}

FUNCTION(argument_count) { MArgument_setInteger(Res, Argc); return LIBRARY_NO_ERROR; }

FUNCTION(fail) { return (int)MArgument_getInteger(Args[0]); }

FUNCTION(nothing) { return LIBRARY_NO_ERROR; }
