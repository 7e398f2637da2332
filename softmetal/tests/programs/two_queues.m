// Two queues: work that has nothing to do with each other, work of one that needs the other's (by waiting, and from a
// completed handler), and many threads that all commit to both.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 50, THREADS = 4, EACH = 25 };

static id<MTLDevice> device;
static id<MTLCommandQueue> queues[2];
static id<MTLComputePipelineState> produceState, consumeState;
static NSUInteger count;
static atomic_int failures, scheduled;

static uint32_t produced(uint32_t i) {
    uint32_t x = i;
    for (uint32_t r = 0; r < ROUNDS; r++) x = (x * x + r) % 65521u;
    return x;
}

static id<MTLBuffer> makeBuffer(void) {
    return [[device newBufferWithLength:count * 4 options:MTLResourceStorageModeShared] autorelease];
}

static id<MTLCommandBuffer> produce(id<MTLCommandQueue> queue, id<MTLBuffer> out) {
    uint32_t rounds = ROUNDS;
    id<MTLCommandBuffer> commands = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
    [encoder setComputePipelineState:produceState];
    [encoder setBuffer:out offset:0 atIndex:0];
    [encoder setBytes:&rounds length:4 atIndex:1];
    [encoder dispatchThreads:MTLSizeMake(count, 1, 1) threadsPerThreadgroup:MTLSizeMake(64, 1, 1)];
    [encoder endEncoding];
    return commands;
}

static id<MTLCommandBuffer> consume(id<MTLCommandQueue> queue, id<MTLBuffer> in, id<MTLBuffer> out) {
    id<MTLCommandBuffer> commands = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
    [encoder setComputePipelineState:consumeState];
    [encoder setBuffer:in offset:0 atIndex:0];
    [encoder setBuffer:out offset:0 atIndex:1];
    [encoder dispatchThreads:MTLSizeMake(count, 1, 1) threadsPerThreadgroup:MTLSizeMake(64, 1, 1)];
    [encoder endEncoding];
    return commands;
}

static void expect(const char *what, id<MTLBuffer> buffer, BOOL consumed) {
    const uint32_t *x = buffer.contents;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t right = consumed ? produced((uint32_t)count - 1 - i) + 1 : produced(i);
        if (x[i] == right) continue;
        fprintf(stderr, "%s: [%u] is %u, not %u\n", what, i, x[i], right);
        failures++;
        return;
    }
}

static void independent(void) {
    id<MTLBuffer> a = makeBuffer(), b = makeBuffer();
    id<MTLCommandBuffer> first = produce(queues[0], a), second = produce(queues[1], b);
    [first addScheduledHandler:^(id<MTLCommandBuffer> buffer) {
        if (buffer.status < MTLCommandBufferStatusScheduled) failures++;
        scheduled++;
    }];
    [first commit];
    [second commit];
    [second waitUntilCompleted];
    expect("the second of two", b, NO);
    [first waitUntilScheduled];
    [first waitUntilCompleted];
    if (scheduled != 1) failures++;
    expect("the first of two", a, NO);
}

static void byWaiting(void) {
    id<MTLBuffer> between = makeBuffer(), out = makeBuffer();
    id<MTLCommandBuffer> first = produce(queues[0], between);
    [first commit];
    [first waitUntilCompleted];
    id<MTLCommandBuffer> second = consume(queues[1], between, out);
    [second commit];
    [second waitUntilCompleted];
    expect("after waiting", out, YES);
}

static void fromHandler(void) {
    id<MTLBuffer> between = makeBuffer(), out = makeBuffer();
    id<MTLCommandBuffer> first = produce(queues[0], between), second = consume(queues[1], between, out);
    NSConditionLock *finished = [[NSConditionLock alloc] initWithCondition:0];
    [second addCompletedHandler:^(id<MTLCommandBuffer> buffer) {
        if (buffer.error) failures++;
        [finished lock];
        [finished unlockWithCondition:1];
    }];
    [first addCompletedHandler:^(id<MTLCommandBuffer> buffer) {
        if (buffer.error) failures++;
        [second commit];
    }];
    [first commit];
    [finished lockWhenCondition:1];
    [finished unlock];
    [second waitUntilCompleted];
    expect("from a handler", out, YES);
    [finished release];
}

static void *worker(void *argument) {
    for (int i = 0; i < EACH; i++) {
        @autoreleasepool {
            id<MTLBuffer> between = makeBuffer(), out = makeBuffer();
            id<MTLCommandQueue> queue = queues[((size_t)argument + (size_t)i) % 2];
            [produce(queue, between) commit];
            id<MTLCommandBuffer> last = consume(queue, between, out);
            [last commit];
            [last waitUntilCompleted];
            if (last.GPUEndTime < last.GPUStartTime) failures++;
            expect("from threads", out, YES);
        }
    }
    return NULL;
}

int main(int argc, const char *argv[]) {
    if (argc != 3) return 2;
    @autoreleasepool {
        NSError *error = nil;
        count = strtoul(argv[2], NULL, 10);
        device = MTLCreateSystemDefaultDevice();
        NSString *source = [NSString stringWithContentsOfFile:[NSString stringWithUTF8String:argv[1]]
                                                     encoding:NSUTF8StringEncoding
                                                        error:&error];
        id<MTLLibrary> library = [[device newLibraryWithSource:source options:nil error:&error] autorelease];
        produceState = [device newComputePipelineStateWithFunction:[[library newFunctionWithName:@"produce"] autorelease]
                                                             error:&error];
        consumeState = [device newComputePipelineStateWithFunction:[[library newFunctionWithName:@"consume"] autorelease]
                                                             error:&error];
        if (!produceState || !consumeState) {
            NSLog(@"%@", error);
            return 1;
        }
        for (int i = 0; i < 2; i++) queues[i] = [device newCommandQueue];
        independent();
        byWaiting();
        fromHandler();
        pthread_t threads[THREADS];
        for (size_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, worker, (void *)i);
        for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
        for (int i = 0; i < 2; i++) [queues[i] release];
        [produceState release];
        [consumeState release];
        [device release];
    }
    printf("%d failures\n", failures);
    return failures != 0;
}
