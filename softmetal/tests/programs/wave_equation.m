// The wave equation in three dimensions by finite differences of eighth order, one command buffer a step.
// usage: wave_equation file.metal nx ny nz steps output
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int32_t size[4];  // an int3 is as large as an int4
    float courant2;
    int32_t step;
    int32_t source[3];
    float amplitude;
    int32_t padding[2];
} Domain;

@protocol Simulation
- (BOOL)advance;
@end

@interface Wave : NSObject <Simulation> {
    id<MTLDevice> _device;
    id<MTLCommandQueue> _queue;
    id<MTLComputePipelineState> _pipeline;
    id<MTLBuffer> _current, _previous;
    Domain _domain;
}
@property(nonatomic, retain) id<MTLDevice> device;
@property(nonatomic, retain) id<MTLCommandQueue> queue;
@property(nonatomic, retain) id<MTLComputePipelineState> pipeline;
@property(nonatomic, retain) id<MTLBuffer> current;
@property(nonatomic, retain) id<MTLBuffer> previous;
@property(nonatomic) Domain domain;
- (instancetype)initWithKernelFile:(NSString *)path domain:(Domain)domain error:(NSError **)error;
@end

@implementation Wave
@synthesize device = _device, queue = _queue, pipeline = _pipeline, current = _current, previous = _previous, domain = _domain;

- (instancetype)initWithKernelFile:(NSString *)path domain:(Domain)domain error:(NSError **)error {
    if (!(self = [super init])) return nil;
    self.device = [MTLCreateSystemDefaultDevice() autorelease];
    self.queue = [[self.device newCommandQueue] autorelease];
    self.domain = domain;
    NSString *source = [NSString stringWithContentsOfFile:path encoding:NSUTF8StringEncoding error:error];
    if (!source) return [self release], nil;
    id<MTLLibrary> library = [[self.device newLibraryWithSource:source options:nil error:error] autorelease];
    if (!library) return [self release], nil;
    id<MTLFunction> function = [[library newFunctionWithName:@"wave_step"] autorelease];
    self.pipeline = [[self.device newComputePipelineStateWithFunction:function error:error] autorelease];
    if (!self.pipeline) return [self release], nil;
    NSUInteger cells = (NSUInteger)domain.size[0] * (NSUInteger)domain.size[1] * (NSUInteger)domain.size[2];
    self.current = [[self.device newBufferWithLength:cells * 4 options:MTLResourceStorageModePrivate] autorelease];
    self.previous = [[self.device newBufferWithLength:cells * 4 options:MTLResourceStorageModePrivate] autorelease];
    id<MTLCommandBuffer> clear = [self.queue commandBuffer];
    id<MTLBlitCommandEncoder> blit = [clear blitCommandEncoder];
    [blit fillBuffer:self.current range:NSMakeRange(0, cells * 4) value:0];
    [blit fillBuffer:self.previous range:NSMakeRange(0, cells * 4) value:0];
    [blit endEncoding];
    [clear commit];
    return self;
}

- (void)dealloc {
    [_current release];
    [_previous release];
    [_pipeline release];
    [_queue release];
    [_device release];
    [super dealloc];
}

- (BOOL)advance {
    @autoreleasepool {
        Domain domain = self.domain;
        id<MTLCommandBuffer> commands = [self.queue commandBuffer];
        id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
        [encoder setComputePipelineState:self.pipeline];
        [encoder setBuffer:self.current offset:0 atIndex:0];
        [encoder setBuffer:self.previous offset:0 atIndex:1];
        [encoder setBytes:&domain length:sizeof domain atIndex:2];
        MTLSize grid = MTLSizeMake((NSUInteger)domain.size[0], (NSUInteger)domain.size[1], (NSUInteger)domain.size[2]);
        [encoder dispatchThreads:grid threadsPerThreadgroup:MTLSizeMake(8, 4, 4)];
        [encoder endEncoding];
        [commands commit];
        id<MTLBuffer> written = [[self.previous retain] autorelease];
        self.previous = self.current;
        self.current = written;
        domain.step++;
        self.domain = domain;
        return commands.status != MTLCommandBufferStatusError;
    }
}

- (NSData *)values {
    id<MTLBuffer> readable = [[self.device newBufferWithLength:self.current.length
                                                       options:MTLResourceStorageModeShared] autorelease];
    id<MTLCommandBuffer> commands = [self.queue commandBuffer];
    id<MTLBlitCommandEncoder> blit = [commands blitCommandEncoder];
    [blit copyFromBuffer:self.current sourceOffset:0 toBuffer:readable destinationOffset:0 size:readable.length];
    [blit endEncoding];
    [commands commit];
    [commands waitUntilCompleted];
    if (commands.error) NSLog(@"%@", commands.error);
    return [NSData dataWithBytes:readable.contents length:readable.length];
}
@end

int main(int argc, const char *argv[]) {
    if (argc != 7) return 2;
    @autoreleasepool {
        NSError *error = nil;
        Domain domain = {{atoi(argv[2]), atoi(argv[3]), atoi(argv[4]), 0}, 0.1f, 0, {0, 0, 0}, 2.0f, {0, 0}};
        for (int d = 0; d < 3; d++) domain.source[d] = domain.size[d] / 3;
        Wave *wave = [[[Wave alloc] initWithKernelFile:@(argv[1]) domain:domain error:&error] autorelease];
        if (!wave) {
            NSLog(@"%@", error);
            return 1;
        }
        for (int i = 0; i < atoi(argv[5]); i++)
            if (![wave advance]) return 1;
        return [[wave values] writeToFile:@(argv[6]) atomically:NO] ? 0 : 1;
    }
}
