// Whole computations, each against a plain loop on the CPU.
#include "check.h"
#include <math.h>

static NSString *const source = @""
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "kernel void add(device const float *a [[buffer(0)]], device const float *b [[buffer(1)]],\n"
    "                device float *c [[buffer(2)]], uint i [[thread_position_in_grid]]) {\n"
    "    c[i] = a[i] + b[i];\n"
    "}\n"
    "struct Scale { float factor; uint count; };\n"
    "kernel void saxpy(constant Scale &s [[buffer(0)]], device const float *x [[buffer(1)]],\n"
    "                  device float *y [[buffer(2)]], uint i [[thread_position_in_grid]]) {\n"
    "    if (i < s.count) y[i] = fma(s.factor, x[i], y[i]);\n"
    "}\n"
    "kernel void sum(device const uint *a [[buffer(0)]], device uint *partial [[buffer(1)]],\n"
    "                constant uint &count [[buffer(2)]], threadgroup uint *shared [[threadgroup(0)]],\n"
    "                uint i [[thread_position_in_grid]], uint t [[thread_index_in_threadgroup]],\n"
    "                uint g [[threadgroup_position_in_grid]], uint n [[threads_per_threadgroup]]) {\n"
    "    shared[t] = i < count ? a[i] : 0;\n"
    "    for (uint half_size = n / 2; half_size > 0; half_size /= 2) {\n"
    "        threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "        if (t < half_size) shared[t] += shared[t + half_size];\n"
    "    }\n"
    "    if (t == 0) partial[g] = shared[0];\n"
    "}\n"
    "kernel void twice(device uint *a [[buffer(0)]], uint i [[thread_position_in_grid]]) { a[i] = 2 * a[i] + 1; }\n";

static void dispatch(id<MTLComputeCommandEncoder> encoder, size_t threads, size_t group) {
    [encoder dispatchThreads:MTLSizeMake(threads, 1, 1) threadsPerThreadgroup:MTLSizeMake(group, 1, 1)];
}

static void run_add(void) {
    enum { COUNT = 100003 };
    id<MTLBuffer> a = buffer_of(COUNT * 4), b = buffer_of(COUNT * 4), c = buffer_of(COUNT * 4);
    float *x = [a contents], *y = [b contents], *z = [c contents];
    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)i * 0.37f;
        y[i] = 1.0f / (float)(i + 1);
    }
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    const id<MTLBuffer> buffers[] = {a, b, c};
    const NSUInteger offsets[] = {0, 0, 0};
    [encoder setComputePipelineState:pipeline_of(source, @"add")];
    [encoder setBuffers:buffers offsets:offsets withRange:NSMakeRange(0, 3)];
    dispatch(encoder, COUNT, 256);
    [encoder endEncoding];
    finish(buffer);
    for (int i = 0; i < COUNT; i++) CHECK(z[i] == x[i] + y[i]);
}

static void run_offsets(void) {
    enum { COUNT = 1000, SKIP = 24 };
    id<MTLBuffer> a = buffer_of(COUNT * 4 + SKIP * 4), c = buffer_of(COUNT * 4);
    float *x = [a contents], *z = [c contents];
    for (int i = 0; i < COUNT + SKIP; i++) x[i] = (float)i;
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    [encoder setComputePipelineState:pipeline_of(source, @"add")];
    [encoder setBuffer:a offset:0 atIndex:0];
    [encoder setBufferOffset:SKIP * 4 atIndex:0];
    [encoder setBuffer:a offset:4 atIndex:1];
    [encoder setBuffer:c offset:0 atIndex:2];
    dispatch(encoder, COUNT, 64);
    [encoder endEncoding];
    finish(buffer);
    for (int i = 0; i < COUNT; i++) CHECK(z[i] == (float)(2 * i + SKIP + 1));
}

static void run_saxpy(void) {
    enum { COUNT = 5000 };
    struct {
        float factor;
        unsigned count;
    } scale = {2.5f, COUNT};
    id<MTLBuffer> a = buffer_of(COUNT * 4), b = buffer_of(COUNT * 4);
    float *x = [a contents], *y = [b contents];
    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)i;
        y[i] = (float)(COUNT - i) * 0.125f;
    }
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    [encoder setComputePipelineState:pipeline_of(source, @"saxpy")];
    [encoder setBytes:&scale length:sizeof scale atIndex:0];
    scale.count = 0;  // the encoder has its own copy
    [encoder setBuffer:a offset:0 atIndex:1];
    [encoder setBuffer:b offset:0 atIndex:2];
    [encoder dispatchThreadgroups:MTLSizeMake((COUNT + 127) / 128, 1, 1) threadsPerThreadgroup:MTLSizeMake(128, 1, 1)];
    [encoder endEncoding];
    finish(buffer);
    for (int i = 0; i < COUNT; i++) CHECK(y[i] == fmaf(2.5f, (float)i, (float)(COUNT - i) * 0.125f));
}

