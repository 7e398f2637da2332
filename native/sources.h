/* Shader sources made at run time. */
#ifndef ML_SOURCES_H
#define ML_SOURCES_H

#import <Foundation/Foundation.h>

#include "metallink.h"

/* The head of every shader, then the source with the library's headers in place of its includes, each once. */
ml_status ml_sources_expand(const char *source, NSString **text);

#endif
