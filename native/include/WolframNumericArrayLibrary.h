/* LibraryLink: functions for MNumericArray (libData->numericarrayLibraryFunctions). SPDX-License-Identifier: MIT */
#ifndef WOLFRAMNUMERICARRAYLIBRARY_H
#define WOLFRAMNUMERICARRAYLIBRARY_H

#include "WolframLibrary.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    MNumericArray_Type_Undef = 0,
    MNumericArray_Type_Bit8 = 1,
    MNumericArray_Type_UBit8 = 2,
    MNumericArray_Type_Bit16 = 3,
    MNumericArray_Type_UBit16 = 4,
    MNumericArray_Type_Bit32 = 5,
    MNumericArray_Type_UBit32 = 6,
    MNumericArray_Type_Bit64 = 7,
    MNumericArray_Type_UBit64 = 8,
    MNumericArray_Type_Real32 = 9,
    MNumericArray_Type_Real64 = 10,
    MNumericArray_Type_Complex_Real32 = 11,
    MNumericArray_Type_Complex_Real64 = 12,
    MNumericArray_Type_Real16 = 13,
    MNumericArray_Type_Complex_Real16 = 14
} numericarray_data_t;

typedef enum {
    MNumericArray_Convert_Check = 1,
    MNumericArray_Convert_Clip_Check = 2,
    MNumericArray_Convert_Coerce = 3,
    MNumericArray_Convert_Clip_Coerce = 4,
    MNumericArray_Convert_Round = 5,
    MNumericArray_Convert_Clip_Round = 6,
    MNumericArray_Convert_Scale = 7,
    MNumericArray_Convert_Clip_Scale = 8,
    MNumericArray_Convert_Cast = 9,
    MNumericArray_Convert_Clip_Cast = 10
} numericarray_convert_method_t;

typedef struct st_WolframNumericArrayLibrary_Functions {
    errcode_t (*MNumericArray_new)(numericarray_data_t type, mint rank, const mint *dimensions, MNumericArray *result);
    void (*MNumericArray_free)(MNumericArray);
    errcode_t (*MNumericArray_clone)(MNumericArray, MNumericArray *result);
    void (*MNumericArray_disown)(MNumericArray);
    void (*MNumericArray_disownAll)(MNumericArray);
    mint (*MNumericArray_shareCount)(MNumericArray);
    numericarray_data_t (*MNumericArray_getType)(MNumericArray);
    mint (*MNumericArray_getRank)(MNumericArray);
    const mint *(*MNumericArray_getDimensions)(MNumericArray);
    mint (*MNumericArray_getFlattenedLength)(MNumericArray);
    void *(*MNumericArray_getData)(MNumericArray);
    errcode_t (*MNumericArray_convertType)(MNumericArray *result, MNumericArray, numericarray_data_t type,
                                           numericarray_convert_method_t method, mreal tolerance);
} *WolframNumericArrayLibrary_Functions;

WLL_SIZE(struct st_WolframNumericArrayLibrary_Functions, 12);
WLL_AT(struct st_WolframNumericArrayLibrary_Functions, MNumericArray_shareCount, 5);
WLL_AT(struct st_WolframNumericArrayLibrary_Functions, MNumericArray_convertType, 11);

#ifdef __cplusplus
}
#endif

#endif
