"""A small checkout with the layout of this one, for tests of the build."""

from pathlib import Path

METAL_HEADER = """
#import <Foundation/Foundation.h>
#define MTL_EXTERN extern __attribute__((visibility("default")))
@protocol MTLDevice <NSObject>
@property (readonly) NSString *name;
@end
MTL_EXTERN id<MTLDevice> MTLCreateSystemDefaultDevice(void);
"""
FILES = {
    "softmetal/include/objc/blocks_runtime.h": "#include <Block.h>\n",
    "softmetal/include/Metal/Metal.h": METAL_HEADER,
    "softmetal/src/runtime/device.m": """
#import <Metal/Metal.h>
#include "msl/text.h"
@interface SMDevice : NSObject <MTLDevice>
@end
@implementation SMDevice
- (NSString *)name { return [NSString stringWithUTF8String:sm_text()]; }
@end
id<MTLDevice> MTLCreateSystemDefaultDevice(void) { return [[[SMDevice alloc] init] autorelease]; }
""",
    "softmetal/src/msl/text.h": '#ifdef __cplusplus\nextern "C"\n#endif\nconst char *sm_text(void);\n',
    "softmetal/src/msl/text.cc": """
#include "msl/text.h"
static const char text[] = {
#embed "shim.txt"
    , 0};
const char *sm_text(void) { return text; }
""",
    "softmetal/src/msl/shim.txt": "sample",
    "native/core.h": "const char *ml_name(void);\nint ml_hidden(void);\n",
    "native/core.m": """
#import <Metal/Metal.h>
#include "core.h"
static char name[32];
int ml_hidden(void) { return 1; }
const char *ml_name(void)
{
    @autoreleasepool {
        [[MTLCreateSystemDefaultDevice() name] getCString:name maxLength:sizeof name encoding:NSUTF8StringEncoding];
    }
    return name;
}
""",
    "native/number.h": "#define NUMBER 41\n",
    "native/number.m": """
#include "number.h"
int ml_number(void);
int ml_number(void) { return NUMBER + 1; }
""",
    "build/rendered/wrappers/sample.m": """
#include "core.h"
int ml_number(void);
#define EXPORT __attribute__((visibility("default")))
EXPORT const char *metallink_name(void);
EXPORT const char *metallink_name(void) { return ml_name(); }
EXPORT int metallink_number(void);
EXPORT int metallink_number(void) { return ml_number(); }
""",
    "build/rendered/LibraryFunctions.wl": '<|"Functions" -> <|"name" -> <|"Symbol" -> "metallink_name"|>|>|>\n',
}


def write_sample(root: Path) -> Path:
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root
