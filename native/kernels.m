#import "kernels.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "shader_sources.h"
#include "sources.h"
#import "status.h"

/* A pipeline under everything that it was made from. Entries are never removed. */
typedef struct entry {
    struct entry *next;
    uint64_t hash;
    const ml_device *device;
    ml_kernel kernel; /* texts are copies */
    ml_pipeline pipeline;
} entry;

enum { BUCKETS = 1024 };

/* Looking up holds the first lock only, so that a thread that compiles does not stop the others. */
static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t compile_lock = PTHREAD_MUTEX_INITIALIZER;
static entry *buckets[BUCKETS];
static NSMutableDictionary *libraries; /* by device, function and source; under the second lock */

void ml_kernel_set(ml_kernel *kernel, uint32_t index, uint32_t value)
{
    kernel->constants[kernel->constant_count].index = index;
    kernel->constants[kernel->constant_count].value = value;
    kernel->constant_count += 1;
}

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), 64 bits. */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *next = bytes;
    for (size_t k = 0; k < count; ++k) {
        hash = (hash ^ next[k]) * 0x100000001b3u;
    }
    return hash;
}

static size_t constants_size(const ml_kernel *kernel) { return kernel->constant_count * sizeof kernel->constants[0]; }

static const char *source_key(const ml_kernel *kernel) { return kernel->msl != NULL ? kernel->msl : kernel->source; }

static uint64_t hash_kernel(const ml_device *device, const ml_kernel *kernel)
{
    const char *source = source_key(kernel);
    uint64_t hash = hash_bytes(0xcbf29ce484222325u, &device, sizeof device);
    hash = hash_bytes(hash, source, strlen(source));
    hash = hash_bytes(hash, kernel->function, strlen(kernel->function));
    return hash_bytes(hash, kernel->constants, constants_size(kernel));
}

static int same_kernel(const ml_kernel *a, const ml_kernel *b)
{
    return (a->msl == NULL) == (b->msl == NULL) && a->constant_count == b->constant_count &&
           memcmp(a->constants, b->constants, constants_size(a)) == 0 && strcmp(a->function, b->function) == 0 &&
           strcmp(source_key(a), source_key(b)) == 0;
}

static ml_pipeline *cached(uint64_t hash, const ml_device *device, const ml_kernel *kernel)
{
    pthread_mutex_lock(&cache_lock);
    entry *found = buckets[hash % BUCKETS];
    while (found != NULL && !(found->hash == hash && found->device == device && same_kernel(&found->kernel, kernel))) {
        found = found->next;
    }
    pthread_mutex_unlock(&cache_lock);
    return found != NULL ? &found->pipeline : NULL;
}

