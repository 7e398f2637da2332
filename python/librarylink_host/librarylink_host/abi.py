"""The binary interface of LibraryLink, version 7: every entry of the function tables with its C signature.

A table is a tuple of entries in memory order, each of 8 bytes: ``(name, result, *arguments)`` is a function,
``(name,)`` is data (a pointer to another table, or the version number).  Source: LibraryLink's documentation and the
public bindings of the crate wolfram-library-link-sys.
"""

from __future__ import annotations

import ctypes

VERSION = 7


class MComplex(ctypes.Structure):
    """mcomplex: two doubles, passed by value."""

    _fields_ = [("re", ctypes.c_double), ("im", ctypes.c_double)]


class Status(ctypes.c_int):
    """An int that is LIBRARY_NO_ERROR or another LIBRARY_* code."""


class Data(ctypes.c_void_p):
    """A pointer that libraries follow without a look: to elements, to dimensions (never NULL)."""


VOID = None
STATUS = Status
INT = ctypes.c_int
MINT = ctypes.c_int64
REAL = ctypes.c_double
COMPLEX = MComplex
POINTER = ctypes.c_void_p
DATA = Data
SIZE = ctypes.c_size_t
CHAR = ctypes.c_char
BIT = ctypes.c_byte
BYTE = ctypes.c_ubyte
BIT16 = ctypes.c_ushort
REAL32 = ctypes.c_float


LIBRARY_DATA = (
    ("UTF8String_disown", VOID, POINTER),
    ("MTensor_new", STATUS, MINT, MINT, POINTER, POINTER),
    ("MTensor_free", VOID, POINTER),
    ("MTensor_clone", STATUS, POINTER, POINTER),
    ("MTensor_shareCount", MINT, POINTER),
    ("MTensor_disown", VOID, POINTER),
    ("MTensor_disownAll", VOID, POINTER),
    ("MTensor_setInteger", STATUS, POINTER, POINTER, MINT),
    ("MTensor_setReal", STATUS, POINTER, POINTER, REAL),
    ("MTensor_setComplex", STATUS, POINTER, POINTER, COMPLEX),
    ("MTensor_setMTensor", STATUS, POINTER, POINTER, POINTER, MINT),
    ("MTensor_getInteger", STATUS, POINTER, POINTER, POINTER),
    ("MTensor_getReal", STATUS, POINTER, POINTER, POINTER),
    ("MTensor_getComplex", STATUS, POINTER, POINTER, POINTER),
    ("MTensor_getMTensor", STATUS, POINTER, POINTER, MINT, POINTER),
    ("MTensor_getRank", MINT, POINTER),
    ("MTensor_getDimensions", DATA, POINTER),
    ("MTensor_getType", MINT, POINTER),
    ("MTensor_getFlattenedLength", MINT, POINTER),
    ("MTensor_getIntegerData", DATA, POINTER),
    ("MTensor_getRealData", DATA, POINTER),
    ("MTensor_getComplexData", DATA, POINTER),
    ("Message", VOID, POINTER),
    ("AbortQ", MINT),
    ("getWSLINK", POINTER, POINTER),
    ("processWSLINK", STATUS, POINTER),
    ("evaluateExpression", STATUS, POINTER, POINTER, INT, MINT, POINTER),
    ("runtimeData",),
    ("compileLibraryFunctions",),
    ("VersionNumber",),
    ("registerInputStreamMethod", INT, POINTER, POINTER, POINTER, POINTER, POINTER),
    ("unregisterInputStreamMethod", INT, POINTER),
    ("registerOutputStreamMethod", INT, POINTER, POINTER, POINTER, POINTER, POINTER),
    ("unregisterOutputStreamMethod", INT, POINTER),
    ("ioLibraryFunctions",),
    ("getWSLINKEnvironment", POINTER, POINTER),
    ("sparseLibraryFunctions",),
    ("imageLibraryFunctions",),
    ("registerLibraryExpressionManager", STATUS, POINTER, POINTER),
    ("unregisterLibraryExpressionManager", STATUS, POINTER),
    ("releaseManagedLibraryExpression", STATUS, POINTER, MINT),
    ("registerLibraryCallbackManager", STATUS, POINTER, POINTER),
    ("unregisterLibraryCallbackManager", STATUS, POINTER),
    ("callLibraryCallbackFunction", STATUS, MINT, MINT, POINTER, POINTER),
    ("releaseLibraryCallbackFunction", STATUS, MINT),
    ("validatePath", INT, POINTER, CHAR),
    ("protectedModeQ", INT),
    ("rawarrayLibraryFunctions",),
    ("numericarrayLibraryFunctions",),
    ("setParallelThreadNumber", INT, INT),
    ("restoreParallelThreadNumber", VOID, INT),
    ("getParallelThreadNumber", INT),
    ("WL_malloc", POINTER, SIZE),
    ("WL_malloc_aligned", POINTER, SIZE),
    ("WL_realloc", POINTER, POINTER, SIZE),
    ("WL_realloc_aligned", POINTER, POINTER, SIZE),
    ("WL_free", VOID, POINTER),
)

