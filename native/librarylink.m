#import <Foundation/Foundation.h>

#include "librarylink.h"

#include <stdlib.h>
#include <string.h>

#import "status.h"

_Static_assert((int)ML_TYPE_ERROR == LIBRARY_TYPE_ERROR && (int)ML_RANK_ERROR == LIBRARY_RANK_ERROR &&
                   (int)ML_DIMENSION_ERROR == LIBRARY_DIMENSION_ERROR && (int)ML_NUMERICAL_ERROR == LIBRARY_NUMERICAL_ERROR &&
                   (int)ML_MEMORY_ERROR == LIBRARY_MEMORY_ERROR && (int)ML_FUNCTION_ERROR == LIBRARY_FUNCTION_ERROR,
               "statuses are LIBRARY_* codes");
_Static_assert((int)ML_INTEGER8 == MNumericArray_Type_Bit8 && (int)ML_UNSIGNED64 == MNumericArray_Type_UBit64 &&
                   (int)ML_REAL32 == MNumericArray_Type_Real32 && (int)ML_COMPLEX_REAL64 == MNumericArray_Type_Complex_Real64 &&
                   (int)ML_REAL16 == MNumericArray_Type_Real16 && (int)ML_COMPLEX_REAL16 == MNumericArray_Type_Complex_Real16,
               "element types have the numbers of the NumericArray types");

/* Version 6 (Wolfram Language 12.1) has every field that is used here, and a kernel refuses a library of a version above its own. */
enum { LIBRARY_VERSION_NEEDED = 6 };
_Static_assert((int)LIBRARY_VERSION_NEEDED <= WolframLibraryVersion, "the header has the version that is needed");

DLLEXPORT mint WolframLibrary_getVersion(void) { return LIBRARY_VERSION_NEEDED; }

/* The device waits for the first call: loading the library must not fail where there is none. */
DLLEXPORT int WolframLibrary_initialize(WolframLibraryData data)
{
    (void)data;
    return LIBRARY_NO_ERROR;
}

DLLEXPORT void WolframLibrary_uninitialize(WolframLibraryData data) { (void)data; }

static void free_rest(ml_library_call *call)
{
    for (unsigned k = 0; k < call->string_count; ++k) {
        call->data->UTF8String_disown(call->strings[k]);
    }
    free(call->views);
    if (call->tensor != NULL) {
        call->data->MTensor_free(call->tensor);
    }
    if (call->numericarray != NULL) {
        call->data->numericarrayLibraryFunctions->MNumericArray_free(call->numericarray);
    }
    if (call->image != NULL) {
        call->data->imageLibraryFunctions->MImage_free(call->image);
    }
}

int ml_library_run(const char *name, ml_record_use use, ml_status (*body)(ml_library_call *call), WolframLibraryData data, mint argc,
                   MArgument *arguments, MArgument result)
{
    ml_library_call call = {.data = data, .argc = argc, .arguments = arguments, .result = result};
    ml_status status = ML_FUNCTION_ERROR;
    ml_call_begin(name, use, data->AbortQ);
    @autoreleasepool {
        @try {
            status = body(&call);
        } @catch (NSException *exception) {
            status = ml_status_fail(ML_FUNCTION_ERROR, "%s: %s", [[exception name] UTF8String], [[exception reason] UTF8String]);
        } @catch (id object) {
            (void)object;
            status = ml_status_fail(ML_FUNCTION_ERROR, "an exception that is no NSException");
        }
        free_rest(&call);
    }
    ml_call_end(use);
    return (int)status;
}

ml_status ml_library_exactly(const ml_library_call *call, mint count)
{
    if (call->argc != count) {
        return ml_status_fail(ML_FUNCTION_ERROR, "%lld arguments given, %lld expected", (long long)call->argc, (long long)count);
    }
    return ML_OK;
}

