// One kernel of a source text over arrays of 64-bit elements, for tests of shader headers on the device.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdio.h>
#include <string.h>

enum { CONSTANTS = 16 }; // function constants of the headers, all of them 0 here

static id<MTLComputePipelineState> pipeline(id<MTLDevice> device, const char *msl, const char *name, int emulate, NSError **error)
{
    MTLCompileOptions *options = [[[MTLCompileOptions alloc] init] autorelease];
    options.fastMathEnabled = NO;
    options.languageVersion = MTLLanguageVersion3_0;
    if (emulate) {
        options.preprocessorMacros = @{@"ML_EMULATE_DOUBLE" : @"1"};
    }
    NSString *text = [NSString stringWithUTF8String:msl];
    id<MTLLibrary> library = [[device newLibraryWithSource:text options:options error:error] autorelease];
    MTLFunctionConstantValues *zeros = [[[MTLFunctionConstantValues alloc] init] autorelease];
    for (NSUInteger k = 0; k < CONSTANTS; ++k) {
        uint32_t zero = 0;
        [zeros setConstantValue:&zero type:MTLDataTypeUInt atIndex:k];
    }
    NSString *wanted = [NSString stringWithUTF8String:name];
    id<MTLFunction> function = [[library newFunctionWithName:wanted constantValues:zeros error:error] autorelease];
    return function == nil ? nil : [[device newComputePipelineStateWithFunction:function error:error] autorelease];
}

static void run(id<MTLDevice> device, id<MTLComputePipelineState> state, void **arrays, int count, long n, NSError **error)
{
    NSUInteger length = (NSUInteger)n * 8;
    id<MTLCommandQueue> queue = [[device newCommandQueue] autorelease];
    id<MTLCommandBuffer> commands = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
    id<MTLBuffer> last = nil;
    [encoder setComputePipelineState:state];
    for (int k = 0; k < count; ++k) {
        last = [[device newBufferWithBytes:arrays[k] length:length options:MTLResourceStorageModeShared] autorelease];
        [encoder setBuffer:last offset:0 atIndex:(NSUInteger)k];
    }
    [encoder dispatchThreads:MTLSizeMake((NSUInteger)n, 1, 1) threadsPerThreadgroup:MTLSizeMake(256, 1, 1)];
    [encoder endEncoding];
    [commands commit];
    [commands waitUntilCompleted];
    *error = commands.error;
    memcpy(arrays[count - 1], [last contents], length);
}

// Buffers 0 to count - 1 hold n elements each, the last one the results. Returns 0, or -1 with a text.
__attribute__((visibility("default"))) int metal_kernel_run(const char *msl, const char *name, int emulate, void **arrays, int count,
                                                            long n, char *text, size_t size)
{
    @autoreleasepool {
        NSError *error = nil;
        id<MTLDevice> device = [MTLCreateSystemDefaultDevice() autorelease];
        id<MTLComputePipelineState> state = pipeline(device, msl, name, emulate, &error);
        if (state != nil) {
            run(device, state, arrays, count, n, &error);
        }
        if (state == nil || error != nil) {
            snprintf(text, size, "%s: %s", name, error == nil ? "no such kernel" : error.localizedDescription.UTF8String);
            return -1;
        }
        return 0;
    }
}
