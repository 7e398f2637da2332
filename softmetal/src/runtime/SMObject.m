#import "SMObject.h"

#import "report.h"
#import "zombie.h"
#include <objc/runtime.h>

static void *classes[SM_LIVE_COUNT];  // of the objects made so far

@implementation SMObject
@synthesize label = _label;

- (instancetype)initWithKind:(sm_live_kind)kind {
    if (!(self = [super init])) return nil;
    _kind = kind;
    __atomic_store_n(&classes[kind], (void *)object_getClass(self), __ATOMIC_RELAXED);
    sm_object_begins(self, kind);
    return self;
}

- (void)dealloc {
    sm_object_ends(self, _kind);
    if (sm_is_strict()) {
        sm_make_zombie(self, _kind, _label);
        return;
    }
    [_label release];
    [super dealloc];
}
@end

NSString *sm_refusal(id object, sm_live_kind kind, id<MTLDevice> device) {
    Class class = object_getClass(object);
    if ((void *)class != __atomic_load_n(&classes[kind], __ATOMIC_RELAXED)) {
        if (sm_is_zombie(object)) return sm_zombie_text(object);
        return [NSString stringWithFormat:@"the object %p of class %s is no %s of softmetal", object,
                                          class_getName(class), sm_live_name(kind)];
    }
    id<MTLDevice> owner = [(id<MTLResource>)object device];
    if (owner == device) return nil;
    NSString *label = [(SMObject *)object label];
    return [NSString stringWithFormat:@"the %s \"%@\" belongs to the device \"%@\", not to \"%@\"", sm_live_name(kind),
                                      label ? label : @"", [owner name], [device name]];
}
