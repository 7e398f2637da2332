// A plate with hot and cold edges, relaxed until nothing moves any more.
// usage: jacobi file.metal width height
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SWEEPS 32
#define TOLERANCE 1e-4f
#define LIMIT 20000

static void set_edges(float *u, int w, int h) {
    memset(u, 0, (size_t)(w * h) * sizeof(float));
    for (int x = 0; x < w; x++) u[x] = 100.f;
    for (int y = 0; y < h; y++) u[y * w + w - 1] = (float)y * 50.f / (float)h;
}

// The same sweeps on the CPU: the GPU does nothing else, so the numbers are the same.
static int reference(float *u, int w, int h) {
    float *next = malloc((size_t)(w * h) * sizeof(float));
    int sweeps = 0;
    float largest = 1;
    while (largest > TOLERANCE && sweeps < LIMIT) {
        largest = 0;
        for (int i = 0; i < SWEEPS; i++, sweeps++) {
            memcpy(next, u, (size_t)(w * h) * sizeof(float));
            for (int y = 1; y < h - 1; y++)
                for (int x = 1; x < w - 1; x++) {
                    int at = y * w + x;
                    next[at] = 0.25f * ((u[at - 1] + u[at + 1]) + (u[at - w] + u[at + w]));
                    if (i == SWEEPS - 1) largest = fmaxf(largest, fabsf(next[at] - u[at]));
                }
            memcpy(u, next, (size_t)(w * h) * sizeof(float));
        }
    }
    free(next);
    return sweeps;
}

int main(int argc, const char *argv[]) {
    int status = 1;
    if (argc < 4) return 2;
    @autoreleasepool {
        struct { int width, height; } grid = {atoi(argv[2]), atoi(argv[3])};
        size_t cells = (size_t)(grid.width * grid.height);
        NSError *error = nil;
        id<MTLDevice> device = [MTLCreateSystemDefaultDevice() autorelease];
        NSURL *url = [NSURL fileURLWithPath:[NSString stringWithUTF8String:argv[1]]];
        NSString *source = [NSString stringWithContentsOfURL:url encoding:NSUTF8StringEncoding error:&error];
        MTLCompileOptions *options = [[MTLCompileOptions new] autorelease];
        options.fastMathEnabled = NO;
        id<MTLLibrary> library = [[device newLibraryWithSource:source options:options error:&error] autorelease];
        id<MTLFunction> sweep = [[library newFunctionWithName:@"jacobi_sweep"] autorelease];
        id<MTLComputePipelineState> state =
            sweep ? [[device newComputePipelineStateWithFunction:sweep error:&error] autorelease] : nil;
        if (!state) {
            NSLog(@"%@", error.localizedDescription);
            return 1;
        }
        id<MTLCommandQueue> queue = [[device newCommandQueue] autorelease];
        // Both grids in one buffer, one after the other, at an offset.
        size_t stride = (cells * sizeof(float) + 255) / 256 * 256;
        id<MTLBuffer> grids = [[device newBufferWithLength:2 * stride options:MTLResourceStorageModeShared] autorelease];
        id<MTLBuffer> largest = [[device newBufferWithLength:sizeof(uint32_t) options:MTLResourceStorageModeShared] autorelease];
        float *expected = malloc(cells * sizeof(float));
        set_edges([grids contents], grid.width, grid.height);
        set_edges(expected, grid.width, grid.height);

        int sweeps = 0, source_grid = 0;
        float change = 1;
        while (change > TOLERANCE && sweeps < LIMIT) {
            @autoreleasepool {
                id<MTLCommandBuffer> commands = [queue commandBuffer];
                for (int i = 0; i < SWEEPS; i++, sweeps++) {
                    if (i == SWEEPS - 1) {
                        id<MTLBlitCommandEncoder> clear = [commands blitCommandEncoder];
                        [clear fillBuffer:largest range:NSMakeRange(0, 4) value:0];
                        [clear endEncoding];
                    }
                    id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
                    [encoder setComputePipelineState:state];
                    [encoder setBuffer:grids offset:source_grid ? stride : 0 atIndex:0];
                    [encoder setBuffer:grids offset:source_grid ? 0 : stride atIndex:1];
                    [encoder setBytes:&grid length:sizeof grid atIndex:2];
                    [encoder setBuffer:largest offset:0 atIndex:3];
                    [encoder dispatchThreads:MTLSizeMake((NSUInteger)grid.width, (NSUInteger)grid.height, 1)
                        threadsPerThreadgroup:MTLSizeMake(16, 8, 1)];
                    [encoder endEncoding];
                    source_grid = !source_grid;
                }
                [commands commit];
                [commands waitUntilCompleted];
                if (commands.status != MTLCommandBufferStatusCompleted) {
                    NSLog(@"%@", commands.error);
                    return 1;
                }
                memcpy(&change, [largest contents], sizeof change);
            }
        }
        int expected_sweeps = reference(expected, grid.width, grid.height);
        const char *got = (const char *)[grids contents] + (source_grid ? stride : 0);
        status = sweeps != expected_sweeps || memcmp(got, expected, cells * sizeof(float));
        printf("%d x %d: %d sweeps, expected %d; %s\n", grid.width, grid.height, sweeps, expected_sweeps,
               status ? "wrong" : "equal");
        free(expected);
    }
    return status;
}
