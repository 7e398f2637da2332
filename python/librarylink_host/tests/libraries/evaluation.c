/* evaluateExpression: for its effect, and with a value of each type. */
#include "function.h"

#define EVALUATE(type, rank, place) \
    int error = libData->evaluateExpression(libData, MArgument_getUTF8String(Args[0]), type, rank, place); \
    libData->UTF8String_disown(MArgument_getUTF8String(Args[0])); \
    if (error) return error

FUNCTION(effect) { EVALUATE(6 /* no value */, 0, NULL); return LIBRARY_NO_ERROR; }

FUNCTION(boolean) {
    mbool value;
    EVALUATE(MType_Boolean, 0, &value);
    MArgument_setBoolean(Res, value);
    return LIBRARY_NO_ERROR;
}

FUNCTION(integer) {
    mint value;
    EVALUATE(MType_Integer, 0, &value);
    MArgument_setInteger(Res, value);
    return LIBRARY_NO_ERROR;
}

FUNCTION(real) {
    mreal value;
    EVALUATE(MType_Real, 0, &value);
    MArgument_setReal(Res, value);
    return LIBRARY_NO_ERROR;
}

FUNCTION(complex_number) {
    mcomplex value;
    EVALUATE(MType_Complex, 0, &value);
    MArgument_setComplex(Res, value);
    return LIBRARY_NO_ERROR;
}

FUNCTION(matrix) {
    MTensor value;
    EVALUATE(MType_Real, 2, &value);
    MArgument_setMTensor(Res, value);
    return LIBRARY_NO_ERROR;
}

FUNCTION(string) { char *value; EVALUATE(MType_UTF8String, 0, &value); return LIBRARY_NO_ERROR; }
FUNCTION(nowhere) { EVALUATE(MType_Integer, 0, NULL); return LIBRARY_NO_ERROR; }
