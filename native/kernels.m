#import "kernels.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "shader_sources.h"
#import "sources.h"
#import "status.h"

/* Looking up holds the first lock only, so that a thread that compiles does not stop the others. */
static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t compile_lock = PTHREAD_MUTEX_INITIALIZER;
static NSMutableDictionary *libraries;
static NSMutableDictionary *pipelines;

void ml_kernel_set(ml_kernel *kernel, uint32_t index, uint32_t value)
{
    kernel->constants[kernel->constant_count].index = index;
    kernel->constants[kernel->constant_count].value = value;
    kernel->constant_count += 1;
}

static id cached(NSMutableDictionary **cache, NSString *key)
{
    pthread_mutex_lock(&cache_lock);
    id found = [[[*cache objectForKey:key] retain] autorelease];
    pthread_mutex_unlock(&cache_lock);
    return found;
}

static void keep(NSMutableDictionary **cache, NSString *key, id object)
{
    pthread_mutex_lock(&cache_lock);
    if (*cache == nil) {
        *cache = [[NSMutableDictionary alloc] init];
    }
    [*cache setObject:object forKey:key];
    pthread_mutex_unlock(&cache_lock);
}

const char *ml_shader_source_named(const char *name)
{
    for (size_t k = 0; k < ml_shader_source_count; ++k) {
        if (strcmp(ml_shader_sources[k].name, name) == 0) {
            return ml_shader_sources[k].msl;
        }
    }
    return NULL;
}

static ml_status library_for(const ml_device *device, const ml_kernel *kernel, id<MTLLibrary> *library)
{
    const char *name = kernel->source;
    NSString *key = [NSString stringWithFormat:@"%p %s", (void *)device, name];
    *library = cached(&libraries, key);
    if (*library != nil) {
        return ML_OK;
    }
    const char *source = kernel->msl != NULL ? kernel->msl : ml_shader_source_named(name);
    if (source == NULL) {
        return ml_status_fail(ML_FUNCTION_ERROR, "the library has no kernels \"%s\"", name);
    }
    if (kernel->msl != NULL) {
        NSString *text;
        ML_TRY(ml_sources_expand(source, &text));
        source = [text UTF8String];
    }
    NSError *error = nil;
    *library = [ml_device_new_library(device, source, &error) autorelease];
    if (*library == nil) {
        return ml_status_fail_error(ML_FUNCTION_ERROR, error, "the kernels \"%s\" do not compile", name);
    }
    keep(&libraries, key, *library);
    return ML_OK;
}

static ml_status compile(const ml_device *device, const ml_kernel *kernel, id<MTLComputePipelineState> *pipeline)
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
    *pipeline = [[device->metal newComputePipelineStateWithFunction:function error:&error] autorelease];
    if (*pipeline == nil) {
        return ml_status_fail_error(ML_FUNCTION_ERROR, error, "the kernel \"%s\" of \"%s\" does not compile", kernel->function,
                                    kernel->source);
    }
    return ML_OK;
}

static NSString *pipeline_key(const ml_device *device, const ml_kernel *kernel)
{
    char text[256];
    int used = snprintf(text, sizeof text, "%p %s %s", (const void *)device, kernel->source, kernel->function);
    for (unsigned k = 0; k < kernel->constant_count; ++k) {
        used += snprintf(text + used, sizeof text - (size_t)used, " %u=%x", kernel->constants[k].index, kernel->constants[k].value);
    }
    return [NSString stringWithUTF8String:text];
}

ml_status ml_kernels_pipeline(const ml_device *device, const ml_kernel *kernel, id<MTLComputePipelineState> *pipeline)
{
    NSString *key = pipeline_key(device, kernel);
    *pipeline = cached(&pipelines, key);
    if (*pipeline != nil) {
        return ML_OK;
    }
    ml_status status = ML_OK;
    pthread_mutex_lock(&compile_lock);
    @try {
        *pipeline = cached(&pipelines, key); /* another thread may have been first */
        if (*pipeline == nil) {
            status = compile(device, kernel, pipeline);
            if (status == ML_OK) {
                keep(&pipelines, key, *pipeline);
            }
        }
    } @finally {
        pthread_mutex_unlock(&compile_lock);
    }
    return status;
}