NUMERIC_ARRAY_FUNCTIONS = (
    ("MNumericArray_new", STATUS, INT, MINT, POINTER, POINTER),
    ("MNumericArray_free", VOID, POINTER),
    ("MNumericArray_clone", STATUS, POINTER, POINTER),
    ("MNumericArray_disown", VOID, POINTER),
    ("MNumericArray_disownAll", VOID, POINTER),
    ("MNumericArray_shareCount", MINT, POINTER),
    ("MNumericArray_getType", INT, POINTER),
    ("MNumericArray_getRank", MINT, POINTER),
    ("MNumericArray_getDimensions", DATA, POINTER),
    ("MNumericArray_getFlattenedLength", MINT, POINTER),
    ("MNumericArray_getData", DATA, POINTER),
    ("MNumericArray_convertType", STATUS, POINTER, POINTER, INT, INT, REAL),
)

IO_FUNCTIONS = (
    ("createAsynchronousTaskWithoutThread", MINT),
    ("createAsynchronousTaskWithThread", MINT, POINTER, POINTER),
    ("raiseAsyncEvent", VOID, MINT, POINTER, POINTER),
    ("asynchronousTaskAliveQ", INT, MINT),
    ("asynchronousTaskStartedQ", INT, MINT),
    ("createDataStore", POINTER),
    ("DataStore_addInteger", VOID, POINTER, MINT),
    ("DataStore_addReal", VOID, POINTER, REAL),
    ("DataStore_addComplex", VOID, POINTER, COMPLEX),
    ("DataStore_addString", VOID, POINTER, POINTER),
    ("DataStore_addMTensor", VOID, POINTER, POINTER),
    ("DataStore_addMRawArray", VOID, POINTER, POINTER),
    ("DataStore_addMImage", VOID, POINTER, POINTER),
    ("DataStore_addDataStore", VOID, POINTER, POINTER),
    ("DataStore_addNamedInteger", VOID, POINTER, POINTER, MINT),
    ("DataStore_addNamedReal", VOID, POINTER, POINTER, REAL),
    ("DataStore_addNamedComplex", VOID, POINTER, POINTER, COMPLEX),
    ("DataStore_addNamedString", VOID, POINTER, POINTER, POINTER),
    ("DataStore_addNamedMTensor", VOID, POINTER, POINTER, POINTER),
    ("DataStore_addNamedMRawArray", VOID, POINTER, POINTER, POINTER),
    ("DataStore_addNamedMImage", VOID, POINTER, POINTER, POINTER),
    ("DataStore_addNamedDataStore", VOID, POINTER, POINTER, POINTER),
    ("removeAsynchronousTask", MINT, MINT),
    ("deleteDataStore", VOID, POINTER),
    ("copyDataStore", POINTER, POINTER),
    ("DataStore_getLength", MINT, POINTER),
    ("DataStore_getFirstNode", POINTER, POINTER),
    ("DataStore_getLastNode", POINTER, POINTER),
    ("DataStoreNode_getNextNode", POINTER, POINTER),
    ("DataStoreNode_getDataType", INT, POINTER),
    ("DataStoreNode_getData", STATUS, POINTER, POINTER),
    ("DataStoreNode_getName", STATUS, POINTER, POINTER),
    ("DataStore_addBoolean", VOID, POINTER, INT),
    ("DataStore_addNamedBoolean", VOID, POINTER, POINTER, INT),
    ("DataStore_addMNumericArray", VOID, POINTER, POINTER),
    ("DataStore_addNamedMNumericArray", VOID, POINTER, POINTER, POINTER),
    ("DataStore_addMSparseArray", VOID, POINTER, POINTER),
    ("DataStore_addNamedMSparseArray", VOID, POINTER, POINTER, POINTER),
)

