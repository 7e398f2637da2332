// Dot products of several element types with one templated kernel; the partial sums are added up on the CPU.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { kThreads = 256, kGroups = 13 };

static double referenceOf(NSString *name, const void *a, const void *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        if ([name isEqualToString:@"dot_float"]) sum += (double)((const float *)a)[i] * ((const float *)b)[i];
        if ([name isEqualToString:@"dot_half"]) sum += (double)((const _Float16 *)a)[i] * (double)((const _Float16 *)b)[i];
        if ([name isEqualToString:@"dot_int"]) sum += (double)((const int *)a)[i] * ((const int *)b)[i];
        if ([name isEqualToString:@"dot_uchar"]) sum += ((const unsigned char *)a)[i] * ((const unsigned char *)b)[i];
    }
    return sum;
}

static void fill(NSString *name, void *data, size_t n, int seed) {
    for (size_t i = 0; i < n; i++) {
        int value = (int)((i * 7919 + (size_t)seed) % 201) - 100;
        if ([name isEqualToString:@"dot_float"]) ((float *)data)[i] = (float)value / 64.0f;
        if ([name isEqualToString:@"dot_half"]) ((_Float16 *)data)[i] = (_Float16)((float)value / 128.0f);
        if ([name isEqualToString:@"dot_int"]) ((int *)data)[i] = value * 1003;
        if ([name isEqualToString:@"dot_uchar"]) ((unsigned char *)data)[i] = (unsigned char)(value + 100);
    }
}

int main(int argc, const char *argv[]) {
    int status = EXIT_SUCCESS;
    if (argc < 3) return EXIT_FAILURE;
    @autoreleasepool {
        NSError *error = nil;
        NSString *path = [NSString stringWithUTF8String:argv[1]];
        NSString *source = [NSString stringWithContentsOfFile:path encoding:NSUTF8StringEncoding error:&error];
        uint32_t n = (uint32_t)strtoul(argv[2], NULL, 10);
        id<MTLDevice> device = MTLCreateSystemDefaultDevice();
        id<MTLLibrary> library = [device newLibraryWithSource:source options:nil error:&error];
        if (!library) {
            fprintf(stderr, "%s\n", [[error localizedDescription] UTF8String]);
            return EXIT_FAILURE;
        }
        NSDictionary *sizes = @{@"dot_float": @4, @"dot_half": @2, @"dot_int": @4, @"dot_uchar": @1};
        id<MTLCommandQueue> queue = [device newCommandQueue];
        for (NSString *name in [library functionNames]) {
            @autoreleasepool {
                size_t bytes = [[sizes objectForKey:name] unsignedIntegerValue] * n;
                id<MTLFunction> function = [[library newFunctionWithName:name] autorelease];
                MTLComputePipelineDescriptor *descriptor = [[[MTLComputePipelineDescriptor alloc] init] autorelease];
                descriptor.computeFunction = function;
                descriptor.label = name;
                descriptor.threadGroupSizeIsMultipleOfThreadExecutionWidth = YES;
                id<MTLComputePipelineState> state =
                    [[device newComputePipelineStateWithDescriptor:descriptor
                                                           options:MTLPipelineOptionNone
                                                        reflection:NULL
                                                             error:&error] autorelease];
                id<MTLBuffer> a = [[device newBufferWithLength:bytes options:0] autorelease];
                id<MTLBuffer> b = [[device newBufferWithLength:bytes options:0] autorelease];
                id<MTLBuffer> partial = [[device newBufferWithLength:kGroups * 8 options:0] autorelease];
                fill(name, [a contents], n, 1);
                fill(name, [b contents], n, 77);
                id<MTLCommandBuffer> buffer = [queue commandBuffer];
                id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
                [encoder setLabel:name];
                [encoder setComputePipelineState:state];
                [encoder setBuffer:a offset:0 atIndex:0];
                [encoder setBuffer:b offset:0 atIndex:1];
                [encoder setBuffer:partial offset:0 atIndex:2];
                [encoder setBytes:&n length:sizeof(n) atIndex:3];
                [encoder dispatchThreadgroups:MTLSizeMake(kGroups, 1, 1)
                        threadsPerThreadgroup:MTLSizeMake(kThreads, 1, 1)];
                [encoder endEncoding];
                [buffer commit];
                [buffer waitUntilCompleted];
                if ([buffer error]) NSLog(@"%@", [buffer error]);
                double sum = 0;
                for (int i = 0; i < kGroups; i++) {
                    if ([name isEqualToString:@"dot_int"]) sum += (double)((int64_t *)[partial contents])[i];
                    else if ([name isEqualToString:@"dot_uchar"]) sum += ((uint32_t *)[partial contents])[i];
                    else sum += ((float *)[partial contents])[i];
                }
                double expected = referenceOf(name, [a contents], [b contents], n);
                double allowed = [name isEqualToString:@"dot_int"] || [name isEqualToString:@"dot_uchar"] ? 0 : 1e-5 * n;
                BOOL right = fabs(sum - expected) <= allowed;
                printf("%-10s %.10g expected %.10g %s\n", [name UTF8String], sum, expected, right ? "" : "WRONG");
                if (!right) status = EXIT_FAILURE;
            }
        }
        [queue release];
        [library release];
        [device release];
    }
    return status;
}
