#include "stack.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { STACK = 128 << 20 };  // bytes, taken as they are used; compilers descend with their source: "a + b + c + ..."

typedef struct {
    void (*work)(void *);
    void *argument;
} task;

static void *run(void *argument) {
    const task *t = argument;
    t->work(t->argument);
    return NULL;
}

void sm_on_deep_stack(void (*work)(void *), void *argument) {
    task t = {work, argument};
    pthread_attr_t attributes;
    pthread_t thread;
    bool has_thread = false;
    if (!pthread_attr_init(&attributes)) {
        has_thread = !pthread_attr_setstacksize(&attributes, STACK) && !pthread_create(&thread, &attributes, run, &t);
        pthread_attr_destroy(&attributes);
    }
    if (has_thread) pthread_join(thread, NULL);
    else work(argument);  // no thread to be had: here, then
}
