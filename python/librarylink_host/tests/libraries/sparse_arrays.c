/* MSparseArray: its parts, and conversions. */
#include "function.h"
#include "WolframSparseLibrary.h"

#define SPARSE struct st_WolframSparseLibrary_Functions *sp = libData->sparseLibraryFunctions; MSparseArray s = MArgument_getMSparseArray(Args[0])

FUNCTION(rank) { SPARSE; MArgument_setInteger(Res, sp->MSparseArray_getRank(s) * 100 + sp->MSparseArray_getDimensions(s)[0]); return LIBRARY_NO_ERROR; }
FUNCTION(values) { SPARSE; MArgument_setMTensor(Res, *sp->MSparseArray_getExplicitValues(s)); return LIBRARY_NO_ERROR; }
FUNCTION(row_pointers) { SPARSE; MArgument_setMTensor(Res, *sp->MSparseArray_getRowPointers(s)); return LIBRARY_NO_ERROR; }
FUNCTION(column_indices) { SPARSE; MArgument_setMTensor(Res, *sp->MSparseArray_getColumnIndices(s)); return LIBRARY_NO_ERROR; }
FUNCTION(implicit) { SPARSE; MArgument_setReal(Res, libData->MTensor_getRealData(*sp->MSparseArray_getImplicitValue(s))[0]); return LIBRARY_NO_ERROR; }
FUNCTION(positions) { SPARSE; MTensor t = NULL; int status = sp->MSparseArray_getExplicitPositions(s, &t); MArgument_setMTensor(Res, t); return status; }
FUNCTION(to_tensor) { SPARSE; MTensor t = NULL; int status = sp->MSparseArray_toMTensor(s, &t); MArgument_setMTensor(Res, t); return status; }
FUNCTION(shares) { SPARSE; MArgument_setInteger(Res, sp->MSparseArray_shareCount(s)); sp->MSparseArray_disown(s); return LIBRARY_NO_ERROR; }
FUNCTION(free_part) { SPARSE; libData->MTensor_free(*sp->MSparseArray_getExplicitValues(s)); return LIBRARY_NO_ERROR; }

FUNCTION(double_values) {
    SPARSE;
    MTensor values = *sp->MSparseArray_getExplicitValues(s);
    for (mint i = 0; i < libData->MTensor_getFlattenedLength(values); i++) libData->MTensor_getRealData(values)[i] *= 2;
    MArgument_setMSparseArray(Res, s);
    return LIBRARY_NO_ERROR;
}

FUNCTION(clone) {
    SPARSE;
    MSparseArray made = NULL;
    int status = sp->MSparseArray_clone(s, &made);
    MArgument_setMSparseArray(Res, made);
    return status;
}

/* {sparse, implicit}: with another implicit value. */
FUNCTION(reset) {
    SPARSE;
    MTensor implicit;
    MSparseArray made = NULL;
    int status = libData->MTensor_new(MType_Real, 0, NULL, &implicit);
    if (status) return status;
    libData->MTensor_getRealData(implicit)[0] = MArgument_getReal(Args[1]);
    status = sp->MSparseArray_resetImplicitValue(s, implicit, &made);
    libData->MTensor_free(implicit);
    MArgument_setMSparseArray(Res, made);
    return status;
}

FUNCTION(from_tensor) {
    MSparseArray made = NULL;
    int status = libData->sparseLibraryFunctions->MSparseArray_fromMTensor(MArgument_getMTensor(Args[0]), NULL, &made);
    MArgument_setMSparseArray(Res, made);
    return status;
}

/* {positions, values, dimensions} */
FUNCTION(from_positions) {
    MSparseArray made = NULL;
    int status = libData->sparseLibraryFunctions->MSparseArray_fromExplicitPositions(
        MArgument_getMTensor(Args[0]), MArgument_getMTensor(Args[1]), MArgument_getMTensor(Args[2]), NULL, &made);
    MArgument_setMSparseArray(Res, made);
    return status;
}
