#import "background.h"

#import <Foundation/Foundation.h>
#import "report.h"
#include "blocks.h"
#include <pthread.h>

static void *run(void *argument) {
    void (^block)(void) = argument;
    @autoreleasepool {
        block();
    }
    Block_release(block);
    return NULL;
}

void sm_in_background(void (^block)(void)) {
    void (^copy)(void) = SM_BLOCK_COPY(block);
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, copy)) run(copy);  // no thread to be had: here, then
    else pthread_detach(thread);
}

bool sm_has_handler(const char *method, const void *handler) {
    if (!handler) sm_violation(nil, @"%s: completionHandler is nil", method);
    return handler != NULL;
}