ml_status ml_library_at_least(const ml_library_call *call, mint count)
{
    if (call->argc < count) {
        return ml_status_fail(ML_FUNCTION_ERROR, "%lld arguments given, at least %lld expected", (long long)call->argc,
                              (long long)count);
    }
    return ML_OK;
}

ml_status ml_library_get_integers(ml_library_call *call, mint index, const char *name, ml_integers *numbers)
{
    MTensor tensor = MArgument_getMTensor(call->arguments[index]);
    if (call->data->MTensor_getType(tensor) != MType_Integer || call->data->MTensor_getRank(tensor) != 1) {
        return ml_status_fail(ML_TYPE_ERROR, "argument %s: a list of integers expected", name);
    }
    numbers->items = call->data->MTensor_getIntegerData(tensor);
    numbers->count = (size_t)call->data->MTensor_getFlattenedLength(tensor);
    return ML_OK;
}

ml_status ml_library_get_flags(ml_library_call *call, mint index, const char *name, ml_integers *flags)
{
    ML_TRY(ml_library_get_integers(call, index, name, flags));
    for (size_t k = 0; k < flags->count; ++k) {
        if (flags->items[k] != 0 && flags->items[k] != 1) {
            return ml_status_fail(ML_TYPE_ERROR, "argument %s: number %zu is %lld, not 0 or 1", name, k + 1, (long long)flags->items[k]);
        }
    }
    return ML_OK;
}

ml_status ml_library_get_integer(ml_library_call *call, mint index, const char *name, int64_t *number)
{
    (void)name;
    *number = MArgument_getInteger(call->arguments[index]);
    return ML_OK;
}

ml_status ml_library_get_precision(ml_library_call *call, mint index, const char *name, ml_precision *precision)
{
    mint number = MArgument_getInteger(call->arguments[index]);
    if (number < ML_PRECISION_AUTOMATIC || number > ML_PRECISION_DOUBLE) {
        return ml_status_fail(ML_FUNCTION_ERROR, "argument %s: %lld is none of 0 (Automatic), 1 (Single) and 2 (Double)", name,
                              (long long)number);
    }
    *precision = (ml_precision)number;
    return ML_OK;
}

ml_status ml_library_get_string(ml_library_call *call, mint index, const char *name, const char **text)
{
    char *string = MArgument_getUTF8String(call->arguments[index]);
    if (call->string_count == ML_LIBRARY_STRINGS) {
        return ml_status_fail(ML_FUNCTION_ERROR, "argument %s: more than %d strings", name, ML_LIBRARY_STRINGS);
    }
    call->strings[call->string_count++] = string;
    *text = string;
    return ML_OK;
}

/* Asked of nobody: every callback into the kernel costs. */
static int64_t count_of(const ml_view *view)
{
    int64_t count = 1;
    for (int64_t k = 0; k < view->rank; ++k) {
        count *= view->dimensions[k];
    }
    return count;
}

ml_status ml_library_get_tensor(ml_library_call *call, mint index, const char *name, ml_view *view)
{
    WolframLibraryData data = call->data;
    MTensor tensor = MArgument_getMTensor(call->arguments[index]);
    view->list = 1;
    view->rank = data->MTensor_getRank(tensor);
    view->dimensions = data->MTensor_getDimensions(tensor);
    view->count = count_of(view);
    switch (data->MTensor_getType(tensor)) {
    case MType_Integer:
        view->type = ML_INTEGER64;
        view->data = data->MTensor_getIntegerData(tensor);
        return ML_OK;
    case MType_Real:
        view->type = ML_REAL64;
        view->data = data->MTensor_getRealData(tensor);
        return ML_OK;
    case MType_Complex:
        view->type = ML_COMPLEX_REAL64;
        view->data = data->MTensor_getComplexData(tensor);
        return ML_OK;
    default:
        return ml_status_fail(ML_TYPE_ERROR, "argument %s: a list of integers, real or complex numbers expected", name);
    }
}

