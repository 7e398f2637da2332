/* Wolfram LibraryLink's binary interface, version 7, for 64-bit systems. SPDX-License-Identifier: MIT
 *
 * An independent text: names, values, signatures and struct layouts only, as LibraryLink's documentation and public
 * bindings (the crate wolfram-library-link-sys) give them. Versions 1 to 6 are prefixes of it.
 *
 * A library exports
 *   mint WolframLibrary_getVersion(void)                          return WolframLibraryVersion;
 *   int  WolframLibrary_initialize(WolframLibraryData)            LIBRARY_NO_ERROR, or the load fails
 *   void WolframLibrary_uninitialize(WolframLibraryData)
 *   int  f(WolframLibraryData, mint Argc, MArgument *Args, MArgument Res)      each function to be loaded
 */
#ifndef WOLFRAMLIBRARY_H
#define WOLFRAMLIBRARY_H

#include <stddef.h>
#include <stdint.h>

#define WolframLibraryVersion 7

#ifdef __cplusplus
#define EXTERN_C extern "C"
#else
#define EXTERN_C extern
#endif

#ifdef _WIN32
#define DLLEXPORT __declspec(dllexport)
#define DLLIMPORT __declspec(dllimport)
#else
#define DLLEXPORT __attribute__((__visibility__("default")))
#define DLLIMPORT
#endif

/* WLL_SIZE: a struct of that many pointer-sized members; WLL_AT: the member stands at that index. */
#ifdef __cplusplus
#define WLL_ASSERT(condition, text) static_assert(condition, text)
#else
#define WLL_ASSERT(condition, text) _Static_assert(condition, text)
#endif
#define WLL_SIZE(type, members) WLL_ASSERT(sizeof(type) == 8 * (members), "size of " #type)
#define WLL_AT(type, member, index) WLL_ASSERT(offsetof(type, member) == 8 * (index), "offset of " #member)

