/* LibraryLink: asynchronous tasks and DataStore (libData->ioLibraryFunctions). SPDX-License-Identifier: MIT */
#ifndef WOLFRAMIOLIBRARYFUNCTIONS_H
#define WOLFRAMIOLIBRARYFUNCTIONS_H

#include "WolframLibrary.h"
#include "WolframNumericArrayLibrary.h"
#include "WolframImageLibrary.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct st_DataStoreNode *DataStoreNode;

/* A DataStore takes what is added to it; raiseAsyncEvent takes the DataStore. */
typedef struct st_WolframIOLibrary_Functions {
    mint (*createAsynchronousTaskWithoutThread)(void);
    mint (*createAsynchronousTaskWithThread)(void (*run)(mint task, void *data), void *data);
    void (*raiseAsyncEvent)(mint task, char *type, DataStore);
    mbool (*asynchronousTaskAliveQ)(mint task);
    mbool (*asynchronousTaskStartedQ)(mint task);
    DataStore (*createDataStore)(void);
    void (*DataStore_addInteger)(DataStore, mint);
    void (*DataStore_addReal)(DataStore, mreal);
    void (*DataStore_addComplex)(DataStore, mcomplex);
    void (*DataStore_addString)(DataStore, char *);
    void (*DataStore_addMTensor)(DataStore, MTensor);
    void (*DataStore_addMRawArray)(DataStore, MRawArray);
    void (*DataStore_addMImage)(DataStore, MImage);
    void (*DataStore_addDataStore)(DataStore, DataStore);
    void (*DataStore_addNamedInteger)(DataStore, char *name, mint);
    void (*DataStore_addNamedReal)(DataStore, char *name, mreal);
    void (*DataStore_addNamedComplex)(DataStore, char *name, mcomplex);
    void (*DataStore_addNamedString)(DataStore, char *name, char *);
    void (*DataStore_addNamedMTensor)(DataStore, char *name, MTensor);
    void (*DataStore_addNamedMRawArray)(DataStore, char *name, MRawArray);
    void (*DataStore_addNamedMImage)(DataStore, char *name, MImage);
    void (*DataStore_addNamedDataStore)(DataStore, char *name, DataStore);
    mint (*removeAsynchronousTask)(mint task);
    void (*deleteDataStore)(DataStore);
    DataStore (*copyDataStore)(DataStore);
    mint (*DataStore_getLength)(DataStore);
    DataStoreNode (*DataStore_getFirstNode)(DataStore);
    DataStoreNode (*DataStore_getLastNode)(DataStore);
    DataStoreNode (*DataStoreNode_getNextNode)(DataStoreNode);
    type_t (*DataStoreNode_getDataType)(DataStoreNode);
    errcode_t (*DataStoreNode_getData)(DataStoreNode, MArgument *value);
    errcode_t (*DataStoreNode_getName)(DataStoreNode, char **name);
    void (*DataStore_addBoolean)(DataStore, mbool);
    void (*DataStore_addNamedBoolean)(DataStore, char *name, mbool);
    void (*DataStore_addMNumericArray)(DataStore, MNumericArray);
    void (*DataStore_addNamedMNumericArray)(DataStore, char *name, MNumericArray);
    void (*DataStore_addMSparseArray)(DataStore, MSparseArray);
    void (*DataStore_addNamedMSparseArray)(DataStore, char *name, MSparseArray);
} *WolframIOLibrary_Functions;

WLL_SIZE(struct st_WolframIOLibrary_Functions, 38);
WLL_AT(struct st_WolframIOLibrary_Functions, createDataStore, 5);
WLL_AT(struct st_WolframIOLibrary_Functions, removeAsynchronousTask, 22);
WLL_AT(struct st_WolframIOLibrary_Functions, DataStore_addBoolean, 32);

#ifdef __cplusplus
}
#endif

#endif
