/* What the tests call through LibraryFunctionLoad: each kind of argument and result, messages, errors, an endless loop. */
#include "WolframLibrary.h"
#include "WolframNumericArrayLibrary.h"
#include "WolframImageLibrary.h"
#include "WolframIOLibraryFunctions.h"
#include "WolframSparseLibrary.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static char *text;

DLLEXPORT mint WolframLibrary_getVersion(void) { return WolframLibraryVersion; }

/* Instances of the manager "accumulator": a sum for each id. */
static double sums[100];
static mint living;

static void manage(WolframLibraryData lib, mbool released, mint id) {
    (void)lib;
    living += released ? -1 : 1;
    if (id < 100) sums[id] = 0;
}

DLLEXPORT int WolframLibrary_initialize(WolframLibraryData lib) {
    return lib->registerLibraryExpressionManager("accumulator", manage);
}
DLLEXPORT void WolframLibrary_uninitialize(WolframLibraryData lib) { lib->unregisterLibraryExpressionManager("accumulator"); free(text); text = NULL; }

#define FUNCTION(name) DLLEXPORT int name(WolframLibraryData lib, mint argc, MArgument *args, MArgument res)
#define UNUSED (void)lib, (void)argc, (void)args, (void)res

FUNCTION(add_integers) {
    UNUSED;
    MArgument_setInteger(res, MArgument_getInteger(args[0]) + MArgument_getInteger(args[1]));
    return LIBRARY_NO_ERROR;
}

FUNCTION(halve_real) {
    UNUSED;
    MArgument_setReal(res, MArgument_getReal(args[0]) / 2);
    return LIBRARY_NO_ERROR;
}

FUNCTION(conjugate) {
    UNUSED;
    mcomplex z = MArgument_getComplex(args[0]);
    mcimag(z) = -mcimag(z);
    MArgument_setComplex(res, z);
    return LIBRARY_NO_ERROR;
}

FUNCTION(negate_boolean) {
    UNUSED;
    MArgument_setBoolean(res, !MArgument_getBoolean(args[0]));
    return LIBRARY_NO_ERROR;
}

FUNCTION(upper_case) {
    UNUSED;
    char *given = MArgument_getUTF8String(args[0]);
    free(text);
    text = strdup(given);
    for (char *c = text; *c; c++) *c = (char)toupper((unsigned char)*c);
    lib->UTF8String_disown(given);
    MArgument_setUTF8String(res, text);
    return LIBRARY_NO_ERROR;
}

/* The rank of a tensor and the address of its data: shows what was passed, and whether it was copied. */
FUNCTION(tensor_rank) {
    UNUSED;
    MArgument_setInteger(res, lib->MTensor_getRank(MArgument_getMTensor(args[0])));
    return LIBRARY_NO_ERROR;
}

FUNCTION(tensor_address) {
    UNUSED;
    MArgument_setInteger(res, (mint)lib->MTensor_getRealData(MArgument_getMTensor(args[0])));
    return LIBRARY_NO_ERROR;
}

FUNCTION(array_address) {
    UNUSED;
    MNumericArray array = MArgument_getMNumericArray(args[0]);
    MArgument_setInteger(res, (mint)lib->numericarrayLibraryFunctions->MNumericArray_getData(array));
    return LIBRARY_NO_ERROR;
}

FUNCTION(add_tensors) {
    UNUSED;
    MTensor a = MArgument_getMTensor(args[0]), b = MArgument_getMTensor(args[1]), sum;
    mint count = lib->MTensor_getFlattenedLength(a);
    if (count != lib->MTensor_getFlattenedLength(b)) return LIBRARY_DIMENSION_ERROR;
    int error = lib->MTensor_new(MType_Real, lib->MTensor_getRank(a), lib->MTensor_getDimensions(a), &sum);
    if (error) return error;
    const double *x = lib->MTensor_getRealData(a), *y = lib->MTensor_getRealData(b);
    double *z = lib->MTensor_getRealData(sum);
    for (mint i = 0; i < count; i++) z[i] = x[i] + y[i];
    MArgument_setMTensor(res, sum);
    return LIBRARY_NO_ERROR;
}

