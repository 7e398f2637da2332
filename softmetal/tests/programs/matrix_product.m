//
//  matrix_product.m
//  C = A B for matrices of any shape; the tile width is a function constant.
//  usage: matrix_product file.metal rows inner columns [transposed] (reads A and B from stdin, writes C to stdout)
//
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdio.h>
#include <stdlib.h>

static id<MTLBuffer> readMatrix(id<MTLDevice> device, NSUInteger count) {
    id<MTLBuffer> buffer = [device newBufferWithLength:count * sizeof(float) options:MTLResourceStorageModeManaged];
    if (fread(buffer.contents, sizeof(float), count, stdin) != count) exit(2);
    [buffer didModifyRange:NSMakeRange(0, buffer.length)];
    return buffer;
}

int main(int argc, const char *argv[]) {
    if (argc < 5) return 2;
    @autoreleasepool {
        struct { uint32_t rows, columns, inner; } shape = {(uint32_t)atoi(argv[2]), (uint32_t)atoi(argv[4]), (uint32_t)atoi(argv[3])};
        ushort tile = 16;
        bool transposed = argc > 5;
        NSError *error = nil;

        id<MTLDevice> device = nil;
        NSArray<id<MTLDevice>> *devices = MTLCopyAllDevices();
        for (id<MTLDevice> each in devices)
            if (!device && [each supportsFamily:MTLGPUFamilyCommon1]) device = [each retain];
        [devices release];
        if (!device) return 1;

        id<MTLCommandQueue> queue = [device newCommandQueue];
        NSString *source = [[NSString alloc] initWithContentsOfFile:[NSString stringWithUTF8String:argv[1]]
                                                           encoding:NSUTF8StringEncoding
                                                              error:&error];
        __block id<MTLLibrary> library = nil;
        NSConditionLock *compiled = [[NSConditionLock alloc] initWithCondition:0];
        [device newLibraryWithSource:source
                             options:nil
                   completionHandler:^(id<MTLLibrary> made, NSError *problem) {
                       if (!made) fprintf(stderr, "%s\n", problem.localizedDescription.UTF8String);
                       [compiled lock];
                       library = [made retain];
                       [compiled unlockWithCondition:1];
                   }];
        [compiled lockWhenCondition:1];
        [compiled unlock];
        if (!library) return 1;

        MTLFunctionConstantValues *constants = [[MTLFunctionConstantValues alloc] init];
        [constants setConstantValue:&tile type:MTLDataTypeUShort atIndex:0];
        if (transposed) {
            float scale = 0.5f;
            [constants setConstantValue:&transposed type:MTLDataTypeBool atIndex:1];
            [constants setConstantValue:&scale type:MTLDataTypeFloat atIndex:2];
        }
        id<MTLFunction> function = [library newFunctionWithName:@"matmul" constantValues:constants error:&error];
        if (!function) {
            fprintf(stderr, "%s\n", error.localizedDescription.UTF8String);
            return 1;
        }
        MTLComputePipelineReflection *reflection = nil;
        id<MTLComputePipelineState> pipeline =
            [device newComputePipelineStateWithFunction:function
                                                options:MTLPipelineOptionArgumentInfo | MTLPipelineOptionBufferTypeInfo
                                             reflection:&reflection
                                                  error:&error];
        if (!pipeline || reflection.bindings.count != 6) {
            fprintf(stderr, "%s, %lu bindings\n", error.localizedDescription.UTF8String,
                    (unsigned long)reflection.bindings.count);
            return 1;
        }

        id<MTLBuffer> a = readMatrix(device, (NSUInteger)shape.rows * shape.inner);
        id<MTLBuffer> b = readMatrix(device, (NSUInteger)shape.inner * shape.columns);
        id<MTLBuffer> c = [device newBufferWithLength:(NSUInteger)shape.rows * shape.columns * sizeof(float)
                                              options:MTLResourceStorageModeManaged];
        id<MTLCommandBuffer> commandBuffer = [queue commandBuffer];
        id<MTLComputeCommandEncoder> encoder = [commandBuffer computeCommandEncoder];
        [encoder setComputePipelineState:pipeline];
        id<MTLBuffer> buffers[3] = {a, b, c};
        NSUInteger offsets[3] = {0, 0, 0};
        [encoder setBuffers:buffers offsets:offsets withRange:NSMakeRange(0, 3)];
        [encoder setBytes:&shape length:sizeof(shape) atIndex:3];
        [encoder setThreadgroupMemoryLength:tile * tile * sizeof(float) atIndex:0];
        [encoder setThreadgroupMemoryLength:tile * tile * sizeof(float) atIndex:1];
        MTLSize groups = MTLSizeMake((shape.columns + tile - 1) / tile, (shape.rows + tile - 1) / tile, 1);
        [encoder dispatchThreadgroups:groups threadsPerThreadgroup:MTLSizeMake(tile, tile, 1)];
        [encoder endEncoding];
        id<MTLBlitCommandEncoder> blit = [commandBuffer blitCommandEncoder];
        [blit synchronizeResource:c];
        [blit endEncoding];
        [commandBuffer commit];
        [commandBuffer waitUntilCompleted];
        if (commandBuffer.status != MTLCommandBufferStatusCompleted) {
            fprintf(stderr, "%s\n", commandBuffer.error.localizedDescription.UTF8String);
            return 1;
        }
        fwrite(c.contents, 1, c.length, stdout);
    }
    return 0;
}
