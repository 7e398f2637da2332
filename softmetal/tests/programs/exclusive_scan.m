// Exclusive prefix sums of any length: blocks, then the sums of the blocks, and so on up; then down again.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdio.h>
#include <stdlib.h>

static const NSUInteger kElementsPerBlock = 1024;

typedef struct {
    id<MTLDevice> device;
    id<MTLCommandQueue> queue;
    id<MTLComputePipelineState> scan, scan_simd, add;
} Scanner;

static id<MTLComputePipelineState> MakePipeline(id<MTLDevice> device, id<MTLLibrary> library, NSString *name) {
    NSError *error = nil;
    id<MTLFunction> function = [library newFunctionWithName:name];
    id<MTLComputePipelineState> pipeline = [device newComputePipelineStateWithFunction:function error:&error];
    [function release];
    if (!pipeline) {
        NSLog(@"%@: %@", name, error);
        exit(1);
    }
    return pipeline;
}

// Encodes out = exclusive scan of in, recursively. Scratch buffers live until the command buffer is done with them.
static void EncodeScan(Scanner *s, id<MTLComputeCommandEncoder> encoder, id<MTLBuffer> in, id<MTLBuffer> out, uint32_t n,
                       BOOL simd) {
    NSUInteger blocks = (n + kElementsPerBlock - 1) / kElementsPerBlock;
    id<MTLBuffer> sums = [s->device newBufferWithLength:blocks * sizeof(uint32_t) options:MTLResourceStorageModePrivate];
    [encoder setComputePipelineState:simd ? s->scan_simd : s->scan];
    [encoder setBuffer:in offset:0 atIndex:0];
    [encoder setBuffer:out offset:0 atIndex:1];
    [encoder setBuffer:sums offset:0 atIndex:2];
    [encoder setBytes:&n length:sizeof(n) atIndex:3];
    [encoder dispatchThreadgroups:MTLSizeMake(blocks, 1, 1) threadsPerThreadgroup:MTLSizeMake(simd ? 1024 : 256, 1, 1)];
    if (blocks > 1) {
        EncodeScan(s, encoder, sums, sums, (uint32_t)blocks, simd);
        [encoder setComputePipelineState:s->add];
        [encoder setBuffer:out offset:0 atIndex:0];
        [encoder setBuffer:sums offset:0 atIndex:1];
        [encoder setBytes:&n length:sizeof(n) atIndex:2];
        [encoder dispatchThreadgroups:MTLSizeMake(blocks, 1, 1) threadsPerThreadgroup:MTLSizeMake(256, 1, 1)];
    }
    [sums release];
}

static BOOL Check(Scanner *s, uint32_t n, BOOL simd) {
    BOOL right = YES;
    @autoreleasepool {
        id<MTLBuffer> in = [s->device newBufferWithLength:n * 4 options:MTLResourceStorageModeShared];
        id<MTLBuffer> out = [s->device newBufferWithLength:n * 4 options:MTLResourceStorageModeShared];
        uint32_t *x = in.contents, *y = out.contents, sum = 0;
        for (uint32_t i = 0; i < n; i++) x[i] = (i * 1103515245u + 12345u) >> 20;
        id<MTLCommandBuffer> commands = [s->queue commandBuffer];
        commands.label = [NSString stringWithFormat:@"scan of %u", n];
        id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
        [encoder pushDebugGroup:@"scan"];
        EncodeScan(s, encoder, in, out, n, simd);
        [encoder popDebugGroup];
        [encoder endEncoding];
        [commands commit];
        [commands waitUntilCompleted];
        for (uint32_t i = 0; i < n && right; i++) {
            right = y[i] == sum;
            if (!right) printf("n %u%s: [%u] is %u, not %u\n", n, simd ? " (SIMD)" : "", i, y[i], sum);
            sum += x[i];
        }
        [in release];
        [out release];
    }
    return right;
}

int main(int argc, const char *argv[]) {
    BOOL right = YES;
    @autoreleasepool {
        NSError *error = nil;
        Scanner s;
        NSData *data = [NSData dataWithContentsOfFile:[NSString stringWithUTF8String:argv[1]]];
        NSString *source = [[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding];
        MTLCompileOptions *options = [[MTLCompileOptions alloc] init];
        options.preprocessorMacros = @{@"BLOCK": @256};
        s.device = MTLCreateSystemDefaultDevice();
        s.queue = [s.device newCommandQueue];
        id<MTLLibrary> library = [s.device newLibraryWithSource:source options:options error:&error];
        if (!library) {
            NSLog(@"%@", error);
            return 1;
        }
        s.scan = MakePipeline(s.device, library, @"scan_blocks");
        s.scan_simd = MakePipeline(s.device, library, @"scan_blocks_simd");
        s.add = MakePipeline(s.device, library, @"add_sums");
        for (int i = 2; i < argc; i++) {
            right = Check(&s, (uint32_t)atoi(argv[i]), NO) && right;
            right = Check(&s, (uint32_t)atoi(argv[i]), YES) && right;
        }
        [s.scan release];
        [s.scan_simd release];
        [s.add release];
        [library release];
        [options release];
        [source release];
        [s.queue release];
        [s.device release];
    }
    return right ? 0 : 1;
}
