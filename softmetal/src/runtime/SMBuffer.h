#pragma once
#import "SMDevice.h"

#include "guard.h"

typedef void (^SMDeallocator)(void *pointer, NSUInteger length);

@interface SMBuffer : SMObject <MTLBuffer> {
    @public
    sm_memory _memory;
    sm_guarded *_guarded;  // with SOFTMETAL_CHECK=bounds: where memory of its own lies
    BOOL _readOnly;  // adopted memory that the process may not write
    @private
    SMDevice *_device;
    MTLResourceOptions _options;
    SMDeallocator _deallocator;
}
// nil and a text on stderr where a limit is broken or memory is short.
+ (instancetype)newBufferWithDevice:(SMDevice *)device length:(NSUInteger)length options:(MTLResourceOptions)options;
+ (instancetype)newBufferWithDevice:(SMDevice *)device
                             adopts:(void *)pointer
                             length:(NSUInteger)length
                            options:(MTLResourceOptions)options
                        deallocator:(SMDeallocator)deallocator;
@end
