// The Mandelbrot set. Writes the picture (P6) and the escape times, two bytes each, behind one another.
// usage: mandelbrot file.metal width height output
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdio.h>
#include <stdlib.h>

typedef float float2 __attribute__((vector_size(8)));
typedef uint32_t uint2 __attribute__((vector_size(8)));
typedef struct {
    float2 center;
    float scale;
    uint32_t maxIterations;
    uint2 size;
} View;

int main(int argc, const char *argv[]) {
    @autoreleasepool {
        if (argc != 5) return 2;
        uint32_t width = (uint32_t)atoi(argv[2]), height = (uint32_t)atoi(argv[3]);
        NSError *error;
        id<MTLDevice> device = MTLCreateSystemDefaultDevice();
        id<MTLCommandQueue> queue = [device newCommandQueue];
        NSString *code = [NSString stringWithContentsOfFile:@(argv[1]) encoding:NSUTF8StringEncoding error:&error];
        MTLCompileOptions *options = [MTLCompileOptions new];
        options.fastMathEnabled = NO;
        id<MTLLibrary> library = [device newLibraryWithSource:code options:options error:&error];
        NSCAssert(library, @"%@", error);
        id<MTLFunction> function = [library newFunctionWithName:@"mandelbrot"];
        id<MTLComputePipelineState> pipeline = [device newComputePipelineStateWithFunction:function error:&error];
        NSCAssert(pipeline, @"%@", error);

        View view = {{-0.75f, 0.0f}, 3.0f / (float)width, 300, {width, height}};
        id<MTLBuffer> image = [device newBufferWithLength:width * height * 4 options:MTLResourceStorageModeShared];
        id<MTLBuffer> times = [device newBufferWithLength:width * height * 2 options:MTLResourceStorageModeShared];

        NSUInteger w = pipeline.threadExecutionWidth, h = pipeline.maxTotalThreadsPerThreadgroup / w;
        MTLSize threads = MTLSizeMake(w, h, 1);
        MTLSize groups = MTLSizeMake((width + w - 1) / w, (height + h - 1) / h, 1);
        id<MTLCommandBuffer> cmd = [queue commandBuffer];
        id<MTLComputeCommandEncoder> enc = [cmd computeCommandEncoder];
        [enc setComputePipelineState:pipeline];
        [enc setBuffer:image offset:0 atIndex:0];
        [enc setBuffer:times offset:0 atIndex:1];
        [enc setBytes:&view length:sizeof view atIndex:2];
        [enc dispatchThreadgroups:groups threadsPerThreadgroup:threads];
        [enc endEncoding];
        [cmd commit];
        [cmd waitUntilCompleted];
        NSCAssert(cmd.status == MTLCommandBufferStatusCompleted, @"%@", cmd.error);

        FILE *file = fopen(argv[4], "wb");
        fprintf(file, "P6\n%u %u\n255\n", width, height);
        const uint8_t (*pixels)[4] = image.contents;
        for (uint32_t i = 0; i < width * height; i++) fwrite(pixels[i], 1, 3, file);
        fwrite(times.contents, 2, width * height, file);
        return fclose(file) != 0;
    }
}
