/* The core's C interface: what the rendered LibraryLink wrappers call. It knows nothing of LibraryLink and of Metal.
 *
 * Every call returns a status. Where it is not ML_OK, ml_status_text() says what was wrong, and nothing was allocated. */
#ifndef METALLINK_H
#define METALLINK_H

#include <stddef.h>
#include <stdint.h>

#include "shaders/element_types.h"

/* The numbers are those of the LIBRARY_* codes. */
typedef enum {
    ML_OK = 0,
    ML_TYPE_ERROR = 1,
    ML_RANK_ERROR = 2,
    ML_DIMENSION_ERROR = 3,
    ML_NUMERICAL_ERROR = 4,
    ML_MEMORY_ERROR = 5,
    ML_FUNCTION_ERROR = 6
} ml_status;

#define ML_TRY(call)                                                                                                                 \
    do {                                                                                                                             \
        ml_status ml_try_status = (call);                                                                                            \
        if (ml_try_status != ML_OK) {                                                                                                \
            return ml_try_status;                                                                                                    \
        }                                                                                                                            \
    } while (0)

typedef enum ml_type ml_type;

typedef enum { ML_PRECISION_AUTOMATIC = 0, ML_PRECISION_SINGLE = 1, ML_PRECISION_DOUBLE = 2 } ml_precision;

/* Host memory: count elements in row-major order, count being the product of the dimensions. Nothing here is owned. */
typedef struct {
    ml_type type;
    int64_t rank;
    const int64_t *dimensions;
    int64_t count;
    void *data;
    int list; /* a list of the language, not a NumericArray: other rules for the type of a result */
} ml_view;

typedef struct {
    const ml_view *items;
    size_t count;
} ml_views;

typedef struct {
    const int64_t *items;
    size_t count;
} ml_integers;

/* The channel values of an image: bits are one byte each, 0 or 1. */
typedef struct {
    ml_type type;
    int bit;
    int64_t count;
    int64_t channels;
    int alpha; /* the last channel is alpha */
    int interleaved;
    void *data;
} ml_image;

/* A call <area>_<verb>_result fills in type and shape of the result; the caller then allocates and sets data. */
ml_status ml_elementwise_plus_result(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result);
ml_status ml_elementwise_plus(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result);
ml_status ml_elementwise_subtract_result(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result);
ml_status ml_elementwise_subtract(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result);
ml_status ml_elementwise_times_result(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result);
ml_status ml_elementwise_times(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result);
ml_status ml_elementwise_divide_result(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result);
ml_status ml_elementwise_divide(ml_integers broadcast, ml_precision precision, ml_views operands, ml_view *result);

ml_status ml_map_apply_result(const char *function, ml_precision precision, ml_view array, ml_view *result);
ml_status ml_map_apply(const char *function, ml_precision precision, ml_view array, ml_view *result);

/* A shader source of the package's, what it computes in and gives, and the operands: specs/compiled.toml. */
ml_status ml_compiled_apply_result(const char *source, ml_integers layout, ml_integers dimensions, ml_integers broadcast,
                                   ml_views operands, ml_view *result);
ml_status ml_compiled_apply(const char *source, ml_integers layout, ml_integers dimensions, ml_integers broadcast, ml_views operands,
                            ml_view *result);

ml_status ml_images_negate_result(ml_image image, ml_image *result);
ml_status ml_images_negate(ml_image image, ml_image *result);

/* Texts and numbers stay valid until the thread's next call. Devices count from 1. */
ml_status ml_information_last_error(const char **text);
ml_status ml_information_last_call(ml_integers *numbers);
ml_status ml_information_device_count(int64_t *count);
ml_status ml_information_device_select(int64_t device);
ml_status ml_information_device_string(int64_t device, const char *property, const char **text);
ml_status ml_information_device_integer(int64_t device, const char *property, int64_t *number);

#endif
