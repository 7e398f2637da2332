/* Functions of the channel values of images. */
#import <Foundation/Foundation.h>

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "call.h"
#import "element_type.h"
#include "elements.h"
#include "metallink.h"
#import "status.h"
#import "stream.h"

static size_t image_parameters(const void *context, int64_t start, void *out)
{
    const ml_image *image = context;
    int64_t limit = image->count - image->count / image->channels;
    int64_t left = limit > start ? limit - start : 0;
    struct ml_image_parameters parameters = {
        .color_limit = left < UINT_MAX ? (unsigned)left : UINT_MAX,
        .top = image->bit ? 1 : image->type == ML_UNSIGNED8 ? UCHAR_MAX : USHRT_MAX,
    };
    memcpy(out, &parameters, sizeof parameters);
    return sizeof parameters;
}

ml_status ml_images_negate_result(ml_image image, ml_image *result)
{
    *result = image;
    result->data = NULL;
    return ML_OK;
}

/* Where the values are computed in words, a window begins with a whole word as well as with a whole pixel. */
static int64_t granule_of(const ml_image *image, int64_t run)
{
    int64_t pixel = image->alpha && image->interleaved ? image->channels : 1;
    return pixel % run == 0 ? pixel : pixel * run;
}

ml_status ml_images_negate(ml_image image, ml_image *result)
{
    const ml_element *element;
    const ml_device *device;
    ML_TRY(ml_elements_find("images", "Negate", &element));
    ML_TRY(ml_device_current(&device));
    ml_computation computation = ml_type_computation(device, image.type, ML_PRECISION_AUTOMATIC);
    uint32_t channels = !image.alpha ? ML_CHANNELS_NO_ALPHA : image.interleaved ? (uint32_t)image.channels : ML_CHANNELS_PLANAR;
    char source[64], kernel[64];
    snprintf(source, sizeof source, "images_%s", computation.name);
    snprintf(kernel, sizeof kernel, "image_%s", element->name);
    size_t size = ml_type_size(image.type);
    int in_words = ml_type_kind(image.type) == ML_KIND_INTEGER;
    size_t alignment = in_words ? ML_WORD_BYTES : size;
    int64_t run = in_words ? (int64_t)(ML_WORD_BYTES / size) : 1;
    ml_stream_pass pass = {
        .kernel = {.source = source, .function = kernel},
        .operands = {{image.data, size, alignment, 0}},
        .operand_count = 1,
        .operand_slots = 1,
    };
    ml_kernel_set(&pass.kernel, ML_CONSTANT_OPERAND_TYPES, image.type);
    ml_kernel_set(&pass.kernel, ML_CONSTANT_CHANNELS, channels);
    ml_stream_job job = {
        .passes = &pass,
        .pass_count = 1,
        .count = image.count,
        .granule = granule_of(&image, run),
        .run = run,
        .result = {result->data, size, alignment, 0},
        .counting = ML_STREAM_UNCOUNTED,
        .parameters = image_parameters,
        .context = &image,
    };
    ml_call_record()[ML_RECORD_PRECISION] = computation.precision;
    return ml_stream_run(device, &job);
}
