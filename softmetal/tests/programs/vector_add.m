// Adds two arrays of random numbers on the GPU, and checks the sums.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdio.h>
#include <stdlib.h>

@interface MetalAdder : NSObject {
    id<MTLDevice> _mDevice;
    id<MTLComputePipelineState> _mAddFunctionPSO;
    id<MTLCommandQueue> _mCommandQueue;
    id<MTLBuffer> _mBufferA, _mBufferB, _mBufferResult;
    NSUInteger _count;
}
@property(nonatomic, readonly) NSUInteger count;
- (instancetype)initWithDevice:(id<MTLDevice>)device source:(NSString *)source count:(NSUInteger)count;
- (void)prepareData;
- (void)sendComputeCommand;
- (NSUInteger)wrongResults;
@end

@implementation MetalAdder
@synthesize count = _count;

- (instancetype)initWithDevice:(id<MTLDevice>)device source:(NSString *)source count:(NSUInteger)count {
    self = [super init];
    if (!self) return nil;
    _mDevice = [device retain];
    _count = count;

    NSError *error = nil;
    id<MTLLibrary> library = [_mDevice newLibraryWithSource:source options:nil error:&error];
    if (library == nil) {
        NSLog(@"Failed to compile the library: %@", error);
        [self release];
        return nil;
    }
    id<MTLFunction> addFunction = [library newFunctionWithName:@"add_arrays"];
    [library release];
    if (addFunction == nil) {
        NSLog(@"Failed to find the adder function.");
        [self release];
        return nil;
    }
    _mAddFunctionPSO = [_mDevice newComputePipelineStateWithFunction:addFunction error:&error];
    [addFunction release];
    _mCommandQueue = [_mDevice newCommandQueue];
    if (_mAddFunctionPSO == nil || _mCommandQueue == nil) {
        NSLog(@"Failed to create the pipeline state or the queue: %@", error);
        [self release];
        return nil;
    }
    return self;
}

- (void)dealloc {
    [_mBufferA release];
    [_mBufferB release];
    [_mBufferResult release];
    [_mAddFunctionPSO release];
    [_mCommandQueue release];
    [_mDevice release];
    [super dealloc];
}

- (void)generateRandomFloatData:(id<MTLBuffer>)buffer {
    float *data = buffer.contents;
    for (NSUInteger index = 0; index < _count; index++) data[index] = (float)rand() / (float)RAND_MAX;
}

- (void)prepareData {
    NSUInteger size = _count * sizeof(float);
    _mBufferA = [_mDevice newBufferWithLength:size options:MTLResourceStorageModeShared];
    _mBufferB = [_mDevice newBufferWithLength:size options:MTLResourceStorageModeShared];
    _mBufferResult = [_mDevice newBufferWithLength:size options:MTLResourceStorageModeShared];
    [self generateRandomFloatData:_mBufferA];
    [self generateRandomFloatData:_mBufferB];
}

- (void)encodeAddCommand:(id<MTLComputeCommandEncoder>)computeEncoder {
    [computeEncoder setComputePipelineState:_mAddFunctionPSO];
    [computeEncoder setBuffer:_mBufferA offset:0 atIndex:0];
    [computeEncoder setBuffer:_mBufferB offset:0 atIndex:1];
    [computeEncoder setBuffer:_mBufferResult offset:0 atIndex:2];

    MTLSize gridSize = MTLSizeMake(_count, 1, 1);
    NSUInteger threadGroupSize = _mAddFunctionPSO.maxTotalThreadsPerThreadgroup;
    if (threadGroupSize > _count) threadGroupSize = _count;
    [computeEncoder dispatchThreads:gridSize threadsPerThreadgroup:MTLSizeMake(threadGroupSize, 1, 1)];
}

- (void)sendComputeCommand {
    id<MTLCommandBuffer> commandBuffer = [_mCommandQueue commandBuffer];
    id<MTLComputeCommandEncoder> computeEncoder = [commandBuffer computeCommandEncoder];
    [self encodeAddCommand:computeEncoder];
    [computeEncoder endEncoding];
    [commandBuffer commit];
    [commandBuffer waitUntilCompleted];
    if (commandBuffer.status != MTLCommandBufferStatusCompleted)
        NSLog(@"The command buffer failed: %@", commandBuffer.error);
}

- (NSUInteger)wrongResults {
    float *a = _mBufferA.contents, *b = _mBufferB.contents, *result = _mBufferResult.contents;
    NSUInteger wrong = 0;
    for (NSUInteger index = 0; index < _count; index++)
        if (result[index] != a[index] + b[index]) wrong++;
    return wrong;
}
@end

int main(int argc, const char *argv[]) {
    if (argc != 3) return 2;
    @autoreleasepool {
        NSError *error = nil;
        NSString *source = [NSString stringWithContentsOfFile:[NSString stringWithUTF8String:argv[1]]
                                                     encoding:NSUTF8StringEncoding
                                                        error:&error];
        id<MTLDevice> device = MTLCreateSystemDefaultDevice();
        if (source == nil || device == nil) return 1;
        MetalAdder *adder = [[MetalAdder alloc] initWithDevice:device
                                                        source:source
                                                         count:(NSUInteger)atoi(argv[2])];
        if (adder == nil) return 1;
        [adder prepareData];
        [adder sendComputeCommand];
        NSUInteger wrong = [adder wrongResults];
        printf("%lu additions, %lu of them wrong\n", (unsigned long)adder.count, (unsigned long)wrong);
        [adder release];
        [device release];
        return wrong != 0;
    }
}
