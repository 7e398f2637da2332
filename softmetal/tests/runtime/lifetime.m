// Objects released too often, used after their last release, and thousands of calls in one process.
#include "check.h"
#include <malloc.h>

static NSString *const source = @"#include <metal_stdlib>\n"
                                 "kernel void add(device uint *a [[buffer(0)]], constant uint &value [[buffer(1)]],\n"
                                 "                uint i [[thread_position_in_grid]]) { a[i] += value; }\n";

static id<MTLBuffer> labelled_buffer(void) {
    id<MTLBuffer> buffer = [device newBufferWithLength:64 options:MTLResourceStorageModeShared];
    [buffer setLabel:@"samples"];
    return buffer;
}

// ---- One release too many

static void release_twice(id object) {
    [object release];
    [object release];
}

static void run_buffer(void) { release_twice(labelled_buffer()); }

static void run_library(void) {
    id<MTLLibrary> library = [device newLibraryWithSource:source options:nil error:NULL];
    [library setLabel:@"kernels"];
    release_twice(library);
}

static void run_function(void) {
    id<MTLFunction> function = [library_of(source) newFunctionWithName:@"add"];
    [function setLabel:@"adder"];
    release_twice(function);
}

static void run_pipeline(void) {
    MTLComputePipelineDescriptor *descriptor = [[MTLComputePipelineDescriptor new] autorelease];
    [descriptor setComputeFunction:[[library_of(source) newFunctionWithName:@"add"] autorelease]];
    [descriptor setLabel:@"adding"];
    release_twice([device newComputePipelineStateWithDescriptor:descriptor options:0 reflection:NULL error:NULL]);
}

static void run_queue(void) {
    id<MTLCommandQueue> other = [device newCommandQueue];
    [other setLabel:@"second"];
    release_twice(other);
}

// The command buffer is the pool's: the program's own release is the one too many, seen when the pool lets go.
static void run_command_buffer(void) {
    @autoreleasepool {
        id<MTLCommandBuffer> buffer = [queue commandBuffer];
        [buffer setLabel:@"frame"];
        [buffer release];
    }
}

static void run_encoder(void) {
    @autoreleasepool {
        id<MTLComputeCommandEncoder> encoder = [[queue commandBuffer] computeCommandEncoder];
        [encoder setLabel:@"pass"];
        [encoder endEncoding];
        [encoder release];
    }
}

static void run_device(void) {
    id<MTLDevice> same = MTLCreateSystemDefaultDevice();
    for (int i = 0; i < 4; i++) [same release];  // check.h has one reference, the list of devices another
    CHECK([[device name] hasPrefix:@"softmetal"]);
    [device retain];
    [device retain];
    id<MTLBuffer> buffer = labelled_buffer();  // it still works
    CHECK(buffer);
    [buffer release];
}

// ---- Used after the last release: an answer of zero, and the program goes on

static void run_message(void) {
    id<MTLBuffer> buffer = labelled_buffer();
    [buffer release];
    printf("%lu %p\n", (unsigned long)[buffer length], [buffer contents]);
    CHECK([buffer retain] == buffer && ![buffer label]);
}

static void run_argument(void) {
    id<MTLComputePipelineState> pipeline = pipeline_of(source, @"add");
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    id<MTLBuffer> samples = labelled_buffer();
    [samples release];
    [encoder setComputePipelineState:pipeline];
    [encoder setBuffer:samples offset:0 atIndex:0];
    [encoder endEncoding];
    [buffer commit];
    [buffer waitUntilCompleted];
    printf("%ld %s\n", (long)[buffer status], text_of([buffer error]));
}

// ---- Thousands of calls

static long resident_kilobytes(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file && fscanf(file, "%*d %ld", &pages) == 1);
    fclose(file);
    return pages * 4;
}

static void call_once(id<MTLComputePipelineState> pipeline, id<MTLBuffer> kept, void *adopted, unsigned value) {
    @autoreleasepool {
        id<MTLBuffer> made = [device newBufferWithBytes:&value length:sizeof value options:MTLResourceStorageModeShared];
        id<MTLBuffer> view = [device newBufferWithBytesNoCopy:adopted length:16384 options:0 deallocator:nil];
        CHECK(made && view);
        id<MTLCommandBuffer> buffer = [queue commandBuffer];
        [buffer setLabel:[NSString stringWithFormat:@"call %u", value]];
        if (value % 10 == 0) [buffer addCompletedHandler:^(id<MTLCommandBuffer> done) { CHECK(![done error]); }];
        id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
        [encoder setComputePipelineState:pipeline];
        [encoder setBuffer:value % 2 ? kept : view offset:0 atIndex:0];
        [encoder setBuffer:made offset:0 atIndex:1];
        [encoder dispatchThreads:MTLSizeMake(1, 1, 1) threadsPerThreadgroup:MTLSizeMake(1, 1, 1)];
        [encoder endEncoding];
        [made release];
        [view release];
        [buffer commit];
        [buffer waitUntilCompleted];
        CHECK([buffer status] == MTLCommandBufferStatusCompleted);
    }
}

static void run_growth(void) {
    enum { WARM = 20000, CALLS = 100000, ALLOWED = 1024 };  // KB: a leak of 16 bytes a call is more
    id<MTLComputePipelineState> pipeline = pipeline_of(source, @"add");
    id<MTLBuffer> kept = buffer_of(4);
    void *adopted;
    CHECK(posix_memalign(&adopted, 16384, 16384) == 0);
    memset(adopted, 0, 16384);
    for (unsigned i = 0; i < WARM; i++) call_once(pipeline, kept, adopted, i);
    size_t objects = softmetal_live_objects(NULL);
    long before = resident_kilobytes();
    for (unsigned i = 0; i < CALLS; i++) call_once(pipeline, kept, adopted, i);
    long grown = resident_kilobytes() - before;
    CHECK(softmetal_live_objects(NULL) == objects);
    if (grown > ALLOWED) fprintf(stderr, "grown by %ld KB in %d calls\n", grown, CALLS);
    CHECK(grown <= ALLOWED);
    free(adopted);
}

#define CASE(name) {#name, run_##name}
static const test_case cases[] = {
    CASE(buffer), CASE(library), CASE(function), CASE(pipeline), CASE(queue),  CASE(command_buffer),
    CASE(encoder), CASE(device), CASE(message),  CASE(argument),     CASE(growth),
};
MAIN(cases)
