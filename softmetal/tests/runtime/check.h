// What the test programs share. Each program takes the name of a case and runs it.
#pragma once
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <softmetal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(condition)                                                          \
    do {                                                                          \
        if (!(condition)) {                                                       \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

typedef struct {
    const char *name;
    void (*run)(void);
} test_case;

static id<MTLDevice> device;
static id<MTLCommandQueue> queue;

// Runs the named case inside an autorelease pool. What the case leaves alive beyond device and queue is a failure.
static inline int run_case(int count, char **arguments, const test_case *cases, size_t case_count) {
    @autoreleasepool {
        device = MTLCreateSystemDefaultDevice();
        CHECK(device && count > 1);
        queue = [device newCommandQueue];
        for (size_t i = 0; i < case_count; i++) {
            if (strcmp(cases[i].name, arguments[1])) continue;
            @autoreleasepool {
                cases[i].run();
            }
            [queue release];
            [device release];
            size_t alive = softmetal_live_objects(NULL);
            // The queue's own thread may still be letting go of the last command buffer.
            for (int i = 0; i < 1000 && alive; i++) {
                usleep(1000);
                alive = softmetal_live_objects(NULL);
            }
            if (alive) fprintf(stderr, "%zu objects left alive\n", alive);
            return alive != 0;
        }
    }
    fprintf(stderr, "no case %s\n", arguments[1]);
    return 2;
}
#define MAIN(cases)                                                                   \
    int main(int count, char **arguments) {                                           \
        return run_case(count, arguments, cases, sizeof(cases) / sizeof *(cases)); \
    }

static inline const char *text_of(NSError *error) { return error ? [[error localizedDescription] UTF8String] : "none"; }

static inline id<MTLLibrary> library_of(NSString *source) {
    NSError *error = nil;
    id<MTLLibrary> library = [device newLibraryWithSource:source options:nil error:&error];
    if (!library) fprintf(stderr, "%s\n", text_of(error));
    CHECK(library && !error);
    return [library autorelease];
}

static inline id<MTLComputePipelineState> pipeline_of(NSString *source, NSString *name) {
    NSError *error = nil;
    id<MTLFunction> function = [[library_of(source) newFunctionWithName:name] autorelease];
    CHECK(function);
    id<MTLComputePipelineState> pipeline = [device newComputePipelineStateWithFunction:function error:&error];
    if (!pipeline) fprintf(stderr, "%s\n", text_of(error));
    CHECK(pipeline && !error);
    return [pipeline autorelease];
}

static inline id<MTLBuffer> buffer_of(size_t length) {
    id<MTLBuffer> buffer = [device newBufferWithLength:length options:MTLResourceStorageModeShared];
    CHECK(buffer && [buffer contents]);
    return [buffer autorelease];
}

// Commits, waits, and asks for success.
static inline void finish(id<MTLCommandBuffer> buffer) {
    [buffer commit];
    [buffer waitUntilCompleted];
    if ([buffer status] != MTLCommandBufferStatusCompleted) fprintf(stderr, "%s\n", text_of([buffer error]));
    CHECK([buffer status] == MTLCommandBufferStatusCompleted && ![buffer error]);
}
