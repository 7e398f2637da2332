// Metal's library in the dialect: the embedded headers.
#ifndef SM_MSL_LIBRARY_H
#define SM_MSL_LIBRARY_H

namespace sm::msl {

extern const char *const kOpenClPlatform;  // dialect/sm_opencl.h
extern const char *const kMetalCore;       // dialect/sm_metal_core.h

}  // namespace sm::msl
#endif
