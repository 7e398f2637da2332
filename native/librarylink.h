/* From LibraryLink to the core and back: what the rendered wrappers are made of. */
#ifndef ML_LIBRARYLINK_H
#define ML_LIBRARYLINK_H

#include <WolframImageLibrary.h>
#include <WolframLibrary.h>
#include <WolframNumericArrayLibrary.h>

#include "call.h"
#include "metallink.h"

enum { ML_LIBRARY_STRINGS = 4 };

/* One call of a library function, and what it must give back or free however it ends. */
typedef struct {
    WolframLibraryData data;
    mint argc;
    MArgument *arguments;
    MArgument result;
    char *strings[ML_LIBRARY_STRINGS]; /* arguments, to be disowned */
    unsigned string_count;
    ml_view *views;     /* of a repeated argument */
    MImage image_model; /* the image argument, whose properties the result gets */
    MTensor tensor;     /* results that are not handed over yet */
    MNumericArray numericarray;
    MImage image;
} ml_library_call;

/* Runs the body: begins and ends the call, catches exceptions, frees what is left. Returns a LIBRARY_* code. */
int ml_library_run(const char *name, ml_record_use use, ml_status (*body)(ml_library_call *call), WolframLibraryData data, mint argc,
                   MArgument *arguments, MArgument result);

ml_status ml_library_exactly(const ml_library_call *call, mint count);
ml_status ml_library_at_least(const ml_library_call *call, mint count);

/* Argument number index (from 0), checked. A plural takes all arguments from index on. */
ml_status ml_library_get_integers(ml_library_call *call, mint index, const char *name, ml_integers *numbers);
ml_status ml_library_get_flags(ml_library_call *call, mint index, const char *name, ml_integers *flags);
ml_status ml_library_get_integer(ml_library_call *call, mint index, const char *name, int64_t *number);
ml_status ml_library_get_precision(ml_library_call *call, mint index, const char *name, ml_precision *precision);
ml_status ml_library_get_string(ml_library_call *call, mint index, const char *name, const char **text);
ml_status ml_library_get_tensor(ml_library_call *call, mint index, const char *name, ml_view *view);
ml_status ml_library_get_tensors(ml_library_call *call, mint index, const char *name, ml_views *views);
ml_status ml_library_get_numericarray(ml_library_call *call, mint index, const char *name, ml_view *view);
ml_status ml_library_get_numericarrays(ml_library_call *call, mint index, const char *name, ml_views *views);
ml_status ml_library_get_image(ml_library_call *call, mint index, const char *name, ml_image *image);

/* Allocates the result by its type and shape and sets its data. */
ml_status ml_library_new_tensor(ml_library_call *call, ml_view *view);
ml_status ml_library_new_numericarray(ml_library_call *call, ml_view *view);
ml_status ml_library_new_image(ml_library_call *call, ml_image *image);

/* Hands the result over to the kernel. */
ml_status ml_library_return_tensor(ml_library_call *call);
ml_status ml_library_return_numericarray(ml_library_call *call);
ml_status ml_library_return_image(ml_library_call *call);
ml_status ml_library_return_string(ml_library_call *call, const char *text);
ml_status ml_library_return_integer(ml_library_call *call, int64_t number);
ml_status ml_library_return_integers(ml_library_call *call, ml_integers numbers);

#endif
