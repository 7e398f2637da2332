// Stable radix sort of floats with their positions. Reads floats from a file, writes sorted floats and the order.
// usage: radix_sort file.metal input output
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdio.h>
#include <stdlib.h>

struct pass {
    uint32_t count;
    uint16_t shift, groups;
};
static const NSUInteger THREADS = 256;

static void fail(NSString *what, NSError *error) {
    fprintf(stderr, "%s: %s\n", what.UTF8String, error ? error.localizedDescription.UTF8String : "failed");
    exit(1);
}

@interface RadixSorter : NSObject {
    id<MTLDevice> _device;
    NSMutableDictionary<NSString *, id<MTLComputePipelineState>> *_kernels;
}
@property(nonatomic, retain) id<MTLDevice> device;
@property(nonatomic, retain) NSMutableDictionary<NSString *, id<MTLComputePipelineState>> *kernels;
@end

@implementation RadixSorter
@synthesize device = _device, kernels = _kernels;

- (instancetype)initWithSource:(NSString *)source {
    if ((self = [super init])) {
        NSError *error = nil;
        self.device = [MTLCreateSystemDefaultDevice() autorelease];
        self.kernels = [NSMutableDictionary dictionary];
        id<MTLLibrary> library = [[self.device newLibraryWithSource:source options:nil error:&error] autorelease];
        if (!library) fail(@"compiling", error);
        for (NSString *name in library.functionNames) {
            id<MTLFunction> function = [[library newFunctionWithName:name] autorelease];
            id<MTLComputePipelineState> state = [self.device newComputePipelineStateWithFunction:function error:&error];
            if (!state) fail(name, error);
            [self.kernels setObject:state forKey:name];
            [state release];
        }
    }
    return self;
}

- (void)dealloc {
    [_device release];
    [_kernels release];
    [super dealloc];
}

- (id<MTLBuffer>)privateBuffer:(NSUInteger)length label:(NSString *)label {
    id<MTLBuffer> buffer = [self.device newBufferWithLength:length options:MTLResourceStorageModePrivate];
    buffer.label = label;
    return [buffer autorelease];
}

- (void)run:(NSString *)name
    encoder:(id<MTLComputeCommandEncoder>)encoder
    buffers:(NSArray *)buffers
       pass:(const struct pass *)pass
    threads:(NSUInteger)threads
      whole:(BOOL)whole {
    NSUInteger index = 0;
    [encoder setComputePipelineState:[self.kernels objectForKey:name]];
    for (id<MTLBuffer> buffer in buffers) [encoder setBuffer:buffer offset:0 atIndex:index++];
    if (pass) [encoder setBytes:pass length:sizeof *pass atIndex:index];
    MTLSize group = MTLSizeMake(THREADS, 1, 1);
    if (whole)
        [encoder dispatchThreadgroups:MTLSizeMake((threads + THREADS - 1) / THREADS, 1, 1) threadsPerThreadgroup:group];
    else [encoder dispatchThreads:MTLSizeMake(threads, 1, 1) threadsPerThreadgroup:group];
}

- (void)sort:(id<MTLBuffer>)floats order:(id<MTLBuffer>)order {
    NSUInteger n = floats.length / 4, groups = (n + THREADS - 1) / THREADS;
    id<MTLBuffer> a = [self privateBuffer:n * 8 label:@"pairs"], b = [self privateBuffer:n * 8 label:@"other pairs"];
    id<MTLBuffer> counts = [self privateBuffer:groups * 16 * 4 label:@"counts"];
    id<MTLCommandQueue> queue = [[self.device newCommandQueue] autorelease];
    id<MTLCommandBuffer> commands = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
    [self run:@"make_pairs" encoder:encoder buffers:@[floats, a] pass:NULL threads:n whole:NO];
    for (int shift = 0; shift < 32; shift += 4) {
        struct pass pass = {(uint32_t)n, (uint16_t)shift, (uint16_t)groups};
        [self run:@"count_digits" encoder:encoder buffers:@[a, counts] pass:&pass threads:n whole:YES];
        [self run:@"scan_counts" encoder:encoder buffers:@[counts] pass:&pass threads:THREADS whole:YES];
        [self run:@"scatter" encoder:encoder buffers:@[a, b, counts] pass:&pass threads:n whole:YES];
        id<MTLBuffer> swap = a;
        a = b;
        b = swap;
    }
    [self run:@"take_apart" encoder:encoder buffers:@[a, order, floats] pass:NULL threads:n whole:NO];
    [encoder endEncoding];
    [commands commit];
    [commands waitUntilCompleted];
    if (commands.status == MTLCommandBufferStatusError) fail(@"sorting", commands.error);
}
@end

int main(int argc, const char *argv[]) {
    if (argc != 4) return 2;
    @autoreleasepool {
        NSData *input = [NSData dataWithContentsOfFile:@(argv[2])];
        NSString *source = [NSString stringWithContentsOfFile:@(argv[1]) encoding:NSUTF8StringEncoding error:NULL];
        RadixSorter *sorter = [[[RadixSorter alloc] initWithSource:source] autorelease];
        id<MTLBuffer> floats = [[sorter.device newBufferWithBytes:input.bytes
                                                           length:input.length
                                                          options:MTLResourceStorageModeShared] autorelease];
        id<MTLBuffer> order = [[sorter.device newBufferWithLength:input.length
                                                          options:MTLResourceStorageModeShared] autorelease];
        [sorter sort:floats order:order];
        NSMutableData *output = [NSMutableData dataWithBytes:floats.contents length:floats.length];
        [output appendBytes:order.contents length:order.length];
        if (![output writeToFile:@(argv[3]) atomically:YES]) fail(@"writing", nil);
    }
    return 0;
}
