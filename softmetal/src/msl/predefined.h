// Macros that every MSL source sees, and what depends on the language's version.
#ifndef SM_MSL_PREDEFINED_H
#define SM_MSL_PREDEFINED_H

#include "preprocessor.h"

namespace sm::msl {

// Versions as MTLLanguageVersion: major << 16 | minor.
constexpr int kBfloatVersion = 3 << 16 | 1;

// The version asked for; the newest where it is 0.
int language_version(int asked);

Definitions predefined_macros(int language_version, bool has_double, bool fast_math);

}  // namespace sm::msl
#endif