static void run_sum(void) {
    enum { COUNT = 300007, GROUP = 256, GROUPS = (COUNT + GROUP - 1) / GROUP };
    unsigned count = COUNT;
    id<MTLBuffer> a = buffer_of(COUNT * 4), partial = buffer_of(GROUPS * 4);
    unsigned *x = [a contents], *p = [partial contents];
    unsigned long expected = 0, total = 0;
    for (unsigned i = 0; i < COUNT; i++) expected += x[i] = i * 2654435761u >> 16;
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    [encoder setComputePipelineState:pipeline_of(source, @"sum")];
    [encoder setBuffer:a offset:0 atIndex:0];
    [encoder setBuffer:partial offset:0 atIndex:1];
    [encoder setBytes:&count length:sizeof count atIndex:2];
    [encoder setThreadgroupMemoryLength:GROUP * 4 atIndex:0];
    [encoder dispatchThreadgroups:MTLSizeMake(GROUPS, 1, 1) threadsPerThreadgroup:MTLSizeMake(GROUP, 1, 1)];
    [encoder endEncoding];
    finish(buffer);
    for (unsigned i = 0; i < GROUPS; i++) total += p[i];
    CHECK(total == expected);
}

// Each dispatch reads what the one before it wrote: in an encoder, over encoders, over command buffers.
static void run_dependent(void) {
    enum { COUNT = 4096, ROUNDS = 10 };
    id<MTLBuffer> a = buffer_of(COUNT * 4);
    id<MTLComputePipelineState> twice = pipeline_of(source, @"twice");
    unsigned *x = [a contents], expected = 0;
    memset(x, 0, COUNT * 4);
    id<MTLCommandBuffer> last = nil;
    for (int buffers = 0; buffers < 2; buffers++) {
        last = [queue commandBuffer];
        for (int encoders = 0; encoders < 2; encoders++) {
            id<MTLComputeCommandEncoder> encoder = [last computeCommandEncoder];
            [encoder setComputePipelineState:twice];
            [encoder setBuffer:a offset:0 atIndex:0];
            for (int i = 0; i < ROUNDS / 2; i++) {
                dispatch(encoder, COUNT, 64);
                [encoder memoryBarrierWithScope:MTLBarrierScopeBuffers];
                expected = 2 * expected + 1;
            }
            [encoder endEncoding];
        }
        if (buffers == 0) [last commit];
    }
    finish(last);
    for (int i = 0; i < COUNT; i++) CHECK(x[i] == expected);
}

static void run_blit(void) {
    enum { COUNT = 100000 };
    id<MTLBuffer> a = buffer_of(COUNT), c = buffer_of(COUNT);
    id<MTLBuffer> hidden = [[device newBufferWithLength:COUNT options:MTLResourceStorageModePrivate] autorelease];
    unsigned char *x = [a contents], *z = [c contents];
    for (int i = 0; i < COUNT; i++) x[i] = (unsigned char)(i * 7);
    memset(z, 0xee, COUNT);
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLBlitCommandEncoder> encoder = [buffer blitCommandEncoder];
    [encoder copyFromBuffer:a sourceOffset:0 toBuffer:hidden destinationOffset:0 size:COUNT];
    [encoder fillBuffer:hidden range:NSMakeRange(100, 4000) value:0x5a];
    [encoder copyFromBuffer:hidden sourceOffset:4 toBuffer:c destinationOffset:8 size:COUNT - 8];
    [encoder endEncoding];
    finish(buffer);
    for (int i = 0; i < 8; i++) CHECK(z[i] == 0xee);
    for (int i = 8; i < COUNT; i++) {
        int from = i - 4;
        CHECK(z[i] == (from >= 100 && from < 4100 ? 0x5a : (unsigned char)(from * 7)));
    }
}

// Adopted memory: no copy, the caller's own bytes change, and the deallocator runs once with the caller's values.
static void run_adopted(void) {
    enum { PAGE = 16384, LENGTH = 4 * PAGE };
    void *memory;
    CHECK(posix_memalign(&memory, PAGE, LENGTH) == 0);
    unsigned *x = memory;
    for (unsigned i = 0; i < LENGTH / 4; i++) x[i] = i;
    __block int calls = 0;
    __block void *pointer = NULL;
    __block NSUInteger length = 0;
    id<MTLBuffer> a = [device newBufferWithBytesNoCopy:memory
                                                length:LENGTH
                                               options:MTLResourceStorageModeShared
                                           deallocator:^(void *p, NSUInteger n) {
                                             calls++;
                                             pointer = p;
                                             length = n;
                                           }];
    CHECK(a && [a contents] == memory && [a length] == LENGTH);
    @autoreleasepool {
        id<MTLCommandBuffer> buffer = [queue commandBuffer];
        id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
        [encoder setComputePipelineState:pipeline_of(source, @"twice")];
        [encoder setBuffer:a offset:0 atIndex:0];
        dispatch(encoder, LENGTH / 4, 512);
        [encoder endEncoding];
        [a release];  // the command buffer keeps it until it has run
        CHECK(calls == 0);
        finish(buffer);
        CHECK(calls == 1 && pointer == memory && length == LENGTH);
    }
    for (unsigned i = 0; i < LENGTH / 4; i++) CHECK(x[i] == 2 * i + 1);
    free(memory);
}

static const test_case cases[] = {
    {"add", run_add},   {"offsets", run_offsets}, {"saxpy", run_saxpy},     {"sum", run_sum},
    {"blit", run_blit}, {"adopted", run_adopted}, {"dependent", run_dependent},
};
MAIN(cases)
