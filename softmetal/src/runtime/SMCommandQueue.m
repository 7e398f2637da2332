#import "SMCommandQueue.h"

#import "SMCommandBuffer.h"
#import "report.h"
#include <stdlib.h>

@implementation SMCommandQueue
- (instancetype)initWithDevice:(SMDevice *)device limit:(NSUInteger)limit {
    if (!(self = [super initWithKind:SM_LIVE_QUEUE])) return nil;
    char *error = NULL;
    _device = [device retain];
    _line = sm_line_new(device->_device, limit, &error);
    if (_line) return self;
    sm_violation(nil, @"newCommandQueue: %s", error ? error : "out of memory");
    free(error);
    [self release];
    return nil;
}

- (void)dealloc {
    if (_line) sm_line_free(_line);
    [_device release];
    [super dealloc];
}

- (id<MTLDevice>)device { return _device; }

- (id<MTLCommandBuffer>)newBufferRetaining:(BOOL)retains options:(MTLCommandBufferErrorOption)options {
    if (sm_line_take_place(_line)) return [[SMCommandBuffer alloc] initWithQueue:self retains:retains options:options];
    sm_violation(nil, @"-[MTLCommandQueue commandBuffer]: all %lu command buffers of the queue (\"%@\") are in use and "
                 @"none of them is committed; on Metal this call would wait for ever",
                 (unsigned long)_line->limit, _label ? _label : @"");
    return nil;
}

- (id<MTLCommandBuffer>)commandBuffer {
    return [[self newBufferRetaining:YES options:MTLCommandBufferErrorOptionNone] autorelease];
}

- (id<MTLCommandBuffer>)commandBufferWithUnretainedReferences {
    return [[self newBufferRetaining:NO options:MTLCommandBufferErrorOptionNone] autorelease];
}

- (id<MTLCommandBuffer>)commandBufferWithDescriptor:(MTLCommandBufferDescriptor *)descriptor {
    return [[self newBufferRetaining:[descriptor retainedReferences] options:[descriptor errorOptions]] autorelease];
}
@end
