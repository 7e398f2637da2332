// Leaks on purpose: the leak sanitizer has to find each of them.
#include "../runtime/check.h"
#include "../../src/msl/frontend.h"
#include <objc/runtime.h>

// A translated source that its library has forgotten: memory that softmetal's own functions have asked for.
static void run_library(void) {
    id<MTLLibrary> library = library_of(@"kernel void k(device float *a [[buffer(0)]]) { a[0] = 1.0f; }\n");
    Ivar module = class_getInstanceVariable(object_getClass(library), "_module");
    CHECK(module);
    sm_module **place = (sm_module **)(void *)((char *)library + ivar_getOffset(module));
    CHECK(*place);
    *place = NULL;
}

// An object that nobody releases; the program counts it itself.
static void run_object(void) { CHECK([device newBufferWithLength:4 options:0]); }

static const test_case cases[] = {{"library", run_library}, {"object", run_object}};
MAIN(cases)
