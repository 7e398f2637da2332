// The macros that Metal's compiler and headers define.
#ifndef SM_MSL_PREDEFINED_H
#define SM_MSL_PREDEFINED_H

#include "preprocessor.h"

namespace sm::msl {

// language_version as MTLLanguageVersion: major << 16 | minor; 0 is the newest supported.
Definitions predefined_macros(int language_version, bool has_double, bool fast_math);

}  // namespace sm::msl
#endif
