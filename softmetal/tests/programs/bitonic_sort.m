// Bitonic sort of any number of keys: padded to a power of two, then merged in O(log^2 n) dispatches.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCAL_THREADS 128u

struct Step {
    uint32_t block, distance;
};

static int floats_up(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}
static int floats_down(const void *a, const void *b) { return floats_up(b, a); }
static int ints_up(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int ulongs_down(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x < y) - (x > y);
}

struct Variant {
    const char *name;
    size_t size;
    int (*compare)(const void *, const void *);
};
static const struct Variant variants[] = {
    {"float_up", 4, floats_up}, {"float_down", 4, floats_down}, {"int_up", 4, ints_up}, {"ulong_down", 8, ulongs_down}};

static id<MTLDevice> device;
static id<MTLLibrary> library;

static id<MTLComputePipelineState> pipeline(const char *prefix, const char *name) {
    NSError *error = nil;
    NSString *full = [NSString stringWithFormat:@"%s_%s", prefix, name];
    id<MTLFunction> f = [library newFunctionWithName:full];
    if (!f) {
        fprintf(stderr, "no function %s\n", full.UTF8String);
        exit(1);
    }
    id<MTLComputePipelineState> p = [device newComputePipelineStateWithFunction:f error:&error];
    [f release];
    if (!p) {
        fprintf(stderr, "%s\n", error.localizedDescription.UTF8String);
        exit(1);
    }
    return [p autorelease];
}

static void put_key(const struct Variant *v, void *keys, size_t i, size_t n) {
    uint64_t x = (i + 1) * 6364136223846793005ull;
    if (v->compare == ints_up) ((int *)keys)[i] = i < n ? (int)(x >> 40) - 8000000 : INT32_MAX;
    else if (v->size == 8) ((uint64_t *)keys)[i] = i < n ? x | 1 : 0;
    else if (v->compare == floats_up) ((float *)keys)[i] = i < n ? (float)(x >> 44) / 8.f - 70000.f : INFINITY;
    else ((float *)keys)[i] = i < n ? (float)(x >> 44) : -INFINITY;
}

static void encode_sort(id<MTLComputeCommandEncoder> encoder, const struct Variant *v, id<MTLBuffer> keys, uint32_t padded) {
    id<MTLComputePipelineState> local = pipeline("local", v->name), step = pipeline("step", v->name);
    const MTLSize groups = MTLSizeMake(padded / (2 * LOCAL_THREADS), 1, 1), threads = MTLSizeMake(LOCAL_THREADS, 1, 1);
    struct Step s = {2, 0};
    [encoder setBuffer:keys offset:0 atIndex:0];
    [encoder setThreadgroupMemoryLength:2 * LOCAL_THREADS * v->size atIndex:0];
    [encoder setComputePipelineState:local];
    [encoder setBytes:&s length:sizeof s atIndex:1];
    [encoder dispatchThreadgroups:groups threadsPerThreadgroup:threads];
    for (s.block = 4 * LOCAL_THREADS; s.block <= padded; s.block *= 2) {
        [encoder setComputePipelineState:step];
        for (s.distance = s.block / 2; s.distance > LOCAL_THREADS; s.distance /= 2) {
            [encoder setBytes:&s length:sizeof s atIndex:1];
            [encoder dispatchThreads:MTLSizeMake(padded / 2, 1, 1) threadsPerThreadgroup:threads];
        }
        [encoder setComputePipelineState:local];
        [encoder setBytes:&s length:sizeof s atIndex:1];
        [encoder dispatchThreadgroups:groups threadsPerThreadgroup:threads];
    }
}

int main(int argc, char **argv) {
    int failures = 0;
    @autoreleasepool {
        NSError *error = nil;
        device = MTLCreateSystemDefaultDevice();
        library = [device newLibraryWithSource:[NSString stringWithContentsOfFile:[NSString stringWithUTF8String:argv[1]]
                                                                         encoding:NSUTF8StringEncoding
                                                                            error:&error]
                                       options:nil
                                         error:&error];
        if (!library) {
            fprintf(stderr, "%s\n", error.localizedDescription.UTF8String);
            return 1;
        }
        id<MTLCommandQueue> queue = [device newCommandQueue];
        for (int a = 2; a < argc; a++)
            for (size_t k = 0; k < sizeof variants / sizeof *variants; k++)
                @autoreleasepool {
                    const struct Variant *v = &variants[k];
                    size_t n = strtoul(argv[a], NULL, 10), padded = 2 * LOCAL_THREADS;
                    while (padded < n) padded *= 2;
                    id<MTLBuffer> keys = [[device newBufferWithLength:padded * v->size
                                                              options:MTLResourceStorageModeShared] autorelease];
                    for (size_t i = 0; i < padded; i++) put_key(v, keys.contents, i, n);
                    void *expected = malloc(n * v->size);
                    memcpy(expected, keys.contents, n * v->size);
                    qsort(expected, n, v->size, v->compare);
                    id<MTLCommandBuffer> commands = [queue commandBuffer];
                    id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
                    encode_sort(encoder, v, keys, (uint32_t)padded);
                    [encoder endEncoding];
                    [commands commit];
                    [commands waitUntilCompleted];
                    if (commands.error) NSLog(@"%@", commands.error);
                    int wrong = memcmp(keys.contents, expected, n * v->size) != 0;
                    printf("%s, %zu keys: %s\n", v->name, n, wrong ? "wrong" : "sorted");
                    failures += wrong;
                    free(expected);
                }
        [queue release];
        [library release];
        [device release];
    }
    return failures ? 1 : 0;
}
