/* Types of elements: sizes, kinds, and the types of results. */
#ifndef ML_ELEMENT_TYPE_H
#define ML_ELEMENT_TYPE_H

#include "device.h"
#include "metallink.h"

typedef enum { ML_KIND_INTEGER, ML_KIND_REAL, ML_KIND_COMPLEX } ml_kind;

ml_kind ml_type_kind(ml_type type);
size_t ml_type_size(ml_type type);      /* bytes of an element */
size_t ml_type_alignment(ml_type type); /* of what kernels load at once: a part, or the whole element */
const char *ml_type_name(ml_type type); /* as NumericArray names it */
ml_type ml_type_of_parts(ml_type type); /* of a complex type the real type of its parts, else the type itself */
ml_type ml_type_complex(ml_type part);  /* the complex type with such parts */

/* The type that holds both in a sum of NumericArrays; an error for UnsignedInteger64 with signed integers. */
ml_status ml_type_common(ml_type a, ml_type b, ml_type *common);

/* What kernels compute in for numbers of this type: the name of the computation ("int8", "complex_real64") and the code for the
 * record. */
typedef struct {
    const char *name;
    int precision; /* ML_COMPUTED_* */
} ml_computation;

ml_computation ml_type_computation(const ml_device *device, ml_type type, ml_precision precision);

#endif
