#include "function.h"
DLLEXPORT int WolframLibrary_initialize(WolframLibraryData libData) { (void)libData; return LIBRARY_MEMORY_ERROR; }
