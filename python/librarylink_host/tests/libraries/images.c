/* MImage: filters over whole data, pixels, conversions. */
#include "function.h"

FUNCTION(negate) {
    struct st_WolframImageLibrary_Functions *im = libData->imageLibraryFunctions;
    MImage in = MArgument_getMImage(Args[0]), out;
    int status = im->MImage_clone(in, &out);
    if (status) return status;
    mint length = im->MImage_getFlattenedLength(in);
    switch (im->MImage_getDataType(in)) {
        case MImage_Type_Bit: for (mint i = 0; i < length; i++) im->MImage_getBitData(out)[i] = !im->MImage_getBitData(in)[i]; break;
        case MImage_Type_Bit8: for (mint i = 0; i < length; i++) im->MImage_getByteData(out)[i] = (raw_t_ubit8)(255 - im->MImage_getByteData(in)[i]); break;
        case MImage_Type_Bit16: for (mint i = 0; i < length; i++) im->MImage_getBit16Data(out)[i] = (raw_t_ubit16)(65535 - im->MImage_getBit16Data(in)[i]); break;
        case MImage_Type_Real32: for (mint i = 0; i < length; i++) im->MImage_getReal32Data(out)[i] = 1 - im->MImage_getReal32Data(in)[i]; break;
        case MImage_Type_Real: for (mint i = 0; i < length; i++) im->MImage_getRealData(out)[i] = 1 - im->MImage_getRealData(in)[i]; break;
        default: im->MImage_free(out); return LIBRARY_TYPE_ERROR;
    }
    MArgument_setMImage(Res, out);
    return LIBRARY_NO_ERROR;
}

/* {type, rank, slices, rows, columns, channels, alpha, interleaved, colour space, length} */
FUNCTION(describe) {
    struct st_WolframImageLibrary_Functions *im = libData->imageLibraryFunctions;
    MImage i = MArgument_getMImage(Args[0]);
    mint size = 10;
    MTensor result;
    int status = libData->MTensor_new(MType_Integer, 1, &size, &result);
    if (status) return status;
    mint *data = libData->MTensor_getIntegerData(result);
    data[0] = im->MImage_getDataType(i);
    data[1] = im->MImage_getRank(i);
    data[2] = im->MImage_getSliceCount(i);
    data[3] = im->MImage_getRowCount(i);
    data[4] = im->MImage_getColumnCount(i);
    data[5] = im->MImage_getChannels(i);
    data[6] = im->MImage_alphaChannelQ(i);
    data[7] = im->MImage_interleavedQ(i);
    data[8] = im->MImage_getColorSpace(i);
    data[9] = im->MImage_getFlattenedLength(i);
    MArgument_setMTensor(Res, result);
    return LIBRARY_NO_ERROR;
}

/* {image, position, channel}: the pixel's value as a real, read by its own type. */
FUNCTION(get_pixel) {
    struct st_WolframImageLibrary_Functions *im = libData->imageLibraryFunctions;
    MImage i = MArgument_getMImage(Args[0]);
    mint *position = libData->MTensor_getIntegerData(MArgument_getMTensor(Args[1])), channel = MArgument_getInteger(Args[2]);
    raw_t_bit bit = 0; raw_t_ubit8 byte = 0; raw_t_ubit16 bit16 = 0; raw_t_real32 real32 = 0; raw_t_real64 real = 0;
    int status = LIBRARY_TYPE_ERROR;
    switch (im->MImage_getDataType(i)) {
        case MImage_Type_Bit: status = im->MImage_getBit(i, position, channel, &bit); real = bit; break;
        case MImage_Type_Bit8: status = im->MImage_getByte(i, position, channel, &byte); real = byte; break;
        case MImage_Type_Bit16: status = im->MImage_getBit16(i, position, channel, &bit16); real = bit16; break;
        case MImage_Type_Real32: status = im->MImage_getReal32(i, position, channel, &real32); real = real32; break;
        case MImage_Type_Real: status = im->MImage_getReal(i, position, channel, &real); break;
        default: break;
    }
    MArgument_setReal(Res, real);
    return status;
}

/* {image, position, channel, value}: a changed clone. */
FUNCTION(set_pixel) {
    struct st_WolframImageLibrary_Functions *im = libData->imageLibraryFunctions;
    MImage i;
    int status = im->MImage_clone(MArgument_getMImage(Args[0]), &i);
    if (status) return status;
    mint *position = libData->MTensor_getIntegerData(MArgument_getMTensor(Args[1])), channel = MArgument_getInteger(Args[2]);
    mreal value = MArgument_getReal(Args[3]);
    switch (im->MImage_getDataType(i)) {
        case MImage_Type_Bit: status = im->MImage_setBit(i, position, channel, (raw_t_bit)value); break;
        case MImage_Type_Bit8: status = im->MImage_setByte(i, position, channel, (raw_t_ubit8)value); break;
        case MImage_Type_Bit16: status = im->MImage_setBit16(i, position, channel, (raw_t_ubit16)value); break;
        case MImage_Type_Real32: status = im->MImage_setReal32(i, position, channel, (raw_t_real32)value); break;
        case MImage_Type_Real: status = im->MImage_setReal(i, position, channel, value); break;
        default: status = LIBRARY_TYPE_ERROR;
    }
    if (status) { im->MImage_free(i); return status; }
    MArgument_setMImage(Res, i);
    return LIBRARY_NO_ERROR;
}

FUNCTION(get_byte) {
    mint position[3] = {1, 1, 1};
    raw_t_ubit8 value = 0;
    int status = libData->imageLibraryFunctions->MImage_getByte(MArgument_getMImage(Args[0]), position, 1, &value);
    MArgument_setInteger(Res, value);
    return status;
}

/* {image, type, interleaved} */
FUNCTION(convert) {
    MImage made = libData->imageLibraryFunctions->MImage_convertType(MArgument_getMImage(Args[0]), (imagedata_t)MArgument_getInteger(Args[1]), MArgument_getBoolean(Args[2]));
    if (!made) return LIBRARY_TYPE_ERROR;
    MArgument_setMImage(Res, made);
    return LIBRARY_NO_ERROR;
}

/* {slices (0: 2D), width, height, channels, type, colour space, interleaved} */
FUNCTION(make) {
    struct st_WolframImageLibrary_Functions *im = libData->imageLibraryFunctions;
    mint n[6];
    for (int i = 0; i < 6; i++) n[i] = MArgument_getInteger(Args[i]);
    mbool interleaved = MArgument_getBoolean(Args[6]);
    MImage made = NULL;
    int status = n[0] ? im->MImage_new3D(n[0], n[1], n[2], n[3], (imagedata_t)n[4], (colorspace_t)n[5], interleaved, &made)
                      : im->MImage_new2D(n[1], n[2], n[3], (imagedata_t)n[4], (colorspace_t)n[5], interleaved, &made);
    MArgument_setMImage(Res, made);
    return status;
}
