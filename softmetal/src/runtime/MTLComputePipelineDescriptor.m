#import <Metal/Metal.h>

@implementation MTLComputePipelineDescriptor
@synthesize label = _label;
@synthesize computeFunction = _computeFunction;
@synthesize threadGroupSizeIsMultipleOfThreadExecutionWidth = _threadGroupSizeIsMultipleOfThreadExecutionWidth;
@synthesize maxTotalThreadsPerThreadgroup = _maxTotalThreadsPerThreadgroup;

- (id)copyWithZone:(NSZone *)zone {
    MTLComputePipelineDescriptor *copy = [[[self class] allocWithZone:zone] init];
    [copy setLabel:_label];
    [copy setComputeFunction:_computeFunction];
    copy->_threadGroupSizeIsMultipleOfThreadExecutionWidth = _threadGroupSizeIsMultipleOfThreadExecutionWidth;
    copy->_maxTotalThreadsPerThreadgroup = _maxTotalThreadsPerThreadgroup;
    return copy;
}

- (void)reset {
    [self setLabel:nil];
    [self setComputeFunction:nil];
    _threadGroupSizeIsMultipleOfThreadExecutionWidth = NO;
    _maxTotalThreadsPerThreadgroup = 0;
}

- (void)dealloc {
    [_label release];
    [_computeFunction release];
    [super dealloc];
}
@end
