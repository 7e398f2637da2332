/* Shader sources made at run time. */
#ifndef ML_SOURCES_H
#define ML_SOURCES_H

#include "metallink.h"

/* The head of every shader, then the source with the library's headers in place of its includes, each once and without what no
 * kernel uses. The caller frees the text, NULL where this fails. */
ml_status ml_sources_expand(const char *source, char **text);

#endif
