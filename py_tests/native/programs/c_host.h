/* The least of a kernel in C that arithmetic of NumericArrays needs of its host: arrays of one dimension, and calls of two operands. A
 * program says how results are made and freed. */
#ifndef C_HOST_H
#define C_HOST_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <WolframLibrary.h>
#include <WolframNumericArrayLibrary.h>

typedef int library_function(WolframLibraryData data, mint argc, MArgument *arguments, MArgument result);

/* Behind a handle of a tensor or a NumericArray. */
typedef struct {
    mint type, rank, dimensions[1], count;
    void *data;
} array;

static errcode_t array_new(numericarray_data_t type, mint rank, const mint *dimensions, MNumericArray *made);
static void array_free(MNumericArray it);

static array *behind(const void *handle) { return (array *)(uintptr_t)handle; }

static mint tensor_type(MTensor tensor) { return behind(tensor)->type; }
static mint tensor_rank(MTensor tensor) { return behind(tensor)->rank; }
static const mint *tensor_dimensions(MTensor tensor) { return behind(tensor)->dimensions; }
static mint tensor_count(MTensor tensor) { return behind(tensor)->count; }
static mint *tensor_integers(MTensor tensor) { return behind(tensor)->data; }

static numericarray_data_t array_type(MNumericArray it) { return (numericarray_data_t)behind(it)->type; }
static mint array_rank(MNumericArray it) { return behind(it)->rank; }
static const mint *array_dimensions(MNumericArray it) { return behind(it)->dimensions; }
static mint array_count(MNumericArray it) { return behind(it)->count; }
static void *array_data(MNumericArray it) { return behind(it)->data; }

static mint never_aborted(void) { return 0; }

static struct st_WolframNumericArrayLibrary_Functions host_arrays = {
    .MNumericArray_new = array_new,
    .MNumericArray_free = array_free,
    .MNumericArray_getType = array_type,
    .MNumericArray_getRank = array_rank,
    .MNumericArray_getDimensions = array_dimensions,
    .MNumericArray_getFlattenedLength = array_count,
    .MNumericArray_getData = array_data,
};

static struct st_WolframLibraryData host = {
    .MTensor_getType = tensor_type,
    .MTensor_getRank = tensor_rank,
    .MTensor_getDimensions = tensor_dimensions,
    .MTensor_getFlattenedLength = tensor_count,
    .MTensor_getIntegerData = tensor_integers,
    .AbortQ = never_aborted,
    .VersionNumber = WolframLibraryVersion,
    .numericarrayLibraryFunctions = &host_arrays,
};

static library_function *find(void *library, const char *name)
{
    library_function *found = (library_function *)dlsym(library, name);
    if (found == NULL) {
        fprintf(stderr, "the library has no %s\n", name);
        exit(2);
    }
    return found;
}

static int call_two(library_function *function, array *a, array *b, MNumericArray *result)
{
    mint flags[2] = {0, 0}, precision = 0;
    array flag_list = {MType_Integer, 1, {2}, 2, flags};
    MTensor broadcast = (MTensor)(void *)&flag_list;
    MNumericArray operands[2] = {(MNumericArray)(void *)a, (MNumericArray)(void *)b};
    MArgument arguments[4] = {{.tensor = &broadcast}, {.integer = &precision}, {.numeric = &operands[0]}, {.numeric = &operands[1]}};
    return function(&host, 4, arguments, (MArgument){.numeric = result});
}

#endif
