/* Library callbacks: a function of the host applied to numbers and to tensors. */
#include "function.h"

static mint real_function = 0, tensor_function = 0;

static mbool manage(WolframLibraryData libData, mint id, MTensor signature) {
    const mint *dimensions = libData->MTensor_getDimensions(signature);
    mint *rows = libData->MTensor_getIntegerData(signature);
    if (dimensions[0] == 2 && rows[0] == MType_Real && rows[1] == 0 && rows[2] == MType_Real && rows[3] == 0) {
        if (real_function) libData->releaseLibraryCallbackFunction(real_function);
        real_function = id;
        return True;
    }
    if (dimensions[0] == 3 && rows[0] == MType_Real && rows[1] == 1 && rows[2] == MType_Integer && rows[4] == MType_Real && rows[5] == 1) {
        tensor_function = id;
        return True;
    }
    return False;
}

DLLEXPORT int WolframLibrary_initialize(WolframLibraryData libData) { return libData->registerLibraryCallbackManager("manager", manage); }
DLLEXPORT void WolframLibrary_uninitialize(WolframLibraryData libData) { libData->unregisterLibraryCallbackManager("manager"); }

/* The function applied to each element. */
FUNCTION(map) {
    MTensor t = MArgument_getMTensor(Args[0]);
    mreal *data = libData->MTensor_getRealData(t), x, y;
    MArgument argument, result;
    MArgument_getRealAddress(argument) = &x;
    MArgument_getRealAddress(result) = &y;
    for (mint i = 0; i < libData->MTensor_getFlattenedLength(t); i++) {
        x = data[i];
        int status = libData->callLibraryCallbackFunction(real_function, 1, &argument, result);
        if (status) return status;
        data[i] = y;
    }
    MArgument_setMTensor(Res, t);
    return LIBRARY_NO_ERROR;
}

FUNCTION(apply) {
    MTensor t = MArgument_getMTensor(Args[0]), made = NULL;
    mint n = 3;
    MArgument arguments[2], result;
    MArgument_getMTensorAddress(arguments[0]) = &t;
    MArgument_getIntegerAddress(arguments[1]) = &n;
    MArgument_getMTensorAddress(result) = &made;
    int status = libData->callLibraryCallbackFunction(tensor_function, 2, arguments, result);
    if (status) return status;
    MArgument_setMTensor(Res, made);
    return LIBRARY_NO_ERROR;
}

FUNCTION(wrong_count) {
    MArgument unused = {0};
    return libData->callLibraryCallbackFunction(real_function, 0, &unused, unused);
}
FUNCTION(release) { return libData->releaseLibraryCallbackFunction(real_function); }
FUNCTION(register_again) { return libData->registerLibraryCallbackManager("manager", manage); }
