// What all Metal objects share: a label, being counted while alive, and being told of when they are used after the
// last release.
#pragma once
#import <Metal/Metal.h>

#include "live.h"

@interface SMObject : NSObject {
    @public
    NSString *_label;
    sm_live_kind _kind;
}
- (instancetype)initWithKind:(sm_live_kind)kind;
@property (copy, atomic) NSString *label;
@end

// Why an object that a program passes cannot be taken for one of this kind and device: it is of a class of the
// program's own, deallocated, or another device's. nil where nothing is wrong with it.
NSString *sm_refusal(id object, sm_live_kind kind, id<MTLDevice> device);