static char *copied(const char *text)
{
    if (text == NULL) {
        return NULL;
    }
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

static void free_entry(entry *made)
{
    free((char *)(uintptr_t)made->kernel.source);
    free((char *)(uintptr_t)made->kernel.msl);
    free((char *)(uintptr_t)made->kernel.function);
    free(made);
}

static entry *new_entry(uint64_t hash, const ml_device *device, const ml_kernel *kernel)
{
    entry *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made->hash = hash;
    made->device = device;
    made->kernel = *kernel;
    made->kernel.source = copied(kernel->source);
    made->kernel.msl = copied(kernel->msl);
    made->kernel.function = copied(kernel->function);
    if (made->kernel.source == NULL || made->kernel.function == NULL || (kernel->msl != NULL && made->kernel.msl == NULL)) {
        free_entry(made);
        return NULL;
    }
    return made;
}

static ml_status keep(uint64_t hash, const ml_device *device, const ml_kernel *kernel, id<MTLComputePipelineState> state,
                      ml_pipeline **pipeline)
{
    entry *made = new_entry(hash, device, kernel);
    if (made == NULL) {
        return ml_status_fail(ML_MEMORY_ERROR, "no memory for the kernel \"%s\"", kernel->function);
    }
    made->pipeline.state = [state retain];
    made->pipeline.most_threads = state.maxTotalThreadsPerThreadgroup;
    pthread_mutex_lock(&cache_lock);
    made->next = buckets[hash % BUCKETS];
    buckets[hash % BUCKETS] = made;
    pthread_mutex_unlock(&cache_lock);
    *pipeline = &made->pipeline;
    return ML_OK;
}

static ml_status new_library(const ml_device *device, const ml_kernel *kernel, const char *source, id<MTLLibrary> *library)
{
    NSError *error = nil;
    *library = [ml_device_new_library(device, source, kernel->function, &error) autorelease];
    if (*library == nil) {
        return ml_status_fail_error(ML_FUNCTION_ERROR, error, "the kernels \"%s\" do not compile", kernel->source);
    }
    return ML_OK;
}

static ml_status carried_library(const ml_device *device, const ml_kernel *kernel, id<MTLLibrary> *library)
{
    const char *source = ml_shader_source_named(kernel->source);
    if (source == NULL) {
        return ml_status_fail(ML_FUNCTION_ERROR, "the library has no kernels \"%s\"", kernel->source);
    }
    return new_library(device, kernel, source, library);
}

static ml_status made_library(const ml_device *device, const ml_kernel *kernel, id<MTLLibrary> *library)
{
    char *text;
    ML_TRY(ml_sources_expand(kernel->msl, &text));
    @try {
        return new_library(device, kernel, text, library);
    } @finally {
        free(text);
    }
}

static ml_status library_for(const ml_device *device, const ml_kernel *kernel, id<MTLLibrary> *library)
{
    NSString *key = [NSString stringWithFormat:@"%p %s %s", (const void *)device, kernel->function, source_key(kernel)];
    *library = [libraries objectForKey:key];
    if (*library != nil) {
        return ML_OK;
    }
    ML_TRY(kernel->msl != NULL ? made_library(device, kernel, library) : carried_library(device, kernel, library));
    if (libraries == nil) {
        libraries = [[NSMutableDictionary alloc] init];
    }
    [libraries setObject:*library forKey:key];
    return ML_OK;
}

static ml_status compile(const ml_device *device, const ml_kernel *kernel, id<MTLComputePipelineState> *state)
{
    id<MTLLibrary> library = nil;
    ML_TRY(library_for(device, kernel, &library));
    MTLFunctionConstantValues *values = [[[MTLFunctionConstantValues alloc] init] autorelease];
    for (unsigned k = 0; k < kernel->constant_count; ++k) {
        [values setConstantValue:&kernel->constants[k].value type:MTLDataTypeUInt atIndex:kernel->constants[k].index];
    }
    NSError *error = nil;
    NSString *name = [NSString stringWithUTF8String:kernel->function];
    id<MTLFunction> function = [[library newFunctionWithName:name constantValues:values error:&error] autorelease];
    if (function == nil) {
        return ml_status_fail_error(ML_FUNCTION_ERROR, error, "there is no kernel \"%s\" among \"%s\"", kernel->function,
                                    kernel->source);
    }
    *state = [[device->metal newComputePipelineStateWithFunction:function error:&error] autorelease];
    if (*state == nil) {
        return ml_status_fail_error(ML_FUNCTION_ERROR, error, "the kernel \"%s\" of \"%s\" does not compile", kernel->function,
                                    kernel->source);
    }
    return ML_OK;
}

static ml_status compile_and_keep(uint64_t hash, const ml_device *device, const ml_kernel *kernel, ml_pipeline **pipeline)
{
    id<MTLComputePipelineState> state = nil;
    *pipeline = cached(hash, device, kernel); /* another thread may have been first */
    if (*pipeline != NULL) {
        return ML_OK;
    }
    ML_TRY(compile(device, kernel, &state));
    return keep(hash, device, kernel, state, pipeline);
}

ml_status ml_kernels_pipeline(const ml_device *device, const ml_kernel *kernel, ml_pipeline **pipeline)
{
    uint64_t hash = hash_kernel(device, kernel);
    *pipeline = cached(hash, device, kernel);
    if (*pipeline != NULL) {
        return ML_OK;
    }
    ml_status status = ML_OK;
    pthread_mutex_lock(&compile_lock);
    @try {
        status = compile_and_keep(hash, device, kernel, pipeline);
    } @finally {
        pthread_mutex_unlock(&compile_lock);
    }
    return status;
}
