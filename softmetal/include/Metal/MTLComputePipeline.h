#pragma once
#import <Metal/MTLArgument.h>
#import <Metal/MTLLibrary.h>
#import <Metal/MTLResource.h>
NS_ASSUME_NONNULL_BEGIN

typedef NS_OPTIONS(NSUInteger, MTLPipelineOption) {
    MTLPipelineOptionNone = 0,
    MTLPipelineOptionArgumentInfo = 1 << 0,
    MTLPipelineOptionBindingInfo = 1 << 0,
    MTLPipelineOptionBufferTypeInfo = 1 << 1,
    MTLPipelineOptionFailOnBinaryArchiveMiss = 1 << 2,
};

MTL_EXPORT
@interface MTLComputePipelineReflection : NSObject {
    @private
    NSArray *_bindings;
}
@property (readonly) NSArray<id<MTLBinding>> *bindings;
@end

MTL_EXPORT
@interface MTLComputePipelineDescriptor : NSObject <NSCopying> {
    @private
    NSString *_label;
    id<MTLFunction> _computeFunction;
    BOOL _threadGroupSizeIsMultipleOfThreadExecutionWidth;
    NSUInteger _maxTotalThreadsPerThreadgroup;
}
@property (nullable, copy, nonatomic) NSString *label;
@property (nullable, readwrite, nonatomic, retain) id<MTLFunction> computeFunction;
@property (readwrite, nonatomic) BOOL threadGroupSizeIsMultipleOfThreadExecutionWidth;
@property (readwrite, nonatomic) NSUInteger maxTotalThreadsPerThreadgroup;  // 0: the device's limit
- (void)reset;
@end

@protocol MTLComputePipelineState <MTLAllocation>
@property (nullable, readonly) NSString *label;
@property (readonly) id<MTLDevice> device;
@property (readonly) NSUInteger maxTotalThreadsPerThreadgroup;
@property (readonly) NSUInteger threadExecutionWidth;
@property (readonly) NSUInteger staticThreadgroupMemoryLength;
@end
NS_ASSUME_NONNULL_END
