#import <Metal/Metal.h>

@implementation MTLCommandBufferDescriptor
@synthesize retainedReferences = _retainedReferences;
@synthesize errorOptions = _errorOptions;

- (instancetype)init {
    if (!(self = [super init])) return nil;
    _retainedReferences = YES;
    return self;
}

- (id)copyWithZone:(NSZone *)zone {
    MTLCommandBufferDescriptor *copy = [[[self class] allocWithZone:zone] init];
    copy->_retainedReferences = _retainedReferences;
    copy->_errorOptions = _errorOptions;
    return copy;
}
@end
