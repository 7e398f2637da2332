/* MTensor: whole data, elements, parts, clones, and the status of each bad request. */
#include "function.h"

FUNCTION(plus) {
    MTensor a = MArgument_getMTensor(Args[0]), b = MArgument_getMTensor(Args[1]), sum;
    mint length = libData->MTensor_getFlattenedLength(a);
    if (libData->MTensor_getRank(a) != libData->MTensor_getRank(b)) return LIBRARY_RANK_ERROR;
    if (length != libData->MTensor_getFlattenedLength(b)) return LIBRARY_DIMENSION_ERROR;
    int status = libData->MTensor_new(MType_Real, libData->MTensor_getRank(a), libData->MTensor_getDimensions(a), &sum);
    if (status) return status;
    mreal *x = libData->MTensor_getRealData(a), *y = libData->MTensor_getRealData(b), *z = libData->MTensor_getRealData(sum);
    for (mint i = 0; i < length; i++) z[i] = x[i] + y[i];
    MArgument_setMTensor(Res, sum);
    return LIBRARY_NO_ERROR;
}

FUNCTION(describe) {
    MTensor t = MArgument_getMTensor(Args[0]), result;
    mint rank = libData->MTensor_getRank(t), size = rank + 3, at = 1;
    libData->MTensor_new(MType_Integer, 1, &size, &result);
    libData->MTensor_setInteger(result, &at, libData->MTensor_getType(t));
    at++;
    libData->MTensor_setInteger(result, &at, rank);
    at++;
    libData->MTensor_setInteger(result, &at, libData->MTensor_getFlattenedLength(t));
    for (mint i = 0; i < rank; i++) {
        at++;
        libData->MTensor_setInteger(result, &at, libData->MTensor_getDimensions(t)[i]);
    }
    MArgument_setMTensor(Res, result);
    return LIBRARY_NO_ERROR;
}

/* {tensor, position}: the status is the library's. */
FUNCTION(get_integer) {
    mint value = 0;
    int status = libData->MTensor_getInteger(MArgument_getMTensor(Args[0]), libData->MTensor_getIntegerData(MArgument_getMTensor(Args[1])), &value);
    MArgument_setInteger(Res, value);
    return status;
}

FUNCTION(get_real) {
    mreal value = 0;
    int status = libData->MTensor_getReal(MArgument_getMTensor(Args[0]), libData->MTensor_getIntegerData(MArgument_getMTensor(Args[1])), &value);
    MArgument_setReal(Res, value);
    return status;
}

FUNCTION(get_complex) {
    mcomplex value = {{0, 0}};
    int status = libData->MTensor_getComplex(MArgument_getMTensor(Args[0]), libData->MTensor_getIntegerData(MArgument_getMTensor(Args[1])), &value);
    MArgument_setComplex(Res, value);
    return status;
}

/* {tensor, position, value}: the changed argument is the result. */
FUNCTION(set_integer) {
    MTensor t = MArgument_getMTensor(Args[0]);
    MArgument_setMTensor(Res, t);
    return libData->MTensor_setInteger(t, libData->MTensor_getIntegerData(MArgument_getMTensor(Args[1])), MArgument_getInteger(Args[2]));
}

FUNCTION(set_real) {
    MTensor t = MArgument_getMTensor(Args[0]);
    MArgument_setMTensor(Res, t);
    return libData->MTensor_setReal(t, libData->MTensor_getIntegerData(MArgument_getMTensor(Args[1])), MArgument_getReal(Args[2]));
}

FUNCTION(set_complex) {
    MTensor t = MArgument_getMTensor(Args[0]);
    MArgument_setMTensor(Res, t);
    return libData->MTensor_setComplex(t, libData->MTensor_getIntegerData(MArgument_getMTensor(Args[1])), MArgument_getComplex(Args[2]));
}

FUNCTION(part) {
    MTensor position = MArgument_getMTensor(Args[1]), result = NULL;
    int status = libData->MTensor_getMTensor(MArgument_getMTensor(Args[0]), libData->MTensor_getIntegerData(position),
                                             libData->MTensor_getFlattenedLength(position), &result);
    MArgument_setMTensor(Res, result);
    return status;
}

/* The part goes into a tensor that is there already, of the dimensions in the third argument. */
FUNCTION(part_into) {
    MTensor position = MArgument_getMTensor(Args[1]), dimensions = MArgument_getMTensor(Args[2]), result;
    int status = libData->MTensor_new(libData->MTensor_getType(MArgument_getMTensor(Args[0])), libData->MTensor_getFlattenedLength(dimensions),
                                      libData->MTensor_getIntegerData(dimensions), &result);
    if (status) return status;
    MTensor before = result;
    status = libData->MTensor_getMTensor(MArgument_getMTensor(Args[0]), libData->MTensor_getIntegerData(position),
                                         libData->MTensor_getFlattenedLength(position), &result);
    if (status || before != result) {
        libData->MTensor_free(result);
        return status ? status : LIBRARY_FUNCTION_ERROR;
    }
    MArgument_setMTensor(Res, result);
    return LIBRARY_NO_ERROR;
}

FUNCTION(set_part) {
    MTensor t = MArgument_getMTensor(Args[0]), position = MArgument_getMTensor(Args[2]);
    MArgument_setMTensor(Res, t);
    return libData->MTensor_setMTensor(t, MArgument_getMTensor(Args[1]), libData->MTensor_getIntegerData(position),
                                       libData->MTensor_getFlattenedLength(position));
}

FUNCTION(clone_and_free) {
    MTensor first, second;
    int status = libData->MTensor_clone(MArgument_getMTensor(Args[0]), &first);
    if (status) return status;
    status = libData->MTensor_clone(first, &second);
    libData->MTensor_free(first);
    MArgument_setMTensor(Res, second);
    return status;
}

/* {type, dimensions}: what MTensor_new says. */
FUNCTION(make) {
    MTensor dimensions = MArgument_getMTensor(Args[1]), made = NULL;
    int status = libData->MTensor_new(MArgument_getInteger(Args[0]), libData->MTensor_getFlattenedLength(dimensions),
                                      libData->MTensor_getIntegerData(dimensions), &made);
    MArgument_setMTensor(Res, made);
    return status;
}

FUNCTION(complex_square) {
    MTensor t = MArgument_getMTensor(Args[0]);
    mcomplex *z = libData->MTensor_getComplexData(t);
    for (mint i = 0; i < libData->MTensor_getFlattenedLength(t); i++) {
        mreal re = mcreal(z[i]), im = mcimag(z[i]);
        mcreal(z[i]) = re * re - im * im;
        mcimag(z[i]) = 2 * re * im;
    }
    MArgument_setMTensor(Res, t);
    return LIBRARY_NO_ERROR;
}

/* Declared as a real tensor of rank 1 by one test, and as something else by another. */
FUNCTION(integer_matrix) {
    mint dimensions[2] = {2, 3};
    MTensor made;
    int status = libData->MTensor_new(MType_Integer, 2, dimensions, &made);
    if (status) return status;
    for (mint i = 0; i < 6; i++) libData->MTensor_getIntegerData(made)[i] = i;
    MArgument_setMTensor(Res, made);
    return LIBRARY_NO_ERROR;
}
