/* LibraryLink: functions for MImage (libData->imageLibraryFunctions). SPDX-License-Identifier: MIT */
#ifndef WOLFRAMIMAGELIBRARY_H
#define WOLFRAMIMAGELIBRARY_H

#include "WolframLibrary.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef signed char raw_t_bit;
typedef unsigned char raw_t_ubit8;
typedef unsigned short raw_t_ubit16;
typedef float raw_t_real32;
typedef double raw_t_real64;

typedef enum {
    MImage_Type_Undef = -1,
    MImage_Type_Bit = 0,
    MImage_Type_Bit8 = 1,
    MImage_Type_Bit16 = 2,
    MImage_Type_Real32 = 3,
    MImage_Type_Real = 4
} imagedata_t;

typedef enum {
    MImage_CS_Undef = -1,
    MImage_CS_Gray = 0,
    MImage_CS_RGB = 1,
    MImage_CS_HSB = 2,
    MImage_CS_CMYK = 3,
    MImage_CS_XYZ = 4,
    MImage_CS_LUV = 5,
    MImage_CS_LAB = 6,
    MImage_CS_LCH = 7,
    MImage_CS_Automatic = 8
} colorspace_t;

/* A pixel's position is {row, column} or {slice, row, column}; positions and channels are 1-based. */
typedef struct st_WolframImageLibrary_Functions {
    int (*MImage_new2D)(mint width, mint height, mint channels, imagedata_t type, colorspace_t space, mbool interleaved, MImage *result);
    int (*MImage_new3D)(mint slices, mint width, mint height, mint channels, imagedata_t type, colorspace_t space, mbool interleaved,
                        MImage *result);
    int (*MImage_clone)(MImage, MImage *result);
    void (*MImage_free)(MImage);
    void (*MImage_disown)(MImage);
    void (*MImage_disownAll)(MImage);
    mint (*MImage_shareCount)(MImage);
    imagedata_t (*MImage_getDataType)(MImage);
    mint (*MImage_getRowCount)(MImage);
    mint (*MImage_getColumnCount)(MImage);
    mint (*MImage_getSliceCount)(MImage);
    mint (*MImage_getRank)(MImage);
    mint (*MImage_getChannels)(MImage);
    mbool (*MImage_alphaChannelQ)(MImage);
    mbool (*MImage_interleavedQ)(MImage);
    colorspace_t (*MImage_getColorSpace)(MImage);
    mint (*MImage_getFlattenedLength)(MImage);
    int (*MImage_getBit)(MImage, mint *position, mint channel, raw_t_bit *value);
    int (*MImage_getByte)(MImage, mint *position, mint channel, raw_t_ubit8 *value);
    int (*MImage_getBit16)(MImage, mint *position, mint channel, raw_t_ubit16 *value);
    int (*MImage_getReal32)(MImage, mint *position, mint channel, raw_t_real32 *value);
    int (*MImage_getReal)(MImage, mint *position, mint channel, raw_t_real64 *value);
    int (*MImage_setBit)(MImage, mint *position, mint channel, raw_t_bit value);
    int (*MImage_setByte)(MImage, mint *position, mint channel, raw_t_ubit8 value);
    int (*MImage_setBit16)(MImage, mint *position, mint channel, raw_t_ubit16 value);
    int (*MImage_setReal32)(MImage, mint *position, mint channel, raw_t_real32 value);
    int (*MImage_setReal)(MImage, mint *position, mint channel, raw_t_real64 value);
    void *(*MImage_getRawData)(MImage);
    raw_t_bit *(*MImage_getBitData)(MImage);
    raw_t_ubit8 *(*MImage_getByteData)(MImage);
    raw_t_ubit16 *(*MImage_getBit16Data)(MImage);
    raw_t_real32 *(*MImage_getReal32Data)(MImage);
    raw_t_real64 *(*MImage_getRealData)(MImage);
    MImage (*MImage_convertType)(MImage, imagedata_t type, mbool interleaved);
} *WolframImageLibrary_Functions;

WLL_SIZE(struct st_WolframImageLibrary_Functions, 34);
WLL_AT(struct st_WolframImageLibrary_Functions, MImage_getDataType, 7);
WLL_AT(struct st_WolframImageLibrary_Functions, MImage_getBit, 17);
WLL_AT(struct st_WolframImageLibrary_Functions, MImage_setBit, 22);
WLL_AT(struct st_WolframImageLibrary_Functions, MImage_getRawData, 27);

#ifdef __cplusplus
}
#endif

#endif
