// Radix-2 FFT of 2^k complex numbers, forwards, and back again.
// usage: fft file.metal log2(n) input output; output: the transform, then the transform's inverse transform
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    uint32_t log2n, stage;
    int32_t direction;
} FFTParams;

@interface FFT : NSObject {
    id<MTLDevice> _device;
    id<MTLComputePipelineState> _reverse, _butterfly, _scale;
}
- (instancetype)initWithDevice:(id<MTLDevice>)device library:(id<MTLLibrary>)library error:(NSError **)error;
- (void)encodeInto:(id<MTLCommandBuffer>)commands from:(id<MTLBuffer>)from to:(id<MTLBuffer>)to log2n:(uint32_t)log2n inverse:(BOOL)inverse;
@end

@implementation FFT
- (instancetype)initWithDevice:(id<MTLDevice>)device library:(id<MTLLibrary>)library error:(NSError **)error {
    self = [super init];
    if (self != nil) {
        _device = [device retain];
        id<MTLComputePipelineState> *states[] = {&_reverse, &_butterfly, &_scale};
        NSArray *names = [NSArray arrayWithObjects:@"bit_reverse", @"butterfly", @"scale", nil];
        for (NSUInteger i = 0; i < 3; i++) {
            id<MTLFunction> function = [library newFunctionWithName:[names objectAtIndex:i]];
            *states[i] = [device newComputePipelineStateWithFunction:function error:error];
            [function release];
            if (*states[i] == nil) {
                [self release];
                return nil;
            }
        }
    }
    return self;
}

- (void)dealloc {
    [_reverse release];
    [_butterfly release];
    [_scale release];
    [_device release];
    [super dealloc];
}

static void Dispatch(id<MTLComputeCommandEncoder> encoder, id<MTLComputePipelineState> state, NSUInteger n) {
    NSUInteger width = state.maxTotalThreadsPerThreadgroup;
    [encoder setComputePipelineState:state];
    [encoder dispatchThreads:MTLSizeMake(n, 1, 1) threadsPerThreadgroup:MTLSizeMake(n < width ? n : width, 1, 1)];
}

- (void)encodeInto:(id<MTLCommandBuffer>)commands from:(id<MTLBuffer>)from to:(id<MTLBuffer>)to log2n:(uint32_t)log2n inverse:(BOOL)inverse {
    NSUInteger n = (NSUInteger)1 << log2n;
    FFTParams params = {log2n, 0, inverse ? 1 : -1};
    id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
    [encoder setBuffer:from offset:0 atIndex:0];
    [encoder setBuffer:to offset:0 atIndex:1];
    [encoder setBytes:&params length:sizeof(params) atIndex:2];
    Dispatch(encoder, _reverse, n);
    [encoder setBuffer:to offset:0 atIndex:0];
    for (params.stage = 0; params.stage < log2n; params.stage++) {
        [encoder setBytes:&params length:sizeof(params) atIndex:2];
        Dispatch(encoder, _butterfly, n / 2);
    }
    if (inverse) {
        float factor = 1.0f / (float)n;
        [encoder setBytes:&factor length:sizeof(factor) atIndex:1];
        Dispatch(encoder, _scale, n);
    }
    [encoder endEncoding];
}
@end

int main(int argc, const char *argv[]) {
    if (argc != 5) return 2;
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    NSError *error = nil;
    uint32_t log2n = (uint32_t)atoi(argv[2]);
    NSData *input = [NSData dataWithContentsOfFile:[NSString stringWithUTF8String:argv[3]]];
    NSString *source = [NSString stringWithContentsOfFile:[NSString stringWithUTF8String:argv[1]]
                                                 encoding:NSUTF8StringEncoding
                                                    error:&error];
    id<MTLDevice> device = MTLCreateSystemDefaultDevice();
    id<MTLLibrary> library = [device newLibraryWithSource:source options:nil error:&error];
    FFT *fft = library ? [[FFT alloc] initWithDevice:device library:library error:&error] : nil;
    if (fft == nil) {
        NSLog(@"%@", [error localizedDescription]);
        return 1;
    }
    id<MTLBuffer> x = [device newBufferWithBytes:[input bytes] length:[input length] options:MTLResourceStorageModeShared];
    id<MTLBuffer> y = [device newBufferWithLength:[input length] options:MTLResourceStorageModeShared];
    id<MTLBuffer> z = [device newBufferWithLength:[input length] options:MTLResourceStorageModeShared];
    id<MTLCommandQueue> queue = [device newCommandQueue];
    id<MTLCommandBuffer> forward = [queue commandBuffer], backward = [queue commandBuffer];
    [forward enqueue];
    [backward enqueue];
    // Encoded and committed the other way round: the order of the queue is that of enqueue.
    [fft encodeInto:backward from:y to:z log2n:log2n inverse:YES];
    [backward commit];
    [fft encodeInto:forward from:x to:y log2n:log2n inverse:NO];
    [forward commit];
    [backward waitUntilCompleted];
    if ([forward error] || [backward error]) {
        NSLog(@"%@ %@", [forward error], [backward error]);
        return 1;
    }
    FILE *out = fopen(argv[4], "wb");
    fwrite([y contents], 1, [y length], out);
    fwrite([z contents], 1, [z length], out);
    fclose(out);
    [x release];
    [y release];
    [z release];
    [fft release];
    [queue release];
    [library release];
    [device release];
    [pool release];
    return 0;
}
