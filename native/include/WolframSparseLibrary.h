/* LibraryLink: functions for MSparseArray (libData->sparseLibraryFunctions). SPDX-License-Identifier: MIT */
#ifndef WOLFRAMSPARSELIBRARY_H
#define WOLFRAMSPARSELIBRARY_H

#include "WolframLibrary.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Compressed sparse row storage. The getters that return MTensor * point into the array: not to be freed. */
typedef struct st_WolframSparseLibrary_Functions {
    int (*MSparseArray_clone)(MSparseArray, MSparseArray *result);
    void (*MSparseArray_free)(MSparseArray);
    void (*MSparseArray_disown)(MSparseArray);
    void (*MSparseArray_disownAll)(MSparseArray);
    mint (*MSparseArray_shareCount)(MSparseArray);
    mint (*MSparseArray_getRank)(MSparseArray);
    const mint *(*MSparseArray_getDimensions)(MSparseArray);
    MTensor *(*MSparseArray_getImplicitValue)(MSparseArray);
    MTensor *(*MSparseArray_getExplicitValues)(MSparseArray);
    MTensor *(*MSparseArray_getRowPointers)(MSparseArray);
    MTensor *(*MSparseArray_getColumnIndices)(MSparseArray);
    int (*MSparseArray_getExplicitPositions)(MSparseArray, MTensor *positions);
    int (*MSparseArray_resetImplicitValue)(MSparseArray, MTensor implicit, MSparseArray *result);
    int (*MSparseArray_toMTensor)(MSparseArray, MTensor *result);
    int (*MSparseArray_fromMTensor)(MTensor dense, MTensor implicit, MSparseArray *result);
    int (*MSparseArray_fromExplicitPositions)(MTensor positions, MTensor values, MTensor dimensions, MTensor implicit, MSparseArray *result);
} *WolframSparseLibrary_Functions;

WLL_SIZE(struct st_WolframSparseLibrary_Functions, 16);
WLL_AT(struct st_WolframSparseLibrary_Functions, MSparseArray_getRank, 5);
WLL_AT(struct st_WolframSparseLibrary_Functions, MSparseArray_toMTensor, 13);

#ifdef __cplusplus
}
#endif

#endif
