#pragma once
#import "SMDevice.h"

#include "line.h"

@interface SMCommandQueue : SMObject <MTLCommandQueue> {
    @public
    SMDevice *_device;
    sm_line *_line;
    @private
}
- (instancetype)initWithDevice:(SMDevice *)device limit:(NSUInteger)limit;
@end
