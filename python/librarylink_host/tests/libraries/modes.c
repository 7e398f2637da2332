/* Passing modes of tensors, numeric arrays and images: whose memory it is, who shares and frees it. */
#include "function.h"

static MTensor tensor = NULL;
static MNumericArray numeric = NULL;
static MImage image = NULL;

FUNCTION(tensor_address) { MArgument_setInteger(Res, (mint)libData->MTensor_getRealData(MArgument_getMTensor(Args[0]))); return LIBRARY_NO_ERROR; }
FUNCTION(numeric_address) { MArgument_setInteger(Res, (mint)libData->numericarrayLibraryFunctions->MNumericArray_getData(MArgument_getMNumericArray(Args[0]))); return LIBRARY_NO_ERROR; }
FUNCTION(image_address) { MArgument_setInteger(Res, (mint)libData->imageLibraryFunctions->MImage_getRawData(MArgument_getMImage(Args[0]))); return LIBRARY_NO_ERROR; }

FUNCTION(tensor_shares) { MArgument_setInteger(Res, libData->MTensor_shareCount(MArgument_getMTensor(Args[0]))); return LIBRARY_NO_ERROR; }
FUNCTION(numeric_shares) { MArgument_setInteger(Res, libData->numericarrayLibraryFunctions->MNumericArray_shareCount(MArgument_getMNumericArray(Args[0]))); return LIBRARY_NO_ERROR; }
FUNCTION(image_shares) { MArgument_setInteger(Res, libData->imageLibraryFunctions->MImage_shareCount(MArgument_getMImage(Args[0]))); return LIBRARY_NO_ERROR; }

FUNCTION(keep_tensor) { tensor = MArgument_getMTensor(Args[0]); MArgument_setInteger(Res, libData->MTensor_shareCount(tensor)); return LIBRARY_NO_ERROR; }
FUNCTION(kept_first) { MArgument_setReal(Res, libData->MTensor_getRealData(tensor)[0]); return LIBRARY_NO_ERROR; }
FUNCTION(kept_shares) { MArgument_setInteger(Res, libData->MTensor_shareCount(tensor)); return LIBRARY_NO_ERROR; }
FUNCTION(give_back) { MArgument_setMTensor(Res, tensor); return LIBRARY_NO_ERROR; }
FUNCTION(disown_tensor) { libData->MTensor_disown(tensor); return LIBRARY_NO_ERROR; }
FUNCTION(disown_tensor_all) { libData->MTensor_disownAll(tensor); return LIBRARY_NO_ERROR; }
FUNCTION(free_tensor) { libData->MTensor_free(tensor); return LIBRARY_NO_ERROR; }

FUNCTION(keep_numeric) { numeric = MArgument_getMNumericArray(Args[0]); return LIBRARY_NO_ERROR; }
FUNCTION(disown_numeric) { libData->numericarrayLibraryFunctions->MNumericArray_disown(numeric); return LIBRARY_NO_ERROR; }
FUNCTION(keep_image) { image = MArgument_getMImage(Args[0]); return LIBRARY_NO_ERROR; }
FUNCTION(disown_image) { libData->imageLibraryFunctions->MImage_disownAll(image); return LIBRARY_NO_ERROR; }

FUNCTION(double_in_place) {
    MTensor t = MArgument_getMTensor(Args[0]);
    mreal *data = libData->MTensor_getRealData(t);
    for (mint i = 0; i < libData->MTensor_getFlattenedLength(t); i++) data[i] *= 2;
    MArgument_setMTensor(Res, t);
    return LIBRARY_NO_ERROR;
}

FUNCTION(free_argument) { libData->MTensor_free(MArgument_getMTensor(Args[0])); return LIBRARY_NO_ERROR; }

FUNCTION(set_first) {
    mint position[1] = {1};
    return libData->MTensor_setReal(MArgument_getMTensor(Args[0]), position, -1);
}

FUNCTION(big) {
    mint length = MArgument_getInteger(Args[0]);
    MNumericArray made;
    int status = libData->numericarrayLibraryFunctions->MNumericArray_new(MNumericArray_Type_UBit8, 1, &length, &made);
    MArgument_setMNumericArray(Res, made);
    return status;
}
