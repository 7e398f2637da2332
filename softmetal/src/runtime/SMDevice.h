#pragma once
#import <Metal/Metal.h>

#import "SMObject.h"
#include "device.h"

@interface SMDevice : NSObject <MTLDevice> {
    @public
    sm_device *_device;
    @private
    NSString *_name;
    unsigned _copy;
}
- (instancetype)initWithDevice:(sm_device *)device copy:(unsigned)copy;  // copy 0: the first
@end

// Bytes of all buffers alive, the device's currentAllocatedSize.
void sm_count_allocated(NSInteger bytes);
