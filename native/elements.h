/* The functions of one element that MetalMap knows; rendered into elements.c. */
#ifndef ML_ELEMENTS_H
#define ML_ELEMENTS_H

#include <stddef.h>

/* Rules for the type of a result: specs/map.toml. */
typedef enum { ML_RESULT_REAL, ML_RESULT_SAME, ML_RESULT_INTEGER, ML_RESULT_MAGNITUDE } ml_result_rule;

typedef struct {
    const char *name;
    ml_result_rule rule;
    int integer, real, complex; /* kinds of numbers that it has a kernel for */
    int emulated_real, emulated_complex; /* whether that kernel also works on doubles in integer arithmetic */
} ml_element;

extern const ml_element ml_map_elements[];
extern const size_t ml_map_element_count;

#endif
