#pragma once
#import <Metal/Metal.h>

#include "device.h"

@interface SMDevice : NSObject <MTLDevice> {
    @public
    sm_device *_device;
    @private
    NSString *_name;
}
- (instancetype)initWithDevice:(sm_device *)device;
@end

// Bytes of all buffers alive, the device's currentAllocatedSize.
void sm_count_allocated(NSInteger bytes);
