// BLAS saxpy in plain C over Metal: no classes, everything in one function, memory of the caller's own.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    float alpha;
    uint32_t count;
    int32_t stride_x, stride_y;
} saxpy_arguments;

static id<MTLDevice> device;
static id<MTLCommandQueue> queue;
static id<MTLComputePipelineState> pipeline;

static int setup(const char *path) {
    NSError *error = nil;
    device = MTLCreateSystemDefaultDevice();
    if (!device) return fprintf(stderr, "no GPU\n"), -1;
    NSString *text = [NSString stringWithContentsOfFile:@(path) encoding:NSUTF8StringEncoding error:&error];
    MTLCompileOptions *options = [[[MTLCompileOptions alloc] init] autorelease];
    options.fastMathEnabled = NO;
    options.languageVersion = MTLLanguageVersion2_4;
    id<MTLLibrary> library = [[device newLibraryWithSource:text options:options error:&error] autorelease];
    id<MTLFunction> function = [[library newFunctionWithName:@"saxpy"] autorelease];
    if (function) pipeline = [device newComputePipelineStateWithFunction:function error:&error];
    if (!pipeline) return fprintf(stderr, "%s\n", error.localizedDescription.UTF8String), -1;
    queue = [device newCommandQueue];
    return 0;
}

static size_t page_round(size_t size) {
    size_t page = 16384;
    return (size + page - 1) / page * page;
}

static int saxpy(uint32_t n, float alpha, float *x, size_t bytes_x, int incx, float *y, size_t bytes_y, int incy) {
    int failed;
    @autoreleasepool {
        id<MTLBuffer> bx = [device newBufferWithBytesNoCopy:x
                                                     length:bytes_x
                                                    options:MTLResourceStorageModeShared
                                                deallocator:nil];
        id<MTLBuffer> by = [device newBufferWithBytesNoCopy:y
                                                     length:bytes_y
                                                    options:MTLResourceStorageModeShared
                                                deallocator:nil];
        saxpy_arguments arguments = {alpha, n, incx, incy};
        id<MTLCommandBuffer> commands = [queue commandBufferWithUnretainedReferences];
        id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
        [encoder setComputePipelineState:pipeline];
        [encoder setBytes:&arguments length:sizeof arguments atIndex:0];
        [encoder setBuffer:bx offset:0 atIndex:1];
        [encoder setBuffer:by offset:0 atIndex:2];
        [encoder dispatchThreadgroups:MTLSizeMake(7, 1, 1)
                threadsPerThreadgroup:MTLSizeMake(pipeline.threadExecutionWidth * 3, 1, 1)];
        [encoder endEncoding];
        [commands commit];
        [commands waitUntilCompleted];
        failed = commands.status != MTLCommandBufferStatusCompleted;
        if (failed) fprintf(stderr, "saxpy: %s\n", commands.error.localizedDescription.UTF8String);
        [bx release];
        [by release];
    }
    return failed;
}

static float *allocate(size_t bytes) {
    void *memory = NULL;
    if (posix_memalign(&memory, 16384, bytes)) abort();
    memset(memory, 0, bytes);
    return memory;
}

static int check(uint32_t n, int incx, int incy) {
    size_t extent_x = (size_t)(n ? (n - 1) * (uint32_t)abs(incx) + 1 : 1) * sizeof(float);
    size_t extent_y = (size_t)(n ? (n - 1) * (uint32_t)abs(incy) + 1 : 1) * sizeof(float);
    size_t bytes_x = page_round(extent_x), bytes_y = page_round(extent_y);
    float *x = allocate(bytes_x), *y = allocate(bytes_y), *expected = allocate(bytes_y);
    for (size_t i = 0; i < bytes_x / sizeof(float); i++) x[i] = sinf((float)i);
    for (size_t i = 0; i < bytes_y / sizeof(float); i++) expected[i] = y[i] = cosf((float)i) * 3.0f;
    for (uint32_t i = 0; i < n; i++) {
        long ix = incx >= 0 ? (long)i * incx : ((long)i - (n - 1)) * incx;
        long iy = incy >= 0 ? (long)i * incy : ((long)i - (n - 1)) * incy;
        expected[iy] = fmaf(-1.75f, x[ix], expected[iy]);
    }
    int failed = saxpy(n, -1.75f, x, bytes_x, incx, y, bytes_y, incy);
    if (!failed && memcmp(y, expected, bytes_y)) {
        fprintf(stderr, "n = %u, strides %d and %d: wrong\n", n, incx, incy);
        failed = 1;
    }
    free(x);
    free(y);
    free(expected);
    return failed;
}

int main(int argc, char **argv) {
    (void)argc;
    int failed = 0;
    @autoreleasepool {
        if (setup(argv[1])) return 1;
        static const uint32_t sizes[] = {0, 1, 2, 31, 1000, 4096, 50001};
        static const int strides[] = {1, 2, -1, -3};
        for (int s = 0; s < 7; s++)
            for (int i = 0; i < 4; i++) failed |= check(sizes[s], strides[i], strides[(i + s) % 4]);
        [queue release];
        [pipeline release];
        [device release];
    }
    puts(failed ? "FAILED" : "ok");
    return failed;
}
