/* The type of a sum of two types, the same table as the package's; rendered into common_types.c. */
#ifndef ML_COMMON_TYPES_H
#define ML_COMMON_TYPES_H

#include "shaders/element_types.h"

enum { ML_TYPES = ML_COMPLEX_REAL16 + 1 };

/* An ml_type; 0 where no integer type holds both. */
extern const unsigned char ml_common_types[ML_TYPES][ML_TYPES];

#endif
