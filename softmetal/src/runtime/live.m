#include "live.h"

#import <Metal/Metal.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "settings.h"

static const char *const names[SM_LIVE_COUNT] = {
    "MTLBuffer",       "MTLLibrary",       "MTLFunction",      "MTLComputePipelineState",
    "MTLCommandQueue", "MTLCommandBuffer", "MTLCommandEncoder"};
static size_t counts[SM_LIVE_COUNT];

const char *sm_live_name(sm_live_kind kind) { return names[kind]; }

// The list of objects is kept only where it will be asked for.
typedef struct {
    id object;
    sm_live_kind kind;
} live_object;
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static live_object *list;
static size_t list_length, list_room;

static void print_list(void) {
    @autoreleasepool {
        for (size_t i = 0; i < list_length; i++) {
            NSString *label = [(id<MTLResource>)list[i].object label];
            fprintf(stderr, "softmetal: alive at exit: %s \"%s\" %p (retain count %lu)\n", names[list[i].kind],
                    label ? [label UTF8String] : "", (void *)list[i].object,
                    (unsigned long)[list[i].object retainCount]);
        }
        fprintf(stderr, "softmetal: %zu objects alive at exit\n", list_length);
    }
}

static void add_to_list(id object, sm_live_kind kind) {
    pthread_mutex_lock(&list_lock);
    if (list_length == list_room) {
        if (!list_room) atexit(print_list);
        list_room = list_room ? 2 * list_room : 64;
        list = realloc(list, list_room * sizeof *list);
        if (!list) abort();
    }
    list[list_length++] = (live_object){object, kind};
    pthread_mutex_unlock(&list_lock);
}

static void remove_from_list(id object) {
    pthread_mutex_lock(&list_lock);
    for (size_t i = list_length; i-- > 0;)
        if (list[i].object == object) {
            list[i] = list[--list_length];
            break;
        }
    pthread_mutex_unlock(&list_lock);
}

void sm_object_begins(id object, sm_live_kind kind) {
    __atomic_fetch_add(&counts[kind], 1, __ATOMIC_RELAXED);
    if (sm_lists_leaks()) add_to_list(object, kind);
}

void sm_object_ends(id object, sm_live_kind kind) {
    __atomic_fetch_sub(&counts[kind], 1, __ATOMIC_RELAXED);
    if (sm_lists_leaks()) remove_from_list(object);
}

size_t softmetal_live_objects(const char *protocol_name) {
    size_t total = 0;
    for (int i = 0; i < SM_LIVE_COUNT; i++)
        if (!protocol_name || !strcmp(names[i], protocol_name)) total += __atomic_load_n(&counts[i], __ATOMIC_RELAXED);
    return total;
}
