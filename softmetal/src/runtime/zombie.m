#import "zombie.h"

#import "report.h"
#include <objc/runtime.h>
#include <pthread.h>

enum { KEPT = 256 };  // the newest ones: a few hundred KB at most

// Takes an object's place in its own memory, which is large enough: it has a label and more.
@interface SMZombie : NSObject {
    @public
    NSString *_label;
    Class _was;
    sm_live_kind _kind;
}
@end

NSString *sm_zombie_text(id object) {
    SMZombie *zombie = object;
    return [NSString stringWithFormat:@"the %s \"%@\" (%p) has been deallocated: it was released too often, or is used "
                                      @"after its last release",
                                      sm_live_name(zombie->_kind), zombie->_label ? zombie->_label : @"", zombie];
}

// Asked for once: to find a class by its name costs more than to free an object.
static Class zombie_class(void) {
    static void *class;
    void *known = __atomic_load_n(&class, __ATOMIC_RELAXED);
    if (known) return (Class)known;
    __atomic_store_n(&class, (void *)[SMZombie class], __ATOMIC_RELAXED);
    return [SMZombie class];
}

static void complain(SMZombie *zombie, SEL selector) {
    sm_violation(nil, @"-[%s %@]: %@", sm_live_name(zombie->_kind), NSStringFromSelector(selector),
                 sm_zombie_text(zombie));
}

// Each message is answered with the complaint and with 0.
@implementation SMZombie
- (id)retain {
    complain(self, _cmd);
    return self;
}

- (oneway void)release { complain(self, _cmd); }

- (id)autorelease {
    complain(self, _cmd);
    return self;
}

- (NSUInteger)retainCount { return 0; }

- (NSMethodSignature *)methodSignatureForSelector:(SEL)selector {
    return [_was instanceMethodSignatureForSelector:selector];
}

- (void)forwardInvocation:(NSInvocation *)invocation {
    complain(self, [invocation selector]);
    char zeros[256] = {0};  // larger than every value that Metal's methods return
    if ([[invocation methodSignature] methodReturnLength]) [invocation setReturnValue:zeros];
}

- (void)dealloc {
    [_label release];
    [super dealloc];
}
@end

BOOL sm_is_zombie(id object) { return object_getClass(object) == zombie_class(); }

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static SMZombie *kept[KEPT];  // a ring
static size_t next;

BOOL sm_is_known_zombie(id object) {
    BOOL found = NO;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < KEPT && !found; i++) found = kept[i] == object;
    pthread_mutex_unlock(&lock);
    return found;
}

void sm_make_zombie(id object, sm_live_kind kind, NSString *label) {
    Class was = object_getClass(object);
    SMZombie *zombie = object;
    object_setClass(object, zombie_class());
    zombie->_was = was;
    zombie->_kind = kind;
    zombie->_label = label;
    pthread_mutex_lock(&lock);
    SMZombie *oldest = kept[next];
    kept[next] = zombie;
    next = (next + 1) % KEPT;
    pthread_mutex_unlock(&lock);
    if (oldest) [oldest dealloc];
}
