/* DataStore: every type of value in and out, nested, named, copied, deleted. */
#include "function.h"
#include "WolframIOLibraryFunctions.h"
#include "WolframSparseLibrary.h"

typedef struct st_WolframIOLibrary_Functions *IO;

FUNCTION(make) {
    IO io = libData->ioLibraryFunctions;
    DataStore store = io->createDataStore(), inner = io->createDataStore();
    mint length = 2, size[2] = {2, 2};
    mcomplex z = {{1, -2}};
    MTensor t;
    MNumericArray n;
    MImage i;
    MSparseArray s = NULL;
    char text[] = "text";
    libData->MTensor_new(MType_Real, 1, &length, &t);
    libData->MTensor_getRealData(t)[0] = 1.5;
    libData->MTensor_getRealData(t)[1] = 2.5;
    libData->sparseLibraryFunctions->MSparseArray_fromMTensor(t, NULL, &s);
    libData->numericarrayLibraryFunctions->MNumericArray_new(MNumericArray_Type_Bit64, 1, &length, &n);
    ((mint *)libData->numericarrayLibraryFunctions->MNumericArray_getData(n))[0] = 7;
    ((mint *)libData->numericarrayLibraryFunctions->MNumericArray_getData(n))[1] = 8;
    libData->imageLibraryFunctions->MImage_new2D(size[0], size[1], 1, MImage_Type_Bit8, MImage_CS_Gray, True, &i);
    for (int k = 0; k < 4; k++) libData->imageLibraryFunctions->MImage_getByteData(i)[k] = (raw_t_ubit8)k;
    io->DataStore_addBoolean(store, True);
    io->DataStore_addInteger(store, 42);
    io->DataStore_addReal(store, 0.5);
    io->DataStore_addComplex(store, z);
    io->DataStore_addString(store, text);
    text[0] = 'T'; /* the store has a copy */
    io->DataStore_addNamedMTensor(store, "tensor", t);
    io->DataStore_addNamedMNumericArray(store, "numeric", n);
    io->DataStore_addNamedMImage(store, "image", i);
    io->DataStore_addNamedMSparseArray(store, "sparse", s);
    io->DataStore_addNamedInteger(inner, "deep", -1);
    io->DataStore_addNamedString(inner, "again", text);
    io->DataStore_addNamedDataStore(store, "inner", inner);
    MArgument_setDataStore(Res, store);
    return LIBRARY_NO_ERROR;
}

FUNCTION(clone) { MArgument_setDataStore(Res, libData->ioLibraryFunctions->copyDataStore(MArgument_getDataStore(Args[0]))); return LIBRARY_NO_ERROR; }
FUNCTION(same) { MArgument_setDataStore(Res, MArgument_getDataStore(Args[0])); return LIBRARY_NO_ERROR; }

/* The sum of the integers, reals and real tensors' elements, and the number of values, walking the nodes. */
FUNCTION(sum) {
    IO io = libData->ioLibraryFunctions;
    DataStore store = MArgument_getDataStore(Args[0]);
    mreal sum = 0;
    mint count = 0;
    for (DataStoreNode node = io->DataStore_getFirstNode(store); node; node = io->DataStoreNode_getNextNode(node)) {
        MArgument value;
        if (io->DataStoreNode_getData(node, &value)) return LIBRARY_FUNCTION_ERROR;
        count++;
        switch (io->DataStoreNode_getDataType(node)) {
            case MType_Integer: sum += (mreal)MArgument_getInteger(value); break;
            case MType_Real: sum += MArgument_getReal(value); break;
            case MType_Tensor:
                for (mint i = 0; i < libData->MTensor_getFlattenedLength(MArgument_getMTensor(value)); i++)
                    sum += libData->MTensor_getRealData(MArgument_getMTensor(value))[i];
                break;
            default: break;
        }
    }
    if (count != io->DataStore_getLength(store)) return LIBRARY_FUNCTION_ERROR;
    MArgument_setReal(Res, sum);
    return LIBRARY_NO_ERROR;
}

FUNCTION(last_name) {
    IO io = libData->ioLibraryFunctions;
    DataStoreNode node = io->DataStore_getLastNode(MArgument_getDataStore(Args[0]));
    char *name = NULL;
    if (!node) return LIBRARY_DIMENSION_ERROR;
    int status = io->DataStoreNode_getName(node, &name);
    MArgument_setUTF8String(Res, name);
    return status;
}

FUNCTION(make_and_delete) {
    IO io = libData->ioLibraryFunctions;
    DataStore store = io->createDataStore();
    mint length = 2;
    MTensor t;
    libData->MTensor_new(MType_Real, 1, &length, &t);
    io->DataStore_addMTensor(store, t);
    io->deleteDataStore(store);
    return LIBRARY_NO_ERROR;
}

FUNCTION(free_held) {
    IO io = libData->ioLibraryFunctions;
    DataStore store = io->createDataStore();
    mint length = 2;
    MTensor t;
    libData->MTensor_new(MType_Real, 1, &length, &t);
    io->DataStore_addMTensor(store, t);
    MArgument_setDataStore(Res, store);
    libData->MTensor_free(t);
    return LIBRARY_NO_ERROR;
}

FUNCTION(leak) { libData->ioLibraryFunctions->DataStore_addInteger(libData->ioLibraryFunctions->createDataStore(), 1); return LIBRARY_NO_ERROR; }
FUNCTION(raw) { libData->ioLibraryFunctions->DataStore_addMRawArray(libData->ioLibraryFunctions->createDataStore(), NULL); return LIBRARY_NO_ERROR; }
FUNCTION(add_argument) {
    DataStore store = libData->ioLibraryFunctions->createDataStore();
    libData->ioLibraryFunctions->DataStore_addMTensor(store, MArgument_getMTensor(Args[0]));
    MArgument_setDataStore(Res, store);
    return LIBRARY_NO_ERROR;
}
