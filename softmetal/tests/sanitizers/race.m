// Races on purpose: the thread sanitizer has to find each of them.
#include "../runtime/check.h"
#include <pthread.h>

// softmetal's own list of live objects, without its lock.
#define pthread_mutex_lock(mutex) ((void)(mutex))
#define pthread_mutex_unlock(mutex) ((void)(mutex))
#define softmetal_live_objects unused_live_objects
#include "../../src/runtime/live.m"
#undef pthread_mutex_lock
#undef pthread_mutex_unlock
#undef softmetal_live_objects

bool sm_lists_leaks(void) { return true; }

enum { ROUNDS = 200 };

static void *make_objects(void *argument) {
    for (size_t i = 0; i < ROUNDS; i++) sm_object_begins((id)((char *)argument + 16 * i), SM_LIVE_BUFFER);
    return NULL;
}

static void run_runtime(void) {
    static char objects[2][16 * ROUNDS];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) CHECK(pthread_create(&threads[i], NULL, make_objects, objects[i]) == 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    list_length = 0;
}

// A program that reads what its handler writes, and waits for nothing.
static int handled;
static void run_program(void) {
    for (int i = 0; i < ROUNDS; i++) @autoreleasepool {
            id<MTLCommandBuffer> buffer = [queue commandBuffer];
            [buffer addCompletedHandler:^(id<MTLCommandBuffer> done) { (void)done; handled++; }];
            [buffer commit];
            handled += 2;
        }
    usleep(100000);
}

static const test_case cases[] = {{"runtime", run_runtime}, {"program", run_program}};
MAIN(cases)