ml_status ml_library_get_numericarray(ml_library_call *call, mint index, const char *name, ml_view *view)
{
    WolframNumericArrayLibrary_Functions functions = call->data->numericarrayLibraryFunctions;
    MNumericArray array = MArgument_getMNumericArray(call->arguments[index]);
    int type = (int)functions->MNumericArray_getType(array);
    if (type < ML_INTEGER8 || type > ML_COMPLEX_REAL16) {
        return ml_status_fail(ML_TYPE_ERROR, "argument %s: unknown NumericArray type %d", name, type);
    }
    view->list = 0;
    view->type = (ml_type)type;
    view->rank = functions->MNumericArray_getRank(array);
    view->dimensions = functions->MNumericArray_getDimensions(array);
    view->count = count_of(view);
    view->data = functions->MNumericArray_getData(array);
    return ML_OK;
}

typedef ml_status (*get_view)(ml_library_call *call, mint index, const char *name, ml_view *view);

static ml_status get_views(ml_library_call *call, mint index, const char *name, get_view get, ml_views *views)
{
    size_t count = (size_t)(call->argc - index);
    call->views = calloc(count, sizeof *call->views);
    if (call->views == NULL) {
        return ml_status_fail(ML_MEMORY_ERROR, "no memory for %zu arguments", count);
    }
    for (size_t k = 0; k < count; ++k) {
        ML_TRY(get(call, index + (mint)k, name, &call->views[k]));
    }
    *views = (ml_views){call->views, count};
    return ML_OK;
}

ml_status ml_library_get_tensors(ml_library_call *call, mint index, const char *name, ml_views *views)
{
    return get_views(call, index, name, ml_library_get_tensor, views);
}

ml_status ml_library_get_numericarrays(ml_library_call *call, mint index, const char *name, ml_views *views)
{
    return get_views(call, index, name, ml_library_get_numericarray, views);
}

ml_status ml_library_get_image(ml_library_call *call, mint index, const char *name, ml_image *image)
{
    static const ml_type types[] = {
        [MImage_Type_Bit] = ML_UNSIGNED8,   [MImage_Type_Bit8] = ML_UNSIGNED8, [MImage_Type_Bit16] = ML_UNSIGNED16,
        [MImage_Type_Real32] = ML_REAL32, [MImage_Type_Real] = ML_REAL64,
    };
    WolframImageLibrary_Functions functions = call->data->imageLibraryFunctions;
    MImage source = MArgument_getMImage(call->arguments[index]);
    int type = (int)functions->MImage_getDataType(source);
    if (type < MImage_Type_Bit || type > MImage_Type_Real) {
        return ml_status_fail(ML_TYPE_ERROR, "argument %s: unknown image type %d", name, type);
    }
    call->image_model = source;
    *image = (ml_image){
        .type = types[type],
        .bit = type == MImage_Type_Bit,
        .count = functions->MImage_getFlattenedLength(source),
        .channels = functions->MImage_getChannels(source),
        .alpha = functions->MImage_alphaChannelQ(source) != 0,
        .interleaved = functions->MImage_interleavedQ(source) != 0,
        .data = functions->MImage_getRawData(source),
    };
    return ML_OK;
}

ml_status ml_library_new_tensor(ml_library_call *call, ml_view *view)
{
    WolframLibraryData data = call->data;
    mint type = view->type == ML_INTEGER64 ? MType_Integer : view->type == ML_REAL64 ? MType_Real : MType_Complex;
    if (data->MTensor_new(type, view->rank, view->dimensions, &call->tensor) != LIBRARY_NO_ERROR) {
        call->tensor = NULL;
        return ml_status_fail(ML_MEMORY_ERROR, "no memory for a result of %lld elements", (long long)view->count);
    }
    view->data = type == MType_Integer ? (void *)data->MTensor_getIntegerData(call->tensor)
                 : type == MType_Real  ? (void *)data->MTensor_getRealData(call->tensor)
                                       : (void *)data->MTensor_getComplexData(call->tensor);
    return ML_OK;
}

