#pragma once
#import "SMCommandEncoder.h"

@interface SMComputeEncoder : SMCommandEncoder <MTLComputeCommandEncoder> {
    SMPipeline *_pipeline;
    sm_buffer_slot _buffers[SM_MAX_BUFFERS];
    NSUInteger _threadgroupLengths[SM_MAX_BUFFERS];
    MTLDispatchType _dispatchType;
}
- (instancetype)initWithBuffer:(SMCommandBuffer *)buffer dispatchType:(MTLDispatchType)type;
@end
