#import "device.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "shader_sources.h"
#import "status.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ml_device *devices; /* NULL until they were looked for with success */
static int64_t device_count;
static int64_t selected = 1;

static BOOL emulation_wanted(void)
{
    const char *value = getenv("METALLINK_EMULATE_DOUBLE");
    return value != NULL && strcmp(value, "1") == 0;
}

/* The newer property is set by its name: headers older than macOS 15 do not declare it. */
static void use_safe_math(MTLCompileOptions *options)
{
    if ([options respondsToSelector:@selector(setMathMode:)]) {
        enum { SAFE = 0, PRECISE = 1 }; /* MTLMathModeSafe, MTLMathFloatingPointFunctionsPrecise */
        [options setValue:[NSNumber numberWithInteger:SAFE] forKey:@"mathMode"];
        [options setValue:[NSNumber numberWithInteger:PRECISE] forKey:@"mathFloatingPointFunctions"];
    } else {
        options.fastMathEnabled = NO;
    }
}

id<MTLLibrary> ml_device_new_library(const ml_device *device, const char *msl, const char *kernel, NSError **error)
{
    MTLCompileOptions *options = [[[MTLCompileOptions alloc] init] autorelease];
    use_safe_math(options);
    options.languageVersion = MTLLanguageVersion3_0;
    NSMutableDictionary *macros = [NSMutableDictionary dictionary];
    [macros setObject:@"1" forKey:@"ML_KERNEL"];
    [macros setObject:@"1" forKey:[NSString stringWithFormat:@"ML_KERNEL_%s", kernel]];
    if (device->emulate_double) {
        [macros setObject:@"1" forKey:@"ML_EMULATE_DOUBLE"];
    }
    options.preprocessorMacros = macros;
    return [device->metal newLibraryWithSource:[NSString stringWithUTF8String:msl] options:options error:error];
}

/* Asks the compiler for doubles and makes the queue. */
static ml_status set_up(ml_device *device)
{
    NSError *error = nil;
    device->emulate_double = emulation_wanted();
    id<MTLLibrary> library = [ml_device_new_library(device, ml_shader_source_named("device"), "", &error) autorelease];
    if (library == nil) {
        return ml_status_fail_error(ML_FUNCTION_ERROR, error, "the device's compiler does not work");
    }
    device->native_double = [[library functionNames] containsObject:@"native_double"];
    device->queue = [device->metal newCommandQueue];
    if (device->queue == nil) {
        return ml_status_fail(ML_FUNCTION_ERROR, "the device gives no command queue");
    }
    return ML_OK;
}

static ml_status set_up_safely(ml_device *device)
{
    @try {
        return set_up(device);
    } @catch (NSException *exception) {
        return ml_status_fail(ML_FUNCTION_ERROR, "%s: %s", [[exception name] UTF8String], [[exception reason] UTF8String]);
    }
}

/* A grid of any size, without threads outside of it, needs one of these. */
static BOOL usable(id<MTLDevice> metal)
{
    return [metal supportsFamily:MTLGPUFamilyApple4] || [metal supportsFamily:MTLGPUFamilyMac2];
}

/* Every device that works; where none does, the reason of the last one. */
static ml_status find_devices(void)
{
    NSArray *found = [MTLCopyAllDevices() autorelease];
    ml_device *list = calloc([found count] + 1, sizeof *list);
    if (list == NULL) {
        return ml_status_fail(ML_MEMORY_ERROR, "no memory for the list of devices");
    }
    int64_t count = 0;
    ml_status failure = ML_OK;
    for (id<MTLDevice> metal in found) {
        if (!usable(metal)) {
            continue;
        }
        ml_device device = {.metal = metal};
        ml_status status = set_up_safely(&device);
        if (status == ML_OK) {
            [device.metal retain];
            list[count++] = device;
        } else {
            failure = status;
        }
    }
    if (count > 0) {
        ml_status_clear();
        devices = list;
        device_count = count;
        return ML_OK;
    }
    free(list);
    if (failure != ML_OK) {
        return failure;
    }
    return ml_status_fail(ML_FUNCTION_ERROR, "no usable Metal device among the %lu that the system has",
                          (unsigned long)[found count]);
}

static ml_status ensure_devices(void)
{
    ml_status status = ML_OK;
    pthread_mutex_lock(&lock);
    @try {
        if (devices == NULL) {
            status = find_devices();
        }
    } @finally {
        pthread_mutex_unlock(&lock);
    }
    return status;
}

static ml_status device_at(int64_t index, const ml_device **device)
{
    if (index < 1 || index > device_count) {
        return ml_status_fail(ML_DIMENSION_ERROR, "there is no device %lld; the number of devices is %lld", (long long)index,
                              (long long)device_count);
    }
    *device = &devices[index - 1];
    return ML_OK;
}

ml_status ml_device_at(int64_t index, const ml_device **device)
{
    ML_TRY(ensure_devices());
    return device_at(index, device);
}

ml_status ml_device_current(const ml_device **device)
{
    ML_TRY(ensure_devices());
    pthread_mutex_lock(&lock);
    int64_t index = selected;
    pthread_mutex_unlock(&lock);
    return device_at(index, device);
}

ml_status ml_device_select(int64_t index)
{
    const ml_device *device;
    ML_TRY(ml_device_at(index, &device));
    pthread_mutex_lock(&lock);
    selected = index;
    pthread_mutex_unlock(&lock);
    return ML_OK;
}

ml_status ml_device_count(int64_t *count)
{
    *count = 0;
    ML_TRY(ensure_devices());
    *count = device_count;
    return ML_OK;
}
