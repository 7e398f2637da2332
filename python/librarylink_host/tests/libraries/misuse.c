/* What a library must not do to its host, and what this host does not have: each is an error, never a crash. */
#include "function.h"

FUNCTION(use_after_free) {
    mint length = 3;
    MTensor t;
    libData->MTensor_new(MType_Real, 1, &length, &t);
    libData->MTensor_free(t);
    MArgument_setInteger(Res, libData->MTensor_getFlattenedLength(t));
    return LIBRARY_NO_ERROR;
}

FUNCTION(double_free) {
    mint length = 3;
    MTensor t;
    libData->MTensor_new(MType_Real, 1, &length, &t);
    libData->MTensor_free(t);
    libData->MTensor_free(t);
    return LIBRARY_NO_ERROR;
}

FUNCTION(null_handle) { MArgument_setInteger(Res, libData->MTensor_getRank(NULL)); return LIBRARY_NO_ERROR; }
FUNCTION(null_result) { mint length = 1; return libData->MTensor_new(MType_Real, 1, &length, NULL); }
FUNCTION(null_position) { mreal x; return libData->MTensor_getReal(MArgument_getMTensor(Args[0]), NULL, &x); }
FUNCTION(wrong_kind) { MArgument_setInteger(Res, libData->MTensor_getRank((MTensor)(void *)MArgument_getMNumericArray(Args[0]))); return LIBRARY_NO_ERROR; }

/* Complex data of a real tensor: twice the memory that there is. */
FUNCTION(wrong_data) {
    MTensor t = MArgument_getMTensor(Args[0]);
    mcomplex *z = libData->MTensor_getComplexData(t);
    for (mint i = 0; i < libData->MTensor_getFlattenedLength(t); i++) mcreal(z[i]) = mcimag(z[i]) = 1;
    MArgument_setMTensor(Res, t);
    return LIBRARY_NO_ERROR;
}

FUNCTION(wrong_pixels) {
    MImage i = MArgument_getMImage(Args[0]);
    raw_t_real64 *data = libData->imageLibraryFunctions->MImage_getRealData(i);
    for (mint k = 0; k < libData->imageLibraryFunctions->MImage_getFlattenedLength(i); k++) data[k] = 1;
    MArgument_setMImage(Res, i);
    return LIBRARY_NO_ERROR;
}

FUNCTION(wrong_free) { char text[4]; libData->WL_free(text); return LIBRARY_NO_ERROR; }

FUNCTION(link) { return libData->getWSLINK(libData) ? LIBRARY_NO_ERROR : LIBRARY_FUNCTION_ERROR; }
FUNCTION(environment) { return libData->getWSLINKEnvironment(libData) ? LIBRARY_NO_ERROR : LIBRARY_FUNCTION_ERROR; }
FUNCTION(process_link) { return libData->processWSLINK(NULL); }

static void open_stream(MInputStream stream, const char *head, void *options) { (void)stream; (void)head; (void)options; }
static mbool handles(void *method, char *name) { (void)method; (void)name; return False; }
static void destroy(void *method) { (void)method; }
static void write_stream(MOutputStream stream, const char *head, void *options, mbool append) { (void)stream; (void)head; (void)options; (void)append; }
FUNCTION(output_stream) { return libData->registerOutputStreamMethod("s", write_stream, handles, NULL, destroy) ? LIBRARY_NO_ERROR : LIBRARY_FUNCTION_ERROR; }
FUNCTION(no_stream) { return libData->unregisterInputStreamMethod("s") ? LIBRARY_NO_ERROR : LIBRARY_FUNCTION_ERROR; }
FUNCTION(no_output_stream) { return libData->unregisterOutputStreamMethod("s") ? LIBRARY_NO_ERROR : LIBRARY_FUNCTION_ERROR; }
FUNCTION(stream) { return libData->registerInputStreamMethod("s", open_stream, handles, NULL, destroy) ? LIBRARY_NO_ERROR : LIBRARY_FUNCTION_ERROR; }

/* Entry 3 of the tables whose layout is not public. */
FUNCTION(compiled) { return ((int (**)(void))(void *)libData->compileLibraryFunctions)[3](); }
FUNCTION(raw_array) { return ((int (**)(void))(void *)libData->rawarrayLibraryFunctions)[3](); }
FUNCTION(runtime) { return ((int (**)(void))(void *)libData->runtimeData)[3](); }
