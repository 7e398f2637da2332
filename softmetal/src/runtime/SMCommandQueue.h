#pragma once
#import "SMDevice.h"

#include "line.h"

@interface SMCommandQueue : NSObject <MTLCommandQueue> {
    @public
    SMDevice *_device;
    sm_line *_line;
    @private
    NSString *_label;
}
- (instancetype)initWithDevice:(SMDevice *)device limit:(NSUInteger)limit;
@end
