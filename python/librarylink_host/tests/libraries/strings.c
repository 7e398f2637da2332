/* Strings: changed in place and given back, made by the library, kept, not UTF-8. */
#include <stdlib.h>
#include <string.h>
#include "function.h"

static char *kept = NULL;
static char *made = NULL;

DLLEXPORT void WolframLibrary_uninitialize(WolframLibraryData libData) {
    if (kept) libData->UTF8String_disown(kept);
    free(made);
    kept = made = NULL;
}

/* As in Wolfram's demo_string: the argument itself is the result, and disowned when the next one comes. */
FUNCTION(reverse) {
    if (kept) libData->UTF8String_disown(kept);
    kept = MArgument_getUTF8String(Args[0]);
    for (size_t i = 0, j = strlen(kept); i + 1 < j; i++) {
        char c = kept[--j];
        kept[j] = kept[i];
        kept[i] = c;
    }
    MArgument_setUTF8String(Res, kept);
    return LIBRARY_NO_ERROR;
}

FUNCTION(length) {
    char *text = MArgument_getUTF8String(Args[0]);
    MArgument_setInteger(Res, (mint)strlen(text));
    libData->UTF8String_disown(text);
    return LIBRARY_NO_ERROR;
}

FUNCTION(join) {
    char *a = MArgument_getUTF8String(Args[0]), *b = MArgument_getUTF8String(Args[1]);
    free(made);
    made = malloc(strlen(a) + strlen(b) + 1);
    strcat(strcpy(made, a), b);
    libData->UTF8String_disown(a);
    libData->UTF8String_disown(b);
    MArgument_setUTF8String(Res, made);
    return LIBRARY_NO_ERROR;
}

FUNCTION(forgetful_length) { MArgument_setInteger(Res, (mint)strlen(MArgument_getUTF8String(Args[0]))); return LIBRARY_NO_ERROR; }

FUNCTION(latin1) { static char text[] = {'a', (char)0xe9, 0}; MArgument_setUTF8String(Res, text); return LIBRARY_NO_ERROR; }

FUNCTION(unset) { return LIBRARY_NO_ERROR; }

FUNCTION(disown_twice) {
    char *text = MArgument_getUTF8String(Args[0]);
    libData->UTF8String_disown(text);
    libData->UTF8String_disown(text);
    MArgument_setInteger(Res, 0);
    return LIBRARY_NO_ERROR;
}