#ifdef __cplusplus
extern "C" {
#endif

#ifndef True
#define True 1
#define False 0
#endif

typedef int64_t mint;
typedef uint64_t umint;
typedef int mbool;
typedef double mreal;
typedef struct { mreal ri[2]; } mcomplex;
typedef int type_t;
typedef int errcode_t;

#define mcreal(z) ((z).ri[0])
#define mcimag(z) ((z).ri[1])

/* Handles: opaque to a library. */
typedef struct st_MTensor *MTensor;
typedef struct st_MSparseArray *MSparseArray;
typedef struct st_MNumericArray *MNumericArray;
typedef struct st_MRawArray *MRawArray;
typedef struct st_MImage *MImage;
typedef struct st_DataStore *DataStore;
typedef struct st_MInputStream *MInputStream;
typedef struct st_MOutputStream *MOutputStream;
typedef struct st_WSLINK *WSLINK;
typedef struct st_WSENV *WSENV;

enum {
    MType_Undef = 0,
    MType_Boolean = 1,
    MType_Integer = 2,
    MType_Real = 3,
    MType_Complex = 4,
    MType_Tensor = 5,
    MType_SparseArray = 6,
    MType_NumericArray = 7,
    MType_Image = 8,
    MType_UTF8String = 9,
    MType_DataStore = 10
};

enum {
    LIBRARY_NO_ERROR = 0,
    LIBRARY_TYPE_ERROR = 1,
    LIBRARY_RANK_ERROR = 2,
    LIBRARY_DIMENSION_ERROR = 3,
    LIBRARY_NUMERICAL_ERROR = 4,
    LIBRARY_MEMORY_ERROR = 5,
    LIBRARY_FUNCTION_ERROR = 6,
    LIBRARY_VERSION_ERROR = 7
};

/* One argument or the result: a pointer to the value. */
typedef union {
    mbool *boolean;
    mint *integer;
    mreal *real;
    mcomplex *cmplex;
    MTensor *tensor;
    MSparseArray *sparse;
    MNumericArray *numeric;
    MImage *image;
    char **utf8string;
} MArgument;

WLL_SIZE(MArgument, 1);
WLL_SIZE(mcomplex, 2);

#define MArgument_getBooleanAddress(m) ((m).boolean)
#define MArgument_getIntegerAddress(m) ((m).integer)
#define MArgument_getRealAddress(m) ((m).real)
#define MArgument_getComplexAddress(m) ((m).cmplex)
#define MArgument_getMTensorAddress(m) ((m).tensor)
#define MArgument_getMSparseArrayAddress(m) ((m).sparse)
#define MArgument_getMNumericArrayAddress(m) ((m).numeric)
#define MArgument_getMRawArrayAddress(m) ((MRawArray *)(void *)(m).numeric)
#define MArgument_getMImageAddress(m) ((m).image)
#define MArgument_getUTF8StringAddress(m) ((m).utf8string)
#define MArgument_getDataStoreAddress(m) ((DataStore *)(void *)(m).tensor)
#define MArgument_getAddress(m) ((void *)(m).integer)
#define MArgument_setAddress(m, address) ((m).integer = (mint *)(address))

#define MArgument_getBoolean(m) (*MArgument_getBooleanAddress(m))
#define MArgument_getInteger(m) (*MArgument_getIntegerAddress(m))
#define MArgument_getReal(m) (*MArgument_getRealAddress(m))
#define MArgument_getComplex(m) (*MArgument_getComplexAddress(m))
#define MArgument_getMTensor(m) (*MArgument_getMTensorAddress(m))
#define MArgument_getMSparseArray(m) (*MArgument_getMSparseArrayAddress(m))
#define MArgument_getMNumericArray(m) (*MArgument_getMNumericArrayAddress(m))
#define MArgument_getMRawArray(m) (*MArgument_getMRawArrayAddress(m))
#define MArgument_getMImage(m) (*MArgument_getMImageAddress(m))
#define MArgument_getUTF8String(m) (*MArgument_getUTF8StringAddress(m))
#define MArgument_getDataStore(m) (*MArgument_getDataStoreAddress(m))

#define MArgument_setBoolean(m, v) (MArgument_getBoolean(m) = (v))
#define MArgument_setInteger(m, v) (MArgument_getInteger(m) = (v))
#define MArgument_setReal(m, v) (MArgument_getReal(m) = (v))
#define MArgument_setComplex(m, v) (MArgument_getComplex(m) = (v))
#define MArgument_setMTensor(m, v) (MArgument_getMTensor(m) = (v))
#define MArgument_setMSparseArray(m, v) (MArgument_getMSparseArray(m) = (v))
#define MArgument_setMNumericArray(m, v) (MArgument_getMNumericArray(m) = (v))
#define MArgument_setMRawArray(m, v) (MArgument_getMRawArray(m) = (v))
#define MArgument_setMImage(m, v) (MArgument_getMImage(m) = (v))
#define MArgument_setUTF8String(m, v) (MArgument_getUTF8String(m) = (v))
#define MArgument_setDataStore(m, v) (MArgument_getDataStore(m) = (v))

/* Tables of functions by kind of data, each in its own header. */
struct st_WolframRuntimeData;
struct st_WolframCompileLibrary_Functions;
struct st_WolframIOLibrary_Functions;        /* WolframIOLibraryFunctions.h */
struct st_WolframSparseLibrary_Functions;    /* WolframSparseLibrary.h */
struct st_WolframImageLibrary_Functions;     /* WolframImageLibrary.h */
struct st_WolframRawArrayLibrary_Functions;
struct st_WolframNumericArrayLibrary_Functions; /* WolframNumericArrayLibrary.h */

typedef struct st_WolframLibraryData *WolframLibraryData;

/* Positions are 1-based, one mint a level; functions that return int return LIBRARY_NO_ERROR or another LIBRARY_* code. */
struct st_WolframLibraryData {
    void (*UTF8String_disown)(char *string);

    int (*MTensor_new)(mint type, mint rank, const mint *dimensions, MTensor *result);
    void (*MTensor_free)(MTensor);
    int (*MTensor_clone)(MTensor, MTensor *result);
    mint (*MTensor_shareCount)(MTensor);
    void (*MTensor_disown)(MTensor);
    void (*MTensor_disownAll)(MTensor);
    int (*MTensor_setInteger)(MTensor, mint *position, mint value);
    int (*MTensor_setReal)(MTensor, mint *position, mreal value);
    int (*MTensor_setComplex)(MTensor, mint *position, mcomplex value);
    int (*MTensor_setMTensor)(MTensor, MTensor part, mint *position, mint levels);
    int (*MTensor_getInteger)(MTensor, mint *position, mint *value);
    int (*MTensor_getReal)(MTensor, mint *position, mreal *value);
    int (*MTensor_getComplex)(MTensor, mint *position, mcomplex *value);
    int (*MTensor_getMTensor)(MTensor, mint *position, mint levels, MTensor *part);
    mint (*MTensor_getRank)(MTensor);
    const mint *(*MTensor_getDimensions)(MTensor);
    mint (*MTensor_getType)(MTensor);
    mint (*MTensor_getFlattenedLength)(MTensor);
    mint *(*MTensor_getIntegerData)(MTensor);
    mreal *(*MTensor_getRealData)(MTensor);
    mcomplex *(*MTensor_getComplexData)(MTensor);

    void (*Message)(const char *tag);
    mint (*AbortQ)(void);

    WSLINK (*getWSLINK)(WolframLibraryData);
    int (*processWSLINK)(WSLINK);
    int (*evaluateExpression)(WolframLibraryData, char *expression, int type, mint rank, void *result);

    struct st_WolframRuntimeData *runtimeData;
    struct st_WolframCompileLibrary_Functions *compileLibraryFunctions;
    mint VersionNumber;

    mbool (*registerInputStreamMethod)(const char *name, void (*open)(MInputStream, const char *head, void *options),
                                       mbool (*handles)(void *method, char *name), void *method, void (*destroy)(void *method));
    mbool (*unregisterInputStreamMethod)(const char *name);
    mbool (*registerOutputStreamMethod)(const char *name, void (*open)(MOutputStream, const char *head, void *options, mbool append),
                                        mbool (*handles)(void *method, char *name), void *method, void (*destroy)(void *method));
    mbool (*unregisterOutputStreamMethod)(const char *name);

    struct st_WolframIOLibrary_Functions *ioLibraryFunctions;
    WSENV (*getWSLINKEnvironment)(WolframLibraryData);
    struct st_WolframSparseLibrary_Functions *sparseLibraryFunctions;
    struct st_WolframImageLibrary_Functions *imageLibraryFunctions;

    /* Managed library expressions: the manager is called with mode 0 when one is made, 1 when it is released. */
    int (*registerLibraryExpressionManager)(const char *name, void (*manager)(WolframLibraryData, mbool mode, mint id));
    int (*unregisterLibraryExpressionManager)(const char *name);
    int (*releaseManagedLibraryExpression)(const char *name, mint id);

    /* Callbacks: the manager gets the function's id and its signature, rows of {type, rank}, the result's last. */
    int (*registerLibraryCallbackManager)(const char *name, mbool (*manager)(WolframLibraryData, mint id, MTensor signature));
    int (*unregisterLibraryCallbackManager)(const char *name);
    int (*callLibraryCallbackFunction)(mint id, mint Argc, MArgument *Args, MArgument Res);
    int (*releaseLibraryCallbackFunction)(mint id);

    mbool (*validatePath)(char *path, char type);
    mbool (*protectedModeQ)(void);

    struct st_WolframRawArrayLibrary_Functions *rawarrayLibraryFunctions;
    struct st_WolframNumericArrayLibrary_Functions *numericarrayLibraryFunctions;

    int (*setParallelThreadNumber)(int number);
    void (*restoreParallelThreadNumber)(int number);
    int (*getParallelThreadNumber)(void);

    void *(*WL_malloc)(size_t size);
    void *(*WL_malloc_aligned)(size_t size);
    void *(*WL_realloc)(void *memory, size_t size);
    void *(*WL_realloc_aligned)(void *memory, size_t size);
    void (*WL_free)(void *memory);
};

WLL_SIZE(struct st_WolframLibraryData, 57);
WLL_AT(struct st_WolframLibraryData, MTensor_new, 1);
WLL_AT(struct st_WolframLibraryData, MTensor_setInteger, 7);
WLL_AT(struct st_WolframLibraryData, MTensor_getRank, 15);
WLL_AT(struct st_WolframLibraryData, Message, 22);
WLL_AT(struct st_WolframLibraryData, VersionNumber, 29);
WLL_AT(struct st_WolframLibraryData, ioLibraryFunctions, 34);
WLL_AT(struct st_WolframLibraryData, imageLibraryFunctions, 37);
WLL_AT(struct st_WolframLibraryData, registerLibraryCallbackManager, 41);
WLL_AT(struct st_WolframLibraryData, numericarrayLibraryFunctions, 48);
WLL_AT(struct st_WolframLibraryData, WL_malloc, 52);

#ifdef __cplusplus
}
#endif

#endif
