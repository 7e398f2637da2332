/* Histogram of bytes. Data goes up and results come down through staging buffers; the GPU's own are private. */
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct extremes { int32_t lowest, highest; uint32_t used; };

static unsigned char pixel(size_t i) {
    uint64_t x = i * 0x9E3779B97F4A7C15ull;
    x ^= x >> 29;
    return (unsigned char)(x % 97 + x / 97 % 97 + 11);  /* a hill from 11 to 203 */
}

int main(int argc, char *argv[]) {
    if (argc != 3) return fprintf(stderr, "usage: histogram file.metal bytes\n"), 2;
    int wrong = 0;
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    size_t n = strtoull(argv[2], NULL, 0);
    uint32_t length = (uint32_t)n;
    NSError *error = nil;
    id<MTLDevice> gpu = [MTLCreateSystemDefaultDevice() autorelease];
    NSString *text = [NSString stringWithContentsOfFile:[NSString stringWithUTF8String:argv[1]]
                                               encoding:NSUTF8StringEncoding error:&error];
    id<MTLLibrary> library = [[gpu newLibraryWithSource:text options:nil error:&error] autorelease];
    if (error || !library) { NSLog(@"%@", error); return 1; }
    id<MTLComputePipelineState> count = [[gpu newComputePipelineStateWithFunction:
        [[library newFunctionWithName:@"histogram256"] autorelease] error:&error] autorelease];
    id<MTLComputePipelineState> range = [[gpu newComputePipelineStateWithFunction:
        [[library newFunctionWithName:@"extremes"] autorelease] error:&error] autorelease];
    if (!count || !range) { NSLog(@"%@", error); return 1; }

    struct extremes start = { 256, -1, 0 };
    id<MTLBuffer> upload = [[gpu newBufferWithLength:n options:MTLResourceCPUCacheModeWriteCombined] autorelease];
    id<MTLBuffer> pixels = [[gpu newBufferWithLength:n options:MTLResourceStorageModePrivate] autorelease];
    id<MTLBuffer> bins = [[gpu newBufferWithLength:256 * 4 options:MTLResourceStorageModePrivate] autorelease];
    id<MTLBuffer> found = [[gpu newBufferWithBytes:&start length:sizeof start options:MTLResourceStorageModeShared] autorelease];
    id<MTLBuffer> download = [[gpu newBufferWithLength:256 * 4 options:MTLResourceStorageModeShared] autorelease];
    uint32_t expected[256] = { 0 };
    for (size_t i = 0; i < n; i++) expected[((unsigned char *)upload.contents)[i] = pixel(i)]++;

    id<MTLCommandQueue> queue = [[gpu newCommandQueue] autorelease];
    id<MTLCommandBuffer> work = [queue commandBuffer];

    id<MTLBlitCommandEncoder> blit = [work blitCommandEncoder];
    size_t whole = n / 4 * 4;
    if (whole) [blit copyFromBuffer:upload sourceOffset:0 toBuffer:pixels destinationOffset:0 size:whole];
    [blit fillBuffer:bins range:NSMakeRange(0, 1024) value:0];
    [blit endEncoding];

    id<MTLComputeCommandEncoder> compute = [work computeCommandEncoder];
    [compute setComputePipelineState:count];
    [compute setBuffer:whole == n ? pixels : upload offset:0 atIndex:0];
    [compute setBuffer:bins offset:0 atIndex:1];
    [compute setBytes:&length length:4 atIndex:2];
    [compute dispatchThreads:MTLSizeMake(n < 5000 ? n : 5000, 1, 1) threadsPerThreadgroup:MTLSizeMake(192, 1, 1)];
    [compute setComputePipelineState:range];
    [compute setBuffer:bins offset:0 atIndex:0];
    [compute setBuffer:found offset:0 atIndex:1];
    [compute dispatchThreads:MTLSizeMake(256, 1, 1) threadsPerThreadgroup:MTLSizeMake(64, 1, 1)];
    [compute endEncoding];

    blit = [work blitCommandEncoder];
    [blit copyFromBuffer:bins sourceOffset:0 toBuffer:download destinationOffset:0 size:1024];
    [blit endEncoding];

    [work addCompletedHandler:^(id<MTLCommandBuffer> done) {
        if (done.error) fprintf(stderr, "%s\n", done.error.localizedDescription.UTF8String);
    }];
    [work commit];
    [work waitUntilCompleted];

    struct extremes *e = found.contents, right = { 256, -1, 0 };
    for (int i = 0; i < 256; i++) {
        uint32_t got = ((uint32_t *)download.contents)[i];
        if (got != expected[i]) { printf("bin %d: %u, expected %u\n", i, got, expected[i]); wrong++; }
        if (!expected[i]) continue;
        if (i < right.lowest) right.lowest = i;
        right.highest = i;
        right.used |= 1u << (i / 8);
    }
    if (memcmp(e, &right, sizeof right)) {
        printf("extremes %d %d %x, expected %d %d %x\n", e->lowest, e->highest, e->used, right.lowest, right.highest, right.used);
        wrong++;
    }
    [pool drain];
    return wrong ? 1 : 0;
}
