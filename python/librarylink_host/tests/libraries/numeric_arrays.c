/* MNumericArray of all types. */
#include <string.h>
#include "function.h"

static size_t element_size(numericarray_data_t type) {
    static const unsigned char sizes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 8, 16, 2, 4};
    return sizes[type];
}

FUNCTION(reverse) {
    struct st_WolframNumericArrayLibrary_Functions *na = libData->numericarrayLibraryFunctions;
    MNumericArray a = MArgument_getMNumericArray(Args[0]), made;
    numericarray_data_t type = na->MNumericArray_getType(a);
    int status = na->MNumericArray_new(type, na->MNumericArray_getRank(a), na->MNumericArray_getDimensions(a), &made);
    if (status) return status;
    mint length = na->MNumericArray_getFlattenedLength(a);
    size_t size = element_size(type);
    const char *from = na->MNumericArray_getData(a);
    char *to = na->MNumericArray_getData(made);
    for (mint i = 0; i < length; i++) memcpy(to + (size_t)(length - 1 - i) * size, from + (size_t)i * size, size);
    MArgument_setMNumericArray(Res, made);
    return LIBRARY_NO_ERROR;
}

FUNCTION(type_of) { MArgument_setInteger(Res, libData->numericarrayLibraryFunctions->MNumericArray_getType(MArgument_getMNumericArray(Args[0]))); return LIBRARY_NO_ERROR; }

FUNCTION(clone) {
    MNumericArray made;
    int status = libData->numericarrayLibraryFunctions->MNumericArray_clone(MArgument_getMNumericArray(Args[0]), &made);
    MArgument_setMNumericArray(Res, made);
    return status;
}

/* {array, type, method, tolerance} */
FUNCTION(convert) {
    MNumericArray made = NULL;
    int status = libData->numericarrayLibraryFunctions->MNumericArray_convertType(
        &made, MArgument_getMNumericArray(Args[0]), (numericarray_data_t)MArgument_getInteger(Args[1]),
        (numericarray_convert_method_t)MArgument_getInteger(Args[2]), MArgument_getReal(Args[3]));
    MArgument_setMNumericArray(Res, made);
    return status;
}

FUNCTION(make) {
    mint dimensions[1] = {MArgument_getInteger(Args[1])};
    MNumericArray made = NULL;
    int status = libData->numericarrayLibraryFunctions->MNumericArray_new((numericarray_data_t)MArgument_getInteger(Args[0]), 1, dimensions, &made);
    MArgument_setMNumericArray(Res, made);
    return status;
}