ml_status ml_library_new_numericarray(ml_library_call *call, ml_view *view)
{
    WolframNumericArrayLibrary_Functions functions = call->data->numericarrayLibraryFunctions;
    numericarray_data_t type = (numericarray_data_t)view->type;
    if (functions->MNumericArray_new(type, view->rank, view->dimensions, &call->numericarray) != LIBRARY_NO_ERROR) {
        call->numericarray = NULL;
        return ml_status_fail(ML_MEMORY_ERROR, "no memory for a result of %lld elements", (long long)view->count);
    }
    view->data = functions->MNumericArray_getData(call->numericarray);
    return ML_OK;
}

static int new_like(WolframImageLibrary_Functions functions, MImage model, MImage *made)
{
    mint columns = functions->MImage_getColumnCount(model);
    mint rows = functions->MImage_getRowCount(model);
    mint channels = functions->MImage_getChannels(model);
    imagedata_t type = functions->MImage_getDataType(model);
    colorspace_t space = functions->MImage_getColorSpace(model);
    mbool interleaved = functions->MImage_interleavedQ(model);
    if (functions->MImage_getRank(model) == 3) {
        return functions->MImage_new3D(functions->MImage_getSliceCount(model), columns, rows, channels, type, space, interleaved, made);
    }
    return functions->MImage_new2D(columns, rows, channels, type, space, interleaved, made);
}

/* Whether an image is made by its colour space and channels as the model is: the alpha channel cannot be asked for. */
static int alike(WolframImageLibrary_Functions functions, MImage a, MImage b)
{
    return functions->MImage_alphaChannelQ(a) == functions->MImage_alphaChannelQ(b) &&
           functions->MImage_interleavedQ(a) == functions->MImage_interleavedQ(b) &&
           functions->MImage_getColorSpace(a) == functions->MImage_getColorSpace(b) &&
           functions->MImage_getFlattenedLength(a) == functions->MImage_getFlattenedLength(b);
}

ml_status ml_library_new_image(ml_library_call *call, ml_image *image)
{
    WolframImageLibrary_Functions functions = call->data->imageLibraryFunctions;
    MImage model = call->image_model;
    int code = new_like(functions, model, &call->image);
    if (code == LIBRARY_NO_ERROR && !alike(functions, model, call->image)) {
        functions->MImage_free(call->image);
        code = functions->MImage_clone(model, &call->image);
    }
    if (code != LIBRARY_NO_ERROR) {
        call->image = NULL;
        return ml_status_fail(ML_MEMORY_ERROR, "no memory for an image of %lld channel values", (long long)image->count);
    }
    image->data = functions->MImage_getRawData(call->image);
    return ML_OK;
}

ml_status ml_library_return_tensor(ml_library_call *call)
{
    MArgument_setMTensor(call->result, call->tensor);
    call->tensor = NULL;
    return ML_OK;
}

ml_status ml_library_return_numericarray(ml_library_call *call)
{
    MArgument_setMNumericArray(call->result, call->numericarray);
    call->numericarray = NULL;
    return ML_OK;
}

ml_status ml_library_return_image(ml_library_call *call)
{
    MArgument_setMImage(call->result, call->image);
    call->image = NULL;
    return ML_OK;
}

/* The kernel copies the text; it stays ours. */
ml_status ml_library_return_string(ml_library_call *call, const char *text)
{
    MArgument_setUTF8String(call->result, (char *)(uintptr_t)text);
    return ML_OK;
}

ml_status ml_library_return_integer(ml_library_call *call, int64_t number)
{
    MArgument_setInteger(call->result, number);
    return ML_OK;
}

ml_status ml_library_return_integers(ml_library_call *call, ml_integers numbers)
{
    mint length = (mint)numbers.count;
    ml_view view = {.type = ML_INTEGER64, .rank = 1, .dimensions = &length, .count = length};
    ML_TRY(ml_library_new_tensor(call, &view));
    memcpy(view.data, numbers.items, numbers.count * sizeof *numbers.items);
    return ml_library_return_tensor(call);
}
