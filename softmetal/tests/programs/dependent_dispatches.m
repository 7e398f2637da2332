// Long strings of dispatches, each of which needs the whole result of the one before: within an encoder, over encoders,
// over command buffers, with barriers in a concurrent encoder, and with copies in between.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 60 };
typedef enum { OneEncoder, ManyEncoders, ManyCommandBuffers, ConcurrentWithBarriers, CopiesBetween, WaysOfRunning } Way;
static const char *const names[] = {"one encoder", "many encoders", "many command buffers", "barriers", "copies"};

static id<MTLComputePipelineState> pipeline;
static uint32_t count;

static uint64_t rotated(uint64_t x) { return x << 7 | x >> 57; }

static void encodeStep(id<MTLComputeCommandEncoder> encoder, id<MTLBuffer> from, id<MTLBuffer> to) {
    [encoder setComputePipelineState:pipeline];
    [encoder setBuffer:from offset:0 atIndex:0];
    [encoder setBuffer:to offset:0 atIndex:1];
    [encoder setBytes:&count length:sizeof count atIndex:2];
    [encoder dispatchThreads:MTLSizeMake(count, 1, 1) threadsPerThreadgroup:MTLSizeMake(100, 1, 1)];
}

static void run(id<MTLCommandQueue> queue, id<MTLBuffer> a, id<MTLBuffer> b, Way way) {
    id<MTLCommandBuffer> commands = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = nil;
    if (way == OneEncoder) encoder = [commands computeCommandEncoder];
    if (way == ConcurrentWithBarriers)
        encoder = [commands computeCommandEncoderWithDispatchType:MTLDispatchTypeConcurrent];
    for (int i = 0; i < STEPS; i++) {
        id<MTLBuffer> from = i % 2 && way != CopiesBetween ? b : a, to = from == a ? b : a;
        if (way == OneEncoder || way == ConcurrentWithBarriers) {
            encodeStep(encoder, from, to);
            if (way == ConcurrentWithBarriers && i % 2) [encoder memoryBarrierWithScope:MTLBarrierScopeBuffers];
            else if (way == ConcurrentWithBarriers) [encoder memoryBarrierWithResources:&to count:1];
            continue;
        }
        encoder = [commands computeCommandEncoder];
        encodeStep(encoder, from, to);
        [encoder endEncoding];
        if (way == CopiesBetween) {
            id<MTLBlitCommandEncoder> blit = [commands blitCommandEncoder];
            [blit copyFromBuffer:b sourceOffset:0 toBuffer:a destinationOffset:0 size:a.length];
            [blit endEncoding];
        }
        if (way == ManyCommandBuffers) {
            [commands commit];
            commands = [queue commandBuffer];
        }
    }
    if (way == OneEncoder || way == ConcurrentWithBarriers) [encoder endEncoding];
    [commands commit];
    [commands waitUntilCompleted];
    if (commands.error) NSLog(@"%s: %@", names[way], commands.error);
}

int main(int argc, const char *argv[]) {
    int wrong = 0;
    if (argc != 3) return 2;
    @autoreleasepool {
        NSError *error = nil;
        count = (uint32_t)atoi(argv[2]);
        id<MTLDevice> device = MTLCreateSystemDefaultDevice();
        id<MTLLibrary> library =
            [device newLibraryWithSource:[NSString stringWithContentsOfFile:[NSString stringWithUTF8String:argv[1]]
                                                                   encoding:NSUTF8StringEncoding
                                                                      error:nil]
                                 options:nil
                                   error:&error];
        id<MTLFunction> function = [library newFunctionWithName:@"step"];
        pipeline = function ? [device newComputePipelineStateWithFunction:function error:&error] : nil;
        if (!pipeline) {
            NSLog(@"%@", error);
            return 1;
        }
        id<MTLCommandQueue> queue = [device newCommandQueue];
        size_t bytes = count * sizeof(uint64_t);
        uint64_t *x = malloc(bytes), *y = malloc(bytes);
        for (uint32_t i = 0; i < count; i++) x[i] = i * 0x9E3779B97F4A7C15ull;
        id<MTLBuffer> start = [device newBufferWithBytes:x length:bytes options:MTLResourceStorageModeShared];
        for (int s = 0; s < STEPS; s++) {
            for (uint32_t i = 0; i < count; i++)
                y[i] = (x[i] ^ rotated(x[i + 1 == count ? 0 : i + 1])) * 6364136223846793005ull + 1442695040888963407ull;
            uint64_t *swap = x;
            x = y;
            y = swap;
        }
        for (Way way = OneEncoder; way < WaysOfRunning; way++) {
            @autoreleasepool {
                id<MTLBuffer> a = [device newBufferWithBytes:start.contents length:bytes options:MTLResourceStorageModeShared];
                id<MTLBuffer> b = [device newBufferWithLength:bytes options:MTLResourceStorageModeShared];
                run(queue, a, b, way);
                int differs = memcmp(a.contents, x, bytes) != 0;
                printf("%s: %s\n", names[way], differs ? "wrong" : "right");
                wrong |= differs;
                [a release];
                [b release];
            }
        }
        free(x);
        free(y);
        [start release];
        [queue release];
        [pipeline release];
        [function release];
        [library release];
        [device release];
    }
    return wrong;
}
