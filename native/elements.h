/* The functions of one element that the families of specs/ have; rendered into elements.c. */
#ifndef ML_ELEMENTS_H
#define ML_ELEMENTS_H

#include <stddef.h>

#include "metallink.h"

/* Rules for the type of a result: specs/map.toml. */
typedef enum { ML_RESULT_REAL, ML_RESULT_SAME, ML_RESULT_INTEGER, ML_RESULT_MAGNITUDE } ml_result_rule;

typedef struct {
    const char *family, *name;
    ml_result_rule rule;
    int integer, real, complex; /* kinds of numbers that it has a kernel for */
} ml_element;

extern const ml_element ml_elements[];
extern const size_t ml_element_count;

/* An error if the family has no such function. */
ml_status ml_elements_find(const char *family, const char *name, const ml_element **element);

#endif
