// Command buffers: states, order, handlers, several queues and threads.
#include "check.h"
#include <pthread.h>
#include <time.h>

static NSString *const source = @""
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "kernel void add(device uint *a [[buffer(0)]], constant uint &value [[buffer(1)]],\n"
    "                uint i [[thread_position_in_grid]]) { a[i] += value * (i + 1); }\n"
    "kernel void slow(device uint *a [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n"
    "    uint x = a[i];\n"
    "    for (uint k = 0; k < 300000000; k++) x = x * x + k;\n"
    "    a[i] = x;\n"
    "}\n";
static id<MTLComputePipelineState> add;

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static id<MTLCommandBuffer> encode_on(id<MTLCommandQueue> q, id<MTLComputePipelineState> pipeline, id<MTLBuffer> target,
                                      unsigned value, size_t count) {
    id<MTLCommandBuffer> buffer = [q commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    [encoder setComputePipelineState:pipeline];
    [encoder setBuffer:target offset:0 atIndex:0];
    [encoder setBytes:&value length:sizeof value atIndex:1];
    [encoder dispatchThreads:MTLSizeMake(count, 1, 1) threadsPerThreadgroup:MTLSizeMake(32, 1, 1)];
    [encoder endEncoding];
    return buffer;
}

static void run_states(void) {
    id<MTLBuffer> a = buffer_of(4);
    id<MTLCommandBuffer> buffer = encode_on(queue, pipeline_of(source, @"slow"), a, 0, 1);
    double before = seconds();
    CHECK([buffer status] == MTLCommandBufferStatusNotEnqueued && ![buffer error]);
    CHECK([buffer GPUStartTime] == 0 && [buffer GPUEndTime] == 0);
    CHECK([buffer commandQueue] == queue && [buffer device] == device && [buffer retainedReferences]);
    [buffer enqueue];
    CHECK([buffer status] == MTLCommandBufferStatusEnqueued);
    [buffer commit];
    MTLCommandBufferStatus status = [buffer status];
    CHECK(status == MTLCommandBufferStatusCommitted || status == MTLCommandBufferStatusScheduled);
    [buffer waitUntilScheduled];
    CHECK([buffer status] >= MTLCommandBufferStatusScheduled);
    [buffer waitUntilCompleted];
    double after = seconds();
    CHECK([buffer status] == MTLCommandBufferStatusCompleted && ![buffer error]);
    double start = [buffer GPUStartTime], end = [buffer GPUEndTime];
    if (!(before < start && start < end && end < after)) fprintf(stderr, "%f %f %f %f\n", before, start, end, after);
    CHECK(before < start && start < end && end < after);
    CHECK([buffer kernelStartTime] >= before && [buffer kernelEndTime] <= after);
    [buffer waitUntilCompleted];  // again: at once
}

static void run_polling(void) {
    id<MTLBuffer> a = buffer_of(4);
    id<MTLCommandBuffer> buffer = encode_on(queue, pipeline_of(source, @"slow"), a, 0, 1);
    [buffer commit];
    double limit = seconds() + 60;
    while ([buffer status] < MTLCommandBufferStatusCompleted) CHECK(seconds() < limit);
    CHECK([buffer status] == MTLCommandBufferStatusCompleted);
}

static void run_empty(void) {
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    finish(buffer);
    CHECK([buffer GPUEndTime] >= [buffer GPUStartTime]);
}

static void run_handlers(void) {
    id<MTLBuffer> a = buffer_of(4 * 64);
    id<MTLCommandBuffer> buffer = encode_on(queue, add, a, 1, 64);
    pthread_t self = pthread_self();
    __block int scheduled = 0, completed = 0, on_other_thread = 0, status = 0;
    __block unsigned seen = 0;
    unsigned *x = [a contents];
    [buffer addScheduledHandler:^(id<MTLCommandBuffer> b) { scheduled += [b status] >= MTLCommandBufferStatusScheduled; }];
    [buffer addCompletedHandler:^(id<MTLCommandBuffer> b) {
      status = (int)[b status];
      seen = x[63];
      on_other_thread = !pthread_equal(self, pthread_self());
      [NSString stringWithFormat:@"%d", status];  // needs an autorelease pool, else GNUstep complains
      completed++;
    }];
    [buffer addCompletedHandler:^(id<MTLCommandBuffer> b) {
      CHECK([b GPUEndTime] > 0);
      [b waitUntilCompleted];  // inside a handler: nothing left to wait for
      completed += 10;
    }];
    CHECK(completed == 0);
    [buffer commit];
    [buffer waitUntilCompleted];  // for the handlers too
    CHECK(scheduled == 1 && completed == 11 && on_other_thread && seen == 64);
    CHECK(status == MTLCommandBufferStatusCompleted);
}

// Nobody waits: the handlers run all the same, in order, and everything is let go.
static void run_unwaited(void) {
    enum { COUNT = 200 };
    static int order[COUNT], next;
    static int *position = &next;
    id<MTLBuffer> a = buffer_of(4);
    for (int i = 0; i < COUNT; i++) @autoreleasepool {
            id<MTLCommandBuffer> buffer = encode_on(queue, add, a, 1, 1);
            [buffer addCompletedHandler:^(id<MTLCommandBuffer> b) {
              (void)b;
              order[*position] = i;
              __atomic_add_fetch(position, 1, __ATOMIC_SEQ_CST);
            }];
            [buffer commit];
        }
    double limit = seconds() + 60;
    while (__atomic_load_n(position, __ATOMIC_SEQ_CST) < COUNT) CHECK(seconds() < limit);
    for (int i = 0; i < COUNT; i++) CHECK(order[i] == i);
    CHECK(*(unsigned *)[a contents] == COUNT);
}

// Without handlers either: what a command buffer keeps is released soon after it has run.
static void run_forgotten(void) {
    @autoreleasepool {
        id<MTLBuffer> a = buffer_of(4);
        [encode_on(queue, add, a, 1, 1) commit];
    }
    double limit = seconds() + 60;
    while (softmetal_live_objects("MTLBuffer") || softmetal_live_objects("MTLCommandBuffer")) CHECK(seconds() < limit);
}

// A handler makes more work and waits for it.
static void run_nested(void) {
    id<MTLBuffer> a = buffer_of(4);
    __block int inner = 0;
    id<MTLCommandBuffer> buffer = encode_on(queue, add, a, 1, 1);
    [buffer addCompletedHandler:^(id<MTLCommandBuffer> b) {
      (void)b;
      id<MTLCommandBuffer> more = encode_on(queue, add, a, 10, 1);
      [more addCompletedHandler:^(id<MTLCommandBuffer> c) { inner = (int)[c status]; }];
      [more commit];
      [more waitUntilCompleted];
    }];
    finish(buffer);
    CHECK(inner == MTLCommandBufferStatusCompleted && *(unsigned *)[a contents] == 11);
}

// enqueue fixes the order, whatever the order of the commits.
static void run_enqueue(void) {
    NSString *order = @"kernel void put(device uint *a [[buffer(0)]], constant uint &value [[buffer(1)]]) {\n"
                       "    a[0] = a[0] * 10 + value;\n}\n";
    id<MTLComputePipelineState> put = pipeline_of(order, @"put");
    id<MTLBuffer> a = buffer_of(4);
    id<MTLCommandBuffer> first = encode_on(queue, put, a, 1, 1), second = encode_on(queue, put, a, 2, 1);
    id<MTLCommandBuffer> third = encode_on(queue, put, a, 3, 1);
    [first enqueue];
    [second enqueue];
    [third commit];
    [second commit];
    usleep(20000);
    CHECK([third status] == MTLCommandBufferStatusCommitted && [second status] == MTLCommandBufferStatusCommitted);
    CHECK(*(unsigned *)[a contents] == 0);
    [first commit];
    [third waitUntilCompleted];
    CHECK(*(unsigned *)[a contents] == 123 && [first status] == MTLCommandBufferStatusCompleted);
    // One that is enqueued and then dropped does not block the others.
    @autoreleasepool {
        id<MTLCommandBuffer> dropped = [queue commandBuffer];
        [dropped enqueue];
        third = [encode_on(queue, put, a, 4, 1) retain];
        [third commit];
    }
    [third waitUntilCompleted];
    CHECK(*(unsigned *)[a contents] == 1234);
    [third release];
}

static void run_unretained(void) {
    id<MTLBuffer> a = buffer_of(4 * 32);
    NSUInteger before = [a retainCount];
    id<MTLCommandBuffer> buffer = [queue commandBufferWithUnretainedReferences];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    unsigned value = 3;
    [encoder setComputePipelineState:add];
    [encoder setBuffer:a offset:0 atIndex:0];
    [encoder setBytes:&value length:4 atIndex:1];
    [encoder dispatchThreads:MTLSizeMake(32, 1, 1) threadsPerThreadgroup:MTLSizeMake(32, 1, 1)];
    [encoder endEncoding];
    CHECK([a retainCount] == before && ![buffer retainedReferences]);
    finish(buffer);
    CHECK(((unsigned *)[a contents])[31] == 96);
}

// More command buffers than the queue has places: commandBuffer waits for the oldest.
static void run_many(void) {
    id<MTLBuffer> a = buffer_of(4);
    id<MTLCommandBuffer> last = nil;
    for (int i = 0; i < 1000; i++) @autoreleasepool {
            [last release];
            last = [encode_on(queue, add, a, 1, 1) retain];
            [last commit];
        }
    [last waitUntilCompleted];
    [last release];
    CHECK(*(unsigned *)[a contents] == 1000);
}

enum { THREADS = 8, ROUNDS = 150, COUNT = 500 };
static id<MTLCommandQueue> queues[2];

// Each thread has its own data; queues and the pipeline are shared, so arguments must not mix.
static void *work(void *argument) {
    size_t thread = (size_t)argument;
    @autoreleasepool {
        id<MTLBuffer> a = buffer_of(COUNT * 4);
        unsigned *x = [a contents], total = 0;
        int handled = 0, *handled_by = &handled;
        for (unsigned round = 0; round < ROUNDS; round++) @autoreleasepool {
                unsigned value = (unsigned)thread * 1000 + round;
                id<MTLCommandBuffer> buffer = encode_on(queues[(thread + round) % 2], add, a, value, COUNT);
                if (round % 3 == 0) [buffer addCompletedHandler:^(id<MTLCommandBuffer> b) { (void)b; ++*handled_by; }];
                finish(buffer);
                total += value;
                for (unsigned i = 0; i < COUNT; i++) CHECK(x[i] == total * (i + 1));
            }
        CHECK(handled == (ROUNDS + 2) / 3);
    }
    return NULL;
}

static void run_threads(void) {
    queues[0] = queue;
    queues[1] = [[device newCommandQueue] autorelease];
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, work, (void *)i) == 0);
    for (size_t i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

// Several threads wait for, and ask after, one command buffer.
static id<MTLCommandBuffer> shared;
static void *wait_for_shared(void *argument) {
    (void)argument;
    @autoreleasepool {
        [shared status];
        [shared waitUntilCompleted];
        CHECK([shared status] == MTLCommandBufferStatusCompleted);
    }
    return NULL;
}
static void run_waiters(void) {
    id<MTLBuffer> a = buffer_of(4);
    for (int round = 0; round < 50; round++) @autoreleasepool {
            __block int calls = 0;
            pthread_t threads[THREADS];
            shared = encode_on(queue, add, a, 1, 1);
            if (round % 2) [shared addCompletedHandler:^(id<MTLCommandBuffer> b) { (void)b; calls++; }];
            [shared commit];
            for (size_t i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, wait_for_shared, NULL) == 0);
            for (size_t i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
            CHECK(calls == round % 2);
        }
    CHECK(*(unsigned *)[a contents] == 50);
}

// The process ends while the device works.
static void run_exit(void) {
    id<MTLBuffer> a = buffer_of(4);
    id<MTLCommandBuffer> buffer = encode_on(queue, pipeline_of(source, @"slow"), a, 0, 1);
    [buffer addCompletedHandler:^(id<MTLCommandBuffer> b) { (void)b; }];
    [buffer commit];
    exit(0);
}

// Thousands of dispatches of one element, each waited for.
static void run_single(void) {
    id<MTLBuffer> a = buffer_of(4);
    for (int i = 0; i < 5000; i++) @autoreleasepool {
            id<MTLCommandBuffer> buffer = encode_on(queue, add, a, 1, 1);
            [buffer commit];
            [buffer waitUntilCompleted];
        }
    CHECK(*(unsigned *)[a contents] == 5000);
}

#define CASE(name) {#name, run_##name}
static const test_case cases[] = {
    CASE(states), CASE(polling), CASE(empty), CASE(handlers), CASE(unwaited), CASE(forgotten), CASE(nested),
    CASE(enqueue), CASE(unretained), CASE(many), CASE(threads), CASE(waiters),
    CASE(exit), CASE(single),
};

static void run(const char *name) {
    add = pipeline_of(source, @"add");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(cases[i].name, name)) cases[i].run();
}
static const char *wanted;
static void run_wanted(void) { run(wanted); }

int main(int count, char **arguments) {
    CHECK(count > 1);
    wanted = arguments[1];
    const test_case any = {wanted, run_wanted};
    return run_case(count, arguments, &any, 1);
}
