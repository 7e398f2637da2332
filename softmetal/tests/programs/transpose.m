// Transposes matrices of elements of 1 to 8 bytes, each a pipeline of its own, all in one command buffer.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, const char *argv[]) {
    if (argc != 4) return 2;
    int wrong = 0;
    @autoreleasepool {
        uint32_t size[2] = {(uint32_t)atoi(argv[2]), (uint32_t)atoi(argv[3])};
        NSUInteger count = (NSUInteger)size[0] * size[1];
        NSError *error = nil;
        id<MTLDevice> device = [MTLCreateSystemDefaultDevice() autorelease];
        NSString *source = [NSString stringWithContentsOfFile:@(argv[1]) encoding:NSUTF8StringEncoding error:&error];
        id<MTLLibrary> library = [[device newLibraryWithSource:source options:nil error:&error] autorelease];
        if (!library) return fprintf(stderr, "%s\n", error.localizedDescription.UTF8String), 1;
        id<MTLCommandQueue> queue = [[device newCommandQueue] autorelease];
        id<MTLCommandBuffer> commands = [queue commandBuffer];
        id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
        NSMutableDictionary *results = [NSMutableDictionary dictionary], *inputs = [NSMutableDictionary dictionary];
        [encoder setBytes:size length:sizeof size atIndex:2];
        for (NSString *name in library.functionNames) {
            id<MTLFunction> function = [[library newFunctionWithName:name] autorelease];
            id<MTLComputePipelineState> state = [[device newComputePipelineStateWithFunction:function error:&error] autorelease];
            if (!state) return fprintf(stderr, "%s\n", error.localizedDescription.UTF8String), 1;
            NSUInteger bytes = (NSUInteger)atoi([[name substringFromIndex:10] UTF8String]) * count;
            id<MTLBuffer> in = [[device newBufferWithLength:bytes options:MTLResourceStorageModeShared] autorelease];
            id<MTLBuffer> out = [[device newBufferWithLength:bytes options:MTLResourceStorageModeShared] autorelease];
            unsigned char *data = in.contents;
            for (NSUInteger i = 0; i < bytes; i++) data[i] = (unsigned char)((i * 2654435761u) >> 13 & 0x3f);
            [encoder setComputePipelineState:state];
            [encoder setBuffer:in offset:0 atIndex:0];
            [encoder setBuffer:out offset:0 atIndex:1];
            [encoder dispatchThreadgroups:MTLSizeMake((size[0] + 31) / 32, (size[1] + 31) / 32, 1)
                    threadsPerThreadgroup:MTLSizeMake(32, 8, 1)];
            [inputs setObject:in forKey:name];
            [results setObject:out forKey:name];
        }
        [encoder endEncoding];
        [commands commit];
        [commands waitUntilCompleted];
        if (commands.error) NSLog(@"%@", commands.error);
        for (NSString *name in results) {
            size_t width = (size_t)atoi([[name substringFromIndex:10] UTF8String]);
            const char *in = [[inputs objectForKey:name] contents], *out = [[results objectForKey:name] contents];
            for (size_t y = 0; y < size[1]; y++)
                for (size_t x = 0; x < size[0]; x++)
                    if (memcmp(in + (y * size[0] + x) * width, out + (x * size[1] + y) * width, width)) wrong++;
        }
        printf("%lu kernels, %d elements wrong\n", (unsigned long)results.count, wrong);
        if (results.count != 4) wrong = 1;
    }
    return wrong != 0;
}
