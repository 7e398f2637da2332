// Threads that compile the same and different sources at the same time, over one cache folder.
#include "../runtime/check.h"
#include <pthread.h>

enum { THREADS = 4, SOURCES = 3 };

static void *compile_all(void *argument) {
    size_t thread = (size_t)argument;
    @autoreleasepool {
        for (size_t i = 0; i < SOURCES; i++) {
            size_t value = (thread + i) % SOURCES + 1;
            NSString *source = [NSString stringWithFormat:@"kernel void k(device uint *a [[buffer(0)]]) { a[0] = %zu; }\n",
                                                          value];
            id<MTLComputePipelineState> pipeline = pipeline_of(source, @"k");
            id<MTLBuffer> a = buffer_of(4);
            id<MTLCommandBuffer> buffer = [queue commandBuffer];
            id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
            [encoder setComputePipelineState:pipeline];
            [encoder setBuffer:a offset:0 atIndex:0];
            [encoder dispatchThreads:MTLSizeMake(1, 1, 1) threadsPerThreadgroup:MTLSizeMake(1, 1, 1)];
            [encoder endEncoding];
            finish(buffer);
            CHECK(*(unsigned *)[a contents] == value);
        }
    }
    return NULL;
}

static void run_threads(void) {
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, compile_all, (void *)i) == 0);
    for (size_t i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

static const test_case cases[] = {{"threads", run_threads}};
MAIN(cases)
