/* Objects and memory that are made and forgotten. */
#include <string.h>
#include "function.h"

static MTensor cached = NULL;
static void *block = NULL;

DLLEXPORT void WolframLibrary_uninitialize(WolframLibraryData libData) {
    if (cached) libData->MTensor_free(cached);
    cached = NULL;
}

FUNCTION(leak) {
    mint dimensions[2] = {2, 3};
    MTensor a;
    MNumericArray b;
    MImage c;
    libData->MTensor_new(MType_Real, 2, dimensions, &a);
    libData->numericarrayLibraryFunctions->MNumericArray_new(MNumericArray_Type_Bit16, 1, dimensions, &b);
    libData->imageLibraryFunctions->MImage_new2D(4, 5, 3, MImage_Type_Bit8, MImage_CS_RGB, True, &c);
    MArgument_setInteger(Res, 3);
    return (int)MArgument_getInteger(Args[0]);
}

FUNCTION(cache) {
    mint length = 4;
    if (!cached) libData->MTensor_new(MType_Integer, 1, &length, &cached);
    MArgument_setInteger(Res, libData->MTensor_getFlattenedLength(cached));
    return LIBRARY_NO_ERROR;
}

FUNCTION(allocate) {
    block = MArgument_getBoolean(Args[1]) ? libData->WL_malloc_aligned((size_t)MArgument_getInteger(Args[0]))
                                          : libData->WL_malloc((size_t)MArgument_getInteger(Args[0]));
    memset(block, 7, (size_t)MArgument_getInteger(Args[0]));
    MArgument_setInteger(Res, (mint)block);
    return LIBRARY_NO_ERROR;
}

FUNCTION(reallocate) {
    block = MArgument_getBoolean(Args[1]) ? libData->WL_realloc_aligned(block, (size_t)MArgument_getInteger(Args[0]))
                                          : libData->WL_realloc(block, (size_t)MArgument_getInteger(Args[0]));
    MArgument_setInteger(Res, ((char *)block)[0]);
    return LIBRARY_NO_ERROR;
}

FUNCTION(release) { libData->WL_free(block); return LIBRARY_NO_ERROR; }
