#include "function.h"
DLLEXPORT mint WolframLibrary_getVersion(void) { return WolframLibraryVersion + 1; }
