#include "library.h"

namespace sm::msl {
namespace {

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
const char kPlatformText[] = {
#embed "dialect/sm_opencl.h"
    , '\0'};

const char kCoreText[] = {
#embed "dialect/sm_metal_core.h"
    , '\0'};
#pragma clang diagnostic pop

}  // namespace

const char *const kOpenClPlatform = kPlatformText;
const char *const kMetalCore = kCoreText;

}  // namespace sm::msl
