#include "elements.h"

#include <string.h>

#import "status.h"

ml_status ml_elements_find(const char *family, const char *name, const ml_element **element)
{
    for (size_t k = 0; k < ml_element_count; ++k) {
        if (strcmp(ml_elements[k].family, family) == 0 && strcmp(ml_elements[k].name, name) == 0) {
            *element = &ml_elements[k];
            return ML_OK;
        }
    }
    return ml_status_fail(ML_FUNCTION_ERROR, "there is no function \"%s\"", name);
}
