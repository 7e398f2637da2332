// What softmetal offers beyond Metal's API, for tests of Metal programs.
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Metal objects alive: of one protocol ("MTLBuffer", "MTLLibrary", "MTLFunction", "MTLComputePipelineState",
// "MTLCommandQueue", "MTLCommandBuffer", "MTLCommandEncoder"), or all of them where the name is NULL. The device is
// not counted: it lives as long as the process.
__attribute__((visibility("default"))) size_t softmetal_live_objects(const char *protocol_name);

#ifdef __cplusplus
}
#endif
