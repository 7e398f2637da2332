#import "staging.h"

#include <pthread.h>

#import "status.h"

enum {
    KEPT = 16,
    SMALLEST = 64 << 10,
    LARGEST_KEPT = 512 << 10, /* so that all that are kept take 8 MB at most */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    const ml_device *device;
    id<MTLBuffer> buffer; /* nil: the place is free */
    size_t length;
} kept[KEPT];

static id<MTLBuffer> take_kept(const ml_device *device, size_t bytes)
{
    id<MTLBuffer> found = nil;
    pthread_mutex_lock(&lock);
    for (unsigned k = 0; k < KEPT && found == nil; ++k) {
        if (kept[k].buffer != nil && kept[k].device == device && kept[k].length >= bytes) {
            found = kept[k].buffer;
            kept[k].buffer = nil;
        }
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/* A size that many calls share, unless the device has no buffers so large. */
static size_t kept_length(const ml_device *device, size_t bytes)
{
    size_t shared = bytes <= SMALLEST ? SMALLEST : LARGEST_KEPT;
    return shared <= device->metal.maxBufferLength ? shared : bytes;
}

ml_status ml_staging_take(const ml_device *device, size_t bytes, id<MTLBuffer> *buffer)
{
    if (bytes <= LARGEST_KEPT) {
        bytes = kept_length(device, bytes);
        *buffer = take_kept(device, bytes);
        if (*buffer != nil) {
            return ML_OK;
        }
    }
    *buffer = [device->metal newBufferWithLength:bytes options:MTLResourceStorageModeShared];
    if (*buffer == nil) {
        return ml_status_fail(ML_MEMORY_ERROR, "the device gives no buffer of %llu bytes", (unsigned long long)bytes);
    }
    return ML_OK;
}

void ml_staging_give_back(const ml_device *device, id<MTLBuffer> buffer)
{
    size_t length = buffer.length;
    if (length <= LARGEST_KEPT) {
        pthread_mutex_lock(&lock);
        for (unsigned k = 0; k < KEPT && buffer != nil; ++k) {
            if (kept[k].buffer == nil) {
                kept[k].device = device;
                kept[k].buffer = buffer;
                kept[k].length = length;
                buffer = nil;
            }
        }
        pthread_mutex_unlock(&lock);
    }
    [buffer release];
}
