/* The MSL that the library carries; rendered into shader_sources.c. */
#ifndef ML_SHADER_SOURCES_H
#define ML_SHADER_SOURCES_H

#include <stddef.h>

typedef struct {
    const char *name; /* family and type computed in: "map_float"; of a header its path: "real64/real64.h" */
    const char *msl;
} ml_shader_source;

extern const ml_shader_source ml_shader_sources[];
extern const size_t ml_shader_source_count;

/* NULL if there is none. */
const char *ml_shader_source_named(const char *name);

#endif