FUNCTION(copy_array) {
    UNUSED;
    MNumericArray copy;
    int error = lib->numericarrayLibraryFunctions->MNumericArray_clone(MArgument_getMNumericArray(args[0]), &copy);
    if (error) return error;
    MArgument_setMNumericArray(res, copy);
    return LIBRARY_NO_ERROR;
}

FUNCTION(copy_image) {
    UNUSED;
    MImage copy;
    int error = lib->imageLibraryFunctions->MImage_clone(MArgument_getMImage(args[0]), &copy);
    if (error) return error;
    MArgument_setMImage(res, copy);
    return LIBRARY_NO_ERROR;
}

FUNCTION(fail_with) {
    UNUSED;
    return (int)MArgument_getInteger(args[0]);
}

FUNCTION(send_message) {
    UNUSED;
    lib->Message(MArgument_getUTF8String(args[0]));
    lib->UTF8String_disown(MArgument_getUTF8String(args[0]));
    return LIBRARY_FUNCTION_ERROR;
}

FUNCTION(run_until_aborted) {
    UNUSED;
    while (!lib->AbortQ()) {}
    return LIBRARY_FUNCTION_ERROR;
}

FUNCTION(evaluate_text) {
    UNUSED;
    int error = lib->evaluateExpression(lib, MArgument_getUTF8String(args[0]), 6 /* no result */, 0, 0);
    lib->UTF8String_disown(MArgument_getUTF8String(args[0]));
    return error;
}

FUNCTION(evaluate_real) {
    UNUSED;
    mreal value;
    int error = lib->evaluateExpression(lib, MArgument_getUTF8String(args[0]), MType_Real, 0, &value);
    lib->UTF8String_disown(MArgument_getUTF8String(args[0]));
    if (!error) MArgument_setReal(res, value);
    return error;
}

FUNCTION(accumulate) {
    UNUSED;
    mint id = MArgument_getInteger(args[0]);
    if (id < 1 || id >= 100) return LIBRARY_FUNCTION_ERROR;
    sums[id] += MArgument_getReal(args[1]);
    MArgument_setReal(res, sums[id]);
    return LIBRARY_NO_ERROR;
}

FUNCTION(living_accumulators) {
    UNUSED;
    MArgument_setInteger(res, living);
    return LIBRARY_NO_ERROR;
}

/* The explicit values of a sparse array of reals doubled; its implicit value stays. */
FUNCTION(double_sparse) {
    UNUSED;
    WolframSparseLibrary_Functions sparse = lib->sparseLibraryFunctions;
    MSparseArray copy;
    int error = sparse->MSparseArray_clone(MArgument_getMSparseArray(args[0]), &copy);
    if (error) return error;
    MTensor *values = sparse->MSparseArray_getExplicitValues(copy);
    mint count = lib->MTensor_getFlattenedLength(*values);
    for (mint i = 0; i < count; i++) lib->MTensor_getRealData(*values)[i] *= 2;
    MArgument_setMSparseArray(res, copy);
    return LIBRARY_NO_ERROR;
}

FUNCTION(sparse_to_tensor) {
    UNUSED;
    MTensor dense = NULL; /* a new one is wanted */
    int error = lib->sparseLibraryFunctions->MSparseArray_toMTensor(MArgument_getMSparseArray(args[0]), &dense);
    if (!error) MArgument_setMTensor(res, dense);
    return error;
}

/* A copy of a data store, and in it: its length, a string with a name, and the store itself once more. */
FUNCTION(extend_store) {
    UNUSED;
    WolframIOLibrary_Functions io = lib->ioLibraryFunctions;
    DataStore given = MArgument_getDataStore(args[0]), made = io->copyDataStore(given);
    io->DataStore_addInteger(made, io->DataStore_getLength(given));
    io->DataStore_addNamedString(made, "who", "sampler");
    io->DataStore_addDataStore(made, io->copyDataStore(given));
    MArgument_setDataStore(res, made);
    return LIBRARY_NO_ERROR;
}
