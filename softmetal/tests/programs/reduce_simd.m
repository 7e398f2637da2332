// Sum, maximum and minimum by SIMD groups: two passes, the second over the partial results of the first.
// usage: reduce_simd file.metal count
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef enum { OperationSum, OperationMax, OperationMin } Operation;

@interface Reducer : NSObject {
    id<MTLDevice> device;
    id<MTLCommandQueue> queue;
    id<MTLLibrary> library;
    NSMutableDictionary *pipelines;
}
- (id)initWithSource:(NSString *)source;
- (float)reduce:(id<MTLBuffer>)values operation:(Operation)operation shuffle:(BOOL)shuffle;
- (id<MTLBuffer>)bufferOfCount:(NSUInteger)count;
@end

@implementation Reducer
- (id)initWithSource:(NSString *)source {
    if (!(self = [super init])) return nil;
    NSError *error = nil;
    device = MTLCreateSystemDefaultDevice();
    queue = [device newCommandQueueWithMaxCommandBufferCount:4];
    queue.label = @"reductions";
    MTLCompileOptions *options = [MTLCompileOptions new];
    [options setFastMathEnabled:NO];
    library = [device newLibraryWithSource:source options:options error:&error];
    [options release];
    pipelines = [[NSMutableDictionary alloc] init];
    if (!library) {
        fprintf(stderr, "%s\n", error.localizedDescription.UTF8String);
        exit(1);
    }
    return self;
}

- (void)dealloc {
    [pipelines release];
    [library release];
    [queue release];
    [device release];
    [super dealloc];
}

- (id<MTLBuffer>)bufferOfCount:(NSUInteger)count {
    return [[device newBufferWithLength:count * sizeof(float)
                                options:MTLResourceStorageModeShared | MTLResourceCPUCacheModeDefaultCache] autorelease];
}

- (id<MTLComputePipelineState>)pipelineForOperation:(Operation)operation shuffle:(BOOL)shuffle {
    NSString *key = [NSString stringWithFormat:@"%d/%d", (int)operation, (int)shuffle];
    id<MTLComputePipelineState> pipeline = [pipelines objectForKey:key];
    if (pipeline) return pipeline;
    NSError *error = nil;
    int which = operation;
    bool shuffles = shuffle;
    MTLFunctionConstantValues *constants = [[MTLFunctionConstantValues new] autorelease];
    [constants setConstantValue:&which type:MTLDataTypeInt atIndex:0];
    [constants setConstantValue:&shuffles type:MTLDataTypeBool withName:@"use_shuffle"];
    id<MTLFunction> function = [[library newFunctionWithName:@"reduce" constantValues:constants error:&error] autorelease];
    if (function) pipeline = [[device newComputePipelineStateWithFunction:function error:&error] autorelease];
    if (!pipeline) {
        fprintf(stderr, "%s\n", error.localizedDescription.UTF8String);
        exit(1);
    }
    [pipelines setObject:pipeline forKey:key];
    return pipeline;
}

- (void)encode:(id<MTLComputeCommandEncoder>)encoder
          from:(id<MTLBuffer>)input
            to:(id<MTLBuffer>)output
         quads:(uint32_t)quads
        groups:(NSUInteger)groups
       threads:(NSUInteger)threads {
    [encoder setBuffer:input offset:0 atIndex:0];
    [encoder setBuffer:output offset:0 atIndex:1];
    [encoder setBytes:&quads length:4 atIndex:2];
    [encoder setThreadgroupMemoryLength:128 atIndex:0];
    [encoder dispatchThreadgroups:MTLSizeMake(groups, 1, 1) threadsPerThreadgroup:MTLSizeMake(threads, 1, 1)];
}

- (float)reduce:(id<MTLBuffer>)values operation:(Operation)operation shuffle:(BOOL)shuffle {
    enum { groups = 32 };
    id<MTLComputePipelineState> pipeline = [self pipelineForOperation:operation shuffle:shuffle];
    id<MTLBuffer> partials = [self bufferOfCount:groups], result = [self bufferOfCount:4];
    NSUInteger threads = MIN((NSUInteger)512, pipeline.maxTotalThreadsPerThreadgroup);
    threads -= threads % pipeline.threadExecutionWidth;
    id<MTLCommandBuffer> commands = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoderWithDispatchType:MTLDispatchTypeConcurrent];
    [encoder setComputePipelineState:pipeline];
    [self encode:encoder from:values to:partials quads:(uint32_t)(values.length / 16) groups:groups threads:threads];
    [encoder memoryBarrierWithResources:&partials count:1];
    [self encode:encoder from:partials to:result quads:groups / 4 groups:1 threads:32];
    [encoder endEncoding];
    [commands commit];
    [commands waitUntilCompleted];
    if (commands.error) fprintf(stderr, "%s\n", commands.error.localizedDescription.UTF8String);
    return *(float *)result.contents;
}
@end

static BOOL check(Reducer *reducer, id<MTLBuffer> values, size_t count, BOOL shuffle) {
    const float *x = values.contents;
    double sum = 0, size = 0, highest = -INFINITY, lowest = INFINITY;
    for (size_t i = 0; i < count; i++) {
        sum += x[i];
        size += fabsf(x[i]);
        highest = fmax(highest, x[i]);
        lowest = fmin(lowest, x[i]);
    }
    // The rest of the last quad repeats the first element, which a maximum or minimum does not mind.
    BOOL right = [reducer reduce:values operation:OperationMax shuffle:shuffle] == (float)highest &&
                 [reducer reduce:values operation:OperationMin shuffle:shuffle] == (float)lowest;
    float *writable = values.contents;
    size_t padded = values.length / sizeof(float);
    for (size_t i = count; i < padded; i++) writable[i] = 0;
    float total = [reducer reduce:values operation:OperationSum shuffle:shuffle];
    for (size_t i = count; i < padded; i++) writable[i] = writable[0];
    printf("%zu values: sum %g, maximum %g, minimum %g\n", count, total, highest, lowest);
    return right && fabs(total - sum) <= 2e-6 * size;
}

int main(int argc, const char *argv[]) {
    BOOL right = argc == 3;
    @autoreleasepool {
        NSString *source = [NSString stringWithContentsOfFile:@(argv[1]) encoding:NSUTF8StringEncoding error:NULL];
        Reducer *reducer = [[Reducer alloc] initWithSource:source];
        size_t count = strtoul(argv[2], NULL, 10), padded = (count + 3) / 4 * 4;
        id<MTLBuffer> values = [reducer bufferOfCount:padded];
        float *x = values.contents;
        for (size_t i = 0; i < padded; i++) x[i] = i < count ? (float)((i * 2654435761u) % 2000003) * 0.5f - 400000.f : x[0];
        right = right && check(reducer, values, count, NO) && check(reducer, values, count, YES);
        [reducer release];
    }
    return right ? 0 : 1;
}
