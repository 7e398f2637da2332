// Conway's Game of Life on a torus: generation after generation in one command buffer.
// usage: game_of_life file.metal width height generations
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void generation(const unsigned char *from, unsigned char *to, int w, int h) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (dx || dy) n += from[(y + dy + h) % h * w + (x + dx + w) % w];
            to[y * w + x] = n == 3 || (n == 2 && from[y * w + x]);
        }
}

int main(int argc, const char *argv[]) {
    if (argc != 5) return 2;
    int wrong = 1;
    @autoreleasepool {
        int size[2] = {atoi(argv[2]), atoi(argv[3])}, generations = atoi(argv[4]);
        size_t cells = (size_t)(size[0] * size[1]);
        NSError *error = nil;
        id<MTLDevice> device = MTLCreateSystemDefaultDevice();
        NSString *source = [NSString stringWithContentsOfFile:@(argv[1]) encoding:NSUTF8StringEncoding error:&error];
        id<MTLLibrary> library = [device newLibraryWithSource:source options:nil error:&error];
        id<MTLFunction> function = [library newFunctionWithName:@"life"];
        id<MTLComputePipelineState> pipeline =
            function ? [device newComputePipelineStateWithFunction:function error:&error] : nil;
        if (!pipeline) return fprintf(stderr, "%s\n", error.localizedDescription.UTF8String), 1;

        unsigned char *board = malloc(cells), *next = malloc(cells);
        for (size_t i = 0; i < cells; i++) board[i] = (i * i * 31 + i * 7) % 11 < 4;
        id<MTLBuffer> a = [device newBufferWithBytes:board length:cells options:MTLResourceStorageModeShared];
        id<MTLBuffer> b = [device newBufferWithLength:cells options:MTLResourceStorageModePrivate];
        id<MTLCommandQueue> queue = [device newCommandQueue];
        id<MTLCommandBuffer> commands = [queue commandBuffer];
        id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
        [encoder setComputePipelineState:pipeline];
        [encoder setBytes:size length:sizeof size atIndex:2];
        MTLSize groups = MTLSizeMake((NSUInteger)(size[0] + 15) / 16, (NSUInteger)(size[1] + 15) / 16, 1);
        for (int g = 0; g < generations; g++) {
            [encoder setBuffer:g % 2 ? b : a offset:0 atIndex:0];
            [encoder setBuffer:g % 2 ? a : b offset:0 atIndex:1];
            [encoder dispatchThreadgroups:groups threadsPerThreadgroup:MTLSizeMake(16, 16, 1)];
            generation(board, next, size[0], size[1]);
            unsigned char *swap = board;
            board = next;
            next = swap;
        }
        [encoder endEncoding];
        [commands commit];
        [commands waitUntilCompleted];
        if (commands.error) NSLog(@"%@", commands.error);
        NSCAssert(generations % 2 == 0, @"an even number of generations ends in the shared buffer");
        wrong = memcmp(a.contents, board, cells) != 0;
        int alive = 0;
        for (size_t i = 0; i < cells; i++) alive += board[i];
        printf("%d of %zu alive: %s\n", alive, cells, wrong ? "wrong" : "right");
        free(board);
        free(next);
        [a release];
        [b release];
        [queue release];
        [pipeline release];
        [function release];
        [library release];
        [device release];
    }
    return wrong;
}