IMAGE_FUNCTIONS = (
    ("MImage_new2D", STATUS, MINT, MINT, MINT, INT, INT, INT, POINTER),
    ("MImage_new3D", STATUS, MINT, MINT, MINT, MINT, INT, INT, INT, POINTER),
    ("MImage_clone", STATUS, POINTER, POINTER),
    ("MImage_free", VOID, POINTER),
    ("MImage_disown", VOID, POINTER),
    ("MImage_disownAll", VOID, POINTER),
    ("MImage_shareCount", MINT, POINTER),
    ("MImage_getDataType", INT, POINTER),
    ("MImage_getRowCount", MINT, POINTER),
    ("MImage_getColumnCount", MINT, POINTER),
    ("MImage_getSliceCount", MINT, POINTER),
    ("MImage_getRank", MINT, POINTER),
    ("MImage_getChannels", MINT, POINTER),
    ("MImage_alphaChannelQ", INT, POINTER),
    ("MImage_interleavedQ", INT, POINTER),
    ("MImage_getColorSpace", INT, POINTER),
    ("MImage_getFlattenedLength", MINT, POINTER),
    ("MImage_getBit", STATUS, POINTER, POINTER, MINT, POINTER),
    ("MImage_getByte", STATUS, POINTER, POINTER, MINT, POINTER),
    ("MImage_getBit16", STATUS, POINTER, POINTER, MINT, POINTER),
    ("MImage_getReal32", STATUS, POINTER, POINTER, MINT, POINTER),
    ("MImage_getReal", STATUS, POINTER, POINTER, MINT, POINTER),
    ("MImage_setBit", STATUS, POINTER, POINTER, MINT, BIT),
    ("MImage_setByte", STATUS, POINTER, POINTER, MINT, BYTE),
    ("MImage_setBit16", STATUS, POINTER, POINTER, MINT, BIT16),
    ("MImage_setReal32", STATUS, POINTER, POINTER, MINT, REAL32),
    ("MImage_setReal", STATUS, POINTER, POINTER, MINT, REAL),
    ("MImage_getRawData", DATA, POINTER),
    ("MImage_getBitData", DATA, POINTER),
    ("MImage_getByteData", DATA, POINTER),
    ("MImage_getBit16Data", DATA, POINTER),
    ("MImage_getReal32Data", DATA, POINTER),
    ("MImage_getRealData", DATA, POINTER),
    ("MImage_convertType", POINTER, POINTER, INT, INT),
)

SPARSE_ARRAY_FUNCTIONS = (
    ("MSparseArray_clone", STATUS, POINTER, POINTER),
    ("MSparseArray_free", VOID, POINTER),
    ("MSparseArray_disown", VOID, POINTER),
    ("MSparseArray_disownAll", VOID, POINTER),
    ("MSparseArray_shareCount", MINT, POINTER),
    ("MSparseArray_getRank", MINT, POINTER),
    ("MSparseArray_getDimensions", DATA, POINTER),
    ("MSparseArray_getImplicitValue", DATA, POINTER),
    ("MSparseArray_getExplicitValues", DATA, POINTER),
    ("MSparseArray_getRowPointers", DATA, POINTER),
    ("MSparseArray_getColumnIndices", DATA, POINTER),
    ("MSparseArray_getExplicitPositions", STATUS, POINTER, POINTER),
    ("MSparseArray_resetImplicitValue", STATUS, POINTER, POINTER, POINTER),
    ("MSparseArray_toMTensor", STATUS, POINTER, POINTER),
    ("MSparseArray_fromMTensor", STATUS, POINTER, POINTER, POINTER),
    ("MSparseArray_fromExplicitPositions", STATUS, POINTER, POINTER, POINTER, POINTER, POINTER),
)
